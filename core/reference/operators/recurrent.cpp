// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's recurrent layers (onnx.RNN, onnx.GRU, onnx.LSTM), step by step, in double. Optional arguments that are not
// given are ().
#include <algorithm>
#include <cmath>
#include <functional>

#include "reference/operators/families.h"

namespace nw::reference {

namespace {

using Row = std::vector<double>;
using Activation = std::function<double(double)>;

// One direction of a layer: G gates of H numbers, from I inputs. The matrices lie by columns: the sums of all rows grow
// side by side, each in the order of its elements.
struct Weights {
  int64_t inputs = 0, hidden = 0, gates = 0;
  Row w, r, wb, rb, p;  // (I, G·H), (H, G·H), (G·H), (G·H), (3·H) or none
  double clip = 0;      // what an activation takes is at most that far from 0; 0: anything

  double clipped(double x) const { return clip > 0 ? std::clamp(x, -clip, clip) : x; }

  // Of all gates, from the input and from the state.
  Row from_input(const double* x) const { return sums(w, wb, x, inputs, 0, gates); }
  Row from_state(const Row& h) const { return sums(r, rb, h.data(), hidden, 0, gates); }
  Row from_state(const Row& h, int64_t first, int64_t count) const {
    return sums(r, rb, h.data(), hidden, first, count);
  }
  double peephole(int64_t gate, int64_t i, double cell) const {
    return p.empty() ? 0 : p[static_cast<size_t>(gate * hidden + i)] * cell;
  }

 private:
  // Of `count` gates from `first`.
  Row sums(const Row& columns, const Row& bias, const double* x, int64_t depth, int64_t first, int64_t count) const {
    const auto rows = static_cast<size_t>(gates * hidden), from = static_cast<size_t>(first * hidden),
               size = static_cast<size_t>(count * hidden);
    Row sum(size, 0);
    for (size_t k = 0; k < static_cast<size_t>(depth); ++k) {
      const double* column = columns.data() + k * rows + from;
      const double factor = x[k];
      for (size_t i = 0; i < size; ++i) sum[i] += column[i] * factor;
    }
    for (size_t i = 0; i < size; ++i) sum[i] += bias[from + i];
    return sum;
  }
};

struct State {
  Row h, c;
};

std::vector<std::string> names_attr(const Call& c, const char* key) {
  std::vector<std::string> names;
  const auto it = c.attrs.find(key);
  const auto* list = it == c.attrs.end() ? nullptr : std::get_if<graph::AttrList>(&it->second.value);
  if (list)
    for (const graph::Attr& entry : *list)
      if (const auto* name = std::get_if<std::string>(&entry.value)) names.push_back(*name);
  return names;
}
std::vector<double> numbers_attr(const Call& c, const char* key) {
  std::vector<double> numbers;
  const auto it = c.attrs.find(key);
  const auto* list = it == c.attrs.end() ? nullptr : std::get_if<graph::AttrList>(&it->second.value);
  if (list)
    for (const graph::Attr& entry : *list) numbers.push_back(graph::float_attr({{"v", entry}}, "v", 0));
  return numbers;
}

// Activations take alphas and betas in turn, those that have any.
class Activations {
 public:
  Activations(const Call& c, const std::vector<std::string>& usual, size_t directions)
      : c_(c),
        each_(usual.size()),
        alphas_(numbers_attr(c, "activation_alpha")),
        betas_(numbers_attr(c, "activation_beta")) {
    std::vector<std::string> names = names_attr(c, "activations");
    if (names.empty())
      for (size_t d = 0; d < directions; ++d) names.insert(names.end(), usual.begin(), usual.end());
    if (names.size() != usual.size() * directions)
      c.refuse_attribute("activations", fmt::format("must name {} functions a direction", usual.size()));
    for (const std::string& name : names) all_.push_back(made(name));
  }
  const Activation* of_direction(size_t d) const { return all_.data() + d * each_; }

 private:
  double next(const std::vector<double>& list, size_t& at, double fallback) const {
    return at < list.size() ? list[at++] : fallback;
  }
  Activation made(std::string name) {
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char l) { return static_cast<char>(l >= 'A' && l <= 'Z' ? l - 'A' + 'a' : l); });
    if (name == "tanh") return [](double x) { return std::tanh(x); };
    if (name == "sigmoid") return [](double x) { return 1 / (1 + std::exp(-x)); };
    if (name == "relu") return [](double x) { return x < 0 ? 0 : x; };
    if (name == "softsign") return [](double x) { return x / (1 + std::fabs(x)); };
    if (name == "softplus") return [](double x) { return x > 30 ? x : std::log1p(std::exp(x)); };
    if (name == "leakyrelu") {
      const double a = next(alphas_, alpha_, 0.01);
      return [a](double x) { return x < 0 ? a * x : x; };
    }
    if (name == "thresholdedrelu") {
      const double a = next(alphas_, alpha_, 1);
      return [a](double x) { return x > a ? x : 0; };
    }
    if (name == "elu") {
      const double a = next(alphas_, alpha_, 1);
      return [a](double x) { return x < 0 ? a * std::expm1(x) : x; };
    }
    const bool hard = name == "hardsigmoid";
    const double a = next(alphas_, alpha_, hard ? 0.2 : 1);
    const double b = next(betas_, beta_, hard ? 0.5 : name == "scaledtanh" ? 1 : 0);
    if (hard) return [a, b](double x) { return std::clamp(a * x + b, 0.0, 1.0); };
    if (name == "affine") return [a, b](double x) { return a * x + b; };
    if (name == "scaledtanh") return [a, b](double x) { return a * std::tanh(b * x); };
    c_.refuse_attribute("activations", fmt::format("names '{}', which is not known", name));
  }

