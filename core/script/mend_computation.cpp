// SPDX-License-Identifier: GPL-3.0-or-later
// Ways to mend a computation, as edits of its text. Each is tried before it is offered (read.cpp), so a proposal may be
// bold: what does not lead to a sounder script is dropped.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "script/evaluator.h"
#include "tir/visit.h"

namespace nw::script {

namespace {

// The parts of a node, in the order of the text.
std::vector<const Node*> parts_of(const Node* n) {
  std::vector<const Node*> parts;
  for (const Node* part : {n->a, n->b, n->c})
    if (part) parts.push_back(part);
  for (const Node* item : n->items)
    if (item) parts.push_back(item);
  for (const Argument& arg : n->args) parts.push_back(arg.value);
  std::ranges::sort(parts, {}, [](const Node* p) { return p->text.data(); });
  return parts;
}

void each_node(const Node* n, const std::function<void(const Node*)>& f) {
  f(n);
  for (const Node* part : parts_of(n)) each_node(part, f);
}

// The text of a node with its parts written anew.
std::string spliced(const Node* n, const std::function<std::string(const Node*)>& part) {
  std::string text;
  const char* at = n->text.data();
  for (const Node* p : parts_of(n)) {
    if (p->text.data() < at) continue;
    text += std::string_view(at, static_cast<size_t>(p->text.data() - at));
    text += part(p);
    at = p->text.data() + p->text.size();
  }
  return text.append(at, n->text.data() + n->text.size());
}

// Python's own logic on expressions, written with the functions that make expressions.
std::string as_expressions(const Node* n, bool in_lambda) {
  auto part = [&](const Node* p) { return as_expressions(p, in_lambda || n->kind == NodeKind::Lambda); };
  if (in_lambda && n->kind == NodeKind::And) return "tir.all(" + part(n->a) + ", " + part(n->b) + ")";
  if (in_lambda && n->kind == NodeKind::Or) return "tir.any(" + part(n->a) + ", " + part(n->b) + ")";
  if (in_lambda && n->kind == NodeKind::Not) return "tir.Not(" + part(n->a) + ")";
  if (in_lambda && n->kind == NodeKind::Conditional)
    return "tir.if_then_else(" + part(n->b) + ", " + part(n->a) + ", " + part(n->c) + ")";
  return spliced(n, part);
}

std::string renamed(const Node* n, std::string_view from, const std::string& to) {
  if (n->kind == NodeKind::Name && n->text == from) return to;
  return spliced(n, [&](const Node* p) { return renamed(p, from, to); });
}

bool stands_alone(const Node* n) {  // a method may be called on it without parentheses
  return n->kind == NodeKind::Name || n->kind == NodeKind::Index || n->kind == NodeKind::Call ||
         n->kind == NodeKind::Attribute;
}

std::string converted(const Node* n, const std::string& dtype) {
  return (stands_alone(n) ? std::string(n->text) : "(" + std::string(n->text) + ")") + ".astype(\"" + dtype + "\")";
}

const Node* keyword(const Node* call, std::string_view name) {
  for (const Argument& arg : call->args)
    if (arg.keyword == name) return arg.value;
  return nullptr;
}

}  // namespace

bool Evaluator::can_mend() const {
  return options_.explain && now_ && now_->value && now_->line == now_->last_line;
}

void Evaluator::offer_fix(Fix fix) {
  if (options_.explain && !program_.diagnostics.empty())
    candidates_.push_back({program_.diagnostics.size() - 1, std::move(fix)});
}

void Evaluator::offer_expressions() {
  if (!can_mend()) return;
  offer("write it with the functions of expressions", now_->value->span(), as_expressions(now_->value, false));
}

void Evaluator::offer_conversion(const Node* n, const std::string& dtype) {
  if (can_mend()) offer("convert it to " + dtype, n->span(), converted(n, dtype));
}

// A lambda with as many parameters as the shape has dimensions, or the shape of a tensor that has as many.
void Evaluator::offer_parameters(const Node* lambda, size_t wanted) {
  if (!can_mend() || lambda->star_param) return;
  if (lambda->params.size() > wanted && now_->value->kind == NodeKind::Call && !now_->value->args.empty())
    for (const te::Tensor& t : program_.tensors) {
      const std::string name = t->shape.size() == lambda->params.size() ? name_of_tensor(t) : std::string();
      if (name.empty()) continue;
      offer("give it the shape of " + name, now_->value->args[0].value->span(), name + ".shape");
      candidates_.back().only_if_first = true;
    }
  std::vector<std::string> params(lambda->params.begin(), lambda->params.end());
  params.resize(std::min(params.size(), wanted));
  for (const char* name : {"i", "j", "l", "m", "n", "p", "q", "r"}) {
    if (params.size() == wanted) break;
    const bool used = std::ranges::find(params, name) != params.end() ||
                      std::ranges::find(tree_.names, std::string_view(name)) != tree_.names.end();
    if (!used) params.emplace_back(name);
  }
  if (params.size() != wanted) return;
  const std::string list = fmt::format("{}", fmt::join(params, ", "));
  offer("take " + list, lambda->span(), "lambda " + list + ": " + std::string(lambda->a->text));
}

// As many names as there are values.
void Evaluator::offer_names(size_t wanted) {
  if (!can_mend()) return;
  std::string names;
  for (size_t i = 0; i < wanted; ++i)
    names += (i ? ", " : "") + (i < now_->targets.size() ? std::string(now_->targets[i]) : std::string("_"));
  const TextSpan &first = now_->target_spans.front(), &last = now_->target_spans.back();
  offer("bind " + names, {first.line, first.column, last.column + last.length - first.column}, names);
}

std::string Evaluator::name_of_axis(const tir::IterVar& axis) const {
  for (size_t i = 0; i < env_.size(); ++i) {
    const auto* a = env_[i].get<AxisValue>();
    if (a && a->iter == axis) return std::string(tree_.names[i]);
  }
  return {};
}

// The reduce axes that an expression uses, as a script would list them: "k", "[ry, rx]".
std::string Evaluator::axes_used(const std::vector<tir::Expr>& expressions) const {
  std::vector<std::string> names;
  for (const tir::IterVar& axis : reduce_axes_) {
    const bool used = std::ranges::any_of(expressions, [&](const tir::Expr& e) { return tir::uses_var(e, axis->var); });
    const std::string name = used ? name_of_axis(axis) : std::string();
    if (!name.empty()) names.push_back(name);
  }
  if (names.size() == 1) return names[0];
  return names.empty() ? std::string() : fmt::format("[{}]", fmt::join(names, ", "));
}

void Evaluator::offer_reduced_axes(const Node* call, const Value& source) {
  if (!can_mend()) return;
  std::vector<tir::Expr> parts;
  if (const auto* e = source.get<ExprValue>()) parts.push_back(e->e);
  if (const ListValue* l = source.list())
    for (const Value& v : l->items)
      if (const auto* e = v.get<ExprValue>()) parts.push_back(e->e);
  const std::string axes = axes_used(parts);
  if (!axes.empty())
    offer("reduce over " + axes, call->span(),
          std::string(call->text.substr(0, call->text.size() - 1)) + ", axis=" + axes + ")");
}

// A reduction over what is no reduce axis: the reduce axes that it uses, or the axis made one.
void Evaluator::offer_only_reduce_axes(const Arg& axis, const Value& source) {
  const auto* e = source.get<ExprValue>();
  const std::string used = e ? axes_used({e->e}) : std::string();
  if (can_mend() && !used.empty()) offer("reduce over " + used, axis.node->span(), used);
  const ListValue* l = axis.value.list();
  for (size_t i = 0; i < (l ? l->items.size() : 1); ++i)
    if (const auto* a = (l ? l->items[i] : axis.value).get<AxisValue>();
        a && a->iter->type != tir::IterType::CommReduce)
      return offer_reduced_dimension(a->iter->var->name);
}

// A reduce axis that no reduction runs over: one more in the list, or a sum over what is used.
void Evaluator::offer_reduction(const tir::Expr& body, const Node* at) {
  if (!can_mend()) return;
  const auto* r = tir::node_cast<tir::ReduceNode>(body);
  const std::string axes = axes_used(r ? r->source : std::vector<tir::Expr>{body});
  if (axes.empty()) return;
  // te.sum(A[i, k], i) is A[i, k] + i: a sum over k was meant.
  const bool added = !r && at->kind == NodeKind::Call && at->args.size() == 2 && !keyword(at, "axis") &&
                     (at->a->text == "te.sum" || at->a->text == "tir.sum");
  if (added) return offer("reduce over " + axes, at->args[1].value->span(), "axis=" + axes);
  if (!r) return offer("sum over " + axes, at->span(), "te.sum(" + std::string(at->text) + ", axis=" + axes + ")");
  if (const Node* list = keyword(at, "axis"); at->kind == NodeKind::Call && list)
    offer("reduce over " + axes, list->span(), axes);
}

// A sum over a dimension of the result: the dimension becomes a reduce axis, and the result is without it.
void Evaluator::offer_reduced_dimension(const std::string& axis) {
  if (!can_mend() || now_->value->kind != NodeKind::Call || now_->value->args.size() < 2) return;
  const Node *shape = now_->value->args[0].value, *lambda = now_->value->args[1].value;
  const auto at = std::ranges::find(lambda->params, std::string_view(axis));
  if (lambda->kind != NodeKind::Lambda || lambda->star_param || at == lambda->params.end() ||
      shape->kind != NodeKind::Tuple || shape->items.size() != lambda->params.size())
    return;
  const auto place = static_cast<size_t>(at - lambda->params.begin());
  const std::string made = axis + "_r";
  if (std::ranges::find(tree_.names, std::string_view(made)) != tree_.names.end()) return;
  std::string dims, params;
  for (size_t i = 0; i < lambda->params.size(); ++i) {
    if (i == place) continue;
    dims += std::string(shape->items[i]->text) + ", ";
    params += (params.empty() ? "" : ", ") + std::string(lambda->params[i]);
  }
  if (lambda->params.size() > 2) dims.resize(dims.size() - 2);
  if (dims.ends_with(", ")) dims.pop_back();
  if (dims.empty()) {  // of one dimension a single number is left
    dims = "1,";
    params = "one";
  }
  std::string line = line_text(now_->line);
  const auto replace = [&](const Node* n, const std::string& text) {
    line.replace(static_cast<size_t>(n->text.data() - now_->text.data()) + static_cast<size_t>(now_->column) - 1,
                 n->text.size(), text);
  };
  replace(lambda, "lambda " + params + ": " + renamed(lambda->a, axis, made));
  replace(shape, "(" + dims + ")");
  offer_fix(
      {"make " + axis + " a reduce axis",
       {{Edit::Kind::Replace, now_->line,
         fmt::format("{} = te.reduce_axis((0, {}), name=\"{}\")\n{}", made, shape->items[place]->text, axis, line)}}});
}

// Reductions inside an expression become tensors of their own, which the expression reads.
void Evaluator::offer_separate_reductions(const Node* lambda) {
  if (!can_mend() || now_->value->kind != NodeKind::Call || now_->value->args.empty()) return;
  const Node* shape = now_->value->args[0].value;
  if (lambda->star_param || now_->targets.size() != 1) return;
  const std::string params = fmt::format("{}", fmt::join(lambda->params, ", "));
  std::string line = line_text(now_->line), before;
  std::vector<const Node*> reductions;
  each_node(lambda->a, [&](const Node* n) {
    if (n->kind == NodeKind::Call && keyword(n, "axis")) reductions.push_back(n);
  });
  for (size_t i = 0; i < reductions.size(); ++i) {
    std::string name = std::string(now_->targets[0]) + "_red" + (i ? std::to_string(i) : "");
    if (std::ranges::find(tree_.names, std::string_view(name)) != tree_.names.end()) return;
    before += fmt::format("{0} = te.compute({1}, lambda {2}: {3}, name=\"{0}\")\n", name, shape->text, params,
                          reductions[i]->text);
    const size_t place = line.find(reductions[i]->text);
    if (place == std::string::npos) return;
    line.replace(place, reductions[i]->text.size(), name + "[" + params + "]");
  }
  if (before.empty()) return;
  offer_fix({"compute the reduction as a tensor of its own", {{Edit::Kind::Replace, now_->line, before + line}}});
}

std::vector<Fix> Evaluator::wider_sums(int line) const {
  std::vector<Fix> fixes;
  const auto s = std::ranges::find(tree_.statements, line, &SyntaxStatement::line);
  if (s == tree_.statements.end() || !s->value || s->line != s->last_line || s->target_ids.empty()) return fixes;
  const auto* sum = env_[static_cast<size_t>(s->target_ids[0])].get<te::Tensor>();
  const std::vector<const char*> wider = sum && (*sum)->dtype.is_float()
                                             ? std::vector<const char*>{"float32", "float64"}
                                             : std::vector<const char*>{"int32", "uint32"};
  each_node(s->value, [&](const Node* n) {
    if (n->kind != NodeKind::Call || n->args.empty() || !keyword(n, "axis")) return;
    const Node* term = n->args[0].value;
    for (const char* dtype : wider) {
      // What was cast already is cast to the wider type instead.
      const bool cast = term->kind == NodeKind::Call && term->a->kind == NodeKind::Attribute &&
                        term->a->attr == "astype" && term->args.size() == 1;
      const Node* replaced = cast ? term->args[0].value : term;
      std::string text = line_text(line);
      text.replace(static_cast<size_t>(replaced->column) - 1, replaced->text.size(),
                   cast ? "\"" + std::string(dtype) + "\"" : converted(term, dtype));
      fixes.push_back({std::string("add up in ") + dtype, {{Edit::Kind::Replace, line, std::move(text)}}});
    }
  });
  return fixes;
}

}  // namespace nw::script
