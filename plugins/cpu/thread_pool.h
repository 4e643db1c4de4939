// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that share the iterations of a kernel's parallel loops, each an equal stretch. Between loops they spin
// briefly, since the next loop usually follows at once, then sleep.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "codegen/abi.h"

namespace nw::cpu {

class ThreadPool {
 public:
  explicit ThreadPool(int threads);  // the caller is one of them; throws where the system makes no more
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return threads_; }
  // How many of the threads the next loops use; at rest only.
  void use(int threads);
  // Covers 0 … count - 1; the first status that is not 0. One caller at a time.
  int parallel_for(int64_t count, nw_parallel_body body, void* context);
  // Whether this thread wakes others, or waits for them or for work; a signal handler may ask.
  static bool waits();

 private:
  struct Job {
    nw_parallel_body body = nullptr;
    void* context = nullptr;
    int64_t count = 0;
    int parts = 0;
  };
  void work(int part);
  void stop();
  int run_part(const Job& job, int part) const;
  bool wait_for_job(int part, uint64_t seen);

  // Jobs are numbered; the number and how many threads take part are one value, so that no thread takes a job for
  // another.
  static constexpr uint64_t kMaxParts = uint64_t{1} << 16;
  static bool takes_part(uint64_t posted, int part) { return static_cast<uint64_t>(part) < posted % kMaxParts; }

  int threads_;
  int used_;
  std::vector<std::jthread> workers_;
  Job job_;
  std::atomic<uint64_t> posted_{0};
  std::atomic<int> unfinished_{0};
  std::atomic<int> status_{0};
  std::atomic<bool> stopping_{false};
  std::mutex mutex_;
  std::condition_variable wake_;
};

// Blocks of memory for a kernel's large local buffers, kept between calls: fresh pages cost more than the work on them.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  void* allocate(int64_t bytes);
  void release(void* block);

 private:
  struct Block {
    void* memory;
    int64_t bytes;
    bool used;
  };
  std::mutex mutex_;
  std::vector<Block> blocks_;
};

// The runtime that kernels are given.
class KernelRuntime {
 public:
  explicit KernelRuntime(int threads);
  const nw_runtime* get() const { return &table_; }
  int threads() const { return pool_.threads(); }
  void use(int threads) { pool_.use(threads); }

 private:
  ThreadPool pool_;
  Workspace workspace_;
  nw_runtime table_;
};

}  // namespace nw::cpu
