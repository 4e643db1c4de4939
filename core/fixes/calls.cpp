// SPDX-License-Identifier: GPL-3.0-or-later
// Calls whose arguments do not fit, and values that are not as many as their names: NW2012, NW2013, NW2018, NW2019.
#include <algorithm>

#include "fixes/registry.h"
#include "fixes/source.h"
#include "schedule/names.h"
#include "script/names.h"

namespace nw::fixes {

namespace {

using script::Arg;

bool is_optional(std::string_view parameter) {
  return parameter.ends_with('=');
}

std::string bare_name(std::string_view parameter) {
  return std::string(is_optional(parameter) ? parameter.substr(0, parameter.size() - 1) : parameter);
}

// The parameter that is nearly called so; else one that is not given yet.
void known_keyword(Context& c, const script::UnknownKeyword& wrong) {
  const Arg& k = wrong.given;
  std::vector<std::string> known;
  for (const char* p : wrong.parameters) known.push_back(bare_name(p));
  const auto back = static_cast<int>(k.node->text.data() - k.keyword.data());
  const TextSpan keyword_span{k.node->line, k.node->column - back, static_cast<int>(k.keyword.size())};
  for (const std::string& word : script::nearest(k.keyword, known))
    c.replace("write " + word + "=", keyword_span, word);
  for (size_t p = 0; p < known.size(); ++p) {
    if (wrong.bound[p].given() ||
        std::ranges::any_of(wrong.args.keywords, [&](const Arg& other) { return other.keyword == known[p]; }))
      continue;
    c.replace("write " + known[p] + "=", keyword_span, known[p], When::NoFixYet);
  }
}

// A call with one argument more at its end.
std::string with_argument(const Node* call, const std::string& argument) {
  return std::string(call->text.substr(0, call->text.size() - 1)) + ", " + argument + ")";
}

void reduced_axes(Context& c, const Node* call, const script::Value& source) {
  if (!c.on_one_line()) return;
  std::vector<tir::Expr> parts;
  if (const auto* e = source.get<script::ExprValue>()) parts.push_back(e->e);
  if (const script::ListValue* l = source.list())
    for (const script::Value& v : l->items)
      if (const auto* e = v.get<script::ExprValue>()) parts.push_back(e->e);
  const std::string axes = axes_used(c.at, parts);
  if (!axes.empty()) c.replace("reduce over " + axes, call->span(), with_argument(call, "axis=" + axes));
}

// compute_at without its loop: the innermost that will do.
void innermost_loop(Context& c, StageId stage, const Node* call) {
  if (!c.on_one_line()) return;
  const schedule::Schedule& s = *c.at.program.schedule;
  const std::vector<AxisId>& leaf = s.stage(stage).leaf;
  for (auto it = leaf.rbegin(); it != leaf.rend(); ++it)
    if (const std::string axis = schedule::script_text(s, *it, c.at.schedule_name); !axis.empty())
      c.replace("at " + axis, call->span(), with_argument(call, axis));
}

void missing_argument(Context& c, const script::MissingArgument& given) {
  const std::string_view missing = given.parameters[given.parameter];
  const Node* call = given.args.call;
  const Arg& first = given.bound[0];
  if (missing == "axis" && first.given()) reduced_axes(c, call, first.value);
  if (missing == "readers" && c.at.program.schedule && first.value.is<te::Tensor>() && c.on_one_line())
    if (const StageId of = c.at.program.schedule->find((*first.value.get<te::Tensor>())->op); of.valid())
      c.replace("for all that read it", call->span(), with_argument(call, "[" + readers_text(c.at, of) + "]"));
  if (missing == "scope" && given.parameter == 1)
    if (const auto* parent = first.value.get<script::StageValue>()) innermost_loop(c, parent->id, call);
  if (missing == "y_factor" && c.on_one_line())
    c.replace("the same factor for both", call->span(), with_argument(call, std::string(given.bound[2].node->text)));
}

void stage_in_brackets(Context& c, const script::NotCallable& given) {
  const Node* n = given.call;
  if (given.callee.is<script::ScheduleValue>() && c.on_one_line() && n->args.size() == 1)
    c.replace("name the stage in brackets", n->span(),
              std::string(n->a->text) + "[" + std::string(n->args[0].value->text) + "]");
}

// As many names as there are values.
void as_many_names(Context& c, const script::WrongUnpacking& given) {
  const size_t wanted = given.values;
  if (!c.on_one_line()) return;
  std::string names;
  for (size_t i = 0; i < wanted; ++i)
    names += (i ? ", " : "") +
             (i < c.at.statement->targets.size() ? std::string(c.at.statement->targets[i]) : std::string("_"));
  const TextSpan &first = c.at.statement->target_spans.front(), &last = c.at.statement->target_spans.back();
  c.replace("bind " + names, {first.line, first.column, last.column + last.length - first.column}, names);
}

void last_item(Context& c, const script::ListIndexOutside& given) {
  if (given.size > 0) c.replace("take the last", given.node->span(), std::to_string(given.size - 1));
}

}  // namespace

std::vector<ReportRow> call_rows() {
  return {report_row<known_keyword>("NW2012"),     report_row<missing_argument>("NW2012"),
          report_row<stage_in_brackets>("NW2013"), report_row<as_many_names>("NW2013"),
          report_row<as_many_names>("NW2018"),     report_row<last_item>("NW2019")};
}

}  // namespace nw::fixes
