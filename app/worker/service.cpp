// SPDX-License-Identifier: GPL-3.0-or-later
#include "service.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/deep_stack.h"
#include "base/diagnostic_json.h"
#include "code.h"
#include "execute/kernel.h"
#include "execute/progress.h"
#include "model_calls.h"
#include "runtime/assembly_text.h"
#include "runtime/diagnostics.h"
#include "runtime/run.h"
#include "worker/diagnostics.h"
#include "worker/protocol.h"

namespace nw::worker {

using nlohmann::json;

namespace {

json run(const json& request, Devices& devices, Devices::Clock::time_point arrived,
         const execute::Progress::Listener& progress, Diagnostics& diagnostics) {
  const measure::RunRequest options = worker::run_request_from_json(request.at("options"));
  const worker::KernelSource source = worker::kernel_source_from_json(request.at("kernel"));
  const execute::Kernel kernel = execute::read_kernel(source.script, options.sizes, diagnostics, source.nest_hash);
  if (!kernel.nest) return {};
  runtime::Device* device = devices.of(request, arrived, diagnostics);
  if (!device) return {};
  Result<measure::RunReport> report =
      runtime::run(*kernel.nest, kernel.program.args, options, *device, [&](const char* phase) {
        if (progress) progress(phase, 0, 1);
      });
  append(diagnostics, report.diagnostics);
  return report.value ? worker::to_json(*report) : json();
}

template <class T>
bool take(Result<T> result, T& value, Diagnostics& diagnostics) {
  append(diagnostics, result.diagnostics);
  if (!result.ok()) return false;
  value = std::move(*result);
  return true;
}

json emit(const json& request, Diagnostics& diagnostics) {
  const std::map<std::string, int64_t> sizes = worker::sizes_from_json(request, "sizes");
  const auto kind = request.at("as").get<std::string>();
  const worker::KernelSource source = worker::kernel_source_from_json(request.at("kernel"));
  const execute::Kernel kernel = execute::read_kernel(source.script, sizes, diagnostics, source.nest_hash);
  if (!kernel.nest) return {};
  if (std::ranges::find(code_kinds(), kind) == code_kinds().end()) {
    diagnostics.push_back(worker::no_such_form(kind, worker::emit_kinds()));
    return {};
  }
  std::optional<TargetFacts> target;
  if (request.contains("target"))
    if (!take(target_facts_from_json(request.at("target")), target.emplace(), diagnostics)) return {};
  Code code;
  const bool intel = request.value("syntax", std::string()) == "intel";
  if (!take(write_code(*kernel.nest, kind, target ? &*target : nullptr, intel), code, diagnostics)) return {};
  worker::Emitted emitted;
  for (CodeFile& file : code.files) emitted.files.push_back({file.suffix, std::move(file.bytes)});
  emitted.assembly = runtime::assembly_text(std::move(code.assembly));
  return worker::to_json(emitted);
}

}  // namespace

namespace {

// A little earlier than the client's patience ends: then it is the kernel that is stopped, and not this process.
void limit_time(runtime::Device& device, const json& request, Devices::Clock::time_point arrived) {
  const auto given = request.find("deadline");
  if (given == request.end() || !given->is_number()) return;
  constexpr double kLongest = 1e6, kShare = 0.9, kSecond = 1;
  const double seconds = std::clamp(given->get<double>(), 0.0, kLongest);
  const std::chrono::duration<double> time(std::max(seconds * kShare, seconds - kSecond));
  device.set_limits(arrived + std::chrono::duration_cast<Devices::Clock::duration>(time), {}, seconds);
}

// Of this computer: what another one can spare is not ours to say.
void limit_memory(target::Carrier& carrier, int64_t bytes) {
  if (carrier.kind == "child" && bytes > 0)
    carrier.argv.insert(carrier.argv.end(), {"--memory", std::to_string(bytes)});
}

}  // namespace

runtime::Device* Devices::of(const json& request, Clock::time_point arrived, Diagnostics& diagnostics) {
  constexpr size_t kMost = 8;
  const bool local = !request.contains("connection");
  const int64_t memory = worker::memory_limit_from_json(request);
  const std::string text = std::to_string(memory) + " " + (local ? std::string() : request.at("connection").dump());
  const std::string target = local ? std::string() : request.at("connection").at("id").get<std::string>();
  Known wanted{target, text, nullptr};
  if (const auto known = std::ranges::find(known_, target, &Known::target); known != known_.end()) {
    if (known->connection == text) wanted = std::move(*known);
    known_.erase(known);
  }
  if (!wanted.device) {
    target::Connection connection;
    if (local) {
      std::error_code error;
      const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
      connection = target::local_connection(self.parent_path().string());
    } else if (!take(target::connection_from_json(request.at("connection")), connection, diagnostics)) {
      return nullptr;
    }
    limit_memory(connection.carrier, memory);
    wanted.device = std::make_unique<runtime::Device>(std::move(connection));
  }
  if (known_.size() == kMost) known_.erase(known_.begin());
  limit_time(*wanted.device, request, arrived);
  return known_.emplace_back(std::move(wanted)).device.get();
}

void Devices::forget(const std::string& target) {
  std::erase_if(known_, [&](const Known& known) { return known.target == target; });
}

namespace {

// A few frames a second, and the last of each kind.
execute::Progress::Listener progress_of(const json& request, const std::function<void(const std::string&)>& notify) {
  if (!request.value("progress", false)) return {};
  static constexpr auto kApart = std::chrono::milliseconds(100);
  return [notify, last = Devices::Clock::time_point()](const std::string& doing, int done, int of) mutable {
    const auto now = Devices::Clock::now();
    if (now - last < kApart && done + 1 < of) return;
    last = now;
    notify(progress_to_text({doing, done, of}));
  };
}

}  // namespace

json serve(const json& request, Devices& devices, const std::function<void(const std::string& frame)>& notify) {
  const auto arrived = Devices::Clock::now();
  Diagnostics diagnostics;
  json reply;
  const auto what = request.at("do").get<std::string>();
  json value;
  if (what == "run")
    value = run(request, devices, arrived, progress_of(request, notify), diagnostics);
  else if (what == "network")
    value = run_model(
        worker::network_request_from_json(request.at("network")),
        [&] { return devices.of(request, arrived, diagnostics); }, progress_of(request, notify), diagnostics);
  else if (what == "emit")
    on_deep_stack([&] { value = emit(request, diagnostics); });
  else if (what == "forget")
    devices.forget(request.at("target").get<std::string>());
  else
    diagnostics.push_back(worker::bad_request("it asks for '" + what + "', which is none of run, network and emit"));
  if (!value.is_null()) reply[what == "emit" ? "emitted" : "report"] = std::move(value);
  reply["diagnostics"] = to_json(diagnostics);
  return reply;
}

}  // namespace nw::worker
