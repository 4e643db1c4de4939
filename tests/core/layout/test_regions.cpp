// SPDX-License-Identifier: GPL-3.0-or-later
// Boxes by structure, and the graph in the DOT language.
#include <QtTest>

#include "layout/graph_file.h"
#include "layout/regions.h"
#include "registry.h"

using namespace nw;
using layout::Regions;
using Edges = std::vector<std::pair<int32_t, int32_t>>;

class TestRegions : public QObject {
  Q_OBJECT

  // "0 [1 2 3] [4 [5 6] 7]": nodes in their regions, in order.
  static std::string show(int32_t nodes, const Edges& edges, int32_t least) {
    const Regions r = layout::find_regions(nodes, edges, least);
    std::string text;
    std::vector<int32_t> open;
    for (int32_t v = 0; v < nodes; ++v) {
      std::vector<int32_t> around;
      for (int32_t b = r.box[static_cast<size_t>(v)]; b >= 0; b = r.parent[static_cast<size_t>(b)])
        around.insert(around.begin(), b);
      while (!open.empty() && (open.size() > around.size() || open.back() != around[open.size() - 1])) {
        open.pop_back();
        text += "]";
      }
      text += text.empty() ? "" : " ";
      for (size_t k = open.size(); k < around.size(); ++k) {
        open.push_back(around[k]);
        text += "[";
      }
      text += std::to_string(v);
    }
    return text + std::string(open.size(), ']');
  }

 private Q_SLOTS:
  void a_chain_has_none() { QCOMPARE(show(4, {{0, 1}, {1, 2}, {2, 3}}, 2), std::string("0 1 2 3")); }

  void residual_blocks() {
    const Edges edges{{0, 1}, {1, 2}, {2, 3}, {0, 3}, {3, 4}, {4, 5}, {5, 6}, {3, 6}, {6, 7}};
    QCOMPARE(show(8, edges, 3), std::string("0 [1 2 3] [4 5 6] 7"));
    QCOMPARE(show(8, edges, 4), std::string("0 1 2 3 4 5 6 7"));
  }

  void one_inside_another() {
    QCOMPARE(show(8, {{0, 1}, {1, 2}, {1, 3}, {2, 4}, {3, 4}, {4, 5}, {0, 5}, {5, 6}, {6, 7}}, 3),
             std::string("0 [1 [2 3 4] 5] 6 7"));
  }

  void weights_and_masks_bind_nothing() {
    // 0 is the input; 6 is a weight that one node reads, 7 a mask that two blocks read.
    QCOMPARE(show(8, {{0, 1}, {1, 2}, {0, 2}, {2, 3}, {3, 4}, {2, 4}, {4, 5}, {6, 1}, {7, 1}, {7, 3}}, 2),
             std::string("0 [1 2] [3 4] 5 [6] 7"));
  }

  void cycles_and_loops_do_no_harm() {
    QCOMPARE(show(3, {{0, 1}, {1, 2}, {2, 0}, {1, 1}}, 2), std::string("0 1 2"));
    QCOMPARE(show(0, {}, 2), std::string());
  }

  void a_long_chain_of_blocks_takes_no_time() {
    constexpr int32_t kBlocks = 30000;
    Edges edges;
    for (int32_t b = 0; b < kBlocks; ++b) {
      const int32_t v = 3 * b;
      edges.insert(edges.end(), {{v, v + 1}, {v + 1, v + 2}, {v + 2, v + 3}, {v, v + 3}});
    }
    QCOMPARE(layout::find_regions(3 * kBlocks + 1, edges, 3).parent.size(), size_t(kBlocks));
  }

  void boxes_where_names_have_no_scopes() {
    Result<layout::GraphFile> read = layout::read_graph_json(
        R"({"nodes": [{"id": "in"}, {"id": "a"}, {"id": "b"}, {"id": "c"}, {"id": "d"}, {"id": "e"}, {"id": "sum"}],
            "edges": [["in", "a"], ["a", "b"], ["b", "c"], ["c", "d"], ["d", "e"], ["e", "sum"], ["in", "sum"]]})");
    QVERIFY(read.ok());
    nest_by_structure(*read, 20);
    QCOMPARE(read->boxes, (std::vector<std::string>{"sum"}));
    QCOMPARE(read->input.parent, (std::vector<int32_t>{-1, 0, 0, 0, 0, 0, 0}));
  }

  void the_dot_language() {
    const Result<layout::GraphFile> read = layout::read_graph_json(
        R"({"name": "g", "nodes": [{"id": 1, "name": "a/x", "w": 72, "h": 36}, {"id": "q t", "name": "a/b/y", "w": 144, "h": 36}],
            "edges": [[1, "q t"]]})");
    QVERIFY(read.ok());
    QCOMPARE(layout::write_dot(*read), std::string(R"(digraph "g" {
  node [shape=box];
  subgraph cluster_0 {
    label="a";
    "1" [label="x", width=1, height=0.5];
    subgraph cluster_1 {
      label="b";
      "q t" [label="y", width=2, height=0.5];
    }
  }
  "1" -> "q t";
}
)"));
  }
};

NW_TEST(TestRegions);
#include "test_regions.moc"
