// SPDX-License-Identifier: GPL-3.0-or-later
// The loop tree's rows from one preview to the next: those that are there again are kept, and only cells with
// another text are notified.
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "models/loop_tree_model.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

class TestLoopTreeModel : public QObject {
  Q_OBJECT

  static std::shared_ptr<const kernel::KernelPreview> preview(const std::string& step) {
    return std::make_shared<kernel::KernelPreview>(
        kernel::preview("from tvm import te\n"
                        "A = te.placeholder((64, 64), name='A')\n"
                        "B = te.compute((64, 64), lambda i, j: A[i, j] * 2.0, name='B')\n"
                        "s = te.create_schedule(B.op)\n"
                        "i, j = s[B].op.axis\n" +
                        step + "tvm.lower(s, [A, B], name='main')\n"));
  }
  static QString cell(const LoopTreeModel& model, const std::string& axis, int column) {
    for (const kernel::LoopTreeRow& row : model.preview()->tree)
      if (row.name == axis) return model.find(row.stage, row.axis).siblingAtColumn(column).data().toString();
    return {};
  }

 private Q_SLOTS:
  void another_factor_changes_cells_not_rows() {
    LoopTreeModel model;
    const QAbstractItemModelTester tester(&model);
    QVERIFY(!model.setPreview(preview("jo, ji = s[B].split(j, factor=8)\n")));
    const QPersistentModelIndex kept = model.index(0, 0, model.index(0, 0));
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset), changes(&model, &QAbstractItemModel::dataChanged);
    QVERIFY(model.setPreview(preview("jo, ji = s[B].split(j, factor=16)\n")));
    QVERIFY(kept.isValid() && resets.isEmpty() && !changes.isEmpty());
    for (const QList<QVariant>& change : changes)
      QCOMPARE(change.front().toModelIndex().column(), int{LoopTreeModel::ExtentColumn});
    QCOMPARE(cell(model, "jo", LoopTreeModel::ExtentColumn), QStringLiteral("4"));
    QCOMPARE(cell(model, "ji", LoopTreeModel::ExtentColumn), QStringLiteral("16"));
  }

  void the_same_again_is_told_to_nobody() {
    LoopTreeModel model;
    model.setPreview(preview("s[B].unroll(j)\n"));
    QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    QVERIFY(model.setPreview(preview("s[B].unroll(j)  # as before\n")));
    QVERIFY(changes.isEmpty());
    QVERIFY(model.setPreview(preview("s[B].vectorize(j)\n")));
    QCOMPARE(cell(model, "j", LoopTreeModel::KindColumn), QStringLiteral("vectorized"));
    QVERIFY(!changes.isEmpty());
  }

  void another_loop_makes_the_rows_anew() {
    LoopTreeModel model;
    const QAbstractItemModelTester tester(&model);
    model.setPreview(preview(""));
    QVERIFY(!model.setPreview(preview("jo, ji = s[B].split(j, factor=8)\n")));
    QCOMPARE(cell(model, "ji", LoopTreeModel::ExtentColumn), QStringLiteral("8"));
  }

  // Until those of a new preview are known, the same rows keep what they touch.
  void figures_are_told_of_where_they_differ() {
    LoopTreeModel model;
    const auto figures = [](const kernel::KernelPreview& of) {
      return std::make_shared<kernel::NestFigures>(kernel::nest_figures(of, TargetFacts{}));
    };
    const auto eight = preview("jo, ji = s[B].split(j, factor=8)\n"),
               sixteen = preview("jo, ji = s[B].split(j, factor=16)\n");
    model.setPreview(eight);
    QVERIFY(model.setFigures(figures(*eight)));
    const QString before = cell(model, "ji", LoopTreeModel::TouchesColumn);
    QVERIFY(before.startsWith(QStringLiteral("64 B")));
    QVERIFY(!model.setFigures(figures(*eight)));
    model.setPreview(sixteen);
    QCOMPARE(cell(model, "ji", LoopTreeModel::TouchesColumn), before);
    QVERIFY(model.setFigures(figures(*sixteen)));
    QVERIFY(cell(model, "ji", LoopTreeModel::TouchesColumn).startsWith(QStringLiteral("128 B")));
  }
};

NW_TEST(TestLoopTreeModel);
#include "test_loop_tree_model.moc"
