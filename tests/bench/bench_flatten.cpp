// SPDX-License-Identifier: GPL-3.0-or-later
// Flattening a file of 2,000 lines: many small functions that each make a schedule, and one long one. The mark is 20
// ms.
#include <benchmark/benchmark.h>

#include <string>

#include "base/allocator.h"
#include "flatten/flatten.h"

namespace {

using namespace nw;

// Functions of ten lines, as a file of tests has them.
std::string functions(int lines) {
  std::string text = "import tvm\nfrom tvm import te\n\n";
  for (int i = 0; i * 10 < lines; ++i) {
    const std::string n = std::to_string(i);
    text += "def test_" + n + "(n=16):\n";
    text += "    A = te.placeholder((n, n), name='A')\n";
    text += "    B = te.compute((n, n), lambda i, j: A[i, j] * 2.0 + " + n + ", name='B')\n";
    text += "    C = te.compute((n, n), lambda *i: B(*i) - 1.0, name='C')\n";
    text += "    s = te.create_schedule(C.op)\n";
    text += "    for axis in s[C].op.axis:\n";
    text += "        s[C].split(axis, factor=4)\n";
    text += "    s[B].compute_inline()\n";
    text += "    assert n == 16\n";
    text += "    return tvm.lower(s, [A, C])\n";
  }
  return text;
}

// One computation of many stages.
std::string stages(int lines) {
  std::string text = "import tvm\nfrom tvm import te\n\nx = te.placeholder((64,), name='x')\n";
  for (int i = 0; i < lines; i += 2)
    text += "w = " + std::to_string(i % 7) + ".0\nx = te.compute((64,), lambda i: x[i] * w + 1.0, name='x%d' % " +
            std::to_string(i) + ")\n";
  return text + "s = te.create_schedule(x.op)\ntvm.lower(s, [x])\n";
}

void run(benchmark::State& state, const std::string& text) {
  int64_t i = 0;
  for (auto _ : state) {
    const flatten::Flattened flat = flatten::flatten(text + "# " + std::to_string(i++) + "\n");
    if (flat.kernels.empty() || has_errors(flat.diagnostics)) return state.SkipWithError("it does not open");
  }
}

}  // namespace

int main(int argc, char** argv) {
  nw::keep_freed_memory();  // as the programs do
  benchmark::RegisterBenchmark("functions/2000", run, functions(2'000))
      ->Unit(benchmark::kMillisecond)
      ->MeasureProcessCPUTime();
  benchmark::RegisterBenchmark("stages/2000", run, stages(2'000))
      ->Unit(benchmark::kMillisecond)
      ->MeasureProcessCPUTime();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
