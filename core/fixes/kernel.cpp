// SPDX-License-Identifier: GPL-3.0-or-later
// The schedule and the kernel as wholes: NW2030, NW2031, NW2040 to NW2044.
#include <fmt/format.h>

#include <algorithm>

#include "fixes/registry.h"
#include "fixes/source.h"
#include "fixes/statements.h"

namespace nw::fixes {

namespace {

using script::NodeKind;
using script::NoFacts;

void its_operation(Context& c, const script::PartAtFault& given) {
  c.replace("schedule its operation", given.node->span(), std::string(given.node->text) + ".op");
}

void first_schedule(Context& c, const script::NoFacts&) {
  const SyntaxStatement& s = *c.at.statement;
  c.propose(without_statement(s, "leave this step out"));
  if (!s.targets.empty() && c.on_one_line())
    c.propose(
        {"use the first one", {{Edit::Kind::Replace, s.line, std::string(s.targets[0]) + " = " + c.at.schedule_name}}});
}

std::string variable_of(const Evaluation& at, const te::Operation& op) {
  for (size_t i = 0; i < at.environment.size(); ++i)
    if (const auto* t = at.environment[i].get<te::Tensor>(); t && (*t)->op == op) return std::string(at.tree.names[i]);
  return op->name;
}

void listed_too(Context& c, const script::UnlistedTensor& given) {
  const std::string_view text = given.list->text;
  if (text.size() < 2 || text[0] != '[' || !one_line(given.list)) return;
  if (!given.is_input && given.op->num_outputs() != 1) return;
  const std::string name = variable_of(c.at, given.op), inner(text.substr(1, text.size() - 2));
  const std::string separator = inner.find_first_not_of(' ') == std::string::npos ? "" : ", ";
  c.replace("add " + name + " to the arguments", given.list->span(),
            given.is_input ? "[" + name + separator + inner + "]" : "[" + inner + separator + name + "]");
}

// A list of tensors, each once.
void listed_once(Context& c, const script::PartAtFault& given) {
  const Node* list = given.node;
  if (!c.on_one_line() || (list->kind != NodeKind::List && list->kind != NodeKind::Tuple)) return;
  std::vector<std::string_view> once;
  for (const Node* item : list->items)
    if (std::ranges::find(once, item->text) == once.end()) once.push_back(item->text);
  c.replace("list every tensor once", list->span(), fmt::format("[{}]", fmt::join(once, ", ")));
}

void ends_with_kernel(Context& c, const script::NoFacts&) {
  const script::Program& program = c.at.program;
  if (!program.schedule) return;
  const schedule::Schedule& s = *program.schedule;
  std::string args;
  auto add = [&](const te::Operation& op) {
    for (const auto& [name, id] : program.stage_names)
      if (id == s.find(op)) {
        args += (args.empty() ? "" : ", ") + name;
        return;
      }
  };
  for (const StageId id : s.order())
    if (s.stage(id).op->kind == te::OpKind::Placeholder) add(s.stage(id).op);
  for (const te::Operation& op : s.outputs()) add(op);
  c.propose({"end with tvm.lower",
             {{Edit::Kind::Insert, line_of(c.diagnostic()) + 1,
               fmt::format("tvm.lower({}, [{}], name=\"main\")", c.at.schedule_name, args)}}});
}

// A step that came too late, or a second tvm.lower.
void one_kernel(Context& c, const script::NoFacts&) {
  const int line = c.at.statement->line, kernel = c.at.kernel_line;
  if (!c.on_one_line() || kernel <= 0) return;
  if (c.at.program.statements.back().part == script::Statement::Part::Kernel) {
    c.propose({"leave out the second", {{Edit::Kind::Delete, line, {}}}});
    c.propose({"leave out the first", {{Edit::Kind::Delete, kernel, {}}}});
  } else {
    c.propose({"move it before tvm.lower",
               {{Edit::Kind::Insert, kernel, std::string(c.at.statement->text)}, {Edit::Kind::Delete, line, {}}}});
  }
}

}  // namespace

std::vector<ReportRow> kernel_rows() {
  return {report_row<its_operation>("NW2030"), report_row<first_schedule>("NW2031"),
          report_row<listed_too>("NW2040"),    report_row<listed_too>("NW2041"),
          report_row<listed_once>("NW2042"),   report_row<ends_with_kernel>("NW2043"),
          report_row<one_kernel>("NW2044")};
}

}  // namespace nw::fixes
