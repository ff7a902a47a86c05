#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <executorch/schema/program_generated.h>

/// Makes small program files for tests.
namespace executorch::runtime::testing {

namespace fb = executorch_flatbuffer;

class ProgramBuilder {
 public:
  struct TensorSpec {
    std::vector<int32_t> sizes = {2};
    fb::ScalarType type = fb::ScalarType::FLOAT;
    uint32_t constant = 0;
    uint32_t memory_id = 0;
    uint32_t offset = 0;
    std::vector<uint8_t> dim_order = {};
    fb::TensorShapeDynamism dynamism = fb::TensorShapeDynamism::STATIC;
    const char* external_name = nullptr;
  };

  std::vector<int32_t> inputs;
  std::vector<int32_t> outputs;
  std::vector<int64_t> buffer_sizes = {0};
  std::vector<std::string> operators;
  /// Data of the constants (from index 1 on) and of the mutable segment.
  std::vector<std::vector<float>> constants;
  std::vector<std::vector<float>> initial_values;
  std::vector<flatbuffers::Offset<fb::BackendDelegate>> delegates;
  uint32_t version = 0;
  bool with_chains = true;

  int32_t tensor(const TensorSpec& spec) {
    std::vector<uint8_t> order = spec.dim_order;
    for (size_t i = order.size(); i < spec.sizes.size(); ++i) {
      order.push_back(static_cast<uint8_t>(i));
    }
    flatbuffers::Offset<fb::AllocationDetails> place = 0;
    if (spec.memory_id > 0) {
      place =
          fb::CreateAllocationDetails(builder, spec.memory_id, spec.offset, 0);
    }
    flatbuffers::Offset<fb::ExtraTensorInfo> extra = 0;
    if (spec.external_name != nullptr) {
      extra = fb::CreateExtraTensorInfoDirect(builder, 0, spec.external_name,
                                              fb::TensorDataLocation::EXTERNAL);
    }
    return add(fb::KernelTypes::Tensor,
               fb::CreateTensorDirect(builder, spec.type, 0, &spec.sizes,
                                      &order, false, spec.constant, place, 0,
                                      spec.dynamism, extra)
                   .Union());
  }

  int32_t integer(int64_t value) {
    return add(fb::KernelTypes::Int, fb::CreateInt(builder, value).Union());
  }
  int32_t boolean(bool value) {
    return add(fb::KernelTypes::Bool, fb::CreateBool(builder, value).Union());
  }
  int32_t none() {
    return add(fb::KernelTypes::Null, fb::CreateNull(builder).Union());
  }
  int32_t int_list(const std::vector<int64_t>& items) {
    return add(fb::KernelTypes::IntList,
               fb::CreateIntListDirect(builder, &items).Union());
  }
  int32_t tensor_list(const std::vector<int32_t>& items) {
    return add(fb::KernelTypes::TensorList,
               fb::CreateTensorListDirect(builder, &items).Union());
  }
  int32_t add(fb::KernelTypes type, flatbuffers::Offset<void> value) {
    values_.push_back(fb::CreateEValue(builder, type, value));
    return static_cast<int32_t>(values_.size() - 1);
  }

  void call(int32_t op, const std::vector<int32_t>& args) {
    instruction(fb::InstructionArguments::KernelCall,
                fb::CreateKernelCallDirect(builder, op, &args).Union());
  }
  void delegate(int32_t index, const std::vector<int32_t>& args) {
    instruction(fb::InstructionArguments::DelegateCall,
                fb::CreateDelegateCallDirect(builder, index, &args).Union());
  }
  void move(int32_t from, int32_t to) {
    instruction(fb::InstructionArguments::MoveCall,
                fb::CreateMoveCall(builder, from, to).Union());
  }
  void jump_false(int32_t condition, int32_t to) {
    instruction(fb::InstructionArguments::JumpFalseCall,
                fb::CreateJumpFalseCall(builder, condition, to).Union());
  }
  void release(int32_t value) {
    instruction(fb::InstructionArguments::FreeCall,
                fb::CreateFreeCall(builder, value).Union());
  }
  void instruction(fb::InstructionArguments type,
                   flatbuffers::Offset<void> args) {
    instructions_.push_back(fb::CreateInstruction(builder, type, args));
  }

