"""Writes Metal, MetalPerformanceShaders and MetalPerformanceShadersGraph
headers from the tables of declarations and enums beside this file.

usage: generate_headers.py FOLDER

Every declaration whose types are known is there, with its versions as
availability attributes, whether the emulation implements it or not.
"""

import collections
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent

FRAMEWORKS = {
    "Metal": "Foundation/Foundation.h",
    "MetalPerformanceShaders": "Metal/Metal.h",
    "MetalPerformanceShadersGraph":
        "MetalPerformanceShaders/MetalPerformanceShaders.h",
}

# What the tables do not say: superclasses and protocols of the classes,
SUPERCLASSES = {
    "MPSCommandBuffer": "NSObject <MTLCommandBuffer>",
    "MPSGraphTensor": "NSObject <NSCopying>",
    "MPSGraphType": "NSObject <NSCopying>",
    "MPSGraphShapedType": "MPSGraphType",
    "MPSGraphConvolution2DOpDescriptor": "NSObject <NSCopying>",
    "MPSGraphPooling2DOpDescriptor": "NSObject <NSCopying>",
    "MPSGraphCompilationDescriptor": "NSObject <NSCopying>",
    "MTLBuffer": "MTLResource",
}

# typedefs,
TYPEDEFS = {
    "Metal": [
        "typedef double CFTimeInterval;",
        "typedef void (^MTLCommandBufferHandler)(id<MTLCommandBuffer>);",
    ],
    "MetalPerformanceShaders": ["typedef NSArray<NSNumber *> MPSShape;"],
    "MetalPerformanceShadersGraph": [
        "typedef NSDictionary<MPSGraphTensor *, MPSGraphTensorData *> "
        "MPSGraphTensorDataDictionary;",
        "typedef NSDictionary<MPSGraphTensor *, MPSGraphShapedType *> "
        "MPSGraphTensorShapedTypeDictionary;",
    ],
}

# and functions.
FUNCTIONS = {
    "Metal": [
        "OBJC_EXTERN id<MTLDevice> _Nullable "
        "MTLCreateSystemDefaultDevice(void) "
        "__attribute__((ns_returns_retained));",
    ],
}

# Sets of bits, which C++ is to combine with |.
OPTIONS = {"MTLResourceOptions"}

Row = collections.namedtuple(
    "Row", "owner selector declaration header macos ios note")


def read_table(name):
    lines = (HERE / name).read_text().splitlines()
    return [line.split("\t") for line in lines[1:]]


def availability(row):
    """The attributes of a declaration; newer than every target if unknown."""
    attributes = []
    for platform, version in (("macos", row.macos), ("ios", row.ios)):
        if version.startswith("not"):
            what = "unavailable"
        else:
            what = "introduced=" + (version.lstrip("<=") or "26.0")
        attributes.append(f"__attribute__((availability({platform},{what})))")
    return " ".join(attributes)


def enum_text(name, underlying, constants):
    if name in OPTIONS:
        head = f"typedef NS_OPTIONS({underlying}, {name}) {{"
    else:
        head = f"typedef NS_ENUM({underlying}, {name}) {{"
    body = [f"  {constant} = ({underlying}){value}," for constant, value in
            constants]
    return "\n".join([head, *body, "};"])


class Writer:
    def __init__(self):
        self.rows = [Row(*row) for row in read_table("mpsgraph-selectors.tsv")]
        self.enums = collections.OrderedDict()
        for name, underlying, constant, value, header in read_table(
                "mpsgraph-enums.tsv"):
            entry = self.enums.setdefault((name, underlying, header), [])
            entry.append((constant, value))
        self.known = {name for name, _, _ in self.enums}
        for lines in TYPEDEFS.values():
            self.known |= set(re.findall(r"\b(?:MPS|MTL|CF)\w+",
                                         " ".join(lines)))

    def unknown_types(self, declaration):
        """Types that are neither known nor pointers to objects."""
        text = re.sub(r"id<\w+>|\b\w+ (?:\* ?)+", "", declaration)
        text = re.sub(r"\)\w+", ")", text)
        types = re.findall(
            r"\b(?:MPS|MTL|CF|IO|NSE|dispatch_|Dispatch|kern_|task_)\w+", text)
        return [name for name in types if name not in self.known
                and not re.search(r"\b" + name + r"\w*:", declaration)]

    def forward_declarations(self, rows):
        text = " ".join(row.declaration for row in rows)
        classes = set(re.findall(r"\b((?:MPS|MTL|NSBundle|NSURL|Dispatch)\w*)"
                                 r" \*", text)) - self.known
        owners = {row.owner for row in rows}
        classes |= {owner for owner in owners if owner[0] != "<"}
        protocols = set(re.findall(r"id<(\w+)>", text))
        protocols |= {owner.strip("<>") for owner in owners if owner[0] == "<"}
        return [f"@class {', '.join(sorted(classes))};" if classes else "",
                f"@protocol {', '.join(sorted(protocols))};"]

    def owner_text(self, owner, rows):
        name = owner.strip("<>")
        if owner[0] == "<":
            head = f"@protocol {name} <{SUPERCLASSES.get(name, 'NSObject')}>"
        else:
            head = f"@interface {name} : {SUPERCLASSES.get(name, 'NSObject')}"
        lines = [head]
        if owner[0] == "<":
            lines.append("@optional")
        seen = {"init", "new"}
        for row in rows:
            key = row.declaration[0] + row.selector
            if row.selector in seen or key in seen:
                continue
            seen.add(key)
            # The tables do not say it of blocks; Apple's headers do.
            declaration = row.declaration.replace("(^)", "(^ _Nullable)")
            lines.append(f"{declaration}\n    {availability(row)};")
        return "\n".join([*lines, "@end"])

    def framework_text(self, framework):
        rows = [row for row in self.rows
                if row.header.split("/")[0] == framework
                and not self.unknown_types(row.declaration)]
        parts = ["#pragma once", f"#import <{FRAMEWORKS[framework]}>",
                 "NS_ASSUME_NONNULL_BEGIN", *self.forward_declarations(rows)]
        parts += TYPEDEFS.get(framework, [])
        for (name, underlying, header), constants in self.enums.items():
            if header.split("/")[0] == framework:
                parts.append(enum_text(name, underlying, constants))
        owners = collections.OrderedDict()
        for row in rows:
            owners.setdefault(row.owner, []).append(row)
        rank = {"<MTLResource>": 0, "MPSGraphType": 0}
        for owner in sorted(owners, key=lambda name: rank.get(name, 1)):
            parts.append(self.owner_text(owner, owners[owner]))
        parts += FUNCTIONS.get(framework, [])
        parts.append("NS_ASSUME_NONNULL_END")
        return "\n".join(parts) + "\n"


def main():
    folder = pathlib.Path(sys.argv[1])
    writer = Writer()
    for framework in FRAMEWORKS:
        header = folder / framework / f"{framework}.h"
        header.parent.mkdir(parents=True, exist_ok=True)
        header.write_text(writer.framework_text(framework))


if __name__ == "__main__":
    main()
