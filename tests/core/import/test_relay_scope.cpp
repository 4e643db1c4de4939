// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "import/relay_scope.h"
#include "registry.h"

using namespace nw;
using import::RelayScope;

class TestRelayScope : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void onlyNumbersAsPrintedAreNumbers() {
    QCOMPARE(import::printed_number("12").value_or(99), size_t{12});
    QCOMPARE(import::printed_number("0").value_or(99), size_t{0});
    for (const char* other : {"", "012", "x", "1x", "-1", "1234567890"}) QVERIFY(!import::printed_number(other));
  }

  void findsWhatWasDefinedLast() {
    RelayScope scope;
    const std::vector<std::string> names = {"7", "8", "x", "5", "900000000", "12", "07", "13", "8", "900000000"};
    for (size_t i = 0; i < names.size(); ++i) scope.define(names[i], {NodeId(i), {}});
    const auto found = [&](const char* name) {
      const import::Definition* definition = scope.find(name);
      return definition ? definition->node.value : -1;
    };
    QCOMPARE(found("7"), 0);
    QCOMPARE(found("8"), 8);
    QCOMPARE(found("x"), 2);
    QCOMPARE(found("5"), 3);
    QCOMPARE(found("900000000"), 9);
    QCOMPARE(found("12"), 5);
    QCOMPARE(found("07"), 6);
    QCOMPARE(found("13"), 7);
    for (const char* absent : {"6", "9", "10", "11", "14", "y", ""}) QCOMPARE(found(absent), -1);
  }

  // A number in the table stays there when the array grows to it.
  void numbersFarOffAreMetAgain() {
    RelayScope scope;
    std::vector<std::string> names = {"0", "10"};
    for (int i = 1; i < 20; ++i) names.push_back(std::to_string(i));
    for (size_t i = 0; i < names.size(); ++i) scope.define(names[i], {NodeId(i), {}});
    QCOMPARE(scope.find("10")->node.value, 11);
    QCOMPARE(scope.find("19")->node.value, 20);
    QCOMPARE(scope.names().size(), size_t{20});
  }
};

NW_TEST(TestRelayScope);
#include "test_relay_scope.moc"
