// SPDX-License-Identifier: GPL-3.0-or-later
// How a picture of a tensor program comes about.
//
// A program is drawn in layers, data flowing down: Sugiyama's frame of four steps, ranks, order, places, routes. Each
// has a file. What is ours is how each is kept small, for a program of 100,000 nodes is long and narrow, repeats
// itself, and has a few values that everything reads.
//
// 1. Boxes (nest.cpp). Every box is laid out by itself, inner ones first. An edge that leaves a box ends, inside, at a
//    port in the border, and goes on from there one level up. All edges of one producer share a port:
//
//        ┌─ box ───────────┐          inside:   ▽ port          outside:   x
//      x ┼─▶ a ─▶ b ───────┼─▶ y                a                          │
//        └─────────────────┘                    b                        [box]
//                                               ▽ port                     │
//                                                                          y
//    Which way an edge runs where boxes read each other in a ring is settled beforehand, level by level (cycles.cpp),
//    so a box never needs to know what is around it. Two boxes with the same content are therefore the same picture,
//    found again by a hash of the content (cache.h).
//
// 2. Ranks (rank.cpp). Chains, diamonds and leaves are folded away without loss; network simplex gets what is left.
//
// 3. The network (network.cpp). Edges over several layers need points on the layers between. One producer gets one
//    trunk of points, however many readers it has, and readers leave from it:
//
//        p              A mask that 80 layers of a transformer read is one line, not 80. The points carry the number
//        ├─────▶ r1     of edges that run through, and a crossing counts as the product of both numbers: the measure
//        │  ─▶ n        is the same as if all had been drawn.
//        ├─────▶ r2
//
//    Where even so there were too many points (edges from anywhere to anywhere over thousands of layers), the longest
//    trunks run outside of everything, without points.
//
// 4. Stretches (stretch.cpp). A layer with one node cuts the network: what is above it and what is below can be
//    arranged apart. The longest trunks, which would pass every cut, are pinned to the left or right border if that
//    sets cuts free. Equal stretches are arranged once. This is why a hundred thousand nodes take a fraction of a
//    second, and why the same block looks the same wherever it occurs.
//
// 5. Order (order.cpp). Sweeps by means and medians (orderer.cpp), every node tried at every place of its layer
//    (sift.cpp), whole paths taken out and laid back where they cross least (reroute.cpp). Every part of the network
//    keeps the best of all rounds.
//
// 6. Places (position.cpp, relax.cpp) and routes (route.cpp): trunks and chains are rigid and vertical; they are drawn
//    towards each other until nothing gains by moving. Edges turn aside only between layers, so none meets a node.
//
// 7. Long chains (wrap.cpp) may be cut into columns, level by level.
//
// Nothing here is random or depends on time: effort is counted in steps, and ties go to the input's order.
#include "layout/layout.h"

#include <algorithm>

#include "layout/at.h"
#include "layout/cache.h"
#include "layout/components.h"
#include "layout/nest.h"
#include "layout/numbering.h"
#include "layout/route.h"
#include "layout/wrap.h"

namespace nw::layout {

// A level laid out: the content of a box, or the whole picture.
struct LaidBox {
  ContentKey key;
  Solution solution;
  Size size;                    // with margins and header
  std::vector<double> port_dx;  // of each port, from the box's centre
};

namespace {

class Composer {
 public:
  Composer(const Input& input, const Options& options, const CancelToken& cancel, Cache::Store& store)
      : input_(input), options_(options), cancel_(cancel), store_(store), tree_(input), sections_(input, tree_) {}

  Output compose() {
    Output out;
    out.cancelled = !lay_levels();
    if (out.cancelled) return out;
    place_entities(out);
    join_routes(out);
    out.size = laid_[at(tree_.whole())]->size;
    return out;
  }

 private:
  struct Level {
    Problem problem;
    std::vector<int32_t> wire_of_section;  // in the order of the level's sections
  };

