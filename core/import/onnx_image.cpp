// SPDX-License-Identifier: GPL-3.0-or-later
// Resizing, sampling, regions of interest.
#include <cmath>

#include <fmt/format.h>

#include <limits>
#include <numeric>

#include "import/onnx_call.h"

namespace nw::import {

namespace {

// What a Resize asks for: known sizes, known scales, or what only a run tells.
struct Resizing {
  std::vector<std::optional<Dim>> sizes;  // of the spatial axes; nothing: only a run tells
  std::vector<double> scales;             // of the spatial axes, where sizes do not say the same
  std::optional<size_t> input;            // of sizes or scales that a run has to read
};

std::vector<double> scales_of(const OnnxCall& c, size_t input) {
  std::vector<double> scales;
  if (c.has_attr("scales")) {  // Upsample before opset 9
    for (const float s : c.attribute("scales")->floats()) scales.push_back(static_cast<double>(s));
  } else if (const std::optional<NDArray> given = c.constant(input)) {
    for (int64_t i = 0; i < given->size() && i < 64; ++i) scales.push_back(given->at(i));
  }
  return scales;
}

// floor(size · scale), which ONNX computes in float32: known of a symbol where the scale is a small fraction, whose
// products are exact.
std::optional<Dim> scaled(const Dim& size, double scale) {
  constexpr int64_t kParts = 64, kMostParts = 1024;
  if (!(scale > 0 && scale < 1e6)) return std::nullopt;
  if (const std::optional<int64_t> n = size.constant())
    return Dim(static_cast<int64_t>(std::floor(static_cast<float>(*n) * static_cast<float>(scale))));
  const double parts = scale * kParts;
  if (parts != std::floor(parts) || parts > kMostParts * kParts) return std::nullopt;
  const auto times = static_cast<int64_t>(parts);
  const int64_t common = std::gcd(times, kParts);
  return graph::floor_div(size * Dim(times / common), Dim(kParts / common));
}

// The scale itself counts where coordinates are computed, unless the sizes say the same.
void sizes_by_scales(const OnnxCall& c, const std::vector<double>& scales, Resizing& to) {
  const Shape& data = c.in_type(0).shape;
  bool exact = true;
  for (size_t i = 2; i < data.size(); ++i) {
    to.sizes.push_back(scaled(data[i], scales[i]));
    const std::optional<int64_t> from = data[i].constant(), size = to.sizes.back() ? to.sizes.back()->constant() : from;
    const bool same = from && size ? static_cast<double>(*size) == static_cast<double>(*from) * scales[i]
                                   : scales[i] == std::floor(scales[i]);
    exact = exact && to.sizes.back() && same;
  }
  if (!exact) to.scales.assign(scales.begin() + 2, scales.end());
}

Converted resizing_of(const OnnxCall& c, Resizing& to) {
  const size_t rank = c.in_type(0).shape.size();
  const bool old = c.opset < 11;
  const size_t scales_input = old ? 1 : 2;
  if (c.has_attr("axes") && c.ints_attr("axes").size() != rank) return "it resizes chosen axes only";
  if (c.int_attr("antialias", 0) != 0) return "it filters what it makes smaller";
  if (c.string_attr("keep_aspect_ratio_policy", "stretch") != "stretch") return "it keeps the aspect ratio";
  const std::vector<double> scales = scales_of(c, scales_input);
  if (!scales.empty() && scales.size() != rank) return "it has not one scale an axis";
  if (!scales.empty() && (scales[0] != 1 || scales[1] != 1)) return "it resizes the batch or the channels";
  const bool by_size = !old && c.has(3);
  if (const ShapeValue* asked = by_size ? c.shape_value(3) : nullptr) {
    if (asked->elements.size() != rank) return "it has not one size an axis";
    to.sizes.assign(asked->elements.begin() + 2, asked->elements.end());
    if (!c.is_given(asked->elements, 0)) to.input = 3;
  } else if (!scales.empty()) {
    sizes_by_scales(c, scales, to);
  } else {
    to.sizes.resize(rank - 2);
    to.input = by_size ? 3 : scales_input;
    if (!c.has(*to.input)) return "it has neither scales nor sizes";
  }
  return {};
}

Attrs resize_attrs(const OnnxCall& c, bool old) {
  const size_t n = *c.rank(0) - 2;
  const std::string mode = c.string_attr("mode", "nearest");
  const std::string transform = old ? "asymmetric" : c.string_attr("coordinate_transformation_mode", "half_pixel");
  Attrs attrs{
      {"layout", Attr{"NC" + std::string("DHW").substr(3 - n)}},
      {"method", Attr{std::string(mode == "nearest" ? "nearest_neighbor" : mode)}},
      {"coordinate_transformation_mode", Attr{transform}},
      {"rounding_method", Attr{std::string(old ? "floor" : c.string_attr("nearest_mode", "round_prefer_floor"))}},
      {"cubic_alpha", Attr{c.float_attr("cubic_coeff_a", -0.75)}},
      {"cubic_exclude", Attr{c.int_attr("exclude_outside", 0)}}};
  if (transform == "tf_crop_and_resize") attrs["extrapolation_value"] = Attr{c.float_attr("extrapolation_value", 0)};
  return attrs;
}

// Of a vector over all axes, starts and then ends where there are two, those of the spatial axes.
NodeId spatial_part(OnnxCall& c, size_t input, int64_t rank, bool twice) {
  const auto part = [&](int64_t from) {
    return c.emit(
        "strided_slice", {c.in(input)},
        {{"begin", graph::ints({from + 2})}, {"end", graph::ints({from + rank})}, {"strides", graph::ints({1})}});
  };
  if (!twice) return part(0);
  return c.emit("concatenate", {c.emit_tuple({part(0), part(rank)})}, {{"axis", Attr{int64_t{0}}}});
}

Attr floats(const std::vector<double>& values) {
  graph::AttrList list;
  for (const double v : values) list.push_back(Attr{v});
  return Attr{std::move(list)};
}

// The run reads the sizes, or the scales.
void resize_as_computed(OnnxCall& c, const Resizing& to, bool crops, Attrs attrs) {
  const auto axes = static_cast<int64_t>(to.sizes.size() + 2);
  NodeId asked;
  if (to.input) {
    asked = spatial_part(c, *to.input, axes, false);
  } else {
    NDArray scales(DType::Float(32), {axes - 2});
    for (int64_t i = 0; i < axes - 2; ++i) scales.set(i, to.scales[static_cast<size_t>(i)]);
    asked = c.constant_node(std::move(scales), "scales");
  }
  const Shape& data = c.in_type(0).shape;
  std::vector<std::optional<Dim>> shape{data[0], data[1]};
  for (size_t i = 0; i < to.sizes.size(); ++i)
    shape.push_back(to.sizes[i] ? to.sizes[i] : c.new_symbol(std::string(1, "DHW"[3 - to.sizes.size() + i])));
  attrs["result_shape"] = OnnxCall::result_shape(shape);
  const NodeId roi = crops && c.has(1) ? spatial_part(c, 1, axes, true) : c.vector_of({});
  c.set_output(0, c.emit(axes == 4 ? "dyn.image.resize2d" : "onnx.Resize", {c.in(0), asked, roi}, std::move(attrs)));
}

Converted resize(OnnxCall& c) {
  if (!c.rank(0)) return kInputUntyped;
  const size_t rank = *c.rank(0);
  if (rank < 3 || rank > 5) return "it has no form for tensors of this rank";
  Resizing to;
  if (Converted why = resizing_of(c, to); !why.empty()) return why;
  const bool old = c.opset < 11 || c.proto.op_type() == "Upsample";
  Attrs attrs = resize_attrs(c, old);
  const bool crops = c.string_attr("coordinate_transformation_mode", "half_pixel") == "tf_crop_and_resize";
  Shape sizes;
  for (const std::optional<Dim>& size : to.sizes)
    if (size) sizes.push_back(*size);
  if (to.input || sizes.size() < to.sizes.size()) {
    resize_as_computed(c, to, crops, std::move(attrs));
    return {};
  }
  if (crops) {
    const auto axes = static_cast<int64_t>(rank);
    const std::optional<NDArray> roi = c.has(1) ? c.constant(1) : std::nullopt;
    if (!roi || roi->size() != 2 * axes) return "the region that it takes is not constant";
    std::vector<double> region;
    for (int64_t i = 0; i < 2 * axes; ++i)
      if (i % axes >= 2) region.push_back(roi->at(i));
    attrs["roi"] = floats(region);
  }
  attrs["size"] = graph::dims(sizes);
  if (!to.scales.empty()) attrs["scales"] = floats(to.scales);
  c.set_output(0, c.emit(fmt::format("image.resize{}d", rank - 2), {c.in(0)}, std::move(attrs)));
  return {};
}

// Relay's regions carry their image's number in the first column.
Converted roi_align(OnnxCall& c) {
  if (!c.has(0) || !c.has(1) || !c.has(2) || !c.in_type(1).is_tensor()) return "the types of its inputs are not known";
  const DType dtype = c.in_type(1).dtype;
  const NodeId image =
      c.emit("expand_dims", {c.cast(c.in(2), dtype)}, {{"axis", Attr{int64_t{1}}}, {"num_newaxis", Attr{int64_t{1}}}});
  const NodeId rois = c.emit("concatenate", {c.emit_tuple({image, c.in(1)})}, {{"axis", Attr{int64_t{1}}}});
  Attrs attrs{{"pooled_size", graph::ints({c.int_attr("output_height", 1), c.int_attr("output_width", 1)})},
              {"spatial_scale", Attr{c.float_attr("spatial_scale", 1)}},
              {"sample_ratio", Attr{c.int_attr("sampling_ratio", 0)}},
              {"layout", Attr{std::string("NCHW")}},
              {"mode", Attr{c.string_attr("mode", "avg")}}};
  const char* usual = c.opset < 16 ? "output_half_pixel" : "half_pixel";
  if (c.string_attr("coordinate_transformation_mode", usual) == "half_pixel") attrs["aligned"] = Attr{true};
  c.set_output(0, c.emit("vision.roi_align", {c.in(0), rois}, std::move(attrs)));
  return {};
}

// Boxes by their corners (y, x, y, x), from those by centre and size (x, y, width, height).
NodeId boxes_of_corners(OnnxCall& c) {
  if (c.int_attr("center_point_box", 0) == 0) return c.in(0);
  const NodeId parts =
      c.emit("split", {c.in(0)}, {{"indices_or_sections", Attr{int64_t{4}}}, {"axis", Attr{int64_t{2}}}});
  const NodeId half = c.scalar(0.5, c.in_type(0).dtype);
  const auto corner = [&](const char* op, int64_t centre) {
    const NodeId reach = c.emit("multiply", {c.emit_field(parts, centre + 2), half});
    return c.emit(op, {c.emit_field(parts, centre), reach});
  };
  const NodeId corners =
      c.emit_tuple({corner("subtract", 1), corner("subtract", 0), corner("add", 1), corner("add", 0)});
  return c.emit("concatenate", {corners}, {{"axis", Attr{int64_t{2}}}});
}

// Relay gives all boxes, the chosen ones first, and how many those are: the rest is cut off.
Converted non_max_suppression(OnnxCall& c) {
  if (!c.rank(0) || !c.rank(1) || *c.rank(0) != 3 || *c.rank(1) != 3) return kInputUntyped;
  const auto number = [&](size_t i, double otherwise, DType dtype) {
    if (!c.has(i)) return c.scalar(otherwise, dtype);
    return c.rank(i) == size_t{0} ? c.in(i) : c.reshape(c.in(i), {});
  };
  const NodeId most = number(2, 0, DType::Int(64));
  const NodeId overlap = number(3, 0, DType::Float(32));
  const NodeId score = number(4, std::numeric_limits<float>::lowest(), DType::Float(32));
  const NodeId all =
      c.emit("vision.all_class_non_max_suppression", {boxes_of_corners(c), c.in(1), most, overlap, score},
             {{"output_format", Attr{std::string("onnx")}}});
  const NodeId end =
      c.emit("concatenate", {c.emit_tuple({c.emit_field(all, 1), c.vector_of({3})})}, {{"axis", Attr{int64_t{0}}}});
  c.set_output(0, c.emit("dyn.strided_slice", {c.emit_field(all, 0), c.vector_of({0, 0}), end, c.vector_of({1, 1})},
                         {{"result_shape", OnnxCall::result_shape({c.new_symbol("count"), Dim(3)})}}));
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
