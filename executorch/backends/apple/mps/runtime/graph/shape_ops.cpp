#include <executorch/backends/apple/mps/runtime/graph/nodes.h>

#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <algorithm>
#include <cinttypes>

namespace executorch {
namespace backends {
namespace mps {

using aten::ScalarType;

namespace {

/// Sizes of `numel` elements with at most one -1 filled in.
Result<std::vector<int64_t>> resolved(std::vector<int64_t> sizes,
                                      int64_t numel) {
  int64_t known = 1;
  int64_t* open = nullptr;
  for (int64_t& size : sizes) {
    if (size == -1 && open == nullptr) {
      open = &size;
    } else {
      ET_CHECK_OR_RETURN_ERROR(
          size >= 0 && !__builtin_mul_overflow(known, size, &known),
          InvalidProgram, "MPS payload: a view with size %" PRId64, size);
    }
  }
  if (open != nullptr) {
    ET_CHECK_OR_RETURN_ERROR(known != 0 && numel % known == 0, InvalidProgram,
                             "MPS payload: a view of %" PRId64
                             " elements as %" PRId64 " times an open size",
                             numel, known);
    *open = numel / known;
  }
  return sizes;
}

/// A bound of a slice: negative ones count from the end, all are clamped.
int64_t clamped(int64_t place, int64_t size) {
  return std::clamp<int64_t>(place < 0 ? place + size : place, 0, size);
}

}  // namespace

Error build_permute(GraphBuilder& builder, const mpsgraph::MPSNode&,
                    const mpsgraph::MPSPermute& node, int) {
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  std::vector<int32_t> axes;
  for (const int64_t given : as_sizes(node.perm())) {
    ET_MPS_ASSIGN(axis, builder.axis(given, builder.type(x).rank()));
    axes.push_back(axis);
  }
  return builder.define(node.output_id(), builder.permute(x, std::move(axes)));
}

Error build_view(GraphBuilder& builder, const mpsgraph::MPSNode&,
                 const mpsgraph::MPSView& node, int) {
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  ET_MPS_ASSIGN(sizes,
                resolved(as_sizes(node.shape()), builder.type(x).numel()));
  return builder.define(node.output_id(), builder.reshape(x, sizes));
}

/// -1 keeps a size.
Error build_expand(GraphBuilder& builder, const mpsgraph::MPSNode&,
                   const mpsgraph::MPSView& node, int) {
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  const std::vector<int64_t>& from = builder.type(x).sizes;
  std::vector<int64_t> sizes = as_sizes(node.shape());
  for (size_t i = 0; i < sizes.size() && i < from.size(); ++i) {
    int64_t& size = sizes[sizes.size() - 1 - i];
    size = size == -1 ? from[from.size() - 1 - i] : size;
  }
  return builder.define(node.output_id(),
                        builder.broadcast(x, std::move(sizes)));
}

Error build_cat(GraphBuilder& builder, const mpsgraph::MPSNode&,
                const mpsgraph::MPSCat& node, int) {
  ET_CHECK_OR_RETURN_ERROR(
      node.input_ids() != nullptr && node.input_ids()->size() > 0,
      InvalidProgram, "MPS payload: a concatenation of nothing");
  std::vector<ValueId> parts;
  ScalarType dtype = ScalarType::Bool;
  for (const int32_t id : *node.input_ids()) {
    ET_MPS_ASSIGN(part, builder.value(id));
    dtype = runtime::promoteTypes(dtype, builder.type(part).dtype);
    parts.push_back(part);
  }
  for (ValueId& part : parts) {
    ET_MPS_ASSIGN(converted, builder.cast(part, dtype));
    part = converted;
  }
  ET_MPS_ASSIGN(axis, builder.axis(node.dim(), builder.type(parts[0]).rank()));
  return builder.define(
      node.output_id(),
      builder.graph().add(engine::Concat{axis}, std::move(parts)));
}

Error build_squeeze(GraphBuilder& builder, const mpsgraph::MPSNode&,
                    const mpsgraph::MPSSqueeze& node, int) {
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  std::vector<int64_t> sizes = builder.type(x).sizes;
  std::vector<bool> dropped(sizes.size());
  for (const int64_t given : as_sizes(node.dims())) {
    ET_MPS_ASSIGN(axis, builder.axis(given, sizes.size()));
    dropped[static_cast<size_t>(axis)] = sizes[static_cast<size_t>(axis)] == 1;
  }
  std::vector<int64_t> kept;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (!dropped[i]) {
      kept.push_back(sizes[i]);
    }
  }
  return builder.define(node.output_id(), builder.reshape(x, kept));
}

Error build_unsqueeze(GraphBuilder& builder, const mpsgraph::MPSNode&,
                      const mpsgraph::MPSUnsqueeze& node, int) {
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  std::vector<int64_t> sizes = builder.type(x).sizes;
  ET_MPS_ASSIGN(axis, builder.axis(node.dim(), sizes.size() + 1));
  sizes.insert(sizes.begin() + axis, 1);
  return builder.define(node.output_id(), builder.reshape(x, sizes));
}

Error build_select(GraphBuilder& builder, const mpsgraph::MPSNode&,
                   const mpsgraph::MPSSelect& node, int) {
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  std::vector<int64_t> sizes = builder.type(x).sizes;
  ET_MPS_ASSIGN(axis, builder.axis(node.dim(), sizes.size()));
  const int64_t size = sizes[static_cast<size_t>(axis)];
  const int64_t at = node.index() < 0 ? node.index() + size : node.index();
  ET_CHECK_OR_RETURN_ERROR(0 <= at && at < size, InvalidProgram,
                           "MPS payload: index %" PRId32
                           " of a dimension of %" PRId64,
                           node.index(), size);
  ET_MPS_ASSIGN(part, builder.slice(x, static_cast<size_t>(axis), at, at + 1));
  sizes.erase(sizes.begin() + axis);
  return builder.define(node.output_id(), builder.reshape(part, sizes));
}

Error build_slice(GraphBuilder& builder, const mpsgraph::MPSNode&,
                  const mpsgraph::MPSSlice& node, int) {
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  ET_MPS_ASSIGN(axis, builder.axis(node.dim(), builder.type(x).rank()));
  const int64_t size = builder.type(x).sizes[static_cast<size_t>(axis)];
  const int64_t start = clamped(node.start(), size);
  const int64_t end = std::max(start, clamped(node.end(), size));
  // Writers that leave the step out mean 1.
  const int64_t step = node.step() == 0 ? 1 : node.step();
  return builder.define(
      node.output_id(),
      builder.slice(x, static_cast<size_t>(axis), start, end, step));
}

Error build_pixel_shuffle(GraphBuilder& builder, const mpsgraph::MPSNode&,
                          const mpsgraph::MPSPixelShuffle& node, int) {
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  return builder.define(
      node.output_id(),
      builder.graph().add(engine::PixelShuffle{node.upscale_factor()}, {x}));
}

Error build_split_with_sizes(GraphBuilder& builder, const mpsgraph::MPSNode&,
                             const mpsgraph::MPSSplitWithSizes& node, int) {
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  ET_MPS_ASSIGN(axis, builder.axis(node.dim(), builder.type(x).rank()));
  const std::vector<int64_t> outputs = as_sizes(node.output_ids());
  const std::vector<int64_t> sizes = as_sizes(node.split_sizes());
  ET_CHECK_OR_RETURN_ERROR(outputs.size() == sizes.size(), InvalidProgram,
                           "MPS payload: %zu outputs of a split in %zu",
                           outputs.size(), sizes.size());
  int64_t start = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    ET_CHECK_OR_RETURN_ERROR(sizes[i] >= 0, InvalidProgram,
                             "MPS payload: a split of size %" PRId64, sizes[i]);
    ET_CHECK_OK_OR_RETURN_ERROR(builder.define(
        static_cast<int32_t>(outputs[i]),
        builder.slice(x, static_cast<size_t>(axis), start, start + sizes[i])));
    start += sizes[i];
  }
  return Error::Ok;
}

Error build_cast(GraphBuilder& builder, const mpsgraph::MPSNode&,
                 const mpsgraph::MPSCast& node, int) {
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  ET_MPS_ASSIGN(dtype, scalar_type(node.dtype()));
  return builder.define(node.output_id(), builder.cast(x, dtype));
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
