// SPDX-License-Identifier: GPL-3.0-or-later
// Fusion of a model with the document's choices, for the views: pure functions, for any thread.
#pragma once

#include <memory>

#include "fusion/difference.h"
#include "fusion/playback.h"
#include "model/model.h"
#include "workspace/choices.h"

namespace nw::workspace {

struct FusionView {
  std::shared_ptr<const model::Model> model;
  std::shared_ptr<const fusion::Fusion> fusion;
  std::shared_ptr<const fusion::Fusion> before;  // fusion to compare with; null: none
  fusion::Difference difference;                 // to `before`
  Diagnostics diagnostics;
};
FusionView compute_fusion(std::shared_ptr<const model::Model> model, const FusionChoices& choices,
                          const TargetFacts& target, std::shared_ptr<const fusion::Fusion> before = nullptr);

// Why two nodes are, or are not, in one group, with the one change that would fuse them.
fusion::Reason compute_why(const model::Model& model, const FusionChoices& choices, const fusion::Fusion& fusion,
                           NodeId a, NodeId b);

// The decisions of the algorithm with these choices, in order.
fusion::Playback compute_playback(const model::Model& model, const FusionChoices& choices);

}  // namespace nw::workspace
