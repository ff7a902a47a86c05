#include "program_report.h"

#include <executorch/exir/import/mapped_file.h>
#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/printer.h>
#include <executorch/schema/extended_header.h>
#include <executorch/schema/program_generated.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "external_constants.h"

namespace rushlight {
namespace {

namespace fb = executorch_flatbuffer;

using executorch::exir::Argument;
using executorch::exir::Expected;
using executorch::exir::fail;
using executorch::exir::GraphOutput;
using executorch::exir::MappedFile;
using executorch::exir::ScalarType;
using executorch::exir::Value;

std::string spec_text(const Value& value) {
  return std::visit([](const auto& spec) { return spec.str(); }, value.spec);
}

std::string tensor_text(const fb::Tensor& tensor) {
  std::vector<std::string> sizes;
  if (tensor.sizes() != nullptr) {
    const bool is_static =
        tensor.shape_dynamism() == fb::TensorShapeDynamism::STATIC;
    for (const int32_t size : *tensor.sizes()) {
      sizes.push_back(fmt::format("{}{}", is_static ? "" : "<=", size));
    }
  }
  return fmt::format("{}[{}]",
                     executorch::exir::dtype_name(
                         static_cast<ScalarType>(tensor.scalar_type())),
                     fmt::join(sizes, ", "));
}

std::string value_text(const fb::ExecutionPlan& plan, int32_t index) {
  if (plan.values() == nullptr || index < 0 ||
      static_cast<uint32_t>(index) >= plan.values()->size()) {
    return fmt::format("value {} (out of range)", index);
  }
  const auto* value = plan.values()->Get(static_cast<uint32_t>(index));
  const auto* tensor = value->val_as_Tensor();
  return tensor != nullptr
             ? tensor_text(*tensor)
             : std::string(fb::EnumNameKernelTypes(value->val_type()));
}

std::vector<std::string> value_texts(const fb::ExecutionPlan& plan,
                                     const flatbuffers::Vector<int32_t>* list) {
  std::vector<std::string> texts;
  if (list != nullptr) {
    for (const int32_t index : *list) {
      texts.push_back(value_text(plan, index));
    }
  }
  return texts;
}

std::string text_of(const flatbuffers::String* string) {
  return string == nullptr ? std::string() : string->str();
}

void count_operators(const fb::ExecutionPlan& plan, MethodReport& report) {
  if (plan.chains() == nullptr || plan.operators() == nullptr) {
    return;
  }
  for (const auto* chain : *plan.chains()) {
    if (chain->instructions() == nullptr) {
      continue;
    }
    for (const auto* instruction : *chain->instructions()) {
      const auto* call = instruction->instr_args_as_KernelCall();
      if (call == nullptr) {
        ++report.operators[fb::EnumNameInstructionArguments(
            instruction->instr_args_type())];
      } else if (call->op_index() >= 0 &&
                 static_cast<uint32_t>(call->op_index()) <
                     plan.operators()->size()) {
        const auto* op =
            plan.operators()->Get(static_cast<uint32_t>(call->op_index()));
        const std::string overload = text_of(op->overload());
        ++report.operators[text_of(op->name()) +
                           (overload.empty() ? "" : "." + overload)];
      }
    }
  }
}

MethodReport report_plan(std::span<const std::byte> file,
                         const fb::ExecutionPlan& plan) {
  MethodReport report;
  report.name = text_of(plan.name());
  report.inputs = value_texts(plan, plan.inputs());
  report.outputs = value_texts(plan, plan.outputs());
  count_operators(plan, report);
  report.external_constants = external_constants(file, plan);
  if (plan.delegates() != nullptr) {
    for (const auto* delegate : *plan.delegates()) {
      report.delegates.push_back(text_of(delegate->id()));
    }
  }
  if (plan.non_const_buffer_sizes() != nullptr) {
    report.planned_nbytes.assign(plan.non_const_buffer_sizes()->begin(),
                                 plan.non_const_buffer_sizes()->end());
  }
  return report;
}

std::string segment_kind(const fb::Program& program, uint32_t index) {
  if (program.constant_segment() != nullptr &&
      program.constant_segment()->segment_index() == index) {
    return "constants";
  }
  if (program.mutable_data_segments() != nullptr) {
    for (const auto* segment : *program.mutable_data_segments()) {
      if (segment->segment_index() == index) {
        return "mutable data";
      }
    }
  }
  return "delegate or named data";
}

std::string method_text(const MethodReport& method) {
  std::string text = fmt::format("method {}\n", method.name);
  for (size_t i = 0; i < method.inputs.size(); ++i) {
    text += fmt::format("  input {}: {}\n", i, method.inputs[i]);
  }
  for (size_t i = 0; i < method.outputs.size(); ++i) {
    text += fmt::format("  output {}: {}\n", i, method.outputs[i]);
  }
  for (const auto& [name, count] : method.operators) {
    text += fmt::format("  {:5} x {}\n", count, name);
  }
  for (const std::string& delegate : method.delegates) {
    text += fmt::format("  delegate {}\n", delegate);
  }
  for (const std::string& name : method.external_constants) {
    text += fmt::format("  external constant {}\n", name);
  }
  if (!method.planned_nbytes.empty()) {
    text += fmt::format("  planned memory: [{}] bytes\n",
                        fmt::join(method.planned_nbytes, ", "));
  }
  return text;
}

}  // namespace

Report report_archive(const executorch::exir::ExportedProgram& program) {
  Report report;
  report.format = "export archive of torch " + program.torch_version;
  MethodReport& method = report.methods.emplace_back();
  method.name = "forward";
  const auto& graph = *program.graph;
  for (const Value* input : graph.inputs()) {
    method.inputs.push_back(input->name + ": " + spec_text(*input));
  }
  for (const GraphOutput& output : graph.outputs()) {
    const auto* value = std::get_if<Value*>(&output.value);
    if (output.kind == GraphOutput::Kind::kUser) {
      method.outputs.push_back(value != nullptr ? spec_text(**value)
                                                : "constant");
    }
  }
  for (const auto& node : graph.nodes()) {
    ++method.operators[node->op().schema.qualified_name()];
  }
  for (const Value* constant : graph.constants()) {
    report.constant_nbytes += constant->data.bytes.size();
  }
  return report;
}

Expected<Report> report_program(const std::string& path) {
  ET_ASSIGN(const auto file, MappedFile::open(path));
  const auto bytes = file->bytes();
  const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
  flatbuffers::Verifier verifier(data, bytes.size());
  if (bytes.size() < 8 || !fb::ProgramBufferHasIdentifier(data) ||
      !fb::VerifyProgramBuffer(verifier)) {
    return fail(fmt::format("{}: not a valid .pte program", path));
  }
  const fb::Program& program = *fb::GetProgram(data);
  Report report;
  report.format = fmt::format("program {}, schema version {}",
                              fb::ProgramIdentifier(), program.version());
  if (program.execution_plan() != nullptr) {
    for (const auto* plan : *program.execution_plan()) {
      report.methods.push_back(report_plan(bytes, *plan));
    }
  }
  const auto header =
      executorch::runtime::ExtendedHeader::Parse(data, bytes.size());
  const uint64_t base = header.ok() ? header->segment_base_offset : 0;
  if (program.segments() != nullptr) {
    for (uint32_t i = 0; i < program.segments()->size(); ++i) {
      const auto* segment = program.segments()->Get(i);
      report.segments.push_back({segment_kind(program, i),
                                 base + segment->offset(), segment->size()});
      if (report.segments.back().kind == "constants") {
        report.constant_nbytes += segment->size();
      }
    }
  }
  return report;
}

std::string to_text(const Report& report) {
  std::string text = fmt::format("{}\nconstants: {} bytes\n", report.format,
                                 report.constant_nbytes);
  for (const MethodReport& method : report.methods) {
    text += method_text(method);
  }
  for (size_t i = 0; i < report.segments.size(); ++i) {
    const SegmentReport& segment = report.segments[i];
    text += fmt::format("segment {}: {}, {} bytes at {}\n", i, segment.kind,
                        segment.nbytes, segment.offset);
  }
  for (const NamedDataReport& data : report.data) {
    text +=
        fmt::format("{}: {}, {} bytes\n", data.name, data.layout, data.nbytes);
  }
  return text;
}

}  // namespace rushlight
