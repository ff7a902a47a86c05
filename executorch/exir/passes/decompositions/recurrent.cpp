#include <executorch/exir/passes/decompositions/expressions.h>
#include <executorch/exir/passes/decompositions/matrix_product.h>
#include <executorch/exir/passes/decompositions/util.h>
#include <fmt/format.h>

#include <algorithm>

/// \file
/// Recurrent layers, unrolled over a constant number of steps. The product of
/// the input with its weights is taken for all steps at once.
namespace executorch::exir::decompositions {
namespace {

enum class Cell { kTanh, kRelu, kGru, kLstm };

size_t gates_of(Cell cell) {
  return cell == Cell::kLstm ? 4 : cell == Cell::kGru ? 3 : 1;
}

/// What one direction of one layer learns. A bias may be null; only LSTMs
/// have a projection.
struct Weights {
  Value* input = nullptr;       ///< [gates H, I]
  Value* hidden = nullptr;      ///< [gates H, P]
  Value* input_bias = nullptr;  ///< [gates H]
  Value* hidden_bias = nullptr;
  Value* projection = nullptr;  ///< [P, H]
};

/// Hidden and, of an LSTM, cell state: [B, P] and [B, H].
struct State {
  Value* hidden = nullptr;
  Value* cell = nullptr;
};

/// One direction of one layer.
class Unrolled {
 public:
  Unrolled(Rewriter& rewriter, Cell cell, const Weights& weights)
      : rewriter_(rewriter), e_(rewriter), cell_(cell), weights_(weights) {}

  /// `x` is [T, B, I]; gives [T, B, P] and leaves the last state in `state`.
  Value* run(Value* x, int64_t steps, bool backwards, State& state) {
    const SymInt batch = x->sizes()[1];
    const SymInt features = x->sizes()[2];
    const SymInt width = weights_.input->sizes()[0];
    Value* rows = view(rewriter_, x, {SymInt(steps) * batch, features});
    Value* gates = view(rewriter_, from_input(rows),
                        {SymInt(steps), batch, width});
    std::vector<Value*> out(static_cast<size_t>(steps));
    for (int64_t i = 0; i < steps && !rewriter_.error(); ++i) {
      const int64_t t = backwards ? steps - 1 - i : i;
      Value* now = slice(rewriter_, gates, 0, SymInt(t), SymInt(t + 1));
      step(view(rewriter_, now, {batch, width}), state);
      const SymInt last = state.hidden->sizes()[1];
      out[static_cast<size_t>(t)] =
          view(rewriter_, state.hidden, {SymInt(1), batch, last});
    }
    return rewriter_.error() ? x : rewriter_.call("aten::cat", {out, SymInt(0)});
  }

  /// One step on [B, I].
  void advance(Value* x, State& state) { step(from_input(x), state); }

 private:
  Value* affine(Value* x, Value* by, Value* bias) {
    return bias == nullptr ? rewriter_.call("aten::mm", {x, by})
                           : rewriter_.call("aten::addmm", {bias, x, by});
  }

  Value* from_input(Value* x) {
    hidden_weight_ = transposed(rewriter_, weights_.hidden);
    return affine(x, transposed(rewriter_, weights_.input),
                  weights_.input_bias);
  }

  Value* gate(Value* gates, size_t i) {
    const SymInt width = floor_div(gates->sizes()[1], sym(gates_of(cell_)));
    return slice(rewriter_, gates, 1, sym(i) * width, sym(i + 1) * width);
  }

  void step(Value* input_gates, State& state) {
    Value* hidden_gates =
        affine(state.hidden, hidden_weight_, weights_.hidden_bias);
    if (cell_ == Cell::kGru) {
      state.hidden = gru(input_gates, hidden_gates, state.hidden);
      return;
    }
    Value* gates = e_.add(input_gates, hidden_gates);
    if (cell_ == Cell::kLstm) {
      lstm(gates, state);
    } else {
      state.hidden = e_.unary(cell_ == Cell::kTanh ? "tanh" : "relu", gates);
    }
  }

  /// Gates in the order of the weights: reset, update, new.
  Value* gru(Value* input, Value* own, Value* hidden) {
    Value* reset = e_.unary(
        "sigmoid", e_.add(gate(input, 0), gate(own, 0)));
    Value* update = e_.unary(
        "sigmoid", e_.add(gate(input, 1), gate(own, 1)));
    Value* fresh = e_.unary(
        "tanh",
        e_.add(gate(input, 2), e_.mul(reset, gate(own, 2))));
    return e_.add(fresh, e_.mul(update, e_.sub(hidden, fresh)));
  }

