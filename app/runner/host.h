// SPDX-License-Identifier: GPL-3.0-or-later
// The process that holds one plugin: it serves requests one after the other until its channel closes. It may crash or
// be killed at any time; the supervisor answers then.
#pragma once

#include "plugin_list.h"
#include "shared_state.h"

namespace nw::runner {

// Frames as target/frame.h has them. Returns when the channel has closed.
// `transfer`: memory shared with the client; null: none.
void serve_requests(const Plugin& plugin, int channel, SharedState& shared, char* transfer);

}  // namespace nw::runner
