// SPDX-License-Identifier: GPL-3.0-or-later
// The table of bounds: what became of each axis, each said once.
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "models/bounds_model.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

class TestBoundsModel : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void an_axis_that_is_a_loop_as_it_is_has_one_row() {
    BoundsModel model;
    model.setPreview(std::make_shared<kernel::KernelPreview>(
        kernel::preview("from tvm import te\n"
                        "A = te.placeholder((32, 32), name='A')\n"
                        "B = te.compute((32, 32), lambda i, j: A[i, j] * 2.0, name='B')\n"
                        "C = te.compute((32, 32), lambda y, x: B[y, x] + 1.0, name='C')\n"
                        "s = te.create_schedule(C.op)\n"
                        "y, x = s[C].op.axis\n"
                        "yo, yi = s[C].split(y, factor=8)\n"
                        "s[C].parallel(yo)\n"
                        "s[C].vectorize(x)\n"
                        "s[B].compute_at(s[C], yo)\n"
                        "tvm.lower(s, [A, C], name='main')\n")));
    QString table;
    for (int row = 0; row < model.rowCount(); ++row) {
      for (int column = 0; column < BoundsModel::BecauseColumn; ++column)
        table += model.index(row, column).data().toString() + QLatin1Char('|');
      table += QLatin1Char('\n');
    }
    QCOMPARE(table, QStringLiteral("B|i|loop, data|yo*8|8|\n"
                                   "B|j|loop, data|0|32|\n"
                                   "C|y|axis, data|0|32|\n"
                                   "C|x|loop, vectorized|0|32|\n"
                                   "C|yo|loop, parallel|0|4|\n"
                                   "C|yi|loop, data|0|8|\n"));
  }

  // Rows that are there again are kept; nothing is signalled where nothing differs.
  void another_factor_changes_cells_not_rows() {
    const auto with = [](const std::string& factor) {
      return std::make_shared<kernel::KernelPreview>(
          kernel::preview("from tvm import te\n"
                          "A = te.placeholder((32, 32), name='A')\n"
                          "B = te.compute((32, 32), lambda i, j: A[i, j] * 2.0, name='B')\n"
                          "s = te.create_schedule(B.op)\n"
                          "i, j = s[B].op.axis\n"
                          "jo, ji = s[B].split(j, factor=" +
                          factor + ")\ntvm.lower(s, [A, B], name='main')\n"));
    };
    BoundsModel model;
    const QAbstractItemModelTester tester(&model);
    QVERIFY(model.setPreview(with("8")));
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset), changes(&model, &QAbstractItemModel::dataChanged);
    QVERIFY(!model.setPreview(with("8")));
    QVERIFY(changes.isEmpty());
    QVERIFY(model.setPreview(with("16")));
    QVERIFY(resets.isEmpty() && !changes.isEmpty());
  }

  // Each axis says what is true of it: of outputs, of reductions, of what steps made.
  void every_axis_has_its_reason() {
    BoundsModel model;
    model.setPreview(std::make_shared<kernel::KernelPreview>(
        kernel::preview("from tvm import te\n"
                        "A = te.placeholder((56, 30), name='A')\n"
                        "k = te.reduce_axis((0, 30), name='k')\n"
                        "C = te.compute((56, 40), lambda y, x: te.sum(A[y, k] * 2.0, axis=k), name='C')\n"
                        "s = te.create_schedule(C.op)\n"
                        "y, x = s[C].op.axis\n"
                        "yo, yi = s[C].split(y, factor=5)\n"
                        "ko, ki = s[C].split(k, nparts=3)\n"
                        "f = s[C].fuse(yi, x)\n"
                        "fo, fi = s[C].split(f, factor=500)\n"
                        "tvm.lower(s, [A, C], name='main')\n")));
    QString table;
    for (int row = 0; row < model.rowCount(); ++row)
      table += model.index(row, BoundsModel::AxisColumn).data().toString() + QStringLiteral(": ") +
               model.index(row, BoundsModel::BecauseColumn).data().toString() + QLatin1Char('\n');
    QCOMPARE(table, QStringLiteral("y: it is an output: all of it is computed\n"
                                   "x: as above\n"
                                   "k: a reduction always runs over all of its axis\n"
                                   "yo: extent = ceil(56 / 5): y is split by 5 in line 7\n"
                                   "fo: extent = ceil(200 / 500): f is split by 500 in line 10\n"
                                   "fi: no longer than f, which is split by 500 in line 10\n"
                                   "ko: nparts 3 of the split of k in line 8\n"
                                   "ki: extent = ceil(30 / 3): k is split into 3 parts in line 8\n"));
  }
};

NW_TEST(TestBoundsModel);
#include "test_bounds_model.moc"
