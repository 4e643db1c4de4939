// SPDX-License-Identifier: GPL-3.0-or-later
// The choices about fusion in a request to run the whole network, and back in the worker that serves it.
#pragma once

#include "target/kernel.h"
#include "workspace/choices.h"

namespace nw::workspace {

target::NetworkFusion network_fusion(const FusionChoices& choices);

// What the worker was asked for, on top of what the project has that it opened; limits are the project's, if there is
// one. A pattern that is none is a diagnostic (NW4060), and is left out.
FusionChoices requested_choices(const target::NetworkFusion& asked, const FusionChoices* project,
                                Diagnostics& diagnostics);

}  // namespace nw::workspace
