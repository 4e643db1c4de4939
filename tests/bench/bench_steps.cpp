// SPDX-License-Identifier: GPL-3.0-or-later
// What steps cost as values: a schedule of twenty applied, checked and lowered; the candidates of a stage with its
// loops; advice over all of them.
#include <benchmark/benchmark.h>

#include <fstream>
#include <iterator>
#include <string>

#include "advise/advice.h"
#include "advise/candidates.h"
#include "base/local_cpu.h"
#include "lower/analysed.h"
#include "schedule/verify.h"
#include "script/script.h"

namespace {

using namespace nw;

// A product of matrices with a stage before and one behind it, in twenty steps.
const char* const kTwentySteps =
    "from tvm import te\n"
    "A = te.placeholder((512, 512), name=\"A\")\n"
    "B = te.placeholder((512, 512), name=\"B\")\n"
    "P = te.compute((512, 512), lambda i, j: B[i, j] * 2.0, name=\"P\")\n"
    "k = te.reduce_axis((0, 512), name=\"k\")\n"
    "C = te.compute((512, 512), lambda y, x: te.sum(A[y, k] * P[k, x], axis=k), name=\"C\")\n"
    "D = te.compute((512, 512), lambda y, x: te.max(C[y, x] + 1.0, 0.0), name=\"D\")\n"
    "s = te.create_schedule(D.op)\n"
    "y, x = s[D].op.axis\n"
    "yo, xo, yi, xi = s[D].tile(y, x, 32, 32)\n"
    "xio, xii = s[D].split(xi, factor=8)\n"
    "s[D].vectorize(xii)\n"
    "s[D].unroll(xio)\n"
    "outer = s[D].fuse(yo, xo)\n"
    "s[D].parallel(outer)\n"
    "s[C].compute_at(s[D], outer)\n"
    "cy, cx = s[C].op.axis\n"
    "ko, ki = s[C].split(k, factor=4)\n"
    "cyo, cyi = s[C].split(cy, factor=4)\n"
    "cxo, cxi = s[C].split(cx, factor=8)\n"
    "s[C].reorder(cyo, cxo, ko, ki, cyi, cxi)\n"
    "s[C].unroll(ki)\n"
    "s[C].unroll(cyi)\n"
    "s[C].vectorize(cxi)\n"
    "s[C].pragma(ko, \"auto_unroll_max_step\", 16)\n"
    "s[P].compute_at(s[D], outer)\n"
    "pi, pj = s[P].op.axis\n"
    "pjo, pji = s[P].split(pj, factor=8)\n"
    "s[P].vectorize(pji)\n"
    "s[P].unroll(pjo)\n"
    "s[P].storage_align(pi, 32, 8)\n"
    "tvm.lower(s, [A, B, D], name=\"main\")\n";

std::string sample(const std::string& name) {
  std::ifstream file(std::string(NW_KERNELS) + "/" + name + ".py");
  return {std::istreambuf_iterator<char>(file), {}};
}

void twenty_steps(benchmark::State& state) {
  const script::Program program = script::read(kTwentySteps);
  std::vector<schedule::Step> steps;
  for (const script::Statement& s : program.statements)
    if (s.step && s.applied) steps.push_back(s.step->step);
  if (!program.ok() || steps.size() != 20) return state.SkipWithError("the script has an error");
  for (auto _ : state) {
    schedule::Schedule s = program.unscheduled();
    for (const schedule::Step& step : steps)
      if (!schedule::apply(s, step).value) return state.SkipWithError("a step is refused");
    std::optional<schedule::ScheduleAnalysis> analysed;
    const Diagnostics said = schedule::verify(s, {}, {.analysed = &analysed});
    if (!analysed) return state.SkipWithError("the schedule has an error");
    benchmark::DoNotOptimize(lower::lower_loops(std::move(*analysed), program.args, "main"));
  }
}

// Of the stage that reduces, with all of its loops.
std::vector<advise::Candidate> all_candidates(const kernel::KernelAnalysis& kernel) {
  std::vector<advise::Candidate> all;
  for (const StageId id : kernel.program.schedule->order()) {
    const auto* op = te::op_cast<te::ComputeNode>(kernel.program.schedule->stage(id).op);
    if (!op || !op->is_reduction()) continue;
    all = advise::candidates(kernel, id, {});
    for (const AxisId axis : kernel.program.schedule->stage(id).leaf)
      for (advise::Candidate& c : advise::candidates(kernel, id, axis)) all.push_back(std::move(c));
  }
  return all;
}

void candidates(benchmark::State& state, const std::string& name) {
  const kernel::KernelAnalysis kernel = kernel::analyse(sample(name));
  size_t found = 0;
  for (auto _ : state) found = all_candidates(kernel).size();
  state.counters["candidates"] = static_cast<double>(found);
}

void advice(benchmark::State& state, const std::string& name) {
  const kernel::KernelPreview shown = kernel::preview(sample(name));
  const std::vector<advise::Candidate> all = all_candidates(shown);
  const auto machine = local_cpu_facts();
  size_t found = 0;
  for (auto _ : state) found = advise::advice(shown, all, machine).size();
  state.counters["steps"] = static_cast<double>(found);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::RegisterBenchmark("twenty_steps", twenty_steps)->Unit(benchmark::kMicrosecond);
  for (const char* name : {"sgemm", "conv3x3_64_64_56", "layer_norm"}) {
    benchmark::RegisterBenchmark((std::string("candidates/") + name).c_str(), candidates, name)
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark((std::string("advice/") + name).c_str(), advice, name)->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
