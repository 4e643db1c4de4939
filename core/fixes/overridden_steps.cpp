// SPDX-License-Identifier: GPL-3.0-or-later
// A step that a later one makes void: NW2501, NW2506, NW2515.
#include <fmt/format.h>

#include "fixes/registry.h"
#include "fixes/source.h"
#include "fixes/statements.h"

namespace nw::fixes {

namespace {

// The former of two steps has no effect any more.
void without_former(Context& c, std::vector<Fix> own) {
  const Diagnostic& d = c.diagnostic();
  if (d.where.size() > 1) {
    const int former = d.where[1].span.line;
    c.propose(without_step(c.at.program, former, fmt::format("take line {} away", former)));
  }
  for (Fix& fix : own) c.propose(std::move(fix));
}

}  // namespace

std::vector<ReadRow> overridden_step_rows() {
  return {{"NW2501", without_former}, {"NW2506", without_former}, {"NW2515", without_former}};
}

}  // namespace nw::fixes
