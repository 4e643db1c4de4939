// SPDX-License-Identifier: GPL-3.0-or-later
// Resizing, sampling, regions of interest.
#include <cmath>

#include <fmt/format.h>

#include <limits>

#include "import/onnx_call.h"

namespace nw::import {

namespace {

// The sizes of the spatial axes, from `sizes` or `scales`; symbols of its own where neither is known.
Converted new_sizes(OnnxCall& c, Shape& sizes) {
  const Shape data = c.in_type(0).shape;
  const size_t rank = data.size();
  const bool old = c.opset < 11;
  const size_t scales_input = old ? 1 : 2;
  std::vector<double> scales;
  if (c.has_attr("scales")) {  // Upsample before opset 9
    for (const float s : c.attribute("scales")->floats()) scales.push_back(static_cast<double>(s));
  } else if (const std::optional<NDArray> given = c.constant(scales_input)) {
    for (int64_t i = 0; i < given->size() && i < 64; ++i) scales.push_back(given->at(i));
  }
  const bool by_size = !old && c.has(3);
  if (c.has_attr("axes") && c.ints_attr("axes").size() != rank) return "it resizes chosen axes only";
  if (!scales.empty() && scales.size() != rank) return "it has not one scale an axis";
  if (!scales.empty() && (scales[0] != 1 || scales[1] != 1)) return "it resizes the batch or the channels";
  const ShapeValue* asked = by_size ? c.shape_value(3) : nullptr;
  if (asked && asked->elements.size() != rank) return "it has not one size an axis";
  for (size_t i = 2; i < rank; ++i) {
    if (asked) {
      sizes.push_back(asked->elements[i]);
    } else if (!scales.empty() && data[i].constant() && scales[i] > 0 && scales[i] < 1e6) {
      sizes.emplace_back(static_cast<int64_t>(std::floor(static_cast<double>(*data[i].constant()) * scales[i])));
    } else if (!scales.empty() && scales[i] >= 1 && scales[i] < 1e6 && scales[i] == std::floor(scales[i])) {
      sizes.push_back(data[i] * Dim(static_cast<int64_t>(scales[i])));
    } else {
      sizes.push_back(c.new_symbol(std::string(1, "DHW"[3 - (rank - 2) + (i - 2)])));
    }
  }
  return {};
}

std::string rounding_of(const OnnxCall& c) {
  std::string mode = c.string_attr("nearest_mode", "round_prefer_floor");
  if (mode == "floor" || mode == "ceil") return mode;
  return "round";
}

Converted resize(OnnxCall& c) {
  if (!c.rank(0)) return kInputUntyped;
  const size_t rank = *c.rank(0);
  if (rank < 3 || rank > 5) return "it has no form for tensors of this rank";
  Shape sizes;
  if (Converted why = new_sizes(c, sizes); !why.empty()) return why;
  const std::string mode = c.string_attr("mode", "nearest");
  const bool old = c.opset < 11 || c.proto.op_type() == "Upsample";
  const std::string transform = old ? "asymmetric" : c.string_attr("coordinate_transformation_mode", "half_pixel");
  const size_t n = rank - 2;
  c.set_output(0, c.emit(fmt::format("image.resize{}d", n), {c.in(0)},
                         {{"size", graph::dims(sizes)},
                          {"layout", Attr{"NC" + std::string("DHW").substr(3 - n)}},
                          {"method", Attr{std::string(mode == "nearest" ? "nearest_neighbor" : mode)}},
                          {"coordinate_transformation_mode", Attr{transform}},
                          {"rounding_method", Attr{old ? std::string("floor") : rounding_of(c)}},
                          {"cubic_alpha", Attr{c.float_attr("cubic_coeff_a", -0.75)}},
                          {"cubic_exclude", Attr{c.int_attr("exclude_outside", 0)}}}));
  return {};
}

// Relay's regions carry their image's number in the first column.
Converted roi_align(OnnxCall& c) {
  if (!c.has(0) || !c.has(1) || !c.has(2) || !c.in_type(1).is_tensor()) return "the types of its inputs are not known";
  const DType dtype = c.in_type(1).dtype;
  const NodeId image =
      c.emit("expand_dims", {c.cast(c.in(2), dtype)}, {{"axis", Attr{int64_t{1}}}, {"num_newaxis", Attr{int64_t{1}}}});
  const NodeId rois = c.emit("concatenate", {c.emit_tuple({image, c.in(1)})}, {{"axis", Attr{int64_t{1}}}});
  c.set_output(0, c.emit("vision.roi_align", {c.in(0), rois},
                         {{"pooled_size", graph::ints({c.int_attr("output_height", 1), c.int_attr("output_width", 1)})},
                          {"spatial_scale", Attr{c.float_attr("spatial_scale", 1)}},
                          {"sample_ratio", Attr{c.int_attr("sampling_ratio", 0)}},
                          {"layout", Attr{std::string("NCHW")}},
                          {"mode", Attr{c.string_attr("mode", "avg")}}}));
  return {};
}

// Relay gives all boxes, the chosen ones first, and how many those are: the rest is cut off.
Converted non_max_suppression(OnnxCall& c) {
  if (!c.rank(0) || !c.rank(1) || *c.rank(0) != 3 || *c.rank(1) != 3) return kInputUntyped;
  if (c.int_attr("center_point_box", 0) != 0) return "its boxes are given by their centres";
  const auto number = [&](size_t i, double otherwise, DType dtype) {
    if (!c.has(i)) return c.scalar(otherwise, dtype);
    return c.rank(i) == size_t{0} ? c.in(i) : c.reshape(c.in(i), {});
  };
  const NodeId most = number(2, 0, DType::Int(64));
  const NodeId overlap = number(3, 0, DType::Float(32));
  const NodeId score = number(4, std::numeric_limits<float>::lowest(), DType::Float(32));
  const NodeId all = c.emit("vision.all_class_non_max_suppression", {c.in(0), c.in(1), most, overlap, score},
                            {{"output_format", Attr{std::string("onnx")}}});
  const NodeId end =
      c.emit("concatenate", {c.emit_tuple({c.emit_field(all, 1), c.vector_of({3})})}, {{"axis", Attr{int64_t{0}}}});
  const NodeId chosen =
      c.emit("dyn.strided_slice", {c.emit_field(all, 0), c.vector_of({0, 0}), end, c.vector_of({1, 1})});
  c.set_output(0, c.reshape(chosen, {c.new_symbol("count"), Dim(3)}));
  return {};
}

Converted grid_sample(OnnxCall& c) {
  if (!c.rank(0) || !c.rank(1) || *c.rank(1) != *c.rank(0)) return kInputUntyped;
  const auto rank = static_cast<int64_t>(*c.rank(1));
  std::vector<int64_t> axes{0, rank - 1};
  for (int64_t i = 1; i + 1 < rank; ++i) axes.push_back(i);
  const NodeId grid = c.emit("transpose", {c.in(1)}, {{"axes", graph::ints(axes)}});
  c.set_output(0, c.emit("image.grid_sample", {c.in(0), grid},
                         {{"method", Attr{c.string_attr("mode", "bilinear")}},
                          {"padding_mode", Attr{c.string_attr("padding_mode", "zeros")}},
                          {"align_corners", Attr{c.int_attr("align_corners", 0) != 0}}}));
  return {};
}

}  // namespace

void add_image_converters(ConverterTable& table) {
  table["Resize"] = resize;
  table["Upsample"] = resize;
  table["RoiAlign"] = roi_align;
  table["NonMaxSuppression"] = non_max_suppression;
  table["GridSample"] = grid_sample;
}

}  // namespace nw::import
