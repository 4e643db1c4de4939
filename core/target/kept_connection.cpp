// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/kept_connection.h"

#include <algorithm>
#include <memory>

#include "target/session.h"

namespace nw::target {

namespace {

constexpr double kProbePatience = 15;
constexpr auto kAnswerTime = std::chrono::seconds(5);

KeptConnection::Means session_means(const Carrier& carrier) {
  const auto session = std::make_shared<std::unique_ptr<Session>>();
  KeptConnection::Means means;
  means.connect = [session, carrier](const CancelToken& stop) {
    session->reset();
    Result<std::unique_ptr<Session>> connected = Session::connect(carrier, kProbePatience, stop);
    if (connected.ok()) *session = std::move(*connected);
    return std::move(connected.diagnostics);
  };
  means.answers = [session](const CancelToken& stop) {
    (*session)->set_limits(Session::Clock::now() + kAnswerTime, stop);
    return (*session)->ping();
  };
  return means;
}

}  // namespace

KeptConnection::KeptConnection(const Carrier& carrier, std::function<void()> changed)
    : KeptConnection(session_means(carrier), std::move(changed)) {}

KeptConnection::KeptConnection(Means means, std::function<void()> changed)
    : means_(std::move(means)), changed_(std::move(changed)) {
  state_.phase = ConnectionPhase::Connecting;
  thread_ = std::thread([this] { keep(); });
}

KeptConnection::~KeptConnection() {
  stop_.cancel();
  {
    const std::lock_guard lock(mutex_);  // between its look at stop_ and its waiting the thread would miss the call
  }
  woken_.notify_all();
  thread_.join();
}

ConnectionState KeptConnection::state() const {
  const std::lock_guard lock(mutex_);
  ConnectionState state = state_;
  if (state.phase == ConnectionPhase::Ready && requests_ > 0) {
    state.phase = ConnectionPhase::Busy;
    state.waiting = requests_ - 1;
  }
  return state;
}

void KeptConnection::try_now() {
  const std::lock_guard lock(mutex_);
  if (state_.phase == ConnectionPhase::Connecting) return;
  asked_ = true;
  woken_.notify_all();
}

void KeptConnection::begin_request() {
  {
    const std::lock_guard lock(mutex_);
    ++requests_;
  }
  changed_();
}

void KeptConnection::end_request() {
  {
    const std::lock_guard lock(mutex_);
    requests_ = std::max(requests_ - 1, 0);
  }
  changed_();
}

void KeptConnection::keep() {
  std::unique_lock lock(mutex_);
  while (!stop_.cancelled()) {
    if (state_.phase == ConnectionPhase::Connecting)
      connect(lock);
    else if (state_.phase == ConnectionPhase::Ready)
      look(lock);
    else
      pause(lock);
  }
}

void KeptConnection::announce(std::unique_lock<std::mutex>& lock) {
  lock.unlock();
  if (!stop_.cancelled()) changed_();
  lock.lock();
}

void KeptConnection::connect(std::unique_lock<std::mutex>& lock) {
  announce(lock);
  lock.unlock();
  Diagnostics why = means_.connect(stop_);
  lock.lock();
  if (has_errors(why)) {
    note_failure(std::move(why));
  } else {
    state_ = {};
    state_.phase = ConnectionPhase::Ready;
  }
  announce(lock);
}

void KeptConnection::look(std::unique_lock<std::mutex>& lock) {
  woken_.wait_for(lock, means_.between_looks, [this] { return asked_ || stop_.cancelled(); });
  if (stop_.cancelled() || (requests_ > 0 && !asked_)) return;
  asked_ = false;
  lock.unlock();
  const bool answers = means_.answers(stop_);
  lock.lock();
  if (answers || stop_.cancelled()) return;
  state_.phase = ConnectionPhase::Connecting;
}

void KeptConnection::note_failure(Diagnostics why) {
  const auto tried = static_cast<size_t>(state_.failed_tries++);
  state_.why = std::move(why);
  state_.phase = tried < means_.pauses.size() ? ConnectionPhase::Lost : ConnectionPhase::Failed;
  if (state_.phase == ConnectionPhase::Lost) state_.next_try = Clock::now() + means_.pauses[tried];
}

void KeptConnection::pause(std::unique_lock<std::mutex>& lock) {
  const auto woken = [this] { return asked_ || stop_.cancelled(); };
  if (state_.next_try)
    woken_.wait_until(lock, *state_.next_try, woken);
  else
    woken_.wait(lock, woken);
  if (asked_) state_.failed_tries = 0;
  asked_ = false;
  state_.next_try.reset();
  state_.phase = ConnectionPhase::Connecting;
}

}  // namespace nw::target
