#include "session.h"

#include <executorch/devtools/bundled_program/bundled_program.h>
#include <executorch/exir/exir.h>
#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/extension/data_loader/mmap_data_loader.h>
#include <executorch/kernels/all_kernels.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/assert.h>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "backends.h"
#include "external_constants.h"

namespace rushlight {
namespace {

using executorch::exir::fail;
using executorch::extension::BufferDataLoader;
using executorch::extension::MmapDataLoader;
using executorch::runtime::Error;
using executorch::runtime::MethodMeta;
using executorch::runtime::Program;
using executorch::runtime::Span;

/// Index of the planned buffer that holds state, without the reserved id 0.
constexpr size_t kStateMemory = 1;

}  // namespace

void register_runtime() {
  for (const auto& table : executorch::kernels::all_kernels()) {
    ET_CHECK_MSG(executorch::runtime::register_kernels(table) == Error::Ok,
                 "kernel registration failed");
  }
  register_backends();
}

std::string error_text(Error error) {
  return fmt::format("error 0x{:02x} ({})", static_cast<uint32_t>(error),
                     executorch::runtime::to_string(error));
}

namespace {

Expected<std::unique_ptr<MmapDataLoader>> map_file(const std::string& path) {
  auto loader =
      MmapDataLoader::from(path.c_str(), MmapDataLoader::MlockConfig::NoMlock);
  if (!loader.ok()) {
    return fail(fmt::format("{}: cannot be opened, {}", path,
                            error_text(loader.error())));
  }
  return std::make_unique<MmapDataLoader>(std::move(*loader));
}

}  // namespace

Expected<void> Session::open_file(const std::string& path) {
  ET_ASSIGN(loader_, map_file(path));
  if (!path.ends_with(".bpte")) {
    return {};
  }
  auto bundle = loader_->load(0, loader_->size().get(), {});
  if (!bundle.ok()) {
    return fail(fmt::format("{}: cannot be read, {}", path,
                            error_text(bundle.error())));
  }
  bundle_.emplace(std::move(*bundle));
  const void* program = nullptr;
  size_t nbytes = 0;
  const Error error = executorch::bundled_program::get_program_data(
      const_cast<void*>(bundle_->data()), bundle_->size(), &program, &nbytes);
  if (error != Error::Ok) {
    return fail(fmt::format("{}: not a valid bundled program, {}", path,
                            error_text(error)));
  }
  is_bundle_ = true;
  loader_ = std::make_unique<BufferDataLoader>(program, nbytes);
  return {};
}

Expected<void> Session::open_data(const std::string& path) {
  data_path_ = path;
  ET_ASSIGN(data_loader_, map_file(path));
  auto data =
      executorch::extension::FlatTensorDataMap::load(data_loader_.get());
  if (!data.ok()) {
    return fail(fmt::format("{}: not a valid data file, {}", path,
                            error_text(data.error())));
  }
  data_.emplace(std::move(*data));
  return {};
}

Expected<std::unique_ptr<Session>> Session::open(
    const std::string& path, const executorch::exir::Backend* backend,
    const std::string& data_path) {
  std::unique_ptr<Session> session(new Session());
  if (path.ends_with(".pt2")) {
    ET_ASSIGN(session->compiled_,
              executorch::exir::compile_in_memory(path, backend));
    session->loader_ = std::make_unique<BufferDataLoader>(
        session->compiled_.data(), session->compiled_.size());
  } else {
    ET_TRY(session->open_file(path));
  }
  if (!data_path.empty()) {
    ET_TRY(session->open_data(data_path));
  }
  auto program = Program::load(session->loader_.get(),
                               Program::Verification::InternalConsistency);
  if (!program.ok()) {
    return fail(fmt::format("{}: not a valid program, {}", path,
                            error_text(program.error())));
  }
  session->program_.emplace(std::move(*program));
  return session;
}

Expected<void> Session::check_data(const std::string& method) const {
  const auto bytes = loader_->load(0, loader_->size().get(), {});
  if (!bytes.ok()) {
    return fail("the program cannot be read, " + error_text(bytes.error()));
  }
  // Program::load() has verified it.
  const std::span file(static_cast<const std::byte*>(bytes->data()),
                       bytes->size());
  const auto* plans =
      executorch_flatbuffer::GetProgram(file.data())->execution_plan();
  for (const auto* plan : *plans) {
    if (plan->name() == nullptr || plan->name()->str() != method) {
      continue;
    }
    const auto names = external_constants(file, *plan);
    for (const std::string& name : names) {
      if (!data_) {
        return fail(fmt::format(
            "the data of {}{} are not in the program; give the .ptd file that "
            "it was compiled with as --data",
            name,
            names.size() == 1 ? ""
                              : fmt::format(" and {} more", names.size() - 1)));
      }
      if (!data_->get_data(name).ok()) {
        return fail(fmt::format("{} has no {}, which method {} needs",
                                data_path_, name, method));
      }
    }
  }
  return {};
}

std::string Session::take_etdump() {
  const auto record = tracer_->get_etdump_data();
  const std::unique_ptr<void, FreeMemory> memory(record.buf);
  return std::string(static_cast<const char*>(record.buf), record.size);
}

Expected<void> Session::write_etdump(const std::string& path) {
  const std::string record = take_etdump();
  std::ofstream file(path, std::ios::binary);
  file.write(record.data(), static_cast<std::streamsize>(record.size()));
  file.close();
  if (!file) {
    return fail(fmt::format("{}: cannot be written", path));
  }
  return {};
}

std::vector<std::string> Session::methods() const {
  std::vector<std::string> names;
  for (size_t i = 0; i < program_->num_methods(); ++i) {
    const auto name = program_->get_method_name(i);
    names.emplace_back(name.ok() ? *name : "");
  }
  return names;
}

Expected<Span<uint8_t>> Session::state_memory() {
  size_t nbytes = 0;
  for (const std::string& name : methods()) {
    const auto meta = program_->method_meta(name.c_str());
    if (meta.ok() && meta->num_memory_planned_buffers() > kStateMemory) {
      nbytes = std::max(
          nbytes, static_cast<size_t>(
                      meta->memory_planned_buffer_size(kStateMemory).get()));
    }
  }
  if (state_ == nullptr) {
    // Pages of zeros that cost nothing before they are used.
    state_.reset(std::calloc(nbytes == 0 ? 1 : nbytes, 1));
    state_nbytes_ = nbytes;
  }
  if (state_ == nullptr) {
    return fail(fmt::format(
        "the program needs {} bytes for its state, which cannot be had",
        nbytes));
  }
  return Span<uint8_t>(static_cast<uint8_t*>(state_.get()), state_nbytes_);
}

Expected<std::unique_ptr<LoadedMethod>> LoadedMethod::load(
    Session& session, const std::string& requested) {
  const std::vector<std::string> names = session.methods();
  const std::string name = requested.empty()
                               ? (names.size() == 1 ? names[0] : "forward")
                               : requested;
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    return fail(fmt::format("the program has no method {}, expected one of {}",
                            name, fmt::join(names, ", ")));
  }
  const auto meta = session.program().method_meta(name.c_str());
  if (!meta.ok()) {
    return fail(fmt::format("method {}: {}", name, error_text(meta.error())));
  }
  ET_TRY(session.check_data(name));
  std::unique_ptr<LoadedMethod> loaded(new LoadedMethod());
  for (size_t i = 0; i < meta->num_memory_planned_buffers(); ++i) {
    const auto nbytes =
        static_cast<size_t>(meta->memory_planned_buffer_size(i).get());
    if (i == kStateMemory) {
      ET_ASSIGN(const auto state, session.state_memory());
      loaded->spans_.push_back({state.data(), nbytes});
      continue;
    }
    // Pages of zeros that cost nothing before they are used.
    loaded->planned_.emplace_back(std::calloc(nbytes == 0 ? 1 : nbytes, 1));
    if (loaded->planned_.back() == nullptr) {
      return fail(fmt::format(
          "method {} needs {} bytes of planned memory, which cannot be had",
          name, nbytes));
    }
    loaded->spans_.push_back(
        {static_cast<uint8_t*>(loaded->planned_.back().get()), nbytes});
  }
  loaded->planned_memory_.emplace(
      executorch::runtime::Span(loaded->spans_.data(), loaded->spans_.size()));
  loaded->memory_manager_.emplace(&loaded->method_allocator_,
                                  &*loaded->planned_memory_,
                                  &loaded->temp_allocator_);
  auto method =
      session.program().load_method(name.c_str(), &*loaded->memory_manager_,
                                    session.tracer(), session.data());
  if (!method.ok()) {
    return fail(fmt::format("method {} cannot be loaded, {}", name,
                            error_text(method.error())));
  }
  loaded->method_.emplace(std::move(*method));
  return loaded;
}

}  // namespace rushlight
