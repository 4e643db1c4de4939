// SPDX-License-Identifier: GPL-3.0-or-later
// What kernels of an open network compute stays on the device: its elements come to this side only when somebody there
// reads them. The device carries out calls while this side prepares the next (target/batches.h), and memory that a
// value leaves is used for the next of its size.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "execute/network_values.h"
#include "execute/progress.h"
#include "reference/value.h"
#include "target/batches.h"

namespace nw::execute {

class DeviceValues {
 public:
  using Clock = std::chrono::steady_clock;
  // Whose kernel is called; alive until the call has run.
  class Caller {
   public:
    virtual ~Caller() = default;
    // What the device measured, and when it began.
    virtual void ran(std::chrono::nanoseconds time, Clock::time_point begin) const = 0;
    // Why the kernel returned another status than 0; its arguments are as it left them.
    virtual Diagnostics explain(int status, const std::vector<target::BufferId>& arguments) const = 0;
    virtual std::string running() const = 0;  // "running the kernel of …", for who asks what was stopped
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
  std::optional<target::BufferId> find(const NDArray& array) const;
  // Whether the tensor's elements are on this side.
  bool is_here(const NDArray& array) const;
  // A copy of the tensor on the device, for `node`, once the calls before have run.
  Result<Value> write(const std::string& node, const NDArray& array);
  // Memory for what a call computes; of no use without keep() or release().
  Result<Value> allocate(const std::string& node, DType dtype, std::vector<int64_t> shape);
  void release(const Value& value);
  // A tensor whose elements the device has: memory on this side is there, and filled by fetch().
  NDArray keep(const Value& value);
  // Runs once the calls before have run.
  Diagnostics add(target::Call call, const Caller& by);
  // Waits until all calls have run.
  Diagnostics finish();
  // The elements of all tensors of the value are on this side.
  Diagnostics fetch(const reference::Value& value);
  // The device is about to be closed: all values that are alive come to this side.
  Diagnostics leave();

  int64_t unread_bytes() const;     // of tensors whose memory on this side is not used yet
  int64_t allocated_bytes() const;  // on the device, for values that are alive and for the next of their size
  // How long the device was waited for since this was last asked.
  std::chrono::nanoseconds take_waited() { return std::exchange(waited_, {}); }

 private:
  class Elements;
  struct Resident;
  struct Shared;  // outlives this as long as one of the tensors does
  struct Queued {
    target::Call call;
    const Caller* by;
  };
  target::Batches& batches();
  void collect(const reference::Value& value, std::vector<Resident*>& unread) const;
  Diagnostics read(const std::vector<Resident*>& unread);
  void release_unused();

  const Surroundings on_;
  std::shared_ptr<Shared> shared_;
  std::deque<Queued> queue_;  // that have not run, as far as is known here
  std::chrono::nanoseconds waited_{};
};

}  // namespace nw::execute
