// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/own_stages.h"

#include <algorithm>
#include <set>

#include "export/diagnostics.h"
#include "export/factored.h"
#include "schedule/catalogue.h"
#include "script/text.h"

namespace nw::exporting {

namespace {

// Whether tir.Schedule's rfactor gives the same loops. Computed inside of another stage, they are rebuilt there, in
// the order of the axes that the partial results reduce over: known where each comes of one axis of the reduction.
bool factors_alike(const script::Program& program, const MadeStage& made, const Factored& f) {
  using schedule::AttachKind;
  const AttachKind place = program.schedule->attach_of(made.made).kind;
  if (!f.plain || place == AttachKind::Inline || place == AttachKind::InlinedAlready) return false;
  return place == AttachKind::Root ||
         std::ranges::all_of(f.before.root, [&](AxisId root) { return parts_of(f, root).size() <= 1; });
}

bool makes_another_stage(const OwnStages& own, const script::Statement& s, const script::ReadOptions& options,
                         bool steps_of_te) {
  if (!s.primitive || !schedule::info(*s.primitive).makes_stages) return false;
  const std::optional<MadeStage> made = made_by(own.program, s);
  if (!made) return true;
  if (made->kind != MadeStage::Kind::Factor) return !made->for_all && !steps_of_te;
  const std::optional<Factored> f = factored(own.text, own.program, *made, options);
  return !f || !(steps_of_te || factors_alike(own.program, *made, *f));
}

}  // namespace

OwnStages own_stages(const std::string& text, script::Program program, const script::ReadOptions& options,
                     const std::string& tool, bool steps_of_te) {
  OwnStages own{text, std::move(program), {}};
  std::set<int> gone;
  // What needs a line that went goes too, until all that is left holds.
  for (;;) {
    const size_t before = gone.size();
    for (const script::Statement& s : own.program.statements) {
      const bool fails = s.part == script::Statement::Part::Schedule && !s.applied;
      if (gone.contains(s.span.line) || !(fails || makes_another_stage(own, s, options, steps_of_te))) continue;
      if (s.primitive) own.left_out.push_back(cannot_say(tool, schedule::name_of(*s.primitive), s.span.line));
      for (int line = s.span.line; line <= s.last_line; ++line) gone.insert(line);
    }
    if (gone.size() == before) break;
    own.text = script::without_lines(text, gone);
    own.program = script::read(own.text, options);
  }
  std::sort(own.left_out.begin(), own.left_out.end(),
            [](const Diagnostic& a, const Diagnostic& b) { return line_of(a) < line_of(b); });
  return own;
}

}  // namespace nw::exporting
