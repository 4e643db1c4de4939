// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels: whether the numbers are right (by the reference interpreter), and stay so.
#include "runtime/run.h"

#include <fmt/format.h>

#include <chrono>
#include <cstring>

#include "bench.h"

namespace nw::plugin_check {

using nlohmann::json;

namespace {

void runs_right(Bench& bench, const KernelScript& script) {
  const CompiledKernel kernel = bench.compile(script);
  runtime::Device device(bench.connection());
  device.set_limits(Clock::now() + std::chrono::milliseconds(static_cast<int64_t>(bench.deadline * 1000)), {});
  measure::RunRequest request;
  request.verify = true;
  request.repeat = 1;
  request.inputs.positive = script.name == "function.log" || script.name == "function.sqrt";
  request.sizes = script.sizes;
  const Result<measure::RunReport> report = runtime::run(kernel.nest, kernel.args, request, device);
  if (!report.ok()) throw Failed{in_words(report.diagnostics), "the numbers of the reference interpreter"};
}

// Arrays of floats on the device, as three inputs of three_arguments and its output.
struct Arguments {
  int64_t module = 0;
  std::vector<int64_t> buffers;
};

std::string floats(float first) {
  std::string bytes(kBytes, '\0');
  for (size_t i = 0; i < static_cast<size_t>(kCount); ++i) {
    const float value = first + static_cast<float>(i % 7);
    std::memcpy(bytes.data() + i * sizeof value, &value, sizeof value);
  }
  return bytes;
}

Arguments prepare(Bench& bench) {
  const CompiledKernel kernel = bench.compile(three_arguments(kCount));
  bench.open();
  Arguments made{bench.load(kernel), {}};
  for (const float first : {100.0F, 10.0F, 1.0F, 0.0F}) {
    made.buffers.push_back(bench.allocate(kBytes));
    bench.write(made.buffers.back(), 0, floats(first));
  }
  return made;
}

float first_result(Bench& bench, int64_t buffer) {
  float value = 0;
  std::memcpy(&value, bench.read(buffer, 0, sizeof value).data(), sizeof value);
  return value;
}

void takes_arguments_in_order(Bench& bench) {
  const Arguments a = prepare(bench);
  std::vector<int64_t> order = a.buffers;
  const auto result = [&] {
    bench.run(Bench::call(a.module, order, {}), {{"runs", 1}});
    return first_result(bench, a.buffers[3]);
  };
  constexpr float kForward = 100 - 2 * 10 + 4 * 1, kTurned = 1 - 2 * 100 + 4 * 10;
  if (const float seen = result(); seen != kForward)
    throw Failed{fmt::format("a - 2b + 4c of 100, 10 and 1 is {}", seen), fmt::format("{}", kForward)};
  order = {a.buffers[2], a.buffers[0], a.buffers[1], a.buffers[3]};
  if (const float seen = result(); seen != kTurned)
    throw Failed{fmt::format("a - 2b + 4c of 1, 100 and 10 is {}", seen), fmt::format("{}", kTurned)};
}

void gives_the_same_again(Bench& bench) {
  const Arguments a = prepare(bench);
  std::string first;
  constexpr int kTimes = 20;
  for (int i = 0; i < kTimes; ++i) {
    bench.run(Bench::call(a.module, a.buffers, {}), {{"runs", 1}});
    const std::string result = bench.read(a.buffers[3], 0, kBytes);
    if (i == 0) first = result;
    if (result != first) throw Failed{fmt::format("run {} gives other bytes than the first", i + 1), "the same"};
  }
}

void leaves_inputs_alone(Bench& bench) {
  const Arguments a = prepare(bench);
  bench.run(Bench::call(a.module, a.buffers, {}), {{"warmup", 1}, {"runs", 3}});
  const float firsts[] = {100, 10, 1};
  for (size_t i = 0; i < 3; ++i)
    if (bench.read(a.buffers[i], 0, kBytes) != floats(firsts[i]))
      throw Failed{fmt::format("input {} has other values after the run", i + 1), "those that were written"};
}

// Two kernels in one request, the second with the first one's result.
void runs_kernels_in_turn(Bench& bench) {
  const CompiledKernel second = bench.compile(multiply_add(kCount));
  const Arguments a = prepare(bench);
  const int64_t module = bench.load(second), result = bench.allocate(kBytes);
  const json calls = {Bench::call(a.module, a.buffers, {}),
                      Bench::call(module, {a.buffers[3], a.buffers[2], result}, {})};
  bench.get({{"do", "run"}, {"calls", calls}, {"plan", {{"runs", 1}}}});
  constexpr float kFirst = 84, kSecond = kFirst * 1 + kFirst;
  if (const float seen = first_result(bench, result); seen != kSecond)
    throw Failed{fmt::format("a * b + a of the first kernel's result is {}", seen), fmt::format("{}", kSecond)};
}

}  // namespace

Checks run_checks(const TargetFacts& facts) {
  Checks checks;
  checks.push_back({"run.once", "code.load", [](Bench& bench) { runs_right(bench, multiply_add(kCount)); }});
  for (KernelScript& script : kernel_scripts(facts)) {
    const std::string name = "run." + script.name;
    checks.push_back({name, "run.once", [script = std::move(script)](Bench& bench) { runs_right(bench, script); }});
  }
  checks.push_back({"run.argument_order", "run.once", takes_arguments_in_order});
  checks.push_back({"run.same_again", "run.once", gives_the_same_again});
  checks.push_back({"run.inputs", "run.once", leaves_inputs_alone});
  checks.push_back({"run.in_turn", "run.once", runs_kernels_in_turn});
  return checks;
}

}  // namespace nw::plugin_check
