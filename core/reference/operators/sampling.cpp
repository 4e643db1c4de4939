// SPDX-License-Identifier: GPL-3.0-or-later
// Images sampled at places that come as data: grids, boxes, regions of interest.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "reference/layout.h"
#include "reference/operators/families.h"
#include "reference/operators/resize.h"

namespace nw::reference {

namespace {

double reflected(double x, double low, double high) {
  if (high <= low) return 0;
  const double span = high - low, distance = std::fabs(x - low), rest = std::fmod(distance, span);
  return std::fmod(std::floor(distance / span), 2) == 0 ? low + rest : high - rest;
}

// An element of one image plane of up to three axes; what is outside is 0, the border, or mirrored.
class GridSampler {
 public:
  GridSampler(const Call& c, Extents size)
      : c_(c),
        size_(std::move(size)),
        method_(c.string_attr("method", "bilinear")),
        padding_(c.string_attr("padding_mode", "zeros")),
        corners_(c.bool_attr("align_corners", true)) {
    if (padding_ != "zeros" && padding_ != "border" && padding_ != "reflection")
      c.refuse_attribute("padding_mode", "must be \"zeros\", \"border\" or \"reflection\"");
    rule_.method = method_ == "nearest" ? "nearest_neighbor" : method_;
    rule_.rounding = "round";
    rule_.cubic_alpha = -0.75;
  }

  // `at`: one coordinate an axis, from -1 to 1, in the axes' order.
  double operator()(const double* plane, const std::vector<double>& at) const {
    std::vector<double> places;
    for (size_t a = 0; a < at.size(); ++a) places.push_back(place(a, at[a]));
    return sample(plane, places, 0, 0);
  }

 private:
  double place(size_t a, double x) const {
    const auto n = static_cast<double>(size_[a]);
    double p = corners_ ? (x + 1) / 2 * (n - 1) : ((x + 1) * n - 1) / 2;
    if (!std::isfinite(p)) return -1;
    if (rule_.method == "bicubic" || rule_.method == "cubic") return p;  // its taps are padded one by one
    if (padding_ == "border") return std::clamp(p, 0.0, n - 1);
    if (padding_ == "reflection")
      return std::clamp(corners_ ? reflected(p, 0, n - 1) : reflected(p, -0.5, n - 0.5), 0.0, n - 1);
    return std::clamp(p, -1e9, 1e9);
  }
  // Of a tap: the element, or -1.
  int64_t element(size_t a, int64_t i) const {
    const int64_t n = size_[a];
    if (i >= 0 && i < n) return i;
    if (padding_ == "zeros") return -1;
    if (padding_ == "border") return std::clamp<int64_t>(i, 0, n - 1);
    const auto x = static_cast<double>(i), end = static_cast<double>(n);
    return std::clamp<int64_t>(
        static_cast<int64_t>(std::nearbyint(corners_ ? reflected(x, 0, end - 1) : reflected(x, -0.5, end - 0.5))), 0,
        n - 1);
  }
  double sample(const double* plane, const std::vector<double>& places, size_t axis, int64_t flat) const {
    if (axis == places.size()) return plane[flat];
    const double whole = std::floor(places[axis]), part = places[axis] - whole;
    const auto first = static_cast<int64_t>(whole);
    double sum = 0;
    const auto add = [&](int64_t i, double weight) {
      const int64_t e = element(axis, i);
      if (e >= 0 && weight != 0) sum += weight * sample(plane, places, axis + 1, flat * size_[axis] + e);
    };
    if (rule_.method == "nearest_neighbor") {
      add(static_cast<int64_t>(std::nearbyint(places[axis])), 1);
    } else if (rule_.method == "bicubic" || rule_.method == "cubic") {
      const Taps taps = taps_at(c_, rule_, int64_t{1} << 40, part + 1);  // of weights only
      for (int64_t k = 0; k < 4; ++k) add(first - 1 + k, taps.weight[static_cast<size_t>(k)]);
    } else {
      add(first, 1 - part);
      add(first + 1, part);
    }
    return sum;
  }

