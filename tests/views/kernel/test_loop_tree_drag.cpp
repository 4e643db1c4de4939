// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the loop tree dragged to where they are to be, one or several.
#include <QDragEnterEvent>
#include <QDragMoveEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

#include "kernel/drop_place.h"
#include "on_loop_tree.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

class TestLoopTreeDrag : public test::OnLoopTree {
  Q_OBJECT

 private Q_SLOTS:
  void init() { QVERIFY(open()); }

  void several_loops_are_dragged_together() {
    QVERIFY(select(QStringLiteral("C.y")));
    QVERIFY(also(QStringLiteral("C.x")));
    QVERIFY(dragSelected(QStringLiteral("C.y"), QStringLiteral("C.k"), 1));
    QCOMPARE(step(), QStringLiteral("s[C].reorder(k, y, x)"));
    QVERIFY(view_->preview()->complete());
  }

  // A press with Ctrl may begin a drag: rows are chosen or left out when it is let go.
  void a_row_pressed_with_ctrl_is_what_is_dragged() {
    QVERIFY(select(QStringLiteral("C.k")));
    const QPoint y = tree()->visualRect(at(QStringLiteral("C.y"))).center();
    QTest::mousePress(tree()->viewport(), Qt::LeftButton, Qt::ControlModifier, y);
    QCOMPARE(tree()->selectionModel()->selectedRows().size(), 1);
    QCOMPARE(tree()->adopt(true), QModelIndexList{at(QStringLiteral("C.y"))});
    QVERIFY(settle());
    QVERIFY(dragSelected(QStringLiteral("C.y"), QStringLiteral("C.x"), 0.5, Qt::ControlModifier));
    QCOMPARE(step(), QStringLiteral("yo, xo, yi, xi = s[C].tile(y, x, 4, 4)"));
  }

  void an_inner_loop_dropped_with_ctrl_on_the_outer_one_tiles_too() {
    QVERIFY(select(QStringLiteral("C.x")));
    QVERIFY(dragSelected(QStringLiteral("C.x"), QStringLiteral("C.y"), 0.5, Qt::ControlModifier));
    QCOMPARE(step(), QStringLiteral("yo, xo, yi, xi = s[C].tile(y, x, 4, 4)"));
  }

  void several_loops_where_they_stand_are_refused() {
    QSignalSpy said(view_.get(), &KernelView::message);
    QVERIFY(select(QStringLiteral("C.y")));
    QVERIFY(also(QStringLiteral("C.x")));
    QVERIFY(!dragSelected(QStringLiteral("C.y"), QStringLiteral("C.k"), 0));
    QVERIFY(!dragSelected(QStringLiteral("C.y"), QStringLiteral("P"), 0.5));
    QCOMPARE(view_->script(), kMatmul);
    QCOMPARE(said.count(), 2);
    QCOMPARE(said[0][0].toString(), QStringLiteral("They stand there already"));
    QCOMPARE(said[1][0].toString(), QStringLiteral("Loops can be moved within their own stage"));
  }

  void a_loop_dragged_before_or_behind_another_reorders() {
    QVERIFY(drag(QStringLiteral("C.k"), QStringLiteral("C.y"), 0.05));
    QCOMPARE(step(), QStringLiteral("s[C].reorder(k, y, x)"));
    QVERIFY(drag(QStringLiteral("C.k"), QStringLiteral("C.x"), 0.95));
    QCOMPARE(view_->script(), kMatmul);  // as it was: no line is left
  }

  void a_loop_dropped_on_its_neighbour_fuses() {
    QVERIFY(drag(QStringLiteral("C.y"), QStringLiteral("C.x"), 0.5));
    QCOMPARE(step(), QStringLiteral("y_x = s[C].fuse(y, x)"));
  }

  void a_stage_dropped_on_a_loop_is_computed_there_and_dragged_out_at_root() {
    QVERIFY(drag(QStringLiteral("P"), QStringLiteral("C.y"), 0.5));
    QCOMPARE(step(), QStringLiteral("s[P].compute_at(s[C], y)"));
    QVERIFY(drag(QStringLiteral("P"), QString(), 0));
    QCOMPARE(view_->script(), kMatmul);
  }

  void a_place_that_is_not_legal_says_why() {
    QSignalSpy said(view_.get(), &KernelView::message);
    QVERIFY(!drag(QStringLiteral("C"), QStringLiteral("P.i"), 0.5));
    QVERIFY(!drag(QStringLiteral("C.y"), QStringLiteral("P.i"), 0.5));
    QCOMPARE(view_->script(), kMatmul);
    QCOMPARE(said.count(), 2);
    QCOMPARE(said[0][0].toString(), QStringLiteral("P does not read C"));
    QCOMPARE(said[1][0].toString(), QStringLiteral("A loop can be moved within its own stage"));
  }

