// SPDX-License-Identifier: GPL-3.0-or-later
// The what-ifs of fusion as edits of the document's choices: each gives the choices with one thing changed and a label
// for the history. Asking for what is so already gives it back unchanged.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "workspace/choices.h"

namespace nw::workspace {

struct FusionEdit {
  FusionChoices choices;
  std::string label;  // "fence after conv1/Conv"
};

// Of an operator ("nn.relu") or of one node (its name); nothing: its own pattern again.
FusionEdit set_pattern(FusionChoices choices, const std::string& what, std::optional<graph::OpPattern> pattern);
FusionEdit set_fence(FusionChoices choices, const std::string& node, bool on);
// An edge is joined, cut, or left to the rules.
enum class EdgeChoice { Rules, Join, Cut };
FusionEdit set_edge(FusionChoices choices, const std::string& from, const std::string& to, EdgeChoice choice);
EdgeChoice edge_choice(const FusionChoices& choices, const std::string& from, const std::string& to);
FusionEdit set_max_depth(FusionChoices choices, int depth);
FusionEdit set_opt_level(FusionChoices choices, int level);
// A reason's `change` in words, as the label of the edit that it stands for: "%7 as injective" for "--pattern
// %7=injective". A change that is none comes back as it is.
std::string title_of_change(const std::string& change);
// What a reason's `change` asks for. Nothing if it says that no single change would do.
std::optional<FusionEdit> apply_change(const FusionChoices& choices, const graph::Graph& graph,
                                       const std::string& change);

// Every what-if in force, in words, with the choices that drop just this one.
struct ActiveWhatIf {
  std::string text;
  FusionEdit dropped;
};
std::vector<ActiveWhatIf> active_what_ifs(const FusionChoices& choices);

}  // namespace nw::workspace
