// SPDX-License-Identifier: GPL-3.0-or-later
// A script's kernel beside a peer. Each iteration runs both, one after the other, so that whatever else the machine
// does weighs on both; times are the thread's own processor time. Counters: GFLOP/s of both by the median, and the
// ratio of the medians (above 1: ours is faster).
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <string>
#include <vector>

#include "base/ndarray.h"
#include "cpu/thread_pool.h"
#include "support/loaded_kernel.h"

namespace bench {

// A script, compiled, on inputs by the pattern; its parallel loops are shared by that many threads.
class Kernel {
 public:
  explicit Kernel(const std::string& script, int threads = 1);
  bool ok() const { return code_.entry() != nullptr; }
  double flops() const { return flops_; }
  void operator()() const { code_.entry()(pointers_.data(), nullptr, machine_.get()); }

 private:
  nw::test::LoadedKernel code_;
  nw::cpu::KernelRuntime machine_;
  std::vector<nw::NDArray> arrays_;
  std::vector<void*> pointers_;
  double flops_ = 0;
};

std::string read_file(const std::string& path);

// Registers a comparison. The kernel is compiled and the peer made once, when the comparison is run.
void compare(const std::string& name, const std::string& script,
             const std::function<std::function<void()>()>& make_peer);

}  // namespace bench
