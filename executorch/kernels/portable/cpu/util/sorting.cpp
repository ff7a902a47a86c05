#include <executorch/kernels/portable/cpu/util/sorting.h>

#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {
namespace {

struct Array {
  char* data;
  int64_t nbytes;
  int64_t stride;
  int64_t length;
};

Array array_of(const Tensor& tensor, const Tensor& self, size_t axis) {
  const bool whole = tensor.dim() == self.dim();
  return {static_cast<char*>(tensor.mutable_data_ptr()),
          static_cast<int64_t>(runtime::elementSize(tensor.scalar_type())),
          whole ? stride_along(tensor, axis) : 1,
          whole ? size_along(tensor, axis) : 1};
}

template <class C>
void run_all(const Tensor& self, size_t axis, const LineParams& params,
             LineFunction<C> function, Entry<C>* entries, Tensor& values,
             Tensor& indices) {
  const LoadFn load = load_function(self.scalar_type(), kScalarTypeOf<C>);
  const StoreFn store = store_function(kScalarTypeOf<C>, values.scalar_type());
  const Array from = array_of(self, self, axis);
  const Array to = array_of(values, self, axis);
  const Array places = array_of(indices, self, axis);
  const LoopNest outer = nest_without(axis, {&self, &values, &indices});
  for_each_offset(outer, [&](const int64_t* at) {
    for (int64_t i = 0; i < from.length; ++i) {
      load(from.data + (at[0] + i * from.stride) * from.nbytes, 1,
           &entries[i].value, 1);
      entries[i].index = i;
    }
    function(entries, from.length, params);
    for (int64_t i = 0; i < to.length; ++i) {
      store(&entries[i].value, to.data + (at[1] + i * to.stride) * to.nbytes,
            1, 1);
      reinterpret_cast<int64_t*>(places.data)[at[2] + i * places.stride] =
          entries[i].index;
    }
  });
}

}  // namespace

bool check_line_results(KernelRuntimeContext& ctx, const char* op,
                        const Tensor& self, const Tensor& values,
                        const Tensor& indices) {
  return check_same_dtype(ctx, op, values, self.scalar_type()) &&
         check_same_dtype(ctx, op, indices, ScalarType::Long) &&
         (compute_type(self.scalar_type()) != ScalarType::Undefined ||
          refuse_dtype(ctx, op, self.scalar_type()));
}

void run_lines(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
               size_t axis, const LineParams& params,
               LineFunction<double> real, LineFunction<int64_t> integer,
               Tensor& values, Tensor& indices) {
  const int64_t length = size_along(self, axis);
  if (values.numel() == 0) {
    return;
  }
  static_assert(sizeof(Entry<double>) == sizeof(Entry<int64_t>));
  const auto memory =
      ctx.allocate_temp(static_cast<size_t>(length) * sizeof(Entry<double>),
                        alignof(Entry<double>));
  if (!memory.ok()) {
    ET_LOG(Error, "%s: no temporary memory for a line of %" PRId64, op, length);
    ctx.fail(memory.error());
    return;
  }
  if (is_floating(self.scalar_type())) {
    run_all<double>(self, axis, params, real,
                    static_cast<Entry<double>*>(memory.get()), values, indices);
  } else {
    run_all<int64_t>(self, axis, params, integer,
                     static_cast<Entry<int64_t>*>(memory.get()), values,
                     indices);
  }
}

void run_line_reduction(KernelRuntimeContext& ctx, const char* op,
                        const Tensor& self, int64_t dim, bool keepdim,
                        const LineParams& params, LineFunction<double> real,
                        LineFunction<int64_t> integer, Tensor& values,
                        Tensor& indices) {
  const Shape shape = ops::reduce_shape(sizes_of(self), {&dim, 1}, keepdim);
  if (!check_line_results(ctx, op, self, values, indices) ||
      !resize_out(ctx, op, shape, values) ||
      !resize_out(ctx, op, shape, indices)) {
    return;
  }
  const size_t axis =
      *ops::normalize_axis(dim, static_cast<size_t>(self.dim()));
  if (values.numel() != 0 && size_along(self, axis) < params.count) {
    ET_LOG(Error, "%s: found %" PRId64 " values, expected at least %" PRId64,
           op, size_along(self, axis), params.count);
    ctx.fail(Error::InvalidArgument);
    return;
  }
  run_lines(ctx, op, self, axis, params, real, integer, values, indices);
}

}  // namespace executorch::kernels::portable
