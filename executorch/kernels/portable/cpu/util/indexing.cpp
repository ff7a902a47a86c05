#include <executorch/kernels/portable/cpu/util/indexing.h>

#include <executorch/runtime/platform/log.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

bool report(KernelRuntimeContext& ctx, const char* op, const char* what,
            int64_t found, int64_t expected) {
  ET_LOG(Error, "%s: %s: %" PRId64 ", expected %" PRId64, op, what, found,
         expected);
  ctx.fail(Error::InvalidArgument);
  return false;
}

bool is_set(const Tensor& mask, int64_t element) {
  return mask.const_data_ptr<uint8_t>()[element] != 0;
}

}  // namespace

bool IndexPlan::add_mask(KernelRuntimeContext& ctx, const char* op,
                         const Tensor& mask, size_t dim) {
  const Sizes sizes = sizes_of(mask);
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (dim + i >= self_sizes_.size() || sizes[i] != self_sizes_[dim + i]) {
      return report(ctx, op, "mask size differs from the indexed one", sizes[i],
                    dim + i < self_sizes_.size() ? self_sizes_[dim + i] : 0);
    }
  }
  Index& index = indices_[count_++];
  index.dim = dim;
  index.data = mask.const_data_ptr();
  index.is_mask = true;
  index.mask = nest_over(mask);
  index.mask.operands = 2;
  for (size_t i = 0; i < sizes.size(); ++i) {
    index.mask.strides[1][i] = self_strides_[dim + i];
    indexed_[dim + i] = true;
  }
  int64_t hits = 0;
  for (int64_t i = 0; i < mask.numel(); ++i) {
    hits += is_set(mask, i) ? 1 : 0;
  }
  index.sizes.push_back(hits);
  index.strides[0] = 1;
  return true;
}

bool IndexPlan::add(KernelRuntimeContext& ctx, const char* op,
                    const Tensor& index, size_t dim) {
  const ScalarType dtype = index.scalar_type();
  if (dtype == ScalarType::Bool || dtype == ScalarType::Byte) {
    return (index.dim() > 0 ||
            report(ctx, op, "rank of a mask", index.dim(), 1)) &&
           add_mask(ctx, op, index, dim);
  }
  if (dtype != ScalarType::Long && dtype != ScalarType::Int) {
    return refuse_dtype(ctx, op, dtype);
  }
  Index& added = indices_[count_++];
  added.dim = dim;
  added.data = index.const_data_ptr();
  added.is_int32 = dtype == ScalarType::Int;
  added.numel = index.numel();
  added.sizes = sizes_of(index);
  for (size_t i = 0; i < added.sizes.size(); ++i) {
    added.strides[i] = index.strides()[i];
  }
  indexed_[dim] = true;
  return true;
}

bool IndexPlan::broadcast(KernelRuntimeContext& ctx, const char* op) {
  for (size_t i = 0; i < count_; ++i) {
    const Shape shape = ops::broadcast_shapes(index_sizes_, indices_[i].sizes);
    if (!shape.ok()) {
      return report(ctx, op, shape.error.what, shape.error.found,
                    shape.error.expected);
    }
    index_sizes_ = shape.sizes;
  }
  if (positions() == INT64_MAX) {
    return report(ctx, op, "indices broadcast to too many positions",
                  positions(), INT32_MAX);
  }
  for (size_t i = 0; i < count_; ++i) {
    Index& index = indices_[i];
    const size_t rank = index.sizes.size();
    const size_t lead = index_sizes_.size() - rank;
    int64_t strides[ops::kMaxRank] = {};
    for (size_t k = 0; k < rank; ++k) {
      strides[lead + k] = index.sizes[k] == 1 ? 0 : index.strides[k];
    }
    std::copy_n(strides, ops::kMaxRank, index.strides);
  }
  return true;
}

bool IndexPlan::check_range(KernelRuntimeContext& ctx, const char* op) const {
  for (size_t i = 0; i < count_ && positions() != 0; ++i) {
    // A mask has no values to check: its `numel` is 0.
    const int64_t size = self_sizes_[indices_[i].dim];
    for (int64_t k = 0; k < indices_[i].numel; ++k) {
      const int64_t found = value(indices_[i], k);
      if (found < -size || found >= size) {
        return report(ctx, op, "index is out of range for a size", found, size);
      }
    }
  }
  return true;
}

