#include <executorch/exir/import/torch_file.h>

#include <executorch/exir/import/pickle.h>
#include <executorch/ops/sizes.h>
#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

namespace executorch::exir {
namespace {

using Kind = PickleValue::Kind;

constexpr size_t kMaxDepth = 8;

constexpr std::array<std::pair<std::string_view, ScalarType>, 10> kStorages{{
    {"torch ByteStorage", ScalarType::Byte},
    {"torch CharStorage", ScalarType::Char},
    {"torch ShortStorage", ScalarType::Short},
    {"torch IntStorage", ScalarType::Int},
    {"torch LongStorage", ScalarType::Long},
    {"torch HalfStorage", ScalarType::Half},
    {"torch FloatStorage", ScalarType::Float},
    {"torch DoubleStorage", ScalarType::Double},
    {"torch BoolStorage", ScalarType::Bool},
    {"torch BFloat16Storage", ScalarType::BFloat16},
}};

std::optional<ScalarType> dtype_of_storage(const PickleValue& storage_class) {
  for (const auto& [name, dtype] : kStorages) {
    if (storage_class.text == name) {
      return dtype;
    }
  }
  return std::nullopt;
}

Expected<std::vector<SymInt>> integers(const PickleValue& tuple) {
  std::vector<SymInt> values;
  for (const PickleValue* item : tuple.items) {
    if (!item->is(Kind::kInt)) {
      return fail("a size or stride is not an integer");
    }
    values.emplace_back(item->integer);
  }
  return values;
}

class TorchFileReader {
 public:
  TorchFileReader(const ZipArchive& zip, std::string root)
      : zip_(zip), root_(std::move(root)) {}

  Expected<TorchFile> read(const std::string& name) {
    ET_ASSIGN(const ArchiveBytes text, zip_.read(root_ + "data.pkl"));
    ET_ASSIGN(const auto pickle, read_pickle(text.text()));
    if (pickle->root->is(Kind::kDict)) {
      for (const auto& [key, value] : pickle->root->entries) {
        ET_TRY(add_named(key->text, *value));
      }
    } else {
      ET_TRY(add_named(name, *pickle->root));
    }
    return std::move(file_);
  }

 private:
  Expected<void> add_named(const std::string& name, const PickleValue& value) {
    auto added = add(name, value, 0);
    if (!added) {
      return fail(fmt::format("{}: {}", name, added.error().message));
    }
    return {};
  }

  /// A tensor, one wrapped as a parameter, or a subclass with its parts.
  Expected<void> add(const std::string& name, const PickleValue& value,
                     size_t depth) {
    const auto& args = value.args();
    if (depth > kMaxDepth) {
      return fail("tensors are nested too deeply");
    }
    if (value.is_call_of("torch._utils _rebuild_tensor_v2")) {
      return add_tensor(name, args);
    }
    if ((value.is_call_of("torch._utils _rebuild_parameter") ||
         value.is_call_of("torch._utils _rebuild_parameter_with_state")) &&
        !args.empty()) {
      return add(name, *args[0], depth + 1);
    }
    if (value.is_call_of("torch._tensor _rebuild_from_type_v2") &&
        args.size() == 4) {
      return add_subclass(name, args, depth);
    }
    return {};
  }

  /// (function, type, arguments, state): the parts are tensors in the state.
  Expected<void> add_subclass(const std::string& name,
                              const std::vector<PicklePtr>& args,
                              size_t depth) {
    if (args[0]->is(Kind::kGlobal) &&
        args[0]->text == "torch._utils _rebuild_tensor_v2") {
      return add_tensor(name, args[2]->items);
    }
    file_.subclasses.insert(name);
    const PickleValue* state = args[3];
    if (state->is(Kind::kTuple) && !state->items.empty()) {
      state = state->items[0];
    }
    for (const auto& [key, part] : state->entries) {
      ET_TRY(add(fmt::format("{}.{}", name, key->text), *part, depth + 1));
    }
    return {};
  }

  /// (storage, offset, sizes, strides, …); the storage is the persistent id
  /// ("storage", class, key, device, number of elements).
  Expected<void> add_tensor(const std::string& name,
                            const std::vector<PicklePtr>& args) {
    if (args.size() < 4 || !args[0]->is(Kind::kPersistent) ||
        args[0]->items[0]->items.size() < 5 || !args[1]->is(Kind::kInt)) {
      return fail("the tensor has no storage, offset, sizes and strides");
    }
    const auto& storage = args[0]->items[0]->items;
    const auto dtype = dtype_of_storage(*storage[1]);
    if (!dtype) {
      return fail(fmt::format("storage class {} is not supported",
                              storage[1]->text));
    }
    TorchFile::Tensor tensor;
    tensor.meta.spec.dtype = *dtype;
    tensor.meta.storage_offset = args[1]->integer;
    ET_ASSIGN(tensor.meta.spec.sizes, integers(*args[2]));
    ET_ASSIGN(tensor.meta.strides, integers(*args[3]));
    const size_t rank = tensor.meta.spec.sizes.size();
    if (rank > ops::kMaxRank || tensor.meta.strides.size() != rank) {
      return fail(fmt::format("{} sizes and {} strides, expected the same "
                              "number up to {}",
                              rank, tensor.meta.strides.size(), ops::kMaxRank));
    }
    ET_ASSIGN(tensor.storage,
              zip_.read(fmt::format("{}data/{}", root_, storage[2]->text)));
    file_.tensors.insert_or_assign(name, std::move(tensor));
    return {};
  }

  const ZipArchive& zip_;
  std::string root_;
  TorchFile file_;
};

}  // namespace

Expected<TorchFile> read_torch_file(const ArchiveBytes& bytes,
                                    const std::string& name) {
  if (bytes.bytes.empty()) {
    return TorchFile{};
  }
  ET_ASSIGN(const ZipArchive zip, ZipArchive::open(bytes, name));
  for (const std::string& entry : zip.names()) {
    constexpr std::string_view kPickle = "data.pkl";
    if (entry == kPickle || entry.ends_with("/data.pkl")) {
      return TorchFileReader(
                 zip, entry.substr(0, entry.size() - kPickle.size()))
          .read(name);
    }
  }
  return fail(fmt::format("{}: not a file of torch.save: it has no data.pkl",
                          name));
}

}  // namespace executorch::exir
