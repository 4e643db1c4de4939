// SPDX-License-Identifier: GPL-3.0-or-later
// Strong ids: small integers that cannot be mixed up. An id names a thing inside one document; -1 is none.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace nw {

template <class Tag>
struct Id {
  int32_t value = -1;

  constexpr Id() = default;
  constexpr explicit Id(int32_t v) : value(v) {}
  constexpr explicit Id(size_t v) : value(static_cast<int32_t>(v)) {}
  constexpr bool valid() const { return value >= 0; }
  constexpr explicit operator bool() const { return valid(); }
  constexpr size_t index() const { return static_cast<size_t>(value); }
  constexpr auto operator<=>(const Id&) const = default;
};

using NodeId = Id<struct NodeTag>;    // a node of a model graph
using GroupId = Id<struct GroupTag>;  // a fused group
using StageId = Id<struct StageTag>;  // a stage of a schedule
using AxisId = Id<struct AxisTag>;    // an axis (iter var) of one stage; unique in the schedule

}  // namespace nw

template <class Tag>
struct std::hash<nw::Id<Tag>> {
  size_t operator()(nw::Id<Tag> id) const noexcept { return std::hash<int32_t>{}(id.value); }
};
