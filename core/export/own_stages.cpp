// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/own_stages.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "export/diagnostics.h"
#include "export/made_stages.h"

namespace nw::exporting {

namespace {

bool makes_another_stage(const script::Program& program, const script::Statement& s, bool some_readers) {
  if (s.primitive == "rfactor") return true;
  if (s.primitive != "cache_read" && s.primitive != "cache_write") return false;
  const std::optional<MadeStage> made = made_by(program, s);
  return !made || (!made->for_all && !some_readers);
}

std::string without_lines(const std::string& text, const std::set<int>& lines) {
  std::istringstream in(text);
  std::string out, line;
  for (int n = 1; std::getline(in, line); ++n) out += (lines.contains(n) ? std::string() : line) + "\n";
  return out;
}

}  // namespace

OwnStages own_stages(const std::string& text, script::Program program, const script::ReadOptions& options,
                     const std::string& tool, bool some_readers) {
  OwnStages own{text, std::move(program), {}};
  std::set<int> gone;
  // What needs a line that went goes too, until all that is left holds.
  for (;;) {
    const size_t before = gone.size();
    for (const script::Statement& s : own.program.statements) {
      const bool fails = s.part == script::Statement::Part::Schedule && !s.applied;
      if (gone.contains(s.span.line) || !(fails || makes_another_stage(own.program, s, some_readers))) continue;
      if (!s.primitive.empty()) own.left_out.push_back(cannot_say(tool, s.primitive, s.span.line));
      for (int line = s.span.line; line <= s.last_line; ++line) gone.insert(line);
    }
    if (gone.size() == before) break;
    own.text = without_lines(text, gone);
    own.program = script::read(own.text, options);
  }
  std::sort(own.left_out.begin(), own.left_out.end(),
            [](const Diagnostic& a, const Diagnostic& b) { return line_of(a) < line_of(b); });
  return own;
}

}  // namespace nw::exporting
