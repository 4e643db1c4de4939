// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nw::reference {

std::vector<NDArray> tensors_of(const Value& value) {
  std::vector<NDArray> found;
  for_each_tensor(value, [&](const NDArray& tensor) { found.push_back(tensor); });
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
