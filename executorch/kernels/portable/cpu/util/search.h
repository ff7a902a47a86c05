#pragma once

#include <executorch/kernels/portable/cpu/util/pointwise.h>

namespace executorch::kernels::portable {

/// out[..., i] = number of elements of the sorted line that are below (with
/// `right`: not above) values[..., i]. A `sorted` of rank 1 serves all lines;
/// `sorter` says where the elements of each line stand.
void search_sorted(KernelRuntimeContext& ctx, const char* op,
                   const Tensor& sorted, const Operand& values, bool right,
                   const std::optional<Tensor>& sorter, Tensor& out);

/// "left" and "right" of aten::searchsorted, which may contradict `right`.
bool check_side(KernelRuntimeContext& ctx, const char* op,
                const std::optional<std::string_view>& side, bool& right);

}  // namespace executorch::kernels::portable
