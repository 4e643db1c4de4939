// SPDX-License-Identifier: GPL-3.0-or-later
#include "cpu/thread_pool.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>

namespace nw::cpu {

namespace {

// Longer than most kernels of a network that one thread runs: to wake a thread takes tens of microseconds.
constexpr auto kSpin = std::chrono::microseconds(200);

// Of this thread, for its own signal handlers.
constinit thread_local std::atomic<bool> waiting{false};

class Waiting {
 public:
  Waiting() { waiting.store(true, std::memory_order_relaxed); }
  ~Waiting() { waiting.store(false, std::memory_order_relaxed); }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
};

void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

// The processor is given away between two looks: the thread that is waited for, or a client that waits for the kernel,
// may be the one that needs it. Not where other programs kept it the last time.
constexpr auto kTaken = std::chrono::microseconds(500);
constexpr int kKept = 10'000;  // looks until it is given away again
constinit thread_local int kept = 0;

void give_away() {
  if (kept > 0) {
    --kept;
    return;
  }
  const auto begin = std::chrono::steady_clock::now();
  std::this_thread::yield();
  if (std::chrono::steady_clock::now() - begin > kTaken) kept = kKept;
}

// Waits until `done`, for at most the spinning time. Returns the last value of `done`.
template <class Done>
bool spin(Done done) {
  const auto end = std::chrono::steady_clock::now() + kSpin;
  for (;;) {
    for (int i = 0; i < 64; ++i) {
      if (done()) return true;
      relax();
    }
    if (std::chrono::steady_clock::now() > end) return done();
    give_away();
  }
}

}  // namespace

ThreadPool::ThreadPool(int threads)
    : threads_(std::clamp(threads, 1, static_cast<int>(kMaxParts) - 1)), used_(threads_) {
  try {
    for (int part = 1; part < threads_; ++part) workers_.emplace_back([this, part] { work(part); });
  } catch (...) {
    stop();
    throw;
  }
}

ThreadPool::~ThreadPool() {
  stop();
}

void ThreadPool::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  workers_.clear();  // joins them while what they wait on still lives
}

int ThreadPool::run_part(const Job& job, int part) const {
  const int64_t begin = job.count * part / job.parts;
  const int64_t end = job.count * (part + 1) / job.parts;
  return begin < end ? job.body(job.context, begin, end) : 0;
}

bool ThreadPool::waits() {
  return waiting.load(std::memory_order_relaxed);
}

void ThreadPool::use(int threads) {
  used_ = std::clamp(threads, 1, threads_);
}

bool ThreadPool::wait_for_job(int part, uint64_t seen) {
  const Waiting here;
  const auto ready = [&] {
    const uint64_t posted = posted_.load(std::memory_order_acquire);
    return (posted != seen && takes_part(posted, part)) || stopping_.load();
  };
  if (!spin(ready)) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, ready);
  }
  return !stopping_.load();
}

void ThreadPool::work(int part) {
  for (uint64_t seen = 0; wait_for_job(part, seen);) {
    seen = posted_.load(std::memory_order_acquire);
    const Job job = job_;
    if (const int status = run_part(job, part); status != 0) status_ = status;
    unfinished_.fetch_sub(1, std::memory_order_release);
  }
}

int ThreadPool::parallel_for(int64_t count, nw_parallel_body body, void* context) {
  if (used_ == 1 || count <= 1) return count > 0 ? body(context, 0, count) : 0;
  status_ = 0;
  unfinished_.store(used_ - 1, std::memory_order_relaxed);
  {
    const Waiting here;  // the system takes its time to wake a thread
    {
      const std::lock_guard lock(mutex_);
      job_ = {body, context, count, used_};
      const uint64_t number = posted_.load(std::memory_order_relaxed) / kMaxParts + 1;
      posted_.store(number * kMaxParts + static_cast<uint64_t>(used_), std::memory_order_release);
    }
    wake_.notify_all();
  }
  if (const int status = run_part(job_, 0); status != 0) status_ = status;
  const Waiting here;
  while (unfinished_.load(std::memory_order_acquire) != 0) {
    if (!spin([&] { return unfinished_.load(std::memory_order_acquire) == 0; })) std::this_thread::yield();
  }
  return status_;
}

Workspace::Workspace() = default;

Workspace::~Workspace() {
  for (const Block& block : blocks_) std::free(block.memory);
}

// The smallest free block that is large enough, if it is not more than twice too large.
void* Workspace::allocate(int64_t bytes) {
  if (bytes < 0 || bytes > (int64_t{1} << 46)) return nullptr;
  const int64_t rounded = std::max<int64_t>((bytes + 63) & ~int64_t{63}, 64);
  const std::lock_guard lock(mutex_);
  Block* best = nullptr;
  for (Block& block : blocks_)
    if (!block.used && block.bytes >= rounded && block.bytes <= 2 * rounded && (!best || block.bytes < best->bytes))
      best = &block;
  if (!best) {
    void* memory = std::aligned_alloc(64, static_cast<size_t>(rounded));
    if (!memory) return nullptr;
    blocks_.push_back({memory, rounded, false});
    best = &blocks_.back();
  }
  best->used = true;
  return best->memory;
}

void Workspace::release(void* block) {
  const std::lock_guard lock(mutex_);
  for (Block& known : blocks_)
    if (known.memory == block) known.used = false;
}

KernelRuntime::KernelRuntime(int threads) : pool_(threads), table_{} {
  table_.state = this;
  table_.parallel_for = [](const nw_runtime* r, int64_t count, nw_parallel_body body, void* context) {
    return static_cast<KernelRuntime*>(r->state)->pool_.parallel_for(count, body, context);
  };
  table_.allocate = [](const nw_runtime* r, int64_t bytes) {
    return static_cast<KernelRuntime*>(r->state)->workspace_.allocate(bytes);
  };
  table_.release = [](const nw_runtime* r, void* block) {
    static_cast<KernelRuntime*>(r->state)->workspace_.release(block);
  };
}

}  // namespace nw::cpu
