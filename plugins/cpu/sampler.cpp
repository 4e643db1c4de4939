// SPDX-License-Identifier: GPL-3.0-or-later
#include "cpu/sampler.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <csignal>
#include <ctime>

namespace nw::cpu {

namespace {

constexpr size_t kMaxPlaces = size_t{1} << 17;  // a thread's; a minute of them
constexpr int64_t kPeriod = 500'000;            // nanoseconds, on average
constexpr int kSignal = SIGPROF;

// Where a thread was interrupted.
struct Interrupted {
  uintptr_t place = 0, stack = 0;
  uintptr_t link = 0;  // the register that holds the way back, where there is one
};

Interrupted interrupted_at(const void* context) {
#if defined(__x86_64__)
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  return {static_cast<uintptr_t>(registers[REG_RIP]), static_cast<uintptr_t>(registers[REG_RSP]), 0};
#elif defined(__aarch64__)
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
  return {static_cast<uintptr_t>(machine.pc), static_cast<uintptr_t>(machine.sp),
          static_cast<uintptr_t>(machine.regs[30])};
#elif defined(__riscv)
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.__gregs;
  return {static_cast<uintptr_t>(registers[REG_PC]), static_cast<uintptr_t>(registers[REG_SP]),
          static_cast<uintptr_t>(registers[REG_RA])};
#else
  return {};
#endif
}

// Whether the instruction before `back` is a call: what else lies on a stack may look like a way back.
bool follows_a_call(uintptr_t back, const Sampler::Code& code) {
#if defined(__x86_64__)
  if (back < code.begin + 7) return false;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): an address that a thread came from
  const auto* at = reinterpret_cast<const unsigned char*>(back);
  const auto indirect = [at](int bytes) { return at[-bytes] == 0xFF && (at[1 - bytes] & 0x38) == 0x10; };
  return at[-5] == 0xE8 || indirect(2) || indirect(3) || indirect(6) || indirect(7);
#else
  return back > code.begin;
#endif
}

// The call in `code` that leads to where the thread is: the first way back into it that lies on the stack, less one to
// be inside of the call. 0 if there is none near. Compilers leave no other trace: libraries keep no frame pointers.
__attribute__((no_sanitize("address"))) __attribute__((no_sanitize("thread"))) uintptr_t
caller_in(const Sampler::Code& code, const Interrupted& at, uintptr_t stack_end) {
  constexpr uintptr_t kNear = 4096;
  if (code.holds(at.link)) return at.link - 1;
  const uintptr_t end = stack_end - at.stack < kNear ? stack_end : at.stack + kNear;
  for (uintptr_t word = at.stack; word + sizeof(uintptr_t) <= end; word += sizeof(uintptr_t)) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): a place in this thread's own stack
    const uintptr_t back = *reinterpret_cast<const uintptr_t*>(word);
    if (code.holds(back) && follows_a_call(back, code)) return back - 1;
  }
  return 0;
}

uintptr_t find_stack_end() {
  pthread_attr_t attributes;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) return 0;
  void* low = nullptr;
  size_t size = 0;
  const bool known = ::pthread_attr_getstack(&attributes, &low, &size) == 0;
  ::pthread_attr_destroy(&attributes);
  return known ? reinterpret_cast<uintptr_t>(low) + size : 0;
}

uintptr_t stack_end_here() {
  static thread_local const uintptr_t end = find_stack_end();
  return end;
}

int64_t processor_time() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

}  // namespace

// Of one thread, written by its own signals only. A timer of processor time goes by the system's tick, as seldom as a
// hundred times a second; so the timer is of time, and a thread that slept is left out by its processor time.
struct Sampler::Slot {
  timer_t timer{};
  std::atomic<bool> armed{false};
  int64_t used = 0;  // processor time at the last interruption
  uint64_t random = 0;
  std::unique_ptr<uintptr_t[]> places;
  std::atomic<size_t> count{0};
  Code code;
  uintptr_t stack_end = 0;

