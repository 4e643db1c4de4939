// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts are between layers, where few wires pass. A wire that passes a cut leaves its column at the bottom, runs to the
// gutter left of the column where it ends, up there, and into that column from above:
//
//        column 0      ┌──────┐ column 1
//          a           │      ▼
//          ▼           │      c
//          b           │      ▼
//          └───────────┘      d
//
// Every origin has a lane of its own on that way, which all of its wires to one column share.
#include "layout/wrap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "layout/at.h"

namespace nw::layout {
namespace {

constexpr double kLong = 3;  // times as high as wide
constexpr double kLeastHeight = 900;
constexpr size_t kMostLanes = 24;  // more wires from column to column are harder to follow than a long chain

struct Gap {
  double y = 0;
  int crossing = 0;
};

// Between two layers, with the number of wires that pass there.
std::vector<Gap> gaps_of(const Problem& problem, const Solution& solution) {
  std::vector<std::pair<double, double>> spans;  // of nodes, from top to bottom
  for (size_t v = 0; v < problem.sizes.size(); ++v)
    if (problem.sizes[v].h > 0)
      spans.emplace_back(solution.centers[v].y - problem.sizes[v].h / 2,
                         solution.centers[v].y + problem.sizes[v].h / 2);
  std::ranges::sort(spans);
  std::vector<Gap> gaps;
  double end = spans.empty() ? 0 : spans.front().second;
  for (const auto& [top, bottom] : spans) {
    if (top > end + 1) gaps.push_back({(end + top) / 2, 0});
    end = std::max(end, bottom);
  }
  for (const std::vector<Point>& route : solution.routes) {
    if (route.empty()) continue;
    for (auto gap = std::ranges::upper_bound(gaps, route.front().y, {}, &Gap::y);
         gap != gaps.end() && gap->y < route.back().y; ++gap)
      ++gap->crossing;
  }
  return gaps;
}

// Where the level is cut: near equal parts, and of several places the one that the fewest wires pass.
std::vector<double> choose_cuts(const std::vector<Gap>& gaps, double height, int columns) {
  std::vector<double> cuts;
  const double part = height / columns;
  for (int k = 1; k < columns; ++k) {
    const double wanted = part * k, low = cuts.empty() ? 0 : cuts.back();
    const Gap* best = nullptr;
    double least = std::numeric_limits<double>::infinity();
    for (const Gap& gap : gaps) {
      if (gap.y <= low + part / 4 || gap.y >= height - part / 4) continue;
      const double price = std::abs(gap.y - wanted) / part + 0.15 * gap.crossing;
      if (price >= least) continue;
      least = price;
      best = &gap;
    }
    if (best && std::abs(best->y - wanted) < part) cuts.push_back(best->y);
  }
  return cuts;
}

class Wrapper {
 public:
  Wrapper(const Problem& problem, const Options& options, Solution& solution, std::vector<double> cuts)
      : problem_(problem), options_(options), solution_(solution), cuts_(std::move(cuts)) {}

  void run() {
    find_lanes();
    if (lanes_.size() > kMostLanes) return;
    place_columns();
    for (size_t w = 0; w < solution_.routes.size(); ++w) reroute(w);
    for (size_t v = 0; v < solution_.centers.size(); ++v) move(v);
    solution_.size = {width_, height_};
  }

 private:
  struct Column {
    double left = std::numeric_limits<double>::infinity(), right = -left;  // of what is in it, before
    double top = 0, bottom = 0;                                            // before
    double dx = 0, dy = 0;
    size_t lanes = 0;  // in the gutter left of it
  };
  struct Lane {
    size_t in_gutter = 0, number = 0;
  };

  size_t column_of(double y) const { return static_cast<size_t>(std::ranges::upper_bound(cuts_, y) - cuts_.begin()); }
  bool is_pin(size_t v, Pin pin) const { return !problem_.pins.empty() && problem_.pins[v] == pin; }

  void find_lanes() {
    columns_.resize(cuts_.size() + 1);
    for (size_t k = 0; k < columns_.size(); ++k) {
      columns_[k].top = k == 0 ? 0 : cuts_[k - 1];
      columns_[k].bottom = k == cuts_.size() ? solution_.size.h : cuts_[k];
    }
    const auto widen = [this](size_t k, double left, double right) {
      columns_[k].left = std::min(columns_[k].left, left);
      columns_[k].right = std::max(columns_[k].right, right);
    };
    for (size_t v = 0; v < solution_.centers.size(); ++v) {
      const Point& c = solution_.centers[v];
      widen(column_of(c.y), c.x - problem_.sizes[v].w / 2, c.x + problem_.sizes[v].w / 2);
    }
    for (size_t w = 0; w < solution_.routes.size(); ++w) {
      const std::vector<Point>& route = solution_.routes[w];
      if (route.empty()) continue;
      const size_t from = column_of(route.front().y), to = column_of(route.back().y);
      for (const Point& p : route)
        if (const size_t k = column_of(p.y); k == from || k == to) widen(k, p.x, p.x);
      if (from == to) continue;
      const auto [lane, is_new] = lanes_.try_emplace({problem_.wires[w].origin, to});
      if (is_new) lane->second = {columns_[to].lanes++, lanes_.size() - 1};
    }
  }

