// SPDX-License-Identifier: GPL-3.0-or-later
// Reducers: te.sum, te.min, te.max, te.comm_reducer, and whether a sum fits its type.
#include <fmt/format.h>

#include "schedule/data_range.h"
#include "script/computation_reader.h"
#include "script/diagnostics.h"
#include "script/evaluator.h"

namespace nw::script {

Value ComputationReader::comm_reducer(const Arguments& args) {
  const auto a = arguments_.bind(args, "te.comm_reducer", {"fcombine", "fidentity", "name="});
  if (!a) return Poison();
  const auto name = arguments_.text_or((*a)[2], "the name", "reduce");
  if (!name) return Poison();
  const LambdaValue* lambdas[2];
  for (size_t i = 0; i < 2; ++i) {
    lambdas[i] = (*a)[i].value.get<LambdaValue>();
    if (!lambdas[i])
      return state_.report(
          wrong_type(i ? "fidentity" : "fcombine", "a lambda", describe((*a)[i].value), (*a)[i].node->span()));
  }
  if (lambdas[0]->node->params.size() != 2 || lambdas[0]->node->star_param)
    return state_.report(
        wrong_arguments("te.comm_reducer", "fcombine takes two parameters", "lambda x, y: …", (*a)[0].node->span()));
  return std::make_shared<const ReducerValue>(ReducerValue{Fn::CommReducer, lambdas[0]->node, lambdas[1]->node, *name});
}

Value ComputationReader::call_reducer(const ReducerValue& r, const Arguments& args) {
  const Arg* axis = args.positional.size() > 1 ? &args.positional[1] : nullptr;
  for (const Arg& k : args.keywords)
    if (k.keyword == "axis") axis = &k;
  // As in TVM, where the loops of a te.compute are plain variables: te.min(7, i) is the smaller of two numbers. Said
  // with its name, axis=i, it is taken as a reduction.
  const auto* loop = axis && axis->keyword.empty() ? axis->value.get<AxisValue>() : nullptr;
  const bool number = loop && loop->iter->type == tir::IterType::DataPar;
  if (axis && !axis->value.list() && (number || !axis->value.is<AxisValue>())) return combine_directly(r, args);
  const auto a = arguments_.bind(args, r.name, {"expr", "axis", "where=", "init="});
  if (!a) return Poison();

  std::vector<tir::IterVar> axes;
  const ListValue* l = (*a)[1].value.list();
  for (size_t i = 0; i < (l ? l->items.size() : 1); ++i) {
    const auto iv = arguments_.to_reduce_axis(l ? l->items[i] : (*a)[1].value, (*a)[1].node);
    if (!iv) {
      state_.note(NotAReduceAxis{(*a)[1], (*a)[0].value});
      return Poison();
    }
    for (const tir::IterVar& other : axes)
      if (other == *iv)
        return state_.report(repeated_reduce_axis((*iv)->var->name, (*a)[1].node->span()),
                             RepeatedReduceAxis{(*a)[1].node, (*a)[0].value});
    axes.push_back(*iv);
  }
  if (axes.empty())
    return state_.report(wrong_arguments(r.name, "the list of axes is empty", {}, (*a)[1].node->span()));

  auto exprs = [&](const Arg& arg) {
    const ListValue* list = arg.value.list();
    std::vector<tir::Expr> out;
    for (size_t i = 0; i < (list ? list->items.size() : 1); ++i) {
      out.push_back(arguments_.to_expr(list ? list->items[i] : arg.value, arg.node));
      if (!out.back()) return std::vector<tir::Expr>();
    }
    return out;
  };
  const bool tuple = (*a)[0].value.list() != nullptr;
  const std::vector<tir::Expr> source = exprs((*a)[0]);
  if (source.empty()) return Poison();
  if (tuple && !r.combine)
    return state_.report(wrong_arguments(r.name, "it reduces one value, not a tuple", {}, (*a)[0].node->span()));
  tir::Expr where;
  if ((*a)[2].given()) {
    where = arguments_.to_expr((*a)[2].value, (*a)[2].node);
    if (!where) return Poison();
    if (!where->dtype.is_bool())
      return state_.report(wrong_type("the condition", "a comparison", describe((*a)[2].value), (*a)[2].node->span()));
  }
  std::vector<tir::Expr> init;
  if ((*a)[3].given()) {
    init = exprs((*a)[3]);
    if (init.size() != source.size())
      return state_.report(
          wrong_arguments(r.name, "init must have one value for each reduced value", {}, (*a)[3].node->span()));
    for (size_t i = 0; i < init.size(); ++i) init[i] = tir::cast(source[i]->dtype, init[i]);
  }
  std::vector<DType> types;
  for (const tir::Expr& e : source) types.push_back(e->dtype);
  reducing_tuple_ = tuple;
  const tir::CommReducer combiner = make_reducer(r, types, args.call);
  if (!combiner) return Poison();
  std::vector<Value> outputs;
  for (size_t i = 0; i < source.size(); ++i) {
    Value v = arguments_.sized(tir::reduce(combiner, source, axes, where, static_cast<int>(i), init), args.call);
    if (v.poisoned()) return v;
    outputs.push_back(std::move(v));
  }
  return outputs.size() == 1 ? outputs[0] : make_list(std::move(outputs), true);
}

// te.max(a, b): no reduction, the combination itself.
Value ComputationReader::combine_directly(const ReducerValue& r, const Arguments& args) {
  if (!args.keywords.empty() || args.positional.size() < 2)
    return state_.report(wrong_arguments(r.name, "the axis must be a reduce axis or a list of them",
                                         r.name + "(expr, axis=k)", args.call->span()));
  Value total = args.positional[0].value;
  for (size_t i = 1; i < args.positional.size(); ++i) {
    const Value& next = args.positional[i].value;
    if (r.combine) {
      total = evaluator_.call_lambda(r.combine, {total, next}, args.call);
      if (total.poisoned()) return total;
      continue;
    }
    const tir::Expr x = arguments_.to_expr(total, args.positional[i - 1].node),
                    y = arguments_.to_expr(next, args.positional[i].node);
    if (!x || !y) return Poison();
    const tir::ExprKind kind = r.builtin == Fn::Min   ? tir::ExprKind::Min
                               : r.builtin == Fn::Max ? tir::ExprKind::Max
                                                      : tir::ExprKind::Add;
    total = arguments_.sized(tir::binary(kind, x, y), args.call);
    if (total.poisoned()) return total;
  }
  return total;
}

tir::CommReducer ComputationReader::make_reducer(const ReducerValue& r, const std::vector<DType>& types,
                                                 const Node* at) {
  if (!r.combine) {
    switch (r.builtin) {
      case Fn::Min:
        return te::min_reducer(types[0]);
      case Fn::Max:
        return te::max_reducer(types[0]);
      default:
        return te::sum_reducer(types[0]);
    }
  }
  auto* node = new tir::CommReducerNode;
  tir::CommReducer reducer(node);
  node->name = r.name;
  std::vector<Value> sides[2], texts;
  for (size_t side = 0; side < 2; ++side) {
    for (size_t i = 0; i < types.size(); ++i) {
      std::string name(r.combine->params[side]);
      if (reducing_tuple_) name += "_" + std::to_string(i);
      auto& vars = side ? node->rhs : node->lhs;
      vars.push_back(tir::make_var(std::move(name), types[i]));
      sides[side].emplace_back(ExprValue{vars.back()});
    }
  }
  for (const DType t : types) texts.emplace_back(to_string(t));
  auto side_value = [&](size_t side) { return reducing_tuple_ ? make_list(sides[side]) : sides[side][0]; };
  const Value results[2] = {evaluator_.call_lambda(r.combine, {side_value(0), side_value(1)}, at),
                            evaluator_.call_lambda(r.identity, texts, at)};
  for (size_t k = 0; k < 2; ++k) {
    const Node* n = k ? r.identity->a : r.combine->a;
    const auto values = arguments_.body_of(results[k], n);
    if (!values) return nullptr;
    if (values->size() != types.size()) {
      state_.report(wrong_arguments(
          r.name, fmt::format("{} gives {} values for {}", k ? "fidentity" : "fcombine", values->size(), types.size()),
          {}, n->span()));
      return nullptr;
    }
    for (size_t i = 0; i < types.size(); ++i)
      (k ? node->identity : node->result).push_back(tir::cast(types[i], (*values)[i]));
  }
  return reducer;
}

// A sum of narrow integers that its own type may not hold. Sums whose single terms already fill a wide type are taken
// as meant: every plain int32 sum is one.
void ComputationReader::check_accumulator(const tir::Expr& body, const Node* at) {
  const auto* r = tir::node_cast<tir::ReduceNode>(body);
  const DType t = body->dtype;
  if (r->combiner->name != "sum" || !t.is_integer() || t.is_bool()) return;
  double terms = 1;
  for (const tir::IterVar& iv : r->axis) {
    const int64_t* extent = tir::as_const_int(iv->dom.extent);
    if (!extent) return;
    terms *= static_cast<double>(*extent);
  }
  schedule::DataRanges ranges;
  for (const tir::IterVar& iv : r->axis) ranges.bind(iv);
  const schedule::DataRange term = ranges.of(r->source[0]), whole = schedule::range_of_type(t);
  if (t.bits >= 32 && (term.hi >= whole.hi / 2 || term.lo < whole.lo / 2)) return;
  const schedule::DataRange total{term.lo * terms, term.hi * terms};
  if (total.lo >= whole.lo && total.hi <= whole.hi) return;
  state_.report(
      small_accumulator(to_string(t), fmt::format("{:.0f}", total.hi > whole.hi ? total.hi : total.lo), at->span()));
}

}  // namespace nw::script
