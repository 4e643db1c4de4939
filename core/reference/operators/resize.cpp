// SPDX-License-Identifier: GPL-3.0-or-later
// Resizing: every axis by itself, summed in double.
#include "reference/operators/resize.h"

#include <algorithm>
#include <cmath>

#include "reference/convolution.h"
#include "reference/layout.h"
#include "reference/operators/families.h"

namespace nw::reference {

namespace {

// In float32, as ONNX Runtime and PyTorch compute positions: a detector's boxes depend on their last digits.
struct AxisMap {
  float size, places, scale, start, end;
};

float position_of(const Call& c, const std::string& transform, float place, const AxisMap& m) {
  if (transform == "half_pixel") return (place + 0.5F) / m.scale - 0.5F;
  if (transform == "asymmetric") return place / m.scale;
  if (transform == "align_corners") return m.places <= 1 ? 0 : place * (m.size - 1) / (m.places - 1);
  if (transform == "pytorch_half_pixel") return m.places > 1 ? (place + 0.5F) / m.scale - 0.5F : 0;
  if (transform == "tf_half_pixel_for_nn") return (place + 0.5F) / m.scale;
  if (transform == "half_pixel_symmetric") {
    const float adjustment = m.places / (m.scale * m.size);
    const auto offset = static_cast<double>(m.size / 2 * (1 - adjustment));
    return static_cast<float>(offset + (static_cast<double>(place) + 0.5) / static_cast<double>(m.scale) - 0.5);
  }
  if (transform == "tf_crop_and_resize")
    return m.places > 1 ? m.start * (m.size - 1) + place * (m.end - m.start) * (m.size - 1) / (m.places - 1)
                        : 0.5F * (m.start + m.end) * (m.size - 1);
  c.refuse_value(fmt::format("there is no coordinate transformation '{}'", transform));
}

// What the position's own rounding in float32 moved off a half still counts as one, as in ONNX Runtime: the fifth of
// eight places from seven elements is at 4 / (8/7), which is 3.5.
bool is_half(double x) {
  constexpr double kRounding = 1e-6;
  return std::fabs(x - std::floor(x) - 0.5) <= kRounding;
}

double rounded(const Call& c, const std::string& rounding, double x) {
  if (rounding == "floor") return std::floor(x);
  if (rounding == "ceil") return std::ceil(x);
  if (rounding == "round") return std::nearbyint(x);
  if (rounding == "round_prefer_floor") return is_half(x) ? std::floor(x) : std::floor(x + 0.5);
  if (rounding == "round_prefer_ceil") return is_half(x) ? std::ceil(x) : std::floor(x + 0.5);
  c.refuse_value(fmt::format("there is no rounding '{}'", rounding));
}

// Keys' cubic convolution.
double cubic_weight(double distance, double a) {
  const double d = std::fabs(distance);
  if (d <= 1) return ((a + 2) * d - (a + 3)) * d * d + 1;
  if (d < 2) return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a;
  return 0;
}

}  // namespace

Taps taps_at(const Call& c, const ResizeRule& rule, int64_t size, double x) {
  Taps taps;
  const auto add = [&](int64_t at, double weight) {
    const bool outside = at < 0 || at >= size;
    taps.at[static_cast<size_t>(taps.count)] = std::clamp<int64_t>(at, 0, size - 1);
    taps.weight[static_cast<size_t>(taps.count++)] = outside && rule.exclude_outside ? 0 : weight;
  };
  if (!std::isfinite(x) || std::fabs(x) > 1e15) c.refuse_value("it samples at no finite place");
  const auto whole = static_cast<int64_t>(std::floor(x));
  const double part = x - std::floor(x);
  if (rule.method == "nearest_neighbor" || rule.method == "nearest") {
    const bool corners = rule.transform == "align_corners";
    add(static_cast<int64_t>(rounded(c, rule.rounding.empty() ? (corners ? "round" : "floor") : rule.rounding, x)), 1);
  } else if (rule.method == "linear" || rule.method == "bilinear" || rule.method == "trilinear") {
    add(whole, 1 - part);
    add(whole + 1, part);
    // What is outside takes the border's element, whatever the weights.
  } else if (rule.method == "cubic" || rule.method == "bicubic") {
    for (int64_t i = -1; i < 3; ++i) add(whole + i, cubic_weight(part - static_cast<double>(i), rule.cubic_alpha));
    double sum = 0;
    for (const double weight : taps.weight) sum += weight;
    if (rule.exclude_outside)
      for (double& weight : taps.weight) weight /= sum;
  } else {
    c.refuse_value(fmt::format("there is no method '{}'", rule.method));
  }
  return taps;
}

std::vector<Taps> resize_taps(const Call& c, const ResizeRule& rule, int64_t size, int64_t places, double scale,
                              double start, double end) {
  if (places < 0 || (size < 1 && places > 0))
    c.refuse_value(fmt::format("an axis of {} elements is resized to {}", size, places));
  const auto from = static_cast<float>(size), to = static_cast<float>(places);
  const float by = scale > 0 ? static_cast<float>(scale) : to / from;
  const float exact = scale > 0 ? by * from : to;
  const AxisMap map{from, rule.transform == "align_corners" ? exact : to, by, static_cast<float>(start),
                    static_cast<float>(end)};
  std::vector<Taps> all;
  for (int64_t i = 0; i < places; ++i) {
    const double x = static_cast<double>(position_of(c, rule.transform, static_cast<float>(i), map));
    const bool outside = rule.transform == "tf_crop_and_resize" && (x < 0 || x > static_cast<double>(size - 1));
    all.push_back(outside ? Taps{} : taps_at(c, rule, size, x));
  }
  return all;
}

namespace {

// One axis of (outer, size, inner) elements.
std::vector<double> resized_axis(const std::vector<double>& from, int64_t outer, int64_t size, int64_t inner,
                                 const std::vector<Taps>& taps) {
  std::vector<double> to(static_cast<size_t>(outer * inner) * taps.size(), 0);
  size_t at = 0;
  for (int64_t o = 0; o < outer; ++o)
    for (const Taps& t : taps) {
      spend(1 + inner / 16);
      for (int k = 0; k < t.count; ++k) {
        const double* const row = from.data() + (o * size + t.at[static_cast<size_t>(k)]) * inner;
        const double weight = t.weight[static_cast<size_t>(k)];
        if (weight == 0) continue;
        for (int64_t i = 0; i < inner; ++i) to[at + static_cast<size_t>(i)] += weight * row[i];
      }
      at += static_cast<size_t>(inner);
    }
  return to;
}

struct ResizeAxes {
  size_t first = 2;  // axis; all after it are resized
  std::vector<int64_t> places;
  std::vector<double> scales;  // may be empty
  std::vector<double> roi;     // start and end of each axis; may be empty
};

// Whether each place of the axis is the element of the same number: of a batch, say, which may be empty.
bool is_kept(const ResizeRule& rule, int64_t size, int64_t places, double scale) {
  return size == places && (scale == 0 || scale == 1) && rule.transform != "tf_crop_and_resize" &&
         rule.transform != "tf_half_pixel_for_nn";
}

// x of plain axes (N, C, spatial…), or of any where the first is resized too.
NDArray resized(const Call& c, const NDArray& x, const ResizeAxes& to, const ResizeRule& rule, double outside,
                DType dtype) {
  Extents shape = x.shape();
  std::vector<std::vector<Taps>> taps;
  std::vector<double> values = all_elements<double>(c, x);
  for (size_t a = 0; a < to.places.size(); ++a) {
    const size_t axis = a + to.first;
    const int64_t size = shape[axis];
    const bool cut = to.roi.size() == 2 * to.places.size();
    const double scale = to.scales.empty() ? 0 : to.scales[a];
    if (is_kept(rule, size, to.places[a], scale)) {
      taps.emplace_back();
      continue;
    }
    taps.push_back(
        resize_taps(c, rule, size, to.places[a], scale, cut ? to.roi[a] : 0, cut ? to.roi[to.places.size() + a] : 1));
    int64_t outer = 1, inner = 1;
    for (size_t i = 0; i < shape.size(); ++i) (i < axis ? outer : inner) *= i == axis ? 1 : shape[i];
    shape[axis] = to.places[a];
    c.reserve(shape, sizeof(double));
    values = resized_axis(values, outer, size, inner, taps.back());
  }
  const Strides own = row_major(shape);
  for (size_t a = 0; a < taps.size(); ++a) {
    if (std::ranges::all_of(taps[a], [](const Taps& t) { return t.count > 0; })) continue;
    for (size_t i = 0; i < values.size(); ++i)
      if (taps[a][static_cast<size_t>(static_cast<int64_t>(i) / own[a + to.first] % shape[a + to.first])].count == 0)
        values[i] = outside;
  }
  if (dtype.is_integer() && rule.method != "nearest_neighbor" && rule.method != "nearest")
    for (double& v : values) v = std::nearbyint(v);
  NDArray y = c.make(dtype, shape);
  store(y, 0, y.size(), values.data());
  return y;
}

ResizeRule rule_attrs(const Call& c, const char* method, const char* transform) {
  ResizeRule rule;
  rule.method = c.string_attr("method", method);
  rule.transform = c.string_attr("coordinate_transformation_mode", transform);
  rule.rounding = c.string_attr("rounding_method", "");
  rule.cubic_alpha = c.float_attr("cubic_alpha", c.float_attr("bicubic_alpha", -0.5));
  rule.exclude_outside = c.int_attr("cubic_exclude", c.int_attr("bicubic_exclude", 0)) != 0;
  return rule;
}

std::vector<double> floats_attr(const Call& c, const char* key) {
  std::vector<double> values;
  const auto it = c.attrs.find(key);
  if (it == c.attrs.end()) return values;
  if (const auto* list = std::get_if<graph::AttrList>(&it->second.value))
    for (const graph::Attr& entry : *list) values.push_back(graph::float_attr({{"v", entry}}, "v", 0));
  return values;
}

template <class F>
Value image_in_layout(const Call& c, size_t axes, F&& f) {
  const std::string plain = "NC" + spatial_letters(axes), layout = c.string_attr("layout", plain.c_str());
  return from_plain(c, f(to_plain(c, c.tensor(0), layout, plain)), plain, layout);
}

// Rounded down, in float32 as ONNX has it: 10 elements by 0.7f are 7.
int64_t scaled_size(int64_t size, double scale) {
  return static_cast<int64_t>(std::floor(static_cast<float>(size) * static_cast<float>(scale)));
}

// The sizes come as integers, or as scales.
ResizeAxes sizes_given(const Call& c, size_t argument, const Extents& data) {
  ResizeAxes to;
  const std::vector<double> given = all_elements<double>(c, c.tensor(argument));
  if (given.size() == data.size()) to.first = 0;
  if (given.size() + to.first != data.size()) c.refuse_shapes("not one size an axis");
  const bool scales = c.tensor(argument).dtype().is_float();
  for (size_t i = 0; i < given.size(); ++i) {
    if (!(given[i] >= 0 && given[i] < 1e9)) c.refuse_value(fmt::format("an axis is resized by {}", given[i]));
    to.places.push_back(scales ? scaled_size(data[i + to.first], given[i]) : static_cast<int64_t>(given[i]));
  }
  if (scales) to.scales = given;
  if (argument + 1 < c.count()) to.roi = all_elements<double>(c, c.tensor(argument + 1));
  return to;
}

NDArray resized_to(const Call& c, const NDArray& x, const ResizeAxes& to) {
  return resized(c, x, to, rule_attrs(c, "linear", "half_pixel"), c.float_attr("extrapolation_value", 0),
                 c.out_dtype(c.dtype_attr("out_dtype", x.dtype())));
}

template <size_t Axes>
Value resize(const Call& c) {
  return image_in_layout(c, Axes, [&](const NDArray& x) {
    if (c.node.op.starts_with("dyn.")) return resized_to(c, x, sizes_given(c, 1, x.shape()));
    ResizeAxes to;
    to.scales = floats_attr(c, "scales");
    to.roi = floats_attr(c, "roi");
    if (!to.scales.empty() && to.scales.size() != Axes) c.refuse_attribute("scales", "must hold one number an axis");
    if (to.scales.empty() || c.declared_shape())
      to.places = c.repeated("size", Axes, 0);
    else
      for (size_t i = 0; i < Axes; ++i) to.places.push_back(scaled_size(x.shape()[i + 2], to.scales[i]));
    return resized_to(c, x, to);
  });
}

// Sizes or scales that a run tells, of the spatial axes or of all, which Relay has for images only.
Value resize_any(const Call& c) {
  return resized_to(c, c.tensor(0), sizes_given(c, 1, c.tensor(0).shape()));
}

template <size_t Axes>
Value upsampling(const Call& c) {
  const std::string letters = spatial_letters(Axes);
  std::vector<double> scales;
  for (size_t i = 0; i < Axes; ++i) {
    const std::string key = std::string("scale_") + static_cast<char>(letters[i] - 'A' + 'a');
    scales.push_back(c.count() > 1 ? c.number(1 + i) : c.float_attr(key.c_str(), c.float_attr("scale", 1)));
    if (!(scales.back() > 0 && scales.back() < 1e6)) c.refuse_value("its scale must be positive");
  }
  const bool corners = c.bool_attr("align_corners", false);
  return image_in_layout(c, Axes, [&](const NDArray& x) {
    ResizeAxes to;
    for (size_t i = 0; i < Axes; ++i)
      to.places.push_back(std::llround(static_cast<double>(x.shape()[i + 2]) * scales[i]));
    return resized(c, x, to, rule_attrs(c, "nearest_neighbor", corners ? "align_corners" : "asymmetric"), 0,
                   c.out_dtype(x.dtype()));
  });
}

}  // namespace

void add_resizing_operators(Table& table) {
  table.add("image.resize1d", resize<1>);
  table.add("image.resize2d dyn.image.resize2d", resize<2>);
  table.add("image.resize3d", resize<3>);
  table.add("onnx.Resize", resize_any);
  table.add("nn.upsampling dyn.nn.upsampling", upsampling<2>);
  table.add("nn.upsampling3d dyn.nn.upsampling3d", upsampling<3>);
}

}  // namespace nw::reference
