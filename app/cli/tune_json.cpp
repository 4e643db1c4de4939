// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune_json.h"

#include <fmt/format.h>

#include "worker/report_json.h"

namespace nw::cli {

namespace {

using nlohmann::json;

json timing_row(const measure::Timing& time) {
  return {{"min", time.min}, {"median", time.median}, {"mad", time.mad}, {"runs", time.runs}};
}

double gflops_of(double flops, const measure::Timing& time) {
  return time.median > 0 ? flops / time.median * 1e-3 : 0;
}

json number_or_null(double value) {
  return value > 0 ? json(value) : json();
}

}  // namespace

json task_row_json(const tune::TaskRow& task, const worker::Peaks& peaks) {
  const tune::TaskResult& r = task.result;
  json row = {{"task", task.key},
              {"source", task.source.empty() ? json() : json(task.source)},
              {"groups", task.groups},
              {"weight", task.weight},
              {"state", tune::to_string(r.state)},
              {"why", r.why.empty() ? json() : json(r.why)},
              {"trials", r.trials},
              {"resumed", r.resumed},
              {"considered", r.considered},
              {"seeds", r.seeds},
              {"model",
               {{"kind", r.learned ? "learned" : "estimate"},
                {"samples", r.samples},
                {"rank_correlation", r.rank_correlation}}},
              {"space", number_or_null(r.space)},
              {"refused", r.refused},
              {"start", nullptr},
              {"best", nullptr},
              {"curve", json::array()}};
  if (r.in_network) row["in_network"] = {{"start_us", r.in_network->start_us}, {"best_us", r.in_network->best_us}};
  for (const auto& [trial, us] : r.curve) row["curve"].push_back({trial, us});
  if (r.start) row["start"] = {{"time_us", timing_row(*r.start)}, {"gflops", gflops_of(task.flops, *r.start)}};
  if (!r.best) return row;
  const double gflops = gflops_of(task.flops, r.best->time);
  row["best"] = {{"trial", r.best->trial},
                 {"time_us", timing_row(r.best->time)},
                 {"gflops", gflops},
                 {"gain", r.start ? json(r.start->median / r.best->time.median) : json()},
                 {"share_of_peak", peaks.gflops > 0 ? json(gflops / peaks.gflops) : json()},
                 {"script", r.best->script},
                 {"verify",
                  {{"ok", r.best->verify.ok},
                   {"max_abs_error", worker::number_to_json(r.best->verify.max_abs_error)},
                   {"max_rel_error", worker::number_to_json(r.best->verify.max_rel_error)}}}};
  return row;
}

std::string task_row_text(const tune::TaskRow& task, const worker::Peaks& peaks) {
  const tune::TaskResult& r = task.result;
  std::string text = fmt::format(
      "{}: {}, {} trials{}, {} of {:.3g} schedules estimated\n", task.key, tune::to_string(r.state), r.trials,
      r.resumed > 0 ? fmt::format(" and {} of the records", r.resumed) : "", r.considered, r.space);
  if (r.start)
    text += fmt::format("  start  {:10.1f} us  {:8.2f} GFLOP/s\n", r.start->median, gflops_of(task.flops, *r.start));
  if (r.in_network)
    text += fmt::format("  in its network {:.1f} us with the start, {:.1f} us with the best that was found\n",
                        r.in_network->start_us, r.in_network->best_us);
  if (!r.best) return text;
  text +=
      fmt::format("  best   {:10.1f} us  {:8.2f} GFLOP/s", r.best->time.median, gflops_of(task.flops, r.best->time));
  if (peaks.gflops > 0)
    text += fmt::format(", {:.0f} % of the peak", 100 * gflops_of(task.flops, r.best->time) / peaks.gflops);
  if (r.best->trial == 0) return text + "; the script as given\n";
  if (r.start) text += fmt::format(", x{:.2f}", r.start->median / r.best->time.median);
  return text + fmt::format(", trial {}\n", r.best->trial);
}

json progress_json(const std::string& task, const tune::Progress& p) {
  return {{"task", task},
          {"trial", p.trial},
          {"time_us", number_or_null(p.time_us())},
          {"best_us", number_or_null(p.best_us)},
          {"left", p.left}};
}

}  // namespace nw::cli
