// SPDX-License-Identifier: GPL-3.0-or-later
// Buffers that a loop's body allocates unconditionally in every iteration, outside inner loops.
#pragma once

#include <functional>
#include <vector>

#include "lower/stmt_mapper.h"

namespace nw::lower {

// The allocations of a loop's body, outermost first.
std::vector<const tir::AllocateNode*> loop_allocations(const Stmt& body);
// The body with that allocation replaced.
Stmt with_instead(const Stmt& body, const tir::AllocateNode* memory, const Stmt& instead);
// Whether `s` accesses the buffer only element by element, and passes it to no call.
bool accessed_by_elements(const Stmt& s, const tir::BufferNode* buffer);
// Replaces the buffer and the indices of all its accesses.
Stmt with_indices(const Stmt& s, const tir::Buffer& from, const tir::Buffer& to,
                  const std::function<std::vector<Expr>(std::vector<Expr>)>& indices);

}  // namespace nw::lower
