// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QTest>

#include "models/difference_model.h"
#include "registry.h"

using namespace nw;
using views::DifferenceModel;

class TestDifferenceModel : public QObject {
  Q_OBJECT

  static QStringList texts(const DifferenceModel& model, const QModelIndex& parent = {}) {
    QStringList list;
    for (int row = 0; row < model.rowCount(parent); ++row) {
      list << model.index(row, 0, parent).data().toString();
      list << texts(model, model.index(row, 0, parent));
    }
    return list;
  }

 private Q_SLOTS:
  void equal_differences_are_one_row_that_opens() {
    DifferenceModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QString strides = QStringLiteral("strides 1 → 2: conv2d"), gone = QStringLiteral("removed: relu");
    model.setRows({{strides, QStringLiteral("a"), NodeId(1), NodeId(1)},
                   {gone, QStringLiteral("b"), NodeId(2), {}},
                   {strides, QStringLiteral("c"), NodeId(3), NodeId(3)}},
                  {});
    QCOMPARE(texts(model).join(QStringLiteral(" | ")),
             QStringLiteral("2 × strides 1 → 2: conv2d | a | c | removed: relu b"));
    // Every one of them is reached, in the order of the rows, and then the first again.
    QModelIndex at;
    QStringList visited;
    for (int i = 0; i < 4; ++i) visited << model.row(at = model.step(at, 1))->where;
    QCOMPARE(visited.join(u' '), QStringLiteral("a c b a"));
    QCOMPARE(model.row(model.step(model.index(0, 0), 1))->where, QStringLiteral("a"));
    QCOMPARE(model.row(model.step({}, -1))->where, QStringLiteral("b"));
  }

  void where_nothing_differs_it_is_said_and_cannot_be_chosen() {
    DifferenceModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows({}, QStringLiteral("Both are equal."));
    QCOMPARE(texts(model), QStringList{QStringLiteral("Both are equal.")});
    QVERIFY(!model.row(model.index(0, 0)) && !model.step({}, 1).isValid());
    QCOMPARE(model.flags(model.index(0, 0)), Qt::NoItemFlags);
  }
};

NW_TEST(TestDifferenceModel);
#include "test_difference_model.moc"