  // Rows fill the view, or more than that: the place for what goes out of all loops is there all the same.
  void there_is_always_a_place_outside_of_all_loops() {
    view_->resize(1280, 260);
    auto* place = view_->findChild<DropPlace*>();
    QVERIFY(settle() && place->isHidden());
    QVERIFY(drag(QStringLiteral("P"), QStringLiteral("C.y"), 0.5));
    QVERIFY(select(QStringLiteral("P")));
    const std::unique_ptr<QMimeData> data(model()->mimeData({tree()->currentIndex()}));
    QDragEnterEvent begin(QPoint(20, 10), Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(tree()->viewport(), &begin);
    QTRY_VERIFY(place->isVisible());
    QCOMPARE(place->toolTip(), QStringLiteral("compute P at root"));
    QVERIFY(place->geometry().top() >= tree()->geometry().bottom());
    QDragEnterEvent enter(QPoint(20, 4), Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(place, &enter);
    QVERIFY(enter.isAccepted());
    place->grab();
    QDropEvent drop(QPoint(20, 4), Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(place, &drop);
    QVERIFY(settle());
    QCOMPARE(view_->script(), kMatmul);
    QVERIFY(place->isHidden());
  }

  void what_cannot_go_outside_has_no_place_there() {
    QVERIFY(select(QStringLiteral("C.y")));
    const std::unique_ptr<QMimeData> data(model()->mimeData({tree()->currentIndex()}));
    QDragEnterEvent begin(QPoint(20, 10), Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(tree()->viewport(), &begin);
    QVERIFY(view_->findChild<DropPlace*>()->isHidden());
  }

  // The tree scrolls under a pointer that rests: what a drop would do is that of the row that is there now.
  void what_a_drop_does_follows_when_the_tree_scrolls() {
    QString text = kMatmul;
    text.replace(QStringLiteral("tvm.lower"),
                 QStringLiteral("yo, yi = s[C].split(y, 4)\nxo, xi = s[C].split(x, 4)\nko, ki = s[C].split(k, 4)\n"
                                "koo, koi = s[C].split(ko, 2)\ntvm.lower"));
    view_->setScript(text);
    tree()->setFixedHeight(140);
    QVERIFY(settle() && select(QStringLiteral("P")));
    QVERIFY(tree()->verticalScrollBar()->maximum() > 2);
    tree()->verticalScrollBar()->setValue(0);
    const std::unique_ptr<QMimeData> data(model()->mimeData({tree()->currentIndex()}));
    const QPoint point(30, tree()->viewport()->height() - 3);
    QDragEnterEvent enter(point, Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(tree()->viewport(), &enter);
    QDragMoveEvent over(point, Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(tree()->viewport(), &over);
    QVERIFY(over.isAccepted());
    const QString before = QToolTip::text(), row = tree()->indexAt(point).siblingAtColumn(0).data().toString();
    tree()->verticalScrollBar()->setValue(2);
    const QString now = tree()->indexAt(point).siblingAtColumn(0).data().toString();
    QVERIFY(now != row);
    QVERIFY(QToolTip::text() != before);
    QCOMPARE(QToolTip::text(), QStringLiteral("compute P at ") + now);
    QDropEvent drop(point, Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(tree()->viewport(), &drop);
    QVERIFY(settle());
    QCOMPARE(step(), QStringLiteral("s[P].compute_at(s[C], %1)").arg(now));
  }

  // Inlining puts a stage into those that read it; one that reads it through them is no place for it.
  void a_stage_is_inlined_where_it_is_read() {
    QString text = kMatmul;
    text.replace(QStringLiteral("s = te.create_schedule(C.op)"),
                 QStringLiteral("D = te.compute((32, 32), lambda u, v: C[u, v] + 1.0, name=\"D\")\n"
                                "s = te.create_schedule(D.op)"));
    view_->setScript(text.replace(QStringLiteral("[A, B, C]"), QStringLiteral("[A, B, D]")));
    QVERIFY(settle());
    const QSignalSpy refused(tree(), &LoopTreeView::refused);
    QVERIFY(!drag(QStringLiteral("P"), QStringLiteral("D"), 0.5));
    QCOMPARE(refused.value(0).value(0).toString(),
             QStringLiteral("D reads P through another stage only: that is where it can be inlined"));
    QVERIFY(drag(QStringLiteral("P"), QStringLiteral("C"), 0.5));
    QCOMPARE(step(), QStringLiteral("s[P].compute_inline()"));
  }

  void a_stage_does_not_go_into_itself() {
    const QSignalSpy refused(tree(), &LoopTreeView::refused);
    QVERIFY(!drag(QStringLiteral("C"), QStringLiteral("C.y"), 0.5));
    QCOMPARE(refused.value(0).value(0).toString(), QStringLiteral("A stage cannot stand inside itself"));
  }

  void a_click_with_ctrl_chooses_one_more_row_or_one_less() {
    QVERIFY(select(QStringLiteral("C.k")));
    const QPoint y = tree()->visualRect(at(QStringLiteral("C.y"))).center();
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, Qt::ControlModifier, y);
    QCOMPARE(tree()->together().size(), size_t{2});
    QCOMPARE(view_->selection().also.size(), size_t{1});  // both are lit in the other faces
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, Qt::ControlModifier, y);
    QCOMPARE(tree()->selectionModel()->selectedRows(), QModelIndexList{at(QStringLiteral("C.k"))});
  }
};

NW_TEST(TestLoopTreeDrag);
#include "test_loop_tree_drag.moc"
