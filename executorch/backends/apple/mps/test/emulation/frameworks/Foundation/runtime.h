#pragma once

#import <Foundation/Foundation.h>

/// \file
/// What Foundation needs of the runtime in ../../objc.
extern "C" {
id class_createInstance(Class cls, size_t extra_nbytes);
void emulation_dispose(id object);
id emulation_retain(id object);
void emulation_release(id object);
void emulation_autorelease(id object);
long emulation_retain_count(id object);
bool emulation_conforms(Class cls, Protocol* protocol);
bool objc_opt_isKindOfClass(id object, Class cls);
bool class_respondsToSelector(Class cls, SEL selector);
void* _Block_copy(const void* block);
void _Block_release(const void* block);
}
