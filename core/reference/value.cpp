// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nw::reference {

namespace {

void collect_tensors(const Value& value, std::vector<NDArray>& found) {
  if (value.tensor()) found.push_back(*value.tensor());
  if (value.list())
    for (const Value& field : *value.list()) collect_tensors(field, found);
}

}  // namespace

std::vector<NDArray> tensors_of(const Value& value) {
  std::vector<NDArray> found;
  collect_tensors(value, found);
  return found;
}

std::string shape_text(const std::vector<int64_t>& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

std::string describe(const Value& value) {
  constexpr size_t kMostFields = 8;
  if (value.is_nothing()) return "nothing";
  if (const NDArray* tensor = value.tensor())
    return fmt::format("Tensor[{}, {}]", shape_text(tensor->shape()), to_string(tensor->dtype()));
  if (value.function()) return "a function";
  if (value.cell()) return "a reference";
  std::string text;
  for (size_t i = 0; i < value.list()->size() && i <= kMostFields; ++i)
    text += (i ? ", " : "") + (i < kMostFields ? describe((*value.list())[i]) : std::string("…"));
  return "(" + text + ")";
}

}  // namespace nw::reference
