// SPDX-License-Identifier: GPL-3.0-or-later
// One what-if of fusion as a value. Nodes are named, never numbered: the same value changes the options of one graph,
// and the choices of a document whose file may change.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "base/sentence.h"
#include "fusion/options.h"

namespace nw::fusion {

// The pattern of an operator ("nn.relu") or of one node; a name that is both is the node. None: its own pattern again.
struct PatternChange {
  std::string of;
  std::optional<OpPattern> pattern;

  bool operator==(const PatternChange&) const = default;
};

// Nothing fuses out of this node; or the fence after it is removed.
struct FenceChange {
  std::string after;
  bool on = true;

  bool operator==(const FenceChange&) const = default;
};

// An edge is joined, cut, or left to the rules, which removes its join or cut.
enum class EdgeChoice : uint8_t { Rules, Join, Cut };
struct EdgeChange {
  std::string from, to;
  EdgeChoice choice = EdgeChoice::Rules;

  bool operator==(const EdgeChange&) const = default;
};

struct DepthChange {
  int max_depth = 256;

  bool operator==(const DepthChange&) const = default;
};

struct LevelChange {
  int opt_level = 2;

  bool operator==(const LevelChange&) const = default;
};

using Change = std::variant<PatternChange, FenceChange, EdgeChange, DepthChange, LevelChange>;

// "%7 as injective", "no fence after %3", "cut %0 → %2": the title of a link, the label of a state in the history.
Sentence title(const Change& change);

// The options with the change applied. Nothing if the graph has no node or operator of that name.
std::optional<Options> with_change(const graph::Graph& graph, Options options, const Change& change);

}  // namespace nw::fusion
