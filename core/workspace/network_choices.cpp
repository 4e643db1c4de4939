// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/network_choices.h"

#include "worker/diagnostics.h"

namespace nw::workspace {

worker::NetworkFusion network_fusion(const FusionChoices& choices) {
  worker::NetworkFusion asked{choices.opt_level, choices.max_depth, {}, choices.fences, choices.joins, choices.cuts};
  for (const auto& [of, pattern] : choices.patterns) asked.patterns[of] = graph::to_string(pattern);
  return asked;
}

FusionChoices requested_choices(const worker::NetworkFusion& asked, const FusionChoices* project,
                                Diagnostics& diagnostics) {
  FusionChoices choices = project ? *project : FusionChoices();
  if (!project) {
    choices.opt_level = asked.opt_level;
    choices.max_depth = asked.max_depth;
  }
  for (const auto& [of, name] : asked.patterns) {
    if (const auto pattern = graph::parse_pattern(name))
      choices.patterns[of] = *pattern;
    else
      diagnostics.push_back(worker::bad_request("'" + name + "' is no pattern of an operator"));
  }
  choices.fences.insert(choices.fences.end(), asked.fences.begin(), asked.fences.end());
  choices.joins.insert(choices.joins.end(), asked.joins.begin(), asked.joins.end());
  choices.cuts.insert(choices.cuts.end(), asked.cuts.begin(), asked.cuts.end());
  return choices;
}

}  // namespace nw::workspace
