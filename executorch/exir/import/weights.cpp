#include <executorch/exir/import/weights.h>

#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <fmt/format.h>

#include <cstring>

namespace executorch::exir {
namespace {

/// Elements from the first to the last that sizes and strides reach, plus
/// one; nothing beyond 63 bits or for a negative stride.
std::optional<int64_t> storage_extent(const TensorMeta& meta) {
  int64_t extent = 1;
  for (size_t i = 0; i < meta.spec.sizes.size(); ++i) {
    const auto size = meta.spec.sizes[i].constant();
    const auto stride = meta.strides[i].constant();
    if (!size || !stride || *stride < 0) {
      return std::nullopt;
    }
    if (*size == 0) {
      return 0;
    }
    int64_t step = 0;
    if (__builtin_mul_overflow(*size - 1, *stride, &step) ||
        __builtin_add_overflow(extent, step, &extent)) {
      return std::nullopt;
    }
  }
  return extent;
}

/// Copies a strided tensor to row-major order.
void gather(const TensorMeta& meta, const std::byte* source, size_t width,
            std::byte* out) {
  const size_t rank = meta.spec.sizes.size();
  std::vector<int64_t> index(rank, 0);
  int64_t at = 0;
  while (true) {
    std::memcpy(out, source + static_cast<size_t>(at) * width, width);
    out += width;
    size_t d = rank;
    while (d-- > 0) {
      const int64_t stride = *meta.strides[d].constant();
      at += stride;
      if (++index[d] < *meta.spec.sizes[d].constant()) {
        break;
      }
      at -= stride * index[d];
      index[d] = 0;
    }
    if (d == static_cast<size_t>(-1)) {
      return;
    }
  }
}

/// What the table states of a pickled tensor must be what the pickle holds. A
/// subclass has no elements of its own, so none that lie at an offset.
Expected<void> check_stated(std::string_view fqn, const TensorMeta& stated,
                            const TorchFile& file) {
  const auto found = file.tensors.find(fqn);
  const bool is_tensor = found != file.tensors.end();
  const int64_t offset = is_tensor ? found->second.meta.storage_offset : 0;
  if (stated.storage_offset != offset ||
      (is_tensor && stated.spec.str() != found->second.meta.spec.str())) {
    return fail(fmt::format("weight {} is stated as {} at offset {}, and its "
                            "pickle holds {} at offset {}",
                            fqn, stated.spec.str(), stated.storage_offset,
                            is_tensor ? found->second.meta.spec.str()
                                      : "a tensor subclass",
                            offset));
  }
  return {};
}

}  // namespace

Expected<WeightTable> WeightTable::read(const ZipArchive& archive,
                                        const std::string& folder,
                                        const std::string& config_name,
                                        const std::string& model) {
  const std::string path = folder + "/" + config_name;
  if (!archive.contains(path)) {
    return read_pickled(archive, fmt::format("{}/{}.pt", folder, model));
  }
  WeightTable table;
  table.archive_ = &archive;
  ET_ASSIGN(const ArchiveBytes text, archive.read(path));
  simdjson::dom::parser parser;
  ET_ASSIGN(const json::element root, json::parse(parser, text.text(), path));
  ET_ASSIGN(const json::object config, json::object_member(root, "config"));
  for (const auto field : config) {
    ET_TRY(table.add_config_entry(field.key, field.value, folder));
  }
  return table;
}

Expected<WeightTable> WeightTable::read_pickled(const ZipArchive& archive,
                                                const std::string& path) {
  WeightTable table;
  table.archive_ = &archive;
  if (archive.contains(path)) {
    ET_ASSIGN(const ArchiveBytes bytes, archive.read(path));
    ET_ASSIGN(TorchFile file, read_torch_file(bytes, path));
    table.add_pickled(std::move(file));
  }
  return table;
}

Expected<void> WeightTable::add_config_entry(std::string_view fqn,
                                             json::element entry,
                                             const std::string& folder) {
  ET_ASSIGN(const auto file, json::string_member(entry, "path_name"));
  const std::string path = fmt::format("{}/{}", folder, file);
  ET_ASSIGN(const auto stated, json::member(entry, "tensor_meta"));
  auto meta = read_tensor_meta(stated, {});
  if (!meta) {
    return fail(fmt::format("weight {}: {}", fqn, meta.error().message));
  }
  if (const auto pickled = json::optional_member(entry, "use_pickle")) {
    ET_ASSIGN(const bool is_pickled, json::as_bool(*pickled, "use_pickle"));
    if (is_pickled) {
      ET_ASSIGN(const ArchiveBytes bytes, archive_->read(path));
      ET_ASSIGN(TorchFile tensors, read_torch_file(bytes, std::string(fqn)));
      ET_TRY(check_stated(fqn, *meta, tensors));
      add_pickled(std::move(tensors));
      return {};
    }
  }
  entries_.insert_or_assign(std::string(fqn),
                            Entry{path, *std::move(meta), {}});
  return {};
}

void WeightTable::add_pickled(TorchFile file) {
  for (auto& [name, tensor] : file.tensors) {
    entries_.insert_or_assign(
        name, Entry{{}, std::move(tensor.meta), std::move(tensor.storage)});
  }
  subclasses_.merge(file.subclasses);
}

bool WeightTable::contains(std::string_view fqn) const {
  return entries_.find(fqn) != entries_.end();
}

Expected<StoredTensor> WeightTable::load(std::string_view fqn) const {
  const auto found = entries_.find(fqn);
  if (found == entries_.end()) {
    return fail(fmt::format("archive has no weight or constant {}", fqn));
  }
  const auto& [path, meta, storage] = found->second;
  ArchiveBytes file = storage;
  if (!path.empty()) {
    ET_ASSIGN(file, archive_->read(path));
  }
  const auto width =
      static_cast<int64_t>(runtime::elementSize(meta.spec.dtype));
  const auto available = static_cast<int64_t>(file.bytes.size()) / width;
  const auto extent = storage_extent(meta);
  if (!extent || meta.storage_offset < 0 ||
      meta.storage_offset > available - *extent) {
    return fail(fmt::format(
        "weight {} is {} at offset {}, which does not fit its {} bytes in {}",
        fqn, meta.spec.str(), meta.storage_offset, file.bytes.size(), path));
  }
  const auto numel_bytes = meta.spec.max_nbytes();
  if (!numel_bytes || (*extent > 0 && *numel_bytes / width > available * 64)) {
    return fail(fmt::format("weight {} is {}, which repeats its {} stored "
                            "elements too often",
                            fqn, meta.spec.str(), available));
  }
  const auto nbytes = static_cast<size_t>(*numel_bytes);
  const size_t offset = static_cast<size_t>(meta.storage_offset * width);
  StoredTensor tensor{meta.spec, {{}, file.owner, file.is_mapped}};
  if (*extent == 0) {
    return tensor;
  }
  if (meta.is_contiguous()) {
    tensor.data.bytes = file.bytes.subspan(offset, nbytes);
    return tensor;
  }
  auto copy = std::make_shared<std::vector<std::byte>>(nbytes);
  gather(meta, file.bytes.data() + offset, static_cast<size_t>(width),
         copy->data());
  tensor.data = {*copy, copy, false};
  return tensor;
}

}  // namespace executorch::exir
