// SPDX-License-Identifier: GPL-3.0-or-later
// Resize and Upsample. Relay resizes the spatial axes of an image; where other axes are resized, or may be, the
// operator "onnx.Resize" takes one number an axis of the tensor.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "import/onnx_call.h"

namespace nw::import {

namespace {

// What a Resize asks for, one element an axis of the tensor.
struct Resizing {
  std::vector<std::optional<Dim>> sizes;  // nothing: known at run time only
  std::vector<double> scales;             // where sizes do not say the same
  std::optional<size_t> input;            // of sizes or scales that a run has to read
  std::vector<double> region;             // of tf_crop_and_resize, where it is constant: all starts, then all ends

  size_t rank() const { return sizes.size(); }
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
  for (size_t i = 0; i < data.size(); ++i) {
    to.sizes.push_back(scaled(data[i], scales[i]));
    const std::optional<int64_t> from = data[i].constant(), size = to.sizes.back() ? to.sizes.back()->constant() : from;
    const bool same = from && size ? static_cast<double>(*size) == static_cast<double>(*from) * scales[i]
                                   : scales[i] == std::floor(scales[i]);
    exact = exact && to.sizes.back() && same;
  }
  if (!exact) to.scales = scales;
}

bool crops(const OnnxCall& c) {
  return c.string_attr("coordinate_transformation_mode", "half_pixel") == "tf_crop_and_resize";
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
  const bool by_size = !old && c.has(3);
  if (const ShapeValue* asked = by_size ? c.shape_value(3) : nullptr) {
    if (asked->elements.size() != rank) return "it has not one size an axis";
    to.sizes.assign(asked->elements.begin(), asked->elements.end());
    if (!c.is_given(asked->elements, 0)) to.input = 3;
  } else if (!scales.empty()) {
    sizes_by_scales(c, scales, to);
  } else {
    to.sizes.resize(rank);
    to.input = by_size ? 3 : scales_input;
    if (!c.has(*to.input)) return "it has neither scales nor sizes";
  }
  if (!crops(c)) return {};
  const std::optional<NDArray> region = c.has(1) ? c.constant(1) : std::nullopt;
  if (region && region->size() != static_cast<int64_t>(2 * rank)) return "its region has not two numbers an axis";
  for (int64_t i = 0; region && i < region->size(); ++i) to.region.push_back(region->at(i));
  return {};
}

// Whether batch and channels stay as they are, whatever a run tells.
bool is_image(const OnnxCall& c, const Resizing& to) {
  if (to.rank() < 3 || to.rank() > 5) return false;
  const Shape& data = c.in_type(0).shape;
  for (size_t i = 0; i < 2; ++i) {
    if (!to.sizes[i] || (*to.sizes[i] - data[i]).constant() != 0) return false;
    if (!to.scales.empty() && to.scales[i] != 1) return false;
    if (!to.region.empty() && (to.region[i] != 0 || to.region[to.rank() + i] != 1)) return false;
  }
  return true;
}

Attrs resize_attrs(const OnnxCall& c, bool old) {
  const std::string mode = c.string_attr("mode", "nearest");
  const std::string transform = old ? "asymmetric" : c.string_attr("coordinate_transformation_mode", "half_pixel");
  Attrs attrs{
      {"method", Attr{std::string(mode == "nearest" ? "nearest_neighbor" : mode)}},
      {"coordinate_transformation_mode", Attr{transform}},
      {"rounding_method", Attr{std::string(old ? "floor" : c.string_attr("nearest_mode", "round_prefer_floor"))}},
      {"cubic_alpha", Attr{c.float_attr("cubic_coeff_a", -0.75)}},
      {"cubic_exclude", Attr{c.int_attr("exclude_outside", 0)}}};
  if (transform == "tf_crop_and_resize") attrs["extrapolation_value"] = Attr{c.float_attr("extrapolation_value", 0)};
  return attrs;
}

// Of a vector over all axes, starts and then ends where there are two, those from axis `first` on.
NodeId part_of(OnnxCall& c, size_t input, int64_t rank, int64_t first, bool twice) {
  if (first == 0) return c.in(input);
  const auto part = [&](int64_t from) {
    return c.emit(
        "strided_slice", {c.in(input)},
        {{"begin", graph::ints({from + first})}, {"end", graph::ints({from + rank})}, {"strides", graph::ints({1})}});
  };
  if (!twice) return part(0);
  return c.emit("concatenate", {c.emit_tuple({part(0), part(rank)})}, {{"axis", Attr{int64_t{0}}}});
}

Attr floats(const std::vector<double>& values) {
  graph::AttrList list;
  for (const double v : values) list.push_back(Attr{v});
  return Attr{std::move(list)};
}

// The constant scales of the axes from `first` on, as a vector.
NodeId scales_node(OnnxCall& c, const std::vector<double>& scales, size_t first) {
  NDArray values(DType::Float(32), {static_cast<int64_t>(scales.size() - first)});
  for (size_t i = first; i < scales.size(); ++i) values.set(static_cast<int64_t>(i - first), scales[i]);
  return c.constant_node(std::move(values), "scales");
}

// D, H or W.
std::string letter_of(const Resizing& to, size_t axis) {
  return std::string(1, "DHW"[3 + axis - to.rank()]);
}

// The run reads the sizes, or the scales, of the axes from `first` on.
void resize_as_computed(OnnxCall& c, const Resizing& to, size_t first, Attrs attrs) {
  const auto rank = static_cast<int64_t>(to.rank()), from = static_cast<int64_t>(first);
  const bool by_size = !to.input && to.scales.empty() && c.opset >= 11 && c.has(3);
  const std::optional<size_t> input = by_size ? std::optional<size_t>(3) : to.input;
  const std::vector<double> scales = to.scales.empty() ? scales_of(c, c.opset < 11 ? 1 : 2) : to.scales;
  const NodeId asked = input ? part_of(c, *input, rank, from, false) : scales_node(c, scales, first);
  const Shape& data = c.in_type(0).shape;
  std::vector<std::optional<Dim>> shape(data.begin(), data.begin() + from);
  for (size_t i = first; i < to.rank(); ++i)
    shape.push_back(to.sizes[i] ? to.sizes[i] : c.new_symbol(first == 0 ? fmt::format("d{}", i) : letter_of(to, i)));
  attrs["result_shape"] = OnnxCall::result_shape(shape);
  const NodeId roi = crops(c) && c.has(1) ? part_of(c, 1, rank, from, true) : c.vector_of({});
  const bool two_axes = first == 2 && rank == 4;
  c.set_output(0, c.emit(two_axes ? "dyn.image.resize2d" : "onnx.Resize", {c.in(0), asked, roi}, std::move(attrs)));
}

Converted resize_image(OnnxCall& c, const Resizing& to, Attrs attrs) {
  constexpr size_t kFirst = 2;
  const size_t axes = to.rank() - kFirst;
  attrs["layout"] = Attr{"NC" + std::string("DHW").substr(3 - axes)};
  Shape sizes;
  for (size_t i = kFirst; i < to.rank(); ++i)
    if (to.sizes[i]) sizes.push_back(*to.sizes[i]);
  if (to.input || sizes.size() < axes) {
    resize_as_computed(c, to, kFirst, std::move(attrs));
    return {};
  }
  if (crops(c)) {
    if (to.region.empty()) return "the region that it takes is not constant";
    std::vector<double> region;
    for (size_t i = 0; i < to.region.size(); ++i)
      if (i % to.rank() >= kFirst) region.push_back(to.region[i]);
    attrs["roi"] = floats(region);
  }
  attrs["size"] = graph::dims(sizes);
  if (!to.scales.empty()) attrs["scales"] = floats({to.scales.begin() + kFirst, to.scales.end()});
  c.set_output(0, c.emit(fmt::format("image.resize{}d", axes), {c.in(0)}, std::move(attrs)));
  return {};
}

Converted resize(OnnxCall& c) {
  if (!c.rank(0)) return kInputUntyped;
  Resizing to;
  if (Converted why = resizing_of(c, to); !why.empty()) return why;
  Attrs attrs = resize_attrs(c, c.opset < 11 || c.proto.op_type() == "Upsample");
  if (is_image(c, to)) return resize_image(c, to, std::move(attrs));
  if (to.rank() == 0) return "it has no form for tensors of this rank";
  resize_as_computed(c, to, 0, std::move(attrs));
  return {};
}

}  // namespace

void add_resize_converters(ConverterTable& table) {
  table["Resize"] = resize;
  table["Upsample"] = resize;
}

}  // namespace nw::import
