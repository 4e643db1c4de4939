// SPDX-License-Identifier: GPL-3.0-or-later
// Serialization of the fusion choices in a request to run the whole network.
#pragma once

#include "worker/kernel.h"
#include "workspace/choices.h"

namespace nw::workspace {

worker::NetworkFusion network_fusion(const FusionChoices& choices);

// The choices of the request, added to those of the opened project; limits are the project's, if there is one. An
// invalid pattern is a diagnostic (NW4060), and is omitted.
FusionChoices requested_choices(const worker::NetworkFusion& asked, const FusionChoices* project,
                                Diagnostics& diagnostics);

}  // namespace nw::workspace
