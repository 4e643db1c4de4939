// SPDX-License-Identifier: GPL-3.0-or-later
#include "onednn.h"

#include <omp.h>

#include <memory>
#include <oneapi/dnnl/dnnl.hpp>
#include <unordered_map>

namespace bench {

using namespace dnnl;

namespace {

void fill(const memory& m) {
  auto* data = static_cast<float*>(m.get_data_handle());
  for (size_t i = 0; i < m.get_desc().get_size() / sizeof(float); ++i) data[i] = static_cast<float>(i % 13) * 0.25f;
}

std::function<void()> runner(const engine& engine, const primitive& p, const std::unordered_map<int, memory>& args) {
  for (const auto& [id, m] : args) fill(m);
  auto queue = std::make_shared<stream>(engine);
  return [=] {
    p.execute(*queue, args);
    queue->wait();
  };
}

memory::desc any(const memory::dims& d) {
  return {d, memory::data_type::f32, memory::format_tag::any};
}

}  // namespace

void restrict_onednn() {
  set_max_cpu_isa(cpu_isa::avx512_core_vnni);
  omp_set_num_threads(1);
}

std::function<void()> onednn_conv(const Conv& c) {
  const engine engine(engine::kind::cpu, 0);
  const int64_t height = (c.height + c.pad_top + c.pad_bottom - c.kernel_h) / c.stride_h + 1,
                width = (c.width + c.pad_left + c.pad_right - c.kernel_w) / c.stride_w + 1;
  const memory::dims weights = c.groups > 1
                                   ? memory::dims{c.groups, c.out / c.groups, c.in / c.groups, c.kernel_h, c.kernel_w}
                                   : memory::dims{c.out, c.in, c.kernel_h, c.kernel_w};
  const convolution_forward::desc description(
      prop_kind::forward_inference, algorithm::convolution_direct, any({1, c.in, c.height, c.width}), any(weights),
      memory::desc({c.out}, memory::data_type::f32, memory::format_tag::x), any({1, c.out, height, width}),
      {c.stride_h, c.stride_w}, {c.pad_top, c.pad_left}, {c.pad_bottom, c.pad_right});
  post_ops relu;
  relu.append_eltwise(1.f, algorithm::eltwise_relu, 0, 0);
  primitive_attr attributes;
  attributes.set_post_ops(relu);
  const convolution_forward::primitive_desc chosen(description, attributes, engine);
  return runner(engine, convolution_forward(chosen),
                {{DNNL_ARG_SRC, memory(chosen.src_desc(), engine)},
                 {DNNL_ARG_WEIGHTS, memory(chosen.weights_desc(), engine)},
                 {DNNL_ARG_BIAS, memory(chosen.bias_desc(), engine)},
                 {DNNL_ARG_DST, memory(chosen.dst_desc(), engine)}});
}

std::function<void()> onednn_softmax(int64_t rows, int64_t columns) {
  const engine engine(engine::kind::cpu, 0);
  const memory::desc plain({rows, columns}, memory::data_type::f32, memory::format_tag::ab);
  const softmax_forward::primitive_desc chosen({prop_kind::forward_inference, plain, 1}, engine);
  return runner(engine, softmax_forward(chosen),
                {{DNNL_ARG_SRC, memory(plain, engine)}, {DNNL_ARG_DST, memory(plain, engine)}});
}

std::function<void()> onednn_layer_norm(int64_t rows, int64_t columns) {
  const engine engine(engine::kind::cpu, 0);
  const memory::desc plain({rows, columns}, memory::data_type::f32, memory::format_tag::ab),
      row({columns}, memory::data_type::f32, memory::format_tag::a);
  const layer_normalization_forward::primitive_desc chosen(
      {prop_kind::forward_inference, plain, 1e-5F, normalization_flags::use_scale | normalization_flags::use_shift},
      engine);
  return runner(engine, layer_normalization_forward(chosen),
                {{DNNL_ARG_SRC, memory(plain, engine)},
                 {DNNL_ARG_SCALE, memory(row, engine)},
                 {DNNL_ARG_SHIFT, memory(row, engine)},
                 {DNNL_ARG_DST, memory(plain, engine)}});
}

std::function<void()> onednn_matmul_int8(int64_t m, int64_t n, int64_t k) {
  const engine engine(engine::kind::cpu, 0);
  const auto desc = [](const memory::dims& d, memory::data_type t) {
    return memory::desc(d, t, memory::format_tag::any);
  };
  const matmul::primitive_desc chosen(
      {desc({m, k}, memory::data_type::u8), desc({k, n}, memory::data_type::s8), desc({m, n}, memory::data_type::s32)},
      engine);
  return runner(engine, matmul(chosen),
                {{DNNL_ARG_SRC, memory(chosen.src_desc(), engine)},
                 {DNNL_ARG_WEIGHTS, memory(chosen.weights_desc(), engine)},
                 {DNNL_ARG_DST, memory(chosen.dst_desc(), engine)}});
}

std::function<void()> onednn_matmul(int64_t batch, int64_t m, int64_t n, int64_t k) {
  const engine engine(engine::kind::cpu, 0);
  const matmul::primitive_desc chosen({any({batch, m, k}), any({batch, k, n}), any({batch, m, n})}, engine);
  return runner(engine, matmul(chosen),
                {{DNNL_ARG_SRC, memory(chosen.src_desc(), engine)},
                 {DNNL_ARG_WEIGHTS, memory(chosen.weights_desc(), engine)},
                 {DNNL_ARG_DST, memory(chosen.dst_desc(), engine)}});
}

}  // namespace bench
