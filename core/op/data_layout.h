// SPDX-License-Identifier: GPL-3.0-or-later
// Data layouts by letters: "NCHW", "NCHW16c" (C cut into blocks of 16, the block innermost), "OIHW4i16o4i".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/dim.h"

namespace nw::op {

class DataLayout {
 public:
  struct Axis {
    char name = 0;       // upper case: the whole axis or its blocks; lower case: within a block
    int64_t factor = 0;  // of lower case ones
  };
  static std::optional<DataLayout> parse(std::string_view text);

  const std::vector<Axis>& axes() const { return axes_; }
  size_t rank() const { return axes_.size(); }
  bool has(char name) const { return index_of(name).has_value(); }
  std::optional<size_t> index_of(char name) const;
  int64_t block_of(char upper) const;  // product of the factors of an axis; 1 if it is not split
  bool blocked() const;
  std::string letters() const;  // the upper-case axes in order

  // The size of the unsplit axis in a tensor of this layout.
  graph::Dim size_of(char upper, const graph::Shape& shape) const;
  // The shape of a tensor whose unsplit axes have the sizes that `upper_size` gives.
  template <class F>
  graph::Shape shape_of(const F& upper_size) const {
    graph::Shape shape;
    for (const Axis& axis : axes_) {
      if (axis.factor) {
        shape.emplace_back(axis.factor);
      } else {
        shape.push_back(graph::floor_div(upper_size(axis.name), graph::Dim(block_of(axis.name))));
      }
    }
    return shape;
  }

 private:
  std::vector<Axis> axes_;
};

}  // namespace nw::op
