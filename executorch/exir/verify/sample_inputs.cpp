#include <executorch/exir/verify/sample_inputs.h>

#include <executorch/exir/verify/symbols.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace executorch::exir {
namespace {

constexpr SampleKind kKinds[] = {{3, 0, 1}, {4, 1, 1}, {3, 0, 0}, {16, 1, 1}};

/// The sequence of splitmix64.
class Generator {
 public:
  uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  /// Mean 0, variance 1: a sum of 12 even distributions of width 1.
  double normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) {
      sum += static_cast<double>(next() >> 11) * 0x1p-53;
    }
    return sum;
  }

 private:
  uint64_t state_ = 0;
};

template <class T, class Make>
void fill(const ConstantData& data, const Make& make) {
  std::byte* to = writable(data);
  for (size_t i = 0; i + sizeof(T) <= data.bytes.size(); i += sizeof(T)) {
    const T value = static_cast<T>(make());
    std::memcpy(to + i, &value, sizeof(T));
  }
}

Expected<void> fill(ScalarType dtype, const ConstantData& data,
                    Generator& generator, const SampleKind& kind) {
  const auto normal = [&] { return generator.normal(); };
  const auto single = [&] { return static_cast<float>(generator.normal()); };
  const auto small = [&] {
    return kind.least + generator.next() % (kind.most - kind.least + 1);
  };
  const auto either = [&] { return generator.next() % 2; };
  switch (dtype) {
    case ScalarType::Float:
    case ScalarType::ComplexFloat:
      fill<float>(data, normal);
      return {};
    case ScalarType::Double:
    case ScalarType::ComplexDouble:
      fill<double>(data, normal);
      return {};
    case ScalarType::Half:
    case ScalarType::ComplexHalf:
      fill<aten::Half>(data, single);
      return {};
    case ScalarType::BFloat16:
      fill<aten::BFloat16>(data, single);
      return {};
    case ScalarType::Bool:
      fill<uint8_t>(data, either);
      return {};
    default:
      break;
  }
  if (!runtime::isIntegralType(dtype, true)) {
    return fail(fmt::format("an input of {} cannot be made up",
                            runtime::toString(dtype)));
  }
  switch (runtime::elementSize(dtype)) {
    case 1:
      fill<uint8_t>(data, small);
      break;
    case 2:
      fill<uint16_t>(data, small);
      break;
    case 4:
      fill<uint32_t>(data, small);
      break;
    default:
      fill<uint64_t>(data, small);
  }
  return {};
}

/// What symbols are; each gets its number when it is first asked for.
class SymbolChoice {
 public:
  explicit SymbolChoice(int64_t smallest) : smallest_(smallest) {}

  int64_t value(const SymInt& expression) {
    collect(expression);
    return substitute(expression, symbols_).constant().value_or(0);
  }

 private:
  void collect(const SymInt& expression) {
    if (expression.is_constant()) {
      return;
    }
    for (const auto& [key, term] : *expression.terms()) {
      for (const SymAtomPtr& atom : term.monomial) {
        if (atom->kind == SymAtom::Kind::kSymbol &&
            !symbols_.contains(atom->key)) {
          symbols_[atom->key] = next(atom->range);
        }
        for (const SymInt& operand : atom->operands) {
          collect(operand);
        }
      }
    }
  }

  int64_t next(const SymRange& range) {
    const int64_t wanted = smallest_ + 2 * std::ssize(symbols_);
    return std::max(range.min, std::min(wanted, range.max.value_or(wanted)));
  }

  int64_t smallest_;
  Symbols symbols_;
};

Expected<HostValue> sample_tensor(const TensorSpec& spec, SymbolChoice& choice,
                                  Generator& generator,
                                  const SampleKind& kind) {
  HostTensor tensor{spec.dtype, {}, {}};
  size_t nbytes = runtime::elementSize(spec.dtype);
  for (const SymInt& size : spec.sizes) {
    tensor.sizes.push_back(choice.value(size));
    if (tensor.sizes.back() < 0 ||
        __builtin_mul_overflow(nbytes, static_cast<size_t>(tensor.sizes.back()),
                               &nbytes)) {
      return fail(fmt::format("an input {} cannot be made up", spec.str()));
    }
  }
  ET_ASSIGN(tensor.data, allocate_data(nbytes));
  ET_TRY(fill(spec.dtype, tensor.data, generator, kind));
  return tensor;
}

HostValue sample_number(const ScalarSpec& spec, SymbolChoice& choice) {
  switch (spec.kind) {
    case ScalarSpec::Kind::kInt:
      return choice.value(spec.sym);
    case ScalarSpec::Kind::kFloat:
      return spec.number;
    case ScalarSpec::Kind::kBool:
      return spec.number != 0;
    default:
      return std::monostate{};
  }
}

}  // namespace

std::span<const SampleKind> sample_kinds() { return kKinds; }

Expected<std::vector<HostValue>> sample_inputs(const Graph& graph,
                                               const SampleKind& kind) {
  SymbolChoice choice(kind.smallest_size);
  Generator generator;
  std::vector<HostValue> inputs;
  for (const Value* input : graph.inputs()) {
    if (input->is_tensor()) {
      ET_ASSIGN(inputs.emplace_back(),
                sample_tensor(input->tensor(), choice, generator, kind));
    } else {
      inputs.push_back(
          sample_number(std::get<ScalarSpec>(input->spec), choice));
    }
  }
  return inputs;
}

}  // namespace executorch::exir
