// SPDX-License-Identifier: GPL-3.0-or-later
// Reductions: NW2021, NW2023, NW2024, NW2750.
#include <fmt/format.h>

#include <algorithm>

#include "fixes/registry.h"
#include "fixes/source.h"

namespace nw::fixes {

namespace {

using script::AxisValue;
using script::ExprValue;
using script::ListValue;
using script::NodeKind;

std::string with_name(const Node* n, std::string_view from, const std::string& to) {
  if (n->kind == NodeKind::Name && n->text == from) return to;
  return spliced(n, [&](const Node* p) { return with_name(p, from, to); });
}

// A sum over a dimension of the result: the dimension becomes a reduce axis, and the result is without it.
void reduced_dimension(Context& c, const std::string& axis) {
  if (!c.on_one_line() || c.at.statement->value->kind != NodeKind::Call || c.at.statement->value->args.size() < 2)
    return;
  const Node *shape = c.at.statement->value->args[0].value, *lambda = c.at.statement->value->args[1].value;
  const auto at = std::ranges::find(lambda->params, std::string_view(axis));
  if (lambda->kind != NodeKind::Lambda || lambda->star_param || at == lambda->params.end() ||
      shape->kind != NodeKind::Tuple || shape->items.size() != lambda->params.size())
    return;
  const auto place = static_cast<size_t>(at - lambda->params.begin());
  const std::string made = axis + "_r";
  if (std::ranges::find(c.at.tree.names, std::string_view(made)) != c.at.tree.names.end()) return;
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
  std::string line = line_text(c.at.text, c.at.statement->line);
  const auto replace = [&](const Node* n, const std::string& text) {
    line.replace(static_cast<size_t>(n->text.data() - c.at.statement->text.data()) +
                     static_cast<size_t>(c.at.statement->column) - 1,
                 n->text.size(), text);
  };
  replace(lambda, "lambda " + params + ": " + with_name(lambda->a, axis, made));
  replace(shape, "(" + dims + ")");
  c.propose(
      {"make " + axis + " a reduce axis",
       {{Edit::Kind::Replace, c.at.statement->line,
         fmt::format("{} = te.reduce_axis((0, {}), name=\"{}\")\n{}", made, shape->items[place]->text, axis, line)}}});
}

// A reduction over what is no reduce axis: the reduce axes that it uses, or the axis made one.
void only_reduce_axes(Context& c, const script::NotAReduceAxis& given) {
  const script::Arg& axis = given.axis;
  const auto* e = given.source.get<ExprValue>();
  const std::string used = e ? axes_used(c.at, {e->e}) : std::string();
  if (c.on_one_line() && !used.empty()) c.replace("reduce over " + used, axis.node->span(), used);
  const ListValue* l = axis.value.list();
  for (size_t i = 0; i < (l ? l->items.size() : 1); ++i)
    if (const auto* a = (l ? l->items[i] : axis.value).get<AxisValue>();
        a && a->iter->type != tir::IterType::CommReduce)
      return reduced_dimension(c, a->iter->var->name);
}

void reduced_once(Context& c, const script::RepeatedReduceAxis& given) {
  const auto* e = given.source.get<ExprValue>();
  const std::string once = e ? axes_used(c.at, {e->e}) : std::string();
  if (c.on_one_line() && !once.empty()) c.replace("reduce over it once", given.axes->span(), once);
}

// A reduce axis that no reduction runs over: one more in the list, or a sum over what is used.
void reduction(Context& c, const script::StrayReduceAxis& given) {
  const tir::Expr& body = given.body;
  const Node* at = given.at;
  if (!c.on_one_line()) return;
  const auto* r = tir::node_cast<tir::ReduceNode>(body);
  const std::string axes = axes_used(c.at, r ? r->source : std::vector<tir::Expr>{body});
  if (axes.empty()) return;
  // te.sum(A[i, k], i) is A[i, k] + i: a sum over k was meant.
  const bool added = !r && at->kind == NodeKind::Call && at->args.size() == 2 && !keyword(at, "axis") &&
                     (at->a->text == "te.sum" || at->a->text == "tir.sum");
  if (added) return c.replace("reduce over " + axes, at->args[1].value->span(), "axis=" + axes);
  if (!r) return c.replace("sum over " + axes, at->span(), "te.sum(" + std::string(at->text) + ", axis=" + axes + ")");
  if (const Node* list = keyword(at, "axis"); at->kind == NodeKind::Call && list)
    c.replace("reduce over " + axes, list->span(), axes);
}

// Reductions inside an expression become tensors of their own, which the expression reads.
void separate_reductions(Context& c, const script::PartAtFault& given) {
  const Node* lambda = given.node;
  if (!c.on_one_line() || c.at.statement->value->kind != NodeKind::Call || c.at.statement->value->args.empty()) return;
  const Node* shape = c.at.statement->value->args[0].value;
  if (lambda->star_param || c.at.statement->targets.size() != 1) return;
  const std::string params = fmt::format("{}", fmt::join(lambda->params, ", "));
  std::string line = line_text(c.at.text, c.at.statement->line), before;
  std::vector<const Node*> reductions;
  each_node(lambda->a, [&](const Node* n) {
    if (n->kind == NodeKind::Call && keyword(n, "axis")) reductions.push_back(n);
  });
  for (size_t i = 0; i < reductions.size(); ++i) {
    std::string name = std::string(c.at.statement->targets[0]) + "_red" + (i ? std::to_string(i) : "");
    if (std::ranges::find(c.at.tree.names, std::string_view(name)) != c.at.tree.names.end()) return;
    before += fmt::format("{0} = te.compute({1}, lambda {2}: {3}, name=\"{0}\")\n", name, shape->text, params,
                          reductions[i]->text);
    const size_t place = line.find(reductions[i]->text);
    if (place == std::string::npos) return;
    line.replace(place, reductions[i]->text.size(), name + "[" + params + "]");
  }
  if (before.empty()) return;
  c.propose(
      {"compute the reduction as a tensor of its own", {{Edit::Kind::Replace, c.at.statement->line, before + line}}});
}

// The statement with a reduce axis of its own, made like the one that it shares.
void own_axis(Context& c, const script::SharedReduceAxis& given) {
  const std::string axis = name_of_axis(c.at, given.axis);
  if (!c.on_one_line() || axis.empty()) return;
  const auto made = std::ranges::find_if(c.at.tree.statements, [&](const SyntaxStatement& s) {
    return s.targets.size() == 1 && s.targets[0] == axis && s.value && s.line < c.at.statement->line;
  });
  if (made == c.at.tree.statements.end()) return;
  std::string own;
  for (int i = 2; own.empty() || std::ranges::find(c.at.tree.names, std::string_view(own)) != c.at.tree.names.end();
       ++i)
    own = axis + "_" + std::to_string(i);
  const std::string text = renamed(line_text(c.at.text, c.at.statement->line), axis, own);
  c.propose({"reduce over an axis of its own",
             {{Edit::Kind::Replace, c.at.statement->line, fmt::format("{} = {}\n{}", own, made->value->text, text)}}});
}

}  // namespace

std::vector<ReportRow> reduction_rows() {
  return {report_row<separate_reductions>("NW2021"), report_row<reduction>("NW2023"),
          report_row<only_reduce_axes>("NW2024"), report_row<reduced_once>("NW2024"), report_row<own_axis>("NW2750")};
}

}  // namespace nw::fixes
