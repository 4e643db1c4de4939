// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "layout/layout.h"
#include "pictures.h"
#include "registry.h"

using namespace nw;
using namespace nw::test;
using layout::Input;
using layout::Output;

class TestNest : public QObject {
  Q_OBJECT

  // 0 → [1 → 2] → 3, and 0 → 3.
  static Input one_box() {
    Input input;
    input.sizes.assign(4, {100, 30});
    input.edges = {{0, 1}, {1, 2}, {2, 3}, {0, 3}};
    input.boxes.resize(1);
    input.boxes[0].header = 20;
    input.parent = {-1, 0, 0, -1};
    return input;
  }

  // Three hundred pairs of boxes, one below the other, and ten values that all of them read.
  static Input pairs_of_boxes() {
    constexpr int32_t shared = 10, pairs = 300;
    Input input;
    input.sizes.assign(shared, {100, 30});
    input.parent.assign(shared, -1);
    for (int32_t box = 0; box < 2 * pairs; ++box) {
      const int32_t n = static_cast<int32_t>(input.sizes.size());
      input.sizes.insert(input.sizes.end(), 3, {100, 30});
      input.parent.insert(input.parent.end(), 3, box);
      input.boxes.push_back({-1, 20, true, {120, 50}});
      input.edges.emplace_back(n, n + 1);
      input.edges.emplace_back(n, n + 2);
      for (int32_t s = 0; s < shared; ++s) input.edges.emplace_back(s, n + s % 3);
      for (int32_t above : {n - 3 - 3 * (box % 2), n - 6 - 3 * (box % 2)})
        if (above >= shared) input.edges.emplace_back(above, n);
    }
    return input;
  }

 private Q_SLOTS:
  void a_box_stands_around_its_nodes() {
    const Input input = one_box();
    const Output output = layout::layout(input);
    QCOMPARE(fault_of(input, output), std::string());
    const layout::Options options;
    const Output::Rect box = output.boxes[0];
    QCOMPARE(box.w, 100 + 2 * options.box_margin);
    QCOMPARE(output.centers[1].y - 15 - box.y, 20 + options.box_margin + options.layer_gap / 2);
    QCOMPARE(layout::count_crossings(output, input), int64_t{0});
  }

  void an_edge_passes_the_border_where_it_enters() {
    const Input input = one_box();
    const Output output = layout::layout(input);
    QCOMPARE(output.routes[0].front().y, output.centers[0].y + 15);
    QCOMPARE(output.routes[0].back().y, output.centers[1].y - 15);
  }

  void a_collapsed_box_is_one_node() {
    Input input = one_box();
    input.boxes[0].collapsed = true;
    input.boxes[0].size = {120, 50};
    const Output output = layout::layout(input);
    QCOMPARE(output.boxes[0].w, 120.0);
    QCOMPARE(output.boxes[0].h, 50.0);
    QCOMPARE(output.centers[1].x, output.boxes[0].x + 60);
    QVERIFY(output.routes[1].empty());                       // within the box
    QCOMPARE(output.routes[0].back().y, output.boxes[0].y);  // ends at the box
    QCOMPARE(output.routes[2].front().y, output.boxes[0].y + 50);
  }

  void boxes_alike_look_alike() {
    Input input;
    constexpr int32_t blocks = 20;
    input.sizes.push_back({100, 30});
    input.parent.push_back(-1);
    for (int32_t b = 0, last = 0; b < blocks; ++b) {
      const int32_t n = static_cast<int32_t>(input.sizes.size());
      input.sizes.insert(input.sizes.end(), 4, {100, 30});
      input.parent.insert(input.parent.end(), 4, b);
      input.boxes.push_back({});
      for (const auto& [from, to] :
           {std::pair(last, n), {n, n + 1}, {n, n + 2}, {n + 1, n + 3}, {n + 2, n + 3}, {0, n + 2}})
        if (from != 0 || to != n + 2 || b > 0) input.edges.emplace_back(from, to);
      last = n + 3;
    }
    const Output output = layout::layout(input);
    QCOMPARE(fault_of(input, output), std::string());
    for (size_t b = 2; b < blocks; ++b) {
      QCOMPARE(output.boxes[b].w, output.boxes[1].w);
      for (size_t k = 1; k < 5; ++k)
        QCOMPARE(output.centers[b * 4 + k].x - output.boxes[b].x, output.centers[4 + k].x - output.boxes[1].x);
    }
  }

