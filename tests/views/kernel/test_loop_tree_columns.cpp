// SPDX-License-Identifier: GPL-3.0-or-later
// What the columns of the loop tree say, and where they stay.
#include <QSlider>
#include <QTest>

#include "on_loop_tree.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

class TestLoopTreeColumns : public test::OnLoopTree {
  Q_OBJECT

  // Shares of a run, so that the time has its column.
  bool addHeat(const QString& text) {
    auto heat = std::make_shared<kernel::NestHeat>();
    heat->total = 200;
    heat->lines.resize(view_->preview()->printed.lines.size());
    heat->rows.resize(view_->preview()->tree.size());
    for (auto& row : heat->rows) row = {10, 150};
    view_->addHeat(text.toStdString(), heat);
    return settle();
  }

 private Q_SLOTS:
  void init() { QVERIFY(open()); }

  // The nest of an earlier step is not the one that ran.
  void the_time_is_that_of_the_whole_script() {
    QString text = kMatmul;
    text.replace(QStringLiteral("tvm.lower"), QStringLiteral("s[C].parallel(y)\ntvm.lower"));
    view_->setScript(text);
    QVERIFY(settle());
    auto heat = std::make_shared<kernel::NestHeat>();
    heat->total = 200;
    heat->lines.resize(view_->preview()->printed.lines.size());
    heat->rows.resize(view_->preview()->tree.size());
    for (auto& row : heat->rows) row = {10, 150};
    view_->addHeat(text.toStdString(), heat);
    QVERIFY(model()->hasHeat());
    auto* slider = view_->findChild<QSlider*>();
    slider->setValue(0);
    QVERIFY(settle() && !model()->hasHeat());
    slider->setValue(1);
    QVERIFY(settle() && model()->hasHeat());
  }

  // As much room as a window of 1280 gives: a long name, kind or extent is cut, no column goes out of sight for it.
  void every_column_is_in_sight() {
    QString text = kMatmul;
    text.replace(QStringLiteral("A = te.placeholder((32"), QStringLiteral("n = te.var(\"n\")\nA = te.placeholder((n"))
        .replace(QStringLiteral("C = te.compute((32"), QStringLiteral("C = te.compute((n"))
        .replace(QStringLiteral("tvm.lower"),
                 QStringLiteral("rows_of_blocks, rows_in_a_block = s[C].split(y, 4)\n"
                                "a, b = s[C].split(rows_of_blocks, 7)\n"
                                "s[C].pragma(rows_in_a_block, \"auto_unroll_max_step\", 16)\ntvm.lower"));
    view_->setScript(text);
    QVERIFY(settle());
    QVERIFY(addHeat(text));
    tree()->parentWidget()->setFixedWidth(340);
    QCoreApplication::processEvents();
    int all = 0;
    for (int column = 0; column < LoopTreeModel::ColumnCount; ++column) {
      QVERIFY2(!tree()->isColumnHidden(column), qPrintable(QString::number(column)));
      all += tree()->columnWidth(column);
    }
    QVERIFY(all <= tree()->viewport()->width());
    QVERIFY(at(QStringLiteral("C.a")).data(Qt::ToolTipRole).toString().contains(QStringLiteral("floordiv(")));
  }

  // The same room: names and extents are cut before the word that says how a loop runs, also beside times.
  void kinds_are_whole_words() {
    QString text = kMatmul;
    text.replace(QStringLiteral("tvm.lower"),
                 QStringLiteral("rows_of_blocks, rows_in_a_block = s[C].split(y, 4)\n"
                                "s[C].parallel(rows_of_blocks)\ns[C].vectorize(x)\ntvm.lower"));
    view_->setScript(text);
    QVERIFY(settle());
    for (const bool times : {false, true}) {
      if (times) QVERIFY(addHeat(text));
      tree()->parentWidget()->setFixedWidth(340);
      QCoreApplication::processEvents();
      QCOMPARE(tree()->isColumnHidden(LoopTreeModel::TimeColumn), !times);
      for (const char* loop : {"C.rows_of_blocks", "C.x"}) {
        const QModelIndex kind = at(QString::fromLatin1(loop)).siblingAtColumn(LoopTreeModel::KindColumn);
        QVERIFY2(tree()->columnWidth(LoopTreeModel::KindColumn) >= tree()->sizeHintForIndex(kind).width(),
                 qPrintable(kind.data().toString()));
      }
    }
  }

  // In a tree that is narrower still, what loops touch goes, then the time; extents stay.
  void columns_go_in_their_order() {
    QString text = kMatmul;
    text.replace(QStringLiteral("tvm.lower"),
                 QStringLiteral("rows_of_blocks, rows_in_a_block = s[C].split(y, 4)\ntvm.lower"));
    view_->setScript(text);
    QVERIFY(settle());
    QVERIFY(addHeat(text));
    bool touches = false, none = false, cut = false;
    for (int width = 200; width < 700; width += 20) {
      tree()->parentWidget()->setFixedWidth(width);
      QCoreApplication::processEvents();
      QVERIFY(!tree()->isColumnHidden(LoopTreeModel::ExtentColumn));
      const QModelIndex name = at(QStringLiteral("C.rows_in_a_block"));
      const bool whole = tree()->visualRect(name).width() >= tree()->sizeHintForIndex(name).width();
      const bool shown = !tree()->isColumnHidden(LoopTreeModel::TouchesColumn);
      QVERIFY(shown || !touches);
      QVERIFY(!shown || !tree()->isColumnHidden(LoopTreeModel::TimeColumn));
      touches = touches || shown, none = none || !shown, cut = cut || (shown && !whole);
    }
    QVERIFY(touches && none && cut);
  }

  // Folded or not, and at every step of the script.
  void columns_stay_where_they_are() {
    QString text = kMatmul;
    text.replace(QStringLiteral("tvm.lower"), QStringLiteral("s[C].parallel(y)\ns[C].vectorize(x)\ntvm.lower"));
    view_->setScript(text);
    QVERIFY(settle());
    const auto widths = [this] {
      QList<int> all;
      for (int column = 0; column < LoopTreeModel::ColumnCount; ++column) all << tree()->columnWidth(column);
      return all;
    };
    const QList<int> before = widths();
    tree()->collapseAll();
    tree()->fitColumns();
    QCOMPARE(widths(), before);
    view_->findChild<QSlider*>()->setValue(0);
    QVERIFY(settle());
    QCOMPARE(widths(), before);
  }

  void loops_say_what_they_touch() {
    const QModelIndex row = at(QStringLiteral("C.k"));
    QVERIFY2(row.siblingAtColumn(LoopTreeModel::TouchesColumn).data().toString().startsWith(QStringLiteral("260 B")),
             qPrintable(row.siblingAtColumn(LoopTreeModel::TouchesColumn).data().toString()));
    QVERIFY2(row.data(Qt::ToolTipRole).toString().contains(QStringLiteral("Runs 1024 times, 32 iterations each")),
             qPrintable(row.data(Qt::ToolTipRole).toString()));
  }
};

NW_TEST(TestLoopTreeColumns);
#include "test_loop_tree_columns.moc"
