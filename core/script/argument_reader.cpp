// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/argument_reader.h"

#include <algorithm>
#include <map>

#include "script/diagnostics.h"
#include "script/names.h"

namespace nw::script {

namespace {

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

// "; did you mean 'factor'?", or nothing where no parameter is called nearly so.
std::string suggestion(std::string_view keyword, std::span<const char* const> params) {
  std::vector<std::string> known;
  for (const char* param : params) known.emplace_back(bare(param));
  const std::vector<std::string> near = nearest(keyword, known);
  return near.empty() ? std::string() : "; did you mean '" + near.front() + "'?";
}

}  // namespace

Value ArgumentReader::read_tensor(const te::Tensor& t, std::vector<tir::Expr> indices, const Node* n) {
  if (indices.size() == t->shape.size()) return sized(te::read(t, std::move(indices)), n);
  PartialRead partial{t, std::move(indices)};
  if (partial.indices.size() > t->shape.size()) return wrong_indices(partial, n);
  return std::make_shared<const PartialRead>(std::move(partial));
}

Value ArgumentReader::wrong_indices(const PartialRead& read, const Node* n) {
  const size_t wanted = read.tensor->shape.size(), given = read.indices.size();
  return state_.report(wrong_index_count(read.tensor->name, wanted, given, n->span()),
                       WrongIndexCount{n, read.tensor, given});
}

std::optional<bool> ArgumentReader::truth(const Value& v, const Node* n, std::string_view word) {
  if (v.poisoned()) return std::nullopt;
  if (const auto* b = v.get<bool>()) return *b;
  if (const auto* i = v.get<int64_t>()) return *i != 0;
  if (const auto* d = v.get<double>()) return *d != 0;
  if (const auto* s = v.get<std::string>()) return !s->empty();
  if (v.is<NoneValue>()) return false;
  if (const ListValue* l = v.list()) return !l->items.empty();
  if (word == "if")
    state_.report(wrong_type("the condition of 'if'", "known when the script is read (use tir.if_then_else)",
                             describe(v), n->span()),
                  UnknownTruth());
  else
    state_.report(logic_on_expression(word, n->span()), UnknownTruth());
  return std::nullopt;
}

Value ArgumentReader::sized(tir::Expr e, const Node* n) {
  if (e->depth > tir::kDeepestExpr) return state_.report(too_deep(n->span()));
  if (e->size > tir::kLargestExpr) return state_.report(too_large_expression(e->size, tir::kLargestExpr, n->span()));
  return ExprValue{std::move(e)};
}

tir::Expr ArgumentReader::to_expr(const Value& v, const Node* n) {
  if (const auto* e = v.get<ExprValue>()) return e->e;
  if (const auto* i = v.get<int64_t>())
    return tir::int_imm(*i, *i >= INT32_MIN && *i <= INT32_MAX ? DType::Int(32) : DType::Int(64));
  if (const auto* d = v.get<double>()) return tir::float_imm(*d);
  if (const auto* b = v.get<bool>()) return tir::bool_imm(*b);
  if (const auto* a = v.get<AxisValue>()) return a->iter->var;
  if (v.poisoned()) return nullptr;
  if (const PartialRead* p = v.partial()) {
    wrong_indices(*p, n);
    return nullptr;
  }
  state_.report(wrong_type("this operand", "a number or an expression", describe(v), n->span()));
  if (const auto* t = v.get<te::Tensor>(); t && !(*t)->shape.empty())
    state_.program.diagnostics.back().legal.push_back("an element of it: " + std::string(n->text) + "[…]");
  return nullptr;
}

tir::Expr ArgumentReader::int_expr(const Value& v, const Node* n, const std::string& role) {
  tir::Expr e = to_expr(v, n);
  if (e && !e->dtype.is_integer()) {
    state_.report(wrong_type(role, "an integer", describe(v), n->span()), NotAnInteger{n, v});
    return nullptr;
  }
  return e;
}

const std::vector<Value>* ArgumentReader::items_of(const Value& v, const std::string& role, const Node* n) {
  if (const ListValue* list = v.list()) return &list->items;
  const auto* iterator = v.get<std::shared_ptr<const IteratorValue>>();
  if (!iterator) {
    state_.report(wrong_type(role, "a list", describe(v), n->span()));
    return nullptr;
  }
  if ((*iterator)->used) {
    state_.report(used_iterator(n->span()));
    return nullptr;
  }
  (*iterator)->used = true;
  return &(*iterator)->items;
}

bool ArgumentReader::bind(const Arguments& args, const std::string& function, std::span<const char* const> params,
                          std::span<Arg> out) {
  const TextSpan at = args.call->span();
  auto fail = [&](const std::string& problem, const Facts& facts = NoFacts()) {
    state_.report(wrong_arguments(function, problem, signature(function, params), at), facts);
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
      return fail("it has no argument '" + std::string(k.keyword) + "'" + suggestion(k.keyword, params),
                  UnknownKeyword{k, params, out, args});
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

std::optional<int64_t> ArgumentReader::to_int(const Arg& a, const std::string& role) {
  if (const auto* i = a.value.get<int64_t>()) return *i;
  if (const auto* b = a.value.get<bool>()) return *b;
  if (const auto* e = a.value.get<ExprValue>())
    if (const int64_t* known = tir::as_const_int(e->e)) return *known;
  state_.report(wrong_type(role, "an integer", describe(a.value), a.node->span()));
  return std::nullopt;
}

std::optional<std::string> ArgumentReader::to_text(const Arg& a, const std::string& role) {
  if (const auto* s = a.value.get<std::string>()) return *s;
  state_.report(wrong_type(role, "a string", describe(a.value), a.node->span()));
  return std::nullopt;
}

std::optional<std::string> ArgumentReader::text_or(const Arg& a, const std::string& role, const char* otherwise) {
  return a.given() ? to_text(a, role) : std::optional<std::string>(otherwise);
}

std::optional<DType> ArgumentReader::to_dtype(const Arg& a, DType otherwise) {
  if (!a.given()) return otherwise;
  const auto text = to_text(a, "a data type");
  if (!text) return std::nullopt;
  const auto type = parse_dtype(*text);
  if (type && !type->is_string()) return type;
  state_.report(unknown_dtype(*text, a.node->span()), UnknownDType{a.node, *text});
  return std::nullopt;
}

std::optional<te::Tensor> ArgumentReader::to_tensor(const Arg& a, const std::string& role) {
  if (const auto* t = a.value.get<te::Tensor>()) return *t;
  state_.report(wrong_type(role, "a tensor", describe(a.value), a.node->span()), NotATensor{a});
  return std::nullopt;
}

std::optional<std::vector<te::Tensor>> ArgumentReader::to_tensors(const Arg& a, const std::string& role) {
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

std::optional<std::vector<tir::Expr>> ArgumentReader::to_shape(const Arg& a) {
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
      state_.report(bad_shape("a dimension cannot be negative: " + std::to_string(*known), a.node->span()),
                    NegativeDimension{at, *known});
      return std::nullopt;
    }
    shape.push_back(std::move(e));
  }
  if (shape.size() > 64) {
    state_.report(bad_shape("a tensor has at most 64 dimensions", a.node->span()));
    return std::nullopt;
  }
  return shape;
}

std::optional<std::vector<tir::Expr>> ArgumentReader::body_of(const Value& v, const Node* n) {
  if (v.poisoned()) return std::nullopt;
  std::vector<tir::Expr> body;
  const ListValue* l = v.list();
  for (size_t i = 0; i < (l ? l->items.size() : 1); ++i) {
    tir::Expr e = to_expr(l ? l->items[i] : v, n);
    if (!e) return std::nullopt;
    body.push_back(std::move(e));
  }
  if (body.empty()) {
    state_.report(wrong_type("the body", "an expression", describe(v), n->span()));
    return std::nullopt;
  }
  return body;
}

std::optional<tir::IterVar> ArgumentReader::to_reduce_axis(const Value& v, const Node* n) {
  const auto* a = v.get<AxisValue>();
  if (!a) {
    state_.report(wrong_type("the axis of a reduction", "a reduce axis", describe(v), n->span()));
    return std::nullopt;
  }
  if (a->iter->type != tir::IterType::CommReduce) {
    state_.report(not_a_reduce_axis(a->iter->var->name, n->span()));
    return std::nullopt;
  }
  return a->iter;
}

}  // namespace nw::script
