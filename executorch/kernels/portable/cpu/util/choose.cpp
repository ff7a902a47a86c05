#include <executorch/kernels/portable/cpu/util/choose.h>

namespace executorch::kernels::portable {
namespace {

template <class C>
void choose_loop(const void* const* in, void* out, size_t n, const void*) {
  const bool* condition = static_cast<const bool*>(in[0]);
  const C* a = static_cast<const C*>(in[1]);
  const C* b = static_cast<const C*>(in[2]);
  C* o = static_cast<C*>(out);
  ET_IVDEP
  for (size_t i = 0; i < n; ++i) {
    o[i] = condition[i] ? a[i] : b[i];
  }
}

}  // namespace

PointwiseFn choose_function(ScalarType compute) {
  switch (compute) {
    case ScalarType::Float:
      return choose_loop<float>;
    case ScalarType::Double:
      return choose_loop<double>;
    default:
      return choose_loop<int64_t>;
  }
}

}  // namespace executorch::kernels::portable
