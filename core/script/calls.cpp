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
  if (f.poisoned() && program_.diagnostics.size() > said) offer_written_out(n);
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
  report(not_callable(describe(f), n->a->span()));
  if (f.is<ScheduleValue>() && can_mend() && n->args.size() == 1)
    offer("name the stage in brackets", n->span(),
          std::string(n->a->text) + "[" + std::string(n->args[0].value->text) + "]");
  return Poison();
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
  auto fail = [&](const std::string& problem) {
    report(wrong_arguments(function, problem, signature(function, params), at));
    return false;
  };
  if (args.positional.size() > params.size())
    return fail("it takes at most " + std::to_string(params.size()) + " arguments, but " +
                std::to_string(args.positional.size()) + " are given");
  for (size_t i = 0; i < args.positional.size(); ++i) out[i] = args.positional[i];
  for (const Arg& k : args.keywords) {
    size_t i = 0;
    while (i < params.size() && bare(params[i]) != k.keyword) ++i;
    if (i == params.size()) {
      std::vector<std::string> known;
      for (const char* p : params) known.emplace_back(bare(p));
      fail("it has no argument '" + std::string(k.keyword) + "'");
      for (const std::string& word : nearest(k.keyword, known)) {
        const auto length = static_cast<int>(k.keyword.size());
        const auto back = static_cast<int>(k.node->text.data() - k.keyword.data());
        offer("write " + word + "=", {k.node->line, k.node->column - back, length}, word);
      }
      for (size_t p = 0; p < params.size(); ++p) {  // else one that is not given yet
        if (out[p].given() ||
            std::ranges::any_of(args.keywords, [&](const Arg& other) { return other.keyword == bare(params[p]); }))
          continue;
        const auto length = static_cast<int>(k.node->text.data() - k.keyword.data());
        offer("write " + std::string(bare(params[p])) + "=",
              {k.node->line, k.node->column - length, static_cast<int>(k.keyword.size())},
              std::string(bare(params[p])));
        if (options_.explain) candidates_.back().only_if_first = true;
      }
      return false;
    }
    if (out[i].given()) return fail("the argument '" + std::string(k.keyword) + "' is given twice");
    out[i] = k;
  }
  for (size_t i = 0; i < params.size(); ++i) {
    if (out[i].given() && out[i].value.is<NoneValue>() && std::string_view(params[i]).ends_with('=')) out[i] = {};
    if (out[i].given() || std::string_view(params[i]).ends_with('=')) continue;
    fail("the argument '" + std::string(params[i]) + "' is missing");
    const std::string_view missing(params[i]), text = args.call->text;
    if (missing == "axis" && out[0].given()) offer_reduced_axes(args.call, out[0].value);
    if (missing == "readers" && program_.schedule && out[0].value.is<te::Tensor>() && can_mend())
      if (const StageId of = program_.schedule->find(out[0].value.get<te::Tensor>()->get()->op); of.valid())
        offer("for all that read it", args.call->span(),
              std::string(text.substr(0, text.size() - 1)) + ", [" + readers_text(of) + "])");
    if (missing == "scope" && i == 1)
      if (const auto* parent = out[0].value.get<StageValue>()) offer_loops_of(parent->id, args.call);
    if (missing == "y_factor" && can_mend())
      offer("the same factor for both", args.call->span(),
            std::string(text.substr(0, text.size() - 1)) + ", " + std::string(out[2].node->text) + ")");
    return false;
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
  report(unknown_dtype(*text, a.node->span()));
  static const std::vector<std::string> known = {"float16", "float32", "float64", "bfloat16", "int8",
                                                 "int16",   "int32",   "int64",   "uint8",    "uint16",
                                                 "uint32",  "uint64",  "bool"};
  static const std::map<std::string, std::string, std::less<>> elsewhere = {
      // names that C and others have for them
      {"single", "float32"}, {"double", "float64"}, {"half", "float16"}, {"float", "float32"}, {"int", "int32"},
      {"long", "int64"},     {"short", "int16"},    {"char", "int8"},    {"byte", "uint8"},    {"boolean", "bool"},
      {"fp32", "float32"},   {"fp16", "float16"},   {"fp64", "float64"}, {"bf16", "bfloat16"}, {"f32", "float32"},
      {"f16", "float16"},    {"f64", "float64"},    {"i8", "int8"},      {"i32", "int32"},     {"u8", "uint8"}};
  std::vector<std::string> words = nearest(*text, known);
  if (const auto same = elsewhere.find(*text); same != elsewhere.end()) words.insert(words.begin(), same->second);
  for (const std::string& word : words) offer("write \"" + word + "\"", a.node->span(), "\"" + word + "\"");
  return std::nullopt;
}

std::optional<te::Tensor> Evaluator::to_tensor(const Arg& a, const std::string& role) {
  if (const auto* t = a.value.get<te::Tensor>()) return *t;
  report(wrong_type(role, "a tensor", describe(a.value), a.node->span()));
  offer_tensor(a);
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
      report(bad_shape("a dimension cannot be negative: " + std::to_string(*known), a.node->span()));
      const bool listed = a.node->kind == NodeKind::Tuple || a.node->kind == NodeKind::List;
      const Node* at = listed && shape.size() < a.node->items.size() ? a.node->items[shape.size()] : a.node;
      if (*known > -(int64_t{1} << 40)) offer("use " + std::to_string(-*known), at->span(), std::to_string(-*known));
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
