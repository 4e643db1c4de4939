// SPDX-License-Identifier: GPL-3.0-or-later
// A model's calls, as a request asks for them: each opened with the sizes of its inputs, run in one session, compared
// and saved.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>

#include "base/diagnostic.h"
#include "execute/progress.h"
#include "runtime/device.h"
#include "worker/kernel.h"

namespace nw::worker {

// The report's JSON; null if the model, its data or the device failed. `device` is asked once, when the model is open.
// `progress`: as execute::NetworkSession::listen has it; null: nobody listens.
nlohmann::json run_model(const NetworkRequest& request, const std::function<runtime::Device*()>& device,
                         execute::Progress::Listener progress, Diagnostics& diagnostics);

}  // namespace nw::worker
