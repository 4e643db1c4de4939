// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/layout.h"

#include <cctype>

namespace nw::reference {

namespace {

struct LayoutAxis {
  char name = 0;       // upper case
  int64_t factor = 0;  // of blocks; 0: the whole axis, or its blocks
};

std::vector<LayoutAxis> parse_layout(const Call& call, const std::string& text, const std::string& plain) {
  std::vector<LayoutAxis> axes;
  int64_t factor = 0;
  for (const char letter : text) {
    if (letter >= '0' && letter <= '9' && factor < (1 << 20)) {
      factor = factor * 10 + (letter - '0');
      continue;
    }
    const char upper = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    if (plain.find(upper) == std::string::npos || (upper != letter) != (factor > 0))
      call.refuse_value(fmt::format("'{}' is no layout of the axes {}", text, plain));
    axes.push_back({upper, factor});
    factor = 0;
  }
  return axes;
}

// How far an index of each axis of the layout goes in the plain tensor.
Strides strides_in_plain(const std::vector<LayoutAxis>& axes, const std::string& plain, const Extents& plain_shape) {
  const Strides own = row_major(plain_shape);
  Strides strides(axes.size());
  for (size_t i = 0; i < axes.size(); ++i) {
    int64_t inner = 1;
    for (size_t j = axes[i].factor ? i + 1 : 0; j < axes.size(); ++j)
      if (axes[j].name == axes[i].name && axes[j].factor) inner *= axes[j].factor;
    strides[i] = own[plain.find(axes[i].name)] * inner;
  }
  return strides;
}

}  // namespace

NDArray to_plain(const Call& call, const NDArray& tensor, const std::string& layout, const std::string& plain) {
  if (layout == plain || layout.empty()) {
    if (tensor.shape().size() != plain.size())
      call.refuse_shapes(fmt::format("{} has not the {} axes of {}", describe(tensor), plain.size(), plain));
    return tensor;
  }
  const std::vector<LayoutAxis> axes = parse_layout(call, layout, plain);
  if (axes.size() != tensor.shape().size())
    call.refuse_shapes(fmt::format("{} has not the {} axes of {}", describe(tensor), axes.size(), layout));
  Extents shape(plain.size(), 1);
  for (size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].factor && tensor.shape()[i] != axes[i].factor)
      call.refuse_shapes(fmt::format("{} has not the blocks of {}", describe(tensor), layout));
    shape[plain.find(axes[i].name)] *= tensor.shape()[i];
  }
  NDArray result = call.make(tensor.dtype(), shape);
  place_strided(tensor, result, 0, strides_in_plain(axes, plain, shape));
  return result;
}

NDArray from_plain(const Call& call, const NDArray& tensor, const std::string& plain, const std::string& layout) {
  if (layout == plain || layout.empty()) return tensor;
  const std::vector<LayoutAxis> axes = parse_layout(call, layout, plain);
  Extents shape(axes.size());
  for (size_t i = 0; i < axes.size(); ++i) {
    shape[i] = axes[i].factor;
    if (axes[i].factor) continue;
    shape[i] = tensor.shape()[plain.find(axes[i].name)];
    for (const LayoutAxis& block : axes) {
      if (block.name != axes[i].name || !block.factor) continue;
      if (shape[i] % block.factor)
        call.refuse_shapes(fmt::format("{} cannot be cut into the blocks of {}", describe(tensor), layout));
      shape[i] /= block.factor;
    }
  }
  NDArray result = call.make(tensor.dtype(), shape);
  copy_strided(tensor, 0, strides_in_plain(axes, plain, tensor.shape()), result);
  return result;
}

}  // namespace nw::reference
