// SPDX-License-Identifier: GPL-3.0-or-later
// Memory for kernels under test: each block lies between pages that cannot be touched, is filled with a byte that no
// right kernel depends on, and its last bytes are checked. A runtime for kernels that allocates so and runs parallel
// loops in an unusual order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "codegen/abi.h"

namespace nw::test {

class GuardedBlock {
 public:
  GuardedBlock(int64_t bytes, unsigned char fill);
  ~GuardedBlock();
  GuardedBlock(GuardedBlock&& other) noexcept;
  GuardedBlock(const GuardedBlock&) = delete;
  GuardedBlock& operator=(const GuardedBlock&) = delete;
  GuardedBlock& operator=(GuardedBlock&&) = delete;

  unsigned char* data() const { return data_; }
  int64_t bytes() const { return bytes_; }
  bool overrun() const;  // something was written between the end and the guard page

 private:
  void* mapping_ = nullptr;
  size_t mapped_ = 0;
  unsigned char* data_ = nullptr;  // aligned to 64 bytes, at most 63 bytes before the guard page that follows
  int64_t bytes_ = 0, slack_ = 0;
};

// What kernels are given. Iterations of a parallel loop run one by one and last first: a kernel whose iterations depend
// on each other's results is wrong then.
class GuardedRuntime {
 public:
  explicit GuardedRuntime(unsigned char fill);
  const nw_runtime* get() const { return &table_; }
  bool overrun() const { return overrun_; }
  size_t unreleased() const { return blocks_.size(); }

 private:
  nw_runtime table_;
  unsigned char fill_;
  std::map<void*, GuardedBlock> blocks_;
  bool overrun_ = false;
};

}  // namespace nw::test