  /// Returns the file: flatbuffer, header and segments.
  std::vector<uint8_t> finish() {
    std::vector<uint8_t> segments;
    std::vector<flatbuffers::Offset<fb::DataSegment>> segment_tables;
    const auto constant_list =
        subsegments(constants, &segments, &segment_tables);
    const auto mutable_list =
        subsegments(initial_values, &segments, &segment_tables);
    std::vector<flatbuffers::Offset<fb::Operator>> ops;
    for (const std::string& name : operators) {
      ops.push_back(fb::CreateOperatorDirect(builder, name.c_str(), ""));
    }
    std::vector<flatbuffers::Offset<fb::Chain>> chains;
    if (with_chains) {
      chains.push_back(fb::CreateChainDirect(builder, nullptr, nullptr,
                                             &instructions_, nullptr));
    }
    const std::vector<flatbuffers::Offset<fb::ExecutionPlan>> plans = {
        fb::CreateExecutionPlanDirect(builder, "forward", 0, &values_, &inputs,
                                      &outputs, &chains, &ops, &delegates,
                                      &buffer_sizes)};
    const std::vector<flatbuffers::Offset<fb::SubsegmentOffsets>> mutables = {
        mutable_list};
    fb::FinishProgramBuffer(
        builder,
        fb::CreateProgramDirect(builder, version, &plans, nullptr, nullptr,
                                &segment_tables, constant_list, &mutables));
    return with_header(segments);
  }

  flatbuffers::FlatBufferBuilder builder;

 private:
  static constexpr size_t kAlignment = 16;
  static constexpr size_t kHeaderNbytes = 32;

  flatbuffers::Offset<fb::SubsegmentOffsets> subsegments(
      const std::vector<std::vector<float>>& pieces,
      std::vector<uint8_t>* segments,
      std::vector<flatbuffers::Offset<fb::DataSegment>>* tables) {
    const size_t start = segments->size();
    std::vector<uint64_t> offsets = {0};
    for (const auto& piece : pieces) {
      offsets.push_back(segments->size() - start);
      const auto* bytes = reinterpret_cast<const uint8_t*>(piece.data());
      segments->insert(segments->end(), bytes,
                       bytes + piece.size() * sizeof(float));
      segments->resize((segments->size() + kAlignment - 1) & ~(kAlignment - 1));
    }
    tables->push_back(
        fb::CreateDataSegment(builder, start, segments->size() - start));
    return fb::CreateSubsegmentOffsetsDirect(
        builder, static_cast<uint32_t>(tables->size() - 1), &offsets);
  }

  /// Puts the header behind root offset and identifier, and segments behind
  /// all.
  std::vector<uint8_t> with_header(const std::vector<uint8_t>& segments) {
    const uint8_t* const data = builder.GetBufferPointer();
    std::vector<uint8_t> file(data, data + 8);
    uint32_t root = 0;
    std::memcpy(&root, data, sizeof(root));
    root += kHeaderNbytes;
    std::memcpy(file.data(), &root, sizeof(root));
    const uint64_t program_nbytes = builder.GetSize() + kHeaderNbytes;
    const uint64_t base = segments.empty() ? 0
                                           : (program_nbytes + kAlignment - 1) &
                                                 ~uint64_t{kAlignment - 1};
    append(&file, "eh00", 4);
    const uint32_t header_nbytes = kHeaderNbytes;
    const uint64_t segment_nbytes = segments.size();
    append(&file, &header_nbytes, sizeof(header_nbytes));
    append(&file, &program_nbytes, sizeof(program_nbytes));
    append(&file, &base, sizeof(base));
    append(&file, &segment_nbytes, sizeof(segment_nbytes));
    file.insert(file.end(), data + 8, data + builder.GetSize());
    file.resize(segments.empty() ? file.size() : base);
    file.insert(file.end(), segments.begin(), segments.end());
    return file;
  }

  static void append(std::vector<uint8_t>* file, const void* data,
                     size_t nbytes) {
    const auto* bytes = static_cast<const uint8_t*>(data);
    file->insert(file->end(), bytes, bytes + nbytes);
  }

  std::vector<flatbuffers::Offset<fb::EValue>> values_;
  std::vector<flatbuffers::Offset<fb::Instruction>> instructions_;
};

}  // namespace executorch::runtime::testing
