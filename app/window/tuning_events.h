// SPDX-License-Identifier: GPL-3.0-or-later
// What a search reports, on its way from the thread that measures to the window's. Events are kept until the window
// takes them; one that is closed takes none any more.
#pragma once

#include <QObject>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "tune/tune.h"

namespace nw::window {

struct TuningEvent {
  std::string key;  // of the task
  tune::Progress progress;
  double seconds = 0;  // of searching
};

class TuningEvents {
 public:
  // `receiver` has a slot takeEvents(), which is called on its own thread.
  explicit TuningEvents(QObject* receiver) : receiver_(receiver) {}

  void push(TuningEvent event) {
    const std::lock_guard lock(mutex_);
    events_.push_back(std::move(event));
    if (!receiver_ || std::exchange(announced_, true)) return;
    QMetaObject::invokeMethod(receiver_, "takeEvents", Qt::QueuedConnection);
  }
  std::vector<TuningEvent> take() {
    const std::lock_guard lock(mutex_);
    announced_ = false;
    return std::exchange(events_, {});
  }
  void close() {
    const std::lock_guard lock(mutex_);
    receiver_ = nullptr;
  }

 private:
  std::mutex mutex_;
  std::vector<TuningEvent> events_;
  QObject* receiver_;
  bool announced_ = false;
};

}  // namespace nw::window
