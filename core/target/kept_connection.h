// SPDX-License-Identifier: GPL-3.0-or-later
// Kept connection: a session that is held open to know whether a target can be reached. A thread of its own connects,
// looks from time to time whether the other side still answers, and tries again where it does not: after 1, 2 and 5
// seconds, and then only when asked. Requests of others run in sessions of their own.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "base/cancel.h"
#include "target/carrier.h"
#include "target/connection_state.h"

namespace nw::target {

class KeptConnection {
 public:
  using Clock = ConnectionState::Clock;

  // How it is kept. All functions are called from the connection's thread.
  struct Means {
    std::function<Diagnostics(const CancelToken&)> connect;  // again where it was connected before
    std::function<bool(const CancelToken&)> answers;         // false: it was lost
    std::vector<Clock::duration> pauses = {std::chrono::seconds(1), std::chrono::seconds(2), std::chrono::seconds(5)};
    Clock::duration between_looks = std::chrono::seconds(10);
  };

  // `changed` is called from the connection's thread, or from that of `begin_request` and `end_request`, after each
  // change; it may call `state` and nothing else of this object.
  KeptConnection(Means means, std::function<void()> changed);
  KeptConnection(const Carrier& carrier, std::function<void()> changed);
  // Stops within a fraction of a second, also while it connects.
  ~KeptConnection();
  KeptConnection(const KeptConnection&) = delete;
  KeptConnection& operator=(const KeptConnection&) = delete;

  ConnectionState state() const;
  // Connects at once where it is lost or has failed, with all tries before it; looks at once where it is ready.
  void try_now();
  // A request of somebody else to the target was queued, and is done. While there is one nothing else is asked of it.
  void begin_request();
  void end_request();

 private:
  void keep();
  void connect(std::unique_lock<std::mutex>& lock);
  void look(std::unique_lock<std::mutex>& lock);
  void note_failure(Diagnostics why);
  void pause(std::unique_lock<std::mutex>& lock);
  void announce(std::unique_lock<std::mutex>& lock);

  const Means means_;
  const std::function<void()> changed_;
  const CancelToken stop_;
  mutable std::mutex mutex_;
  std::condition_variable woken_;
  ConnectionState state_;  // its phase is never Busy: that follows from requests_
  int requests_ = 0;
  bool asked_ = false;  // to try now
  std::thread thread_;
};

}  // namespace nw::target
