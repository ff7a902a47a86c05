#include <executorch/extension/evalue_util/print_evalue.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

#include <algorithm>
#include <cstddef>
#include <iomanip>
#include <optional>
#include <sstream>
#include <string>

namespace executorch {
namespace extension {

namespace {

using aten::ArrayRef;
using aten::ScalarType;
using aten::Tensor;
using runtime::EValue;
using runtime::Tag;

constexpr size_t kListLineLength = 10;
constexpr long kShownAtEachEnd = 3;

/// The place in a stream's own storage where the number of items is kept.
int edge_items_index() {
  static const int index = std::ios_base::xalloc();
  return index;
}

size_t edge_items_of(std::ostream& os) {
  const long items = os.iword(edge_items_index());
  return static_cast<size_t>(items > 0 ? items : kShownAtEachEnd);
}

/// A whole number gets a point, so that it does not look like an integer.
void print_double(std::ostream& os, double value) {
  std::ostringstream text;
  text << value;
  const bool looks_like_int =
      text.str().find_first_not_of("-0123456789") == std::string::npos;
  os << value << (looks_like_int ? "." : "");
}

/// Prints items of a list; the list itself is not kept.
template <typename T>
class ListPrinter {
 public:
  /// @param[in] edge_items Items shown at each end.
  ListPrinter(std::ostream& os, ArrayRef<T> list, size_t edge_items)
      : os_(os), list_(list), head_(list.size()), tail_(list.size()) {
    if (list.size() > edge_items && list.size() - edge_items > edge_items) {
      head_ = edge_items;
      tail_ = list.size() - edge_items;
    }
  }

  void print() {
    os_ << "[";
    if (head_ + (list_.size() - tail_) > kListLineLength) {
      print_lines();
    } else {
      print_in_line();
    }
    os_ << "]";
  }

 private:
  bool elided() const { return head_ < tail_; }

  void print_item(size_t i) { os_ << EValue(aten::Scalar(list_[i])); }

  void print_in_line() {
    for (size_t i = 0; i < list_.size(); ++i) {
      if (i == head_ && elided()) {
        os_ << ", ...";
        i = tail_;
      }
      os_ << (i == 0 ? "" : ", ");
      print_item(i);
    }
  }

  void print_lines() {
    print_range(0, head_, kListLineLength);
    if (elided()) {
      const size_t rest = (list_.size() - tail_) % kListLineLength;
      os_ << "\n  ...,";
      print_range(tail_, list_.size(), rest == 0 ? kListLineLength : rest);
    }
    os_ << "\n";
  }

  void print_range(size_t begin, size_t end, size_t first_line) {
    size_t line_end = begin;
    for (size_t i = begin; i < end; ++i) {
      if (i == line_end) {
        os_ << "\n  ";
        line_end += i == begin ? first_line : kListLineLength;
      }
      print_item(i);
      os_ << ", ";
    }
  }

  std::ostream& os_;
  ArrayRef<T> list_;
  /// Items [0, head_) and [tail_, size) are shown.
  size_t head_;
  size_t tail_;
};

template <typename T>
void print_list(std::ostream& os, ArrayRef<T> list) {
  os << "(len=" << list.size() << ")";
  ListPrinter<T>(os, list, edge_items_of(os)).print();
}

template <typename T>
void print_elements(std::ostream& os, const Tensor& tensor) {
  const size_t numel = tensor.const_data_ptr() == nullptr
                           ? 0
                           : static_cast<size_t>(tensor.numel());
  ListPrinter<T>(os, {tensor.const_data_ptr<T>(), numel}, edge_items_of(os))
      .print();
}

void print_tensor(std::ostream& os, const Tensor& tensor) {
  os << "tensor(sizes=";
  ListPrinter<aten::SizesType>(os, tensor.sizes(), tensor.sizes().size())
      .print();
  os << ", ";
  switch (tensor.scalar_type()) {
#define ET_PRINT_ELEMENTS(ctype, name) \
  case ScalarType::name:               \
    print_elements<ctype>(os, tensor); \
    break;
    ET_FORALL_REALHBBF16_TYPES(ET_PRINT_ELEMENTS)
#undef ET_PRINT_ELEMENTS
    default:
      os << "[<unhandled scalar type " << static_cast<int>(tensor.scalar_type())
         << ">]";
  }
  os << ")";
}

void print_tensor(std::ostream& os, const std::optional<Tensor>& tensor) {
  if (tensor.has_value()) {
    print_tensor(os, *tensor);
  } else {
    os << "None";
  }
}

/// Several tensors get a line each.
template <typename T>
void print_tensors(std::ostream& os, ArrayRef<T> list) {
  os << "(len=" << list.size() << ")[";
  if (list.size() == 1) {
    print_tensor(os, list[0]);
  } else if (list.size() > 1) {
    for (size_t i = 0; i < list.size(); ++i) {
      os << "\n  [" << i << "]: ";
      print_tensor(os, list[i]);
      os << ",";
    }
    os << "\n";
  }
  os << "]";
}

void print_string(std::ostream& os, std::string_view text) {
  os << std::quoted(text);
}

void print_evalue(std::ostream& os, const EValue& value) {
  switch (value.tag) {
    case Tag::None:
      os << "None";
      return;
    case Tag::Bool:
      os << (value.toBool() ? "True" : "False");
      return;
    case Tag::Int:
      os << value.toInt();
      return;
    case Tag::Double:
      print_double(os, value.toDouble());
      return;
    case Tag::String:
      print_string(os, value.toString());
      return;
    case Tag::Tensor:
      print_tensor(os, value.toTensor());
      return;
    case Tag::ListBool:
      print_list(os, value.toBoolList());
      return;
    case Tag::ListInt:
      print_list(os, value.toIntList());
      return;
    case Tag::ListDouble:
      print_list(os, value.toDoubleList());
      return;
    case Tag::ListTensor:
      print_tensors(os, value.toTensorList());
      return;
    case Tag::ListOptionalTensor:
      print_tensors(os, value.toListOptionalTensor());
      return;
    default:
      os << "<Unknown EValue tag " << static_cast<int>(value.tag) << ">";
  }
}

}  // namespace

void evalue_edge_items::set_edge_items(std::ostream& os, long edge_items) {
  os.iword(edge_items_index()) = edge_items;
}

}  // namespace extension

namespace runtime {

std::ostream& operator<<(std::ostream& os, const EValue& value) {
  extension::print_evalue(os, value);
  return os;
}

}  // namespace runtime
}  // namespace executorch
