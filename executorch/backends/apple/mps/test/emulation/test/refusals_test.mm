// What MPSGraph and Metal would not take, the emulation must not take either.
#import <MetalPerformanceShadersGraph/MetalPerformanceShadersGraph.h>

#include <executorch/backends/apple/mps/test/emulation/frameworks/emulation.h>
#include <gtest/gtest.h>

#include <vector>

namespace {

class RefusalsDeathTest : public testing::Test {
 protected:
  MPSGraphTensor* tensor(MPSShape* shape,
                         MPSDataType type = MPSDataTypeFloat32) {
    return [graph_ placeholderWithShape:shape dataType:type name:nil];
  }
  void add(MPSGraphTensor* a, MPSGraphTensor* b) {
    [graph_ additionWithPrimaryTensor:a secondaryTensor:b name:nil];
  }
  MPSGraphExecutable* compiled(MPSGraphTensor* input, MPSGraphTensor* output) {
    MPSGraphShapedType* type =
        [[MPSGraphShapedType alloc] initWithShape:[input shape]
                                         dataType:[input dataType]];
    return
        [graph_ compileWithDevice:[MPSGraphDevice deviceWithMTLDevice:device_]
                            feeds:@{input : type}
                    targetTensors:@[ output ]
                 targetOperations:nil
            compilationDescriptor:nil];
  }
  MPSGraphTensorData* data(MPSShape* shape, NSUInteger nbytes) {
    id<MTLBuffer> buffer =
        [device_ newBufferWithLength:nbytes
                             options:MTLResourceStorageModeShared];
    return [[MPSGraphTensorData alloc] initWithMTLBuffer:buffer
                                                   shape:shape
                                                dataType:MPSDataTypeFloat32];
  }

