// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/tuple_fields.h"

namespace nw::graph {

namespace {

size_t count_tensors(const Type& type) {
  if (!type.is_tuple()) return 1;
  size_t count = 0;
  for (const Type& field : type.fields) count += count_tensors(field);
  return count;
}

}  // namespace

std::optional<FieldTensors> tensors_of_field(const Type& tuple, int64_t index) {
  if (!tuple.is_tuple() || index < 0 || static_cast<size_t>(index) >= tuple.fields.size()) return std::nullopt;
  FieldTensors found;
  for (size_t i = 0; i < static_cast<size_t>(index); ++i) found.first += count_tensors(tuple.fields[i]);
  found.count = count_tensors(tuple.fields[static_cast<size_t>(index)]);
  return found;
}

}  // namespace nw::graph