  /// Gates in the order of the weights: input, forget, cell, output.
  void lstm(Value* gates, State& state) {
    Value* keep = e_.mul(e_.unary("sigmoid", gate(gates, 1)), state.cell);
    Value* fresh = e_.mul(e_.unary("sigmoid", gate(gates, 0)),
                          e_.unary("tanh", gate(gates, 2)));
    state.cell = e_.add(keep, fresh);
    state.hidden = e_.mul(e_.unary("sigmoid", gate(gates, 3)),
                          e_.unary("tanh", state.cell));
    if (weights_.projection != nullptr) {
      state.hidden = rewriter_.call(
          "aten::mm",
          {state.hidden, transposed(rewriter_, weights_.projection)});
    }
  }

  Rewriter& rewriter_;
  Expressions e_;
  Cell cell_;
  Weights weights_;
  Value* hidden_weight_ = nullptr;
};

/// Layer `i` of a state [layers, B, H] as [B, H].
Value* layer_of(Rewriter& rewriter, Value* states, size_t i) {
  const Sizes sizes = states->sizes();
  Value* one = slice(rewriter, states, 0, sym(i), sym(i + 1));
  return view(rewriter, one, {sizes[1], sizes[2]});
}

class Stack {
 public:
  Stack(Rewriter& rewriter, const Node& node, Cell cell)
      : rewriter_(rewriter), node_(node), cell_(cell) {}

  std::vector<Value*> run() {
    Value* x = node_.tensor("input");
    if (!read(x)) {
      return {};
    }
    const bool batch_first = node_.bool_value("batch_first");
    if (batch_first) {
      x = permute(rewriter_, x, {1, 0, 2});
    }
    const int64_t steps = size_of(rewriter_, x, 0);
    if (steps < 1) {
      return rewriter_.refuse("the sequence is empty");
    }
    for (size_t layer = 0; layer < layers_ && !rewriter_.error(); ++layer) {
      x = run_layer(x, layer, steps);
    }
    if (rewriter_.error()) {
      return {};
    }
    std::vector<Value*> out{
        batch_first ? permute(rewriter_, x, {1, 0, 2}) : x,
        rewriter_.call("aten::cat", {last_hidden_, SymInt(0)})};
    if (cell_ == Cell::kLstm) {
      out.push_back(rewriter_.call("aten::cat", {last_cell_, SymInt(0)}));
    }
    return out;
  }

 private:
  bool read(const Value* x) {
    layers_ = static_cast<size_t>(std::max<int64_t>(
        node_.int_value("num_layers"), 0));
    directions_ = node_.bool_value("bidirectional") ? 2 : 1;
    if (cell_ == Cell::kLstm) {
      const auto& states = std::get<std::vector<Value*>>(node_.arg("hx"));
      if (states.size() != 2) {
        rewriter_.refuse(fmt::format("hx has {} tensors, expected 2",
                                     states.size()));
        return false;
      }
      hidden_ = states[0];
      cell_state_ = states[1];
    } else {
      hidden_ = node_.tensor("hx");
    }
    if (node_.bool_value("train") && node_.number("dropout") != 0) {
      rewriter_.refuse(
          "found train=True with dropout, expected a model exported in eval "
          "mode");
      return false;
    }
    params_ = std::get<std::vector<Value*>>(node_.arg("params"));
    return check_ranks(x) && check_params();
  }

  bool check_ranks(const Value* x) {
    const bool fits = x->sizes().size() == 3 && hidden_->sizes().size() == 3 &&
                      (cell_state_ == nullptr ||
                       cell_state_->sizes().size() == 3);
    if (!fits) {
      rewriter_.refuse(fmt::format(
          "input is {} and the state {}, expected 3 dimensions each",
          x->tensor().str(), hidden_->tensor().str()));
    }
    return fits;
  }

  bool check_params() {
    const bool has_biases = node_.bool_value("has_biases");
    has_projection_ =
        cell_ == Cell::kLstm &&
        !(hidden_->sizes()[2] == cell_state_->sizes()[2]);
    per_direction_ = size_t{2} + (has_biases ? 2 : 0) + (has_projection_ ? 1 : 0);
    const size_t expected = layers_ * directions_ * per_direction_;
    const bool fits =
        params_.size() == expected && expected != 0 &&
        std::ranges::all_of(params_, [](const Value* p) {
          return !p->sizes().empty();
        });
    if (!fits) {
      rewriter_.refuse(fmt::format(
          "found {} parameters, expected {} for {} layers in {} directions",
          params_.size(), expected, layers_, directions_));
    }
    return fits;
  }

