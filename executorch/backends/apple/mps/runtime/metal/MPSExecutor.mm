#include <executorch/backends/apple/mps/runtime/metal/MPSExecutor.h>

#include <executorch/backends/apple/mps/runtime/metal/MPSDevice.h>
#include <executorch/backends/apple/mps/runtime/metal/MPSGraphBuilder.h>
#include <executorch/backends/apple/mps/runtime/metal/MPSStream.h>
#include <executorch/runtime/platform/log.h>

#include <cstring>
#include <new>

namespace executorch {
namespace backends {
namespace mps {

using engine::Error;
using engine::Graph;
using engine::Result;
using engine::TensorType;
using runtime::Span;

namespace {

/// An input or output of the graph, and memory for it where the caller's cannot
/// be shared.
struct Port {
  MPSShape* shape;
  MPSDataType dataType;
  size_t nbytes;
  id<MTLBuffer> copy;
};

Port portOf(const TensorType& type) {
  return {shapeOf(type.sizes), dataTypeOf(type.dtype), type.nbytes(), nil};
}

class GraphExecutable final : public engine::Executable {
 public:
  GraphExecutable(MPSDevice device, MPSStream stream)
      : device_(std::move(device)), stream_(std::move(stream)) {}

  Error compile(const Graph& graph);

  Error execute(Span<const void* const> inputs, Span<void* const> outputs,
                engine::StepObserver* observer) override;
  size_t arena_nbytes() const override { return 0; }
  size_t packed_nbytes() const override { return 0; }

 private:
  Error compile(const MPSGraphBuilder& builder);
  Error order(NSArray<MPSGraphTensor*>* tensors,
              const std::vector<MPSGraphTensor*>& ports,
              std::vector<size_t>* places);
  MPSGraphTensorData* share(Port& port, const void* data);
  MPSGraphTensorData* copyOf(Port& port);
  NSArray<MPSGraphTensorData*>* bindInputs(Span<const void* const> data);
  NSArray<MPSGraphTensorData*>* bindOutputs(Span<void* const> data);
  Error run(NSArray<MPSGraphTensorData*>* inputs,
            NSArray<MPSGraphTensorData*>* outputs);
  Error finish(Span<void* const> outputs);

