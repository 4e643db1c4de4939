// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel.h"

#include <time.h>

#include <fstream>
#include <memory>
#include <sstream>

#include "cost/flops.h"
#include "measure/arrays.h"
#include "measure/statistics.h"
#include "script/script.h"

namespace bench {

using namespace nw;

namespace {

double processor_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

void against(benchmark::State& state, const Kernel& kernel, const std::function<void()>& peer) {
  if (!kernel.ok()) {
    state.SkipWithError("the script does not compile");
    return;
  }
  std::vector<double> ours, theirs;
  kernel();
  peer();
  for (auto _ : state) {
    const double start = processor_seconds();
    kernel();
    const double middle = processor_seconds();
    peer();
    ours.push_back(middle - start);
    theirs.push_back(processor_seconds() - middle);
    state.SetIterationTime(ours.back());
  }
  const double a = measure::median(ours), b = measure::median(theirs);
  if (kernel.flops() > 0) {
    state.counters["GFLOP/s"] = kernel.flops() / a / 1e9;
    state.counters["peer"] = kernel.flops() / b / 1e9;
  }
  state.counters["peer us"] = b * 1e6;
  state.counters["ratio"] = b / a;
}

}  // namespace

Kernel::Kernel(const std::string& script, int threads) : machine_(threads) {
  script::Program program = script::read(script);
  if (!program.ok() || !program.schedule) return;
  const auto loops = lower::lower_loops(*program.schedule, program.args, program.kernel_name);
  if (!loops.ok()) return;
  const auto nest = lower::lower_code(*loops);
  if (!nest.ok()) return;
  auto compiled = test::load(*nest);
  if (!compiled.ok()) return;
  code_ = *compiled;
  std::vector<te::Tensor> outputs;
  for (size_t i = 0; i < nest->args.size(); ++i) {
    std::vector<int64_t> shape;
    for (const tir::Expr& e : nest->args[i]->shape) shape.push_back(*tir::as_const_int(e));
    arrays_.emplace_back(nest->args[i]->dtype, shape);
    measure::fill(arrays_.back(), {}, i);
    pointers_.push_back(arrays_.back().mutable_bytes());
    if (nest->arg_is_output[i]) outputs.push_back(program.args[i]);
  }
  flops_ = cost::count_flops(outputs);
}

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void compare(const std::string& name, const std::string& script,
             const std::function<std::function<void()>()>& make_peer) {
  struct Pair {
    std::unique_ptr<Kernel> kernel;
    std::function<void()> peer;
  };
  const auto pair = std::make_shared<Pair>();
  benchmark::RegisterBenchmark(name.c_str(),
                               [=](benchmark::State& state) {
                                 if (!pair->kernel) {
                                   pair->kernel = std::make_unique<Kernel>(script);
                                   pair->peer = make_peer();
                                 }
                                 against(state, *pair->kernel, pair->peer);
                               })
      ->UseManualTime()
      ->Unit(benchmark::kMicrosecond)
      ->MinTime(0.3);
}

}  // namespace bench