  bool lay_levels() {
    const size_t levels = tree_.members.size();
    std::vector<int32_t> first(levels + 1, 0), sorted(sections_.all.size());
    for (const Section& s : sections_.all) ++first[at(s.level) + 1];
    for (size_t l = 0; l < levels; ++l) first[l + 1] += first[l];
    std::vector<int32_t> fill(first.begin(), first.end() - 1);
    for (size_t i = 0; i < sections_.all.size(); ++i)
      sorted[at(fill[at(sections_.all[i].level)]++)] = static_cast<int32_t>(i);
    size_t ends_at_borders = 0;
    for (const Section& s : sections_.all) ends_at_borders += s.from < 0 || s.to < 0 ? 1 : 0;
    ports_.clear(ends_at_borders);
    laid_.resize(levels);
    wire_.resize(sections_.all.size());
    for (const int32_t l : tree_.bottom_up) {
      if (cancel_.cancelled()) return false;
      lay(l, sorted.data() + first[at(l)], sorted.data() + first[at(l) + 1]);
    }
    return !cancel_.cancelled();
  }

  static uint64_t pair_key(int32_t a, int32_t b) {
    return static_cast<uint64_t>(static_cast<uint32_t>(a)) << 32 | static_cast<uint32_t>(b);
  }

  // The number of the port of a box through which the edges of `source` pass.
  int32_t port_number(int32_t level, int32_t source, bool top) const {
    return ports_.find(pair_key(level * 2 + (top ? 1 : 0), source));
  }

  double port_dx(int32_t entity, int32_t source, bool top) const {
    if (!tree_.is_box(entity) || !laid_[at(entity - tree_.nodes)]) return 0;
    const int32_t box = entity - tree_.nodes;
    return laid_[at(box)]->port_dx[at(port_number(box, source, top))];
  }

  int32_t port_node(int32_t level, int32_t source, bool top, Problem& problem) {
    const int32_t members = static_cast<int32_t>(tree_.members[at(level)].size());
    const auto [port, added] =
        ports_.give(pair_key(level * 2 + (top ? 1 : 0), source), static_cast<int32_t>(problem.sizes.size()) - members);
    if (added) {
      problem.sizes.push_back({0, 0});
      if (problem.pins.empty()) problem.pins.assign(at(members), Pin::Free);
      problem.pins.push_back(top ? Pin::Top : Pin::Bottom);
    }
    return members + port;
  }

