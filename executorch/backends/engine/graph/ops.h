#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <variant>
#include <vector>

/// \file
/// The operators of the engine graph. Each is a struct of its attributes; the
/// operands are the inputs of the node, in the order that the comment gives.
/// Shapes are static. Axes are counted from the outermost and are not negative.
/// "Float" is float32 or float16; float16 is stored as half and computed in
/// float32, sums included. Results are ATen's where it has the operator: NaN
/// goes through, integers wrap.
namespace executorch {
namespace backends {
namespace engine {

/// y = f(x), element by element, in the dtype of x.
struct Unary {
  static constexpr const char* kName = "Unary";
  static constexpr bool kIsPointwise = true;
  enum class Kind : uint8_t {
    // Of floats and signed integers.
    kAbs,
    kNeg,
    kSign,
    // Of floats and integers; integers are unchanged by the last four.
    kRelu,
    kFloor,
    kCeil,
    kRound,  ///< halves to even
    kTruncate,
    // Of floats.
    kReciprocal,
    kSqrt,
    kRsqrt,
    kExp,
    kExp2,
    kLog,
    kLog2,
    kLog10,
    kErf,
    kSin,
    kCos,
    kTan,
    kAsin,
    kAcos,
    kAtan,
    kSinh,
    kCosh,
    kTanh,
    kAsinh,
    kAcosh,
    kAtanh,
    kSigmoid,
    kGelu,      ///< x * (1 + erf(x / sqrt(2))) / 2
    kGeluTanh,  ///< x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))) / 2
    // Of bool and integers.
    kBitwiseNot,
    // Of every dtype, with a bool result.
    kLogicalNot,
    kIsNan,
    kIsInf,
  };
  Kind kind = Kind::kAbs;
};

/// y = f(a, b) with a and b of one dtype, broadcast as ATen does.
struct Binary {
  static constexpr const char* kName = "Binary";
  static constexpr bool kIsPointwise = true;
  enum class Kind : uint8_t {
    // Of floats and integers.
    kAdd,
    kSub,
    kMul,
    kDiv,        ///< of floats
    kFloorDiv,   ///< towards minus infinity; integer divisor 0: an error
    kTruncDiv,   ///< towards zero; integer divisor 0: an error
    kFmod,       ///< sign of a; integer divisor 0: an error
    kRemainder,  ///< sign of b; integer divisor 0: an error
    kMinimum,
    kMaximum,
    kPow,    ///< of integers: exponents below 0 are an error
    kAtan2,  ///< of floats
    // Of integers and bool (where they are the logical operators).
    kBitwiseAnd,
    kBitwiseOr,
    kBitwiseXor,
    // Of every dtype, with a bool result.
    kEq,
    kNe,
    kLt,
    kLe,
    kGt,
    kGe,
  };
  Kind kind = Kind::kAdd;

  static bool is_comparison(Kind kind) { return kind >= Kind::kEq; }
};

/// y = condition ? a : b. Inputs: bool condition, a, b of one dtype; broadcast.
struct Select {
  static constexpr const char* kName = "Select";
  static constexpr bool kIsPointwise = true;
};

/// y = min(max(x, min_value), max_value); infinite bounds do nothing. Of floats
/// and integers (bounds are then whole numbers or infinite).
struct Clamp {
  static constexpr const char* kName = "Clamp";
  static constexpr bool kIsPointwise = true;
  double min_value = 0;
  double max_value = 0;
};

/// y = x > 0 ? x : x * negative_slope. Of floats.
struct LeakyRelu {
  static constexpr const char* kName = "LeakyRelu";
  static constexpr bool kIsPointwise = true;
  double negative_slope = 0;
};

/// y = x * min(max(x + 3, 0), 6) / 6, rounded after each step. Of float32.
/// Graphs are made without; the CPU engine makes it of these steps.
struct HardSwish {
  static constexpr const char* kName = "HardSwish";
  static constexpr bool kIsForCpu = true;
  static constexpr bool kIsPointwise = true;
};

/// The value in the dtype of the output: floats to integers towards zero,
/// anything to bool as x != 0.
struct Cast {
  static constexpr const char* kName = "Cast";
  static constexpr bool kIsPointwise = true;
};

/// y = table[x], of uint8. Graphs are made without; the CPU engine makes it of
/// functions of one byte.
struct Lookup {
  static constexpr const char* kName = "Lookup";
  static constexpr bool kIsForCpu = true;
  static constexpr bool kIsPointwise = true;
  std::array<uint8_t, 256> table{};
};

/// The elements in row-major order under other sizes.
struct Reshape {
  static constexpr const char* kName = "Reshape";
};

/// Dimension i of y is dimension axes[i] of x.
struct Transpose {
  static constexpr const char* kName = "Transpose";
  std::vector<int32_t> axes;
};

/// x under larger sizes: dimensions of size 1, and new leading ones, repeat.
struct Broadcast {
  static constexpr const char* kName = "Broadcast";
};

/// Elements start, start + step, ... of one axis; as many as the output has.
struct Slice {
  static constexpr const char* kName = "Slice";
  int32_t axis = 0;
  int64_t start = 0;
  int64_t step = 1;
};

/// One after the other along `axis`. Inputs: one or more of one dtype.
struct Concat {
  static constexpr const char* kName = "Concat";
  int32_t axis = 0;
};

/// x with `before[i]` and `after[i]` elements of `value` around axis i. Counts
/// are not negative.
struct Pad {
  static constexpr const char* kName = "Pad";
  std::vector<int64_t> before;
  std::vector<int64_t> after;
  double value = 0;
};

/// Order of the dimensions of planes. Graphs are made with kNchw; kNhwc is what
/// the CPU engine makes of them.
enum class Layout : uint8_t {
  kNchw,  ///< [N, C, H, W]
  kNhwc,  ///< [N, H, W, C]
};

/// Where the dimensions of planes are.
struct PlaneAxes {
  size_t channel;
  size_t plane;  ///< height; width is the next

