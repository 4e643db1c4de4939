// SPDX-License-Identifier: GPL-3.0-or-later
// Where the statements of a nest of phase `loops` are printed, looked up by the ids that later phases keep.
#pragma once

#include <vector>

#include "tir/print.h"

namespace nw::kernel {

class StatementLines {
 public:
  explicit StatementLines(const tir::PrintedNest& nest);
  // Ids of `other`, a nest of the same schedule for other sizes, to the lines of `nest`. A statement that is needed for
  // those sizes alone has the line of the loop or condition that it is in.
  StatementLines(const tir::PrintedNest& nest, const tir::PrintedNest& other);

  // Counted from 0; -1: none.
  int line_of(tir::StmtId statement) const;

 private:
  void add(tir::StmtId statement, int line);

  std::vector<int> lines_;  // by id
};

}  // namespace nw::kernel
