// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's recurrent layers: the product of all steps' inputs with the weights, then a scan for each direction, whose
// step multiplies the state before with the recurrent weights. Weights are packed in panels of up to 64 rows of gates,
// [rows/64, K, 64], so that a step computes vectors of gates.
#include <algorithm>
#include <cctype>

#include "op/compute/tools.h"

namespace nw::op {

namespace {

// The tensors of a call; null: it is not given.
struct Given {
  Tensor data, weight, recurrence, bias, lengths, first_state, first_cell, peepholes;
};

using Activation = Expr (*)(const Expr&);

Expr sigmoid(const Expr& x) {
  return tir::call(x->dtype, "sigmoid", {x});
}
Expr hyperbolic(const Expr& x) {
  return tir::call(x->dtype, "tanh", {x});
}
Expr positive(const Expr& x) {
  return tir::max(x, tir::constant(x->dtype, 0));
}

// Null: it has no computation here.
Activation activation(std::string name) {
  std::ranges::transform(name, name.begin(), [](unsigned char l) { return static_cast<char>(std::tolower(l)); });
  return name == "sigmoid" ? sigmoid : name == "tanh" ? hyperbolic : name == "relu" ? positive : nullptr;
}

// Of the functions that ONNX numbers f, g and h, for each direction; empty: one has no computation.
std::vector<Activation> activations(const graph::Attrs& attrs, const std::vector<std::string>& usual,
                                    int64_t directions) {
  std::vector<std::string> names;
  if (const auto it = attrs.find("activations"); it != attrs.end())
    if (const auto* list = std::get_if<graph::AttrList>(&it->second.value))
      for (const graph::Attr& entry : *list)
        if (const auto* name = std::get_if<std::string>(&entry.value)) names.push_back(*name);
  const bool named = !names.empty();
  for (int64_t d = 0; !named && d < directions; ++d) names.insert(names.end(), usual.begin(), usual.end());
  std::vector<Activation> functions;
  for (const std::string& name : names) functions.push_back(activation(name));
  const bool complete = functions.size() == usual.size() * static_cast<size_t>(directions);
  return complete && std::ranges::find(functions, nullptr) == functions.end() ? functions : std::vector<Activation>{};
}

struct Layer {
  const ComputeContext& c;
  Given given;
  int64_t gates, hidden, inputs, directions;
  Expr time, batch;
  bool batch_first, first_backward;
  double clip;  // 0: none
  DType type;   // of states and sums

