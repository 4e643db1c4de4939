// SPDX-License-Identifier: GPL-3.0-or-later
// Connection state: what becomes of a target's connection over time, as a value for lists and windows.
#pragma once

#include <chrono>
#include <optional>

#include "base/diagnostic.h"

namespace nw::target {

enum class ConnectionPhase {
  Idle,        // nobody has asked for a connection
  Connecting,  // the carrier is being started, or the runner has not said hello
  Ready,
  Busy,    // connected, and serving a request
  Lost,    // it was connected or could not be reached; tried again at `next_try`
  Failed,  // not tried again before somebody asks
};
const char* to_string(ConnectionPhase phase);  // "idle", "connecting", …

struct ConnectionState {
  using Clock = std::chrono::steady_clock;

  ConnectionPhase phase = ConnectionPhase::Idle;
  int waiting = 0;                            // Busy: requests behind the one that is served
  int failed_tries = 0;                       // since it was connected last, or somebody asked
  std::optional<Clock::time_point> next_try;  // Lost only
  Diagnostics why;                            // Lost and Failed: the last failure

  // Lost: whole seconds until the next try, rounded up, so that a countdown ends with 1.
  int seconds_to_next_try(Clock::time_point now) const;
};

}  // namespace nw::target
