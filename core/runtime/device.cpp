// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/device.h"

#include <algorithm>

#include "base/local_cpu.h"
#include "target/file_stamps.h"

namespace nw::runtime {

namespace {

// An emulator takes its time to start, and so does another machine.
constexpr double kConnectSeconds = 15;

}  // namespace

Device::Device(target::Connection connection)
    : connection_(std::move(connection)),
      native_(connection_.carrier.kind == "child" && connection_.plugin == target::kCpuPlugin &&
              connection_.facts.code == local_cpu_facts().code) {}

void Device::set_limits(target::Session::Clock::time_point deadline, const CancelToken& cancel, double seconds) {
  deadline_ = deadline;
  cancel_ = cancel;
  seconds_ = seconds;
  if (session_) session_->set_limits(deadline_, cancel_, seconds_);
}

double Device::seconds_left() const {
  constexpr double kLongest = 1e6;
  if (deadline_ == target::Session::Clock::time_point::max()) return kLongest;
  return std::clamp(std::chrono::duration<double>(deadline_ - target::Session::Clock::now()).count(), 0.0, kLongest);
}

// A machine that sleeps answers nothing, and another connection should have its chance before the time is up.
bool Device::answers() {
  constexpr auto kPatience = std::chrono::seconds(5);
  if (!session_->alive()) return false;
  session_->set_limits(std::min(deadline_, target::Session::Clock::now() + kPatience), cancel_);
  const bool answered = session_->ping();
  session_->set_limits(deadline_, cancel_, seconds_);
  return answered;
}

Diagnostics Device::connect() {
  std::string stamps = target::file_stamps(connection_.carrier.files);
  if (session_ && stamps == stamps_ && answers()) return {};
  session_.reset();
  Result<std::unique_ptr<target::Session>> connected =
      target::Session::connect(connection_.carrier, kConnectSeconds, cancel_);
  if (!connected.ok()) return connected.diagnostics;
  session_ = std::move(*connected);
  stamps_ = std::move(stamps);
  session_->set_limits(deadline_, cancel_, seconds_);
  return {};
}

Diagnostics Device::open(int threads) {
  if (Diagnostics failed = connect(); has_errors(failed)) return failed;
  nlohmann::json settings = connection_.settings;
  settings["threads"] = threads;
  return session_->open(connection_.plugin, connection_.device, settings);
}

void Device::close() {
  if (session_ && session_->alive()) session_->close();
}

}  // namespace nw::runtime
