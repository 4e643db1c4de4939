// SPDX-License-Identifier: GPL-3.0-or-later
// A budget: the time and memory that one piece of work done for a user may take. Whoever starts the work sets it
// (within_budget); the loops that do the work call spend(), which costs a decrement. When the budget is used up,
// spend() throws OutOfBudget, and within_budget() makes a diagnostic of it that names the phase of the work. Like
// std::bad_alloc, it crosses modules, and nobody else catches it; what it leaves behind is destroyed, never used. Work
// without a budget is unlimited.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>

#include "base/cancel.h"
#include "base/diagnostic.h"

namespace nw {

struct Limits {
  double seconds = 10;
  size_t bytes = size_t{1'900} << 20;                // by which the process may grow
  std::optional<CancelToken> cancel = std::nullopt;  // ends the work as well
};

struct OutOfBudget {
  enum class What { Time, Memory, Cancelled } what = What::Time;
  Limits limits;
  const char* phase = "";
};

namespace budget {

// Units of work until the clock is looked at again. A thread begins with none.
extern constinit thread_local int64_t credit;
extern constinit thread_local const char* phase;
void refill();       // throws OutOfBudget
double time_used();  // the share of the time that is gone, from 0 on; 0 without a budget

// The budget of this thread for as long as it lives.
class Scope {
 public:
  explicit Scope(const Limits& limits);
  ~Scope();
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  friend void refill();
  friend double time_used();
  Limits limits_;
  int64_t deadline_;       // steady clock, nanoseconds
  size_t bytes_at_start_;  // of the process in memory
  int64_t memory_seen_ = 0;
};
bool active();

// For work that goes on on another thread, which shares the budget of the one that waits for it.
struct State {
  Scope* scope = nullptr;
  const char* phase = "";
};
State state();
void adopt(const State& state);

}  // namespace budget

// Called from every loop whose length a user's file decides; `units` of about 50 ns each.
inline void spend(int64_t units = 1) {
  if ((budget::credit -= units) < 0) budget::refill();
}

// What the work on this thread is about, for the message: "reading the script".
class Phase {
 public:
  explicit Phase(const char* name) : before_(budget::phase) { budget::phase = name; }
  ~Phase() { budget::phase = before_; }
  Phase(const Phase&) = delete;
  Phase& operator=(const Phase&) = delete;

 private:
  const char* before_;
};

Diagnostic out_of_budget(const OutOfBudget& spent);  // NW2700: time, or cancelled (a note); NW2701: memory
Diagnostic out_of_memory_in(const char* phase);      // NW2701

// Does the work within the limits; a diagnostic if it was stopped. Inside other work that has a budget, the work shares
// that one.
template <class F>
std::optional<Diagnostic> within_budget(const Limits& limits, F&& work) {
  if (budget::active()) {
    work();
    return std::nullopt;
  }
  const char* const phase = budget::phase;
  try {
    const budget::Scope scope(limits);
    work();
    return std::nullopt;
  } catch (const OutOfBudget& spent) {
    return out_of_budget(spent);
  } catch (const std::bad_alloc&) {
    return out_of_memory_in(phase);
  }
}

}  // namespace nw
