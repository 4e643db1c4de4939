// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>

#include "layout/rank.h"
#include "pictures.h"
#include "registry.h"

using namespace nw;
using namespace nw::test;
using layout::Link;

class TestRank : public QObject {
  Q_OBJECT

  static int64_t length(const std::vector<Link>& links, const std::vector<int32_t>& rank) {
    int64_t sum = 0;
    for (const Link& l : links)
      sum += static_cast<int64_t>(l.weight) * (rank[static_cast<size_t>(l.to)] - rank[static_cast<size_t>(l.from)]);
    return sum;
  }

  // Every assignment of up to `height` layers, tried.
  static int64_t shortest(int32_t nodes, const std::vector<Link>& links, int32_t height) {
    std::vector<int32_t> rank(static_cast<size_t>(nodes), 0);
    int64_t best = -1;
    for (;;) {
      const bool good = std::all_of(links.begin(), links.end(), [&](const Link& l) {
        return rank[static_cast<size_t>(l.to)] > rank[static_cast<size_t>(l.from)];
      });
      if (good && (best < 0 || length(links, rank) < best)) best = length(links, rank);
      size_t k = 0;
      while (k < rank.size() && ++rank[k] == height) rank[k++] = 0;
      if (k == rank.size()) return best;
    }
  }

 private Q_SLOTS:
  void links_lead_down_and_are_as_short_as_can_be() {
    for (uint32_t seed = 1; seed <= 60; ++seed) {
      Dice dice(seed);
      const int32_t nodes = 5 + dice.roll(2);
      std::vector<Link> links;
      for (int32_t e = 0; e < nodes + 3; ++e) {
        const int32_t a = dice.roll(nodes), b = dice.roll(nodes);
        if (a != b) links.push_back({std::min(a, b), std::max(a, b), 1 + dice.roll(3)});
      }
      const std::vector<int32_t> rank = layout::assign_ranks(nodes, links, {});
      for (const Link& l : links) QVERIFY(rank[static_cast<size_t>(l.from)] < rank[static_cast<size_t>(l.to)]);
      QCOMPARE(length(links, rank), shortest(nodes, links, nodes));
    }
  }

  void a_node_between_two_goes_to_the_end_that_pulls_more() {
    //  0 → 1 → 2 → 3 → 4, and 0 → 5 → 4 with the heavier link first, then last.
    std::vector<Link> links = {{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 4, 1}, {0, 5, 3}, {5, 4, 1}};
    QCOMPARE(layout::assign_ranks(6, links, {}), (std::vector<int32_t>{0, 1, 2, 3, 4, 1}));
    std::swap(links[4].weight, links[5].weight);
    QCOMPARE(layout::assign_ranks(6, links, {}), (std::vector<int32_t>{0, 1, 2, 3, 4, 3}));
  }

  void a_bus_stands_just_above_its_first_reader() {
    std::vector<Link> links;
    constexpr int32_t chain = 200, bus = chain;
    for (int32_t v = 1; v < chain; ++v) links.push_back({v - 1, v, 1});
    for (int32_t v = 50; v < chain; v += 10) links.push_back({bus, v, 1});
    const std::vector<int32_t> rank = layout::assign_ranks(chain + 1, links, {});
    QCOMPARE(rank[bus], 49);
    QCOMPARE(rank[chain - 1], chain - 1);
  }

  void parts_that_read_each_other_are_solved_together() {
    std::vector<Link> links;  // two chains, each a bus for the other
    constexpr int32_t chain = 150;
    for (int32_t v = 1; v < chain; ++v) links.push_back({v - 1, v, 1}), links.push_back({chain + v - 1, chain + v, 1});
    for (int32_t v = 80; v < chain; v += 7) links.push_back({2, chain + v, 1}), links.push_back({chain + 2, v, 1});
    links.push_back({chain + 140, 149, 1});
    const std::vector<int32_t> rank = layout::assign_ranks(2 * chain, links, {});
    for (const Link& l : links) QVERIFY(rank[static_cast<size_t>(l.from)] < rank[static_cast<size_t>(l.to)]);
  }
};

NW_TEST(TestRank);
#include "test_rank.moc"