  double entry() const { return columns_.size() > 1 ? options_.layer_gap + lane_room() : 0; }
  double lane_room() const { return options_.edge_gap * static_cast<double>(lanes_.size()); }

  void place_columns() {
    double x = 0, lowest = 0;
    for (size_t k = 0; k < columns_.size(); ++k) {
      Column& column = columns_[k];
      if (k > 0) x += 2 * options_.node_gap + options_.edge_gap * static_cast<double>(column.lanes);
      if (column.left > column.right) column.left = column.right = 0;
      column.dx = x - column.left;
      column.dy = (k == 0 ? 0 : entry()) - column.top;
      x += column.right - column.left;
      lowest = std::max(lowest, column.bottom + column.dy);
    }
    width_ = x;
    floor_ = lowest + options_.layer_gap / 2;
    height_ = floor_ + lane_room() + options_.layer_gap / 2;
  }

  Point moved(const Point& p, size_t k) const { return {p.x + columns_[k].dx, p.y + columns_[k].dy}; }

  // Where the route passes y.
  static Point at_height(const std::vector<Point>& route, double y) {
    for (size_t i = 1; i < route.size(); ++i) {
      const Point &a = route[i - 1], &b = route[i];
      if (a.y <= y && y <= b.y && b.y > a.y) return {a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y), y};
    }
    return {route.back().x, y};
  }

  void reroute(size_t w) {
    std::vector<Point>& route = solution_.routes[w];
    if (route.empty()) return;
    const size_t from = column_of(route.front().y), to = column_of(route.back().y);
    const bool to_bottom = is_pin(static_cast<size_t>(problem_.wires[w].to), Pin::Bottom);
    std::vector<Point> way;
    if (from == to) {
      for (const Point& p : route) way.push_back(moved(p, from));
    } else {
      const Lane lane = lanes_.at({problem_.wires[w].origin, to});
      for (const Point& p : route)
        if (column_of(p.y) == from) way.push_back(moved(p, from));
      const Point out = moved(at_height(route, columns_[from].bottom), from),
                  in = moved(at_height(route, columns_[to].top), to);
      const double low = floor_ + options_.edge_gap * static_cast<double>(lane.number),
                   high = options_.layer_gap / 2 + options_.edge_gap * static_cast<double>(lane.number),
                   gutter = columns_[to].left + columns_[to].dx - options_.node_gap -
                            options_.edge_gap * static_cast<double>(lane.in_gutter);
      for (const Point& p : {out, Point{out.x, low}, Point{gutter, low}, Point{gutter, high}, Point{in.x, high}, in})
        way.push_back(p);
      for (const Point& p : route)
        if (column_of(p.y) == to) way.push_back(moved(p, to));
    }
    if (to_bottom) way.back().y = height_;
    route = std::move(way);
  }

  void move(size_t v) {
    Point& c = solution_.centers[v];
    c = moved(c, column_of(c.y));
    if (is_pin(v, Pin::Top)) c.y = 0;
    if (is_pin(v, Pin::Bottom)) c.y = height_;
  }

  const Problem& problem_;
  const Options& options_;
  Solution& solution_;
  const std::vector<double> cuts_;
  std::vector<Column> columns_;
  std::map<std::pair<int32_t, size_t>, Lane> lanes_;  // by origin and the column where it goes
  double width_ = 0, height_ = 0, floor_ = 0;
};

}  // namespace

void wrap_level(const Problem& problem, const Options& options, Solution& solution) {
  const Size size = solution.size;
  if (options.wrap_aspect <= 0 || size.h < kLeastHeight || size.h < kLong * size.w) return;
  const double across = size.w + 2 * options.node_gap;
  const int columns = static_cast<int>(std::lround(std::sqrt(options.wrap_aspect * size.h / across)));
  if (columns < 2) return;
  std::vector<double> cuts = choose_cuts(gaps_of(problem, solution), size.h, columns);
  if (cuts.empty()) return;
  Wrapper(problem, options, solution, std::move(cuts)).run();
}

}  // namespace nw::layout
