// SPDX-License-Identifier: GPL-3.0-or-later
// The find language: what queries mean, and how a wrong one is explained.
#include <QTest>

#include "graphs.h"
#include "models/query.h"
#include "models/scope_tree.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

class TestQuery : public QObject {
  Q_OBJECT

  static QString found(const char* query) {
    const auto graph = test::two_blocks();
    const auto fusion = test::fused(*graph);
    QStringList names;
    for (NodeId id : Query::parse(QString::fromUtf8(query)).run(*graph, ScopeTree::build(*graph).order, fusion.get()))
      names << QString::fromStdString(graph->node(id).name);
    return names.join(QLatin1Char(' '));
  }

 private Q_SLOTS:
  void terms_side_by_side_must_all_hold() {
    QCOMPARE(found("conv2d"), QStringLiteral("block1/conv block2/conv"));
    QCOMPARE(found("op:nn.conv2d name:block2"), QStringLiteral("block2/conv"));
    QCOMPARE(found("group:1"), QStringLiteral("block2/conv block2/bias block2/relu"));
    QCOMPARE(found("dtype:int8"), QString());
    QCOMPARE(found(""), QString());
  }

  void shapes_match_dimension_by_dimension() {
    QCOMPARE(found("op:relu shape:[1,*,4,4]"), QStringLiteral("block1/relu block2/relu"));
    QCOMPARE(found("op:relu shape:[1, 8, ...]"), QStringLiteral("block1/relu block2/relu"));
    QCOMPARE(found("op:relu shape:1,8,4"), QString());
  }

  void numbers_are_compared() {
    QCOMPARE(found("users>1"), QStringLiteral("x"));
    QCOMPARE(found("op:relu bytes>=512"), QStringLiteral("block1/relu block2/relu"));
    QCOMPARE(found("op:relu bytes>1k"), QString());
    QCOMPARE(found("inputs=2 -conv2d"), QStringLiteral("sum"));
    QCOMPARE(found("inputs = 2 -conv2d"), QStringLiteral("sum"));
    QCOMPARE(found("op:relu -bytes > 1k"), QStringLiteral("block1/relu block2/relu"));
    QCOMPARE(found("dynamic:yes"), QString());
  }

  void words_are_completed_from_keys_and_from_the_graph() {
    const auto graph = test::two_blocks();
    QCOMPARE(query_candidates(QStringLiteral("dt"), *graph), QStringList{QStringLiteral("dtype:")});
    QCOMPARE(query_candidates(QStringLiteral("op:rel"), *graph), QStringList{QStringLiteral("op:nn.relu")});
    QCOMPARE(query_candidates(QStringLiteral("conv"), *graph), QStringList{QStringLiteral("nn.conv2d")});
    QCOMPARE(query_candidates(QStringLiteral("dynamic:"), *graph),
             (QStringList{QStringLiteral("dynamic:no"), QStringLiteral("dynamic:yes")}));
  }

  void an_arrow_is_a_path() {
    QCOMPARE(found("relu -> conv2d"), QStringLiteral("block1/relu block2/conv"));
    QCOMPARE(found("conv2d -> bias_add -> relu name:block2"), QStringLiteral("block2/conv block2/bias block2/relu"));
    QCOMPARE(found("add -> relu"), QStringLiteral("block1/bias block1/relu block2/bias block2/relu"));
  }

  void a_wrong_query_says_where_and_why() {
    const auto wrong = [](const char* text) {
      const Query query = Query::parse(QString::fromUtf8(text));
      return QStringLiteral("%1: %2").arg(query.error_column).arg(query.error);
    };
    QCOMPARE(wrong("conv size:3"),
             QStringLiteral("5: 'size:' is not a key: op, name, dtype, shape, group, pattern and dynamic are"));
    QCOMPARE(wrong("bytes > many"), QStringLiteral("8: a number is wanted here, like 3, 1.5k or 2G"));
    QCOMPARE(wrong("relu size>3"),
             QStringLiteral("5: 'size' cannot be compared with a number: flops, bytes, users and inputs can"));
    QCOMPARE(wrong("op:"), QStringLiteral("3: 'op:' needs a value"));
    QCOMPARE(wrong("shape:[1,2"), QStringLiteral("10: the shape has no ']'"));
    QCOMPARE(wrong("-> relu"), QStringLiteral("0: an arrow needs something on its left"));
    QCOMPARE(wrong("relu -> "), QStringLiteral("8: an arrow needs something on its right"));
    QCOMPARE(wrong("group:x"), QStringLiteral("6: a group is named by its number"));
  }
};

NW_TEST(TestQuery);
#include "test_query.moc"
