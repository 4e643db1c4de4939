// SPDX-License-Identifier: GPL-3.0-or-later
// Batches: many small requests that pass from a client to the host of the open device through memory that both share,
// so that neither a message nor another process stands between two kernels. While the request "batches" is served
// (frame.h), the host carries out the batches in order as they come; the client takes their results in order. A batch
// has a slot of its own from its first command until its results are taken. One without a command ends the request.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "target/transfer_memory.h"

namespace nw::target {

inline constexpr uint32_t kBatchSlots = 4;
inline constexpr size_t kBatchWords = size_t{1} << 14;                         // of commands in one batch
inline constexpr size_t kBatchCalls = 256;                                     // that it runs
inline constexpr uint64_t kBatchBytes = TransferMemory::kBytes / kBatchSlots;  // of elements that it writes or reads
inline constexpr size_t kBatchRefusal = 16'384;                                // bytes of a reply

// A command is its kind and what follows it, each a word:
//   Write, Read: buffer, first byte in it, bytes, place among the slot's elements
//   Run:         module, count of buffers, buffers…, count of sizes, sizes…
enum class BatchCommand : int64_t { Write = 1, Read = 2, Run = 3 };

struct BatchSlot {
  struct Ran {
    int64_t time_ns;
    int64_t kernel_status;
  };
  // By the client.
  uint32_t words;
  int32_t threads;
  int64_t commands[kBatchWords];
  // By the host.
  uint32_t calls;          // that ran; the last may have another kernel status than 0, and ends all batches
  uint32_t refusal_bytes;  // of the reply that says why the batch was not carried out; 0: it was
  Ran ran[kBatchCalls];
  char refusal[kBatchRefusal];
};

struct BatchMemory {
  // Batches so far; a host counts on from what it finds. Whoever waits for a change of one sleeps on it (futex).
  std::atomic<uint32_t> asked, answered;
  std::atomic<uint32_t> client_sleeps, host_sleeps;
  std::atomic<uint32_t> failed;  // a batch was not carried out as a whole, and none behind it is
  BatchSlot slots[kBatchSlots];

  BatchSlot& slot(uint32_t batch) { return slots[batch % kBatchSlots]; }
};
static_assert(std::atomic<uint32_t>::is_always_lock_free && sizeof(BatchMemory) <= TransferMemory::kControlBytes);

// Waits until the value is another than `seen`, first awake for some microseconds, then asleep for at most a time that
// a caller takes to look at its clock. False: it is still the same.
bool wait_for_change(const std::atomic<uint32_t>& value, uint32_t seen, std::atomic<uint32_t>& sleeps);
// Wakes who sleeps on the value, which has just changed.
void wake(const std::atomic<uint32_t>& value, const std::atomic<uint32_t>& sleeps);

}  // namespace nw::target
