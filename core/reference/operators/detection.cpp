// SPDX-License-Identifier: GPL-3.0-or-later
// Boxes of object detection: suppression of those that overlap, and boxes from anchors.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "reference/operators/families.h"

namespace nw::reference {

namespace {

using Box = std::array<double, 4>;  // two opposite corners

// A box that is compared with others.
struct Area {
  double x1, y1, x2, y2, size;

  explicit Area(const Box& box)
      : x1(std::min(box[0], box[2])),
        y1(std::min(box[1], box[3])),
        x2(std::max(box[0], box[2])),
        y2(std::max(box[1], box[3])),
        size(std::fabs((box[2] - box[0]) * (box[3] - box[1]))) {}
};

double overlap_of(const Area& a, const Area& b) {
  const double width = std::min(a.x2, b.x2) - std::max(a.x1, b.x1);
  if (!(width > 0)) return 0;
  const double height = std::min(a.y2, b.y2) - std::max(a.y1, b.y1);
  if (!(height > 0)) return 0;
  const double both = width * height, all = a.size + b.size - both;
  return all > 0 ? both / all : 0;
}

// In the order given; each is kept that overlaps none of those kept by more than the limit.
template <class F>
std::vector<int64_t> kept_boxes(const std::vector<int64_t>& order, int64_t most, F&& suppresses) {
  std::vector<int64_t> kept;
  for (const int64_t candidate : order) {
    spend(1 + static_cast<int64_t>(kept.size()) / 4);
    if (static_cast<int64_t>(kept.size()) >= most) break;
    if (std::none_of(kept.begin(), kept.end(), [&](int64_t k) { return suppresses(k, candidate); }))
      kept.push_back(candidate);
  }
  return kept;
}

std::vector<int64_t> by_score(const std::vector<int64_t>& candidates, const std::vector<double>& score) {
  std::vector<int64_t> order = candidates;
  std::stable_sort(order.begin(), order.end(),
                   [&](int64_t a, int64_t b) { return score[static_cast<size_t>(a)] > score[static_cast<size_t>(b)]; });
  return order;
}

struct ClassNms {
  int64_t batches, boxes, classes, most;
  double overlap, least;
};

std::vector<int64_t> chosen_of_class(const Call& c, const ClassNms& n, int64_t batch, int64_t of_class) {
  const NDArray &boxes = c.tensor(0), &scores = c.tensor(1);
  std::vector<double> score;
  std::vector<int64_t> candidates;
  for (int64_t i = 0; i < n.boxes; ++i) {
    score.push_back(scores.at((batch * n.classes + of_class) * n.boxes + i));
    if (score.back() > n.least) candidates.push_back(i);
  }
  std::vector<Area> all;
  for (int64_t i = 0; i < n.boxes; ++i) {
    const int64_t at = (batch * n.boxes + i) * 4;
    all.emplace_back(Box{boxes.at(at), boxes.at(at + 1), boxes.at(at + 2), boxes.at(at + 3)});
  }
  return kept_boxes(by_score(candidates, score), n.most, [&](int64_t a, int64_t b) {
    return overlap_of(all[static_cast<size_t>(a)], all[static_cast<size_t>(b)]) > n.overlap;
  });
}

// boxes (B, N, 4), scores (B, C, N), how many a class, overlap, least score: rows of batch, class, box, and their
// count; or, as TensorFlow has it, rows of class and box with scores for each image, the best first.
Value all_class_nms(const Call& c) {
  const Extents &boxes = c.tensor(0).shape(), &scores = c.tensor(1).shape();
  if (boxes.size() != 3 || boxes[2] != 4 || scores.size() != 3 || scores[0] != boxes[0] || scores[2] != boxes[1])
    c.refuse_shapes("boxes are (B, N, 4), scores (B, C, N)");
  const ClassNms n{boxes[0], boxes[1], scores[1], c.integer(2), c.number(3), c.number(4)};
  std::vector<std::array<int64_t, 3>> rows;
  for (int64_t b = 0; b < n.batches; ++b)
    for (int64_t k = 0; k < n.classes; ++k)
      for (const int64_t i : chosen_of_class(c, n, b, k)) rows.push_back({b, k, i});
  if (c.string_attr("output_format", "onnx") == "onnx") {
    NDArray chosen = c.make(DType::Int(64), {n.batches * n.classes * n.boxes, 3}), count = c.make(DType::Int(64), {1});
    for (size_t r = 0; r < rows.size(); ++r) store(chosen, static_cast<int64_t>(r) * 3, 3, rows[r].data());
    const auto total = static_cast<int64_t>(rows.size());
    store(count, 0, 1, &total);
    return Values{chosen, count};
  }
  const int64_t each = n.classes * n.boxes;
  NDArray chosen = c.make(DType::Int(64), {n.batches, each, 2}), kept = c.make(DType::Float(32), {n.batches, each});
  NDArray count = c.make(DType::Int(64), {n.batches});
  const auto score = [&](const std::array<int64_t, 3>& r) {
    return c.tensor(1).at((r[0] * n.classes + r[1]) * n.boxes + r[2]);
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const auto& a, const auto& b) { return a[0] != b[0] ? a[0] < b[0] : score(a) > score(b); });
  std::vector<int64_t> filled(static_cast<size_t>(n.batches), 0);
  for (const auto& r : rows) {
    const int64_t at = r[0] * each + filled[static_cast<size_t>(r[0])]++;
    const double value = score(r);
    store(chosen, at * 2, 2, r.data() + 1);
    store(kept, at, 1, &value);
  }
  store(count, 0, n.batches, filled.data());
  return Values{chosen, kept, count};
}

// data (B, N, K): the rows whose score is above the threshold come first, the rest is -1; and where they were.
Value get_valid_counts(const Call& c) {
  const NDArray& x = c.tensor(0);
  if (x.shape().size() != 3) c.refuse_shapes("the boxes are (B, N, K)");
  const double threshold = c.count() > 1 ? c.number(1) : c.float_attr("score_threshold", 0);
  const int64_t id = c.int_attr("id_index", 0), score = c.int_attr("score_index", 1);
  const int64_t batches = x.shape()[0], boxes = x.shape()[1], each = x.shape()[2];
  if (score < 0 || score >= each || id >= each) c.refuse_attribute("score_index", "must be one of a box's numbers");
  NDArray counts = c.make(DType::Int(32), {batches}), y = c.make(x.dtype(), x.shape());
  NDArray indices = c.make(DType::Int(32), {batches, boxes});
  const double none = -1;
  for (int64_t i = 0; i < y.size(); ++i) store(y, i, 1, &none);
  for (int64_t i = 0; i < indices.size(); ++i) store(indices, i, 1, &none);
  std::vector<double> row(static_cast<size_t>(each));
  for (int64_t b = 0; b < batches; ++b) {
    int64_t valid = 0;
    for (int64_t i = 0; i < boxes; ++i) {
      load(x, (b * boxes + i) * each, each, row.data());
      if (!(row[static_cast<size_t>(score)] > threshold) || (id >= 0 && row[static_cast<size_t>(id)] < 0)) continue;
      store(y, (b * boxes + valid) * each, each, row.data());
      store(indices, b * boxes + valid, 1, &i);
      ++valid;
    }
    store(counts, b, 1, &valid);
  }
  return Values{counts, y, indices};
}

struct NmsAttrs {
  bool force, indices, to_bottom;
  int64_t top_k, coordinates, score, id, most;
  double overlap;
};
NmsAttrs nms_attrs(const Call& c, int64_t each) {
  NmsAttrs a{c.bool_attr("force_suppress", false),
             c.bool_attr("return_indices", true),
             c.bool_attr("invalid_to_bottom", false),
             c.int_attr("top_k", -1),
             c.int_attr("coord_start", 2),
             c.int_attr("score_index", 1),
             c.int_attr("id_index", 0),
             c.count() > 3 ? c.integer(3) : -1,
             c.count() > 4 ? c.number(4) : c.float_attr("iou_threshold", 0.5)};
  if (a.most < 0) a.most = std::numeric_limits<int64_t>::max();
  if (a.score < 0 || a.score >= each || a.coordinates < 0 || a.coordinates + 4 > each || a.id >= each)
    c.refuse_attribute("coord_start", "must be one of a box's numbers");
  return a;
}

// data (B, N, K), how many rows count, where they were, …: the rows that are kept, the best first, others -1.
Value non_max_suppression(const Call& c) {
  const NDArray& x = c.tensor(0);
  if (x.shape().size() != 3 || c.count() < 3) c.refuse_shapes("the boxes are (B, N, K)");
  const std::vector<int64_t> counts = c.ints(1), places = c.ints(2);
  const int64_t batches = x.shape()[0], boxes = x.shape()[1], each = x.shape()[2];
  const NmsAttrs a = nms_attrs(c, each);
  if (static_cast<int64_t>(counts.size()) != batches || static_cast<int64_t>(places.size()) != batches * boxes)
    c.refuse_shapes("not one count an image and one place a box");
  NDArray y = c.make(x.dtype(), x.shape()), indices = c.make(DType::Int(32), {batches, boxes});
  NDArray kept_counts = c.make(DType::Int(32), {batches, 1});
  const double none = -1;
  for (int64_t i = 0; i < y.size(); ++i) store(y, i, 1, &none);
  for (int64_t i = 0; i < indices.size(); ++i) store(indices, i, 1, &none);
  const std::vector<double> all = all_elements<double>(c, x);
  for (int64_t b = 0; b < batches; ++b) {
    const auto at = [&](int64_t i, int64_t k) { return all[static_cast<size_t>((b * boxes + i) * each + k)]; };
    const int64_t valid = std::clamp<int64_t>(counts[static_cast<size_t>(b)], 0, boxes);
    std::vector<int64_t> candidates(static_cast<size_t>(valid));
    std::iota(candidates.begin(), candidates.end(), int64_t{0});
    std::vector<double> score;
    for (int64_t i = 0; i < valid; ++i) score.push_back(at(i, a.score));
    candidates = by_score(candidates, score);
    if (a.top_k > 0) candidates.resize(static_cast<size_t>(std::min(a.top_k, valid)));
    const auto box = [&](int64_t i) {
      return Box{at(i, a.coordinates), at(i, a.coordinates + 1), at(i, a.coordinates + 2), at(i, a.coordinates + 3)};
    };
    const std::vector<int64_t> kept = kept_boxes(candidates, a.most, [&](int64_t p, int64_t q) {
      const bool comparable = a.force || a.id < 0 || at(p, a.id) == at(q, a.id);
      return comparable && overlap_of(Area(box(p)), Area(box(q))) >= a.overlap;
    });
    int64_t row = 0;
    for (size_t i = 0; i < candidates.size(); ++i) {
      const bool stays = std::find(kept.begin(), kept.end(), candidates[i]) != kept.end();
      if (stays) {
        store(y, (b * boxes + (a.to_bottom ? row : static_cast<int64_t>(i))) * each, each,
              all.data() + (b * boxes + candidates[i]) * each);
        store(indices, b * boxes + row++, 1, &places[static_cast<size_t>(b * boxes + candidates[i])]);
      }
    }
    store(kept_counts, b, 1, &row);
  }
  if (!a.indices) return y;
  return Values{indices, kept_counts};
}

std::vector<double> doubles_attr(const Call& c, const char* key, std::vector<double> fallback) {
  const auto it = c.attrs.find(key);
  const auto* list = it == c.attrs.end() ? nullptr : std::get_if<graph::AttrList>(&it->second.value);
  if (!list) return it == c.attrs.end() ? fallback : std::vector<double>{c.float_attr(key, fallback[0])};
  std::vector<double> values;
  for (const graph::Attr& entry : *list) values.push_back(graph::float_attr({{"v", entry}}, "v", 0));
  return values;
}

// Around the centre of each place of the data: all sizes with the first ratio, then the first size with the others.
Value multibox_prior(const Call& c) {
  const NDArray& x = c.tensor(0);
  if (x.shape().size() != 4) c.refuse_shapes("the data is an image");
  const std::vector<double> sizes = doubles_attr(c, "sizes", {1}), ratios = doubles_attr(c, "ratios", {1});
  std::vector<double> steps = doubles_attr(c, "steps", {-1, -1}), offsets = doubles_attr(c, "offsets", {0.5, 0.5});
  steps.resize(2, -1);
  offsets.resize(2, 0.5);
  if (sizes.empty() || ratios.empty()) c.refuse_attribute("sizes", "must hold a number");
  const int64_t h = x.shape()[2], w = x.shape()[3];
  const auto boxes = static_cast<int64_t>(sizes.size() + ratios.size()) - 1;
  NDArray y = c.make(x.dtype(), {1, h * w * boxes, 4});
  const double step_h = steps[0] > 0 ? steps[0] : 1 / static_cast<double>(h);
  const double step_w = steps[1] > 0 ? steps[1] : 1 / static_cast<double>(w);
  const double shape = static_cast<double>(h) / static_cast<double>(w);
  for (int64_t i = 0; i < h * w * boxes; ++i) {
    const auto k = static_cast<size_t>(i % boxes);
    const double cy = (static_cast<double>(i / boxes / w) + offsets[0]) * step_h;
    const double cx = (static_cast<double>(i / boxes % w) + offsets[1]) * step_w;
    const double size = k < sizes.size() ? sizes[k] : sizes[0];
    const double root = k < sizes.size() ? 1 : std::sqrt(ratios[k - sizes.size() + 1]);
    const double half_w = size * shape * root / 2, half_h = size / root / 2;
    Box box{cx - half_w, cy - half_h, cx + half_w, cy + half_h};
    if (c.bool_attr("clip", false))
      for (double& v : box) v = std::clamp(v, 0.0, 1.0);
    store(y, i * 4, 4, box.data());
  }
  return y;
}

// class probabilities (B, C, N), shifts (B, 4·N), anchors (1, N, 4): rows of class, score and box, and how many count.
Value multibox_transform_loc(const Call& c) {
  const NDArray &p = c.tensor(0), &shifts = c.tensor(1), &anchors = c.tensor(2);
  if (p.shape().size() != 3) c.refuse_shapes("the probabilities are (B, C, N)");
  const int64_t batches = p.shape()[0], classes = p.shape()[1], n = p.shape()[2];
  if (shifts.size() != batches * n * 4 || anchors.size() != n * 4) c.refuse_shapes("not four numbers an anchor");
  const double threshold = c.float_attr("threshold", 0.01);
  const bool background = c.bool_attr("keep_background", false), clip = c.bool_attr("clip", true);
  const std::vector<double> v = doubles_attr(c, "variances", {0.1, 0.1, 0.2, 0.2});
  if (v.size() != 4) c.refuse_attribute("variances", "must hold four numbers");
  NDArray y = c.make(p.dtype(), {batches, n, 6}), counts = c.make(DType::Int(32), {batches});
  const double none = -1;
  for (int64_t i = 0; i < y.size(); ++i) store(y, i, 1, &none);
  for (int64_t b = 0; b < batches; ++b) {
    int64_t valid = 0;
    for (int64_t i = 0; i < n; ++i) {
      int64_t best = background ? 0 : 1;
      for (int64_t k = best + 1; k < classes; ++k)
        if (p.at((b * classes + k) * n + i) > p.at((b * classes + best) * n + i)) best = k;
      const double score = best < classes ? p.at((b * classes + best) * n + i) : -1;
      if (score < threshold) continue;
      Box a, s;
      load(anchors, i * 4, 4, a.data());
      load(shifts, (b * n + i) * 4, 4, s.data());
      const double w = a[2] - a[0], h = a[3] - a[1];
      const double cx = s[0] * v[0] * w + (a[0] + a[2]) / 2, cy = s[1] * v[1] * h + (a[1] + a[3]) / 2;
      const double half_w = std::exp(s[2] * v[2]) * w / 2, half_h = std::exp(s[3] * v[3]) * h / 2;
      std::array<double, 6> row{
          static_cast<double>(background ? best : best - 1), score, cx - half_w, cy - half_h, cx + half_w, cy + half_h};
      for (size_t k = 2; clip && k < 6; ++k) row[k] = std::clamp(row[k], 0.0, 1.0);
      store(y, (b * n + valid++) * 6, 6, row.data());
    }
    store(counts, b, 1, &valid);
  }
  return Values{y, counts};
}

}  // namespace

void add_detection_operators(Table& table) {
  table.add("vision.all_class_non_max_suppression", all_class_nms);
  table.add("vision.get_valid_counts", get_valid_counts);
  table.add("vision.non_max_suppression", non_max_suppression);
  table.add("vision.multibox_prior", multibox_prior);
  table.add("vision.multibox_transform_loc", multibox_transform_loc);
}

}  // namespace nw::reference