  void lay(int32_t level, const int32_t* begin, const int32_t* end) {
    ContentKey key;
    Problem& problem = problem_;
    problem.sizes.clear(), problem.wires.clear(), problem.pins.clear();
    for (const int32_t entity : tree_.members[at(level)]) {
      problem.sizes.push_back(size_of(entity));
      key.add(problem.sizes.back().w);
      key.add(problem.sizes.back().h);
    }
    wires_.clear(static_cast<size_t>(end - begin));
    origins_.clear(static_cast<size_t>(end - begin));
    int32_t origins = 0;
    for (const int32_t* s = begin; s != end; ++s) {
      const Section& section = sections_.all[at(*s)];
      Wire w;
      w.from =
          section.from == top_port ? port_node(level, section.source, true, problem) : tree_.place[at(section.from)];
      w.to = section.to == bottom_port ? port_node(level, section.source, false, problem) : tree_.place[at(section.to)];
      const auto [origin, first_of_it] = origins_.give(pair_key(0, section.source), origins);
      origins += first_of_it ? 1 : 0;
      w.origin = origin;
      const auto [wire, added] = wires_.give(pair_key(w.origin, w.to), static_cast<int32_t>(problem.wires.size()));
      wire_[at(*s)] = wire;
      if (!added) {
        // Into a box and out of it a value is one line, open or closed: so opening a box leaves the others their order.
        const bool box = tree_.is_box(section.from) || tree_.is_box(section.to);
        if (!box) ++problem.wires[at(wire)].weight;
        continue;
      }
      if (section.from >= 0) w.from_dx = port_dx(section.from, section.source, false);
      if (section.to >= 0) w.to_dx = port_dx(section.to, section.source, true);
      problem.wires.push_back(w);
    }
    for (const Wire& w : problem.wires) {
      key.add(pair_key(w.from, w.to));
      key.add(pair_key(w.origin, w.weight));
      key.add(w.from_dx);
      key.add(w.to_dx);
    }
    for (const Pin p : problem.pins) key.add(static_cast<uint64_t>(p));
    const double header = level == tree_.whole() ? 0 : input_.boxes[at(level)].header;
    for (const double d :
         {header, options_.layer_gap, options_.node_gap, options_.edge_gap, options_.box_margin, options_.wrap_aspect})
      key.add(d);
    key.add(static_cast<uint64_t>(level == tree_.whole()) | static_cast<uint64_t>(options_.rightward) << 1);
    laid_[at(level)] = store_.find_box(key);
    if (laid_[at(level)]) return;
    auto laid = std::make_shared<LaidBox>();
    laid->key = key;
    laid->solution = solve_parts(problem, options_, store_, cancel_);
    if (cancel_.cancelled()) return;
    wrap_level(problem, options_, laid->solution);
    const double margin = level == tree_.whole() ? 0 : options_.box_margin;
    const double beside = options_.rightward ? header : 0, above = options_.rightward ? 0 : header;
    laid->size = {laid->solution.size.w + 2 * margin + beside, laid->solution.size.h + 2 * margin + above};
    for (size_t p = tree_.members[at(level)].size(); p < problem.sizes.size(); ++p)
      laid->port_dx.push_back(laid->solution.centers[p].x + margin + beside - laid->size.w / 2);
    laid_[at(level)] = laid;
    store_.keep_box(key, laid);
  }

  Size size_of(int32_t entity) const {
    if (!tree_.is_box(entity)) return input_.sizes[at(entity)];
    const int32_t box = entity - tree_.nodes;
    return input_.boxes[at(box)].collapsed ? input_.boxes[at(box)].size : laid_[at(box)]->size;
  }

  void place_entities(Output& out) {
    out.centers.resize(at(tree_.nodes));
    out.boxes.resize(at(tree_.boxes));
    base_.resize(tree_.members.size());
    for (size_t k = tree_.bottom_up.size(); k-- > 0;) {
      const int32_t l = tree_.bottom_up[k];
      const Solution& solution = laid_[at(l)]->solution;
      if (l != tree_.whole()) {
        const Output::Rect& r = out.boxes[at(l)];
        const double header = input_.boxes[at(l)].header;
        base_[at(l)] = {r.x + options_.box_margin + (options_.rightward ? header : 0),
                        r.y + options_.box_margin + (options_.rightward ? 0 : header)};
      }
      const Point base = base_[at(l)];
      for (size_t m = 0; m < tree_.members[at(l)].size(); ++m) {
        const int32_t entity = tree_.members[at(l)][m];
        const Point c{solution.centers[m].x + base.x, solution.centers[m].y + base.y};
        if (!tree_.is_box(entity)) {
          out.centers[at(entity)] = c;
          continue;
        }
        const Size s = size_of(entity);
        out.boxes[at(entity - tree_.nodes)] = {c.x - s.w / 2, c.y - s.h / 2, s.w, s.h};
      }
    }
    for (int32_t v = 0; v < tree_.nodes; ++v) {
      if (tree_.shown[at(v)] == v) continue;
      const Output::Rect& r = out.boxes[at(tree_.shown[at(v)] - tree_.nodes)];
      out.centers[at(v)] = {r.x + r.w / 2, r.y + r.h / 2};
    }
    hide_inner_boxes(out);
  }

