// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of a table after which a pattern is taken where it came near: each is tried before it is offered.
#pragma once

#include "pattern/composites.h"

namespace nw::pattern {

// Sets `fix` of the near misses that `table`, read as `read`, has in `program`. `constants` as the program was read
// with. Returns for how many of them no edit was tried, because a large table on a large model would take too long, or
// because the work was cancelled.
size_t add_fixes(const graph::Graph& graph, const std::vector<NodeId>& constants, const std::string& table,
                 const graph::OpTraitsTable& traits, const Program& program, const Table& read,
                 std::vector<NearMiss>& misses, const CancelToken& cancel = {});

}  // namespace nw::pattern