  Weights weights_at(size_t index) const {
    const auto at = params_.begin() +
                    static_cast<ptrdiff_t>(index * per_direction_);
    Weights weights{at[0], at[1]};
    if (node_.bool_value("has_biases")) {
      weights.input_bias = at[2];
      weights.hidden_bias = at[3];
    }
    if (has_projection_) {
      weights.projection = at[static_cast<ptrdiff_t>(per_direction_) - 1];
    }
    return weights;
  }

  /// Both directions read the same input; their results stand side by side.
  Value* run_layer(Value* x, size_t layer, int64_t steps) {
    std::vector<Value*> results;
    for (size_t d = 0; d < directions_; ++d) {
      const size_t index = layer * directions_ + d;
      State state{layer_of(rewriter_, hidden_, index)};
      if (cell_state_ != nullptr) {
        state.cell = layer_of(rewriter_, cell_state_, index);
      }
      results.push_back(Unrolled(rewriter_, cell_, weights_at(index))
                            .run(x, steps, d == 1, state));
      keep(state.hidden, last_hidden_);
      if (state.cell != nullptr) {
        keep(state.cell, last_cell_);
      }
    }
    return results.size() == 1 || rewriter_.error()
               ? results[0]
               : rewriter_.call("aten::cat", {results, SymInt(2)});
  }

  void keep(Value* state, std::vector<Value*>& list) {
    if (!rewriter_.error()) {
      list.push_back(view(rewriter_, state, {SymInt(1), state->sizes()[0],
                                             state->sizes()[1]}));
    }
  }

  Rewriter& rewriter_;
  const Node& node_;
  Cell cell_;
  size_t layers_ = 0;
  size_t directions_ = 1;
  size_t per_direction_ = 0;
  bool has_projection_ = false;
  Value* hidden_ = nullptr;
  Value* cell_state_ = nullptr;
  std::vector<Value*> params_;
  std::vector<Value*> last_hidden_;
  std::vector<Value*> last_cell_;
};

/// One step of one layer; `hx` is the state before it.
std::vector<Value*> single_step(Rewriter& rewriter, const Node& node,
                                Cell cell, State state) {
  Value* input = node.tensor("input");
  const Weights weights{node.tensor("w_ih"), node.tensor("w_hh"),
                        node.optional_tensor("b_ih"),
                        node.optional_tensor("b_hh")};
  if (input->sizes().size() != 2 || state.hidden->sizes().size() != 2 ||
      weights.input->sizes().size() != 2 ||
      weights.hidden->sizes().size() != 2) {
    return rewriter.refuse(fmt::format(
        "input is {} and the state {}, expected 2 dimensions each",
        input->tensor().str(), state.hidden->tensor().str()));
  }
  Unrolled(rewriter, cell, weights).advance(input, state);
  return cell == Cell::kLstm ? std::vector<Value*>{state.hidden, state.cell}
                             : std::vector<Value*>{state.hidden};
}

}  // namespace

std::vector<Value*> decompose_lstm_cell(Rewriter& rewriter, const Node& node) {
  const auto& states = std::get<std::vector<Value*>>(node.arg("hx"));
  if (states.size() != 2) {
    return rewriter.refuse(
        fmt::format("hx has {} tensors, expected 2", states.size()));
  }
  return single_step(rewriter, node, Cell::kLstm, {states[0], states[1]});
}

std::vector<Value*> decompose_gru_cell(Rewriter& rewriter, const Node& node) {
  return single_step(rewriter, node, Cell::kGru, {node.tensor("hx")});
}

std::vector<Value*> decompose_rnn_tanh_cell(Rewriter& rewriter,
                                            const Node& node) {
  return single_step(rewriter, node, Cell::kTanh, {node.tensor("hx")});
}

std::vector<Value*> decompose_rnn_relu_cell(Rewriter& rewriter,
                                            const Node& node) {
  return single_step(rewriter, node, Cell::kRelu, {node.tensor("hx")});
}

std::vector<Value*> decompose_lstm(Rewriter& rewriter, const Node& node) {
  return Stack(rewriter, node, Cell::kLstm).run();
}

std::vector<Value*> decompose_gru(Rewriter& rewriter, const Node& node) {
  return Stack(rewriter, node, Cell::kGru).run();
}

std::vector<Value*> decompose_rnn_tanh(Rewriter& rewriter, const Node& node) {
  return Stack(rewriter, node, Cell::kTanh).run();
}

std::vector<Value*> decompose_rnn_relu(Rewriter& rewriter, const Node& node) {
  return Stack(rewriter, node, Cell::kRelu).run();
}

}  // namespace executorch::exir::decompositions
