// SPDX-License-Identifier: GPL-3.0-or-later
// Many small requests to the open device, carried out in order without a message for each where client and runner share
// memory (batch_memory.h), by messages elsewhere. The device begins with them as soon as it has nothing else to do;
// whoever needs what they gave waits by finish().
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "target/batch_memory.h"
#include "target/session.h"

namespace nw::target {

class Batches {
 public:
  struct Ran {
    int64_t time_ns = 0;
    int kernel_status = 0;
  };
  // memory: null: there is none to share.
  Batches(Session& session, BatchMemory* memory, char* elements)
      : session_(session), memory_(memory), elements_(elements) {}

  // For the runs to come.
  void set_threads(int threads) { threads_ = threads; }
  // Each may fail by what was added before it. `bytes` are copied; `into` is filled by finish().
  Diagnostics write(BufferId buffer, std::string_view bytes);
  Diagnostics run(const Call& call);
  Diagnostics read(BufferId buffer, void* into, uint64_t bytes);
  // Waits for all of it: what the runs gave since this was last asked, in order. The last one may have another kernel
  // status than 0: nothing behind it was carried out. Diagnostics as Session::run.
  Result<std::vector<Ran>> finish();
  // Before a request that goes by message, and before other limits of time. What finish() gives is kept.
  Diagnostics end();

 private:
  struct Copy {
    void* into;
    uint64_t from, bytes;  // among the slot's elements
  };
  struct Sent {
    size_t calls = 0;
    std::vector<Copy> copies;
  };
  BatchSlot& slot() { return memory_->slot(next_); }
  Sent& sent() { return sent_[next_ % kBatchSlots]; }
  bool is_idle() const { return memory_->answered.load(std::memory_order_acquire) == next_; }
  Diagnostics begin();  // the request, unless it is under way
  // Room in the batch that is being made; else in the next one.
  Diagnostics reserve(size_t words, uint64_t bytes, size_t calls);
  void add(int64_t word);
  Diagnostics send();
  Diagnostics collect();  // the oldest batch
  Diagnostics collect_all();
  Diagnostics wait_for(uint32_t batch);
  Diagnostics fail(Diagnostics why);
  Diagnostics run_queue();

  Session& session_;
  BatchMemory* const memory_;
  char* const elements_;
  int threads_ = 1;
  std::optional<int64_t> request_;     // "batches", while it is served
  uint32_t next_ = 0, collected_ = 0;  // batches: being made, and whose results are taken next
  size_t words_ = 0, calls_ = 0;       // of the one being made
  uint64_t bytes_ = 0;
  std::array<Sent, kBatchSlots> sent_;
  std::vector<Ran> ran_;     // for finish()
  size_t given_ = 0;         // runs of this request that finish() gave before
  bool stopped_ = false;     // a kernel returned another status than 0: the rest is dropped
  std::vector<Call> queue_;  // by message
};

}  // namespace nw::target
