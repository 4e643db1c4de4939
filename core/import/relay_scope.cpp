// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/relay_scope.h"

#include <fmt/format.h>

#include <charconv>

namespace nw::import {

namespace {

constexpr size_t kWidestGap = 4;  // numbers further off than this from the others are in the table

}  // namespace

std::optional<size_t> printed_number(std::string_view name) {
  constexpr size_t kMaxDigits = 9;
  if (name.empty() || name.size() > kMaxDigits || (name[0] == '0' && name.size() > 1)) return std::nullopt;
  size_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return number;
}

const Definition* RelayScope::find(std::string_view name) const {
  if (const auto number = printed_number(name); number && *number >= first_ && *number - first_ < numbered_.size()) {
    const Definition& definition = numbered_[*number - first_];
    if (definition.node.valid()) return &definition;
  }
  const auto it = named_.find(name);
  return it == named_.end() ? nullptr : &it->second;
}

void RelayScope::define(std::string_view name, Definition definition) {
  const auto number = printed_number(name);
  if (number && numbered_.empty()) first_ = *number;
  const bool near = number && *number >= first_ && *number - first_ <= numbered_.size() + kWidestGap;
  if (!near || (!named_.empty() && named_.contains(name))) {
    named_[name] = definition;
    return;
  }
  const size_t i = *number - first_;
  if (i >= numbered_.size()) numbered_.resize(i + 1);
  numbered_[i] = definition;
}

std::vector<std::string> RelayScope::names() const {
  std::vector<std::string> names;
  for (size_t i = 0; i < numbered_.size(); ++i) {
    if (numbered_[i].node.valid()) names.push_back(fmt::format("%{}", first_ + i));
  }
  for (const auto& [name, definition] : named_) names.push_back(fmt::format("%{}", name));
  return names;
}

}  // namespace nw::import