  Expr read(const Tensor& t, std::vector<Expr> at) const { return tir::cast(type, te::read(t, std::move(at))); }
  std::string name(const std::string& what) const { return c.name + "_" + what; }
  bool is_backward(int64_t d) const { return d == 1 || first_backward; }
  // Steps that element b of the batch has, at most those that the data have.
  Expr length(const Expr& b) const { return tir::min(tir::cast(DType::Int(32), te::read(given.lengths, {b})), time); }
};

// Rows [first, first + count) of a direction of the matrix (directions, rows, depth) as panels, or of all directions
// one after the other; null: they are read as they lie.
Tensor panels(const Layer& l, const Tensor& matrix, std::optional<int64_t> direction, int64_t first, int64_t count,
              const std::string& name) {
  if (l.c.plain) return nullptr;
  const int64_t rows = direction ? count : count * l.directions;
  const int64_t width = rows > 32 ? 64 : rows > 16 ? 32 : 16;
  return te::compute(
      {number((rows + width - 1) / width), matrix->shape[2], number(width)},
      [&](const std::vector<Var>& v) {
        const Expr j = Expr(v[0]) * number(width) + v[2];
        const Expr of = direction ? number(*direction) : tir::floordiv(j, number(count));
        const Expr row = (direction ? j : tir::floormod(j, number(count))) + number(first);
        const Expr value = l.read(matrix, {of, row, v[1]});
        if (rows % width == 0) return value;
        return tir::if_then_else(tir::lt(j, number(rows)), value, tir::constant(l.type, 0));
      },
      l.name(name), {"jo", "k", "ji"}, "pack");
}

// Element (j, k) of the matrix that lies in these panels.
Expr in_panels(const Tensor& packed, const Expr& j, const Expr& k) {
  return te::read(packed, {tir::floordiv(j, packed->shape[2]), k, tir::floormod(j, packed->shape[2])});
}

// (rows of the data, directions · gates · hidden): what the inputs of all steps give.
Tensor input_products(const Layer& l) {
  const Tensor x = l.given.data, w = l.given.weight;
  const int64_t rows = l.gates * l.hidden;
  const Tensor packed = panels(l, w, std::nullopt, 0, rows, "w_pack");
  const tir::IterVar k = te::reduce_axis({number(0), number(l.inputs)}, "k");
  const Expr inner = x->shape[1];
  return te::compute(
      {x->shape[0] * inner, number(l.directions * rows)},
      [&](const std::vector<Var>& v) {
        const Expr data = l.read(x, {tir::floordiv(v[0], inner), tir::floormod(v[0], inner), k->var});
        const Expr weight =
            packed ? in_panels(packed, v[1], k->var)
                   : l.read(w, {tir::floordiv(v[1], number(rows)), tir::floormod(v[1], number(rows)), k->var});
        return te::sum(data * weight, {k});
      },
      l.name("inputs"), {"i", "j"}, "recurrent_inputs");
}

// One direction: the states, and what they are computed from.
class Direction {
 public:
  Direction(const Layer& layer, int64_t d, const Activation* f, Tensor from_inputs)
      : l_(layer), d_(d), f_(f), from_inputs_(std::move(from_inputs)) {
    const std::vector<Expr> shape{l_.time + number(1), l_.batch, number(l_.hidden)};
    h_ = te::placeholder(shape, name("h"), l_.type);
    c_ = te::placeholder(shape, name("c"), l_.type);
  }

  std::vector<Tensor> rnn() {
    const Tensor gates = products(h_, 0, 1, "r");
    return scan({state("next", [&](const At& at) { return f_[0](gate(at, gates, 0)); }, h_)});
  }

  // Gates: update, reset, hidden.
  std::vector<Tensor> gru() {
    const bool before_reset = graph::int_attr(l_.c.node.attrs, "linear_before_reset", 0) != 0;
    const Tensor gates = products(h_, 0, before_reset ? 3 : 2, "r");
    Tensor candidate;
    if (!before_reset) {
      const Tensor kept = stage("kept", [&](const At& at) { return f_[0](gate(at, gates, 1)) * before(h_, at); });
      candidate = products(kept, 2, 1, "n");
    }
    return scan({state(
        "next",
        [&](const At& at) {
          const Expr update = f_[0](gate(at, gates, 0));
          const Expr recurrent = before_reset
                                     ? f_[0](gate(at, gates, 1)) * (element(gates, at, 2) + bias(at, l_.gates + 2))
                                     : element(candidate, at, 0) + bias(at, l_.gates + 2);
          const Expr hidden = f_[1](clipped(input(at, 2) + bias(at, 2) + recurrent));
          return (tir::constant(l_.type, 1) - update) * hidden + update * before(h_, at);
        },
        h_)});
  }

  // Gates: input, output, forget, cell; peepholes: input, output, forget.
  std::vector<Tensor> lstm() {
    const bool coupled = graph::int_attr(l_.c.node.attrs, "input_forget", 0) != 0;
    const Tensor gates = products(h_, 0, 4, "r");
    const Tensor cell = stage("cell", [&](const At& at) {
      const Expr old = before(c_, at);
      const Expr in = f_[0](gate(at, gates, 0, peephole(at, 0, old)));
      const Expr forget = coupled ? tir::constant(l_.type, 1) - in : f_[0](gate(at, gates, 2, peephole(at, 2, old)));
      return forget * old + in * f_[1](gate(at, gates, 3));
    });
    const Tensor next = state(
        "next",
        [&](const At& at) {
          const Expr now = te::read(cell, {at.step, at.batch, at.unit});
          return f_[0](gate(at, gates, 1, peephole(at, 1, now))) * f_[2](now);
        },
        h_);
    if (!l_.given.lengths) return scan({next, cell});
    return scan(
        {next, state("cell_next", [&](const At& at) { return te::read(cell, {at.step, at.batch, at.unit}); }, c_)});
  }

