// SPDX-License-Identifier: GPL-3.0-or-later
// Ends of runs that somebody no longer wants. A plugin without `cancel` has its process ended; one that has it ends the
// run itself.
#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "bench.h"

namespace nw::plugin_check {

using nlohmann::json;

namespace {

constexpr int64_t kEndless = 1'000'000'000;  // thousand additions: a quarter of an hour at least
constexpr auto kMoment = std::chrono::milliseconds(100);
constexpr double kPatience = 2;  // seconds

// long_sum, loaded, and the request that runs it.
json request_to_run(Bench& bench, int64_t steps, int runs) {
  const CompiledKernel kernel = bench.compile(long_sum(steps));
  bench.open();
  const int64_t module = bench.load(kernel);
  std::vector<int64_t> buffers;
  for (const uint64_t count : {64U, 64U, 1U}) {
    buffers.push_back(bench.allocate(count * sizeof(float)));
    bench.get({{"do", "fill"}, {"buffer", buffers.back()}, {"byte", 0}, {"bytes", count * sizeof(float)}});
  }
  return {{"do", "run"}, {"calls", {Bench::call(module, buffers, {})}}, {"plan", {{"runs", runs}}}};
}

bool can_cancel(const Bench& bench) {
  return bench.known.plugin.value("cancel", false);
}

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// A plugin that has `cancel` ended the run itself and its device is still there; of any other the process was ended,
// and the next one opens.
void goes_on(Bench& bench, const Reply& reply) {
  const bool process_ended = reply.head.value("closed", false);
  if (process_ended && can_cancel(bench))
    throw Failed{"the plugin has 'cancel', and its process had to be ended", "that the run ends within a second"};
  if (process_ended)
    bench.open();
  else
    bench.allocate(1);
}

void ends_a_run(Bench& bench) {
  const json run = request_to_run(bench, kEndless, 1);
  const int64_t id = bench.send(run);
  std::this_thread::sleep_for(kMoment);
  const auto begin = Clock::now();
  bench.get({{"do", "cancel"}, {"of", id}});
  const Reply reply = bench.reply_to(id, "run");
  if (const double spent = seconds_since(begin); spent > kPatience)
    throw Failed{fmt::format("the run ended {:.1f} s after it was cancelled", spent), fmt::format("{} s", kPatience)};
  bench.expect(reply, {"cancelled"}, "'run' of an endless kernel that was cancelled");
  goes_on(bench, reply);
}

void ends_at_its_deadline(Bench& bench) {
  json run = request_to_run(bench, kEndless, 1);
  run["deadline_ms"] = 300;
  const auto begin = Clock::now();
  const Reply reply = bench.reply_to(bench.send(run), "run");
  if (const double spent = seconds_since(begin); spent > kPatience)
    throw Failed{fmt::format("a run with a deadline of 0.3 s ended after {:.1f} s", spent),
                 fmt::format("{} s", kPatience)};
  bench.expect(reply, {"deadline"}, "'run' of an endless kernel with a deadline");
  goes_on(bench, reply);
}

// Between runs a plugin looks at stop_asked, so that its device stays.
void ends_between_runs(Bench& bench) {
  if (!can_cancel(bench)) throw Skipped{"the plugin has no 'cancel': its process is ended at once"};
  const json run = request_to_run(bench, 100, 50'000);
  const int64_t id = bench.send(run);
  std::this_thread::sleep_for(kMoment);
  bench.get({{"do", "cancel"}, {"of", id}});
  const Reply reply = bench.reply_to(id, "run");
  bench.expect(reply, {"cancelled"}, "'run' of 50,000 short runs that was cancelled");
  goes_on(bench, reply);
}

void does_not_mind_a_late_request(Bench& bench) {
  const json run = request_to_run(bench, 1, 1);
  bench.get({{"do", "cancel"}, {"of", 1'000'000}});
  bench.get(run);
  bench.get({{"do", "cancel"}, {"of", 1}});
  bench.get(run);
}

}  // namespace

Checks stop_checks() {
  return {{"stop.during", "run.once", ends_a_run},
          {"stop.deadline", "stop.during", ends_at_its_deadline},
          {"stop.between_runs", "stop.during", ends_between_runs},
          {"stop.other", "run.once", does_not_mind_a_late_request}};
}

}  // namespace nw::plugin_check
