// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <QtTest>

#include <thread>

#include "layout/layout.h"
#include "pictures.h"
#include "registry.h"

using namespace nw;
using namespace nw::test;
using layout::Input;
using layout::Output;

class TestLayout : public QObject {
  Q_OBJECT

  static std::string fault(const Input& input) { return fault_of(input, layout::layout(input)); }

 private Q_SLOTS:
  void an_empty_graph_has_an_empty_picture() {
    const Output output = layout::layout({});
    QVERIFY(output.centers.empty() && output.routes.empty() && !output.cancelled);
    QCOMPARE(output.size.w, 0.0);
    QCOMPARE(output.size.h, 0.0);
  }

  void a_single_node_fills_the_picture() {
    Input input;
    input.sizes = {{160, 40}};
    const Output output = layout::layout(input);
    QCOMPARE(output.centers[0].x, 80.0);
    QCOMPARE(output.centers[0].y, 20.0);
    QCOMPARE(output.size.w, 160.0);
  }

  void a_chain_is_a_straight_line() {
    Input input;
    input.sizes.assign(3, {100, 20});
    input.edges = {{0, 1}, {1, 2}};
    const Output output = layout::layout(input);
    QCOMPARE(output.centers[1].x, output.centers[0].x);
    QCOMPARE(output.centers[2].x, output.centers[0].x);
    QCOMPARE(output.routes[0].size(), size_t{2});
    QCOMPARE(output.routes[0][0].y, 20.0);                        // the producer's lower border
    QCOMPARE(output.routes[0][1].y, output.centers[1].y - 10.0);  // the consumer's upper one
  }