 private:
  struct At {
    Expr step, batch, unit;
  };
  using Body = std::function<Expr(const At&)>;

  std::string name(const std::string& what) const {
    return l_.name(l_.directions > 1 ? what + (d_ == 0 ? "_forward" : "_backward") : what);
  }

  Tensor stage(const std::string& what, const Body& body) const {
    return te::compute(
        {l_.time + number(1), l_.batch, number(l_.hidden)},
        [&](const std::vector<Var>& v) { return body({v[0], v[1], v[2]}); }, name(what), {"t", "b", "i"},
        "recurrent_cell");
  }

  // What is computed, or what it was before where the element's steps are over.
  Tensor state(const std::string& what, const Body& body, const Tensor& of) const {
    if (!l_.given.lengths) return stage(what, body);
    return stage(what, [&](const At& at) {
      return tir::select(tir::le(at.step, l_.length(at.batch)), body(at), before(of, at));
    });
  }

  // `count` gates from `first`, of a state of each step: the one before, or one that the step has computed.
  Tensor products(const Tensor& of, int64_t first, int64_t count, const std::string& what) const {
    const Tensor packed = panels(l_, l_.given.recurrence, d_, first * l_.hidden, count * l_.hidden,
                                 what + (d_ == 0 ? "_pack" : "_pack_backward"));
    const tir::IterVar k = te::reduce_axis({number(0), number(l_.hidden)}, "k");
    const Expr back = te::same_tensor(of, h_) ? number(1) : number(0);
    return te::compute(
        {l_.time + number(1), l_.batch, number(count * l_.hidden)},
        [&](const std::vector<Var>& v) {
          const Expr weight =
              packed ? in_panels(packed, v[2], k->var)
                     : l_.read(l_.given.recurrence, {number(d_), Expr(v[2]) + number(first * l_.hidden), k->var});
          return te::sum(te::read(of, {Expr(v[0]) - back, v[1], k->var}) * weight, {k});
        },
        name(what + "_products"), {"t", "b", "j"}, "recurrent_products");
  }

  Expr element(const Tensor& products, const At& at, int64_t gate) const {
    return te::read(products, {at.step, at.batch, at.unit + number(gate * l_.hidden)});
  }
  Expr before(const Tensor& state, const At& at) const {
    return te::read(state, {at.step - number(1), at.batch, at.unit});
  }

  // What the input of this step gives to a gate.
  Expr input(const At& at, int64_t gate) const {
    Expr t = at.step - number(1);
    if (l_.is_backward(d_)) {
      const Tensor lengths = l_.given.lengths;
      t = lengths ? tir::max(l_.length(at.batch) - at.step, number(0)) : l_.time - at.step;
    }
    const Expr row = l_.batch_first ? at.batch * l_.time + t : t * l_.batch + at.batch;
    return te::read(from_inputs_, {row, at.unit + number((d_ * l_.gates + gate) * l_.hidden)});
  }

  // Input biases come first: gate + l_.gates has the recurrent one.
  Expr bias(const At& at, int64_t gate) const {
    const Tensor b = l_.given.bias;
    return b ? l_.read(b, {number(d_), at.unit + number(gate * l_.hidden)}) : tir::constant(l_.type, 0);
  }
  Expr peephole(const At& at, int64_t gate, const Expr& cell) const {
    const Tensor p = l_.given.peepholes;
    return p ? l_.read(p, {number(d_), at.unit + number(gate * l_.hidden)}) * cell : nullptr;
  }
  Expr clipped(const Expr& x) const {
    if (l_.clip <= 0) return x;
    return tir::min(tir::max(x, tir::constant(l_.type, -l_.clip)), tir::constant(l_.type, l_.clip));
  }
  Expr gate(const At& at, const Tensor& products, int64_t gate, const Expr& more = nullptr) const {
    Expr sum = input(at, gate) + element(products, at, gate);
    if (l_.given.bias) sum = sum + bias(at, gate) + bias(at, l_.gates + gate);
    return clipped(more ? sum + more : sum);
  }