  // A steady beat would meet a short kernel always at the same place.
  int64_t interval() {
    random = random * 6364136223846793005U + 1442695040888963407U;
    return kPeriod / 2 + static_cast<int64_t>((random >> 33) % static_cast<uint64_t>(kPeriod));
  }
  void arm() {
    itimerspec once{};
    once.it_value.tv_nsec = interval();
    ::timer_settime(timer, 0, &once, nullptr);
  }
  // Runs in the signal's handler: only what POSIX allows there.
  void interrupted(const Interrupted& here) {
    const int64_t now = processor_time();
    const size_t at = count.load(std::memory_order_relaxed);
    if (now - used >= kPeriod / 8 && at < kMaxPlaces && !ThreadPool::waits()) {
      uintptr_t caller = 0;
      if (!code.holds(here.place) && here.stack < stack_end) caller = caller_in(code, here, stack_end);
      places[at] = caller ? caller : here.place;
      count.store(at + 1, std::memory_order_relaxed);
    }
    used = now;
    if (armed.load(std::memory_order_relaxed)) arm();
  }
  static void handle(int, siginfo_t* info, void* context) {
    if (info->si_code == SI_TIMER && info->si_value.sival_ptr)
      static_cast<Slot*>(info->si_value.sival_ptr)->interrupted(interrupted_at(context));
  }
};

Sampler::Sampler(int threads, Code code)
    : slots_(std::make_unique<Slot[]>(static_cast<size_t>(threads))), threads_(threads) {
  for (int i = 0; i < threads; ++i) {
    Slot& slot = slots_[static_cast<size_t>(i)];
    slot.random = static_cast<uint64_t>(i) + 1;
    slot.code = code;
    slot.places = std::make_unique_for_overwrite<uintptr_t[]>(kMaxPlaces);
  }
}

Sampler::~Sampler() = default;

void Sampler::prepare() {
  stack_end_here();
}

bool Sampler::start(const nw_runtime* threads) {
  struct sigaction action{};
  action.sa_sigaction = Slot::handle;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  if (::sigaction(kSignal, &action, nullptr) != 0) return false;
  const auto body = [](void* slots, int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      Slot& slot = static_cast<Slot*>(slots)[i];
      sigevent event{};
      event.sigev_notify = SIGEV_THREAD_ID;
      event.sigev_signo = kSignal;
      event.sigev_value.sival_ptr = &slot;
      event._sigev_un._tid = static_cast<pid_t>(::syscall(SYS_gettid));
      if (::timer_create(CLOCK_MONOTONIC, &event, &slot.timer) != 0) return 1;
      slot.used = processor_time();
      slot.stack_end = stack_end_here();
      ThreadPool::waits();  // a first use of a library's thread-local variables may ask for memory
      slot.armed = true;
      slot.arm();
    }
    return 0;
  };
  if (threads->parallel_for(threads, threads_, body, slots_.get()) == 0) return true;
  stop(threads);
  return false;
}

// Each thread ends its own timer: a signal under way has arrived when the call that ends the timer returns.
void Sampler::stop(const nw_runtime* threads) {
  const auto body = [](void* slots, int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      Slot& slot = static_cast<Slot*>(slots)[i];
      if (!slot.armed.load(std::memory_order_relaxed)) continue;
      slot.armed = false;
      ::timer_delete(slot.timer);
      processor_time();  // a sanitizer hands over a signal that it held back
    }
    return 0;
  };
  threads->parallel_for(threads, threads_, body, slots_.get());
}

int64_t Sampler::count() const {
  size_t all = 0;
  for (int i = 0; i < threads_; ++i) all += slots_[static_cast<size_t>(i)].count.load(std::memory_order_relaxed);
  return static_cast<int64_t>(all);
}

std::vector<uintptr_t> Sampler::places() const {
  std::vector<uintptr_t> all;
  for (int i = 0; i < threads_; ++i) {
    const Slot& slot = slots_[static_cast<size_t>(i)];
    all.insert(all.end(), slot.places.get(), slot.places.get() + slot.count.load(std::memory_order_relaxed));
  }
  return all;
}

}  // namespace nw::cpu
