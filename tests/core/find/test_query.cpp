// SPDX-License-Identifier: GPL-3.0-or-later
// The find language: what queries mean, and how a wrong one is explained.
#include <QTest>
#include <limits>

#include "base/error_pages.h"
#include "find/query.h"
#include "registry.h"
#include "tests/views/support/graphs.h"
#include "texts.h"

using namespace nw;
using find::Query;

class TestQuery : public QObject {
  Q_OBJECT

  static std::string found(const char* query) {
    const auto graph = test::two_blocks();
    const auto fusion = test::fused(*graph);
    std::string names;
    for (const NodeId id : Query::parse(query)->run(*graph, find::searched_nodes(*graph), fusion.get()))
      names += (names.empty() ? "" : " ") + graph->node(id).name;
    return names;
  }
  static std::string offered(const char* word) {
    std::string all;
    for (const std::string& each : find::query_candidates(word, *test::two_blocks()))
      all += (all.empty() ? "" : " ") + each;
    return all;
  }

 private Q_SLOTS:
  void terms_side_by_side_must_all_hold() {
    QCOMPARE(found("Conv2D"), std::string("block1/conv block2/conv"));
    QCOMPARE(found("conv2d"), std::string("block1/conv block2/conv"));
    QCOMPARE(found("op:nn.conv2d name:block2"), std::string("block2/conv"));
    QCOMPARE(found("group:1"), std::string("block2/conv block2/bias block2/relu"));
    QCOMPARE(found("dtype:int8"), std::string());
    QCOMPARE(found(""), std::string());
  }

  void an_exact_operator_is_no_part_of_a_name() {
    QCOMPARE(found("op:=nn.conv2d"), std::string("block1/conv block2/conv"));
    QCOMPARE(found("op:=NN.Conv2D name:block2"), std::string("block2/conv"));
    QCOMPARE(found("op:=conv2d"), std::string());
    QCOMPARE(found("op:=add -> op:=nn.relu"), std::string());
    QVERIFY(!Query::parse("op:=").ok());
  }

  void shapes_match_dimension_by_dimension() {
    QCOMPARE(found("op:relu shape:[1,*,4,4]"), std::string("block1/relu block2/relu"));
    QCOMPARE(found("op:relu shape:[1, 8, ...]"), std::string("block1/relu block2/relu"));
    QCOMPARE(found("op:relu shape:1,8,4"), std::string());
    QCOMPARE(found("op:relu shape:1×8×4×4"), std::string("block1/relu block2/relu"));
  }

  void numbers_are_compared() {
    QCOMPARE(found("users>1"), std::string("x"));
    QCOMPARE(found("op:relu bytes>=512"), std::string("block1/relu block2/relu"));
    QCOMPARE(found("op:relu bytes>1k"), std::string());
    QCOMPARE(found("inputs=2 -conv2d"), std::string("sum"));
    QCOMPARE(found("inputs = 2 -conv2d"), std::string("sum"));
    QCOMPARE(found("op:relu -bytes > 1k"), std::string("block1/relu block2/relu"));
    QCOMPARE(found("dynamic:yes"), std::string());
  }

  void time_is_a_part_of_the_whole_and_not_known_before_a_run() {
    const auto graph = test::two_blocks();
    std::vector<double> shares(graph->size(), std::numeric_limits<double>::quiet_NaN());
    shares[graph->find("block1/conv").index()] = 0.04;
    shares[graph->find("block2/conv").index()] = 0.96;
    const auto slow = Query::parse("time>5%");
    QVERIFY(slow->uses_time());
    QCOMPARE(slow->run(*graph, find::searched_nodes(*graph), nullptr, {}, shares),
             std::vector<NodeId>{graph->find("block2/conv")});
    QCOMPARE(found("time>5%"), std::string());
    QVERIFY(!Query::parse("time>5").ok() && !Query::parse("flops>5%").ok());
  }

  void words_are_completed_from_keys_and_from_the_graph() {
    QCOMPARE(offered("dt"), std::string("dtype:"));
    QCOMPARE(offered("op:rel"), std::string("op:nn.relu"));
    QCOMPARE(offered("conv"), std::string("nn.conv2d"));
    QCOMPARE(offered("dynamic:"), std::string("dynamic:no dynamic:yes"));
  }

  void an_arrow_is_a_path() {
    QCOMPARE(found("relu -> conv2d"), std::string("block1/relu block2/conv"));
    QCOMPARE(found("conv2d -> bias_add -> relu name:block2"), std::string("block2/conv block2/bias block2/relu"));
    QCOMPARE(found("add -> relu"), std::string("block1/bias block1/relu block2/bias block2/relu"));
  }

  void a_wrong_query_says_where_and_why() {
    const auto wrong = [](const char* text) {
      const Result<Query> query = Query::parse(text);
      const Diagnostic& d = query.diagnostics.at(0);
      return d.code + " " + std::to_string(d.where.at(0).span.column) + ": " + d.message;
    };
    QCOMPARE(wrong("conv size:3"),
             std::string("NW3022 6: 'size:' is not a key: op, name, dtype, shape, group, pattern and dynamic are"));
    QCOMPARE(wrong("bytes > many"), std::string("NW3022 9: a number is wanted here, like 3, 1.5k or 2G"));
    QCOMPARE(
        wrong("relu size>3"),
        std::string("NW3022 6: 'size' cannot be compared with a number: flops, bytes, users, inputs and time can"));
    QCOMPARE(wrong("op:"), std::string("NW3022 4: 'op:' needs a value"));
    QCOMPARE(wrong("shape:[1,2"), std::string("NW3022 11: the shape has no ']'"));
    QCOMPARE(wrong("-> relu"), std::string("NW3022 1: an arrow needs something on its left"));
    QCOMPARE(wrong("relu -> "), std::string("NW3022 9: an arrow needs something on its right"));
    QCOMPARE(wrong("group:x"), std::string("NW3022 7: a group is named by its number"));
  }

  void the_error_page_does_what_it_says() {
    const std::string_view page = error_page("NW3022");
    const auto example = [&](std::string_view label) {
      const size_t from = page.find("```text\n", page.find(label)) + 8;
      return std::string(page.substr(from, page.find('\n', from) - from));
    };
    QCOMPARE(Query::parse(example("Fails:")).diagnostics.at(0).code, std::string("NW3022"));
    QVERIFY(Query::parse(example("Mended:")).ok());
  }
};

NW_TEST(TestQuery);
#include "test_query.moc"
