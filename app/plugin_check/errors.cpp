// SPDX-License-Identifier: GPL-3.0-or-later
// Refusals, and the rules of the interface that a plugin can break without any call failing.
#include <fmt/format.h>

#include "bench.h"

namespace nw::plugin_check {

using nlohmann::json;

namespace {

// The runner tells of broken rules by events.
void no_breach(Bench& bench, const std::string& rule, const std::string& expected) {
  for (const json& event : bench.session().events())
    if (event.value("breach", std::string()) == rule) throw Failed{event.value("line", std::string()), expected};
}

void refuses_too_few_arguments(Bench& bench) {
  const CompiledKernel kernel = bench.compile(multiply_add(kCount));
  bench.open();
  const int64_t module = bench.load(kernel), one = bench.allocate(kBytes);
  const Reply reply = bench.ask({{"do", "run"}, {"calls", {Bench::call(module, {one}, {})}}, {"plan", {{"runs", 1}}}});
  bench.expect(reply, {"invalid"}, "'run' of a kernel of three arguments with one");
}

void refuses_too_many_sizes(Bench& bench) {
  const CompiledKernel kernel = bench.compile(multiply_add(kCount));
  bench.open();
  const int64_t module = bench.load(kernel);
  const std::vector<int64_t> buffers = {bench.allocate(kBytes), bench.allocate(kBytes), bench.allocate(kBytes)};
  const Reply reply =
      bench.ask({{"do", "run"}, {"calls", {Bench::call(module, buffers, {5})}}, {"plan", {{"runs", 1}}}});
  bench.expect(reply, {"invalid"}, "'run' of a kernel of no sizes with one");
}

void explains_refusals(Bench& bench) {
  bench.ask({{"do", "open"}, {"plugin", bench.known.id}, {"device", "no such device"}});
  bench.open();
  bench.ask({{"do", "allocate"}, {"bytes", int64_t{1} << 45}});
  bench.ask({{"do", "load"}, {"dialect", "no-such-dialect"}, {"entry", "main"}}, "no code");
  no_breach(bench, "report", "a report with a message before each status that is not NWT_OK");
}

// Events of what was printed come before the next reply.
void prints_nothing(Bench& bench) {
  bench.get({{"do", "discover"}, {"plugin", bench.known.id}, {"settings", bench.subject.settings}});
  bench.open();
  const int64_t buffer = bench.allocate(1);
  bench.write(buffer, 0, "x");
  bench.get({{"do", "close"}});
  no_breach(bench, "output", "nothing on the standard output (nwt_host.log takes messages)");
}

}  // namespace

Checks errors_checks() {
  return {{"errors.arguments", "run.once", refuses_too_few_arguments},
          {"errors.sizes", "run.once", refuses_too_many_sizes},
          {"errors.explained", "life.open", explains_refusals},
          {"errors.output", "life.open", prints_nothing}};
}

}  // namespace nw::plugin_check
