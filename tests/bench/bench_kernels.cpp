// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of resources/samples/kernels beside OpenBLAS and oneDNN, on one thread. oneDNN chooses its own blocked
// layouts; reorders into them are left out, as the scripts' inputs are blocked too.
#include <cblas.h>
#include <fmt/format.h>

#include "kernel.h"
#include "onednn.h"

extern "C" void openblas_set_num_threads(int);

namespace {

void compare(const std::string& name, const std::string& peer,
             const std::function<std::function<void()>()>& make_peer) {
  bench::compare(name + " / " + peer, bench::read_file(std::string(NW_KERNELS) + "/" + name + ".py"), make_peer);
}

std::function<void()> sgemm() {
  constexpr int n = 1024;
  const std::vector<float> a(n * n, 0.5F), b(n * n, 0.25F);
  return [=, c = std::vector<float>(n * n)]() mutable {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a.data(), n, b.data(), n, 0, c.data(), n);
  };
}

// ResNet-50's distinct convolutions (make_convolutions.py).
struct Shape {
  int64_t in, size, out, window, stride;
};
constexpr Shape kConvolutions[] = {
    {3, 224, 64, 7, 2},     {64, 56, 64, 1, 1},   {64, 56, 64, 3, 1},    {64, 56, 256, 1, 1},   {256, 56, 64, 1, 1},
    {256, 56, 128, 1, 1},   {128, 56, 128, 3, 2}, {128, 28, 512, 1, 1},  {256, 56, 512, 1, 2},  {512, 28, 128, 1, 1},
    {128, 28, 128, 3, 1},   {512, 28, 256, 1, 1}, {256, 28, 256, 3, 2},  {256, 14, 1024, 1, 1}, {512, 28, 1024, 1, 2},
    {1024, 14, 256, 1, 1},  {256, 14, 256, 3, 1}, {1024, 14, 512, 1, 1}, {512, 14, 512, 3, 2},  {512, 7, 2048, 1, 1},
    {1024, 14, 2048, 1, 2}, {2048, 7, 512, 1, 1}, {512, 7, 512, 3, 1}};

// MobileNet V2's kinds of depthwise convolutions (make_depthwise.py).
struct Depthwise {
  int64_t channels, size, stride;
};
constexpr Depthwise kDepthwise[] = {{32, 112, 1}, {96, 112, 2}, {144, 56, 1}, {384, 14, 1}, {960, 7, 1}};

std::string script_of(const Shape& s) {
  return fmt::format("conv{0}x{0}_{1}_{2}_{3}{4}", s.window, s.in, s.out, s.size, s.stride > 1 ? "_s2" : "");
}

// What a person gains in five minutes with a fused convolution (tests/views/window/test_story.cpp): the shaped kernel
// beside the plain loops that it began with.
void five_minutes() {
  const std::string folder = NW_STORY;
  bench::compare("five minutes by hand / plain loops", bench::read_file(folder + "/fast.py"),
                 [folder]() -> std::function<void()> {
                   const auto plain = std::make_shared<bench::Kernel>(bench::read_file(folder + "/plain.py"));
                   return [plain] { (*plain)(); };
                 });
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  bench::restrict_onednn();
  openblas_set_num_threads(1);
  compare("sgemm", "OpenBLAS", sgemm);
  five_minutes();
  for (const Shape& c : kConvolutions) {
    const int64_t pad = c.window / 2;
    const bench::Conv peer{c.in, c.size, c.size, c.out, c.window, c.window, c.stride, c.stride, pad, pad, pad, pad};
    compare(script_of(c), "oneDNN", [peer] { return bench::onednn_conv(peer); });
  }
  for (const Depthwise& d : kDepthwise) {
    const bench::Conv peer{d.channels, d.size, d.size, d.channels, 3, 3, d.stride, d.stride, 1, 1, 1, 1, d.channels};
    compare(fmt::format("depthwise3x3_{}_{}{}", d.channels, d.size, d.stride > 1 ? "_s2" : ""), "oneDNN",
            [peer] { return bench::onednn_conv(peer); });
  }
  compare("softmax", "oneDNN", [] { return bench::onednn_softmax(512, 512); });
  compare("layer_norm", "oneDNN", [] { return bench::onednn_layer_norm(512, 768); });
  compare("batched_matmul", "oneDNN", [] { return bench::onednn_matmul(12, 128, 128, 64); });
  compare("gemm_int8", "oneDNN", [] { return bench::onednn_matmul_int8(512, 512, 512); });
  benchmark::RunSpecifiedBenchmarks();
}