  void hide_inner_boxes(Output& out) const {
    for (int32_t b = 0; b < tree_.boxes; ++b) {
      if (tree_.level[at(tree_.nodes + b)] >= 0) continue;
      int32_t around = b;
      for (int32_t steps = 0;
           steps <= tree_.boxes && around >= 0 && around < tree_.boxes && tree_.level[at(tree_.nodes + around)] < 0;
           ++steps)
        around = input_.boxes[at(around)].parent;
      if (around < 0 || around >= tree_.boxes) continue;
      const Output::Rect& r = out.boxes[at(around)];
      out.boxes[at(b)] = {r.x + r.w / 2, r.y + r.h / 2, 0, 0};
    }
  }

  void join_routes(Output& out) const {
    out.routes.resize(input_.edges.size());
    for (size_t e = 0; e < input_.edges.size(); ++e) {
      std::vector<Point>& route = out.routes[e];
      const int32_t first = sections_.first[e], last = sections_.first[e + 1];
      if (first == last) {
        if (input_.edges[e].first == input_.edges[e].second) route = loop_at(input_.edges[e].first, out);
        continue;
      }
      size_t points = 0;
      for (int32_t s = first; s < last; ++s) points += route_of(s).size();
      route.reserve(points);
      for (int32_t s = first; s < last; ++s) {
        const int32_t l = sections_.all[at(s)].level;
        for (const Point& p : route_of(s)) route.push_back({p.x + base_[at(l)].x, p.y + base_[at(l)].y});
      }
      if (last - first > 1) straighten(route);
      if (sections_.turned[e]) std::reverse(route.begin(), route.end());
    }
  }

  const std::vector<Point>& route_of(int32_t section) const {
    return laid_[at(sections_.all[at(section)].level)]->solution.routes[at(wire_[at(section)])];
  }

  // A loop is at the right border, within the gap to the next node.
  std::vector<Point> loop_at(int32_t node, const Output& out) const {
    if (tree_.shown[at(node)] != node) return {};
    const Point c = out.centers[at(node)];
    const Size s = input_.sizes[at(node)];
    const double x = c.x + s.w / 2, far = x + options_.edge_gap / 2, up = c.y - s.h / 4, down = c.y + s.h / 4;
    return {{x, down}, {far, down}, {far, up}, {x, up}};
  }

  const Input& input_;
  const Options& options_;
  const CancelToken& cancel_;
  Cache::Store& store_;
  const Tree tree_;
  const Sections sections_;
  std::vector<std::shared_ptr<const LaidBox>> laid_;
  std::vector<int32_t> wire_;  // of each section, within its level
  Numbering ports_;            // of all levels
  Numbering wires_, origins_;  // of one level: wires by producing and consuming end; a port counts as its source
  Problem problem_;            // of one level
  std::vector<Point> base_;
};

// To the right is downward with x and y exchanged; only titles are above their boxes either way, which for the layout
// is beside them.
Input on_its_side(Input input) {
  for (Size& size : input.sizes) std::swap(size.w, size.h);
  for (Input::Box& box : input.boxes) std::swap(box.size.w, box.size.h);
  return input;
}

Output on_its_side(Output output) {
  for (Point& center : output.centers) std::swap(center.x, center.y);
  for (std::vector<Point>& route : output.routes)
    for (Point& point : route) std::swap(point.x, point.y);
  for (Output::Rect& box : output.boxes) box = {box.y, box.x, box.h, box.w};
  std::swap(output.size.w, output.size.h);
  return output;
}

}  // namespace

Output layout(const Input& input, const Options& options, const CancelToken& cancel) {
  return layout_cached(input, options, cancel, Cache());
}

Output layout_cached(const Input& input, const Options& options, const CancelToken& cancel, const Cache& cache) {
  if (!options.rightward) return Composer(input, options, cancel, cache.store()).compose();
  Options turned = options;
  if (turned.wrap_aspect > 0) turned.wrap_aspect = 1 / turned.wrap_aspect;
  const Input on_side = on_its_side(input);
  return on_its_side(Composer(on_side, turned, cancel, cache.store()).compose());
}

}  // namespace nw::layout
