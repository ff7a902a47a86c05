#include <executorch/devtools/etdump/etdump_flatcc.h>

#include <executorch/devtools/etdump/etdump_builder.h>
#include <executorch/runtime/platform/platform.h>

#include <cstdlib>
#include <cstring>
#include <new>

namespace executorch {
namespace etdump {

namespace fb = ::etdump;

using aten::Tensor;
using internal::ETDumpBuilder;
using runtime::ArrayRef;
using runtime::ChainID;
using runtime::DebugHandle;
using runtime::DelegateDebugIdType;
using runtime::Error;
using runtime::EValue;
using runtime::EventTracerEntry;
using runtime::kUnsetChainId;
using runtime::kUnsetDelegateDebugIntId;
using runtime::LoggedEValueType;
using runtime::Span;
using runtime::Tag;

namespace {

constexpr size_t kMinBufferSize = 4096;

constexpr char kOneIdMessage[] =
    "Only name or delegate_debug_index can be valid. Check "
    "DelegateMappingBuilder documentation for more details.";

bool has_one_id(const char* name, DelegateDebugIntId index) {
  return (name == nullptr) == (index != kUnsetDelegateDebugIntId);
}

ETDumpBuilder* make_builder(Span<uint8_t> buffer) {
  if (buffer.data() == nullptr) {
    return new ETDumpBuilder();
  }
  constexpr size_t kAlignment = 16;
  const size_t gap =
      (kAlignment - reinterpret_cast<uintptr_t>(buffer.data()) % kAlignment) %
      kAlignment;
  const size_t used =
      gap + (sizeof(ETDumpBuilder) + kAlignment - 1) / kAlignment * kAlignment;
  ET_CHECK_MSG(buffer.size() >= kMinBufferSize,
               "a buffer of %zu bytes, at least %zu are needed", buffer.size(),
               kMinBufferSize);
  return new (buffer.data() + gap)
      ETDumpBuilder(Span<uint8_t>(buffer.data() + used, buffer.size() - used));
}

/// What is in a profiling event besides its times.
struct EventPlace {
  uint32_t name;
  ChainID chain;
  DebugHandle instruction;
  DelegateDebugIntId id_int;
  uint32_t id_str;
  flatbuffers::Offset<flatbuffers::Vector<uint8_t>> metadata;
};

void add_profile_event(ETDumpBuilder& builder, const EventPlace& place,
                       et_timestamp_t start, et_timestamp_t end) {
  builder.add_event(fb::CreateProfileEvent(
      builder.fbb(), place.name, place.chain,
      static_cast<int32_t>(place.instruction), place.id_int, place.id_str,
      place.metadata, start, end));
}

flatbuffers::Offset<flatbuffers::Vector<uint8_t>> add_metadata(
    ETDumpBuilder& builder, const void* metadata, size_t size) {
  static constexpr uint8_t kNothing = 0;
  return builder.fbb().CreateVector(
      size == 0 ? &kNothing : static_cast<const uint8_t*>(metadata), size);
}

/// Adds a value of the record, with the one member that `add` adds.
template <typename Add>
uint32_t make_value(flatbuffers::FlatBufferBuilder& fbb, fb::ValueType type,
                    bool is_output, Add add) {
  const auto output =
      is_output ? fb::CreateBool(fbb, true) : flatbuffers::Offset<fb::Bool>();
  fb::ValueBuilder value(fbb);
  value.add_val(type);
  add(value);
  if (is_output) {
    value.add_output(output);
  }
  return value.Finish().o;
}

}  // namespace

ETDumpGen::ETDumpGen(Span<uint8_t> buffer)
    : builder_(make_builder(buffer)), is_static_(buffer.data() != nullptr) {}

ETDumpGen::~ETDumpGen() {
  if (is_static_) {
    builder_->~ETDumpBuilder();
  } else {
    delete builder_;
  }
}

bool ETDumpGen::is_static_etdump() { return is_static_; }

void ETDumpGen::reset() {
  builder_->reset();
  state_ = State::kInit;
  num_blocks_ = 0;
  data_sink_ = nullptr;
}

void ETDumpGen::create_event_block(const char* name) {
  if (state_ == State::kDone) {
    reset();
  }
  if (num_blocks_ > 0) {
    builder_->end_block();
  }
  builder_->begin_block(name, bundled_input_index_);
  ++num_blocks_;
  state_ = State::kBlockCreated;
}

void ETDumpGen::check_ready_to_add_events() {
  ET_CHECK_MSG(state_ == State::kBlockCreated || state_ == State::kAddingEvents,
               "events can only be recorded in a block");
  state_ = State::kAddingEvents;
}

EventTracerEntry ETDumpGen::start_profiling(const char* name, ChainID chain_id,
                                            DebugHandle debug_handle) {
  EventTracerEntry entry;
  entry.delegate_event_id_type = DelegateDebugIdType::kNone;
  entry.event_id = builder_->add_string(name);
  const bool known = chain_id != kUnsetChainId;
  entry.chain_id = known ? chain_id : chain_id_;
  entry.debug_handle = known ? debug_handle : debug_handle_;
  entry.start_time = runtime::pal_current_ticks();
  return entry;
}

void ETDumpGen::end_profiling(EventTracerEntry prof_entry) {
  const et_timestamp_t end = runtime::pal_current_ticks();
  ET_CHECK_MSG(
      prof_entry.delegate_event_id_type == DelegateDebugIdType::kNone,
      "Delegate events must use end_profiling_delegate to mark the end of a "
      "delegate profiling event.");
  check_ready_to_add_events();
  add_profile_event(
      *builder_,
      {static_cast<uint32_t>(prof_entry.event_id), prof_entry.chain_id,
       prof_entry.debug_handle, kUnsetDelegateDebugIntId, 0, 0},
      prof_entry.start_time, end);
}

EventTracerEntry ETDumpGen::start_profiling_delegate(
    const char* name, DelegateDebugIntId delegate_debug_index) {
  ET_CHECK_MSG(has_one_id(name, delegate_debug_index), "%s", kOneIdMessage);
  check_ready_to_add_events();
  EventTracerEntry entry;
  entry.delegate_event_id_type =
      name == nullptr ? DelegateDebugIdType::kInt : DelegateDebugIdType::kStr;
  entry.event_id = name == nullptr ? int64_t{delegate_debug_index}
                                   : int64_t{builder_->add_string(name)};
  entry.chain_id = chain_id_;
  entry.debug_handle = debug_handle_;
  entry.start_time = runtime::pal_current_ticks();
  return entry;
}

void ETDumpGen::end_profiling_delegate(EventTracerEntry prof_entry,
                                       const void* metadata,
                                       size_t metadata_len) {
  const et_timestamp_t end = runtime::pal_current_ticks();
  check_ready_to_add_events();
  const bool by_number =
      prof_entry.delegate_event_id_type == DelegateDebugIdType::kInt;
  add_profile_event(
      *builder_,
      {0, chain_id_, debug_handle_,
       by_number ? static_cast<DelegateDebugIntId>(prof_entry.event_id)
                 : kUnsetDelegateDebugIntId,
       by_number ? 0 : static_cast<uint32_t>(prof_entry.event_id),
       add_metadata(*builder_, metadata, metadata_len)},
      prof_entry.start_time, end);
}

void ETDumpGen::log_profiling_delegate(const char* name,
                                       DelegateDebugIntId delegate_debug_index,
                                       et_timestamp_t start_time,
                                       et_timestamp_t end_time,
                                       const void* metadata,
                                       size_t metadata_len) {
  ET_CHECK_MSG(has_one_id(name, delegate_debug_index), "%s", kOneIdMessage);
  check_ready_to_add_events();
  const uint32_t id = builder_->add_string(name);
  add_profile_event(*builder_,
                    {0, chain_id_, debug_handle_, delegate_debug_index, id,
                     add_metadata(*builder_, metadata, metadata_len)},
                    start_time, end_time);
}

runtime::AllocatorID ETDumpGen::track_allocator(const char* name) {
  ET_CHECK_MSG(state_ == State::kBlockCreated,
               "allocators belong into a new block, before any events are "
               "added");
  return static_cast<runtime::AllocatorID>(builder_->add_allocator(name));
}

void ETDumpGen::track_allocation(runtime::AllocatorID id, size_t size) {
  check_ready_to_add_events();
  builder_->add_event(fb::CreateAllocationEvent(
      builder_->fbb(), static_cast<int32_t>(id), size));
}

int64_t ETDumpGen::write_elements(const Tensor& tensor) {
  if (tensor.nbytes() == 0) {
    return -1;
  }
  ET_CHECK_MSG(tensor.const_data_ptr() != nullptr && data_sink_ != nullptr,
               "failed to write tensor to debug buffer: no data or no data "
               "sink");
  const auto offset =
      data_sink_->write(tensor.const_data_ptr(), tensor.nbytes());
  ET_CHECK_MSG(offset.ok(), "failed to write tensor to debug buffer: error %u",
               static_cast<unsigned>(offset.error()));
  return static_cast<int64_t>(*offset);
}

uint32_t ETDumpGen::add_tensor(const Tensor& tensor) {
  const int64_t offset = write_elements(tensor);
  flatbuffers::FlatBufferBuilder& fbb = builder_->fbb();
  const auto widen = [&](ArrayRef<int32_t> values) {
    int64_t* wide = nullptr;
    const auto vector = fbb.CreateUninitializedVector(values.size(), &wide);
    for (size_t i = 0; i < values.size(); ++i) {
      wide[i] = values[i];
    }
    return flatbuffers::Offset<flatbuffers::Vector<int64_t>>(vector);
  };
  const auto sizes = widen(tensor.sizes());
  const auto strides = widen(tensor.strides());
  return fb::CreateTensor(fbb,
                          static_cast<executorch_flatbuffer::ScalarType>(
                              tensor.scalar_type()),
                          sizes, strides, offset)
      .o;
}

namespace {

/// A value and whether it is an output of the method.
template <typename T>
struct Logged {
  const T& value;
  bool is_output;
};

}  // namespace

template <typename T>
uint32_t ETDumpGen::add_value(const T& logged) {
  using Value = std::decay_t<decltype(logged.value)>;
  flatbuffers::FlatBufferBuilder& fbb = builder_->fbb();
  if constexpr (std::is_same_v<Value, Tensor>) {
    const uint32_t tensor = add_tensor(logged.value);
    return make_value(fbb, fb::ValueType::Tensor, logged.is_output,
                      [&](auto& value) { value.add_tensor(tensor); });
  } else if constexpr (std::is_same_v<Value, ArrayRef<Tensor>>) {
    std::vector<flatbuffers::Offset<fb::Tensor>> tensors;
    for (const Tensor& tensor : logged.value) {
      tensors.push_back(add_tensor(tensor));
    }
    const auto list = fb::CreateTensorList(
        fbb, fbb.CreateVector(tensors.data(), tensors.size()));
    return make_value(fbb, fb::ValueType::TensorList, logged.is_output,
                      [&](auto& value) { value.add_tensor_list(list); });
  } else if constexpr (std::is_same_v<Value, bool>) {
    const auto number = fb::CreateBool(fbb, logged.value);
    return make_value(fbb, fb::ValueType::Bool, logged.is_output,
                      [&](auto& value) { value.add_bool_value(number); });
  } else if constexpr (std::is_same_v<Value, double>) {
    const auto number = fb::CreateDouble(fbb, logged.value);
    return make_value(fbb, fb::ValueType::Double, logged.is_output,
                      [&](auto& value) { value.add_double_value(number); });
  } else {
    const auto number = fb::CreateInt(fbb, logged.value);
    return make_value(fbb, fb::ValueType::Int, logged.is_output,
                      [&](auto& value) { value.add_int_value(number); });
  }
}

Result<bool> ETDumpGen::log_evalue(const EValue& evalue,
                                   LoggedEValueType evalue_type) {
  check_ready_to_add_events();
  const bool is_output = evalue_type == LoggedEValueType::kProgramOutput;
  uint32_t value = 0;
  switch (evalue.tag) {
    case Tag::Tensor:
      value = add_value(Logged<Tensor>{evalue.toTensor(), is_output});
      break;
    case Tag::ListTensor: {
      const ArrayRef<Tensor> list = evalue.toTensorList();
      value = add_value(Logged<ArrayRef<Tensor>>{list, is_output});
      break;
    }
    case Tag::Int: {
      const int64_t number = evalue.toInt();
      value = add_value(Logged<int64_t>{number, is_output});
      break;
    }
    case Tag::Double: {
      const double number = evalue.toDouble();
      value = add_value(Logged<double>{number, is_output});
      break;
    }
    case Tag::Bool: {
      const bool number = evalue.toBool();
      value = add_value(Logged<bool>{number, is_output});
      break;
    }
    default:
      return Error::NotSupported;
  }
  builder_->add_event(
      fb::CreateDebugEvent(builder_->fbb(), static_cast<uint64_t>(chain_id_),
                           static_cast<int32_t>(debug_handle_), value));
  return true;
}

template <typename T>
Result<bool> ETDumpGen::log_output(const char* name, DelegateDebugIntId index,
                                   const T& output) {
  ET_CHECK_OR_RETURN_ERROR(has_one_id(name, index), InvalidArgument, "%s",
                           kOneIdMessage);
  if (filter_ != nullptr) {
    const auto left_out = filter_->filter(name, index);
    if (!left_out.ok()) {
      return left_out.error();
    }
    if (*left_out) {
      return false;
    }
  }
  check_ready_to_add_events();
  const uint32_t id = builder_->add_string(name);
  const uint32_t value = add_value(Logged<T>{output, false});
  builder_->add_event(fb::CreateDebugEvent(
      builder_->fbb(), static_cast<uint64_t>(chain_id_),
      static_cast<int32_t>(debug_handle_), value, index, id));
  return true;
}

Result<bool> ETDumpGen::log_intermediate_output_delegate(
    const char* name, DelegateDebugIntId delegate_debug_index,
    const Tensor& output) {
  return log_output(name, delegate_debug_index, output);
}
Result<bool> ETDumpGen::log_intermediate_output_delegate(
    const char* name, DelegateDebugIntId delegate_debug_index,
    const ArrayRef<Tensor> output) {
  return log_output(name, delegate_debug_index, output);
}
Result<bool> ETDumpGen::log_intermediate_output_delegate(
    const char* name, DelegateDebugIntId delegate_debug_index,
    const int& output) {
  return log_output(name, delegate_debug_index, output);
}
Result<bool> ETDumpGen::log_intermediate_output_delegate(
    const char* name, DelegateDebugIntId delegate_debug_index,
    const bool& output) {
  return log_output(name, delegate_debug_index, output);
}
Result<bool> ETDumpGen::log_intermediate_output_delegate(
    const char* name, DelegateDebugIntId delegate_debug_index,
    const double& output) {
  return log_output(name, delegate_debug_index, output);
}

void ETDumpGen::set_delegation_intermediate_output_filter(
    EventTracerFilterBase* event_tracer_filter) {
  filter_ = event_tracer_filter;
}

Result<bool> ETDumpGen::set_debug_buffer(Span<uint8_t> buffer) {
  auto sink = BufferDataSink::create(buffer);
  if (!sink.ok()) {
    return sink.error();
  }
  buffer_data_sink_ = std::move(*sink);
  data_sink_ = &buffer_data_sink_;
  return true;
}

ETDumpResult ETDumpGen::get_etdump_data() {
  if (num_blocks_ == 0 || state_ == State::kDone) {
    return {nullptr, 0};
  }
  builder_->end_block();
  const Span<uint8_t> file = builder_->finish();
  state_ = State::kDone;
  if (is_static_) {
    return {file.data(), file.size()};
  }
  void* const copy = std::malloc(file.size());
  ET_CHECK_MSG(copy != nullptr, "no %zu bytes for the ETDump", file.size());
  std::memcpy(copy, file.data(), file.size());
  return {copy, file.size()};
}

}  // namespace etdump
}  // namespace executorch
