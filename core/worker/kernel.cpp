// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/kernel.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "base/diagnostic_json.h"
#include "base/json_text.h"
#include "worker/diagnostics.h"
#include "worker/guilty_pass.h"
#include "worker/protocol.h"
#include "worker/worker_process.h"

namespace nw::worker {

using nlohmann::json;

namespace {

int64_t three_quarters_of_memory() {
  return int64_t{::sysconf(_SC_PHYS_PAGES)} * int64_t{::sysconf(_SC_PAGESIZE)} / 4 * 3;
}

// Sends the request; `read` makes the value of a reply that has one.
template <class T, class Read>
Result<T> exchange(json request, const char* key, const WorkerOptions& worker, Read read) {
  // A network says which kernel it had reached, and a connection whether the machine at its end still answers.
  constexpr double kLastWords = 3;
  const bool network = request.at("do") == "network";
  const Patience patience{network ? "the network" : "the kernel", worker.deadline_seconds,
                          network || worker.connection ? kLastWords : 0};
  request["deadline"] = worker.deadline_seconds;
  if (worker.connection) request["connection"] = target::to_json(*worker.connection);
  if (worker.progress) request["progress"] = true;
  request["memory_limit"] = worker.memory_bytes > 0 ? worker.memory_bytes : three_quarters_of_memory();
  Result<std::string> reply =
      ask_worker(request.dump(-1, ' ', false, json::error_handler_t::replace), patience, worker);
  if (!reply.ok()) return reply.diagnostics;
  const json answer = read_json(*reply);
  if (!answer.is_object()) return bad_reply(reply->substr(0, 200));
  Result<T> result;
  try {
    for (const json& d : answer.at("diagnostics")) result.diagnostics.push_back(diagnostic_from_json(d));
    if (answer.contains(key)) result.value = read(answer.at(key));
  } catch (const json::exception& problem) {
    return bad_reply(problem.what());
  }
  if (!result.value && !has_errors(result.diagnostics)) return bad_reply("it has no " + std::string(key));
  return result;
}

Result<measure::RunReport> run_once(const KernelSource& kernel, const measure::RunRequest& options,
                                    const WorkerOptions& worker) {
  json request = {{"do", "run"}, {"kernel", to_json(kernel)}, {"options", to_json(options)}};
  return exchange<measure::RunReport>(std::move(request), "report", worker, run_report_from_json);
}

// All probes together may take as long as the first run.
std::string search_guilty_pass(const KernelSource& kernel, measure::RunRequest options, WorkerOptions worker) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(worker.deadline_seconds);
  options.repeat = 1;
  options.sample = false;
  worker.progress = {};
  return guilty_pass([&](int limit) -> std::optional<PassProbe> {
    worker.deadline_seconds = std::chrono::duration<double>(end - Clock::now()).count();
    if (worker.deadline_seconds <= 0) return std::nullopt;
    options.pass_limit = limit;
    const Result<measure::RunReport> report = run_once(kernel, options, worker);
    if (!report.value || !report->verify) return std::nullopt;
    return PassProbe{report->verify->ok, report->passes, report->last_pass};
  });
}

}  // namespace

Result<measure::RunReport> run_kernel(const KernelSource& kernel, const measure::RunRequest& options,
                                      const WorkerOptions& worker) {
  Result<measure::RunReport> result = run_once(kernel, options, worker);
  if (!result.value || !result->verify || result->verify->ok || options.pass_limit >= 0) return result;
  if (const std::string guilty = search_guilty_pass(kernel, options, worker); !guilty.empty())
    for (Diagnostic& d : result.diagnostics)
      if (d.severity == Severity::Error) d.because.push_back(guilty);
  return result;
}

Result<measure::ModelReport> run_network(const NetworkRequest& network, const WorkerOptions& worker) {
  json request = {{"do", "network"}, {"network", to_json(network)}};
  return exchange<measure::ModelReport>(std::move(request), "report", worker, model_report_from_json);
}

const std::vector<std::string>& emit_kinds() {
  static const std::vector<std::string> kinds = {"c", "llvm", "asm", "object"};
  return kinds;
}

Result<Emitted> emit_kernel(const KernelSource& kernel, const EmitRequest& wanted, const WorkerOptions& worker) {
  if (std::find(emit_kinds().begin(), emit_kinds().end(), wanted.kind) == emit_kinds().end())
    return no_such_form(wanted.kind, emit_kinds());
  json request = {{"do", "emit"}, {"kernel", to_json(kernel)}, {"as", wanted.kind}, {"sizes", wanted.sizes}};
  if (wanted.target) request["target"] = to_json(*wanted.target);
  if (wanted.intel_syntax) request["syntax"] = "intel";
  return exchange<Emitted>(std::move(request), "emitted", worker, emitted_from_json);
}

}  // namespace nw::worker