  const Call& c_;
  size_t each_;  // functions of one direction
  std::vector<double> alphas_, betas_;
  size_t alpha_ = 0, beta_ = 0;
  std::vector<Activation> all_;
};

using Step = void (*)(const Call& c, const Weights& w, const Activation* f, const double* x, State& state);

void rnn_step(const Call&, const Weights& w, const Activation* f, const double* x, State& state) {
  const Row from_x = w.from_input(x), from_h = w.from_state(state.h);
  for (size_t i = 0; i < state.h.size(); ++i) state.h[i] = f[0](w.clipped(from_x[i] + from_h[i]));
}

// Gates: update, reset, hidden.
void gru_step(const Call& c, const Weights& w, const Activation* f, const double* x, State& state) {
  const bool before_reset = c.int_attr("linear_before_reset", 0) != 0;
  const size_t n = state.h.size();
  const Row from_x = w.from_input(x), from_h = w.from_state(state.h);
  Row update(n), reset(n), gated(n);
  for (size_t i = 0; i < n; ++i) {
    update[i] = f[0](w.clipped(from_x[i] + from_h[i]));
    reset[i] = f[0](w.clipped(from_x[n + i] + from_h[n + i]));
    gated[i] = reset[i] * state.h[i];
  }
  const Row from_gated = before_reset ? Row{} : w.from_state(gated, 2, 1);
  for (size_t i = 0; i < n; ++i) {
    const double recurrent = before_reset ? reset[i] * from_h[2 * n + i] : from_gated[i];
    const double hidden = f[1](w.clipped(from_x[2 * n + i] + recurrent));
    state.h[i] = (1 - update[i]) * hidden + update[i] * state.h[i];
  }
}

// Gates: input, output, forget, cell; peepholes: input, output, forget.
void lstm_step(const Call& c, const Weights& w, const Activation* f, const double* x, State& state) {
  const bool coupled = c.int_attr("input_forget", 0) != 0;
  const size_t n = state.h.size();
  const Row from_x = w.from_input(x), from_h = w.from_state(state.h);
  for (size_t i = 0; i < n; ++i) {
    const double cell = state.c[i];
    const auto at = static_cast<int64_t>(i);
    const auto gate = [&](size_t g) { return from_x[g * n + i] + from_h[g * n + i]; };
    const double input = f[0](w.clipped(gate(0) + w.peephole(0, at, cell)));
    const double forget = coupled ? 1 - input : f[0](w.clipped(gate(2) + w.peephole(2, at, cell)));
    state.c[i] = forget * cell + input * f[1](w.clipped(gate(3)));
    const double output = f[0](w.clipped(gate(1) + w.peephole(1, at, state.c[i])));
    state.h[i] = output * f[2](state.c[i]);
  }
}

// The layer's arguments, in the order time, batch, inputs.
class Layer {
 public:
  Layer(const Call& c, int64_t gates, bool has_cell) : c_(c), gates_(gates), has_cell_(has_cell) {
    const NDArray &x = c.tensor(0), &w = c.tensor(1), &r = c.tensor(2);
    batch_first_ = c.int_attr("layout", 0) != 0;
    if (x.shape().size() != 3 || w.shape().size() != 3 || r.shape().size() != 3)
      c.refuse_shapes("data and weights have three axes");
    steps_ = x.shape()[batch_first_ ? 1 : 0];
    batch_ = x.shape()[batch_first_ ? 0 : 1];
    inputs_ = x.shape()[2];
    directions_ = w.shape()[0];
    hidden_ = r.shape()[2];
    const std::string direction = c.string_attr("direction", "forward");
    if (directions_ != (direction == "bidirectional" ? 2 : 1))
      c.refuse_shapes(fmt::format("the weights are of {} directions, and it runs {}", directions_, direction));
    const Extents w_shape{directions_, gates * hidden_, inputs_}, r_shape{directions_, gates * hidden_, hidden_};
    if (w.shape() != w_shape || r.shape() != r_shape)
      c.refuse_shapes(fmt::format("the weights should be {} and {}", shape_text(w_shape), shape_text(r_shape)));
    first_backward_ = direction == "reverse";
    lengths_.assign(static_cast<size_t>(batch_), steps_);
    if (given(4)) lengths_ = c.ints(4);
    if (static_cast<int64_t>(lengths_.size()) != batch_) c.refuse_shapes("not one length for each of the batch");
    for (const int64_t length : lengths_)
      if (length < 0 || length > steps_) c.refuse_index(length, 0, steps_);
  }

