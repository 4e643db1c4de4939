// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of resources/samples/kernels beside OpenBLAS and oneDNN, on one thread. oneDNN chooses its own blocked
// layouts; reorders into them are left out, as the scripts' inputs are blocked too.
#include <cblas.h>

#include "kernel.h"
#include "onednn.h"

extern "C" void openblas_set_num_threads(int);

namespace {

void against(benchmark::State& state, const std::string& name, const std::function<void()>& peer) {
  bench::against(state, bench::read_file(std::string(NW_KERNELS) + "/" + name + ".py"), peer);
}

void sgemm(benchmark::State& state) {
  constexpr int n = 1024;
  openblas_set_num_threads(1);
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (size_t i = 0; i < a.size(); ++i) a[i] = b[i] = static_cast<float>(i % 13);
  against(state, "sgemm", [&] {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a.data(), n, b.data(), n, 0, c.data(), n);
  });
}

struct ConvScript {
  const char* script;
  bench::Conv conv;
};

const ConvScript kConvs[] = {
    {"conv3x3_64", {64, 56, 56, 64, 3, 3, 1, 1, 1, 1, 1, 1}},
};

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  bench::one_thread();
  const auto add = [](const std::string& name, const auto& run) {
    benchmark::RegisterBenchmark(name.c_str(), run)->UseManualTime()->Unit(benchmark::kMicrosecond)->MinTime(1);
  };
  add("sgemm 1024 / OpenBLAS", [](benchmark::State& s) { sgemm(s); });
  for (const ConvScript& c : kConvs)
    add(std::string(c.script) + " / oneDNN",
        [c](benchmark::State& s) { against(s, c.script, bench::onednn_conv(c.conv)); });
  benchmark::RunSpecifiedBenchmarks();
}
