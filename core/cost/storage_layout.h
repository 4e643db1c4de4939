// SPDX-License-Identifier: GPL-3.0-or-later
// Memory locations of the accesses in a nest of phase `loops`: a stage with a layout (transform_layout) is stored in
// other dimensions than those by which the loops index it.
#pragma once

#include "lower/layouts.h"
#include "lower/lower.h"

namespace nw::cost {

class StorageLayout {
 public:
  explicit StorageLayout(const lower::LoopNest& nest) : layouts_(nest.schedule, nest.body) {}

  struct Location {
    tir::Buffer buffer;  // with the stored dimensions
    std::vector<tir::Expr> indices;
  };
  Location locate(const tir::Buffer& buffer, const std::vector<tir::Expr>& indices);

 private:
  lower::Layouts layouts_;
  std::map<const tir::BufferNode*, tir::Buffer> stored_;
};

}  // namespace nw::cost
