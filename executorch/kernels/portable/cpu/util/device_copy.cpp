#include <executorch/kernels/portable/cpu/util/device_copy.h>

#include <executorch/runtime/core/device_allocator.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {
namespace {

bool check_places(KernelRuntimeContext& ctx, const char* op, const Tensor& host,
                  const Tensor& device) {
  if (host.device_type() == aten::DeviceType::CPU &&
      device.device_type() != aten::DeviceType::CPU) {
    return true;
  }
  ET_LOG(Error, "%s: devices %d and %d, expected a host and a device tensor",
         op, static_cast<int>(host.device_type()),
         static_cast<int>(device.device_type()));
  ctx.fail(Error::InvalidArgument);
  return false;
}

}  // namespace

void copy_across(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
                 bool to_device, Tensor& out) {
  const Tensor& device = to_device ? out : self;
  if (!check_same_dtype(ctx, op, out, self.scalar_type()) ||
      !check_places(ctx, op, to_device ? self : out, device) ||
      !resize_out(ctx, op, sizes_of(self), out)) {
    return;
  }
  if (!same_layout(self, out)) {
    ET_LOG(Error, "%s: dim orders of self and out differ", op);
    ctx.fail(Error::InvalidArgument);
    return;
  }
  runtime::DeviceAllocator* allocator =
      runtime::get_device_allocator(device.device_type());
  if (allocator == nullptr) {
    ET_LOG(Error, "%s: no allocator is registered for device %d", op,
           static_cast<int>(device.device_type()));
    ctx.fail(Error::NotFound);
    return;
  }
  void* to = out.mutable_data_ptr();
  const void* from = self.const_data_ptr();
  const Error error = to_device
                          ? allocator->copy_host_to_device(
                                to, from, self.nbytes(), device.device_index())
                          : allocator->copy_device_to_host(
                                to, from, self.nbytes(), device.device_index());
  if (error != Error::Ok) {
    ctx.fail(error);
  }
}

}  // namespace executorch::kernels::portable
