// SPDX-License-Identifier: GPL-3.0-or-later
// Calls: collecting and binding arguments, and what an argument must be.
#include <algorithm>
#include <map>

#include "script/diagnostics.h"
#include "script/evaluator.h"

namespace nw::script {

namespace {

constexpr int kMaxLambdaDepth = 50;

std::string_view bare(const char* param) {  // "factor=" is the optional parameter factor
  std::string_view name(param);
  if (name.ends_with('=')) name.remove_suffix(1);
  return name;
}

std::string signature(const std::string& function, std::span<const char* const> params) {
  std::string text = function + "(";
  for (size_t i = 0; i < params.size(); ++i) {
    text += i ? ", " : "";
    text += params[i];
    if (std::string_view(params[i]).ends_with('=')) text += "…";
  }
  return text + ")";
}

}  // namespace

Value Evaluator::call(const Node* n) {
  const size_t said = program_.diagnostics.size();
  const Value f = eval(n->a);
  if (f.poisoned() && program_.diagnostics.size() > said) note(FailedCallee{n});
  Arguments args;
  const bool good = collect(n, args);
  if (f.poisoned() || !good) return Poison();
  if (const auto* fn = f.get<Fn>()) return call_function(*fn, args);
  if (const auto* m = f.get<MethodValue>()) return call_method(*m, args);
  if (const auto* p = f.get<PrimitiveValue>()) return call_primitive(*p, args);
  if (const auto* r = f.get<std::shared_ptr<const ReducerValue>>()) return call_reducer(**r, args);
  if (const auto* l = f.get<LambdaValue>()) {
    if (!args.keywords.empty())
      return report(wrong_arguments("the lambda", "it takes no keyword arguments", {}, n->span()));
    std::vector<Value> values;
    for (Arg& a : args.positional) values.push_back(std::move(a.value));
    return call_lambda(l->node, values, n);
  }
  if (const auto* t = f.get<te::Tensor>()) {  // A(i, j) reads as A[i, j]
    std::vector<tir::Expr> indices;
    for (const Arg& a : args.positional) {
      indices.push_back(int_expr(a.value, a.node, "an index"));
      if (!indices.back()) return Poison();
    }
    return read_tensor(*t, std::move(indices), n);
  }
  return report(not_callable(describe(f), n->a->span()), NotCallable{n, f});
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
    } else if (const std::vector<Value>* items = items_of(v, "what '*' expands", a.value)) {
      for (const Value& item : *items) out.positional.push_back({item, a.value, {}});
    } else {
      good = false;
    }
  }
  return good;
}

bool Evaluator::bind(const Arguments& args, const std::string& function, std::span<const char* const> params,
                     std::span<Arg> out) {
  const TextSpan at = args.call->span();
  auto fail = [&](const std::string& problem, const Facts& facts = NoFacts()) {
    report(wrong_arguments(function, problem, signature(function, params), at), facts);
    return false;
  };
  if (args.positional.size() > params.size())
    return fail("it takes at most " + std::to_string(params.size()) + " arguments, but " +
                std::to_string(args.positional.size()) + " are given");
  for (size_t i = 0; i < args.positional.size(); ++i) out[i] = args.positional[i];
  for (const Arg& k : args.keywords) {
    size_t i = 0;
    while (i < params.size() && bare(params[i]) != k.keyword) ++i;
    if (i == params.size())
      return fail("it has no argument '" + std::string(k.keyword) + "'", UnknownKeyword{k, params, out, args});
    if (out[i].given()) return fail("the argument '" + std::string(k.keyword) + "' is given twice");
    out[i] = k;
  }
  for (size_t i = 0; i < params.size(); ++i) {
    if (out[i].given() && out[i].value.is<NoneValue>() && std::string_view(params[i]).ends_with('=')) out[i] = {};
    if (out[i].given() || std::string_view(params[i]).ends_with('=')) continue;
    return fail("the argument '" + std::string(params[i]) + "' is missing", MissingArgument{i, params, out, args});
  }
  return true;
}

