// SPDX-License-Identifier: GPL-3.0-or-later
// Coordinates after Brandes and Köpf. Each point is aligned with the median of its neighbours on one side wherever
// that is free of contradiction, which gives vertical blocks; the blocks are packed towards one border. Done four
// times (neighbours above or below, packed left or right), and each point takes the mean of its two middle values.
//
// Points of a trunk are aligned along it before anything else, and arms that would cut through a trunk are barred from
// alignment, so long edges come out as straight lines. Where an arm is fastened off a node's centre (at the port of a
// box), the block is sheared by as much, so that the edge itself is what becomes straight.
#include "layout/position.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace nw::layout {
namespace {

size_t at(int32_t i) {
  return static_cast<size_t>(i);
}

class Placer {
 public:
  Placer(const Stretch& stretch, const std::vector<int32_t>& order, const Options& options)
      : s_(stretch), options_(options) {
    pos_.assign(at(s_.size()), 0);
    layers_.resize(at(s_.layers()));
    for (int32_t l = 0; l < s_.layers(); ++l)
      for (int32_t k = s_.layer_first[at(l)]; k < s_.layer_first[at(l) + 1]; ++k) {
        const int32_t v = order[at(k)];
        if (s_.side[at(v)] != 0) continue;
        pos_[at(v)] = static_cast<int32_t>(layers_[at(l)].size());
        layers_[at(l)].push_back(v);
      }
    bar_crossed_trunks();
  }

  std::vector<double> place() {
    std::array<std::vector<double>, 4> x;
    for (size_t k = 0; k < 4; ++k) x[k] = place_once(k % 2 == 0, k >= 2);
    align_with_narrowest(x);
    std::vector<double> out(at(s_.size()), 0);
    for (size_t v = 0; v < out.size(); ++v) {
      std::array<double, 4> a{x[0][v], x[1][v], x[2][v], x[3][v]};
      std::sort(a.begin(), a.end());
      out[v] = s_.side[v] != 0 ? 0 : (a[1] + a[2]) / 2;
    }
    return out;
  }

 private:
  bool inner(int32_t above, int32_t below) const {
    return s_.trunk[at(above)] >= 0 && s_.trunk[at(above)] == s_.trunk[at(below)];
  }

  // Arms of nodes that cross a stretch of trunk. For a layer pair, trunks that do not cross each other split both
  // layers into bands; an arm that leads from one band into another crosses one.
  void bar_crossed_trunks() {
    barred_.assign(s_.up.size(), 0);
    for (size_t l = 1; l < layers_.size(); ++l) {
      const auto& lower = layers_[l];
      size_t scanned = 0;
      int32_t low = -1;
      for (size_t k = 0; k <= lower.size(); ++k) {
        int32_t high = std::numeric_limits<int32_t>::max();
        if (k < lower.size()) {
          const int32_t above = trunk_above(lower[k]);
          if (above < 0) continue;
          high = pos_[at(above)];
        }
        for (; scanned < std::min(k + 1, lower.size()); ++scanned) {
          const int32_t v = lower[scanned];
          for (int32_t a = s_.up_first[at(v)]; a < s_.up_first[at(v) + 1]; ++a) {
            const int32_t u = s_.up[at(a)].node;
            if (s_.side[at(u)] != 0 || inner(u, v)) continue;
            barred_[at(a)] = pos_[at(u)] < low || pos_[at(u)] > high;
          }
        }
        low = high;
      }
    }
  }

  int32_t trunk_above(int32_t v) const {
    for (int32_t a = s_.up_first[at(v)]; a < s_.up_first[at(v) + 1]; ++a)
      if (inner(s_.up[at(a)].node, v)) return s_.up[at(a)].node;
    return -1;
  }

  double dx(int32_t v, float port) const { return (static_cast<double>(port) - 0.5) * s_.width[at(v)]; }

  bool is_barred(int32_t above, int32_t below) const {
    for (int32_t a = s_.up_first[at(below)]; a < s_.up_first[at(below) + 1]; ++a)
      if (s_.up[at(a)].node == above) return barred_[at(a)] != 0;
    return false;
  }

  struct Candidate {
    int32_t node;
    double shift;  // of v against node, that the arm be straight
  };

  // The neighbours to align with, best first: the trunk's own next point, else the one or two medians.
  void candidates(int32_t v, bool from_above, bool mirror, std::vector<Candidate>& out) {
    const auto& first = from_above ? s_.up_first : s_.down_first;
    const auto& arms = from_above ? s_.up : s_.down;
    near_.clear();
    out.clear();
    for (int32_t a = first[at(v)]; a < first[at(v) + 1]; ++a) {
      const int32_t u = arms[at(a)].node;
      if (s_.side[at(u)] != 0) continue;
      const Candidate c{u, dx(u, arms[at(a)].far_port) - dx(v, arms[at(a)].port)};
      if (from_above ? inner(u, v) : inner(v, u)) {
        out.assign(1, c);
        return;
      }
      near_.push_back(c);
    }
    if (near_.empty()) return;
    std::stable_sort(near_.begin(), near_.end(),
                     [&](const Candidate& a, const Candidate& b) { return pos_[at(a.node)] < pos_[at(b.node)]; });
    const size_t low = (near_.size() - 1) / 2, high = near_.size() / 2;
    out.push_back(near_[mirror ? high : low]);
    if (low != high) out.push_back(near_[mirror ? low : high]);
  }

