// SPDX-License-Identifier: GPL-3.0-or-later
// Calls: evaluating the arguments, and handing the call to those that know the function.

#include "script/diagnostics.h"
#include "script/evaluator.h"

namespace nw::script {

namespace {

constexpr int kMaxLambdaDepth = 50;

}  // namespace

Value Evaluator::call_function(Fn f, const Arguments& args) {
  switch (f) {
    case Fn::Placeholder:
      return computation_.placeholder(args);
    case Fn::Compute:
      return computation_.compute(args);
    case Fn::ReduceAxis:
      return computation_.axis(args, false);
    case Fn::ThreadAxis:
      return computation_.axis(args, true);
    case Fn::Var:
      return computation_.variable(args, false);
    case Fn::SizeVar:
      return computation_.variable(args, true);
    case Fn::Scan:
      return computation_.scan(args);
    case Fn::Prod:
      return computation_.topi_prod(args);
    case Fn::CommReducer:
      return computation_.comm_reducer(args);
    case Fn::CreateSchedule:
      return steps_.create_schedule(args);
    case Fn::DeclTensorIntrin:
      return computation_.decl_tensor_intrin(args);
    case Fn::DeclBuffer:
      return computation_.decl_buffer(args);
    case Fn::Lower:
      return steps_.lower(args);
    case Fn::Sum:
    case Fn::Min:
    case Fn::Max:
      return computation_.call_reducer(ReducerValue{f, nullptr, nullptr, std::string(name_of(f))}, args);
    case Fn::IntImm:
    case Fn::FloatImm:
      return arithmetic_.immediate(f, args);
    default:
      if (f >= Fn::AddNode && f <= Fn::OrNode) return arithmetic_.binary_node(f, args);
      if (f >= Fn::PyAbs && f <= Fn::PyTuple) return arithmetic_.python_function(f, args);
      return computation_.tir_function(f, args);
  }
}

Value Evaluator::call_method(const MethodValue& m, const Arguments& args) {
  const Value& self = *m.self;
  if (m.method == Method::AsType) return computation_.astype(self, args);
  if (m.method == Method::Equal) return arithmetic_.equal(self, args);
  if (const auto* b = self.get<tir::Buffer>()) return computation_.buffer_method(*b, m.method, args);
  const auto& op = *self.get<te::Operation>();
  const auto a = arguments_.bind(args, "output", {"index"});
  const auto i = a ? arguments_.to_int((*a)[0], "the index") : std::nullopt;
  if (!i) return Poison();
  if (*i < 0 || *i >= op->num_outputs())
    return state_.report(index_out_of_range(*i, static_cast<size_t>(op->num_outputs()), (*a)[0].node->span()));
  return te::output(op, static_cast<int>(*i));
}

Value Evaluator::call(const Node* n) {
  const size_t said = state_.program.diagnostics.size();
  const Value f = eval(n->a);
  if (f.poisoned() && state_.program.diagnostics.size() > said) state_.note(FailedCallee{n});
  Arguments args;
  const bool good = collect(n, args);
  if (f.poisoned() || !good) return Poison();
  if (const auto* fn = f.get<Fn>()) return call_function(*fn, args);
  if (const auto* m = f.get<MethodValue>()) return call_method(*m, args);
  if (const auto* p = f.get<PrimitiveValue>()) return steps_.call_primitive(*p, args);
  if (const auto* r = f.get<std::shared_ptr<const ReducerValue>>()) return computation_.call_reducer(**r, args);
  if (const auto* l = f.get<LambdaValue>()) {
    if (!args.keywords.empty())
      return state_.report(wrong_arguments("the lambda", "it takes no keyword arguments", {}, n->span()));
    std::vector<Value> values;
    for (Arg& a : args.positional) values.push_back(std::move(a.value));
    return call_lambda(l->node, values, n);
  }
  if (const auto* t = f.get<te::Tensor>()) {  // A(i, j) reads as A[i, j]
    std::vector<tir::Expr> indices;
    for (const Arg& a : args.positional) {
      indices.push_back(arguments_.int_expr(a.value, a.node, "an index"));
      if (!indices.back()) return Poison();
    }
    return arguments_.read_tensor(*t, std::move(indices), n);
  }
  return state_.report(not_callable(describe(f), n->a->span()), NotCallable{n, f});
}

bool Evaluator::collect(const Node* n, Arguments& out) {
  out.call = n;
  bool good = true;
  out.positional.reserve(n->args.size());
  for (const Argument& a : n->args) {
    const bool star = a.value->kind == NodeKind::Star;
    Value v = eval(star ? a.value->a : a.value);
    good = good && !v.poisoned();
    if (!a.keyword.empty()) {
      out.keywords.push_back({std::move(v), a.value, a.keyword});
    } else if (!star || v.poisoned()) {
      out.positional.push_back({std::move(v), a.value, {}});
    } else if (const std::vector<Value>* items = arguments_.items_of(v, "what '*' expands", a.value)) {
      for (const Value& item : *items) out.positional.push_back({item, a.value, {}});
    } else {
      good = false;
    }
  }
  return good;
}

Value Evaluator::call_lambda(const Node* lambda, const std::vector<Value>& args, const Node* at) {
  if (state_.lambda_depth >= kMaxLambdaDepth) return state_.report(too_deep(at->span()));
  const size_t named = lambda->params.size() - (lambda->star_param ? 1 : 0);
  if (args.size() < named || (args.size() > named && !lambda->star_param))
    return state_.report(wrong_parameter_count(args.size(), named, lambda->span()));
  std::vector<Value> saved;
  for (size_t i = 0; i < lambda->params.size(); ++i) {
    Value& slot = state_.environment[static_cast<size_t>(lambda->param_ids[i])];
    saved.push_back(std::move(slot));
    if (i < named)
      slot = args[i];
    else
      slot = make_list({args.begin() + static_cast<std::ptrdiff_t>(named), args.end()}, true);
  }
  ++state_.lambda_depth;
  Value result = eval(lambda->a);
  --state_.lambda_depth;
  for (size_t i = lambda->params.size(); i-- > 0;)
    state_.environment[static_cast<size_t>(lambda->param_ids[i])] = std::move(saved[i]);
  return result;
}

}  // namespace nw::script