  Value run(Step step, const std::vector<std::string>& usual) {
    const Activations activations(c_, usual, static_cast<size_t>(directions_));
    const DType dtype = c_.tensor(0).dtype();
    NDArray y = c_.make(dtype, batch_first_ ? Extents{batch_, steps_, directions_, hidden_}
                                            : Extents{steps_, directions_, batch_, hidden_});
    const Extents last = batch_first_ ? Extents{batch_, directions_, hidden_} : Extents{directions_, batch_, hidden_};
    NDArray h = c_.make(dtype, last), cell = c_.make(dtype, last);
    const Row x = all_elements<double>(c_, c_.tensor(0));
    for (int64_t d = 0; d < directions_; ++d) {
      const Weights weights = weights_of(d);
      const bool backward = d == 1 || first_backward_;
      for (int64_t b = 0; b < batch_; ++b) {
        State state{initial(5, d, b), has_cell_ ? initial(6, d, b) : Row{}};
        const int64_t length = lengths_[static_cast<size_t>(b)];
        for (int64_t i = 0; i < length; ++i) {
          spend(1 + gates_ * hidden_ * (inputs_ + hidden_) / 64);
          const int64_t t = backward ? length - 1 - i : i;
          const int64_t row = batch_first_ ? b * steps_ + t : t * batch_ + b;
          step(c_, weights, activations.of_direction(static_cast<size_t>(d)), x.data() + row * inputs_, state);
          const int64_t place = batch_first_ ? (row * directions_ + d) : (t * directions_ + d) * batch_ + b;
          store(y, place * hidden_, hidden_, state.h.data());
        }
        const int64_t place = (batch_first_ ? b * directions_ + d : d * batch_ + b) * hidden_;
        store(h, place, hidden_, state.h.data());
        if (has_cell_) store(cell, place, hidden_, state.c.data());
      }
    }
    return has_cell_ ? Values{y, h, cell} : Values{y, h};
  }

 private:
  bool given(size_t i) const { return i < c_.count() && c_.args[i].tensor(); }
  // The part of direction d of an argument of so many elements a direction; zeros where there is none.
  Row part(size_t argument, int64_t d, int64_t count) const {
    Row row(static_cast<size_t>(count), 0);
    if (!given(argument)) return row;
    if (c_.tensor(argument).size() != directions_ * count)
      c_.refuse_shapes(fmt::format("argument {} should have {} elements", argument + 1, directions_ * count));
    load(c_.tensor(argument), d * count, count, row.data());
    return row;
  }
  Row initial(size_t argument, int64_t d, int64_t b) const {
    Row row(static_cast<size_t>(hidden_), 0);
    if (!given(argument)) return row;
    if (c_.tensor(argument).size() != directions_ * batch_ * hidden_)
      c_.refuse_shapes(
          fmt::format("argument {} should have {} elements", argument + 1, directions_ * batch_ * hidden_));
    load(c_.tensor(argument), (batch_first_ ? b * directions_ + d : d * batch_ + b) * hidden_, hidden_, row.data());
    return row;
  }
  static Row by_columns(const Row& matrix, int64_t columns) {
    const auto width = static_cast<size_t>(columns), height = width == 0 ? 0 : matrix.size() / width;
    Row turned(matrix.size());
    for (size_t i = 0; i < height; ++i)
      for (size_t k = 0; k < width; ++k) turned[k * height + i] = matrix[i * width + k];
    return turned;
  }
  Weights weights_of(int64_t d) const {
    const int64_t rows = gates_ * hidden_;
    Weights weights{inputs_,
                    hidden_,
                    gates_,
                    by_columns(part(1, d, rows * inputs_), inputs_),
                    by_columns(part(2, d, rows * hidden_), hidden_),
                    {},
                    {},
                    {},
                    c_.float_attr("clip", 0)};
    const Row biases = part(3, d, 2 * rows);
    weights.wb.assign(biases.begin(), biases.begin() + rows);
    weights.rb.assign(biases.begin() + rows, biases.end());
    if (given(7)) weights.p = part(7, d, 3 * hidden_);
    return weights;
  }

  const Call& c_;
  int64_t gates_, steps_ = 0, batch_ = 0, inputs_ = 0, hidden_ = 0, directions_ = 1;
  bool has_cell_, batch_first_ = false, first_backward_ = false;
  std::vector<int64_t> lengths_;
};

Value rnn(const Call& c) {
  return Layer(c, 1, false).run(rnn_step, {"Tanh"});
}
Value gru(const Call& c) {
  return Layer(c, 3, false).run(gru_step, {"Sigmoid", "Tanh"});
}
Value lstm(const Call& c) {
  return Layer(c, 4, true).run(lstm_step, {"Sigmoid", "Tanh", "Tanh"});
}

}  // namespace

void add_recurrent_operators(Table& table) {
  table.add("onnx.RNN", rnn);
  table.add("onnx.GRU", gru);
  table.add("onnx.LSTM", lstm);
}

}  // namespace nw::reference
