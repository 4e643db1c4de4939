// SPDX-License-Identifier: GPL-3.0-or-later
// Statements whose parts are replaced by their spans.
#include <QTest>

#include "base/statement_text.h"
#include "registry.h"

using namespace nw;

class TestStatementText : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void parts_are_replaced_in_any_order() {
    const StatementText statement({3, 5, 20}, "s[C].split(x, factor=8)");
    QCOMPARE(statement.with({{{3, 5, 4}, "s[LongName]"}, {{3, 26, 1}, "16"}}), "s[LongName].split(x, factor=16)");
    QCOMPARE(statement.with({{{3, 26, 1}, "16"}, {{3, 5, 4}, "s[D]"}}), "s[D].split(x, factor=16)");
  }
  void a_part_in_a_later_line() {
    const StatementText statement({3, 5, 14}, "s[C].split(x,\n  factor=8)");
    QCOMPARE(statement.with({{{4, 10, 1}, "16"}}), "s[C].split(x,\n  factor=16)");
  }
  void a_part_elsewhere_gives_nothing() {
    const StatementText statement({3, 5, 23}, "s[C].split(x, factor=8)");
    QCOMPARE(statement.with({{{2, 5, 4}, "s[D]"}}), "");
    QCOMPARE(statement.with({{{4, 1, 4}, "s[D]"}}), "");
    QCOMPARE(statement.with({{{3, 1, 4}, "s[D]"}}), "");
    QCOMPARE(statement.with({{{3, 27, 4}, "s[D]"}}), "");
    QCOMPARE(statement.with({{{}, "s[D]"}}), "");
    QCOMPARE(StatementText().with({{{3, 5, 4}, "s[D]"}}), "");
  }
  void lines_below() {
    QCOMPARE(StatementText({3, 1, 13}, "f = s[C].fuse()").followed_by("s[C].unroll(f)"),
             "f = s[C].fuse()\ns[C].unroll(f)");
  }
};

NW_TEST(TestStatementText);
#include "test_statement_text.moc"
