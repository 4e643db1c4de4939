// SPDX-License-Identifier: GPL-3.0-or-later
// The device that kernels are compiled for and run on: a connection with its session, which is started when it is first
// needed and lives on between kernels.
#pragma once

#include <memory>
#include <string>

#include "codegen_llvm/machine_code.h"
#include "runtime/verify.h"
#include "target/connection.h"
#include "target/session.h"

namespace nw::runtime {

class Device {
 public:
  explicit Device(target::Connection connection);
  Device(Device&&) = default;

  const target::Connection& connection() const { return connection_; }
  const TargetFacts& facts() const { return connection_.facts; }
  // Whose code is written: null for this computer, whose processor LLVM knows best itself.
  const TargetFacts* code_target() const { return native_ ? nullptr : &connection_.facts; }
  // Times of an emulated device say nothing of a real one.
  bool emulated() const { return facts().clock.kind == "emulated"; }

  // Starts the runner, or another where the last one was lost or its files were replaced since. The runner lives as
  // long as the thread that calls this: some carriers end what they started when its thread ends.
  Diagnostics connect();
  // A process of its own for the kernels to come, with so many threads: one that ran kernels before takes no new ones.
  Diagnostics open(int threads);
  void close();
  // Only after open.
  target::Session& session() { return *session_; }
  // Of all requests from now on, as target::Session has them.
  void set_limits(target::Session::Clock::time_point deadline, const CancelToken& cancel, double seconds = 0);
  bool out_of_time() const { return target::Session::Clock::now() >= deadline_; }
  double seconds_left() const;
  double seconds() const { return seconds_; }  // that a person was promised
  // Reference values of computations that many kernels compute (RunRequest::reference).
  References& references() { return references_; }

 private:
  bool answers();

  target::Connection connection_;
  bool native_;
  std::unique_ptr<target::Session> session_;
  std::string stamps_;  // of the carrier's files when the session began
  target::Session::Clock::time_point deadline_ = target::Session::Clock::time_point::max();
  CancelToken cancel_;
  double seconds_ = 0;
  References references_;
};

// Closes what is open when it ends.
class OpenDevice {
 public:
  OpenDevice(Device& device, int threads) : device_(device), problems_(device.open(threads)) {}
  ~OpenDevice() { device_.close(); }  // whatever comes back
  OpenDevice(const OpenDevice&) = delete;
  OpenDevice& operator=(const OpenDevice&) = delete;
  const Diagnostics& problems() const { return problems_; }

 private:
  Device& device_;
  Diagnostics problems_;
};

}  // namespace nw::runtime