  MPSDevice device_;
  MPSStream stream_;
  MPSGraphExecutable* executable_ = nil;
  std::vector<Port> inputs_;
  /// The last one is the fault, if the graph has it.
  std::vector<Port> outputs_;
  bool hasFault_ = false;
  /// For each tensor that MPSGraph feeds or returns, the input or output.
  std::vector<size_t> feeds_;
  std::vector<size_t> targets_;
  /// For each output: whether the last run left it in `copy`.
  std::vector<bool> isCopied_;
};

Error GraphExecutable::compile(const Graph& graph) {
  MPSGraphBuilder builder(graph);
  ET_CHECK_OK_OR_RETURN_ERROR(builder.build());
  for (const engine::ValueId id : graph.inputs()) {
    inputs_.push_back(portOf(graph.type(id)));
  }
  for (const engine::ValueId id : graph.outputs()) {
    outputs_.push_back(portOf(graph.type(id)));
  }
  hasFault_ = builder.fault() != nil;
  if (hasFault_) {
    outputs_.push_back(portOf({engine::ScalarType::Int, {1}}));
  }
  isCopied_.resize(outputs_.size());
  return compile(builder);
}

Error GraphExecutable::compile(const MPSGraphBuilder& builder) {
  NSMutableDictionary<MPSGraphTensor*, MPSGraphShapedType*>* feeds =
      [NSMutableDictionary dictionary];
  for (MPSGraphTensor* input : builder.inputs()) {
    feeds[input] = [[MPSGraphShapedType alloc] initWithShape:[input shape]
                                                    dataType:[input dataType]];
  }
  std::vector<MPSGraphTensor*> outputs = builder.outputs();
  if (hasFault_) {
    outputs.push_back(builder.fault());
  }
  NSArray<MPSGraphTensor*>* targets = [NSArray arrayWithObjects:outputs.data()
                                                          count:outputs.size()];
  MPSGraphCompilationDescriptor* descriptor =
      [MPSGraphCompilationDescriptor new];
  if (@available(macOS 12.3, iOS 15.4, *)) {
    // The next level may move parts to the Neural Engine, with its limits.
    [descriptor setOptimizationLevel:MPSGraphOptimizationLevel0];
  }
  executable_ = [builder.graph() compileWithDevice:device_.graphDevice()
                                             feeds:feeds
                                     targetTensors:targets
                                  targetOperations:nil
                             compilationDescriptor:descriptor];
  ET_CHECK_OR_RETURN_ERROR(executable_ != nil, Internal,
                           "MPSGraph does not compile the graph");
  ET_CHECK_OK_OR_RETURN_ERROR(
      order([executable_ feedTensors], builder.inputs(), &feeds_));
  return order([executable_ targetTensors], outputs, &targets_);
}

/// MPSGraph has its own order, and may leave out inputs that nothing reads.
Error GraphExecutable::order(NSArray<MPSGraphTensor*>* tensors,
                             const std::vector<MPSGraphTensor*>& ports,
                             std::vector<size_t>* places) {
  for (MPSGraphTensor* tensor in tensors) {
    size_t i = 0;
    while (i < ports.size() && ports[i] != tensor) {
      ++i;
    }
    ET_CHECK_OR_RETURN_ERROR(i < ports.size(), Internal,
                             "MPSGraph names a tensor that is no input or "
                             "output of the graph");
    places->push_back(i);
  }
  return Error::Ok;
}

/// The caller's memory; nil if it has to be copied.
MPSGraphTensorData* GraphExecutable::share(Port& port, const void* data) {
  id<MTLBuffer> buffer = device_.newBufferOver(data, port.nbytes);
  if (buffer == nil) {
    return nil;
  }
  return [[MPSGraphTensorData alloc] initWithMTLBuffer:buffer
                                                 shape:port.shape
                                              dataType:port.dataType];
}

/// The executable's memory; nil if the device has none.
MPSGraphTensorData* GraphExecutable::copyOf(Port& port) {
  if (port.copy == nil) {
    port.copy = device_.newBuffer(port.nbytes);
  }
  if (port.copy == nil) {
    ET_LOG(Error, "the Metal device gives no buffer of %zu bytes", port.nbytes);
    return nil;
  }
  return [[MPSGraphTensorData alloc] initWithMTLBuffer:port.copy
                                                 shape:port.shape
                                              dataType:port.dataType];
}

NSArray<MPSGraphTensorData*>* GraphExecutable::bindInputs(
    Span<const void* const> data) {
  NSMutableArray<MPSGraphTensorData*>* bound = [NSMutableArray array];
  for (const size_t i : feeds_) {
    Port& port = inputs_[i];
    MPSGraphTensorData* input = share(port, data[i]);
    if (input == nil) {
      input = copyOf(port);
      if (input == nil) {
        return nil;
      }
      std::memcpy([port.copy contents], data[i], port.nbytes);
    }
    [bound addObject:input];
  }
  return bound;
}

NSArray<MPSGraphTensorData*>* GraphExecutable::bindOutputs(
    Span<void* const> data) {
  NSMutableArray<MPSGraphTensorData*>* bound = [NSMutableArray array];
  for (const size_t i : targets_) {
    MPSGraphTensorData* output =
        i < data.size() ? share(outputs_[i], data[i]) : nil;
    isCopied_[i] = output == nil;
    if (output == nil) {
      output = copyOf(outputs_[i]);
      if (output == nil) {
        return nil;
      }
    }
    [bound addObject:output];
  }
  return bound;
}

Error GraphExecutable::run(NSArray<MPSGraphTensorData*>* inputs,
                           NSArray<MPSGraphTensorData*>* outputs) {
  MPSGraphExecutable* executable = executable_;
  return stream_.run(^(MPSCommandBuffer* commands) {
    [executable encodeToCommandBuffer:commands
                          inputsArray:inputs
                         resultsArray:outputs
                  executionDescriptor:nil];
  });
}

Error GraphExecutable::finish(Span<void* const> outputs) {
  if (hasFault_) {
    int32_t fault = 0;
    std::memcpy(&fault, [outputs_.back().copy contents], sizeof fault);
    ET_CHECK_OR_RETURN_ERROR(fault == 0, InvalidArgument,
                             "an index of the delegate is out of range");
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (isCopied_[i]) {
      std::memcpy(outputs[i], [outputs_[i].copy contents], outputs_[i].nbytes);
    }
  }
  return Error::Ok;
}

Error GraphExecutable::execute(Span<const void* const> inputs,
                               Span<void* const> outputs,
                               engine::StepObserver*) {
  @autoreleasepool {
    NSArray<MPSGraphTensorData*>* from = bindInputs(inputs);
    NSArray<MPSGraphTensorData*>* to = bindOutputs(outputs);
    ET_CHECK_OR_RETURN_ERROR(from != nil && to != nil, MemoryAllocationFailed,
                             "no memory for inputs and outputs of the GPU");
    ET_CHECK_OK_OR_RETURN_ERROR(run(from, to));
    return finish(outputs);
  }
}

}  // namespace

bool MPSExecutor::isAvailable() {
  @autoreleasepool {
    return MPSDevice::isPresent();
  }
}

Result<std::unique_ptr<engine::Executable>> MPSExecutor::compile(
    const Graph& graph, const engine::CompileOptions&) {
  @autoreleasepool {
    Result<MPSDevice> device = MPSDevice::open();
    ET_CHECK_OK_OR_RETURN_ERROR(device.error());
    Result<MPSStream> stream = MPSStream::create(*device);
    ET_CHECK_OK_OR_RETURN_ERROR(stream.error());
    std::unique_ptr<GraphExecutable> executable(new (
        std::nothrow) GraphExecutable(std::move(*device), std::move(*stream)));
    ET_CHECK_OR_RETURN_ERROR(executable != nullptr, MemoryAllocationFailed,
                             "no memory for an executable");
    ET_CHECK_OK_OR_RETURN_ERROR(executable->compile(graph));
    return std::unique_ptr<engine::Executable>(std::move(executable));
  }
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
