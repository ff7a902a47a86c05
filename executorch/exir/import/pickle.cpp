#include <executorch/exir/import/pickle.h>

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <unordered_map>

namespace executorch::exir {
namespace {

using Kind = PickleValue::Kind;

/// The pickle machine: a stack of values, marks on it, and a memo.
class Machine {
 public:
  explicit Machine(std::string_view bytes) : bytes_(bytes) {}

  Expected<std::unique_ptr<Pickle>> run() {
    while (at_ < bytes_.size()) {
      const size_t start = at_;
      const char opcode = bytes_[at_++];
      if (opcode == '.') {
        if (stack_.empty()) {
          return bad(start);
        }
        pickle_->root = stack_.back();
        return std::move(pickle_);
      }
      if (!step(opcode)) {
        return bad(start);
      }
    }
    return bad(at_);
  }

 private:
  PicklePtr make(Kind kind) {
    PickleValue& value = pickle_->values.emplace_back();
    value.kind = kind;
    return &value;
  }

  PicklePtr make_int(Kind kind, int64_t number) {
    PicklePtr value = make(kind);
    value->integer = number;
    return value;
  }

  PicklePtr make_text(Kind kind, std::string text) {
    PicklePtr value = make(kind);
    value->text = std::move(text);
    return value;
  }

  tl::unexpected<Diagnostic> bad(size_t at) const {
    return fail(fmt::format(
        "the pickle is damaged, or has an opcode that is not known, at byte {}",
        at));
  }

  bool step(char opcode) {
    switch (opcode) {
      case '\x80':  // PROTO
        return skip(1);
      case '\x95':  // FRAME
        return skip(8);
      case '(':
        marks_.push_back(stack_.size());
        return true;
      case 'N':
        return push(make(Kind::kNone));
      case '\x88':
      case '\x89':
        return push(make_int(Kind::kBool, opcode == '\x88'));
      case 'K':
        return push_int(1);
      case 'M':
        return push_int(2);
      case 'J':
        return push_int(4);
      case '\x8a':
        return push_long();
      case 'G':
        return push_float();
      case 'X':
        return push_string(4);
      case '\x8c':
        return push_string(1);
      case 'c':
        return push_global();
      case '\x93':
        return push_stack_global();
      default:
        return step_structure(opcode);
    }
  }

  bool step_structure(char opcode) {
    switch (opcode) {
      case '}':
        return push(make(Kind::kDict));
      case ']':
        return push(make(Kind::kList));
      case ')':
        return push(make(Kind::kTuple));
      case '\x85':
      case '\x86':
      case '\x87':
        return push_tuple(static_cast<size_t>(opcode - '\x84'));
      case 't':
        return push_marked(Kind::kTuple);
      case 'l':
        return push_marked(Kind::kList);
      case 'a':
        return append();
      case 'e':
        return append_marked();
      case 's':
        return set_item();
      case 'u':
        return set_marked();
      case 'R':
      case '\x81':
        return reduce();
      case 'b':
        return build();
      case 'Q':
        return persistent();
      default:
        return step_memo(opcode);
    }
  }

  bool step_memo(char opcode) {
    uint64_t index = 0;
    switch (opcode) {
      case 'q':
        return read_uint(1, index) && remember(index);
      case 'r':
        return read_uint(4, index) && remember(index);
      case '\x94':
        return remember(memo_.size());
      case 'h':
        return read_uint(1, index) && recall(index);
      case 'j':
        return read_uint(4, index) && recall(index);
      case '0':
        return pop() != nullptr;
      default:
        return false;
    }
  }

  bool skip(size_t count) {
    at_ += count;
    return at_ <= bytes_.size();
  }

  bool read_uint(size_t width, uint64_t& value) {
    if (width > bytes_.size() - at_) {
      return false;
    }
    value = 0;
    std::memcpy(&value, bytes_.data() + at_, width);
    at_ += width;
    return true;
  }

  bool push(PicklePtr value) {
    stack_.push_back(value);
    return true;
  }

  PicklePtr pop() {
    if (stack_.empty() || (!marks_.empty() && marks_.back() >= stack_.size())) {
      return nullptr;
    }
    PicklePtr value = stack_.back();
    stack_.pop_back();
    return value;
  }

  bool push_int(size_t width) {
    uint64_t value = 0;
    if (!read_uint(width, value)) {
      return false;
    }
    const int64_t number = width == 4 ? static_cast<int32_t>(value)
                                      : static_cast<int64_t>(value);
    return push(make_int(Kind::kInt, number));
  }

  /// LONG1: two's complement of as many bytes as it says.
  bool push_long() {
    uint64_t width = 0;
    uint64_t value = 0;
    if (!read_uint(1, width) || width > 8 ||
        !read_uint(static_cast<size_t>(width), value)) {
      return false;
    }
    if (width > 0 && width < 8 && (value >> (8 * width - 1)) != 0) {
      value |= ~uint64_t{0} << (8 * width);
    }
    return push(make_int(Kind::kInt, static_cast<int64_t>(value)));
  }

