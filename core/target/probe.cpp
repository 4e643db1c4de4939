// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/probe.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "base/local_cpu.h"
#include "target/session.h"
#include "target/session_diagnostics.h"

namespace nw::target {

namespace {

constexpr size_t kMostAtOnce = 8;
constexpr double kConnectSeconds = 15, kDiscoverSeconds = 5;

}  // namespace

Result<Connection> with_facts(Connection connection, const CancelToken& cancel) {
  Result<std::unique_ptr<Session>> session = Session::connect(connection.carrier, kConnectSeconds, cancel);
  if (!session.ok()) return session.diagnostics;
  (*session)->set_limits(Session::Clock::now() + std::chrono::duration_cast<Session::Clock::duration>(
                                                     std::chrono::duration<double>(kDiscoverSeconds)),
                         cancel);
  Result<std::vector<FoundDevice>> devices = (*session)->discover(connection.plugin, connection.settings);
  if (!devices.ok()) return devices.diagnostics;
  const auto found = std::ranges::find_if(
      *devices, [&](const FoundDevice& d) { return connection.device.empty() || d.device == connection.device; });
  if (found == devices->end()) return no_device(connection.id, connection.device);
  connection.device = found->device;
  if (!connection.facts_known || connection.carrier.kind != "qemu") connection.facts = std::move(found->facts);
  if (connection.carrier.kind == "child" && connection.plugin == kCpuPlugin)
    connection.facts.code = local_cpu_facts().code;  // the compiler sees more of this computer's processor
  connection.facts.id = connection.id;
  connection.facts_known = true;
  return connection;
}

std::vector<Result<Connection>> with_facts_of_all(const std::vector<Connection>& connections,
                                                  const CancelToken& cancel) {
  std::vector<Result<Connection>> found(connections.size());
  std::atomic<size_t> next{0};
  const auto work = [&] {
    for (size_t i = next++; i < connections.size(); i = next++) found[i] = with_facts(connections[i], cancel);
  };
  std::vector<std::thread> threads;  // they wait for other programs, mostly
  for (size_t i = 0; i < std::min(kMostAtOnce, connections.size()); ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  return found;
}

}  // namespace nw::target
