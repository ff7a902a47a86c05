#pragma once

#include <executorch/devtools/etdump/data_sinks/buffer_data_sink.h>
#include <executorch/devtools/etdump/data_sinks/data_sink_base.h>
#include <executorch/runtime/core/event_tracer.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/span.h>
#include <executorch/runtime/platform/platform.h>

#include <cstddef>
#include <cstdint>

/// ETDump.version of the files that are written.
#define ETDUMP_VERSION 0

namespace executorch {
namespace etdump {

using runtime::DelegateDebugIntId;
using runtime::EventTracerFilterBase;
using runtime::Result;

namespace internal {
class ETDumpBuilder;
}  // namespace internal

/// A finished ETDump.
struct ETDumpResult {
  /// The file, with its size in front; nullptr if nothing was recorded.
  void* buf;
  /// Bytes at `buf`.
  size_t size;
};

/// Records what methods do. One at a time; not thread-safe. Calls in the wrong
/// order abort.
class ETDumpGen : public runtime::EventTracer {
 public:
  /// @param[in] buffer Memory for the record, which must outlive this object:
  ///     4 KiB at least, and the recorder aborts when it is full. Without, the
  ///     record is on the heap and grows.
  explicit ETDumpGen(runtime::Span<uint8_t> buffer = {nullptr, size_t{0}});
  ~ETDumpGen() override;
  ETDumpGen(const ETDumpGen&) = delete;
  ETDumpGen& operator=(const ETDumpGen&) = delete;

  /// See EventTracer. A block has to be created first; allocators belong before
  /// its events. After get_etdump_data() a new record begins.
  void create_event_block(const char* name) override;
  runtime::EventTracerEntry start_profiling(
      const char* name, runtime::ChainID chain_id = runtime::kUnsetChainId,
      runtime::DebugHandle debug_handle = runtime::kUnsetDebugHandle) override;
  void end_profiling(runtime::EventTracerEntry prof_entry) override;
  runtime::EventTracerEntry start_profiling_delegate(
      const char* name, DelegateDebugIntId delegate_debug_index) override;
  void end_profiling_delegate(runtime::EventTracerEntry prof_entry,
                              const void* metadata,
                              size_t metadata_len) override;
  void log_profiling_delegate(const char* name,
                              DelegateDebugIntId delegate_debug_index,
                              et_timestamp_t start_time,
                              et_timestamp_t end_time, const void* metadata,
                              size_t metadata_len) override;
  void track_allocation(runtime::AllocatorID id, size_t size) override;
  /// Returns numbers from 1 on.
  runtime::AllocatorID track_allocator(const char* name) override;

  /// The elements of tensors go to the data sink; aborts if it does not take
  /// them.
  ///
  /// @retval Error::NotSupported Values of this type are not recorded.
  Result<bool> log_evalue(
      const runtime::EValue& evalue,
      runtime::LoggedEValueType evalue_type =
          runtime::LoggedEValueType::kIntermediateOutput) override;

  /// The same; false if the filter leaves the value out.
  ///
  /// @retval Error::InvalidArgument Both name and number are given, or none.
  Result<bool> log_intermediate_output_delegate(
      const char* name, DelegateDebugIntId delegate_debug_index,
      const aten::Tensor& output) override;
  Result<bool> log_intermediate_output_delegate(
      const char* name, DelegateDebugIntId delegate_debug_index,
      const runtime::ArrayRef<aten::Tensor> output) override;
  Result<bool> log_intermediate_output_delegate(
      const char* name, DelegateDebugIntId delegate_debug_index,
      const int& output) override;
  Result<bool> log_intermediate_output_delegate(
      const char* name, DelegateDebugIntId delegate_debug_index,
      const bool& output) override;
  Result<bool> log_intermediate_output_delegate(
      const char* name, DelegateDebugIntId delegate_debug_index,
      const double& output) override;
  void set_delegation_intermediate_output_filter(
      EventTracerFilterBase* event_tracer_filter) override;

  /// Makes a buffer of the caller the data sink.
  ///
  /// @returns true.
  Result<bool> set_debug_buffer(runtime::Span<uint8_t> buffer);
  /// The sink stays the caller's and must outlive the recording.
  void set_data_sink(DataSinkBase* data_sink) { data_sink_ = data_sink; }
  DataSinkBase* get_data_sink() { return data_sink_; }

  /// Ends the record. With a buffer, the result lies in it until the next block
  /// is created; otherwise the caller frees it with free().
  ETDumpResult get_etdump_data();

  /// Number of blocks of the record.
  size_t get_num_blocks() { return num_blocks_; }
  /// Tells whether the record is in a buffer of the caller.
  bool is_static_etdump();
  /// Forgets the record and the data sink.
  void reset();

 private:
  enum class State {
    kInit,
    kBlockCreated,
    kAddingEvents,
    kDone,
  };

  void check_ready_to_add_events();
  template <typename T>
  Result<bool> log_output(const char* name, DelegateDebugIntId index,
                          const T& output);
  template <typename T>
  uint32_t add_value(const T& value);
  uint32_t add_tensor(const aten::Tensor& tensor);
  int64_t write_elements(const aten::Tensor& tensor);

  internal::ETDumpBuilder* builder_;
  const bool is_static_;
  size_t num_blocks_ = 0;
  DataSinkBase* data_sink_ = nullptr;
  BufferDataSink buffer_data_sink_;
  State state_ = State::kInit;
  EventTracerFilterBase* filter_ = nullptr;
};

}  // namespace etdump
}  // namespace executorch

/// The names of earlier releases.
namespace torch {
namespace executor {
using etdump_result = ::executorch::etdump::ETDumpResult;
using ::executorch::etdump::ETDumpGen;
}  // namespace executor
}  // namespace torch
