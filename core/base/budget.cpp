// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/budget.h"

#include <fcntl.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>

namespace nw {

namespace budget {

constinit thread_local int64_t credit = 0;
constinit thread_local const char* phase = "the work";

namespace {

constinit thread_local Scope* current = nullptr;

constexpr int64_t kUnits = 4'000;               // some 200 µs
constexpr int64_t kMemoryInterval = 1'000'000;  // ns: asking for the memory takes some microseconds

int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// Of the process, in memory; 0 if the system does not tell.
size_t bytes_in_memory() {
  char text[128];
  const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t length = ::read(file, text, sizeof text);
  ::close(file);
  const char* const end = text + (length > 0 ? length : 0);
  const char* at = text;
  while (at != end && *at != ' ') ++at;
  size_t pages = 0;
  if (at != end) std::from_chars(at + 1, end, pages);
  return pages * static_cast<size_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

Scope::Scope(const Limits& limits)
    : limits_(limits), deadline_(now() + std::llround(limits.seconds * 1e9)), bytes_at_start_(bytes_in_memory()) {
  current = this;
  credit = kUnits;
}

Scope::~Scope() {
  current = nullptr;
  credit = 0;
}

bool active() {
  return current != nullptr;
}

double time_used() {
  if (!current) return 0;
  return 1 - static_cast<double>(current->deadline_ - now()) / (current->limits_.seconds * 1e9);
}

State state() {
  return {current, phase};
}

void adopt(const State& state) {
  current = state.scope;
  phase = state.phase;
  credit = 0;
}

void refill() {
  if (!current) {
    credit = std::numeric_limits<int64_t>::max() / 2;
    return;
  }
  Scope& scope = *current;
  credit = 0;  // whoever goes on all the same comes back here
  if (scope.limits_.cancel && scope.limits_.cancel->cancelled())
    throw OutOfBudget{OutOfBudget::What::Cancelled, scope.limits_, phase};
  const int64_t time = now();
  if (time > scope.deadline_) throw OutOfBudget{OutOfBudget::What::Time, scope.limits_, phase};
  if (time > scope.memory_seen_ + kMemoryInterval) {
    if (bytes_in_memory() > scope.bytes_at_start_ + scope.limits_.bytes)
      throw OutOfBudget{OutOfBudget::What::Memory, scope.limits_, phase};
    scope.memory_seen_ = time;
  }
  credit = kUnits;
}

}  // namespace budget

namespace {

Diagnostic stopped(const char* code, std::string message) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  return d;
}

// "10 s", "0.5 s", "500 MB"
std::string seconds(double s) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, s).ptr;
  return std::string(text, end) + " s";
}
std::string size_of(size_t bytes) {
  return std::to_string(bytes >> 20) + " MB";
}

}  // namespace

Diagnostic out_of_budget(const OutOfBudget& spent) {
  if (spent.what == OutOfBudget::What::Cancelled) {
    Diagnostic d = stopped("NW2700", std::string(spent.phase) + " was stopped: nobody waits for it any more");
    d.severity = Severity::Note;
    return d;
  }
  if (spent.what == OutOfBudget::What::Memory)
    return stopped("NW2701", std::string(spent.phase) + " was stopped: it needed more than " +
                                 size_of(spent.limits.bytes) + " of memory");
  return stopped("NW2700",
                 std::string(spent.phase) + " was stopped: it was not done after " + seconds(spent.limits.seconds));
}

Diagnostic out_of_memory_in(const char* phase) {
  return stopped("NW2701", std::string(phase) + " was stopped: the system has no more memory");
}

}  // namespace nw
