// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that a client shares with a runner of its own machine: elements of buffers pass through it instead of the
// stream, which would copy them at every process on the way. An anonymous file whose size is sealed, inherited by the
// runner; without it, or where the system gives none, elements go in frames.
#pragma once

#include <cstdint>
#include <memory>

namespace nw::target {

class TransferMemory {
 public:
  static constexpr uint64_t kBytes = uint64_t{8} << 20;
  static constexpr uint64_t kControlBytes = uint64_t{1} << 20;  // behind them, for batches (batch_memory.h)
  // The variable that tells a runner the number of the descriptor that it has inherited, and that number.
  static constexpr const char* kVariable = "NESTWRIGHT_TRANSFER";
  static constexpr int kDescriptor = 8;

  // Null where the system refuses.
  static std::unique_ptr<TransferMemory> create();
  // What the variable names, whose descriptor is closed; null if it is none of ours.
  static std::unique_ptr<TransferMemory> inherited();
  ~TransferMemory();
  TransferMemory(const TransferMemory&) = delete;
  TransferMemory& operator=(const TransferMemory&) = delete;

  char* bytes() const { return bytes_; }  // kBytes of them
  void* control() const { return bytes_ + kBytes; }
  int descriptor() const { return descriptor_; }

 private:
  TransferMemory(int descriptor, char* bytes) : descriptor_(descriptor), bytes_(bytes) {}
  int descriptor_;  // -1: closed
  char* bytes_;
};

}  // namespace nw::target
