// SPDX-License-Identifier: GPL-3.0-or-later
// Where threads spend their processor time: a timer of each interrupts it about 2,000 times a second and notes the
// instruction that it was at. What sleeps is not noted, nor a thread that waits for others. A thread in a function that
// some code called (of a library, of the runtime) is noted where that code called it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "cpu/thread_pool.h"

namespace nw::cpu {

// One at a time in a process: the signal's handler is the process's.
class Sampler {
 public:
  struct Code {
    uintptr_t begin = 0, end = 0;
    bool holds(uintptr_t place) const { return place >= begin && place < end; }
  };

  Sampler(int threads, Code code);
  ~Sampler();
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  // On the process's first thread, before files are closed to it: where that stack ends is read from a file.
  static void prepare();
  // On every thread of the runtime, which is at rest before and after. False where the system gives no timers.
  bool start(const nw_runtime* threads);
  void stop(const nw_runtime* threads);
  int64_t count() const;                  // so far
  std::vector<uintptr_t> places() const;  // after stop

 private:
  struct Slot;
  std::unique_ptr<Slot[]> slots_;
  int threads_;
};

}  // namespace nw::cpu