  const Call& c_;
  const Extents size_;
  const std::string method_, padding_;
  const bool corners_;
  ResizeRule rule_;
};

// data (N, C, spatial…), grid (N, axes, spatial'…), of which the first coordinate is the last axis's
Value grid_sample(const Call& c) {
  const NDArray &x = c.tensor(0), &grid = c.tensor(1);
  const size_t axes = x.shape().size() - 2;
  if (x.shape().size() < 3 || grid.shape().size() != axes + 2 || grid.shape()[1] != static_cast<int64_t>(axes) ||
      grid.shape()[0] != x.shape()[0])
    c.refuse_shapes("data and grid do not belong together");
  Extents shape{x.shape()[0], x.shape()[1]};
  shape.insert(shape.end(), grid.shape().begin() + 2, grid.shape().end());
  const Extents size(x.shape().begin() + 2, x.shape().end());
  const GridSampler sampler(c, size);
  const std::vector<double> data = all_elements<double>(c, x);
  NDArray y = c.make(x.dtype(), shape);
  const int64_t plane = element_count(size), points = element_count(Extents(shape.begin() + 2, shape.end()));
  if (plane == 0) c.refuse_shapes("the data has no elements");
  std::vector<double> at(axes);
  for (int64_t i = 0; i < y.size(); ++i) {
    spend(4);
    const int64_t image = i / (points * shape[1]);
    for (size_t a = 0; a < axes; ++a)
      at[axes - 1 - a] = grid.at((image * static_cast<int64_t>(axes) + static_cast<int64_t>(a)) * points + i % points);
    const double value = sampler(data.data() + i / points * plane, at);
    store(y, i, 1, &value);
  }
  return y;
}

// theta (N, axes, axes + 1) by (x, y, …, 1) of each place, size (N, C, spatial…). An axis goes from -1 to 1, between
// the centres of its outer elements (align_corners) or between their edges.
Value onnx_affine_grid(const Call& c) {
  const NDArray& theta = c.tensor(0);
  const std::vector<int64_t> size = c.ints(1);
  const size_t axes = size.size() < 2 ? 0 : size.size() - 2;
  const auto count = static_cast<int64_t>(axes);
  if (axes < 2 || theta.shape() != Extents{size[0], count, count + 1})
    c.refuse_shapes("theta is (N, axes, axes + 1), the size (N, C) and one number an axis");
  const bool centres = c.int_attr("align_corners", 0) != 0;
  Extents shape{size[0]};
  shape.insert(shape.end(), size.begin() + 2, size.end());
  shape.push_back(count);
  NDArray y = c.make(theta.dtype(), shape);
  const auto coordinate = [&](int64_t i, int64_t n) {
    if (centres) return n > 1 ? -1 + 2 * static_cast<double>(i) / static_cast<double>(n - 1) : 0.0;
    return -1 + (2 * static_cast<double>(i) + 1) / static_cast<double>(n);
  };
  for (int64_t i = 0; i < y.size(); ++i) {
    spend(1);
    int64_t place = i / count;
    const int64_t row =
        (place / element_count(Extents(size.begin() + 2, size.end())) * count + i % count) * (count + 1);
    double value = theta.at(row + count);
    for (size_t a = 0; a < axes; ++a) {  // x, the first coordinate, runs along the last axis
      const int64_t extent = size[size.size() - 1 - a];
      value += theta.at(row + static_cast<int64_t>(a)) * coordinate(place % extent, extent);
      place /= extent;
    }
    store(y, i, 1, &value);
  }
  return y;
}

// theta (N, 2, 3) by (x, y, 1), from -1 to 1
Value affine_grid(const Call& c) {
  const NDArray& theta = c.tensor(0);
  const std::vector<int64_t> size = c.repeated("target_shape", 2, 1);
  if (theta.shape().size() != 3 || theta.shape()[1] != 2 || theta.shape()[2] != 3)
    c.refuse_shapes("theta is (N, 2, 3)");
  NDArray y = c.make(theta.dtype(), {theta.shape()[0], 2, size[0], size[1]});
  const auto coordinate = [](int64_t i, int64_t n) {
    return n > 1 ? -1 + 2 * static_cast<double>(i) / static_cast<double>(n - 1) : -1.0;
  };
  for (int64_t i = 0; i < y.size(); ++i) {
    const int64_t row = i / (size[0] * size[1]) * 3;
    const double value = theta.at(row) * coordinate(i % size[1], size[1]) +
                         theta.at(row + 1) * coordinate(i / size[1] % size[0], size[0]) + theta.at(row + 2);
    store(y, i, 1, &value);
  }
  return y;
}

// boxes (n, 4) as (y1, x1, y2, x2) from 0 to 1, and which image each is of
Value crop_and_resize(const Call& c) {
  const std::string layout = c.string_attr("layout", "NCHW");
  const NDArray x = to_plain(c, c.tensor(0), layout, "NCHW");
  const NDArray& boxes = c.tensor(1);
  const std::vector<int64_t> images = c.ints(2), size = c.repeated("crop_size", 2, 1);
  const int64_t n = boxes.shape()[0], channels = x.shape()[1], h = x.shape()[2], w = x.shape()[3];
  if (boxes.shape().size() != 2 || boxes.shape()[1] != 4 || static_cast<int64_t>(images.size()) != n)
    c.refuse_shapes("not one image for each box of four numbers");
  ResizeRule rule;
  rule.method = c.string_attr("method", "bilinear");
  rule.transform = "tf_crop_and_resize";
  rule.rounding = "round";
  const double outside = c.float_attr("extrapolation_value", 0);
  NDArray y = c.make(c.out_dtype(x.dtype()), {n, channels, size[0], size[1]});
  for (int64_t b = 0; b < n; ++b) {
    const int64_t image = images[static_cast<size_t>(b)];
    if (image < 0 || image >= x.shape()[0]) c.refuse_index(image, 0, x.shape()[0]);
    const auto rows = resize_taps(c, rule, h, size[0], 0, boxes.at(4 * b), boxes.at(4 * b + 2));
    const auto columns = resize_taps(c, rule, w, size[1], 0, boxes.at(4 * b + 1), boxes.at(4 * b + 3));
    for (int64_t i = 0; i < channels * size[0] * size[1]; ++i) {
      spend();
      const Taps& row = rows[static_cast<size_t>(i / size[1] % size[0])];
      const Taps& column = columns[static_cast<size_t>(i % size[1])];
      double value = row.count && column.count ? 0 : outside;
      for (size_t p = 0; p < static_cast<size_t>(row.count); ++p)
        for (size_t q = 0; q < static_cast<size_t>(column.count); ++q)
          value += row.weight[p] * column.weight[q] *
                   x.at(((image * channels + i / (size[0] * size[1])) * h + row.at[p]) * w + column.at[q]);
      store(y, b * channels * size[0] * size[1] + i, 1, &value);
    }
  }
  return from_plain(c, y, "NCHW", layout);
}

struct Region {
  int64_t image;
  double x1, y1, x2, y2;
};
Region region_of(const Call& c, const NDArray& regions, int64_t i, int64_t images, double scale, double offset) {
  const auto image = static_cast<int64_t>(regions.at(5 * i));
  if (image < 0 || image >= images) c.refuse_index(image, 0, images);
  return {image, regions.at(5 * i + 1) * scale - offset, regions.at(5 * i + 2) * scale - offset,
          regions.at(5 * i + 3) * scale - offset, regions.at(5 * i + 4) * scale - offset};
}

void check_regions(const Call& c, const NDArray& regions) {
  if (regions.shape().size() != 2 || regions.shape()[1] != 5) c.refuse_shapes("a region is five numbers");
}

// A sample between four elements of a plane, as RoIAlign has it: up to one element outside counts as on the border, and
// what is farther is 0.
struct RoiSample {
  bool inside = false;
  std::array<int64_t, 4> at = {};
  std::array<double, 4> weight = {};
};
RoiSample roi_sample(int64_t h, int64_t w, double y, double x) {
  if (y < -1 || y > static_cast<double>(h) || x < -1 || x > static_cast<double>(w)) return {};
  y = std::max(y, 0.0);
  x = std::max(x, 0.0);
  auto y0 = static_cast<int64_t>(y), x0 = static_cast<int64_t>(x);
  int64_t y1 = y0 + 1, x1 = x0 + 1;
  if (y0 >= h - 1) y = static_cast<double>(y0 = y1 = h - 1);
  if (x0 >= w - 1) x = static_cast<double>(x0 = x1 = w - 1);
  const double fy = y - static_cast<double>(y0), fx = x - static_cast<double>(x0);
  return {true,
          {y0 * w + x0, y0 * w + x1, y1 * w + x0, y1 * w + x1},
          {(1 - fy) * (1 - fx), (1 - fy) * fx, fy * (1 - fx), fy * fx}};
}

struct RoiGrid {
  double y1, x1, cell_h, cell_w;
  int64_t rows, columns;  // samples of a cell

