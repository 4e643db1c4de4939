// SPDX-License-Identifier: GPL-3.0-or-later
// Fewest crossings within a measure of effort. Sweeps and sifting from several first orders find the region; the best
// of them is then improved by rerouting whole paths, whose cover of the graph is another each time, so that what no
// single move gains is gained in turn. The effort is counted in rounds, never in time: the same input, the same order.
#include "layout/order.h"

#include <algorithm>

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

// Small stretches (a block of a network, met a hundred times) are worth every try; large ones get what is quick.
Effort effort_for(int32_t nodes) {
  if (nodes <= 400) return {8, 3, 3, 24};
  if (nodes <= 2000) return {5, 3, 2, 10};
  if (nodes <= 20000) return {3, 2, 1, 5};
  if (nodes <= 400000) return {2, 2, 1, 1};
  return {2, 1, 0, 0};
}

struct Found {
  int64_t crossings = -1;
  std::vector<int32_t> order;
};

class Search {
 public:
  Search(const Stretch& stretch, const CancelToken& cancel) : order_(stretch), cancel_(cancel) {}

  std::vector<int32_t> run(const Effort& effort) {
    std::vector<Found> found;
    constexpr Orderer::First firsts[] = {Orderer::First::Down, Orderer::First::Up, Orderer::First::Both};
    for (int k = 0; k < effort.firsts; ++k) {
      found.push_back(sweep_from(firsts[k], effort.sweeps));
      if (found.back().crossings == 0) return found.back().order;
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.crossings < b.crossings; });
    Found best = found[0];
    for (int k = 0; k < effort.finalists && !cancel_.cancelled(); ++k) {
      const Found now = reroute_from(found[static_cast<size_t>(k)], effort.reroutes);
      if (now.crossings < best.crossings) best = now;
      if (best.crossings == 0) break;
    }
    return best.order;
  }

 private:
  Found sweep_from(Orderer::First first, int rounds) {
    order_.first_order(first);
    Found best;
    for (int round = 0; round < rounds && best.crossings != 0; ++round) {
      if (cancel_.cancelled() && best.crossings >= 0) break;
      const auto mean = round % 4 < 2 ? Orderer::Mean::Average : Orderer::Mean::Median;
      order_.sweep(round % 2 == 0, mean, round % 8 >= 4);
      for (int k = 0; k < 4; ++k)
        if (!order_.sift(k % 2 == 0, k == 0)) break;
      const int64_t now = order_.crossings();
      if (best.crossings < 0 || now < best.crossings) best = {now, order_.order()};
    }
    return best;
  }

  Found reroute_from(const Found& start, int rounds) {
    order_.set_order(start.order);
    Reroute reroute(order_);
    int idle = 0;
    for (int k = 0; k < rounds && idle < 6 && !cancel_.cancelled(); ++k) {
      const bool gained = reroute.round(static_cast<uint32_t>(k), cancel_);
      const bool sifted = order_.sift(k % 2 == 0, true);
      idle = gained || sifted ? 0 : idle + 1;
      if (order_.crossings() == 0) break;
    }
    return {order_.crossings(), order_.order()};
  }

  Orderer order_;
  const CancelToken& cancel_;
};

}  // namespace

std::vector<int32_t> order_layers(const Stretch& stretch, const CancelToken& cancel) {
  return Search(stretch, cancel).run(effort_for(stretch.size()));
}

int64_t count_order_crossings(const Stretch& stretch, const std::vector<int32_t>& order) {
  Orderer o(stretch);
  o.set_order(order);
  return o.crossings();
}

}  // namespace nw::layout
