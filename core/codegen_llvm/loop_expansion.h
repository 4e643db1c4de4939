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

// Whether the loop, an innermost one once those that are written out are, reads elements in an iteration that it reads
// in another one too, as over a window's row: unrolled, LLVM would keep them all in registers. Reads of accumulators do
// not count.
bool iterations_share_reads(const tir::ForNode& loop, int64_t extent,
                            const std::function<bool(const tir::VarNode&)>& is_written_out,
                            const std::function<bool(const tir::BufferNode&)>& is_accumulator);

}  // namespace nw::codegen
