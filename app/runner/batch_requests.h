// SPDX-License-Identifier: GPL-3.0-or-later
// The request "batches": commands that come through memory shared with the client (target/batch_memory.h).
#pragma once

#include "device_buffers.h"
#include "run_request.h"
#include "target/batch_memory.h"

namespace nw::runner {

// Carries out batches until the client ends the request. Throws Refusal where it is stopped. `elements`: the slots'
// elements.
void serve_batches(const RunContext& context, const DeviceBuffers& buffers, target::BatchMemory& memory,
                   char* elements);

}  // namespace nw::runner
