// SPDX-License-Identifier: GPL-3.0-or-later
// Which of a tuple's tensors, counted as flattened() lists them, are those of one field: a field may be a tuple itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "graph/type.h"

namespace nw::graph {

struct FieldTensors {
  size_t first = 0, count = 0;
};

// Nothing where `tuple` is none, or has no such field.
std::optional<FieldTensors> tensors_of_field(const Type& tuple, int64_t index);

}  // namespace nw::graph
