// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "layout/layout.h"
#include "pictures.h"
#include "registry.h"

using namespace nw;
using namespace nw::test;
using layout::Input;
using layout::Output;
using layout::Point;

class TestCrossings : public QObject {
  Q_OBJECT

  static double side(Point a, Point b, Point c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

  // Every two segments held against each other.
  static int64_t by_hand(const Output& output, const Input& input) {
    int64_t sum = 0;
    for (size_t e = 0; e < output.routes.size(); ++e)
      for (size_t f = 0; f < e; ++f) {
        const auto [a, b] = input.edges[e];
        const auto [c, d] = input.edges[f];
        if (a == c || a == d || b == c || b == d) continue;
        const auto &p = output.routes[e], &q = output.routes[f];
        for (size_t i = 1; i < p.size(); ++i)
          for (size_t k = 1; k < q.size(); ++k)
            sum += side(p[i - 1], p[i], q[k - 1]) * side(p[i - 1], p[i], q[k]) < 0 &&
                   side(q[k - 1], q[k], p[i - 1]) * side(q[k - 1], q[k], p[i]) < 0;
      }
    return sum;
  }

 private Q_SLOTS:
  void two_lines_cross_once() {
    Input input;
    input.sizes.assign(4, {0, 0});
    input.edges = {{0, 1}, {2, 3}};
    Output output;
    output.routes = {{{0, 0}, {10, 10}}, {{10, 0}, {0, 10}}};
    QCOMPARE(layout::count_crossings(output, input), int64_t{1});
  }

  void edges_with_a_common_end_do_not_count() {
    Input input;
    input.sizes.assign(3, {0, 0});
    input.edges = {{0, 1}, {2, 1}};
    Output output;
    output.routes = {{{0, 0}, {10, 10}}, {{10, 0}, {0, 10}}};
    QCOMPARE(layout::count_crossings(output, input), int64_t{0});
  }

  void touching_is_not_crossing() {
    Input input;
    input.sizes.assign(4, {0, 0});
    input.edges = {{0, 1}, {2, 3}};
    Output output;
    output.routes = {{{0, 0}, {10, 10}}, {{5, 5}, {20, 0}}};
    QCOMPARE(layout::count_crossings(output, input), int64_t{0});
  }

  void the_sweep_finds_what_comparing_all_finds() {
    for (uint32_t seed = 1; seed <= 12; ++seed) {
      const Input input = random_graph(seed, {40, 90, seed % 3 == 0 ? 6 : 0, seed % 2 == 0, false});
      const Output output = layout::layout(input);
      QCOMPARE(layout::count_crossings(output, input), by_hand(output, input));
    }
  }

  void small_graphs_that_need_no_crossing_have_none() {
    Input diamond;
    diamond.sizes.assign(6, {100, 30});
    diamond.edges = {{0, 1}, {0, 2}, {1, 3}, {2, 4}, {3, 5}, {4, 5}, {0, 5}};
    QCOMPARE(layout::count_crossings(layout::layout(diamond), diamond), int64_t{0});
    Input tree;
    tree.sizes.assign(31, {100, 30});
    for (int32_t v = 1; v < 31; ++v) tree.edges.emplace_back((v - 1) / 2, v);
    QCOMPARE(layout::count_crossings(layout::layout(tree), tree), int64_t{0});
  }
};

NW_TEST(TestCrossings);
#include "test_crossings.moc"