  explicit PlaneAxes(Layout layout)
      : channel(layout == Layout::kNchw ? 1 : 3),
        plane(layout == Layout::kNchw ? 2 : 1) {}
};

/// Window over the planes: sizes are {height, width}.
struct Window {
  std::array<int64_t, 2> kernel{1, 1};
  std::array<int64_t, 2> stride{1, 1};
  std::array<int64_t, 2> dilation{1, 1};
  std::array<int64_t, 2> pad_before{0, 0};  ///< top, left
  std::array<int64_t, 2> pad_after{0, 0};   ///< bottom, right
};

/// What becomes of a result before it is written:
/// min(max(y + residual, min), max). Graphs are made without; the CPU engine
/// makes it of nodes that follow.
struct Epilogue {
  /// Operand kResidual is added, which has the type of the result.
  bool has_residual = false;
  static constexpr size_t kResidual = 3;
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
};

/// Cross-correlation, ATen's convolution. Inputs: x [N, C, H, W], weight
/// [O, C / groups, kernel height, kernel width] in any layout, optionally bias
/// [O] (kNoValue where a residual follows), and the residual if there is one.
/// Floats.
struct Conv2d {
  static constexpr const char* kName = "Conv2d";
  Window window;
  int64_t groups = 1;
  Layout layout = Layout::kNchw;
  Epilogue epilogue{};
};

/// Convolution of quantized numbers:
/// y = clamp(round(scale * (sum of (x - x_zero_point) * weight + bias)) +
/// y_zero_point, min, max), scale and bias by output channel. Sums wrap as
/// int32 does, products with the scale are float32, rounded to nearest even.
/// Inputs: x [N, C, H, W] uint8, weight [O, kernel height, kernel width, C /
/// groups] int8 in any layout, scale [O] float32, optionally bias [O] int32.
/// Padding is x_zero_point. Output: uint8.
struct QuantizedConv2d {
  static constexpr const char* kName = "QuantizedConv2d";
  static constexpr bool kIsForCpu = true;
  Window window;
  int64_t groups = 1;
  uint8_t x_zero_point = 0;
  uint8_t y_zero_point = 0;
  uint8_t min = 0;
  uint8_t max = 255;
  Layout layout = Layout::kNchw;
};

/// Sum of quantized numbers of equal sizes:
/// y = clamp(round((a - a_zero_point) * a_scale + (b - b_zero_point) * b_scale)
/// + y_zero_point, min, max), in float32, rounded to nearest even. Inputs: a, b
/// uint8. The scales are by that of y.
struct QuantizedAdd {
  static constexpr const char* kName = "QuantizedAdd";
  static constexpr bool kIsForCpu = true;
  static constexpr bool kIsPointwise = true;
  uint8_t a_zero_point = 0;
  uint8_t b_zero_point = 0;
  uint8_t y_zero_point = 0;
  float a_scale = 1;
  float b_scale = 1;
  uint8_t min = 0;
  uint8_t max = 255;
};

/// Rows, which are the dimensions from `first_axis` on, quantized each by its
/// own range, all in float32: range = max(x, 0) + max(-x, 0), 1e-30 or more,
/// scale = range / 255, zero_point = round(max(-x, 0) * (1 / scale) - 128) +
/// 128, y = clamp(round(x * (1 / scale)) + zero_point, 0, 255), rounded to
/// nearest even. Of a row whose range or one of whose numbers is not finite the
/// scale is NaN, and y and zero_point are 0. Input: x, of floats and with rows
/// of 1 element or more. Outputs: y uint8 of the sizes of x, scale float32 and
/// zero_point uint8 with the dimensions of rows as 1.
struct QuantizeRows {
  static constexpr const char* kName = "QuantizeRows";
  static constexpr bool kIsForCpu = true;
  int32_t first_axis = 0;
};

/// Product of rows as QuantizeRows makes them, with rows of a weight:
/// y = scale * (sum over blocks of weight_scale * (sum over the block of
/// (x - zero_point) * weight)) + bias, the inner sum an integer, the rest
/// float32 in the order of blocks. Inputs: x [.., K] uint8, scale [.., 1]
/// float32, zero_point [.., 1] uint8, weight [N, K] int8, or [N, (K + 1) / 2]
/// uint8: numbers of 4 bits plus 8, two in a byte, the even one in the low
/// half; weight_scale [N, blocks] float32 of equal blocks of K, optionally bias
/// [N] float32. Output: [.., N] float32.
struct QuantizedMatMul {
  static constexpr const char* kName = "QuantizedMatMul";
  static constexpr bool kIsForCpu = true;
  /// Elements of a block: sums of so many products fit int32.
  static constexpr int64_t kMaxBlock = 65793;
};

/// Windows of x [N, C, H, W], of floats (maxima also of integers). Padding is
/// minus infinity for maxima; for averages it is zero, counted in the divisor
/// or not. What a window has beyond the padding on the bottom or the right (as
/// ceil mode makes it) is never counted: the output sizes say how many windows
/// there are. Outputs: y, and for maxima optionally their positions in the
/// plane H * W, int64, the first of equal ones.
struct Pool2d {
  static constexpr const char* kName = "Pool2d";
  enum class Kind : uint8_t { kMax, kAverage };
  Kind kind = Kind::kMax;
  Window window;
  bool count_include_pad = true;
  int64_t divisor_override = 0;  ///< 0: the number of counted elements
  Layout layout = Layout::kNchw;
};

/// Matrix product over the two innermost dimensions: [.., M, K] x [.., K, N].
/// The leading dimensions broadcast; both operands have rank 2 or more.
/// Optionally a third input is added, broadcast to [.., M, N]: y = alpha * a b
/// + beta * c. A residual follows c, which is then kNoValue if there is none.
/// Floats.
struct MatMul {
  static constexpr const char* kName = "MatMul";
  double alpha = 1;
  double beta = 1;
  Epilogue epilogue{};
};

/// Mean over `axes`, which stay as dimensions of size 1. Of floats.
struct Mean {
  static constexpr const char* kName = "Mean";
  std::vector<int32_t> axes;
};

/// Over one axis, from differences to the maximum. Of floats.
struct Softmax {
  static constexpr const char* kName = "Softmax";
  int32_t axis = 0;
  bool is_log = false;  ///< the logarithm of the softmax
};

/// Attention as scaled_dot_product_attention has it, matrix by matrix:
/// y = softmax(scale * q k^T + mask) v, with q [rows, depth], k [keys, depth],
/// v [keys, columns], mask [rows, keys] and y [rows, columns]. Inputs: q, k, v,
/// optionally the mask, of one dtype. They are read, and y is written, under
/// strides, so that heads lie where a product has put them. Floats. Graphs are
/// made without; the CPU engine makes it of products around a Softmax.
struct Attention {
  static constexpr const char* kName = "Attention";
  static constexpr bool kIsForCpu = true;
  static constexpr size_t kMask = 3;
  /// Where the elements of all matrices are, of a dense tensor.
  struct View {
    int64_t offset = 0;
    /// By dimension of `batch`, then of the matrix. Not negative.
    std::vector<int64_t> strides;
  };
  std::vector<int64_t> batch;  ///< sizes by which there are matrices
  int64_t rows = 1;
  int64_t keys = 1;
  int64_t depth = 1;
  int64_t columns = 1;
  double scale = 1;
  View q;
  View k;
  View v;
  View mask;
  View y;  ///< each element of the result once
};

/// (x - mean) / sqrt(variance + epsilon) * weight + bias over the dimensions
/// from `first_axis` on. Inputs: x, and optionally weight and bias with the
/// sizes of the normalized dimensions (either may be kNoValue). Outputs: y, and
/// optionally the mean and 1 / sqrt(variance + epsilon), with the normalized
/// dimensions as 1. Floats.
struct LayerNorm {
  static constexpr const char* kName = "LayerNorm";
  int32_t first_axis = 0;
  double epsilon = 0;
};

/// (x - mean) / sqrt(variance + epsilon) * weight + bias by channel of
/// x [N, C, ..]. Inputs: x, mean, variance, weight, bias, all [C]; weight and
/// bias may be kNoValue. Floats.
struct BatchNorm {
  static constexpr const char* kName = "BatchNorm";
  double epsilon = 0;
};

/// Slices of x along `axis` at the places that integer indices name; the sizes
/// of the indices stand for the axis in the output. Negative indices count from
/// the end where they are allowed; others out of range are an error of the
/// execution. Inputs: x, indices.
struct Gather {
  static constexpr const char* kName = "Gather";
  int32_t axis = 0;
  bool allows_negative = false;
};

/// Elements of x by coordinates of its first dimensions. Inputs: x, then one
/// tensor of integers for each of them; these broadcast. Output: the sizes of
/// the indices, then the dimensions that have none. Negative indices count from
/// the end; others out of range are an error of the execution.
struct GatherNd {
  static constexpr const char* kName = "GatherNd";
};

/// x with slices replaced by values, at coordinates as GatherNd has them. Where
/// coordinates repeat, one of the values is taken, or all are added. Inputs: x,
/// values (broadcast to the sizes that GatherNd gives), then the indices.
struct ScatterNd {
  static constexpr const char* kName = "ScatterNd";
  bool accumulate = false;
};

/// [N, C r r, H, W] to [N, C, H r, W r].
struct PixelShuffle {
  static constexpr const char* kName = "PixelShuffle";
  int64_t factor = 1;
};

/// Pointwise operators of floats one after the other: what lies between them is
/// never a whole tensor. Graphs are made without; the CPU engine makes it.
/// Inputs: tensors of any dtypes, cast to float32 and broadcast to the result.
/// The last link is cast to the dtype of the result; where that is float16, the
/// links are rounded to it too.
struct Chain {
  static constexpr const char* kName = "Chain";
  static constexpr bool kIsForCpu = true;
  static constexpr bool kIsPointwise = true;
  /// Of the results of a link.
  static constexpr size_t kMaxOperands = 12;
  static constexpr size_t kMaxLinks = 24;
  struct Link {
    std::variant<Unary, Binary, Clamp, LeakyRelu, HardSwish> op;
    /// Inputs of the chain; results of links, counted from 0, are kMaxOperands
    /// more.
    std::vector<size_t> operands;
  };
  std::vector<Link> links;  ///< the last gives the result
};

/// Element i of the result is made of elements i of the operands, broadcast to
/// the result.
template <typename Operator, typename = void>
inline constexpr bool is_pointwise = false;
template <typename Operator>
inline constexpr bool
    is_pointwise<Operator, std::void_t<decltype(Operator::kIsPointwise)>> =
        true;

/// Only the CPU engine has it: no other runtime of graphs.
template <typename Operator, typename = void>
inline constexpr bool is_for_cpu = false;
template <typename Operator>
inline constexpr bool
    is_for_cpu<Operator, std::void_t<decltype(Operator::kIsForCpu)>> = true;

/// Every operator. A switch over it is std::visit; there is no other list.
using Op = std::variant<Unary, Binary, Select, Clamp, LeakyRelu, HardSwish,
                        Cast, Lookup, Reshape, Transpose, Broadcast, Slice,
                        Concat, Pad, Conv2d, QuantizedConv2d, QuantizedAdd,
                        QuantizeRows, QuantizedMatMul, Pool2d, MatMul, Mean,
                        Softmax, Attention, LayerNorm, BatchNorm, Gather,
                        GatherNd, ScatterNd, PixelShuffle, Chain>;

}  // namespace engine
}  // namespace backends
}  // namespace executorch
