// SPDX-License-Identifier: GPL-3.0-or-later
// Visitor of the statements of a nest of phase `loops`, in order, for cost analyses; of a condition both branches.
#pragma once

#include "tir/stmt.h"

namespace nw::cost {

class Walk {
 protected:
  virtual ~Walk() = default;
  void visit(const tir::Stmt& s);

  virtual void loop(const tir::ForNode& f) = 0;
  virtual void store(const tir::StoreNode& s) = 0;
  virtual void evaluate(const tir::EvaluateNode& e) = 0;  // of an intrinsic
  virtual void allocate(const tir::AllocateNode& a) = 0;
  virtual void let(const tir::LetStmtNode& l) = 0;
  virtual void mark(const tir::AttrNode& a) { visit(a.body); }
};

}  // namespace nw::cost