bool IndexPlan::init(KernelRuntimeContext& ctx, const char* op,
                     const Tensor& self,
                     ArrayRef<std::optional<Tensor>> indices) {
  self_sizes_ = sizes_of(self);
  for (size_t i = 0; i < self_sizes_.size(); ++i) {
    self_strides_[i] = self.strides()[i];
  }
  size_t dim = 0;
  for (const std::optional<Tensor>& index : indices) {
    if (dim >= self_sizes_.size()) {
      return report(ctx, op, "number of indices",
                    static_cast<int64_t>(indices.size()),
                    static_cast<int64_t>(self_sizes_.size()));
    }
    if (index && !add(ctx, op, *index, dim)) {
      return false;
    }
    dim += index && indices_[count_ - 1].is_mask
               ? indices_[count_ - 1].mask.rank
               : 1;
  }
  return broadcast(ctx, op) && check_range(ctx, op);
}

int64_t IndexPlan::Cursor::mask_offset(size_t i, int64_t hit) {
  const LoopNest& nest = plan_.indices_[i].mask;
  const auto* mask = static_cast<const uint8_t*>(plan_.indices_[i].data);
  MaskPlace& place = masks_[i];
  if (hit < place.hit) {
    place = MaskPlace();
  }
  while (place.hit < hit) {
    bool moved = place.hit < 0 && mask[place.element] != 0;
    while (!moved) {
      for (size_t d = nest.rank; d-- > 0;) {
        const bool more = ++place.at[d] < nest.sizes[d];
        const int64_t steps = more ? 1 : 1 - place.at[d];
        place.element += steps * nest.strides[0][d];
        place.self_offset += steps * nest.strides[1][d];
        if (more) {
          break;
        }
        place.at[d] = 0;
      }
      moved = mask[place.element] != 0;
    }
    ++place.hit;
  }
  return place.self_offset;
}

int64_t IndexPlan::Cursor::self_offset() {
  int64_t offset = 0;
  for (size_t i = 0; i < plan_.count_; ++i) {
    const Index& index = plan_.indices_[i];
    if (index.is_mask) {
      offset += mask_offset(i, offsets_[i]);
      continue;
    }
    const int64_t at = value(index, offsets_[i]);
    offset += (at < 0 ? at + plan_.self_sizes_[index.dim] : at) *
              plan_.self_strides_[index.dim];
  }
  return offset;
}

bool IndexPlan::Cursor::next() {
  for (size_t d = plan_.index_sizes_.size(); d-- > 0;) {
    const bool more = ++at_[d] < plan_.index_sizes_[d];
    const int64_t steps = more ? 1 : 1 - at_[d];
    result_ += steps * strides_[d];
    for (size_t i = 0; i < plan_.count_; ++i) {
      offsets_[i] += steps * plan_.indices_[i].strides[d];
    }
    if (more) {
      return true;
    }
    at_[d] = 0;
  }
  return false;
}

size_t IndexPlan::result_dim_of_index() const {
  size_t first = 0;
  size_t last = 0;
  size_t count = 0;
  for (size_t i = 0; i < self_sizes_.size(); ++i) {
    if (indexed_[i]) {
      first = count++ == 0 ? i : first;
      last = i;
    }
  }
  return count != 0 && last - first + 1 == count ? first : 0;
}

LoopNest IndexPlan::block(const int64_t* result_strides) const {
  LoopNest nest;
  nest.operands = 2;
  const size_t place = result_dim_of_index();
  size_t at = place == 0 ? index_sizes_.size() : 0;
  for (size_t i = 0; i < self_sizes_.size(); ++i) {
    if (i == place && place != 0) {
      at += index_sizes_.size();
    }
    if (!indexed_[i]) {
      nest.sizes[nest.rank] = self_sizes_[i];
      nest.strides[0][nest.rank] = result_strides[at++];
      nest.strides[1][nest.rank++] = self_strides_[i];
    }
  }
  nest.simplify();
  return nest;
}

}  // namespace executorch::kernels::portable
