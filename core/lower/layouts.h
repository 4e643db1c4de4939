// SPDX-License-Identifier: GPL-3.0-or-later
// transform_layout, where storage gets its final form: an intermediate tensor that the loops call T[i, j] is stored as
// its stage's map says, T[j // 16, i, j % 16]. As in TVM, phase `loops` has the tensor's own indices still. Kernel
// arguments keep their layout: who calls the kernel knows no other.
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
  // Of every buffer that `body` allocates for a stage with a layout. Buffers that are used in another way than element
  // by element (handed to an intrinsic, read as vectors, with rows made longer) keep the layout that they have.
  Layouts(const schedule::Schedule& s, const tir::Stmt& body);
  // One size a dimension of what is stored for this buffer, given that of its own dimensions; the same if it has no
  // layout, or if one of them is not a number.
  std::vector<tir::Expr> shape(const tir::BufferNode& buffer, std::vector<tir::Expr> own);
  // Where an element is stored, in the dimensions that shape() gave.
  std::vector<tir::Expr> indices(const tir::BufferNode& buffer, std::vector<tir::Expr> own) const;

 private:
  std::map<StageId, const std::vector<schedule::LayoutTransform>*> by_stage_;
  std::unordered_map<const tir::BufferNode*, StageId> of_;
};

}  // namespace nw::lower
