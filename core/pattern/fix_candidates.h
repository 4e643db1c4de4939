// SPDX-License-Identifier: GPL-3.0-or-later
// What could be written in a table's place so that a pattern goes on where it failed; the likeliest first. Nothing here
// is tried yet.
#pragma once

#include "pattern/composites.h"

namespace nw::pattern {

std::vector<Fix> fix_candidates(const Program& program, const std::string& table, const Table& read,
                                const NearMiss& miss);

}  // namespace nw::pattern
