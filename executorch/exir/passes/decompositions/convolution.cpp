#include <executorch/exir/passes/decompositions/util.h>
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace executorch::exir::decompositions {
namespace {

struct Convolution {
  Sizes padding;
  bool transposed = false;
  Sizes output_padding;
};

/// aten::convolution of a node of the conv family, whose input may have no
/// batch dimension.
std::vector<Value*> convolve(Rewriter& rewriter, const Node& node, Value* input,
                             const Convolution& how) {
  const size_t dims = node.ints("stride").size();
  const size_t rank = input->sizes().size();
  if (rank != dims + 1 && rank != dims + 2) {
    return rewriter.refuse(
        fmt::format("input has {} dimensions, expected {} or {}", rank,
                    dims + 1, dims + 2));
  }
  const bool unbatched = rank == dims + 1;
  if (unbatched) {
    input = rewriter.call("aten::unsqueeze_copy", {input, SymInt(0)});
  }
  Value* out = rewriter.call(
      "aten::convolution",
      {input, node.tensor("weight"), node.arg("bias"), node.ints("stride"),
       how.padding, node.ints("dilation"), how.transposed, how.output_padding,
       node.sym_int("groups")});
  if (unbatched) {
    out = rewriter.call("aten::squeeze_copy.dims", {out, Sizes{SymInt(0)}});
  }
  return {out};
}

/// Padding of both sides that keeps the size at stride 1; an odd row of it is
/// put behind, by padding the input itself.
Sizes same_padding(Rewriter& rewriter, const Node& node, Value** input) {
  const Sizes& dilation = node.ints("dilation");
  const size_t dims = dilation.size();
  Sizes padding(dims, SymInt(0));
  Sizes behind;
  bool is_odd = false;
  for (size_t i = dims; i-- > 0;) {
    const int64_t kernel = size_of(rewriter, node.tensor("weight"), i + 2);
    const int64_t total = constant_of(rewriter, dilation[i]) * (kernel - 1);
    padding[i] = SymInt(total / 2);
    behind.emplace_back(0);
    behind.emplace_back(total % 2);
    is_odd |= total % 2 != 0;
  }
  if (is_odd) {
    *input = rewriter.call("aten::constant_pad_nd",
                           {*input, std::move(behind), SymInt(0)});
  }
  return padding;
}

}  // namespace

std::vector<Value*> decompose_convolution_nd(Rewriter& rewriter,
                                             const Node& node) {
  const Sizes& padding = node.ints("padding");
  return convolve(rewriter, node, node.tensor("input"),
                  {padding, false, Sizes(padding.size(), SymInt(0))});
}

std::vector<Value*> decompose_convolution_transposed(Rewriter& rewriter,
                                                     const Node& node) {
  return convolve(rewriter, node, node.tensor("input"),
                  {node.ints("padding"), true, node.ints("output_padding")});
}

std::vector<Value*> decompose_convolution_named_padding(Rewriter& rewriter,
                                                        const Node& node) {
  const auto& name = std::get<std::string>(node.arg("padding"));
  const Sizes none(node.ints("stride").size(), SymInt(0));
  if (name != "same" && name != "valid") {
    return rewriter.refuse(
        fmt::format("padding is '{}', expected 'same' or 'valid'", name));
  }
  Value* input = node.tensor("input");
  const Sizes padding =
      name == "same" ? same_padding(rewriter, node, &input) : none;
  return convolve(rewriter, node, input, {padding, false, none});
}

namespace {

/// One spatial dimension of windows that are laid back over their source.
struct Fold {
  int64_t out = 0;
  int64_t kernel = 1;
  int64_t dilation = 1;
  int64_t padding = 0;
  int64_t stride = 1;

  int64_t padded() const { return out + 2 * padding; }
  int64_t windows() const {
    const int64_t free = padded() - dilation * (kernel - 1) - 1;
    return free < 0 ? 0 : free / stride + 1;
  }
  bool is_valid() const {
    return out > 0 && kernel > 0 && dilation > 0 && padding >= 0 && stride > 0;
  }
};

Fold fold_of(const Node& node, size_t d) {
  const auto at = [&](std::string_view name) {
    const Sizes& list = node.ints(name);
    return list.empty()
               ? -1
               : list[std::min(d, list.size() - 1)].constant().value_or(-1);
  };
  return {at("output_size"), at("kernel_size"), at("dilation"), at("padding"),
          at("stride")};
}

/// Place in the padded plane of each element of the columns, in their order.
std::vector<int64_t> places_of(const Fold& rows, const Fold& columns) {
  std::vector<int64_t> places;
  for (int64_t ky = 0; ky < rows.kernel; ++ky) {
    for (int64_t kx = 0; kx < columns.kernel; ++kx) {
      for (int64_t y = 0; y < rows.windows(); ++y) {
        for (int64_t x = 0; x < columns.windows(); ++x) {
          places.push_back(
              (y * rows.stride + ky * rows.dilation) * columns.padded() +
              x * columns.stride + kx * columns.dilation);
        }
      }
    }
  }
  return places;
}

}  // namespace

/// Sums the columns [N, C K, L] where they came from, then cuts the padding.
std::vector<Value*> decompose_col2im(Rewriter& rewriter, const Node& node) {
  Value* self = node.tensor("self");
  const Sizes& sizes = node.output()->sizes();
  const Fold rows = fold_of(node, 0);
  const Fold columns = fold_of(node, 1);
  if (sizes.size() < 3 || !rows.is_valid() || !columns.is_valid()) {
    return rewriter.refuse("expected constant sizes of windows above 0");
  }
  const std::vector<int64_t> places = places_of(rows, columns);
  SymInt planes(1);
  for (size_t i = 0; i + 2 < sizes.size(); ++i) {
    planes = planes * sizes[i];
  }
  Value* values = view(rewriter, self, {planes, sym(places.size())});
  Value* zeros =
      full(rewriter, {planes, SymInt(rows.padded() * columns.padded())},
           SymInt(0), self->dtype());
  Value* sums = rewriter.call(
      "aten::index_put",
      {zeros,
       std::vector<Value*>{nullptr,
                           constant(rewriter, places, {sym(places.size())})},
       values, true});
  sums = view(rewriter, sums,
              {planes, SymInt(rows.padded()), SymInt(columns.padded())});
  sums = slice(rewriter, sums, 1, SymInt(rows.padding),
               SymInt(rows.padding + rows.out));
  sums = slice(rewriter, sums, 2, SymInt(columns.padding),
               SymInt(columns.padding + columns.out));
  return {view(rewriter, sums, sizes)};
}

}  // namespace executorch::exir::decompositions
