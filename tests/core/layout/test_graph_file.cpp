// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "layout/graph_file.h"
#include "registry.h"

using namespace nw;
using layout::GraphFile;

class TestGraphFile : public QObject {
  Q_OBJECT

  static std::string complaint(const char* text) {
    const Result<GraphFile> read = layout::read_graph_json(text);
    return read.diagnostics.empty() ? "" : format(read.diagnostics[0], "g.json");
  }

 private Q_SLOTS:
  void nodes_and_edges_are_read() {
    const Result<GraphFile> read = layout::read_graph_json(
        R"({"name": "g", "nodes": [{"id": 7, "name": "a/x", "w": 10, "h": 5}, {"id": "seven"}], "edges": [[7, "seven"]]})");
    QVERIFY(read.ok());
    QCOMPARE(read->name, std::string("g"));
    QCOMPARE(read->ids, (std::vector<std::string>{"7", "\"seven\""}));
    QCOMPARE(read->names, (std::vector<std::string>{"a/x", "seven"}));
    QCOMPARE(read->input.sizes[0].w, 10.0);
    QCOMPARE(read->input.sizes[1].w, 160.0);  // where the file says nothing
    QCOMPARE(read->input.edges, (std::vector<std::pair<int32_t, int32_t>>{{0, 1}}));
  }

  void broken_json_is_told_with_its_place() {
    QCOMPARE(
        complaint("{\"nodes\": [{\"id\": 0}],\n \"edges\": [[0, 0],]}"),
        std::string("g.json:2:19: error: this is not JSON: syntax error while parsing value - unexpected ']'; expected "
                    "'[', '{', or a literal [NW1070]\n"));
    QVERIFY(complaint("").find("NW1070") != std::string::npos);
    QVERIFY(complaint(std::string(20000, '[').c_str()).find("NW1070") != std::string::npos);
  }

  void what_is_not_a_graph_is_told_with_its_element() {
    QVERIFY(complaint("[]").find("the file must be an object with \"nodes\" and \"edges\" [NW1071]") !=
            std::string::npos);
    QVERIFY(complaint(R"({"nodes": 3})").find("nodes must be a list [NW1071]") != std::string::npos);
    QVERIFY(complaint(R"({"nodes": [4]})").find("nodes[0] must be an object [NW1071]") != std::string::npos);
    QVERIFY(complaint(R"({"nodes": [{"id": 1.5}]})").find("nodes[0].id must be an integer or a text [NW1071]") !=
            std::string::npos);
    QVERIFY(complaint(R"({"nodes": [{"w": -1}]})").find("nodes[0].w must be a number from 0 to 1e+06 [NW1071]") !=
            std::string::npos);
    QVERIFY(complaint(R"({"nodes": [{}], "edges": [[0]]})").find("edges[0] must be a list of two ids [NW1071]") !=
            std::string::npos);
  }

  void edges_need_their_nodes_and_ids_are_unique() {
    QVERIFY(complaint(R"({"nodes": [{"id": 1}], "edges": [[1, "1"]]})")
                .find("edges[0] names the node \"1\", which is not in the file [NW1072]") != std::string::npos);
    QVERIFY(complaint(R"({"nodes": [{"id": 1}, {"id": 1}]})")
                .find("nodes[1] has the id 1, which another node has already [NW1073]") != std::string::npos);
  }

  void scopes_of_names_become_boxes() {
    Result<GraphFile> read = layout::read_graph_json(
        R"({"nodes": [{"name": "in"}, {"name": "/a/b/x"}, {"name": "/a/b/y"}, {"name": "/a/z"}, {"name": "/c/alone"}]})");
    QVERIFY(read.ok());
    nest_by_names(*read, 20);
    QCOMPARE(read->boxes, (std::vector<std::string>{"/a", "/a/b"}));  // c holds a single node
    QCOMPARE(read->input.parent, (std::vector<int32_t>{-1, 1, 1, 0, -1}));
    QCOMPARE(read->input.boxes[1].parent, 0);
  }

  void what_only_a_box_reads_belongs_to_it() {
    Result<GraphFile> read = layout::read_graph_json(
        R"({"nodes": [{"name": "weight"}, {"name": "x", "op": "Input"}, {"name": "a/conv"}, {"name": "a/relu"}, {"name": "w2"}],
            "edges": [[0, 2], [1, 2], [2, 3], [4, 2], [4, 3]]})");
    QVERIFY(read.ok());
    nest_by_names(*read, 20);
    QCOMPARE(read->input.parent, (std::vector<int32_t>{0, -1, 0, 0, 0}));
  }
};

NW_TEST(TestGraphFile);
#include "test_graph_file.moc"
