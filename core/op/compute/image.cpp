// SPDX-License-Identifier: GPL-3.0-or-later
// Images of the layout NC and spatial axes: resized, sampled at a grid, with channels moved into blocks of pixels and
// back. Which elements of an axis a place is made of, and with which weights, is a small stage of its own for each
// axis.
#include <cmath>

#include "op/compute/tools.h"

namespace nw::op {

namespace {

const DType kFloat = DType::Float(32);

Expr number_of(double value) {
  return tir::constant(kFloat, value);
}
Expr intrinsic_of(const char* name, const Expr& x) {
  return tir::call(x->dtype, name, {x});
}
Expr whole(const Expr& x) {
  return tir::cast(DType::Int(32), x);
}
Expr clamped(const Expr& i, const Expr& size) {
  return tir::max(tir::min(i, size - number(1)), number(0));
}

struct SamplingRule {
  bool nearest = false, cubic = false, exclude_outside = false;
  std::string transform, rounding;
  double alpha = -0.5;
  int64_t taps() const { return nearest ? 1 : cubic ? 4 : 2; }
};

// Nothing: a rule that has no computation.
std::optional<SamplingRule> rule_of(const ComputeContext& c) {
  const graph::Attrs& attrs = c.node.attrs;
  const std::string method = graph::string_attr(attrs, "method", "linear");
  SamplingRule rule;
  rule.nearest = method == "nearest_neighbor" || method == "nearest";
  rule.cubic = method == "cubic" || method == "bicubic";
  if (!rule.nearest && !rule.cubic && method != "linear" && method != "bilinear" && method != "trilinear")
    return std::nullopt;
  rule.transform = graph::string_attr(attrs, "coordinate_transformation_mode", "half_pixel");
  for (const char* known : {"half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel", "tf_half_pixel_for_nn"})
    if (rule.transform == known) {
      rule.rounding = graph::string_attr(attrs, "rounding_method", "");
      if (rule.rounding.empty()) rule.rounding = rule.transform == "align_corners" ? "round" : "floor";
      rule.alpha = graph::float_attr(attrs, "cubic_alpha", graph::float_attr(attrs, "bicubic_alpha", -0.5));
      rule.exclude_outside = graph::int_attr(attrs, "cubic_exclude", graph::int_attr(attrs, "bicubic_exclude", 0)) != 0;
      return rule;
    }
  return std::nullopt;
}

// Of `places` places made of `size` elements. scale: places for an element; 0: their ratio.
struct Axis {
  Expr size, places;
  double scale = 0;
};

// Where place i lies among the elements: in float32, as ONNX Runtime and PyTorch compute it.
Expr position(const SamplingRule& rule, const Axis& axis, const Expr& i) {
  const Expr place = tir::cast(kFloat, i), size = tir::cast(kFloat, axis.size), places = tir::cast(kFloat, axis.places);
  const Expr scale =
      axis.scale > 0 ? number_of(static_cast<double>(static_cast<float>(axis.scale))) : tir::div(places, size);
  const Expr half = number_of(0.5), zero = number_of(0), one = number_of(1);
  if (rule.transform == "asymmetric") return tir::div(place, scale);
  if (rule.transform == "tf_half_pixel_for_nn") return tir::div(place + half, scale);
  if (rule.transform == "align_corners") {
    const Expr last = (axis.scale > 0 ? scale * size : places) - one;
    return tir::select(tir::le(last, zero), zero, tir::div(place * (size - one), last));
  }
  const Expr centre = tir::div(place + half, scale) - half;
  return rule.transform == "half_pixel" ? centre : tir::select(tir::gt(places, one), centre, zero);
}

Expr rounded_position(const std::string& rounding, const Expr& x) {
  if (rounding == "floor" || rounding == "ceil") return intrinsic_of(rounding.c_str(), x);
  if (rounding == "round") return intrinsic_of("nearbyint", x);
  // A half that the position's own rounding has moved is still one.
  const Expr low = intrinsic_of("floor", x), distance = intrinsic_of("fabs", x - low - number_of(0.5));
  const Expr at_half = rounding == "round_prefer_floor" ? low : intrinsic_of("ceil", x);
  return tir::select(tir::le(distance, number_of(1e-6)), at_half, intrinsic_of("floor", x + number_of(0.5)));
}

// Keys' cubic convolution of an element at this distance: `near`: at most 1, else up to 2.
Expr cubic_weight(const Expr& d, double alpha, bool near) {
  const Expr a = number_of(alpha);
  if (near) return ((a + number_of(2)) * d - (a + number_of(3))) * d * d + number_of(1);
  return ((a * d - number_of(5) * a) * d + number_of(8) * a) * d - number_of(4) * a;
}

// The weight of tap k, whose first element but one (of four) or first (of two) is `part` before the position.
Expr tap_weight(const SamplingRule& rule, int64_t k, const Expr& part) {
  const Expr one = number_of(1);
  if (!rule.cubic) return k == 0 ? one - part : part;
  if (k == 0) return cubic_weight(part + one, rule.alpha, false);
  if (k == 1) return cubic_weight(part, rule.alpha, true);
  return k == 2 ? cubic_weight(one - part, rule.alpha, true) : cubic_weight(number_of(2) - part, rule.alpha, false);
}

// Element and weight of each tap of a place; the element alone where there is one.
struct Taps {
  std::vector<Tensor> at, weight;  // by tap; weight is empty for one tap
};

Expr nth_element(const SamplingRule& rule, const Expr& x, int64_t k) {
  if (rule.nearest) return whole(rounded_position(rule.rounding, x));
  return whole(intrinsic_of("floor", x)) + number(rule.cubic ? k - 1 : k);
}

Taps taps_of(const SamplingRule& rule, const Axis& axis, const std::string& name) {
  Taps taps;
  const auto stage = [&](const std::string& what, const std::function<Expr(const Expr&)>& body) {
    return te::compute(
        {axis.places}, [&](const std::vector<Var>& v) { return body(position(rule, axis, v[0])); }, name + what, {"i"},
        "resize_places");
  };
  const auto weight = [&](const Expr& x, int64_t k) {
    const Expr of = tap_weight(rule, k, x - intrinsic_of("floor", x));
    if (!rule.exclude_outside) return of;
    const Expr at = nth_element(rule, x, k);
    return tir::select(tir::logical_and(tir::le(number(0), at), tir::lt(at, axis.size)), of, number_of(0));
  };
  for (int64_t k = 0; k < rule.taps(); ++k) {
    const std::string number_k = rule.nearest ? std::string() : std::to_string(k);
    taps.at.push_back(
        stage("_at" + number_k, [&](const Expr& x) { return clamped(nth_element(rule, x, k), axis.size); }));
    if (rule.nearest) continue;
    taps.weight.push_back(stage("_weight" + number_k, [&](const Expr& x) {
      if (!rule.cubic || !rule.exclude_outside) return weight(x, k);
      Expr sum = weight(x, 0);
      for (int64_t i = 1; i < rule.taps(); ++i) sum = sum + weight(x, i);
      return tir::div(weight(x, k), sum);
    }));
  }
  return taps;
}

// The element of `data` at these indices, of which the axes from `axis` on are places: the sum over their taps.
Expr resized_element(const Tensor& data, const std::vector<std::optional<Taps>>& taps, std::vector<Expr> at,
                     size_t axis, DType type) {
  if (axis == at.size()) return tir::cast(type, te::read(data, at));
  const std::optional<Taps>& own = taps[axis];
  if (!own) return resized_element(data, taps, std::move(at), axis + 1, type);
  const Expr place = at[axis];
  Expr sum;
  for (size_t k = 0; k < own->at.size(); ++k) {
    at[axis] = clamped(te::read(own->at[k], {place}), data->shape[axis]);  // so that no kernel has to test it
    Expr value = resized_element(data, taps, at, axis + 1, type);
    if (!own->weight.empty()) value = value * tir::cast(type, te::read(own->weight[k], {place}));
    sum = sum ? sum + value : value;
  }
  return sum;
}

std::vector<double> numbers_attr(const graph::Attrs& attrs, const char* key) {
  std::vector<double> numbers;
  const auto it = attrs.find(key);
  const auto* list = it == attrs.end() ? nullptr : std::get_if<graph::AttrList>(&it->second.value);
  if (list)
    for (const graph::Attr& entry : *list) numbers.push_back(graph::float_attr({{"v", entry}}, "v", 0));
  return numbers;
}

bool has_usual_layout(const ComputeContext& c, size_t rank) {
  const std::string usual = "NC" + std::string("DHW").substr(rank < 5 ? 5 - rank : 0);
  return graph::string_attr(c.node.attrs, "layout", usual.c_str()) == usual;
}

Result<std::vector<Tensor>> resize_image(const ComputeContext& c) {
  const Tensor& data = c.args[0];
  const size_t rank = data->shape.size();
  const std::optional<SamplingRule> rule = rule_of(c);
  if (!rule || rank < 3 || rank > 5 || !has_usual_layout(c, rank))
    return no_compute(c, "its method, transformation or layout has no computation");
  if (!rule->nearest && !data->dtype.is_float()) return no_compute(c, "it takes floats only");
  const std::vector<double> scales = numbers_attr(c.node.attrs, "scales");
  if (!scales.empty() && scales.size() + 2 != rank) return no_compute(c, "it has not one scale an axis");
  const std::vector<Expr> shape = extents(c.out_type);
  std::vector<std::optional<Taps>> taps(rank);
  for (size_t a = 2; a < rank; ++a) {
    const double scale = scales.empty() ? 0 : scales[a - 2];
    if (tir::is_zero(data->shape[a])) return no_compute(c, "its data have no elements");
    const bool kept = tir::structural_equal(data->shape[a], shape[a]) && (scale == 0 || scale == 1);
    if (kept && rule->transform != "tf_half_pixel_for_nn") continue;
    taps[a] = taps_of(*rule, {data->shape[a], shape[a], scale}, c.name + "_" + axis_names(rank)[a]);
  }
  const DType type = rule->nearest ? data->dtype : sum_type(data->dtype);
  return std::vector{map(
      c,
      [&](const std::vector<Var>& v) {
        return tir::cast(c.out_type.dtype, resized_element(data, taps, as_indices(v), 2, type));
      },
      "injective")};
}

// Where a coordinate from -1 to 1 lies among `size` elements.
Expr grid_position(const ComputeContext& c, const Expr& x, const Expr& size) {
  const Expr n = tir::cast(kFloat, size), one = number_of(1);
  const bool corners = graph::bool_attr(c.node.attrs, "align_corners", true);
  const Expr p = corners ? tir::div(x + one, number_of(2)) * (n - one) : tir::div((x + one) * n - one, number_of(2));
  const bool border = graph::string_attr(c.node.attrs, "padding_mode", "zeros") == "border";
  const Expr low = border ? number_of(0) : number_of(-2), high = border ? n - one : n + one;
  // What is not a number lies outside.
  return tir::select(tir::eq(p, p), tir::min(tir::max(p, low), high), border ? number_of(0) : number_of(-1));
}

Result<std::vector<Tensor>> sampled_grid(const ComputeContext& c) {
  const Tensor &data = c.args[0], &grid = c.args[1];
  const std::string method = graph::string_attr(c.node.attrs, "method", "bilinear"),
                    padding = graph::string_attr(c.node.attrs, "padding_mode", "zeros");
  const bool nearest = method == "nearest";
  if (data->shape.size() != 4 || !has_usual_layout(c, 4) || (!nearest && method != "bilinear") ||
      (padding != "zeros" && padding != "border") || !data->dtype.is_float() || !grid->dtype.is_float())
    return no_compute(c, "its method, padding or layout has no computation");
  if (tir::is_zero(data->shape[2]) || tir::is_zero(data->shape[3])) return no_compute(c, "its data have no elements");
  const auto places = [&](int64_t coordinate, size_t axis, const char* name) {
    return te::compute(
        {grid->shape[0], grid->shape[2], grid->shape[3]},
        [&](const std::vector<Var>& v) {
          const Expr x = tir::cast(kFloat, te::read(grid, {v[0], number(coordinate), v[1], v[2]}));
          return grid_position(c, x, data->shape[axis]);
        },
        c.name + name, {"n", "h", "w"}, "resize_places");
  };
  const Tensor rows = places(1, 2, "_rows"), columns = places(0, 3, "_columns");
  const DType type = sum_type(data->dtype);
  return std::vector{map(
      c,
      [&](const std::vector<Var>& v) {
        const Expr y = te::read(rows, {v[0], v[2], v[3]}), x = te::read(columns, {v[0], v[2], v[3]});
        const auto element = [&](const Expr& i, const Expr& j) {
          const Expr value =
              tir::cast(type, te::read(data, {v[0], v[1], clamped(i, data->shape[2]), clamped(j, data->shape[3])}));
          const auto within = [](const Expr& at, const Expr& size) {
            return tir::logical_and(tir::le(number(0), at), tir::lt(at, size));
          };
          const Expr inside = tir::logical_and(within(i, data->shape[2]), within(j, data->shape[3]));
          return padding == "zeros" ? tir::select(inside, value, tir::constant(type, 0)) : value;
        };
        if (nearest)
          return tir::cast(c.out_type.dtype,
                           element(whole(intrinsic_of("nearbyint", y)), whole(intrinsic_of("nearbyint", x))));
        const Expr top = intrinsic_of("floor", y), left = intrinsic_of("floor", x);
        const Expr down = tir::cast(type, y - top), right = tir::cast(type, x - left), one = tir::constant(type, 1);
        const Expr i = whole(top), j = whole(left);
        const Expr upper = element(i, j) * (one - right) + element(i, j + number(1)) * right;
        const Expr lower = element(i + number(1), j) * (one - right) + element(i + number(1), j + number(1)) * right;
        return tir::cast(c.out_type.dtype, upper * (one - down) + lower * down);
      },
      "injective")};
}

// Blocks of pixels from channels, or back: the block is the outer part of the channels ("DCR") or the inner one
// ("CRD").
Result<std::vector<Tensor>> depth_and_space(const ComputeContext& c, bool to_space) {
  const int64_t block = graph::int_attr(c.node.attrs, "block_size", 1);
  const Tensor& data = c.args[0];
  if (data->shape.size() != 4 || block < 1 || !has_usual_layout(c, 4))
    return no_compute(c, "only the layout NCHW has a computation");
  const bool inner = to_space && graph::string_attr(c.node.attrs, "mode", "DCR") == "CRD";
  const Expr b = number(block);
  return std::vector{map(
      c,
      [&](const std::vector<Var>& v) {
        if (!to_space) {
          const Expr channels = data->shape[1];
          const Expr at = tir::floordiv(v[1], channels);
          return te::read(data, {v[0], tir::floormod(v[1], channels), Expr(v[2]) * b + tir::floordiv(at, b),
                                 Expr(v[3]) * b + tir::floormod(at, b)});
        }
        const Expr at = tir::floormod(v[2], b) * b + tir::floormod(v[3], b);
        const Expr channel = inner ? Expr(v[1]) * number(block * block) + at : at * extents(c.out_type)[1] + v[1];
        return te::read(data, {v[0], channel, tir::floordiv(v[2], b), tir::floordiv(v[3], b)});
      },
      "injective")};
}

}  // namespace

void add_image_compute(Registry& registry) {
  set_compute(registry, "image.resize1d image.resize2d image.resize3d", resize_image);
  set_compute(registry, "image.grid_sample", sampled_grid);
  set_compute(registry, "nn.depth_to_space", [](const ComputeContext& c) { return depth_and_space(c, true); });
  set_compute(registry, "nn.space_to_depth", [](const ComputeContext& c) { return depth_and_space(c, false); });
}

}  // namespace nw::op
