// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that the supervisor shares with one host. Requests are numbered from 1 as they go to the host; both count.
#pragma once

#include <atomic>
#include <cstdint>

namespace nw::runner {

struct SharedState {
  std::atomic<uint32_t> stop{0};        // the request that is to stop; the host may wait for a change (futex)
  std::atomic<uint32_t> serving{0};     // the request that the host serves; 0: none
  std::atomic<uint32_t> call{0};        // of a run with several calls: which one runs, counted from 0
  std::atomic<uint32_t> can_cancel{0};  // not 0: the plugin can end a run by itself
};

static_assert(std::atomic<uint32_t>::is_always_lock_free);

}  // namespace nw::runner
