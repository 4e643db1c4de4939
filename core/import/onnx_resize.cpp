// SPDX-License-Identifier: GPL-3.0-or-later
// Resize and Upsample. Relay resizes the spatial axes of an image; where other axes are resized, or may be, the
// operator "onnx.Resize" takes one number an axis of the tensor.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "import/onnx_call.h"
#include "op/rules.h"

namespace nw::import {

namespace {

// What a Resize asks for, one element an axis of the tensor.
struct Resizing {
  std::vector<std::optional<Dim>> sizes;  // nothing: known at run time only
  std::vector<double> scales;             // where sizes do not say the same
  std::optional<NodeId> asked;            // sizes or scales that a run has to read, one an axis
  std::vector<double> region;             // of tf_crop_and_resize, where it is constant: all starts, then all ends
  std::optional<NodeId> computed_region;  // where it is not
  std::vector<int64_t> axes;              // that sizes, scales and the region are of, in their order

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

// The axes that sizes, scales and the region are of, in their order: all, where none are named.
std::optional<std::vector<int64_t>> resized_axes(const OnnxCall& c, size_t rank) {
  std::vector<int64_t> axes;
  for (const int64_t named : c.ints_attr("axes")) {
    const std::optional<size_t> axis = op::axis_of(named, rank);
    if (!axis || std::ranges::count(axes, static_cast<int64_t>(*axis)) > 0) return std::nullopt;
    axes.push_back(static_cast<int64_t>(*axis));
  }
  for (size_t i = 0; !c.has_attr("axes") && i < rank; ++i) axes.push_back(static_cast<int64_t>(i));
  return axes;
}

bool names_all(const std::vector<int64_t>& axes, size_t rank) {
  for (size_t i = 0; i < axes.size(); ++i)
    if (axes[i] != static_cast<int64_t>(i)) return false;
  return axes.size() == rank;
}

NodeId floats_node(OnnxCall& c, const std::vector<double>& values) {
  NDArray data(DType::Float(32), {static_cast<int64_t>(values.size())});
  for (size_t i = 0; i < values.size(); ++i) data.set(static_cast<int64_t>(i), values[i]);
  return c.constant_node(std::move(data), "scales");
}

// What a run tells of the named axes, among what stays as it is of the others.
NodeId among_all(OnnxCall& c, NodeId others, const std::vector<int64_t>& places, NodeId values) {
  return c.emit("scatter", {others, c.vector_of(places), c.cast(values, c.type(others).dtype)},
                {{"axis", Attr{int64_t{0}}}});
}

void computed_sizes(OnnxCall& c, size_t input, bool by_size, const std::vector<int64_t>& axes, Resizing& to) {
  const size_t rank = c.in_type(0).shape.size();
  to.asked = c.in(input);
  if (names_all(axes, rank)) return;
  const NodeId others = by_size ? c.emit("shape_of", {c.in(0)}, {{"dtype", Attr{std::string("int64")}}})
                                : floats_node(c, std::vector<double>(rank, 1));
  to.asked = among_all(c, others, axes, *to.asked);
  for (size_t i = 0; i < rank; ++i)
    if (std::ranges::count(axes, static_cast<int64_t>(i)) == 0) to.sizes[i] = c.in_type(0).shape[i];
}

Converted region_of(OnnxCall& c, const std::vector<int64_t>& axes, Resizing& to) {
  if (!crops(c) || !c.has(1)) return {};
  const size_t rank = to.rank();
  std::vector<double> whole(2 * rank, 0);
  std::fill(whole.begin() + static_cast<std::ptrdiff_t>(rank), whole.end(), 1.0);
  std::vector<int64_t> places = axes;
  for (const int64_t axis : axes) places.push_back(axis + static_cast<int64_t>(rank));
  const std::optional<NDArray> region = c.constant(1);
  if (!region) {
    to.computed_region = names_all(axes, rank) ? c.in(1) : among_all(c, floats_node(c, whole), places, c.in(1));
    return {};
  }
  if (region->size() != static_cast<int64_t>(places.size())) return "its region has not two numbers an axis";
  for (size_t i = 0; i < places.size(); ++i)
    whole[static_cast<size_t>(places[i])] = region->at(static_cast<int64_t>(i));
  to.region = std::move(whole);
  return {};
}

// As large as the sizes allow, or as they want at least, with one scale for all named axes; halves are rounded up.
Converted keep_aspect_ratio(const OnnxCall& c, const std::vector<int64_t>& axes, bool larger, Resizing& to) {
  std::optional<double> scale;
  const auto size_of = [&](int64_t axis) { return c.in_type(0).shape[static_cast<size_t>(axis)].constant(); };
  for (const int64_t axis : axes) {
    const auto& wanted = to.sizes[static_cast<size_t>(axis)];
    const std::optional<int64_t> from = size_of(axis), size = wanted ? wanted->constant() : std::nullopt;
    if (!from || !size || *from == 0) return "it keeps the aspect ratio of sizes that are not constant";
    const double each = static_cast<double>(*size) / static_cast<double>(*from);
    scale = !scale ? each : larger ? std::max(*scale, each) : std::min(*scale, each);
  }
  for (const int64_t axis : axes)
    to.sizes[static_cast<size_t>(axis)] =
        Dim(static_cast<int64_t>(std::floor(*scale * static_cast<double>(*size_of(axis)) + 0.5)));
  return {};
}

Converted resizing_of(OnnxCall& c, Resizing& to) {
  const size_t rank = c.in_type(0).shape.size();
  const bool old = c.opset < 11;
  const size_t scales_input = old ? 1 : 2;
  const auto axes = resized_axes(c, rank);
  if (!axes) return "its axes lie outside its input, or name one twice";
  if (c.int_attr("antialias", 0) != 0) return "it filters what it makes smaller";
  to.axes = *axes;
  const std::string policy = c.string_attr("keep_aspect_ratio_policy", "stretch");
  const std::vector<double> scales = scales_of(c, scales_input);
  if (!scales.empty() && scales.size() != axes->size()) return "it has not one scale an axis";
  const bool by_size = !old && c.has(3);
  const Shape& data = c.in_type(0).shape;
  if (const ShapeValue* asked = by_size ? c.shape_value(3) : nullptr) {
    if (asked->elements.size() != axes->size()) return "it has not one size an axis";
    to.sizes.assign(data.begin(), data.end());
    for (size_t i = 0; i < axes->size(); ++i) to.sizes[static_cast<size_t>((*axes)[i])] = asked->elements[i];
    if (policy != "stretch") {
      if (Converted why = keep_aspect_ratio(c, *axes, policy == "not_smaller", to); !why.empty()) return why;
    } else if (!c.is_given(asked->elements, 0)) {
      computed_sizes(c, 3, true, *axes, to);
    }
  } else if (!scales.empty()) {
    std::vector<double> all(rank, 1);
    for (size_t i = 0; i < axes->size(); ++i) all[static_cast<size_t>((*axes)[i])] = scales[i];
    sizes_by_scales(c, all, to);
  } else {
    to.sizes.resize(rank);
    if (by_size && policy != "stretch") return "it keeps the aspect ratio of sizes that are not constant";
    if (!c.has(by_size ? 3 : scales_input)) return "it has neither scales nor sizes";
    computed_sizes(c, by_size ? 3 : scales_input, by_size, *axes, to);
  }
  return region_of(c, *axes, to);
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
NodeId part_of(OnnxCall& c, NodeId vector, int64_t rank, int64_t first, bool twice) {
  if (first == 0) return vector;
  const auto part = [&](int64_t from) {
    return c.emit(
        "strided_slice", {vector},
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

// D, H or W.
std::string letter_of(const Resizing& to, size_t axis) {
  return std::string(1, "DHW"[3 + axis - to.rank()]);
}

// The sizes of the axes from `first` on where they say all, else the scales.
NodeId known_sizes(OnnxCall& c, const Resizing& to, size_t first) {
  if (!to.scales.empty())
    return floats_node(c, {to.scales.begin() + static_cast<std::ptrdiff_t>(first), to.scales.end()});
  std::vector<int64_t> sizes;
  for (size_t i = first; i < to.rank(); ++i)
    if (const auto size = to.sizes[i] ? to.sizes[i]->constant() : std::nullopt) sizes.push_back(*size);
  if (sizes.size() + first == to.rank()) return c.vector_of(sizes);
  Resizing computed;
  computed.sizes.resize(to.rank());
  computed_sizes(c, 3, true, to.axes, computed);
  return part_of(c, *computed.asked, static_cast<int64_t>(to.rank()), static_cast<int64_t>(first), false);
}

// The run reads the sizes, or the scales, of the axes from `first` on.
void resize_as_computed(OnnxCall& c, const Resizing& to, size_t first, Attrs attrs) {
  const auto rank = static_cast<int64_t>(to.rank()), from = static_cast<int64_t>(first);
  const NodeId asked = to.asked ? part_of(c, *to.asked, rank, from, false) : known_sizes(c, to, first);
  const Shape& data = c.in_type(0).shape;
  std::vector<std::optional<Dim>> shape(data.begin(), data.begin() + from);
  for (size_t i = first; i < to.rank(); ++i)
    shape.push_back(to.sizes[i] ? to.sizes[i] : c.new_symbol(first == 0 ? fmt::format("d{}", i) : letter_of(to, i)));
  attrs["result_shape"] = OnnxCall::result_shape(shape);
  const std::optional<NodeId> region = !to.region.empty() ? floats_node(c, to.region) : to.computed_region;
  const NodeId roi = region ? part_of(c, *region, rank, from, true) : c.vector_of({});
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
  if (to.asked || to.computed_region || sizes.size() < axes) {
    resize_as_computed(c, to, kFirst, std::move(attrs));
    return {};
  }
  if (crops(c)) {
    if (to.region.empty()) return "it names no region to take";
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
  const bool constant = std::ranges::all_of(to.sizes, [](const auto& size) { return size && size->constant(); });
  if (c.string_attr("keep_aspect_ratio_policy", "stretch") != "stretch" && !constant)
    return "it keeps the aspect ratio of sizes that are not constant";
  resize_as_computed(c, to, 0, std::move(attrs));
  return {};
}

}  // namespace

void add_resize_converters(ConverterTable& table) {
  table["Resize"] = resize;
  table["Upsample"] = resize;
}

}  // namespace nw::import
