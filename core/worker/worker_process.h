// SPDX-License-Identifier: GPL-3.0-or-later
// One question to a worker process, one answer.
#pragma once

#include "worker/kernel.h"

namespace nw::worker {

// Starts a worker, sends `request`, waits for its reply within the deadline, and ends it. The reply's text, or why
// there is none.
Result<std::string> ask_worker(const std::string& request, const WorkerOptions& options);

}  // namespace nw::worker