  // Data flow to the right, the title stays above: its height is free at the top of the box.
  void rightward_is_downward_on_its_side_but_for_titles() {
    Input input;
    input.sizes = {{100, 30}, {60, 40}, {80, 20}};
    input.edges = {{0, 1}, {1, 2}};
    input.boxes.resize(1);
    input.boxes[0].header = 24;
    input.parent = {-1, 0, 0};
    layout::Options options;
    options.rightward = true;
    const Output output = layout::layout(input, options);
    QCOMPARE(fault_of(input, output), std::string());
    QVERIFY(output.centers[0].x < output.centers[1].x && output.centers[1].x < output.centers[2].x);
    const Output::Rect& box = output.boxes[0];
    QCOMPARE(output.centers[1].y - 20 - box.y, options.box_margin + 24);
    QCOMPARE(output.routes[0].front().x, output.centers[0].x + 50);
    QCOMPARE(output.routes[0].back().x, output.centers[1].x - 30);
  }

  void a_box_that_feeds_itself_through_another_is_drawn() {
    Input input;  // [0 1] and [2]: 0 → 2 → 1, so the boxes read each other
    input.sizes.assign(3, {100, 30});
    input.edges = {{0, 2}, {2, 1}};
    input.boxes.resize(2);
    input.parent = {0, 0, 1};
    QCOMPARE(fault_of(input, layout::layout(input)), std::string());
  }

  void a_box_of_nothing_has_a_place() {
    Input input;
    input.boxes.resize(2);
    input.boxes[1].parent = 0;
    QCOMPARE(fault_of(input, layout::layout(input)), std::string());
  }

  void nonsense_parents_count_as_none() {
    Input input;
    input.sizes.assign(3, {100, 30});
    input.edges = {{0, 1}};
    input.boxes.resize(3);
    input.boxes[0].parent = 1;
    input.boxes[1].parent = 0;  // in a ring
    input.boxes[2].parent = 77;
    input.parent = {0, 5, -9};
    const Output output = layout::layout(input);
    QCOMPARE(output.centers.size(), size_t{3});
    QVERIFY(output.routes[0].size() >= 2);
  }

  void very_deep_boxes_are_drawn_down_to_a_depth() {
    Input input;
    constexpr int32_t depth = 5000;
    for (int32_t b = 0; b < depth; ++b) {
      input.boxes.push_back({});
      input.boxes.back().parent = b - 1;
    }
    input.sizes.assign(2, {100, 30});
    input.parent = {depth - 1, -1};
    input.edges = {{0, 1}};
    const Output output = layout::layout(input);
    QVERIFY(output.boxes[63].w > 0 && output.boxes[100].w == 0);
    QVERIFY(output.routes[0].size() >= 2);
  }

  void expanding_a_box_reuses_the_rest() {
    Input input = one_box();
    const layout::Cache cache;
    input.boxes[0].collapsed = true;
    input.boxes[0].size = {120, 50};
    layout::layout_cached(input, {}, {}, cache);
    input.boxes[0].collapsed = false;
    QVERIFY(same_picture(layout::layout_cached(input, {}, {}, cache), layout::layout(input)));
  }

  void opening_a_box_leaves_the_others_their_order() {
    Input input = pairs_of_boxes();
    const Output closed = layout::layout(input);
    input.boxes[100].collapsed = false;
    const Output open = layout::layout(input);
    QVERIFY(open.boxes[100].h > closed.boxes[100].h);
    for (size_t pair = 0; pair < input.boxes.size(); pair += 2) {
      if (pair >= 96 && pair <= 104) continue;  // what is beside it may turn to its ports
      QCOMPARE(open.boxes[pair].x < open.boxes[pair + 1].x, closed.boxes[pair].x < closed.boxes[pair + 1].x);
    }
  }
};

NW_TEST(TestNest);
#include "test_nest.moc"
