// SPDX-License-Identifier: GPL-3.0-or-later
// Which loops are written out, one copy of the body an iteration.
#pragma once

#include <functional>

#include "tir/stmt.h"

namespace nw::codegen {

// An unrolled loop, unless that makes too many statements.
bool can_unroll(const tir::ForNode& loop, int64_t extent);

// A loop that walks over a local buffer small enough for registers: only constant addresses let LLVM keep it there.
bool walks_register_tile(const tir::ForNode& loop, int64_t extent,
                         const std::function<bool(const tir::BufferNode&)>& is_register_tile);

}  // namespace nw::codegen
