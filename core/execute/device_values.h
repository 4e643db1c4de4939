// SPDX-License-Identifier: GPL-3.0-or-later
// What kernels of an open network compute stays on the device: its elements come to this side only when somebody there
// reads them. Calls wait in a queue until then, so that the device gets many at once, and memory that a value leaves is
// used for the next of its size.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "execute/network_values.h"
#include "execute/progress.h"
#include "reference/value.h"

namespace nw::execute {

class DeviceValues {
 public:
  using Clock = std::chrono::steady_clock;
  struct Queued {
    target::Call call;
    std::vector<Value> values;  // its arguments
    // What the device measured, and when it began.
    std::function<void(const target::CallResult&, Clock::time_point begin)> ran;
    // Why the kernel returned another status than 0; its arguments are as it left them.
    std::function<Diagnostics(int status)> explain;
    std::string running;  // "running the kernel of …", for who asks what was stopped
  };
  struct Surroundings {
    runtime::Device& device;
    std::function<DeviceMemory&()> memory;  // on the device as it is open now
    Progress& progress;
    int threads = 1;
  };

  explicit DeviceValues(Surroundings surroundings);
  ~DeviceValues();
  DeviceValues(const DeviceValues&) = delete;
  DeviceValues& operator=(const DeviceValues&) = delete;

  // The tensor on the device, where it is kept there.
  std::optional<Value> find(const NDArray& array) const;
  // Whether the tensor's elements are on this side.
  bool is_here(const NDArray& array) const;
  // A copy of the tensor on the device, for `node`; the queue is empty then.
  Result<Value> write(const std::string& node, const NDArray& array);
  // Memory for what a call computes; of no use without keep() or release().
  Result<Value> allocate(const std::string& node, DType dtype, std::vector<int64_t> shape);
  void release(const Value& value);
  // A tensor whose elements the device has: memory on this side is there, and filled by fetch().
  NDArray keep(const Value& value);
  Diagnostics add(Queued call);
  Diagnostics run_queue();
  // The elements of all tensors of the value are on this side.
  Diagnostics fetch(const reference::Value& value);
  // The device is about to be closed: all values that are alive come to this side.
  Diagnostics leave();

  int64_t unread_bytes() const;  // of tensors whose memory on this side is not used yet
  // How long the device was waited for since this was last asked.
  std::chrono::nanoseconds take_waited() { return std::exchange(waited_, {}); }

 private:
  struct Resident;
  struct Shared;  // outlives this as long as one of the tensors does
  Diagnostics read(Resident& resident);
  void release_unused();

  const Surroundings on_;
  std::shared_ptr<Shared> shared_;
  std::vector<Queued> queue_;
  std::chrono::nanoseconds waited_{};
};

}  // namespace nw::execute