  void a_long_edge_runs_straight_beside_the_chain() {
    Input input;
    input.sizes.assign(6, {100, 20});
    input.edges = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {0, 5}};
    const Output output = layout::layout(input);
    QCOMPARE(fault_of(input, output), std::string());
    QVERIFY(output.routes[5].size() <= 4);
    QCOMPARE(layout::count_crossings(output, input), int64_t{0});
  }

  void consumers_stand_below_producers() {
    for (uint32_t seed = 1; seed <= 20; ++seed) {
      const Input input = random_graph(seed, {40, 60, 0, false, true});
      const Output output = layout::layout(input);
      for (const auto& [from, to] : input.edges) {
        const double floor = output.centers[static_cast<size_t>(from)].y + input.sizes[static_cast<size_t>(from)].h / 2;
        QVERIFY(floor < output.centers[static_cast<size_t>(to)].y - input.sizes[static_cast<size_t>(to)].h / 2);
      }
    }
  }

  void any_graph_has_a_sound_picture_data() {
    QTest::addColumn<int>("nodes");
    QTest::addColumn<int>("edges");
    QTest::addColumn<int>("boxes");
    QTest::addColumn<bool>("cycles");
    QTest::addColumn<bool>("sizes");
    QTest::newRow("sparse") << 30 << 20 << 0 << false << false;
    QTest::newRow("plain") << 40 << 55 << 0 << false << false;
    QTest::newRow("dense") << 25 << 120 << 0 << false << true;
    QTest::newRow("cycles, loops, repeats") << 25 << 60 << 0 << true << true;
    QTest::newRow("boxes") << 40 << 50 << 8 << false << false;
    QTest::newRow("boxes, cycles, sizes") << 40 << 60 << 8 << true << true;
    QTest::newRow("many boxes") << 30 << 40 << 25 << true << false;
    QTest::newRow("large") << 400 << 560 << 0 << false << false;
  }

  void any_graph_has_a_sound_picture() {
    QFETCH(int, nodes);
    QFETCH(int, edges);
    QFETCH(int, boxes);
    QFETCH(bool, cycles);
    QFETCH(bool, sizes);
    for (uint32_t seed = 1; seed <= (nodes > 100 ? 3 : 30); ++seed) {
      const std::string wrong = fault(random_graph(seed, {nodes, edges, boxes, cycles, sizes}));
      QVERIFY2(wrong.empty(), fmt::format("seed {}: {}", seed, wrong).c_str());
    }
  }

  // A chain of 60, as ResNet's blocks are: a third of the height, and everything still in order.
  void a_long_chain_is_put_in_columns() {
    Input input;
    input.sizes.assign(60, {120, 40});
    for (int32_t v = 1; v < 60; ++v) input.edges.emplace_back(v - 1, v);
    for (int32_t v = 3; v < 60; v += 5) input.edges.emplace_back(v - 3, v);
    layout::Options options;
    options.wrap_aspect = 1.6;
    const Output plain = layout::layout(input), wrapped = layout::layout(input, options);
    QVERIFY(plain.size.h > 10 * plain.size.w);
    QVERIFY2(wrapped.size.w > wrapped.size.h && wrapped.size.w < 3 * wrapped.size.h,
             fmt::format("{} x {}", wrapped.size.w, wrapped.size.h).c_str());
    QCOMPARE(fault_of(input, wrapped), std::string());
    QVERIFY(same_picture(wrapped, layout::layout(input, options)));
  }

  void any_long_graph_is_sound_in_columns() {
    for (uint32_t seed = 1; seed <= 40; ++seed) {
      Input input = random_graph(seed, {40, 24, seed % 2 == 0 ? 6 : 0, seed % 3 == 0, seed % 5 == 0});
      for (int32_t v = 1; v < 40; ++v) input.edges.emplace_back(v - 1, v);
      layout::Options options;
      options.wrap_aspect = 1.6;
      const std::string wrong = fault_of(input, layout::layout(input, options));
      QVERIFY2(wrong.empty(), fmt::format("seed {}: {}", seed, wrong).c_str());
    }
  }

  void a_bus_runs_beside_its_readers() {
    const Input input = bus_graph(60);
    const Output output = layout::layout(input);
    QCOMPARE(fault_of(input, output), std::string());
    for (size_t b = 2; b < 60; ++b) {  // the blocks are alike, and so are their pictures
      const auto x = [&](size_t block, size_t k) {
        return output.centers[2 + block * 5 + k].x - output.centers[2 + block * 5].x;
      };
      for (size_t k = 1; k < 5; ++k) QCOMPARE(x(b, k), x(1, k));
    }
    QCOMPARE(layout::count_crossings(output, input), int64_t{0});
  }

  void edges_over_thousands_of_layers_stay_cheap() {
    Input input;
    Dice dice(7);
    constexpr int32_t n = 3000;
    input.sizes.assign(n, {100, 30});
    for (int32_t v = 1; v < n; ++v) input.edges.emplace_back(v - 1, v);
    for (int32_t k = 0; k < 1500; ++k) {
      const int32_t a = dice.roll(n), b = dice.roll(n);
      if (a != b) input.edges.emplace_back(std::min(a, b), std::max(a, b));
    }
    const Output output = layout::layout(input);
    size_t points = 0;
    for (const auto& route : output.routes) points += route.size();
    QVERIFY(points < 20 * input.edges.size());
    for (size_t e = 0; e < output.routes.size(); ++e) QVERIFY(output.routes[e].size() >= 2);
  }

  void the_same_graph_gives_the_same_picture() {
    const Input input = random_graph(3, {60, 90, 6, true, true});
    const layout::Cache cache;
    const Output first = layout::layout(input);
    QVERIFY(same_picture(first, layout::layout(input)));
    QVERIFY(same_picture(first, layout::layout_cached(input, {}, {}, cache)));
    QVERIFY(same_picture(first, layout::layout_cached(input, {}, {}, cache)));  // now from the cache
  }

  void several_threads_may_share_a_cache() {
    const Input input = random_graph(5, {60, 90, 6, false, false});
    const layout::Cache cache;
    std::vector<Output> outputs(4);
    std::vector<std::thread> threads;
    for (Output& output : outputs) threads.emplace_back([&] { output = layout::layout_cached(input, {}, {}, cache); });
    for (std::thread& thread : threads) thread.join();
    for (const Output& output : outputs) QVERIFY(same_picture(output, outputs[0]));
  }

  void a_change_far_below_leaves_what_is_above() {
    Input input = bus_graph(12);
    const Output before = layout::layout(input);
    const int32_t n = static_cast<int32_t>(input.sizes.size());
    input.sizes.push_back({100, 30});
    input.edges.emplace_back(n - 1, n);
    const Output after = layout::layout(input);
    for (size_t v = 0; v < 50; ++v)
      QCOMPARE(after.centers[v].x - after.centers[2].x, before.centers[v].x - before.centers[2].x);
  }

  void a_cancelled_layout_says_so() {
    CancelToken cancel;
    cancel.cancel();
    const Output output = layout::layout(random_graph(1, {200, 300, 5, false, false}), {}, cancel);
    QVERIFY(output.cancelled);
  }

  void a_layout_stops_soon_after_it_is_cancelled() {
    const Input input = random_graph(1, {20000, 30000, 0, false, false});
    CancelToken cancel;
    Output output;
    std::thread worker([&] { output = layout::layout(input, {}, cancel); });
    cancel.cancel();
    worker.join();  // within the test's own time
    QVERIFY(output.cancelled);
  }
};

NW_TEST(TestLayout);
#include "test_layout.moc"
