// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/data_layout.h"

#include <cctype>

namespace nw::op {

namespace {

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
char to_upper(char c) {
  return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
}

}  // namespace

std::optional<DataLayout> DataLayout::parse(std::string_view text) {
  constexpr int64_t kLargestBlock = 1 << 20;
  DataLayout layout;
  int64_t factor = 0;
  for (const char c : text) {
    if (is_digit(c)) {
      factor = factor * 10 + (c - '0');
      if (factor > kLargestBlock) return std::nullopt;
    } else if (is_upper(c)) {
      if (factor || layout.has(c)) return std::nullopt;
      layout.axes_.push_back({c, 0});
    } else if (is_lower(c)) {
      if (factor == 0) return std::nullopt;
      layout.axes_.push_back({c, factor});
      factor = 0;
    } else {
      return std::nullopt;
    }
  }
  if (factor || layout.axes_.empty()) return std::nullopt;
  for (const Axis& axis : layout.axes_) {
    if (axis.factor && !layout.has(to_upper(axis.name))) return std::nullopt;
  }
  return layout;
}

std::optional<size_t> DataLayout::index_of(char name) const {
  for (size_t i = 0; i < axes_.size(); ++i) {
    if (axes_[i].name == name) return i;
  }
  return std::nullopt;
}

int64_t DataLayout::block_of(char upper) const {
  int64_t block = 1;
  for (const Axis& axis : axes_) {
    if (axis.factor && to_upper(axis.name) == upper) block *= axis.factor;
  }
  return block;
}

bool DataLayout::blocked() const {
  for (const Axis& axis : axes_) {
    if (axis.factor) return true;
  }
  return false;
}

std::string DataLayout::letters() const {
  std::string text;
  for (const Axis& axis : axes_) {
    if (!axis.factor) text += axis.name;
  }
  return text;
}

graph::Dim DataLayout::size_of(char upper, const graph::Shape& shape) const {
  const std::optional<size_t> i = index_of(upper);
  return i ? shape[*i] * graph::Dim(block_of(upper)) : graph::Dim(1);
}

}  // namespace nw::op
