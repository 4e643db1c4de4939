// SPDX-License-Identifier: GPL-3.0-or-later
// The what-ifs of fusion as edits of the document's choices.
#pragma once

#include <string>
#include <vector>

#include "base/sentence.h"
#include "fusion/change.h"
#include "workspace/choices.h"

namespace nw::workspace {

struct FusionEdit {
  FusionChoices choices;
  std::string label;  // for the history: "fence after conv1/Conv"
};

// The choices with the change applied; unchanged if it is active already.
FusionEdit with_change(FusionChoices choices, const fusion::Change& change);

fusion::EdgeChoice edge_choice(const FusionChoices& choices, const std::string& from, const std::string& to);

// Every active what-if, in words, with the change that removes it.
struct ActiveWhatIf {
  Sentence text;
  fusion::Change drop;
};
std::vector<ActiveWhatIf> active_what_ifs(const FusionChoices& choices);

}  // namespace nw::workspace
