// SPDX-License-Identifier: GPL-3.0-or-later
// Coordinates by rigid blocks. The points of a trunk, and the nodes of a chain in which each has the other as its only
// neighbour, are in one vertical line: a block. Everything else is left to the drawing of blocks towards each other
// (relax.h), which knows no layers any more: only blocks, the distances between neighbours, and the arms from block to
// block, which pull until they are straight.
//
// Two blocks that cross would each have to be on both sides of the other. Where that happens, one is cut in two at the
// crossing, so that the distances never run in a ring.
//
// An arm that is fastened off a node's centre (at the port of a box) shears its block by as much, so that it is the
// edge that becomes straight, and not the line of centres.
#include "layout/position.h"

#include <algorithm>
#include <limits>

#include "layout/at.h"
#include "layout/relax.h"

namespace nw::layout {
namespace {

constexpr int rounds = 20;
constexpr double gravity = 0.1;  // with which every block is drawn to a common line, against the weight 1 of an arm

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
  }

  std::vector<double> place(const CancelToken& cancel) {
    join_blocks();
    return spread(settle_blocks(blocks(), rounds, cancel));
  }

 private:
  double dx(int32_t v, float port) const { return (static_cast<double>(port) - 0.5) * s_.width[at(v)]; }

  // The arm that must be vertical: along a trunk, or the only one of both its ends.
  const Arm* rigid_arm_above(int32_t v) const {
    const int32_t first = s_.up_first[at(v)], last = s_.up_first[at(v) + 1];
    for (int32_t a = first; a < last; ++a) {
      const Arm& arm = s_.up[at(a)];
      if (s_.side[at(arm.node)] != 0) continue;
      if (s_.trunk[at(v)] >= 0 && s_.trunk[at(v)] == s_.trunk[at(arm.node)]) return &arm;
      if (last - first == 1 && s_.down_first[at(arm.node) + 1] - s_.down_first[at(arm.node)] == 1) return &arm;
    }
    return nullptr;
  }

  void join_blocks() {
    const size_t n = at(s_.size());
    root_.resize(n);
    shift_.assign(n, 0);
    for (size_t v = 0; v < n; ++v) root_[v] = static_cast<int32_t>(v);
    for (const auto& layer : layers_) {
      int32_t used = -1;
      for (const int32_t v : layer) {
        const Arm* arm = rigid_arm_above(v);
        if (!arm || pos_[at(arm->node)] <= used) continue;  // it would cross the one before
        used = pos_[at(arm->node)];
        root_[at(v)] = root_[at(arm->node)];
        shift_[at(v)] = shift_[at(arm->node)] + dx(arm->node, arm->far_port) - dx(v, arm->port);
      }
    }
  }

  // The blocks, what keeps them apart and what draws them together.
  BlockSystem blocks() const {
    BlockSystem system;
    std::vector<int32_t> number(at(s_.size()), -1);
    for (int32_t v = 0; v < s_.size(); ++v)
      if (s_.side[at(v)] == 0 && root_[at(v)] == v) number[at(v)] = system.blocks++;
    for (const auto& layer : layers_)
      for (size_t k = 0; k < layer.size(); ++k) {
        const int32_t v = layer[k], block = number[at(root_[at(v)])];
        if (k > 0) {
          const int32_t u = layer[k - 1];
          system.gaps.push_back(
              {number[at(root_[at(u)])], block, separation(s_, u, v, options_) + shift_[at(u)] - shift_[at(v)]});
        }
        for (int32_t a = s_.down_first[at(v)]; a < s_.down_first[at(v) + 1]; ++a) {
          const Arm& arm = s_.down[at(a)];
          if (s_.side[at(arm.node)] != 0 || root_[at(arm.node)] == root_[at(v)]) continue;
          const double offset = shift_[at(v)] + dx(v, arm.port) - shift_[at(arm.node)] - dx(arm.node, arm.far_port);
          system.pulls.push_back({block, number[at(root_[at(arm.node)])], offset, 1});
        }
      }
    const int32_t middle = system.blocks++;
    for (int32_t b = 0; b < middle; ++b) system.pulls.push_back({b, middle, 0, gravity});
    return system;
  }

  std::vector<double> spread(const std::vector<double>& places) const {
    std::vector<double> x(at(s_.size()), 0);
    size_t block = 0;
    std::vector<double> of_root(x.size(), 0);
    for (size_t v = 0; v < x.size(); ++v)
      if (s_.side[v] == 0 && root_[v] == static_cast<int32_t>(v)) of_root[v] = places[block++];
    for (size_t v = 0; v < x.size(); ++v)
      if (s_.side[v] == 0) x[v] = of_root[at(root_[v])] + shift_[v];
    return x;
  }

  const Stretch& s_;
  const Options& options_;
  std::vector<std::vector<int32_t>> layers_;
  std::vector<int32_t> pos_, root_;
  std::vector<double> shift_;
};

}  // namespace

double separation(const Stretch& stretch, int32_t left, int32_t right, const Options& options) {
  const bool a = stretch.trunk[at(left)] >= 0, b = stretch.trunk[at(right)] >= 0;
  const double gap = a && b ? options.edge_gap : a || b ? (options.edge_gap + options.node_gap) / 2 : options.node_gap;
  return (stretch.width[at(left)] + stretch.width[at(right)]) / 2 + gap;
}

std::vector<double> place_across(const Stretch& stretch, const std::vector<int32_t>& order, const Options& options,
                                 const CancelToken& cancel) {
  return Placer(stretch, order, options).place(cancel);
}

}  // namespace nw::layout
