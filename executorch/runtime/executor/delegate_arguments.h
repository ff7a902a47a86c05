#pragma once

#include <cstddef>
#include <cstdint>

#include <executorch/runtime/backend/backend_init_context.h>
#include <executorch/runtime/core/evalue.h>

namespace executorch_flatbuffer {
struct DelegateCall;
struct ExecutionPlan;
}  // namespace executorch_flatbuffer

namespace executorch {
namespace runtime {

/// The constant arguments of a delegate, as its plan has them: those of its
/// call, if there is one call. Plan and values outlive it.
class DelegateArguments final : public ConstantArguments {
 public:
  /// @param[in] plan Instructions are valid.
  /// @param[in] values The values of the plan, made.
  DelegateArguments(const executorch_flatbuffer::ExecutionPlan& plan,
                    const EValue* values, size_t delegate_index);

  const EValue* at(size_t index) const override;

 private:
  const executorch_flatbuffer::ExecutionPlan& plan_;
  const EValue* values_;
  const executorch_flatbuffer::DelegateCall* call_ = nullptr;
};

}  // namespace runtime
}  // namespace executorch
