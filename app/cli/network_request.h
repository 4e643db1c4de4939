// SPDX-License-Identifier: GPL-3.0-or-later
// A whole network for the worker, by the options that name its model.
#pragma once

#include <optional>

#include "model_options.h"
#include "worker/kernel.h"

namespace nw::cli {

// Memory for a run that names none: half of the machine's.
int64_t half_of_memory();

// Nothing, with diagnostics, if the model or an option cannot be read.
std::optional<worker::NetworkRequest> network_request(const ModelOptions& options, Outcome& outcome);

}  // namespace nw::cli
