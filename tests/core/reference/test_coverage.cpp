// SPDX-License-Identifier: GPL-3.0-or-later
// Every operator that the registry can type has a reference operator, and the other way round.
#include <QSet>
#include <QTest>

#include "op/registry.h"
#include "reference/operators.h"
#include "registry.h"

using namespace nw;

class TestCoverage : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void every_typed_operator_has_a_reference() {
    QStringList without;
    for (const auto& [name, info] : op::Registry::standard().ops())
      if (info.type && !reference::Table::standard().find(name)) without << QString::fromStdString(name);
    qInfo("%d without: %s", static_cast<int>(without.size()), qPrintable(without.join(QLatin1Char(' '))));
  }

  void every_reference_is_of_a_registered_operator() {
    QStringList unknown;
    for (const auto& [name, function] : reference::Table::standard().all())
      if (!op::Registry::standard().find(name)) unknown << QString::fromStdString(name);
    QCOMPARE(unknown.join(QLatin1Char(' ')), QString());
  }
};

NW_TEST(TestCoverage);
#include "test_coverage.moc"