  RoiSample sample(int64_t h, int64_t w, int64_t py, int64_t px, int64_t i) const {
    const auto at = [](int64_t cell, int64_t k, int64_t n) {
      return static_cast<double>(cell) + (static_cast<double>(k) + 0.5) / static_cast<double>(n);
    };
    return roi_sample(h, w, y1 + at(py, i / columns, rows) * cell_h, x1 + at(px, i % columns, columns) * cell_w);
  }
};

// (image, channel, place) to (image, place, channel): the channels of a place lie side by side.
std::vector<double> channels_last(const Call& c, const NDArray& x, int64_t channels, int64_t plane) {
  const std::vector<double> from = all_elements<double>(c, x);
  std::vector<double> to(from.size());
  const int64_t images = channels * plane > 0 ? x.size() / (channels * plane) : 0;
  for (int64_t image = 0; image < images; ++image)
    for (int64_t channel = 0; channel < channels; ++channel) {
      const double* const row = from.data() + (image * channels + channel) * plane;
      double* const begin = to.data() + image * channels * plane + channel;
      for (int64_t i = 0; i < plane; ++i) begin[i * channels] = row[i];
    }
  return to;
}

// The mean of samples in each cell, or their greatest, of all channels at once. ONNX's maximum is that of the weighted
// elements.
class RoiCell {
 public:
  RoiCell(int64_t channels, bool greatest) : greatest_(greatest), values_(static_cast<size_t>(channels)) {}
  void begin() { std::ranges::fill(values_, greatest_ ? -std::numeric_limits<double>::infinity() : 0); }
  void add(const double* image, const RoiSample& sample) {
    const auto channels = static_cast<int64_t>(values_.size());
    spend(1 + channels / 8);
    if (!sample.inside) {
      if (greatest_)
        for (double& value : values_) value = std::max(value, 0.0);
      return;
    }
    for (size_t k = 0; k < sample.at.size(); ++k) {
      const double* const from = image + sample.at[k] * channels;
      const double weight = sample.weight[k];
      if (greatest_)
        for (size_t i = 0; i < values_.size(); ++i) values_[i] = std::max(values_[i], weight * from[i]);
      else
        for (size_t i = 0; i < values_.size(); ++i) values_[i] += weight * from[i];
    }
  }
  void end(int64_t samples) {
    for (double& value : values_) value = samples <= 0 ? 0 : greatest_ ? value : value / static_cast<double>(samples);
  }
  double operator[](int64_t channel) const { return values_[static_cast<size_t>(channel)]; }

