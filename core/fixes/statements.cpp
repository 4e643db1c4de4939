// SPDX-License-Identifier: GPL-3.0-or-later
#include "fixes/statements.h"

namespace nw::fixes {

namespace {

Fix without_lines(int first, int last, std::string title) {
  Fix fix{std::move(title), {}};
  for (int line = first; line <= last; ++line) fix.edits.push_back({Edit::Kind::Delete, line, {}});
  return fix;
}

}  // namespace

Fix without_statement(const SyntaxStatement& s, std::string title) {
  return without_lines(s.line, s.last_line, std::move(title));
}

Fix without_step(const script::Program& program, int line, std::string title) {
  const script::Statement* step = record_at(program, line);
  return without_lines(line, step ? std::max(line, step->last_line) : line - 1, std::move(title));
}

}  // namespace nw::fixes
