// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes, edges and layers are numbered with int32_t; containers are indexed with size_t.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nw::layout {

inline size_t at(int32_t i) {
  return static_cast<size_t>(i);
}

}  // namespace nw::layout
