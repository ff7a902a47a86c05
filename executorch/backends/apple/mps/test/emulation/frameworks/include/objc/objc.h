#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define OBJC_EXTERN extern "C"
#else
#define OBJC_EXTERN extern
#endif

typedef bool BOOL;
#define YES __objc_yes
#define NO __objc_no
#define nil nullptr

OBJC_EXTERN const char* sel_getName(SEL selector);
OBJC_EXTERN const char* class_getName(Class cls);
OBJC_EXTERN Class object_getClass(id object);
