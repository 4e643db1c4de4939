// SPDX-License-Identifier: GPL-3.0-or-later
// Names and attributes that there are not: NW2002, NW2010, NW2011.
#include <fmt/format.h>

#include <algorithm>

#include "fixes/registry.h"
#include "fixes/source.h"
#include "schedule/names.h"
#include "script/lexer.h"

namespace nw::fixes {

namespace {

using script::Argument;
using script::NodeKind;
using script::Token;
using script::Tokens;
using script::Undefined;

// C == te.compute(…), where C is nothing yet.
void assigned(Context& c, const script::PartAtFault& given) {
  const Node* n = given.node;
  if (n->kind == NodeKind::Compare && c.at.statement->value == n)
    c.replace("assign it", c.at.statement->span(), fmt::format("{} = {}", n->a->text, n->b->text));
}

// The largest divisor up to 16, so that no part is shorter; 4 where there is none.
int64_t usual_factor(const int64_t* extent) {
  for (int64_t factor = 16; extent && factor > 1; --factor)
    if (*extent > factor && *extent % factor == 0) return factor;
  return 4;
}

// A name such as "ko" or "x_i": the loops that a split of k, or of x, would have given.
void split_into_loops(Context& c, const script::UnknownName& given) {
  const Node* n = given.node;
  if (!c.on_one_line() || !c.at.program.schedule || c.at.stage_name.empty()) return;
  const schedule::Schedule& s = *c.at.program.schedule;
  const StageId id = s.find_by_name(c.at.stage_name);
  const bool outer = n->text.ends_with("o"), inner = n->text.ends_with("i");
  if (!id.valid() || (!outer && !inner) || n->text.size() < 2) return;
  const std::string stem(n->text.substr(0, n->text.size() - 1));
  const std::string base = stem.ends_with('_') ? stem.substr(0, stem.size() - 1) : stem;
  const schedule::Stage& stage = s.stage(id);
  for (const AxisId leaf : stage.leaf) {
    const schedule::Axis& axis = *stage.find_axis(leaf);
    const std::string text = schedule::script_text(s, leaf, c.at.schedule_name);
    if ((axis.iter->var->name != base && axis.script_name != base) || text.empty()) continue;
    auto name = [&](const char* end) {  // of a loop that the script has otherwise: not bound again
      const std::string wanted = stem + end;
      const auto at = std::ranges::find(c.at.tree.names, std::string_view(wanted));
      const bool bound = at != c.at.tree.names.end() &&
                         !c.at.environment[static_cast<size_t>(at - c.at.tree.names.begin())].is<Undefined>();
      return bound ? std::string("_") : wanted;
    };
    const int64_t factor = usual_factor(axis.iter->dom.defined() ? tir::as_const_int(axis.iter->dom.extent) : nullptr);
    c.propose({fmt::format("split {} by {} into them first", schedule::shown(axis), factor),
               {{Edit::Kind::Insert, c.at.statement->line,
                 fmt::format("{}, {} = {}.split({}, factor={})", name("o"), name("i"),
                             schedule::script_text(stage, c.at.schedule_name), text, factor)}}});
  }
}

void near_names(Context& c, const script::UnknownName& given) {
  for (const std::string& word : given.near) c.replace("write " + word, given.node->span(), word);
}

// In a step on a stage: that stage's loops which the step does not name yet.
void unused_loops(Context& c, const script::UnknownName& given) {
  const Node* n = given.node;
  if (!c.at.program.schedule || c.at.stage_name.empty()) return;
  const StageId id = c.at.program.schedule->find_by_name(c.at.stage_name);
  if (!id.valid()) return;
  const schedule::Stage& stage = c.at.program.schedule->stage(id);
  for (const AxisId axis : stage.leaf) {
    const std::string word = schedule::script_text(*c.at.program.schedule, axis, c.at.schedule_name);
    if (word.empty() || std::ranges::find(given.near, word) != given.near.end()) continue;
    const Tokens tokens = script::tokenize(c.at.statement->text);
    if (std::ranges::any_of(tokens.list, [&](const Token& t) { return t.text == word; })) continue;
    if (c.at.statement->text.find(word.substr(word.find('.') + 1)) != std::string_view::npos &&
        word.find('.') != word.npos)
      continue;  // D.op.axis[0] for s[D].op.axis[0]
    c.replace("write " + word, n->span(), word);
  }
}

void functions_of_tvm(Context& c, const script::UnknownName& given) {
  const std::string_view name = given.node->text;
  if (name == "math" || name == "np" || name == "numpy")
    c.replace("take TVM's own function", given.node->span(), "tir");
}

// A step, or tvm.lower, of a schedule that was never made: one of what was computed last.
void make_schedule(Context& c, const script::UnknownName& given) {
  const Node* n = given.node;
  if (!c.on_one_line() || c.at.program.schedule || c.at.program.tensors.empty()) return;
  const std::string output = name_of_tensor(c.at, c.at.program.tensors.back());
  const bool steps =
      n->column == c.at.statement->column && c.at.statement->text.substr(n->text.size()).starts_with("[");
  if (output.empty() || (!steps && !calls(*c.at.statement, "lower"))) return;
  c.propose(
      {"make a schedule of " + output,
       {{Edit::Kind::Insert, c.at.statement->line, fmt::format("{} = te.create_schedule({}.op)", n->text, output)}}});
}

void make_size(Context& c, const script::UnknownName& given) {
  const std::string name(given.node->text);
  if (!c.at.program.schedule && c.on_one_line())
    c.propose(
        {"make it a size", {{Edit::Kind::Insert, c.at.statement->line, fmt::format("{0} = te.var(\"{0}\")", name)}}});
}

// A function that there is not, of which everybody knows what it does.
void written_out(Context& c, const script::FailedCallee& given) {
  const Node* call = given.call;
  struct Known {
    std::string_view name;
    size_t least, most;  // arguments
    const char* title;
    const char* text;
  };
  static constexpr Known kKnown[] = {{"relu", 1, 1, "write it out", "te.max({0}, 0.0)"},
                                     {"square", 1, 1, "write it out", "({0}) * ({0})"},
                                     {"clip", 3, 3, "write it out", "te.max(te.min({0}, {2}), {1})"},
                                     {"print", 1, 1, "leave print out", "{0}"},
                                     {"build", 2, 4, "name the kernel with tvm.lower", "tvm.lower({0}, {1})"}};
  const Node* f = call->a;
  const std::string_view name = f->kind == NodeKind::Attribute ? f->attr : f->text;
  const auto* known = std::ranges::find(kKnown, name, &Known::name);
  if (!c.on_one_line() || known == std::end(kKnown) || call->args.size() < known->least ||
      call->args.size() > known->most)
    return;
  std::vector<std::string> values;
  for (const Argument& a : call->args) values.emplace_back(a.value->text);
  values.resize(3);
  c.replace(known->title, call->span(), fmt::format(fmt::runtime(known->text), values[0], values[1], values[2]));
}

// s[E] where E is no name: the stage that the rest of the step fits.
void stage_that_fits(Context& c, const script::UnknownStageName& given) {
  const Node* name = given.node;
  if (!c.on_one_line()) return;
  const schedule::Schedule& s = *c.at.program.schedule;
  for (auto it = s.order().rbegin(); it != s.order().rend(); ++it) {
    const schedule::Stage& stage = s.stage(*it);
    if (stage.op->kind == te::OpKind::Placeholder || stage.script_name.empty()) continue;
    c.replace("write " + stage.script_name, name->span(), stage.script_name, When::NoFixYet);
  }
}

void near_attributes(Context& c, const script::UnknownAttribute& given) {
  const Node* n = given.node;
  if (!one_line(n)) return;
  const auto length = static_cast<int>(n->attr.size());  // the name ends the node's text
  for (const std::string& word : given.near)
    c.replace("write " + word, {n->line, n->column + n->length - length, length}, word);
}

void of_its_operation(Context& c, const script::UnknownAttribute& given) {
  const Node* n = given.node;
  if (c.on_one_line() && given.object.is<te::Tensor>() && (n->attr == "axis" || n->attr == "reduce_axis"))
    c.replace("of its operation", n->span(), std::string(n->a->text) + ".op." + std::string(n->attr));
}

}  // namespace

std::vector<ReportRow> name_rows() {
  return {report_row<assigned>("NW2002"),         report_row<split_into_loops>("NW2010"),
          report_row<near_names>("NW2010"),       report_row<unused_loops>("NW2010"),
          report_row<functions_of_tvm>("NW2010"), report_row<make_schedule>("NW2010"),
          report_row<make_size>("NW2010"),        report_row<written_out>("NW2010"),
          report_row<stage_that_fits>("NW2010"),  report_row<near_attributes>("NW2011"),
          report_row<of_its_operation>("NW2011"), report_row<written_out>("NW2011")};
}

}  // namespace nw::fixes
