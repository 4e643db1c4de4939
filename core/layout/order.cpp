// SPDX-License-Identifier: GPL-3.0-or-later
// Fewest crossings within a measure of effort. Sweeps and sifting from several first orders find the region; the best
// of them is then improved by rerouting whole paths, whose cover of the graph is another each time, so that what no
// single move gains is gained in turn. The effort is counted in rounds, never in time: the same input, the same order.
#include "layout/order.h"

#include <algorithm>
#include <numeric>

#include "layout/orderer.h"
#include "layout/reroute.h"

namespace nw::layout {
namespace {

struct Effort {
  int sweeps;     // from each first order
  int firsts;     // first orders tried
  int finalists;  // of them rerouted
  int reroutes;
};

// Steps of one round of sifting, and of one of rerouting.
struct Cost {
  double sift = 0, reroute = 0;
};

Cost cost_of(const Stretch& s) {
  Cost cost;
  const auto at = [](int32_t i) { return static_cast<size_t>(i); };
  for (int32_t l = 0; l < s.layers(); ++l) {
    const int32_t first = s.layer_first[at(l)], last = s.layer_first[at(l) + 1];
    const double nodes = last - first;
    const double arms = s.down_first[at(last)] - s.down_first[at(first)] + s.up_first[at(last)] - s.up_first[at(first)];
    const double window = std::min(nodes, 32.0), fan = nodes > 0 ? arms / nodes : 0;
    cost.sift += std::min(nodes, 192.0) * (nodes + arms);
    cost.reroute += nodes * (window * window + window * fan * fan) + nodes * arms;
  }
  return cost;
}

// Small stretches (a block of a network, met a hundred times) are worth every try; large ones get what is quick, and
// where even one round would take long, none.
Effort effort_for(const Stretch& stretch) {
  constexpr double sifting = 1e6, rerouting = 14e6, too_much_sifting = 2e8, too_much_rerouting = 1e8;
  const Cost cost = cost_of(stretch);
  const auto rounds = [](double budget, double each, double least, double most) {
    return static_cast<int>(std::clamp(budget / (each + 1), least, most));
  };
  Effort effort{};
  effort.firsts = cost.sift > too_much_sifting ? 1 : cost.sift > 2e5 ? 2 : 3;
  effort.sweeps = rounds(sifting, cost.sift, cost.sift > too_much_sifting ? 1 : 3, 8);
  effort.reroutes = cost.reroute > too_much_rerouting ? 0 : rounds(rerouting, cost.reroute, 1, 24);
  return effort;
}

// The best order so far, put together from many: where two orders have a layer alike, what lies above it and what lies
// below can be taken from either. A network has many narrow layers, so each part of it keeps its own best try.
class Champion {
 public:
  explicit Champion(const Stretch& stretch) : s_(stretch) {}

  void absorb(Orderer& now) {
    if (order_.empty()) {
      order_ = now.order();
      for (int32_t l = 0; l < s_.layers(); ++l) gaps_.push_back(now.crossings_below(l));
      return;
    }
    take_better_parts(now.order(), now);
  }

  const std::vector<int32_t>& order() const { return order_; }
  int64_t crossings() const { return std::accumulate(gaps_.begin(), gaps_.end(), int64_t{0}); }

 private:
  void take_better_parts(const std::vector<int32_t>& order, Orderer& now) {
    int32_t from = 0;
    int64_t mine = 0, other = 0;
    for (int32_t l = 0; l < s_.layers(); ++l) {
      const auto begin = s_.layer_first[static_cast<size_t>(l)], end = s_.layer_first[static_cast<size_t>(l) + 1];
      const bool last = l + 1 == s_.layers();
      if (last || std::equal(order.begin() + begin, order.begin() + end, order_.begin() + begin)) {
        if (other < mine) take(order, now, from, l);
        from = l;
        mine = other = 0;
      }
      mine += gaps_[static_cast<size_t>(l)];
      other += now.crossings_below(l);
    }
  }

  void take(const std::vector<int32_t>& order, Orderer& now, int32_t first, int32_t last) {
    const auto begin = s_.layer_first[static_cast<size_t>(first)], end = s_.layer_first[static_cast<size_t>(last) + 1];
    std::copy(order.begin() + begin, order.begin() + end, order_.begin() + begin);
    for (int32_t l = first; l < last; ++l) gaps_[static_cast<size_t>(l)] = now.crossings_below(l);
  }

  const Stretch& s_;
  std::vector<int32_t> order_;
  std::vector<int64_t> gaps_;
};

class Search {
 public:
  Search(const Stretch& stretch, const CancelToken& cancel)
      : order_(stretch, cancel), reroute_(order_), best_(stretch), cancel_(cancel) {}

  std::vector<int32_t> run(const Effort& effort) {
    constexpr Orderer::First firsts[] = {Orderer::First::Down, Orderer::First::Up, Orderer::First::Both};
    for (int k = 0; k < effort.firsts; ++k) {
      order_.first_order(firsts[k]);
      for (int round = 0; round < effort.sweeps && !done(); ++round) {
        sweep(round);
        best_.absorb(order_);
      }
    }
    for (int k = 0; k < effort.reroutes && !done(); ++k) {
      order_.set_order(best_.order());
      if (k % 4 == 3) sweep(k / 4);  // away from what no single move improves
      reroute_.round(static_cast<uint32_t>(k), cancel_);
      order_.sift(k % 2 == 0, true);
      best_.absorb(order_);
    }
    if (best_.order().empty()) best_.absorb(order_);
    return best_.order();
  }

 private:
  bool done() const { return cancel_.cancelled() || (!best_.order().empty() && best_.crossings() == 0); }

  void sweep(int round) {
    const auto mean = round % 4 < 2 ? Orderer::Mean::Average : Orderer::Mean::Median;
    order_.sweep(round % 2 == 0, mean, round % 8 >= 4);
    for (int k = 0; k < 4; ++k)
      if (!order_.sift(k % 2 == 0, k == 0)) break;
  }

  Orderer order_;
  Reroute reroute_;
  Champion best_;
  const CancelToken& cancel_;
};

}  // namespace

std::vector<int32_t> order_layers(const Stretch& stretch, const CancelToken& cancel) {
  return Search(stretch, cancel).run(effort_for(stretch));
}

std::vector<int32_t> adapt_to_ports(const Stretch& s, const std::vector<int32_t>& order, const CancelToken& cancel) {
  const auto at = [](int32_t i) { return static_cast<size_t>(i); };
  const auto has_port = [](const Arm& a) { return a.port != 0.5F || a.far_port != 0.5F; };
  std::vector<char> ports(at(s.layers()) + 1, 0);  // in the gap above each layer
  for (int32_t l = 0; l + 1 < s.layers(); ++l) {
    const auto first = s.down_first[at(s.layer_first[at(l)])], last = s.down_first[at(s.layer_first[at(l + 1)])];
    ports[at(l + 1)] = std::any_of(s.down.begin() + first, s.down.begin() + last, has_port);
  }
  std::vector<int32_t> layers;
  for (int32_t l = 0; l < s.layers(); ++l)
    if (ports[at(l)] || ports[at(l + 1)]) layers.push_back(l);
  Orderer o(s, cancel);
  o.set_order(order);
  for (int k = 0; k < 4 && !cancel.cancelled(); ++k) {
    if (!o.sift_only(layers)) break;
    std::reverse(layers.begin(), layers.end());
  }
  return o.order();
}

int64_t count_order_crossings(const Stretch& stretch, const std::vector<int32_t>& order) {
  Orderer o(stretch);
  o.set_order(order);
  return o.crossings();
}

}  // namespace nw::layout
