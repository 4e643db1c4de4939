// SPDX-License-Identifier: GPL-3.0-or-later
// What a keystroke costs the library: a script's text to steps, bounds, loop nest and its text. Behind a name stands
// what TVM 0.11 took to lower the like on a Zen 4 core, in ms, one thread, best of 20.
#include <benchmark/benchmark.h>

#include <fstream>
#include <iterator>
#include <string>

#include "lower/lower.h"
#include "script/script.h"
#include "tir/print.h"

namespace {

using namespace nw;

// The text with a line of its own, so that no repeat sees what an earlier one saw.
std::string variant(const std::string& text, int64_t i) {
  return text + "# " + std::to_string(i) + "\n";
}

size_t preview(const std::string& text) {
  script::ReadOptions options;
  options.verify = false;  // lowering checks the same rules
  const script::Program program = script::read(text, options);
  if (!program.ok() || !program.schedule) return 0;
  const Result<lower::LoopNest> nest = lower::lower_loops(*program.schedule, program.args, program.kernel_name);
  return nest.ok() ? tir::print(nest->body).lines.size() : 0;
}

void run(benchmark::State& state, const std::string& name) {
  std::ifstream file(std::string(NW_PREVIEW_SCRIPTS) + "/" + name + ".py");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  int64_t i = 0;
  for (auto _ : state)
    if (preview(variant(text, i++)) == 0) return state.SkipWithError("the script has an error");
}

void add(const std::string& name, const std::string& tvm_ms) {
  benchmark::RegisterBenchmark((name + "/tvm.lower:" + tvm_ms).c_str(), run, name)->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argc, char** argv) {
  add("matmul_packed", "11.7");
  add("conv_bias_relu", "32.5");
  add("winograd", "135");
  add("softmax", "1.62");
  add("chain30", "unknown");
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
