// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/connection_state.h"

#include <algorithm>

namespace nw::target {

const char* to_string(ConnectionPhase phase) {
  switch (phase) {
    case ConnectionPhase::Idle:
      return "idle";
    case ConnectionPhase::Connecting:
      return "connecting";
    case ConnectionPhase::Ready:
      return "ready";
    case ConnectionPhase::Busy:
      return "busy";
    case ConnectionPhase::Lost:
      return "lost";
    case ConnectionPhase::Failed:
      return "failed";
  }
  return "";
}

int ConnectionState::seconds_to_next_try(Clock::time_point now) const {
  if (!next_try) return 0;
  return static_cast<int>(std::max<int64_t>(std::chrono::ceil<std::chrono::seconds>(*next_try - now).count(), 0));
}

}  // namespace nw::target
