#include <executorch/exir/backend/named_constant.h>

#include <fmt/format.h>
#include <xxhash.h>

#include <utility>

namespace executorch::exir {

Delegate::NamedConstant named_constant(std::string_view name,
                                       ConstantData data) {
  const XXH128_hash_t hash = XXH3_128bits(data.bytes.data(), data.bytes.size());
  return {fmt::format("{}:{:016x}{:016x}", name, hash.high64, hash.low64),
          std::move(data)};
}

}  // namespace executorch::exir
