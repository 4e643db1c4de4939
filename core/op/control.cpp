// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's operators whose first argument is a function, the body: Loop, Scan, SequenceMap. The result is a tuple of the
// outputs. Symbols that only have a meaning within the body (the function's attribute "symbols") do not leave it.
#include <fmt/format.h>

#include <set>

#include "graph/join_types.h"
#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

namespace {

std::vector<std::string> strings_attr(const graph::Attrs& attrs, const std::string& key) {
  std::vector<std::string> strings;
  const auto it = attrs.find(key);
  const auto* list = it == attrs.end() ? nullptr : std::get_if<graph::AttrList>(&it->second.value);
  if (!list) return strings;
  for (const graph::Attr& entry : *list)
    if (const auto* text = std::get_if<std::string>(&entry.value)) strings.push_back(*text);
  return strings;
}

class BodyCall {
 public:
  explicit BodyCall(const TypeContext& c) : c_(c), names_(strings_attr(c.node.attrs, "outputs")) {
    if (!c.node.inputs.empty() && c.graph.node(c.node.inputs[0]).kind == graph::NodeKind::Function)
      function_ = &c.graph.node(c.node.inputs[0]);
    if (!function_) return;
    for (std::string& name : strings_attr(function_->attrs, "symbols")) inner_.insert(std::move(name));
  }

  // What is wrong with the body; nothing if it takes so many values and gives at least so many.
  std::optional<Diagnostic> misfit(size_t takes, size_t gives) const {
    if (!function_) return wrong_argument_count(c_.node, takes + 1);
    const Type& type = c_.args[0];
    if (function_->params.size() == takes && results().size() >= gives) return std::nullopt;
    return wrong_argument(c_.node, 0, fmt::format("be a function of {} values that gives at least {}", takes, gives),
                          type);
  }
  // Of the tuple that ends the body: some of its fields may have no type.
  const graph::TypeList& results() const {
    static const graph::TypeList none;
    return function_->inputs.empty() ? none : c_.graph.node(function_->inputs[0]).type.fields;
  }

  // The type outside: dimensions of the body's own symbols are new symbols of the output.
  Type outside(const Type& type, size_t output, size_t first_axis = 0) const {
    return graph::keep_dims(
        type, [&](const Dim& dim) { return !mentions_inner(dim); },
        [&](size_t axis) { return fresh(output, axis + first_axis); });
  }
  Dim fresh(size_t output, size_t axis) const {
    const std::string name = output < names_.size() ? names_[output] : fmt::format("{}_{}", c_.node.name, output);
    return Dim(c_.graph.symbol(graph::symbol_name(fmt::format("{}_{}", name, axis))));
  }

 private:
  bool mentions_inner(const Dim& dim) const {
    bool found = false;
    tir::walk(dim.expr(), [&](const tir::Expr& part) {
      if (const auto* var = tir::node_cast<tir::VarNode>(part)) found = found || inner_.contains(var->name);
      return !found;
    });
    return found;
  }

  const TypeContext& c_;
  const graph::Node* function_ = nullptr;
  std::vector<std::string> names_;
  std::set<std::string> inner_;
};

// body(turn, go on, carried…) → (go on, carried…, rows…); how often at most, whether at all, carried…
Result<Type> loop(const TypeContext& c) {
  if (c.args.size() < 3) return wrong_argument_count(c.node, 3);
  const BodyCall body(c);
  const size_t carried = c.args.size() - 3;
  if (auto wrong = body.misfit(carried + 2, carried + 1)) return *wrong;
  std::vector<Type> types;
  for (size_t i = 0; i < carried; ++i) {
    const Type both =
        graph::join(c.args[i + 3], body.results()[i + 1], [&](size_t axis) { return body.fresh(i, axis); });
    types.push_back(body.outside(both, i));
  }
  // Where nothing but the count ends the loop, its importer says how often it turns.
  const std::optional<Shape> turns = graph::dims_attr(c.node.attrs, "turns");
  for (size_t i = carried; i + 1 < body.results().size(); ++i) {
    const Type& row = body.results()[i + 1];
    if (!row.is_tensor() || !row.rank_known) {
      types.emplace_back();
      continue;
    }
    Type rows = body.outside(row, i, 1);
    rows.shape.insert(rows.shape.begin(), turns && turns->size() == 1 ? turns->front() : new_symbol(c, "turns"));
    types.push_back(std::move(rows));
  }
  return Type::tuple(std::move(types));
}

// body(states…, elements…) → (states…, rows…); states…, sequences…. In "batched" form (ONNX's first version) a vector
// of lengths, or (), stands before, and all have a batch in front.
Result<Type> scan(const TypeContext& c) {
  const BodyCall body(c);
  const bool batched = graph::bool_attr(c.node.attrs, "batched", false);
  const size_t first = batched ? 2 : 1;
  const auto inputs = static_cast<size_t>(std::max(graph::int_attr(c.node.attrs, "num_scan_inputs", 1), int64_t{0}));
  if (c.args.size() < first + inputs || inputs == 0) return wrong_argument_count(c.node, first + inputs);
  const size_t states = c.args.size() - first - inputs;
  if (auto wrong = body.misfit(states + inputs, states)) return *wrong;
  const Type& sequence = c.args[first + states];
  const int64_t given_axis = graph::ints_attr(c.node.attrs, "scan_input_axes", {batched ? 1 : 0}).front();
  const auto axis = sequence.is_tensor() ? axis_of(given_axis, sequence.shape.size()) : std::nullopt;
  if (!axis) return wrong_argument(c.node, first + states, "have the axis that is scanned", sequence);
  std::vector<Type> types(c.args.begin() + static_cast<std::ptrdiff_t>(first),
                          c.args.begin() + static_cast<std::ptrdiff_t>(first + states));
  const std::vector<int64_t> axes = graph::ints_attr(c.node.attrs, "scan_output_axes", {});
  for (size_t i = states; i < body.results().size(); ++i) {
    const Type& row = body.results()[i];
    if (!row.is_tensor() || !row.rank_known) {
      types.emplace_back();
      continue;
    }
    Type rows = body.outside(row, i);
    const auto at = axis_of(i - states < axes.size() ? axes[i - states] : 0, rows.shape.size() + 1);
    if (!at) return wrong_attribute(c.node, "scan_output_axes", "must list axes of the outputs");
    rows.shape.insert(rows.shape.begin() + static_cast<std::ptrdiff_t>(*at), sequence.shape[*axis]);
    if (batched) rows.shape.insert(rows.shape.begin(), sequence.shape[0]);
    types.push_back(std::move(rows));
  }
  return Type::tuple(std::move(types));
}

// body(entries…) → (entries…) for each entry of the first list; other lists are as long, tensors are the same each
// time.
Result<Type> sequence_map(const TypeContext& c) {
  const BodyCall body(c);
  if (c.args.empty()) return wrong_argument_count(c.node, 2);
  if (auto wrong = body.misfit(c.args.size() - 1, 1)) return *wrong;
  std::vector<Type> types;
  for (size_t i = 0; i < body.results().size(); ++i)
    types.push_back(Type::sequence(body.outside(body.results()[i], i)));
  return Type::tuple(std::move(types));
}

}  // namespace

void add_control(Registry& registry) {
  set_type(registry, "onnx.Loop", -1, loop);
  set_type(registry, "onnx.Scan", -1, scan);
  set_type(registry, "onnx.SequenceMap", -1, sequence_map);
}

}  // namespace nw::op
