// SPDX-License-Identifier: GPL-3.0-or-later
// Layouts of transform_layout: an intermediate tensor that the loops index as T[i, j] is stored by the index map of its
// stage, T[j // 16, i, j % 16]. As in TVM, phase `loops` still has the tensor's own indices. Kernel arguments keep
// their layout, which is the caller's.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "arith/analyzer.h"
#include "schedule/schedule.h"
#include "tir/stmt.h"

namespace nw::lower {

class Layouts {
 public:
  // Finds the layouts of all buffers that `body` allocates for stages with a layout. Buffers that are not accessed
  // element by element (passed to an intrinsic, read as vectors) or have padded rows keep the layout of their shape.
  Layouts(const schedule::Schedule& s, const tir::Stmt& body);
  // The stored shape of this buffer for a shape of its own dimensions; the same one if it has no layout, or if an
  // extent is not a constant.
  std::vector<tir::Expr> shape(const tir::BufferNode& buffer, std::vector<tir::Expr> own);
  // The indices of an element in the stored shape.
  std::vector<tir::Expr> indices(const tir::BufferNode& buffer, std::vector<tir::Expr> own) const;

 private:
  std::map<StageId, const std::vector<schedule::LayoutTransform>*> by_stage_;
  std::unordered_map<const tir::BufferNode*, StageId> of_;
};

}  // namespace nw::lower
