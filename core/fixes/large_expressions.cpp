// SPDX-License-Identifier: GPL-3.0-or-later
// Inlining that makes expressions too large: several steps may have to go, one after the other. NW2702.
#include "fixes/registry.h"

namespace nw::fixes {

namespace {

void one_step_less(Context& c, std::vector<Fix> own) {
  for (Fix& fix : own) c.propose(std::move(fix), When::Untried);
}

}  // namespace

std::vector<ReadRow> large_expression_rows() {
  return {{"NW2702", one_step_less}};
}

}  // namespace nw::fixes