  bool push_float() {
    uint64_t bits = 0;
    if (!read_uint(8, bits)) {
      return false;
    }
    PicklePtr value = make(Kind::kFloat);
    value->number = std::bit_cast<double>(__builtin_bswap64(bits));
    return push(value);
  }

  bool push_string(size_t width) {
    uint64_t count = 0;
    if (!read_uint(width, count) || count > bytes_.size() - at_) {
      return false;
    }
    const std::string_view text =
        bytes_.substr(at_, static_cast<size_t>(count));
    at_ += text.size();
    return push(make_text(Kind::kString, std::string(text)));
  }

  bool read_line(std::string& line) {
    const size_t end = bytes_.find('\n', at_);
    if (end == std::string_view::npos) {
      return false;
    }
    line = bytes_.substr(at_, end - at_);
    at_ = end + 1;
    return true;
  }

  bool push_global() {
    std::string module;
    std::string name;
    return read_line(module) && read_line(name) &&
           push(make_text(Kind::kGlobal, module + " " + name));
  }

  bool push_stack_global() {
    const PicklePtr name = pop();
    const PicklePtr module = pop();
    return name != nullptr && module != nullptr &&
           push(make_text(Kind::kGlobal, module->text + " " + name->text));
  }

  bool push_tuple(size_t count) {
    if (count > stack_.size()) {
      return false;
    }
    PicklePtr tuple = make(Kind::kTuple);
    tuple->items.assign(stack_.end() - static_cast<ptrdiff_t>(count),
                        stack_.end());
    stack_.resize(stack_.size() - count);
    return push(tuple);
  }

  /// Values above the last mark, taken off the stack.
  bool take_marked(std::vector<PicklePtr>& values) {
    if (marks_.empty() || marks_.back() > stack_.size()) {
      return false;
    }
    const auto first = stack_.begin() + static_cast<ptrdiff_t>(marks_.back());
    values.assign(first, stack_.end());
    stack_.erase(first, stack_.end());
    marks_.pop_back();
    return true;
  }

  bool push_marked(Kind kind) {
    PicklePtr value = make(kind);
    return take_marked(value->items) && push(value);
  }

  bool append() {
    const PicklePtr item = pop();
    if (item == nullptr || stack_.empty()) {
      return false;
    }
    stack_.back()->items.push_back(item);
    return true;
  }

  bool append_marked() {
    std::vector<PicklePtr> items;
    if (!take_marked(items) || stack_.empty()) {
      return false;
    }
    auto& list = stack_.back()->items;
    list.insert(list.end(), items.begin(), items.end());
    return true;
  }

  bool set_item() {
    const PicklePtr value = pop();
    const PicklePtr key = pop();
    if (value == nullptr || key == nullptr || stack_.empty()) {
      return false;
    }
    stack_.back()->entries.emplace_back(key, value);
    return true;
  }

  bool set_marked() {
    std::vector<PicklePtr> items;
    if (!take_marked(items) || stack_.empty() || items.size() % 2 != 0) {
      return false;
    }
    for (size_t i = 0; i < items.size(); i += 2) {
      stack_.back()->entries.emplace_back(items[i], items[i + 1]);
    }
    return true;
  }

  bool reduce() {
    const PicklePtr arguments = pop();
    const PicklePtr callable = pop();
    if (arguments == nullptr || callable == nullptr) {
      return false;
    }
    PicklePtr object = make(Kind::kObject);
    object->items = {callable, arguments};
    return push(object);
  }

  bool build() {
    const PicklePtr state = pop();
    if (state == nullptr || stack_.empty()) {
      return false;
    }
    stack_.back()->state = state;
    return true;
  }

  bool persistent() {
    const PicklePtr id = pop();
    if (id == nullptr) {
      return false;
    }
    PicklePtr value = make(Kind::kPersistent);
    value->items = {id};
    return push(value);
  }

  bool remember(uint64_t index) {
    if (stack_.empty()) {
      return false;
    }
    memo_[index] = stack_.back();
    return true;
  }

  bool recall(uint64_t index) {
    const auto found = memo_.find(index);
    return found != memo_.end() && push(found->second);
  }

  std::string_view bytes_;
  size_t at_ = 0;
  std::unique_ptr<Pickle> pickle_ = std::make_unique<Pickle>();
  std::vector<PicklePtr> stack_;
  std::vector<size_t> marks_;
  std::unordered_map<uint64_t, PicklePtr> memo_;
};

}  // namespace

bool PickleValue::is_call_of(std::string_view callable) const {
  return kind == Kind::kObject && items[0]->kind == Kind::kGlobal &&
         items[0]->text == callable;
}

const std::vector<PicklePtr>& PickleValue::args() const {
  static const std::vector<PicklePtr> kNothing;
  return kind == Kind::kObject ? items[1]->items : kNothing;
}

Expected<std::unique_ptr<Pickle>> read_pickle(std::string_view bytes) {
  return Machine(bytes).run();
}

}  // namespace executorch::exir
