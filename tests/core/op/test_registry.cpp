// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <map>

#include "op/registry.h"
#include "registry.h"

using namespace nw;
using graph::OpPattern;

class TestRegistry : public QObject {
  Q_OBJECT

  static OpPattern pattern(const char* op) { return graph::traits_of(op::Registry::standard().traits(), op).pattern; }

 private Q_SLOTS:
  void patterns_are_tvms() {
    QVERIFY(pattern("nn.relu") == OpPattern::Elemwise);
    QVERIFY(pattern("nn.bias_add") == OpPattern::Broadcast);
    QVERIFY(pattern("expand_dims") == OpPattern::Broadcast);
    QVERIFY(pattern("transpose") == OpPattern::Injective);
    QVERIFY(pattern("argmax") == OpPattern::CommReduce);
    QVERIFY(pattern("nn.softmax") == OpPattern::OutElemwiseFusable);
    QVERIFY(pattern("one_hot") == OpPattern::OutElemwiseFusable);
    QVERIFY(pattern("topk") == OpPattern::Opaque);
    QVERIFY(pattern("nn.layer_norm") == OpPattern::Opaque);
    QVERIFY(!graph::traits_of(op::Registry::standard().traits(), "vendor.swirl").known);
  }

  void every_registered_operator_is_known() {
    std::map<OpPattern, int> count;
    for (const auto& [name, traits] : op::Registry::standard().traits()) {
      QVERIFY2(traits.known, name.c_str());
      ++count[traits.pattern];
    }
    QCOMPARE(count[OpPattern::Elemwise], 58);
    QCOMPARE(count[OpPattern::CommReduce], 12);
    QCOMPARE(count[OpPattern::Broadcast], 39);
    QCOMPARE(count[OpPattern::Injective], 56);
    QVERIFY(count[OpPattern::OutElemwiseFusable] >= 56 && count[OpPattern::Opaque] >= 54);
  }

  void flags_are_where_they_belong() {
    const graph::OpTraitsTable& table = op::Registry::standard().traits();
    QVERIFY(graph::traits_of(table, "reshape").reshape_only);
    QVERIFY(!graph::traits_of(table, "transpose").reshape_only);
    QVERIFY(graph::traits_of(table, "dyn.reshape").data_dependent);
    QVERIFY(!graph::traits_of(table, "strided_slice").data_dependent);
    QVERIFY(graph::traits_of(table, "on_device").non_computational);
  }
};

NW_TEST(TestRegistry);
#include "test_registry.moc"