 private:
  const bool greatest_;
  std::vector<double> values_;
};

Value roi_align(const Call& c) {
  const std::string layout = c.string_attr("layout", "NCHW");
  const NDArray x = to_plain(c, c.tensor(0), layout, "NCHW");
  const NDArray& regions = c.tensor(1);
  check_regions(c, regions);
  const std::vector<int64_t> size = c.repeated("pooled_size", 2, 1);
  const bool aligned = c.bool_attr("aligned", false);
  const int64_t n = regions.shape()[0], channels = x.shape()[1], h = x.shape()[2], w = x.shape()[3];
  const int64_t ratio = c.int_attr("sample_ratio", -1), cells = size[0] * size[1];
  NDArray y = c.make(x.dtype(), {n, channels, size[0], size[1]});
  const std::vector<double> data = channels_last(c, x, channels, h * w);
  RoiCell cell(channels, c.string_attr("mode", "avg") == "max");
  std::vector<double> result(static_cast<size_t>(channels * cells));
  for (int64_t region = 0; region < n; ++region) {
    const Region r = region_of(c, regions, region, x.shape()[0], c.float_attr("spatial_scale", 1), aligned ? 0.5 : 0);
    const double height = aligned ? r.y2 - r.y1 : std::max(r.y2 - r.y1, 1.0);
    const double width = aligned ? r.x2 - r.x1 : std::max(r.x2 - r.x1, 1.0);
    const double cell_h = height / static_cast<double>(size[0]), cell_w = width / static_cast<double>(size[1]);
    const RoiGrid grid{r.y1,
                       r.x1,
                       cell_h,
                       cell_w,
                       ratio > 0 ? ratio : static_cast<int64_t>(std::ceil(cell_h)),
                       ratio > 0 ? ratio : static_cast<int64_t>(std::ceil(cell_w))};
    const int64_t samples = std::max<int64_t>(grid.rows, 0) * std::max<int64_t>(grid.columns, 0);
    const double* const image = data.data() + r.image * channels * h * w;
    for (int64_t i = 0; i < cells; ++i) {
      cell.begin();
      for (int64_t s = 0; s < samples; ++s) cell.add(image, grid.sample(h, w, i / size[1], i % size[1], s));
      cell.end(samples);
      for (int64_t channel = 0; channel < channels; ++channel)
        result[static_cast<size_t>(channel * cells + i)] = cell[channel];
    }
    store(y, region * channels * cells, channels * cells, result.data());
  }
  return from_plain(c, y, "NCHW", layout);
}

// The greatest element of each cell; coordinates are rounded, both ends belong to the region.
Value roi_pool(const Call& c) {
  const std::string layout = c.string_attr("layout", "NCHW");
  const NDArray x = to_plain(c, c.tensor(0), layout, "NCHW");
  const NDArray& regions = c.tensor(1);
  check_regions(c, regions);
  const std::vector<int64_t> size = c.repeated("pooled_size", 2, 1);
  const int64_t n = regions.shape()[0], channels = x.shape()[1], h = x.shape()[2], w = x.shape()[3];
  NDArray y = c.make(x.dtype(), {n, channels, size[0], size[1]});
  for (int64_t i = 0; i < y.size(); ++i) {
    const int64_t px = i % size[1], py = i / size[1] % size[0], channel = i / (size[0] * size[1]) % channels;
    const Region r =
        region_of(c, regions, i / (size[0] * size[1] * channels), x.shape()[0], c.float_attr("spatial_scale", 1), 0);
    const auto cell = [&](double low, double high, int64_t place, int64_t places, int64_t extent) {
      const double start = std::round(low), length = std::max(std::round(high) - start + 1, 1.0);
      const double each = length / static_cast<double>(places);
      const auto clip = [&](double v) { return std::clamp<int64_t>(static_cast<int64_t>(v), 0, extent); };
      return std::pair{clip(std::floor(static_cast<double>(place) * each) + start),
                       clip(std::ceil(static_cast<double>(place + 1) * each) + start)};
    };
    const auto [y0, y1] = cell(r.y1, r.y2, py, size[0], h);
    const auto [x0, x1] = cell(r.x1, r.x2, px, size[1], w);
    double most = y0 < y1 && x0 < x1 ? -std::numeric_limits<double>::infinity() : 0;
    for (int64_t row = y0; row < y1; ++row)
      for (int64_t column = x0; column < x1; ++column)
        most = std::max(most, x.at(((r.image * channels + channel) * h + row) * w + column));
    store(y, i, 1, &most);
  }
  return from_plain(c, y, "NCHW", layout);
}

}  // namespace

void add_sampling_operators(Table& table) {
  table.add("image.grid_sample", grid_sample);
  table.add("onnx.AffineGrid", onnx_affine_grid);
  table.add("image.affine_grid", affine_grid);
  table.add("image.crop_and_resize", crop_and_resize);
  table.add("vision.roi_align", roi_align);
  table.add("vision.roi_pool", roi_pool);
}

}  // namespace nw::reference
