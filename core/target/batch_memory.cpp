// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/batch_memory.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <climits>
#include <ctime>
#include <thread>

namespace nw::target {

namespace {

// Longer than most kernels of a small network: to wake a process takes tens of microseconds.
constexpr auto kSpin = std::chrono::microseconds(100);
constexpr auto kTaken =
    std::chrono::microseconds(500);  // away from a processor: more than a kernel of the other side takes
constexpr long kSleepNs = 10'000'000;

void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

// Waits of this thread that do not begin awake, since other programs took its processor when it was given away: who
// sleeps is back sooner than who shares a processor with them.
constexpr int kAsleep = 100;
constinit thread_local int asleep = 0;

// The other side may need this processor for its answer, so it is given away between two looks.
bool spin(const std::atomic<uint32_t>& value, uint32_t seen) {
  using Clock = std::chrono::steady_clock;
  if (asleep > 0) {
    --asleep;
    return value.load(std::memory_order_acquire) != seen;
  }
  const auto begin = Clock::now();
  for (auto now = begin; now - begin < kSpin;) {
    for (int i = 0; i < 32; ++i) {
      if (value.load(std::memory_order_acquire) != seen) return true;
      relax();
    }
    const auto given = Clock::now();
    std::this_thread::yield();
    now = Clock::now();
    if (now - given > kTaken) {
      asleep = kAsleep;
      break;
    }
  }
  return value.load(std::memory_order_acquire) != seen;
}

}  // namespace

bool wait_for_change(const std::atomic<uint32_t>& value, uint32_t seen, std::atomic<uint32_t>& sleeps) {
  if (spin(value, seen)) return true;
  sleeps.store(1);
  if (value.load() == seen) {
    const timespec time{0, kSleepNs};
    ::syscall(SYS_futex, &value, FUTEX_WAIT, seen, &time, nullptr, 0);
  }
  sleeps.store(0);
  return value.load() != seen;
}

void wake(const std::atomic<uint32_t>& value, const std::atomic<uint32_t>& sleeps) {
  if (sleeps.load() != 0) ::syscall(SYS_futex, &value, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace nw::target
