// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule in prose: the sentence of every primitive, filled in.
#include <QTest>
#include <algorithm>

#include "export/explain.h"
#include "primitive_examples.h"
#include "registry.h"
#include "schedule/verify.h"

using namespace nw;
using schedule::Primitive;

class ExplainTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void every_primitive_has_its_sentence_data() {
    QTest::addColumn<int>("primitive");
    for (const schedule::PrimitiveInfo& row : schedule::catalogue())
      QTest::addRow("%s%s", row.name, row.receiver == schedule::Receiver::Group ? " of a group" : "")
          << static_cast<int>(row.primitive);
  }
  void every_primitive_has_its_sentence() {
    QFETCH(int, primitive);
    const auto found = test::primitive_examples().find(static_cast<Primitive>(primitive));
    QVERIFY(found != test::primitive_examples().end());
    const script::Program program = script::read(test::script_of(found->second));
    QVERIFY(program.schedule);
    const auto normalized = schedule::normalize(*program.schedule);
    QVERIFY(normalized.value);
    const auto bounds = schedule::infer_bounds(*normalized);
    QVERIFY(bounds.value);
    QStringList said;
    for (const exporting::Explanation& e : exporting::explain(program, *bounds))
      if (e.line == test::line_of(found->second)) said << QString::fromStdString(e.sentence.english());
    QCOMPARE(said.join(QLatin1Char(' ')), QString::fromStdString(found->second.prose));
  }
};

NW_TEST(ExplainTest);
#include "test_explain.moc"
