// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/in_network.h"

#include <algorithm>
#include <optional>

namespace nw::tune {

namespace {

constexpr int kNetworkTurns = 3;
constexpr double kSecondsOfTurn = 0.4;  // of each
constexpr int kNetworkRounds = 2;       // a schedule that is left out changes the arguments of others

using TaskTimes = std::map<std::string, double>;  // microseconds of all calls of a run

std::optional<TaskTimes> run(const worker::NetworkRequest& request, const worker::WorkerOptions& worker) {
  const Result<measure::ModelReport> report = worker::run_network(request, worker);
  if (!report.value || has_errors(report.diagnostics) || report->calls.empty()) return std::nullopt;
  TaskTimes times;
  for (const measure::NetworkReport::Kernel& kernel : report->calls.front().kernels)
    times[kernel.task] += kernel.time * static_cast<double>(kernel.calls);
  return times;
}

void keep_least(TaskTimes& least, const TaskTimes& times) {
  for (const auto& [task, time] : times) {
    const auto [known, is_new] = least.emplace(task, time);
    if (!is_new) known->second = std::min(known->second, time);
  }
}

}  // namespace

std::map<std::string, NetworkTimes> times_in_network(worker::NetworkRequest request,
                                                     std::map<std::string, std::string> tuned,
                                                     const worker::WorkerOptions& worker) {
  request.run.verify = false;
  request.run.seconds = kSecondsOfTurn;
  worker::NetworkRequest start = request;
  std::map<std::string, NetworkTimes> found;
  for (int round = 0; round < kNetworkRounds && !tuned.empty(); ++round) {
    request.scripts = start.scripts;
    for (const auto& [task, script] : tuned) request.scripts[task] = script;
    TaskTimes before, after;
    for (int turn = 0; turn < kNetworkTurns; ++turn) {
      const std::optional<TaskTimes> one = run(start, worker), other = run(request, worker);
      if (!one || !other || worker.cancel.cancelled()) return {};
      keep_least(before, *one);
      keep_least(after, *other);
    }
    bool left_out = false;
    for (auto task = tuned.begin(); task != tuned.end();) {
      NetworkTimes& times = found[task->first];
      times = {before[task->first], after[task->first]};
      left_out = left_out || !times.faster();
      task = times.faster() ? std::next(task) : tuned.erase(task);
    }
    if (!left_out) break;
  }
  return found;
}

void take_network_times(TaskResult& result, const TunedKernel& kernel, const NetworkTimes& times) {
  result.in_network = times;
  if (times.faster() || !result.best || !result.start) return;
  result.best->trial = 0;
  result.best->steps = kernel.given;
  result.best->script = kernel.text;
  result.best->time = *result.start;
}

void time_in_network(std::vector<SearchTask>& tasks, const worker::NetworkRequest& request,
                     const worker::WorkerOptions& worker) {
  std::map<std::string, std::string> tuned;
  for (const SearchTask& task : tasks)
    if (task.search && !task.of_given_sizes && task.row.result.best && task.row.result.best->trial != 0)
      tuned[task.row.key] = task.row.result.best->script;
  if (tuned.empty() || worker.cancel.cancelled()) return;
  const auto times = times_in_network(request, std::move(tuned), worker);
  for (SearchTask& task : tasks)
    if (const auto found = times.find(task.row.key); found != times.end())
      take_network_times(task.row.result, *task.kernel, found->second);
}

}  // namespace nw::tune
