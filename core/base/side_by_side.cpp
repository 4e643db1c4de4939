// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/side_by_side.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

namespace nw {

namespace {

class Pieces {
 public:
  Pieces(size_t count, const std::function<bool(size_t)>& begin, const std::function<void(size_t)>& work)
      : count_(count), begin_(begin), work_(work) {}

  void work() {
    while (const std::optional<size_t> piece = next()) {
      try {
        work_(*piece);
      } catch (...) {
        fail(*piece);
      }
    }
  }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::optional<size_t> next() {
    const std::lock_guard lock(mutex_);
    if (next_ >= count_) return std::nullopt;
    bool more = false;
    try {
      more = begin_(next_);
    } catch (...) {
      take(next_);
    }
    if (more) return next_++;
    next_ = count_;
    return std::nullopt;
  }
  void fail(size_t piece) {
    const std::lock_guard lock(mutex_);
    take(piece);
    next_ = count_;
  }
  void take(size_t piece) {
    if (failure_ && failed_ < piece) return;
    failure_ = std::current_exception();
    failed_ = piece;
  }

  const size_t count_;
  const std::function<bool(size_t)>& begin_;
  const std::function<void(size_t)>& work_;
  std::mutex mutex_;
  size_t next_ = 0, failed_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

void side_by_side(size_t count, int threads, const std::function<bool(size_t)>& begin,
                  const std::function<void(size_t)>& work) {
  Pieces pieces(count, begin, work);
  std::vector<std::thread> others;
  const size_t most = std::min(count, static_cast<size_t>(std::max(threads, 1)));
  try {
    while (others.size() + 1 < most) others.emplace_back([&] { pieces.work(); });
  } catch (const std::system_error&) {  // those that there are do it
  }
  pieces.work();
  for (std::thread& other : others) other.join();
  pieces.rethrow();
}

}  // namespace nw
