// SPDX-License-Identifier: GPL-3.0-or-later
// Steps on an inlined stage, for the stages that it is inlined into: NW2306.
#include <fmt/format.h>

#include <algorithm>

#include "fixes/registry.h"
#include "fixes/source.h"

namespace nw::fixes {

namespace {

std::vector<Fix> said_of_readers(const SyntaxTree& tree, const script::Program& program, const Diagnostic& d) {
  const schedule::Schedule& s = *program.schedule;
  const auto inlined = std::ranges::find_if(
      s.order(), [&](StageId id) { return !d.where.empty() && s.stage(id).name() == d.where[0].stage; });
  if (inlined == s.order().end()) return {};
  const std::string name = s.stage(*inlined).script_name;
  std::vector<Fix> fixes;
  for (const StageId reader : s.order()) {
    const schedule::Stage& stage = s.stage(reader);
    const bool reads =
        std::ranges::any_of(stage.op->inputs(), [&](const te::Tensor& t) { return s.find(t->op) == *inlined; });
    if (!reads || stage.script_name.empty() || name.empty()) continue;
    Fix fix{fmt::format("say it of {}, into which {} is inlined", stage.name(), s.stage(*inlined).name()), {}};
    for (const SyntaxStatement& statement : tree.statements) {
      const auto record = std::ranges::find(program.statements, statement.line,
                                            [](const script::Statement& made) { return made.span.line; });
      if (record == program.statements.end() || record->part != script::Statement::Part::Schedule ||
          record->primitive == schedule::Primitive::ComputeInline || statement.line != statement.last_line)
        continue;
      const std::string text(statement.text), said = renamed(text, name, stage.script_name);
      if (said != text) fix.edits.push_back({Edit::Kind::Replace, statement.line, said});
    }
    if (!fix.edits.empty()) fixes.push_back(std::move(fix));
  }
  return fixes;
}

void steps_of_readers(Context& c, std::vector<Fix> own) {
  if (own.size() > 1) {
    c.propose(std::move(own.front()));
    own.erase(own.begin());
    for (Fix& fix : said_of_readers(c.at.tree, c.at.program, c.diagnostic())) c.propose(std::move(fix));
  }
  for (Fix& fix : own) c.propose(std::move(fix));
}

}  // namespace

std::vector<ReadRow> inlined_rows() {
  return {{"NW2306", steps_of_readers}};
}

}  // namespace nw::fixes