Value Evaluator::call_lambda(const Node* lambda, const std::vector<Value>& args, const Node* at) {
  if (lambda_depth_ >= kMaxLambdaDepth) return report(too_deep(at->span()));
  const size_t named = lambda->params.size() - (lambda->star_param ? 1 : 0);
  if (args.size() < named || (args.size() > named && !lambda->star_param))
    return report(wrong_parameter_count(args.size(), named, lambda->span()));
  std::vector<Value> saved;
  for (size_t i = 0; i < lambda->params.size(); ++i) {
    Value& slot = env_[static_cast<size_t>(lambda->param_ids[i])];
    saved.push_back(std::move(slot));
    if (i < named)
      slot = args[i];
    else
      slot = make_list({args.begin() + static_cast<std::ptrdiff_t>(named), args.end()}, true);
  }
  ++lambda_depth_;
  Value result = eval(lambda->a);
  --lambda_depth_;
  for (size_t i = lambda->params.size(); i-- > 0;)
    env_[static_cast<size_t>(lambda->param_ids[i])] = std::move(saved[i]);
  return result;
}

std::optional<int64_t> Evaluator::to_int(const Arg& a, const std::string& role) {
  if (const auto* i = a.value.get<int64_t>()) return *i;
  if (const auto* b = a.value.get<bool>()) return *b;
  if (const auto* e = a.value.get<ExprValue>())
    if (const int64_t* known = tir::as_const_int(e->e)) return *known;
  report(wrong_type(role, "an integer", describe(a.value), a.node->span()));
  return std::nullopt;
}

std::optional<std::string> Evaluator::to_text(const Arg& a, const std::string& role) {
  if (const auto* s = a.value.get<std::string>()) return *s;
  report(wrong_type(role, "a string", describe(a.value), a.node->span()));
  return std::nullopt;
}

std::optional<std::string> Evaluator::text_or(const Arg& a, const std::string& role, const char* otherwise) {
  return a.given() ? to_text(a, role) : std::optional<std::string>(otherwise);
}

std::optional<DType> Evaluator::to_dtype(const Arg& a, DType otherwise) {
  if (!a.given()) return otherwise;
  const auto text = to_text(a, "a data type");
  if (!text) return std::nullopt;
  const auto type = parse_dtype(*text);
  if (type) return type;
  report(unknown_dtype(*text, a.node->span()), UnknownDType{a.node, *text});
  return std::nullopt;
}

std::optional<te::Tensor> Evaluator::to_tensor(const Arg& a, const std::string& role) {
  if (const auto* t = a.value.get<te::Tensor>()) return *t;
  report(wrong_type(role, "a tensor", describe(a.value), a.node->span()), NotATensor{a});
  return std::nullopt;
}

std::optional<std::vector<te::Tensor>> Evaluator::to_tensors(const Arg& a, const std::string& role) {
  const ListValue* l = a.value.list();
  if (!l) {
    auto one = to_tensor(a, role);
    if (!one) return std::nullopt;
    return std::vector<te::Tensor>{*one};
  }
  std::vector<te::Tensor> tensors;
  for (const Value& item : l->items) {
    auto t = to_tensor({item, a.node, {}}, role);
    if (!t) return std::nullopt;
    tensors.push_back(*t);
  }
  return tensors;
}

std::optional<std::vector<tir::Expr>> Evaluator::to_shape(const Arg& a) {
  std::vector<Value> dims;
  if (const ListValue* l = a.value.list())
    dims = l->items;
  else
    dims.push_back(a.value);
  std::vector<tir::Expr> shape;
  for (const Value& v : dims) {
    tir::Expr e = int_expr(v, a.node, "a dimension");
    if (!e) return std::nullopt;
    if (const int64_t* known = tir::as_const_int(e); known && *known < 0) {
      const bool listed = a.node->kind == NodeKind::Tuple || a.node->kind == NodeKind::List;
      const Node* at = listed && shape.size() < a.node->items.size() ? a.node->items[shape.size()] : a.node;
      report(bad_shape("a dimension cannot be negative: " + std::to_string(*known), a.node->span()),
             NegativeDimension{at, *known});
      return std::nullopt;
    }
    shape.push_back(std::move(e));
  }
  if (shape.size() > 64) {
    report(bad_shape("a tensor has at most 64 dimensions", a.node->span()));
    return std::nullopt;
  }
  return shape;
}

}  // namespace nw::script
