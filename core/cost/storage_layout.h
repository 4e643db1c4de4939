// SPDX-License-Identifier: GPL-3.0-or-later
// Where the elements that a nest of phase `loops` names lie in memory: those of a stage with a layout
// (transform_layout) lie in other dimensions than the loops say.
#pragma once

#include "lower/layouts.h"
#include "lower/lower.h"

namespace nw::cost {

class Stored {
 public:
  explicit Stored(const lower::LoopNest& nest) : layouts_(nest.schedule, nest.body) {}

  struct Place {
    tir::Buffer buffer;  // with the dimensions that are stored
    std::vector<tir::Expr> indices;
  };
  Place of(const tir::Buffer& buffer, const std::vector<tir::Expr>& indices);

 private:
  lower::Layouts layouts_;
  std::map<const tir::BufferNode*, tir::Buffer> stored_;
};

}  // namespace nw::cost