  MPSGraph* graph_ = [MPSGraph new];
  id<MTLDevice> device_ = MTLCreateSystemDefaultDevice();
};

TEST_F(RefusalsDeathTest, MixedTypes) {
  @autoreleasepool {
    EXPECT_DEATH(add(tensor(@[ @2 ]), tensor(@[ @2 ], MPSDataTypeFloat16)),
                 "addition: operands have types");
  }
}

TEST_F(RefusalsDeathTest, SizesThatDoNotBroadcast) {
  @autoreleasepool {
    EXPECT_DEATH(add(tensor(@[ @2 ]), tensor(@[ @3 ])), "do not broadcast");
  }
}

TEST_F(RefusalsDeathTest, EmptyTensors) {
  @autoreleasepool {
    EXPECT_DEATH((tensor(@[ @2, @0 ])), "a size of the result is 0");
  }
}

TEST_F(RefusalsDeathTest, ArithmeticOfBool) {
  @autoreleasepool {
    EXPECT_DEATH(
        add(tensor(@[ @2 ], MPSDataTypeBool), tensor(@[ @2 ], MPSDataTypeBool)),
        "an operand is bool");
  }
}

TEST_F(RefusalsDeathTest, CastsToBool) {
  @autoreleasepool {
    EXPECT_DEATH([graph_ castTensor:tensor(@[ @2 ])
                             toType:MPSDataTypeBool
                               name:nil],
                 "cast: to bool");
    EXPECT_DEATH([graph_ constantWithScalar:1
                                      shape:@[ @1 ]
                                   dataType:MPSDataTypeBool],
                 "bool is unreliable");
  }
}

TEST_F(RefusalsDeathTest, NaNPropagationOfIntegers) {
  @autoreleasepool {
    MPSGraphTensor* x = tensor(@[ @2 ], MPSDataTypeInt32);
    EXPECT_DEATH([graph_ maximumWithNaNPropagationWithPrimaryTensor:x
                                                    secondaryTensor:x
                                                               name:nil],
                 "expected a float");
    EXPECT_DEATH([graph_ floorWithTensor:x name:nil], "expected a float");
  }
}

TEST_F(RefusalsDeathTest, Shapes) {
  @autoreleasepool {
    MPSGraphTensor* x = tensor(@[ @2, @3 ]);
    EXPECT_DEATH([graph_ reshapeTensor:x withShape:@[ @5 ] name:nil],
                 "reshape: 6 elements as 5");
    EXPECT_DEATH([graph_ transposeTensor:x
                               dimension:0
                           withDimension:2
                                    name:nil],
                 "axis 2 of 2");
    EXPECT_DEATH([graph_ sliceTensor:x dimension:1 start:2 length:2 name:nil],
                 "slice: from 2 to 4");
    MPSGraphTensor* other = tensor(@[ @2, @3, @1 ]);
    EXPECT_DEATH(([graph_ concatTensors:@[ x, other ] dimension:0 name:nil]),
                 "3 dimensions, expected 2");
    EXPECT_DEATH([graph_ matrixMultiplicationWithPrimaryTensor:x
                                               secondaryTensor:x
                                                          name:nil],
                 "inner sizes that differ");
  }
}

TEST_F(RefusalsDeathTest, IndicesOf64Bits) {
  @autoreleasepool {
    EXPECT_DEATH(
        [graph_ gatherWithUpdatesTensor:tensor(@[ @2 ])
                          indicesTensor:tensor(@[ @2 ], MPSDataTypeInt64)
                                   axis:0
                        batchDimensions:0
                                   name:nil],
        "expected int32");
  }
}

TEST_F(RefusalsDeathTest, ConstantsOfAnotherLength) {
  @autoreleasepool {
    const float numbers[2] = {1, 2};
    NSData* bytes = [NSData dataWithBytes:numbers length:sizeof numbers];
    EXPECT_DEATH([graph_ constantWithData:bytes
                                    shape:@[ @3 ]
                                 dataType:MPSDataTypeFloat32],
                 "8 bytes for 12 bytes");
  }
}

TEST_F(RefusalsDeathTest, OperationsOfNewerSystems) {
  @autoreleasepool {
    MPSGraphTensor* x = tensor(@[ @2 ]);
    if (@available(macOS 13.0, iOS 16.0, *)) {
      EXPECT_DEATH([graph_ truncateWithTensor:x name:nil],
                   "unrecognized selector");
    }
  }
}

TEST_F(RefusalsDeathTest, Buffers) {
  @autoreleasepool {
    EXPECT_DEATH((data(@[ @2, @2 ], 12)), "a buffer of 12 bytes for 16 bytes");
    std::vector<char> bytes(100000);
    EXPECT_DEATH([device_ newBufferWithBytesNoCopy:bytes.data() + 1
                                            length:4096
                                           options:MTLResourceStorageModeShared
                                       deallocator:nil],
                 "are not whole pages");
  }
}

TEST_F(RefusalsDeathTest, CommandBuffers) {
  @autoreleasepool {
    id<MTLCommandQueue> queue = [device_ newCommandQueue];
    MPSCommandBuffer* commands =
        [MPSCommandBuffer commandBufferFromCommandQueue:queue];
    EXPECT_DEATH([commands waitUntilCompleted], "before commit");
    [commands commit];
    EXPECT_DEATH([commands commit], "committed twice");
  }
}

TEST_F(RefusalsDeathTest, Executables) {
  @autoreleasepool {
    MPSGraphTensor* x = tensor(@[ @2 ]);
    MPSGraphTensor* y = [graph_ identityWithTensor:x name:nil];
    EXPECT_DEATH(compiled(tensor(@[ @2 ]), y), "a placeholder has no feed");
    MPSGraphExecutable* executable = compiled(x, y);
    MPSCommandBuffer* commands = [MPSCommandBuffer
        commandBufferFromCommandQueue:[device_ newCommandQueue]];
    EXPECT_DEATH([executable encodeToCommandBuffer:commands
                                       inputsArray:@[ data(@[ @3 ], 12) ]
                                      resultsArray:@[ data(@[ @2 ], 8) ]
                               executionDescriptor:nil],
                 "an input does not match");
    EXPECT_DEATH([executable encodeToCommandBuffer:commands
                                       inputsArray:@[]
                                      resultsArray:@[ data(@[ @2 ], 8) ]
                               executionDescriptor:nil],
                 "0 tensors, expected 1");
  }
}

}  // namespace
