// SPDX-License-Identifier: GPL-3.0-or-later
// What a group runs at before anyone has shaped it: the default schedules of convolution groups beside oneDNN's
// convolution of the same shape, one thread. Ours reads and writes NCHW, takes the weight as the file has it and does
// in each call whatever it needs (padding, rearranging) and all that is fused (bias, residual, ReLU). oneDNN gets data
// and weights in its own blocked layouts for nothing, and computes bias and ReLU. NESTWRIGHT_BENCH_MODEL=FILE.onnx
// measures the groups of that model; without it, the distinct convolutions of ResNet-18 and ResNet-50.
#include <fmt/format.h>

#include <cstdlib>
#include <set>

#include "base/local_cpu.h"
#include "import/model_file.h"
#include "import/relay.h"
#include "kernel.h"
#include "model/model.h"
#include "onednn.h"

namespace {

using namespace nw;

struct Shape {
  int64_t in, size, out, kernel, stride;
};

// As images of 224 by 224 pass through; the first twelve are ResNet-18's, the last are ResNet-50's alone.
constexpr Shape kResNet[] = {
    {3, 224, 64, 7, 2},   {64, 56, 64, 3, 1},    {64, 56, 128, 3, 2},    {64, 56, 128, 1, 2},   {128, 28, 128, 3, 1},
    {128, 28, 256, 3, 2}, {128, 28, 256, 1, 2},  {256, 14, 256, 3, 1},   {256, 14, 512, 3, 2},  {256, 14, 512, 1, 2},
    {512, 7, 512, 3, 1},  {64, 56, 64, 1, 1},    {64, 56, 256, 1, 1},    {256, 56, 64, 1, 1},   {256, 56, 128, 1, 1},
    {128, 56, 128, 3, 2}, {128, 28, 512, 1, 1},  {256, 56, 512, 1, 2},   {512, 28, 128, 1, 1},  {512, 28, 256, 1, 1},
    {256, 28, 256, 3, 2}, {256, 14, 1024, 1, 1}, {512, 28, 1024, 1, 2},  {1024, 14, 256, 1, 1}, {1024, 14, 512, 1, 1},
    {512, 14, 512, 3, 2}, {512, 7, 2048, 1, 1},  {1024, 14, 2048, 1, 2}, {2048, 7, 512, 1, 1}};

std::shared_ptr<const model::Model> model_of(const Shape& s) {
  const std::string text = fmt::format(
      "fn (%x: Tensor[(1, {0}, {1}, {1}), float32], %w: Tensor[({2}, {0}, {3}, {3}), float32], "
      "%b: Tensor[({2}, 1, 1), float32]) {{\n"
      "  %0 = nn.conv2d(%x, %w, strides=[{4}, {4}], padding=[{5}, {5}, {5}, {5}], channels={2}, kernel_size=[{3}, "
      "{3}]);\n"
      "  %1 = add(%0, %b);\n  nn.relu(%1)\n}}\n",
      s.in, s.size, s.out, s.kernel, s.stride, s.kernel / 2);
  auto graph = import::read_relay(text);
  return graph.value ? model::build_model(std::move(*graph.value), {}, "") : nullptr;
}

bench::Conv peer_of(const graph::Graph& graph, const graph::Node& node) {
  const auto data = graph::constant_shape(graph.node(node.inputs[0]).type.shape),
             weight = graph::constant_shape(graph.node(node.inputs[1]).type.shape);
  const auto strides = graph::ints_attr(node.attrs, "strides", {1, 1});
  auto pad = graph::ints_attr(node.attrs, "padding", {0, 0, 0, 0});
  if (pad.size() == 1) pad.assign(4, pad[0]);
  if (pad.size() == 2) pad = {pad[0], pad[1], pad[0], pad[1]};
  return {(*data)[1],
          (*data)[2],
          (*data)[3],
          (*weight)[0],
          (*weight)[2],
          (*weight)[3],
          strides.front(),
          strides.back(),
          pad[0],
          pad[1],
          pad[2],
          pad[3],
          graph::int_attr(node.attrs, "groups", 1)};
}

std::string title(const bench::Conv& c) {
  return fmt::format("{} x {}x{} -> {}, {}x{}/{}{}", c.in, c.height, c.width, c.out, c.kernel_h, c.kernel_w, c.stride_h,
                     c.groups > 1 ? fmt::format(", {} groups", c.groups) : "");
}

// Registers a benchmark for each distinct convolution group.
void add_groups(const model::Model& m, std::set<std::string>& seen) {
  const graph::Graph& graph = m.optimized();
  const fusion::Fusion fusion = model::fuse(m);
  for (const fusion::Group& group : fusion.groups)
    for (const NodeId id : group.nodes) {
      const graph::Node& node = graph.node(id);
      if (node.op != "nn.conv2d" || !graph::constant_shape(graph.node(node.inputs[0]).type.shape)) continue;
      auto kernel = model::group_kernel(graph, fusion, group.id, local_cpu_facts());
      if (!kernel.value || !seen.insert(kernel->task_key).second) continue;
      const bench::Conv peer = peer_of(graph, node);
      bench::compare(title(peer), kernel->script, [peer] { return bench::onednn_conv(peer); });
    }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  bench::restrict_onednn();
  std::set<std::string> seen;
  if (const char* path = std::getenv("NESTWRIGHT_BENCH_MODEL")) {
    auto read = import::read_model(path);
    if (!read.value) return 1;
    add_groups(*model::build_model(std::move(*read.value), {}, path), seen);
  } else {
    for (const Shape& s : kResNet)
      if (const auto m = model_of(s)) add_groups(*m, seen);
  }
  benchmark::RunSpecifiedBenchmarks();
}