  Tensor first(const Tensor& given, const std::string& what) const {
    return te::compute(
        {number(1), l_.batch, number(l_.hidden)},
        [&](const std::vector<Var>& v) {
          if (!given) return tir::constant(l_.type, 0);
          const Expr d = number(d_);
          return l_.read(given, l_.batch_first ? std::vector<Expr>{v[1], d, v[2]} : std::vector<Expr>{d, v[1], v[2]});
        },
        name(what), {"t", "b", "i"}, "recurrent_first");
  }

  std::vector<Tensor> scan(const std::vector<Tensor>& next) const {
    std::vector<Tensor> init{first(l_.given.first_state, "h_first")}, states{h_};
    if (next.size() > 1) init.push_back(first(l_.given.first_cell, "c_first")), states.push_back(c_);
    return te::scan(init, next, states, {from_inputs_}, name("states"));
  }

  const Layer& l_;
  const int64_t d_;
  const Activation* f_;
  const Tensor from_inputs_;
  Tensor h_, c_;
};

// Of the states of a direction: what it gives for step t.
Expr state_at(const Layer& l, int64_t d, const Tensor& states, const Expr& t, const Expr& b, const Expr& i) {
  const bool backward = l.is_backward(d);
  if (!l.given.lengths) return te::read(states, {backward ? l.time - t : t + number(1), b, i});
  const Expr length = l.length(b);
  const Expr at = backward ? tir::max(length - t, number(0)) : t + number(1);
  return tir::select(tir::lt(t, length), te::read(states, {at, b, i}), tir::constant(l.type, 0));
}

// Of one direction or of both, by `element(direction)`.
Expr of_direction(const Layer& l, const Expr& d, const std::function<Expr(int64_t)>& element) {
  return l.directions == 1 ? element(0) : tir::select(tir::eq(d, number(0)), element(0), element(1));
}

// The states of all steps, then the last of each kind. states[d][s]: the s-th kind of direction d.
std::vector<Tensor> results(const Layer& l, const std::vector<std::vector<Tensor>>& states) {
  const DType out = l.given.data->dtype;
  const bool first = l.batch_first;
  std::vector<Tensor> results{te::compute(
      first ? std::vector<Expr>{l.batch, l.time, number(l.directions), number(l.hidden)}
            : std::vector<Expr>{l.time, number(l.directions), l.batch, number(l.hidden)},
      [&](const std::vector<Var>& v) {
        const Expr t = v[first ? 1 : 0], d = v[first ? 2 : 1], b = v[first ? 0 : 2];
        return tir::cast(out, of_direction(l, d, [&](int64_t way) {
                           return state_at(l, way, states[static_cast<size_t>(way)][0], t, b, v[3]);
                         }));
      },
      l.name("all"),
      first ? std::vector<std::string>{"b", "t", "d", "i"} : std::vector<std::string>{"t", "d", "b", "i"},
      "recurrent_result")};
  for (size_t s = 0; s < states[0].size(); ++s)
    results.push_back(te::compute(
        first ? std::vector<Expr>{l.batch, number(l.directions), number(l.hidden)}
              : std::vector<Expr>{number(l.directions), l.batch, number(l.hidden)},
        [&](const std::vector<Var>& v) {
          const Expr d = v[first ? 1 : 0], b = v[first ? 0 : 1];
          return tir::cast(out, of_direction(l, d, [&](int64_t way) {
                             return te::read(states[static_cast<size_t>(way)][s], {l.time, b, v[2]});
                           }));
        },
        l.name(s == 0 ? "last" : "last_cell"),
        first ? std::vector<std::string>{"b", "d", "i"} : std::vector<std::string>{"d", "b", "i"}, "recurrent_result"));
  return results;
}

// What is optional is known by its type: lengths are integers, states have three axes, a bias is two gates wide for
// each gate. Nothing where one state is given and a call has places for two.
std::optional<Given> given_by(const ComputeContext& c, int64_t gates, int64_t hidden) {
  Given given{c.args[0], c.args[1], c.args[2], {}, {}, {}, {}, {}};
  for (size_t i = 3; i < c.args.size(); ++i) {
    const Tensor& t = c.args[i];
    const int64_t* width = tir::as_const_int(t->shape.back());
    if (!t->dtype.is_float())
      given.lengths = t;
    else if (t->shape.size() == 3)
      (given.first_state ? given.first_cell : given.first_state) = t;
    else if (width && *width == 2 * gates * hidden)
      given.bias = t;
    else
      given.peepholes = t;
  }
  constexpr size_t kStates = 6;  // inputs of a node with one state
  if (given.first_state && !given.first_cell && c.node.inputs.size() > kStates) return std::nullopt;
  return given;
}

using Steps = std::vector<Tensor> (Direction::*)();

Result<std::vector<Tensor>> recurrent(const ComputeContext& c, int64_t gates, const std::vector<std::string>& usual,
                                      Steps steps) {
  if (c.args.size() < 3 || !c.args[0]->dtype.is_float()) return no_compute(c, "it takes floats only");
  const auto hidden = c.arg_types[2].shape[2].constant(), inputs = c.arg_types[1].shape[2].constant(),
             directions = c.arg_types[1].shape[0].constant();
  if (!hidden || !inputs || !directions) return no_compute(c, "only the run tells the sizes of its weights");
  const bool batch_first = graph::int_attr(c.node.attrs, "layout", 0) != 0;
  const Tensor& x = c.args[0];
  const std::optional<Given> given = given_by(c, gates, *hidden);
  if (!given) return no_compute(c, "it is given one of its two states");
  const Layer layer{c,
                    *given,
                    gates,
                    *hidden,
                    *inputs,
                    *directions,
                    x->shape[batch_first ? 1 : 0],
                    x->shape[batch_first ? 0 : 1],
                    batch_first,
                    graph::string_attr(c.node.attrs, "direction", "forward") == "reverse",
                    graph::float_attr(c.node.attrs, "clip", 0),
                    sum_type(x->dtype)};
  if (*hidden < 1 || *inputs < 1 || *directions < 1 || *directions > 2 || tir::is_zero(layer.time))
    return no_compute(c, "it has no steps or no units");
  const std::vector<Activation> f = activations(c.node.attrs, usual, *directions);
  if (f.empty()) return no_compute(c, "one of its activations is not Sigmoid, Tanh or Relu");
  const Tensor products = input_products(layer);
  std::vector<std::vector<Tensor>> states;
  for (int64_t d = 0; d < *directions; ++d) {
    Direction direction(layer, d, f.data() + static_cast<size_t>(d) * usual.size(), products);
    states.push_back((direction.*steps)());
  }
  return results(layer, states);
}

}  // namespace

void add_recurrent_compute(Registry& registry) {
  set_compute(registry, "onnx.RNN", [](const ComputeContext& c) { return recurrent(c, 1, {"Tanh"}, &Direction::rnn); });
  set_compute(registry, "onnx.GRU",
              [](const ComputeContext& c) { return recurrent(c, 3, {"Sigmoid", "Tanh"}, &Direction::gru); });
  set_compute(registry, "onnx.LSTM",
              [](const ComputeContext& c) { return recurrent(c, 4, {"Sigmoid", "Tanh", "Tanh"}, &Direction::lstm); });
}

}  // namespace nw::op
