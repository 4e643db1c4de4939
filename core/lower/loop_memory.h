// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that a loop's body allocates in every iteration alike: inside of no further loop and no condition.
#pragma once

#include <functional>
#include <vector>

#include "lower/stmt_mapper.h"

namespace nw::lower {

// Of a loop's body, the outermost first.
std::vector<const tir::AllocateNode*> memory_of_loop(const Stmt& body);
// The body with something else in place of that allocation.
Stmt with_instead(const Stmt& body, const tir::AllocateNode* memory, const Stmt& instead);
// Whether all of `s` reads and writes the buffer one element at a time, and hands it to nothing.
bool by_elements(const Stmt& s, const tir::BufferNode* buffer);
// With other indices wherever the buffer is read or written, and another buffer in its place.
Stmt with_indices(const Stmt& s, const tir::Buffer& from, const tir::Buffer& to,
                  const std::function<std::vector<Expr>(std::vector<Expr>)>& indices);

}  // namespace nw::lower