  void align(bool from_above, bool mirror) {
    const size_t n = at(s_.size());
    root_.resize(n);
    next_.resize(n);
    shift_.assign(n, 0);
    for (size_t v = 0; v < n; ++v) root_[v] = next_[v] = static_cast<int32_t>(v);
    std::vector<Candidate> tries;
    for (size_t step = 1; step < layers_.size(); ++step) {
      const auto& layer = layers_[from_above ? step : layers_.size() - 1 - step];
      int32_t used = mirror ? std::numeric_limits<int32_t>::max() : -1;
      for (size_t k = 0; k < layer.size(); ++k) {
        const int32_t v = layer[mirror ? layer.size() - 1 - k : k];
        candidates(v, from_above, mirror, tries);
        for (const Candidate& c : tries) {
          const int32_t u = c.node, p = pos_[at(u)];
          if (mirror ? p >= used : p <= used) continue;
          if (from_above ? is_barred(u, v) : is_barred(v, u)) continue;
          next_[at(u)] = v;
          root_[at(v)] = root_[at(u)];
          shift_[at(v)] = shift_[at(u)] + c.shift;
          used = p;
          break;
        }
      }
    }
  }

  // Packs the blocks to the left, then lets each drift right until it touches what it must not pass.
  std::vector<double> pack() {
    const size_t n = at(s_.size());
    struct Gap {
      int32_t left, right;
      double least;
    };
    std::vector<Gap> gaps;
    std::vector<int32_t> waits(n, 0), first(n + 1, 0), last_first(n + 1, 0);
    for (const auto& layer : layers_)
      for (size_t k = 1; k < layer.size(); ++k) {
        const int32_t u = layer[k - 1], v = layer[k];
        gaps.push_back({root_[at(u)], root_[at(v)], separation(s_, u, v, options_) + shift_[at(u)] - shift_[at(v)]});
        ++waits[at(root_[at(v)])];
        ++first[at(root_[at(u)]) + 1];
      }
    for (size_t v = 0; v < n; ++v) first[v + 1] += first[v];
    std::vector<int32_t> by_left(gaps.size()), fill(first.begin(), first.end() - 1), order;
    for (size_t g = 0; g < gaps.size(); ++g) by_left[at(fill[at(gaps[g].left)]++)] = static_cast<int32_t>(g);
    constexpr double unset = -std::numeric_limits<double>::infinity();
    std::vector<double> x(n, unset);
    for (size_t v = 0; v < n; ++v)
      if (root_[v] == static_cast<int32_t>(v) && s_.side[v] == 0 && waits[v] == 0)
        order.push_back(static_cast<int32_t>(v));
    for (size_t head = 0; head < order.size(); ++head) {
      const int32_t b = order[head];
      if (x[at(b)] == unset) x[at(b)] = 0;
      for (int32_t k = first[at(b)]; k < first[at(b) + 1]; ++k) {
        const Gap& g = gaps[at(by_left[at(k)])];
        x[at(g.right)] = std::max(x[at(g.right)], x[at(b)] + g.least);
        if (--waits[at(g.right)] == 0) order.push_back(g.right);
      }
    }
    for (size_t k = order.size(); k-- > 0;) {
      const int32_t b = order[k];
      double room = std::numeric_limits<double>::infinity();
      for (int32_t j = first[at(b)]; j < first[at(b) + 1]; ++j) {
        const Gap& g = gaps[at(by_left[at(j)])];
        room = std::min(room, x[at(g.right)] - g.least);
      }
      if (std::isfinite(room)) x[at(b)] = std::max(x[at(b)], room);
    }
    std::vector<double> out(n, 0);
    for (size_t v = 0; v < n; ++v)
      if (s_.side[v] == 0) out[v] = x[at(root_[v])] + shift_[v];
    return out;
  }

  std::vector<double> place_once(bool from_above, bool mirror) {
    align(from_above, mirror);
    if (!mirror) return pack();
    // The mirror image, packed to the left, is packed to the right.
    for (auto& layer : layers_) std::reverse(layer.begin(), layer.end());
    for (double& d : shift_) d = -d;
    std::vector<double> x = pack();
    for (auto& layer : layers_) std::reverse(layer.begin(), layer.end());
    for (double& d : x) d = -d;
    return x;
  }

  void align_with_narrowest(std::array<std::vector<double>, 4>& x) const {
    std::array<double, 4> low{}, high{};
    size_t narrowest = 0;
    for (size_t k = 0; k < 4; ++k) {
      low[k] = std::numeric_limits<double>::infinity();
      high[k] = -low[k];
      for (size_t v = 0; v < x[k].size(); ++v) {
        if (s_.side[v] != 0) continue;
        low[k] = std::min(low[k], x[k][v] - s_.width[v] / 2);
        high[k] = std::max(high[k], x[k][v] + s_.width[v] / 2);
      }
      if (high[k] - low[k] < high[narrowest] - low[narrowest]) narrowest = k;
    }
    for (size_t k = 0; k < 4; ++k) {
      const double shift = k < 2 ? low[narrowest] - low[k] : high[narrowest] - high[k];
      if (std::isfinite(shift))
        for (double& v : x[k]) v += shift;
    }
  }

  const Stretch& s_;
  const Options& options_;
  std::vector<std::vector<int32_t>> layers_;
  std::vector<int32_t> pos_, root_, next_;
  std::vector<double> shift_;
  std::vector<char> barred_;
  std::vector<Candidate> near_;
};

}  // namespace

double separation(const Stretch& stretch, int32_t left, int32_t right, const Options& options) {
  const bool a = stretch.trunk[at(left)] >= 0, b = stretch.trunk[at(right)] >= 0;
  const double gap = a && b ? options.edge_gap : a || b ? (options.edge_gap + options.node_gap) / 2 : options.node_gap;
  return (stretch.width[at(left)] + stretch.width[at(right)]) / 2 + gap;
}

std::vector<double> place_across(const Stretch& stretch, const std::vector<int32_t>& order, const Options& options) {
  return Placer(stretch, order, options).place();
}

}  // namespace nw::layout
