// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/deep_stack.h"

#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>
#include <exception>

#include "base/budget.h"

namespace nw {

namespace {

constexpr size_t kStack = size_t{256} << 20;       // of a thread; address space, not memory
constexpr size_t kFirstStack = size_t{120} << 20;  // of main's thread: what the system leaves free below it

struct Call {
  const std::function<void()>& function;
  budget::State budget;
  std::exception_ptr failure;
};

void* run(void* argument) {
  Call& call = *static_cast<Call*>(argument);
  budget::adopt(call.budget);
  try {
    call.function();
  } catch (...) {
    call.failure = std::current_exception();
  }
  return nullptr;
}

}  // namespace

void on_deep_stack(const std::function<void()>& function) {
  Call call{function, budget::state(), {}};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStack);
  pthread_t thread;
  const bool started = pthread_create(&thread, &attributes, run, &call) == 0;
  pthread_attr_destroy(&attributes);
  if (!started) return function();  // no room for such a stack: with the one there is
  pthread_join(thread, nullptr);
  if (call.failure) std::rethrow_exception(call.failure);
}

void deepen_stacks() {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStack);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  limit.rlim_cur = std::max<rlim_t>(limit.rlim_cur, std::min<rlim_t>(limit.rlim_max, kFirstStack));
  ::setrlimit(RLIMIT_STACK, &limit);
}

}  // namespace nw
