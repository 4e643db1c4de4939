// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions, pooling, normalization, dropout.
#include <fmt/format.h>

#include "import/onnx_diagnostics.h"
#include "import/onnx_same_padding.h"

namespace nw::import {

namespace {

std::string layout(const char* front, size_t spatial) {
  return front + std::string("DHW").substr(3 - spatial);
}

struct Geometry {
  std::vector<int64_t> kernel, strides, dilations, padding;
  PadWidths computed;  // in place of `padding`, where that depends on sizes that are symbols
};

// auto_pad's SAME: the output has ceil(input / stride) elements.
void same_padding(const OnnxCall& c, Geometry& g, bool upper) {
  const size_t n = g.kernel.size();
  bool known = true;
  for (size_t i = 0; i < n; ++i) {
    const int64_t reach = (g.kernel[i] - 1) * g.dilations[i] + 1;
    g.computed.push_back(same_widths(c.in_type(0).shape[i + 2], reach, g.strides[i], upper));
    const auto before = g.computed[i].first.constant(), after = g.computed[i].second.constant();
    known = known && before && after;
    g.padding[i] = before.value_or(0);
    g.padding[i + n] = after.value_or(0);
  }
  if (known)
    g.computed.clear();
  else
    g.padding.assign(2 * n, 0);
}

Converted geometry(const OnnxCall& c, std::vector<int64_t> kernel, Geometry& g) {
  const size_t n = kernel.size();
  g.kernel = std::move(kernel);
  g.strides = c.ints_attr("strides", std::vector<int64_t>(n, 1));
  g.dilations = c.ints_attr("dilations", std::vector<int64_t>(n, 1));
  g.padding = c.ints_attr("pads", std::vector<int64_t>(2 * n, 0));
  if (g.strides.size() != n || g.dilations.size() != n || g.padding.size() != 2 * n) {
    return "its attributes do not have one number an axis";
  }
  for (size_t i = 0; i < n; ++i) {
    const auto usual = [](int64_t v) { return v > 0 && v < (int64_t{1} << 30); };
    if (!usual(g.strides[i]) || !usual(g.dilations[i]) || !usual(g.kernel[i])) return "its attributes are out of range";
  }
  const std::string automatic = c.string_attr("auto_pad", "NOTSET");
  if (automatic == "VALID") g.padding.assign(2 * n, 0);
  if (automatic.starts_with("SAME")) same_padding(c, g, automatic == "SAME_UPPER");
  return {};
}

Converted kernel_of(const OnnxCall& c, size_t weight_input, std::vector<int64_t>& kernel) {
  const std::optional<size_t> rank = c.rank(0);
  const std::optional<size_t> weight_rank = c.rank(weight_input);
  if (!rank || !weight_rank) return "the type of its input is not known";
  if (*rank < 3 || *rank > 5 || *weight_rank != *rank) return "it has no form for tensors of this rank";
  const Shape& weight = c.in_type(weight_input).shape;
  for (size_t i = 2; i < *rank; ++i) {
    if (!weight[i].constant()) return "the size of its kernel is not known";
    kernel.push_back(*weight[i].constant());
  }
  return {};
}

NodeId with_bias(OnnxCall& c, NodeId result) {
  return c.has(2) ? c.emit("nn.bias_add", {result, c.in(2)}, {{"axis", Attr{int64_t{1}}}}) : result;
}

}  // namespace

Converted conv_attrs(const OnnxCall& c, size_t weight, OnnxConv& conv) {
  std::vector<int64_t> kernel;
  if (Converted why = kernel_of(c, weight, kernel); !why.empty()) return why;
  Geometry g;
  if (Converted why = geometry(c, kernel, g); !why.empty()) return why;
  conv.axes = kernel.size();
  conv.computed_padding = std::move(g.computed);
  conv.attrs = {{"strides", graph::ints(g.strides)},
                {"padding", graph::ints(g.padding)},
                {"dilation", graph::ints(g.dilations)},
                {"groups", Attr{c.int_attr("group", 1)}},
                {"kernel_size", graph::ints(kernel)},
                {"data_layout", Attr{layout("NC", conv.axes)}},
                {"kernel_layout", Attr{layout("OI", conv.axes)}}};
  if (const auto channels = c.in_type(weight).shape[0].constant()) conv.attrs["channels"] = Attr{*channels};
  return {};
}

namespace {

Converted conv(OnnxCall& c) {
  OnnxConv how;
  if (Converted why = conv_attrs(c, 1, how); !why.empty()) return why;
  const NodeId data = padded(c, c.in(0), how.computed_padding, 0);
  c.set_output(0, with_bias(c, c.emit(fmt::format("nn.conv{}d", how.axes), {data, c.in(1)}, std::move(how.attrs))));
  return {};
}

// output_shape asks for padding that gives it; output_padding adds elements at the end.
Converted transpose_padding(const OnnxCall& c, Geometry& g, std::vector<int64_t>& extra) {
  const size_t n = g.kernel.size();
  extra = c.ints_attr("output_padding", std::vector<int64_t>(n, 0));
  if (extra.size() != n) return "its attributes do not have one number an axis";
  std::vector<int64_t> wanted = c.ints_attr("output_shape");
  if (wanted.size() == n + 2) wanted.erase(wanted.begin(), wanted.begin() + 2);
  const std::string automatic = c.string_attr("auto_pad", "NOTSET");
  const bool same = automatic.starts_with("SAME");
  if (wanted.empty() && !same) return {};
  if (!wanted.empty() && wanted.size() != n) return "its attributes do not have one number an axis";
  for (size_t i = 0; i < n; ++i) {
    const std::optional<int64_t> in = c.in_type(0).shape[i + 2].constant();
    if (!in) return "its padding depends on a size that is not known";
    const int64_t out = wanted.empty() ? *in * g.strides[i] : wanted[i];
    int64_t total = (*in - 1) * g.strides[i] + extra[i] + (g.kernel[i] - 1) * g.dilations[i] + 1 - out;
    if (total < 0) {  // more than there is: the rest is added at the end
      extra[i] -= total;
      total = 0;
    }
    const int64_t half = total / 2;
    g.padding[i] = automatic == "SAME_UPPER" ? half : total - half;
    g.padding[i + n] = total - g.padding[i];
  }
  return {};
}

Converted conv_transpose(OnnxCall& c) {
  std::vector<int64_t> kernel;
  if (Converted why = kernel_of(c, 1, kernel); !why.empty()) return why;
  Geometry g;
  g.kernel = kernel;
  const size_t n = kernel.size();
  g.strides = c.ints_attr("strides", std::vector<int64_t>(n, 1));
  g.dilations = c.ints_attr("dilations", std::vector<int64_t>(n, 1));
  g.padding = c.ints_attr("pads", std::vector<int64_t>(2 * n, 0));
  if (g.strides.size() != n || g.dilations.size() != n || g.padding.size() != 2 * n) {
    return "its attributes do not have one number an axis";
  }
  std::vector<int64_t> extra;
  if (Converted why = transpose_padding(c, g, extra); !why.empty()) return why;
  const int64_t groups = c.int_attr("group", 1);
  Attrs attrs{{"strides", graph::ints(g.strides)},
              {"padding", graph::ints(g.padding)},
              {"dilation", graph::ints(g.dilations)},
              {"output_padding", graph::ints(extra)},
              {"groups", Attr{groups}},
              {"kernel_size", graph::ints(kernel)},
              {"data_layout", Attr{layout("NC", n)}},
              {"kernel_layout", Attr{layout("IO", n)}}};
  if (const auto channels = c.in_type(1).shape[1].constant()) attrs["channels"] = Attr{*channels * groups};
  c.set_output(0, with_bias(c, c.emit(fmt::format("nn.conv{}d_transpose", n), {c.in(0), c.in(1)}, std::move(attrs))));
  return {};
}

// Windows of the rest, where there are any, are dropped where they would begin after the data. Relay knows no such
// rule: where all of them are, they are not rounded up; where only the run tells, or axes differ, a mark says so.
void set_ceil_mode(const OnnxCall& c, const std::vector<int64_t>& kernel, const Geometry& g, Attrs& attrs) {
  const size_t n = kernel.size();
  size_t dropped = 0, kept = 0, open = 0;
  for (size_t i = 0; i < n && c.int_attr("ceil_mode", 0) != 0; ++i) {
    const std::optional<int64_t> size = c.in_type(0).shape[i + 2].constant();
    if (!size || !g.computed.empty() || g.padding.size() != 2 * n) {
      ++open;
      continue;
    }
    const int64_t room = *size + g.padding[i] + g.padding[n + i] - g.dilations[i] * (kernel[i] - 1) - 1;
    if (room < 0 || room % g.strides[i] == 0) continue;
    ++((room / g.strides[i] + 1) * g.strides[i] < *size + g.padding[i] ? kept : dropped);
  }
  attrs["ceil_mode"] = Attr{kept + open > 0};
  if (open > 0 || (kept > 0 && dropped > 0)) attrs["windows_begin_in_data"] = Attr{true};
}

Converted pool(OnnxCall& c, const char* kind) {
  const std::optional<size_t> rank = c.rank(0);
  if (!rank) return "the type of its input is not known";
  std::vector<int64_t> kernel = c.ints_attr("kernel_shape");
  if (*rank < 3 || *rank > 5 || kernel.size() + 2 != *rank) return "it has no form for tensors of this rank";
  const bool places = c.proto.output_size() > 1 && !c.proto.output(1).empty();
  Geometry g;
  if (Converted why = geometry(c, kernel, g); !why.empty()) return why;
  const size_t n = kernel.size();
  Attrs attrs{{"pool_size", graph::ints(kernel)},
              {"strides", graph::ints(g.strides)},
              {"padding", graph::ints(g.padding)},
              {"dilation", graph::ints(g.dilations)},
              {"layout", Attr{layout("NC", n)}}};
  const bool average = std::string_view(kind) == "avg";
  if (places) {  // of the greatest elements
    if (!g.computed.empty()) return "its padding depends on a size that is not known";
    attrs["storage_order"] = Attr{c.int_attr("storage_order", 0)};
    attrs.erase("layout");
    attrs["ceil_mode"] = Attr{c.int_attr("ceil_mode", 0) != 0};
    const NodeId both = c.emit("onnx.MaxPool", {c.in(0)}, std::move(attrs));
    for (int64_t i = 0; i < 2; ++i) c.set_output(static_cast<size_t>(i), c.emit_field(both, i));
    return {};
  }
  set_ceil_mode(c, kernel, g, attrs);
  const bool counts_padding = c.int_attr("count_include_pad", 0) != 0;
  if (average) attrs["count_include_pad"] = Attr{counts_padding || !g.computed.empty()};
  // Relay divides by the whole window, also where the last one reaches beyond the padding; ONNX does not.
  if (average && counts_padding && graph::bool_attr(attrs, "ceil_mode", false))
    attrs["count_exclude_rest"] = Attr{true};
  const auto pooled = [&](NodeId data) {
    const double outside = average ? 0 : lowest_of(c.in_type(0).dtype);
    return c.emit(fmt::format("nn.{}_pool{}d", kind, n), {padded(c, data, g.computed, outside)}, attrs);
  };
  NodeId result = pooled(c.in(0));
  if (average && !counts_padding && !g.computed.empty())  // by how much of each window is data
    result = c.emit("divide", {result, pooled(c.emit("ones_like", {c.in(0)}))});
  c.set_output(0, result);
  return {};
}

Converted max_pool(OnnxCall& c) {
  return pool(c, "max");
}
Converted average_pool(OnnxCall& c) {
  return pool(c, "avg");
}

// (Σ |x|^p)^(1/p): a mean over the window, padding among it, times its elements.
NodeId power_of(OnnxCall& c, NodeId data, double exponent) {
  return c.emit("power", {data, c.scalar(exponent, c.type(data).dtype)});
}

Converted lp_pool(OnnxCall& c) {
  if (!c.has(0) || !c.in_type(0).is_tensor()) return kInputUntyped;
  const std::optional<size_t> rank = c.rank(0);
  const std::vector<int64_t> kernel = c.ints_attr("kernel_shape");
  if (!rank || *rank < 3 || *rank > 5 || kernel.size() + 2 != *rank) return "it has no form for tensors of this rank";
  Geometry g;
  if (Converted why = geometry(c, kernel, g); !why.empty()) return why;
  const double p = static_cast<double>(c.int_attr("p", 2));
  double elements = 1;
  for (const int64_t size : kernel) elements *= static_cast<double>(size);
  const NodeId powers = padded(c, power_of(c, c.emit("abs", {c.in(0)}), p), g.computed, 0);
  Attrs attrs{{"pool_size", graph::ints(kernel)},
              {"strides", graph::ints(g.strides)},
              {"padding", graph::ints(g.padding)},
              {"dilation", graph::ints(g.dilations)},
              {"layout", Attr{layout("NC", kernel.size())}},
              {"count_include_pad", Attr{true}}};
  set_ceil_mode(c, kernel, g, attrs);
  const NodeId mean = c.emit(fmt::format("nn.avg_pool{}d", kernel.size()), {powers}, std::move(attrs));
  c.set_output(0, power_of(c, c.emit("multiply", {mean, c.scalar(elements, c.in_type(0).dtype)}), 1 / p));
  return {};
}

Converted global_lp_pool(OnnxCall& c) {
  if (!c.rank(0) || *c.rank(0) < 3) return kInputUntyped;
  std::vector<int64_t> axes;
  for (size_t i = 2; i < *c.rank(0); ++i) axes.push_back(static_cast<int64_t>(i));
  const double p = static_cast<double>(c.int_attr("p", 2));
  const NodeId sum = c.emit("sum", {power_of(c, c.emit("abs", {c.in(0)}), p)},
                            {{"axis", graph::ints(axes)}, {"keepdims", Attr{true}}});
  c.set_output(0, power_of(c, sum, 1 / p));
  return {};
}

Converted lp_normalization(OnnxCall& c) {
  if (!c.has(0) || !c.in_type(0).is_tensor()) return kInputUntyped;
  const bool absolute = c.int_attr("p", 2) == 1;
  const NodeId each = absolute ? c.emit("abs", {c.in(0)}) : c.emit("multiply", {c.in(0), c.in(0)});
  const NodeId sum = c.emit("sum", {each}, {{"axis", graph::ints({c.int_attr("axis", -1)})}, {"keepdims", Attr{true}}});
  const NodeId norm = absolute ? sum : c.emit("sqrt", {sum});
  // What is all zeros stays so.
  const NodeId is_zero = c.emit("equal", {norm, c.scalar(0, c.in_type(0).dtype)});
  const NodeId one = c.scalar(1, c.in_type(0).dtype);
  c.set_output(0, c.emit("divide", {c.in(0), c.emit("where", {is_zero, one, norm})}));
  return {};
}

Converted max_roi_pool(OnnxCall& c) {
  if (!c.has(0) || !c.has(1)) return "an input is missing";
  c.set_output(0, c.emit("vision.roi_pool", {c.in(0), c.in(1)},
                         {{"pooled_size", graph::ints(c.ints_attr("pooled_shape"))},
                          {"spatial_scale", Attr{c.float_attr("spatial_scale", 1)}},
                          {"layout", Attr{std::string("NCHW")}}}));
  return {};
}

Converted global_pool(OnnxCall& c, const char* pool_op, const char* reduction) {
  const std::optional<size_t> rank = c.rank(0);
  if (!rank || *rank < 3) return "the type of its input is not known";
  if (*rank == 4) {
    c.set_output(0, c.emit(pool_op, {c.in(0)}, {{"layout", Attr{std::string("NCHW")}}}));
    return {};
  }
  std::vector<int64_t> axes;
  for (size_t i = 2; i < *rank; ++i) axes.push_back(static_cast<int64_t>(i));
  c.set_output(0, c.emit(reduction, {c.in(0)}, {{"axis", graph::ints(axes)}, {"keepdims", Attr{true}}}));
  return {};
}

Converted global_average_pool(OnnxCall& c) {
  return global_pool(c, "nn.global_avg_pool2d", "mean");
}
Converted global_max_pool(OnnxCall& c) {
  return global_pool(c, "nn.global_max_pool2d", "max");
}

// By the batch's own mean and variance, which join the running ones.
Converted training_batch_normalization(OnnxCall& c) {
  if (!c.rank(0) || *c.rank(0) < 2) return kInputUntyped;
  const DType dtype = c.in_type(0).dtype;
  std::vector<int64_t> axes{0};
  for (size_t i = 2; i < *c.rank(0); ++i) axes.push_back(static_cast<int64_t>(i));
  const auto over = [&](NodeId data) {
    return c.emit("mean", {data}, {{"axis", graph::ints(axes)}, {"keepdims", Attr{true}}});
  };
  const auto channels = [&](NodeId vector) {  // along axis 1
    if (*c.rank(0) == 2) return vector;
    return c.emit("expand_dims", {vector},
                  {{"axis", Attr{int64_t{1}}}, {"num_newaxis", Attr{static_cast<int64_t>(*c.rank(0)) - 2}}});
  };
  const NodeId mean = over(c.in(0));
  const NodeId centred = c.emit("subtract", {c.in(0), mean});
  const NodeId variance = over(c.emit("multiply", {centred, centred}));
  const NodeId deviation = c.emit("sqrt", {c.emit("add", {variance, c.scalar(c.float_attr("epsilon", 1e-5), dtype)})});
  const NodeId scaled = c.emit("multiply", {c.emit("divide", {centred, deviation}), channels(c.in(1))});
  c.set_output(0, c.emit("add", {scaled, channels(c.in(2))}));
  const double momentum = c.float_attr("momentum", 0.9);
  const auto running = [&](size_t input, NodeId now) {
    const DType own = c.in_type(input).dtype;
    const NodeId flat = c.reshape(now, c.in_type(input).shape);
    return c.emit("add", {c.emit("multiply", {c.in(input), c.scalar(momentum, own)}),
                          c.emit("multiply", {own == dtype ? flat : c.cast(flat, own), c.scalar(1 - momentum, own)})});
  };
  for (size_t i = 1; i < c.outputs().size() && i < 3; ++i) {
    if (!c.in_type(i + 2).is_tensor() || !c.rank(i + 2)) return kInputsUntyped;
    if (!c.proto.output(static_cast<int>(i)).empty()) c.set_output(i, running(i + 2, i == 1 ? mean : variance));
  }
  return {};
}

Converted batch_normalization(OnnxCall& c) {
  for (size_t i = 0; i < 5; ++i) {
    if (!c.has(i)) return "an input is missing";
  }
  if (c.int_attr("training_mode", 0) != 0) return training_batch_normalization(c);
  if (c.opset < 9 && c.int_attr("spatial", 1) == 0) return "it normalizes every place by itself";
  const NodeId norm = c.emit("nn.batch_norm", {c.in(0), c.in(1), c.in(2), c.in(3), c.in(4)},
                             {{"axis", Attr{int64_t{1}}}, {"epsilon", Attr{c.float_attr("epsilon", 1e-5)}}});
  for (size_t i = 0; i < c.outputs().size() && i < 3; ++i) {
    if (!c.proto.output(static_cast<int>(i)).empty()) c.set_output(i, c.emit_field(norm, static_cast<int64_t>(i)));
  }
  return {};
}

Converted instance_normalization(OnnxCall& c) {
  if (!c.has(0) || !c.has(1) || !c.has(2)) return "an input is missing";
  c.set_output(0, c.emit("nn.instance_norm", {c.in(0), c.in(1), c.in(2)},
                         {{"axis", Attr{int64_t{1}}}, {"epsilon", Attr{c.float_attr("epsilon", 1e-5)}}}));
  return {};
}

Converted group_normalization(OnnxCall& c) {
  if (!c.has(0) || !c.has(1) || !c.has(2)) return "an input is missing";
  if (c.opset < 21) return "its scale has one number a group";
  c.set_output(0, c.emit("nn.group_norm", {c.in(0), c.in(1), c.in(2)},
                         {{"axis", Attr{int64_t{1}}},
                          {"num_groups", Attr{c.int_attr("num_groups", 1)}},
                          {"epsilon", Attr{c.float_attr("epsilon", 1e-5)}}}));
  return {};
}

// Over all axes from `axis` on, written out: Relay's operator knows one axis, and gives neither mean nor deviation.
void wide_layer_normalization(OnnxCall& c, int64_t first) {
  std::vector<int64_t> axes;
  for (int64_t i = first; i < static_cast<int64_t>(*c.rank(0)); ++i) axes.push_back(i);
  const Attrs over{{"axis", graph::ints(axes)}, {"keepdims", Attr{true}}};
  const DType dtype = c.in_type(0).dtype;
  const NodeId mean = c.emit("mean", {c.in(0)}, over);
  const NodeId centred = c.emit("subtract", {c.in(0), mean});
  const NodeId variance = c.emit("mean", {c.emit("multiply", {centred, centred})}, over);
  const NodeId epsilon = c.scalar(c.float_attr("epsilon", 1e-5), dtype);
  const NodeId deviation = c.emit("sqrt", {c.emit("add", {variance, epsilon})});
  NodeId result = c.emit("multiply", {c.emit("divide", {centred, deviation}), c.in(1)});
  if (c.has(2)) result = c.emit("add", {result, c.in(2)});
  c.set_output(0, result);
  c.set_output(1, mean);
  if (c.outputs().size() > 2) c.set_output(2, c.emit("divide", {c.scalar(1, dtype), deviation}));
}

Converted layer_normalization(OnnxCall& c) {
  if (!c.has(0) || !c.has(1) || !c.rank(0)) return "the type of its input is not known";
  const auto rank = static_cast<int64_t>(*c.rank(0));
  int64_t axis = c.int_attr("axis", -1);
  if (axis < 0) axis += rank;
  if (axis < 0 || axis >= rank) return "its axis lies outside its input";
  if (axis != rank - 1 || c.outputs().size() > 1) {
    wide_layer_normalization(c, axis);
    return {};
  }
  const NodeId beta = c.has(2) ? c.in(2) : c.emit("zeros_like", {c.in(1)});
  c.set_output(0, c.emit("nn.layer_norm", {c.in(0), c.in(1), beta},
                         {{"axis", Attr{int64_t{-1}}}, {"epsilon", Attr{c.float_attr("epsilon", 1e-5)}}}));
  return {};
}

// By the root of the mean square over all axes from `axis` on, computed in the type that stash_type names.
Converted rms_normalization(OnnxCall& c) {
  if (!c.has(0) || !c.has(1) || !c.rank(0)) return kInputUntyped;
  const auto rank = static_cast<int64_t>(*c.rank(0));
  const std::optional<size_t> first = op::axis_of(c.int_attr("axis", -1), *c.rank(0));
  if (!first) return "its axis lies outside its input";
  const std::optional<DType> wide = onnx_dtype(static_cast<int>(c.int_attr("stash_type", onnx::TensorProto::FLOAT)));
  if (!wide || !wide->is_float()) return "the type that it computes in is not known here";
  std::vector<int64_t> axes;
  for (auto i = static_cast<int64_t>(*first); i < rank; ++i) axes.push_back(i);
  const DType own = c.in_type(0).dtype, computed = own.bits > wide->bits ? own : *wide;
  const NodeId data = c.cast(c.in(0), computed);
  const NodeId square =
      c.emit("mean", {c.emit("multiply", {data, data})}, {{"axis", graph::ints(axes)}, {"keepdims", Attr{true}}});
  const NodeId root = c.emit("sqrt", {c.emit("add", {square, c.scalar(c.float_attr("epsilon", 1e-5), computed)})});
  c.set_output(0, c.emit("multiply", {c.cast(c.emit("divide", {data, root}), own), c.in(1)}));
  return {};
}

Converted lrn(OnnxCall& c) {
  if (!c.has(0)) return "its input is missing";
  c.set_output(0, c.emit("nn.lrn", {c.in(0)},
                         {{"size", Attr{c.int_attr("size", 1)}},
                          {"axis", Attr{int64_t{1}}},
                          {"alpha", Attr{c.float_attr("alpha", 1e-4)}},
                          {"beta", Attr{c.float_attr("beta", 0.75)}},
                          {"bias", Attr{c.float_attr("bias", 1)}}}));
  return {};
}

Converted dropout(OnnxCall& c) {
  if (!c.has(0)) return "its input is missing";
  const std::optional<double> ratio = c.opset < 12 ? c.float_attr("ratio", 0.5) : c.has(1) ? c.constant_scalar(1) : 0.5;
  const bool training = c.opset >= 12 && c.has(2) && c.constant_scalar(2).value_or(1) != 0;
  if (training && ratio != 0.0) {  // with a ratio of 0, training drops nothing either
    if (c.has_attr("seed")) return c.emit_as_is(2);
    c.diagnostics.push_back(drops_nothing(c.proto.name().empty() ? c.proto.output(0) : c.proto.name()));
  }
  const double rate = ratio.value_or(0.5);
  const NodeId both = c.emit("nn.dropout", {c.in(0)}, {{"rate", Attr{rate}}});
  c.set_output(0, c.emit_field(both, 0));
  if (c.outputs().size() > 1 && !c.proto.output(1).empty()) {
    if (!c.in_type(0).is_tensor()) return "the type of its input is not known";
    c.set_output(1, c.cast(c.emit("ones_like", {c.in(0)}), DType::Bool()));  // nothing is dropped in inference
  }
  return {};
}

}  // namespace

void add_nn_converters(ConverterTable& table) {
  table["Conv"] = conv;
  table["ConvTranspose"] = conv_transpose;
  table["MaxPool"] = max_pool;
  table["AveragePool"] = average_pool;
  table["LpPool"] = lp_pool;
  table["GlobalLpPool"] = global_lp_pool;
  table["LpNormalization"] = lp_normalization;
  table["MaxRoiPool"] = max_roi_pool;
  table["GlobalAveragePool"] = global_average_pool;
  table["GlobalMaxPool"] = global_max_pool;
  table["BatchNormalization"] = batch_normalization;
  table["InstanceNormalization"] = instance_normalization;
  table["GroupNormalization"] = group_normalization;
  table["LayerNormalization"] = layer_normalization;
  table["RMSNormalization"] = rms_normalization;
  table["LRN"] = lrn;
  table["Dropout"] = dropout;
}

}  // namespace nw::import
