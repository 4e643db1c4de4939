// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/deferred_update.h"

#include <algorithm>
#include <utility>

namespace nw::views {

DeferredUpdate::DeferredUpdate(QObject* parent) : QObject(parent) {
  timer_.setInterval(0);
  connect(&timer_, &QTimer::timeout, this, &DeferredUpdate::next);
}

void DeferredUpdate::run(QObject* who, std::function<void()> what) {
  const auto same = [who](const Turn& turn) { return turn.who == who; };
  if (const auto found = std::find_if(waiting_.begin(), waiting_.end(), same); found != waiting_.end())
    found->what = std::move(what);
  else
    waiting_.push_back({who, std::move(what)});
  if (!timer_.isActive()) timer_.start();
}

void DeferredUpdate::next() {
  if (!waiting_.empty()) {
    const Turn turn = std::move(waiting_.front());
    waiting_.pop_front();
    if (turn.who) turn.what();
  }
  if (waiting_.empty()) timer_.stop();
}

}  // namespace nw::views
