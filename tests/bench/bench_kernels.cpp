// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of resources/samples/kernels beside OpenBLAS and oneDNN, on one thread. Each iteration runs both, one after
// the other, so that whatever else the machine does weighs on both; times are the thread's own processor time. The
// counters: GFLOP/s of both by the median, and the ratio of the medians (above 1: ours is faster). oneDNN chooses its
// own blocked layouts; reorders into them are left out, as the scripts' inputs are blocked too.
#include <benchmark/benchmark.h>
#include <cblas.h>
#include <time.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <oneapi/dnnl/dnnl.hpp>
#include <sstream>
#include <unordered_map>

#include "runtime/arrays.h"
#include "runtime/flops.h"
#include "runtime/jit.h"
#include "runtime/thread_pool.h"
#include "script/script.h"

extern "C" void openblas_set_num_threads(int);

namespace {

using namespace nw;

double processor_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

double median(std::vector<double>& times) {
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  return times[times.size() / 2];
}

// A sample script, compiled, on inputs by the pattern.
class Kernel {
 public:
  explicit Kernel(const std::string& name) : machine_(1) {
    std::ifstream file(std::string(NW_KERNELS) + "/" + name + ".py");
    std::ostringstream text;
    text << file.rdbuf();
    script::Program program = script::read(text.str());
    if (!program.ok() || !program.schedule) return;
    const auto loops = lower::lower_loops(*program.schedule, program.args, program.kernel_name);
    if (!loops.ok()) return;
    const auto nest = lower::lower_final(*loops);
    if (!nest.ok()) return;
    auto compiled = runtime::compile(*nest);
    if (!compiled.ok()) return;
    code_ = *compiled;
    std::vector<te::Tensor> outputs;
    for (size_t i = 0; i < nest->args.size(); ++i) {
      std::vector<int64_t> shape;
      for (const tir::Expr& e : nest->args[i]->shape) shape.push_back(*tir::as_const_int(e));
      arrays_.emplace_back(nest->args[i]->dtype, shape);
      runtime::fill(arrays_.back(), {}, i);
      pointers_.push_back(arrays_.back().mutable_bytes());
      if (nest->arg_is_output[i]) outputs.push_back(program.args[i]);
    }
    flops_ = runtime::count_flops(outputs);
  }
  bool ok() const { return code_.entry() != nullptr; }
  double flops() const { return flops_; }
  void operator()() const { code_.entry()(pointers_.data(), nullptr, machine_.get()); }

 private:
  runtime::CompiledKernel code_;
  runtime::KernelRuntime machine_;
  std::vector<NDArray> arrays_;
  std::vector<void*> pointers_;
  double flops_ = 0;
};

void against(benchmark::State& state, const std::string& name, const std::function<void()>& peer) {
  const Kernel kernel(name);
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
  const double a = median(ours), b = median(theirs);
  state.counters["GFLOP/s"] = kernel.flops() / a / 1e9;
  state.counters["peer"] = kernel.flops() / b / 1e9;
  state.counters["ratio"] = b / a;
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

struct Conv {
  const char* script;
  int64_t in, size, out, kernel, stride, pad;
};

// Convolution with bias and ReLU.
void conv(benchmark::State& state, const Conv& c) {
  using namespace dnnl;
  const engine engine(engine::kind::cpu, 0);
  stream queue(engine);
  const int64_t size = (c.size + 2 * c.pad - c.kernel) / c.stride + 1;
  const auto any = [](const memory::dims& d) {
    return memory::desc(d, memory::data_type::f32, memory::format_tag::any);
  };
  const convolution_forward::desc description(
      prop_kind::forward_inference, algorithm::convolution_direct, any({1, c.in, c.size, c.size}),
      any({c.out, c.in, c.kernel, c.kernel}), memory::desc({c.out}, memory::data_type::f32, memory::format_tag::x),
      any({1, c.out, size, size}), {c.stride, c.stride}, {c.pad, c.pad}, {c.pad, c.pad});
  post_ops relu;
  relu.append_eltwise(1.f, algorithm::eltwise_relu, 0, 0);
  primitive_attr attributes;
  attributes.set_post_ops(relu);
  const convolution_forward::primitive_desc chosen(description, attributes, engine);
  const convolution_forward primitive(chosen);
  const std::unordered_map<int, memory> args{{DNNL_ARG_SRC, memory(chosen.src_desc(), engine)},
                                             {DNNL_ARG_WEIGHTS, memory(chosen.weights_desc(), engine)},
                                             {DNNL_ARG_BIAS, memory(chosen.bias_desc(), engine)},
                                             {DNNL_ARG_DST, memory(chosen.dst_desc(), engine)}};
  for (const auto& [id, m] : args) {
    auto* data = static_cast<float*>(m.get_data_handle());
    for (size_t i = 0; i < m.get_desc().get_size() / sizeof(float); ++i) data[i] = static_cast<float>(i % 13) * 0.25f;
  }
  against(state, c.script, [&] {
    primitive.execute(queue, args);
    queue.wait();
  });
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  // oneDNN counts its threads by OpenMP's setting.
  setenv("OMP_NUM_THREADS", "1", 1);
  const auto add = [](const char* name, const auto& run) {
    benchmark::RegisterBenchmark(name, run)->UseManualTime()->Unit(benchmark::kMicrosecond)->MinTime(1);
  };
  add("sgemm 1024 / OpenBLAS", [](benchmark::State& s) { sgemm(s); });
  for (const Conv c : {Conv{"conv3x3_64", 64, 56, 64, 3, 1, 1}})
    add((std::string(c.script) + " / oneDNN").c_str(), [c](benchmark::State& s) { conv(s, c); });
  benchmark::RunSpecifiedBenchmarks();
}
