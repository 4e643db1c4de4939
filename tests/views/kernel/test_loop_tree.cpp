// SPDX-License-Identifier: GPL-3.0-or-later
// The loop tree worked on with keys, menu and drag: what is legal is offered, the rest says why not.
#include <QDragEnterEvent>
#include <QDragMoveEvent>
#include <QDropEvent>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <algorithm>

#include "kernel/drop_place.h"
#include "kernel/factor_chips.h"
#include "kernel/kernel_view.h"
#include "kernel/loop_tree_view.h"
#include "kernel/script_editor.h"
#include "models/loop_tree_model.h"
#include "registry.h"
#include "sample_matmul.h"

using namespace nw;
using namespace nw::views;

namespace {

const QString kMatmul = QString::fromStdString(test::kMatmul);

}  // namespace

class TestLoopTree : public QObject {
  Q_OBJECT

  std::unique_ptr<KernelView> view_;
  LoopTreeView* tree() { return view_->treeView(); }
  LoopTreeModel* model() { return static_cast<LoopTreeModel*>(tree()->model()); }

  bool settle() {
    return QTest::qWaitFor([this] { return view_->settled() && tree()->offersKnown(); }, 10000);
  }
  // "C.y" is that loop, "P" the stage.
  QModelIndex at(const QString& name) {
    const auto& program = view_->preview()->program;
    const StageId stage = program.schedule->find_by_name(name.section(QLatin1Char('.'), 0, 0).toStdString());
    const QString axis = name.section(QLatin1Char('.'), 1);
    if (axis.isEmpty()) return model()->find(stage, {});
    for (const workspace::LoopTreeRow& row : view_->preview()->tree)
      if (row.stage == stage && row.axis.valid() && row.name == axis.toStdString())
        return model()->find(stage, row.axis);
    return {};
  }
  bool select(const QString& name) {
    tree()->setCurrentIndex(at(name));
    return tree()->currentIndex().isValid() && settle();
  }
  bool key(const QString& name, int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    if (!select(name)) return false;
    QTest::keyClick(tree(), static_cast<Qt::Key>(key), modifiers);
    return settle();
  }
  // Drags one row to a place in another (0: its top, 1: its bottom). What the events answer, then whether it was taken.
  bool drag(const QString& from, const QString& to, double place) {
    return select(from) && dragSelected(from, to, place);
  }
  bool dragSelected(const QString& from, const QString& to, double place,
                    Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    const std::unique_ptr<QMimeData> data(model()->mimeData({tree()->currentIndex()}));
    const QRect row = tree()->visualRect(to.isEmpty() ? at(from) : at(to));
    const QPoint point = to.isEmpty() ? QPoint(20, tree()->viewport()->height() - 4)
                                      : QPoint(30, row.top() + static_cast<int>(place * (row.height() - 1)));
    QDragEnterEvent enter(point, Qt::MoveAction, data.get(), Qt::LeftButton, modifiers);
    QCoreApplication::sendEvent(tree()->viewport(), &enter);
    QDragMoveEvent over(point, Qt::MoveAction, data.get(), Qt::LeftButton, modifiers);
    QCoreApplication::sendEvent(tree()->viewport(), &over);
    const bool accepted = over.isAccepted();
    tree()->viewport()->grab();
    QDropEvent drop(point, Qt::MoveAction, data.get(), Qt::LeftButton, modifiers);
    QCoreApplication::sendEvent(tree()->viewport(), &drop);
    return settle() && accepted;
  }
  bool also(const QString& name) {
    tree()->selectionModel()->select(at(name), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    return settle();
  }
  QString step() {
    const QStringList lines = view_->script().split(QLatin1Char('\n'));
    return lines[lines.size() - 3];
  }

  // Shares of a run, so that the time has its column.
  bool addHeat(const QString& text) {
    auto heat = std::make_shared<workspace::NestHeat>();
    heat->total = 200;
    heat->lines.resize(view_->preview()->printed.lines.size());
    heat->rows.resize(view_->preview()->tree.size());
    for (auto& row : heat->rows) row = {10, 150};
    view_->addHeat(text.toStdString(), heat);
    return settle();
  }

 private Q_SLOTS:
  void init() {
    view_ = std::make_unique<KernelView>();
    view_->resize(1280, 800);
    view_->show();
    view_->setScript(kMatmul);
    QVERIFY(settle());
  }

  void a_chip_is_tried_by_the_pointer_and_taken_by_a_click_and_the_inner_loop_stays_selected() {
    QVERIFY(select(QStringLiteral("C.k")));
    const QString before = view_->script();
    QTest::keyClick(tree(), Qt::Key_S);
    auto* chips = tree()->findChild<FactorChips*>();
    QVERIFY(chips && settle());
    const auto chip = [&](qint64 factor) -> QToolButton* {
      for (QToolButton* button : chips->findChildren<QToolButton*>())
        if (button->property("factor").toLongLong() == factor) return button;
      return nullptr;
    };
    for (const qint64 factor : {2, 8, 4}) {
      QEnterEvent enter(QPointF(5, 5), QPointF(5, 5), QPointF(5, 5));
      QCoreApplication::sendEvent(chip(factor), &enter);
      QVERIFY(settle());
      QVERIFY2(QString::fromStdString(view_->preview()->text)
                   .contains(QStringLiteral("ko, ki = s[C].split(k, factor=%1)").arg(factor)),
               view_->preview()->text.c_str());
      QVERIFY(view_->preview()->complete());
      QCOMPARE(view_->script(), before);
    }
    QTest::mouseClick(chip(4), Qt::LeftButton);
    QVERIFY(settle());
    QCOMPARE(view_->script(), QString(before).replace(QStringLiteral("tvm.lower("),
                                                      QStringLiteral("ko, ki = s[C].split(k, factor=4)\ntvm.lower(")));
    QCOMPARE(tree()->currentIndex(), at(QStringLiteral("C.ki")));
    QCOMPARE(view_->selection().axis.value, model()->row(tree()->currentIndex())->axis.value);
    QTest::keyClick(tree(), Qt::Key_U);
    QVERIFY(settle());
    QCOMPARE(step(), QStringLiteral("s[C].unroll(ki)"));
  }

  void a_click_where_nothing_is_selects_nothing_in_any_face() {
    QVERIFY(select(QStringLiteral("C.k")));
    QVERIFY(view_->selection().stage.valid());
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {}, QPoint(30, tree()->viewport()->height() - 4));
    QVERIFY(settle());
    QVERIFY(!view_->selection().stage.valid());
    QVERIFY(!tree()->currentIndex().isValid());
    QVERIFY(tree()->offers().empty());
  }

  void a_loops_key_on_a_stage_says_what_to_select_and_moves_nothing() {
    QVERIFY(select(QStringLiteral("C")));
    const QModelIndex before = tree()->currentIndex();
    const QSignalSpy refused(tree(), &LoopTreeView::refused);
    for (const int key : {Qt::Key_S, Qt::Key_P, Qt::Key_Z}) QTest::keyClick(tree(), static_cast<Qt::Key>(key));
    QCOMPARE(refused.count(), 2);
    QCOMPARE(refused.value(0).value(0).toString(),
             QStringLiteral("That is done to a loop, and this is a stage: select one of its loops"));
    QCOMPARE(tree()->currentIndex(), before);
  }

  void what_no_step_shaped_has_no_step_to_take_away() {
    QVERIFY(select(QStringLiteral("C.k")));
    const QSignalSpy refused(tree(), &LoopTreeView::refused);
    QTest::keyClick(tree(), Qt::Key_Delete);
    QCOMPARE(refused.value(0).value(0).toString(), QStringLiteral("No step shaped this: there is none to take away"));
    QMenu menu;
    tree()->fillMenu(&menu);
    for (const QAction* action : menu.actions()) QVERIFY(!action->text().startsWith(QStringLiteral("Take the step")));
  }

  void keys_data() {
    QTest::addColumn<QString>("row");
    QTest::addColumn<int>("which");
    QTest::addColumn<QString>("line");
    QTest::newRow("fuse") << "C.y" << int(Qt::Key_F) << "y_x = s[C].fuse(y, x)";
    QTest::newRow("tile") << "C.y" << int(Qt::Key_T) << "yo, xo, yi, xi = s[C].tile(y, x, 4, 4)";
    QTest::newRow("vectorize") << "C.x" << int(Qt::Key_V) << "s[C].vectorize(x)";
    QTest::newRow("unroll") << "C.k" << int(Qt::Key_U) << "s[C].unroll(k)";
    QTest::newRow("parallel") << "C.y" << int(Qt::Key_P) << "s[C].parallel(y)";
    QTest::newRow("pragma") << "C.y" << int(Qt::Key_G) << "s[C].pragma(y, \"auto_unroll_max_step\", 16)";
    QTest::newRow("rfactor") << "C.k" << int(Qt::Key_X) << "C_rf = s.rfactor(C, k)";
    QTest::newRow("inline") << "P" << int(Qt::Key_I) << "s[P].compute_inline()";
    QTest::newRow("cache_write") << "C" << int(Qt::Key_W) << "C_local = s.cache_write(C, \"local\")";
  }
  void keys() {
    QFETCH(QString, row);
    QFETCH(int, which);
    QFETCH(QString, line);
    QVERIFY(key(row, which));
    QCOMPARE(step(), line);
    QVERIFY(view_->preview()->complete());
  }

  void what_is_not_for_such_a_loop_is_said_and_not_written() {
    const QSignalSpy refused(tree(), &LoopTreeView::refused);
    QVERIFY(key(QStringLiteral("C.y"), Qt::Key_X));
    QVERIFY(key(QStringLiteral("C.y"), Qt::Key_Q));
    QCOMPARE(view_->script(), kMatmul);
    QCOMPARE(refused.value(0).value(0).toString(),
             QStringLiteral("Only a loop of a reduction can be factored out of it"));
    QCOMPARE(refused.value(1).value(0).toString(),
             QStringLiteral("Only a loop bound to a thread can say which thread stores"));
  }

  void what_is_not_legal_is_said_and_not_written() {
    QSignalSpy said(view_.get(), &KernelView::message);
    QVERIFY(key(QStringLiteral("C.k"), Qt::Key_V));
    QCOMPARE(view_->script(), kMatmul);
    QCOMPARE(said.count(), 1);
    QCOMPARE(said[0][0].toString(), QStringLiteral("cannot vectorize k, a loop of the reduction in C"));
  }

  void the_menu_greys_what_is_not_legal() {
    QVERIFY(select(QStringLiteral("C.k")));
    QMenu menu;
    tree()->fillMenu(&menu);
    QStringList off;
    for (const QAction* action : menu.actions())
      if (!action->isEnabled() && !action->isSeparator() && !action->text().isEmpty())
        off << action->text().section(QLatin1Char('\t'), 0, 0);
    QCOMPARE(off,
             QStringList(
                 {QStringLiteral("Vectorize — cannot vectorize k, a loop of the reduction in C"),
                  QStringLiteral("Parallel — parallel over k is a race: its iterations update the same elements of C"),
                  QStringLiteral("Tensorize with — the script declares no intrinsic"),
                  QStringLiteral("Inline — cannot inline C, an output"),
                  QStringLiteral("Compute at — no other stage reads this one")}));
  }

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
    QCOMPARE(tree()->takeUp(true), QModelIndexList{at(QStringLiteral("C.y"))});
    QVERIFY(settle());
    QVERIFY(dragSelected(QStringLiteral("C.y"), QStringLiteral("C.x"), 0.5, Qt::ControlModifier));
    QCOMPARE(step(), QStringLiteral("yo, xo, yi, xi = s[C].tile(y, x, 4, 4)"));
  }

  void a_click_with_ctrl_chooses_one_more_row_or_one_less() {
    QVERIFY(select(QStringLiteral("C.k")));
    const QPoint y = tree()->visualRect(at(QStringLiteral("C.y"))).center();
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, Qt::ControlModifier, y);
    QCOMPARE(tree()->together().size(), size_t{2});
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, Qt::ControlModifier, y);
    QCOMPARE(tree()->selectionModel()->selectedRows(), QModelIndexList{at(QStringLiteral("C.k"))});
  }

  void an_inner_loop_dropped_with_ctrl_on_the_outer_one_tiles_too() {
    QVERIFY(select(QStringLiteral("C.x")));
    QVERIFY(dragSelected(QStringLiteral("C.x"), QStringLiteral("C.y"), 0.5, Qt::ControlModifier));
    QCOMPARE(step(), QStringLiteral("yo, xo, yi, xi = s[C].tile(y, x, 4, 4)"));
  }

  // The script says where the new axis stands only if it is not in front.
  void a_factored_axis_stands_where_the_menu_says() {
    QVERIFY(select(QStringLiteral("C.k")));
    const auto take = [&](const QString& where) {
      QMenu menu;
      tree()->fillMenu(&menu);
      for (QAction* part : menu.actions()) {
        if (!part->menu()) continue;
        Q_EMIT part->menu()->aboutToShow();
        for (QAction* entry : part->menu()->actions())
          if (entry->text() == where) return entry->trigger();
      }
      QFAIL("there is no such entry");
    };
    take(QStringLiteral("before x"));
    QVERIFY(settle());
    QCOMPARE(step(), QStringLiteral("C_rf = s.rfactor(C, k, factor_axis=1)"));
    view_->setScript(kMatmul);
    QVERIFY(settle() && select(QStringLiteral("C.k")));
    take(QStringLiteral("in front, before y (as with X)"));
    QVERIFY(settle());
    QCOMPARE(step(), QStringLiteral("C_rf = s.rfactor(C, k)"));
  }

  // The number in the field is what the nest shows: from the start, and a chip's while the pointer is on it.
  void the_field_and_the_nest_show_the_same_factor() {
    QVERIFY(select(QStringLiteral("C.k")));
    QTest::keyClick(tree(), Qt::Key_S);
    auto* chips = tree()->findChild<FactorChips*>();
    QVERIFY(chips && settle());
    auto* field = chips->findChild<QSpinBox*>();
    const auto tried = [&](int factor) {
      return field->value() == factor && settle() &&
             QString::fromStdString(view_->preview()->text)
                 .contains(QStringLiteral("ko, ki = s[C].split(k, factor=%1)").arg(factor));
    };
    QVERIFY(tried(8));  // no vectors are made of k
    QToolButton* four = nullptr;
    for (QToolButton* chip : chips->findChildren<QToolButton*>()) {
      QVERIFY2(!chip->text().contains(QStringLiteral("vector")), qPrintable(chip->text()));
      if (chip->property("factor") == 4) four = chip;
    }
    QEnterEvent enter(QPointF(5, 5), QPointF(5, 5), QPointF(5, 5));
    QCoreApplication::sendEvent(four, &enter);
    QVERIFY(tried(4));
    QTRY_VERIFY2(four->toolTip().contains(QStringLiteral("this tile: 36 B of")), qPrintable(four->toolTip()));
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(four, &leave);
    QVERIFY(tried(8));
    QVERIFY2(chips->x() > tree()->viewport()->mapToGlobal(tree()->viewport()->rect().topRight()).x(),
             "it covers the tree");
    QTest::keyClick(chips, Qt::Key_Escape);
    QVERIFY(settle());
    QCOMPARE(QString::fromStdString(view_->preview()->text), kMatmul);
  }

  // Also where they stand apart, and by key; and back.
  void loops_apart_are_brought_together() {
    QVERIFY(select(QStringLiteral("C.y")));
    QVERIFY(also(QStringLiteral("C.k")));
    QCOMPARE(tree()->takeUp(), QModelIndexList({at(QStringLiteral("C.y")), at(QStringLiteral("C.k"))}));
    QTest::keyClick(tree(), Qt::Key_Down, Qt::AltModifier);
    QVERIFY(settle());
    QCOMPARE(step(), QStringLiteral("s[C].reorder(x, y)"));
    QCOMPARE(tree()->together().size(), size_t{2});  // still selected, to go on
    QTest::keyClick(tree(), Qt::Key_Up, Qt::AltModifier);
    QVERIFY(settle());
    QCOMPARE(step(), QStringLiteral("s[C].reorder(k, x)"));  // one line says the order there is now
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

  void the_same_mark_again_takes_it_away() {
    QVERIFY(key(QStringLiteral("C.y"), Qt::Key_P));
    QVERIFY(key(QStringLiteral("C.y"), Qt::Key_P));
    QCOMPARE(view_->script(), kMatmul);
  }

  void what_is_so_already_is_not_written_again() {
    const QSignalSpy refused(tree(), &LoopTreeView::refused);
    QVERIFY(key(QStringLiteral("P"), Qt::Key_R));
    QCOMPARE(view_->script(), kMatmul);
    QVERIFY(key(QStringLiteral("P"), Qt::Key_I));
    const QString inlined = view_->script();
    QVERIFY(key(QStringLiteral("P"), Qt::Key_I));
    QCOMPARE(view_->script(), inlined);
    QCOMPARE(refused.value(0).value(0).toString(), QStringLiteral("It is computed at root already"));
    QCOMPARE(refused.value(1).value(0).toString(), QStringLiteral("It is inlined already"));
    QMenu menu;
    tree()->fillMenu(&menu);
    for (const QAction* action : menu.actions()) QVERIFY(!action->text().startsWith(QStringLiteral("Inline")));
  }

  void delete_takes_the_step_away() {
    QVERIFY(key(QStringLiteral("P"), Qt::Key_I));
    QVERIFY(key(QStringLiteral("P"), Qt::Key_Delete));
    QCOMPARE(view_->script(), kMatmul);
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

  // The nest of an earlier step is not the one that ran.
  void the_time_is_that_of_the_whole_script() {
    QString text = kMatmul;
    text.replace(QStringLiteral("tvm.lower"), QStringLiteral("s[C].parallel(y)\ntvm.lower"));
    view_->setScript(text);
    QVERIFY(settle());
    auto heat = std::make_shared<workspace::NestHeat>();
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

  // Axes have names further down: that line moves up, and no second one is written.
  void a_gesture_in_the_middle_uses_the_names_of_later_lines() {
    QString text = kMatmul;
    text.replace(QStringLiteral("tvm.lower"),
                 QStringLiteral("s[C].parallel(y)\ni, j = s[P].op.axis\ns[P].vectorize(j)\ntvm.lower"));
    view_->setScript(text);
    QVERIFY(settle());
    auto* slider = view_->findChild<QSlider*>();
    slider->setValue(1);
    QVERIFY(settle());
    QVERIFY(key(QStringLiteral("P.i"), Qt::Key_U));
    text.replace(QStringLiteral("s[P].vectorize(j)"), QStringLiteral("s[P].unroll(i)\ns[P].vectorize(j)"));
    QCOMPARE(view_->script(), text);
    QCOMPARE(slider->value(), 2);
    view_->setScript(QString(text).remove(QStringLiteral("s[P].unroll(i)\n")));  // and back
    QVERIFY(settle());
    QCOMPARE(slider->value(), 1);
    view_->setScript(text);
    slider->setValue(3);
    QVERIFY(settle());
    QVERIFY(view_->preview()->complete());
  }

  void loops_say_what_they_touch() {
    const QModelIndex row = at(QStringLiteral("C.k"));
    QVERIFY2(row.siblingAtColumn(LoopTreeModel::TouchesColumn).data().toString().startsWith(QStringLiteral("260 B")),
             qPrintable(row.siblingAtColumn(LoopTreeModel::TouchesColumn).data().toString()));
    QVERIFY2(row.data(Qt::ToolTipRole).toString().contains(QStringLiteral("Runs 1.02 k times, 32 iterations each")),
             qPrintable(row.data(Qt::ToolTipRole).toString()));
  }

  // In the middle of the film a gesture goes in behind the step shown, and what follows is replayed.
  void a_gesture_in_the_middle() {
    QString text = kMatmul;
    text.replace(QStringLiteral("tvm.lower"), QStringLiteral("s[C].parallel(y)\ns[C].unroll(k)\ntvm.lower"));
    view_->setScript(text);
    QVERIFY(settle());
    auto* slider = view_->findChild<QSlider*>();
    slider->setValue(1);
    QVERIFY(settle());
    QVERIFY(key(QStringLiteral("C.x"), Qt::Key_V));
    QVERIFY2(view_->script().contains(QStringLiteral("s[C].parallel(y)\ns[C].vectorize(x)\ns[C].unroll(k)\n")),
             qPrintable(view_->script()));
    QCOMPARE(slider->value(), 2);
    QCOMPARE(slider->maximum(), 3);
  }

  // Also where it writes names first, and where it takes the place of a step that came before.
  void the_position_in_the_middle_follows_the_lines() {
    QString text = kMatmul;
    text.replace(QStringLiteral("tvm.lower"),
                 QStringLiteral("s[P].compute_at(s[C], y)\ns[C].unroll(k)\ns[C].parallel(y)\ntvm.lower"));
    view_->setScript(text);
    QVERIFY(settle());
    auto* slider = view_->findChild<QSlider*>();
    slider->setValue(2);
    QVERIFY(settle());
    QVERIFY(key(QStringLiteral("P.j"), Qt::Key_V));
    QVERIFY2(view_->script().contains(
                 QStringLiteral("s[C].unroll(k)\ni, j = s[P].op.axis\ns[P].vectorize(j)\ns[C].parallel(y)\n")),
             qPrintable(view_->script()));
    QCOMPARE(slider->value(), 3);
    QCOMPARE(slider->maximum(), 4);
    QVERIFY(drag(QStringLiteral("P"), QStringLiteral("C.x"), 0.5));
    QVERIFY2(
        view_->script().contains(QStringLiteral("s[P].vectorize(j)\ns[P].compute_at(s[C], x)\ns[C].parallel(y)\n")),
        qPrintable(view_->script()));
    QCOMPARE(slider->value(), 3);
    QCOMPARE(slider->maximum(), 4);
  }

  // What follows need not hold any longer: its line stays, with its diagnostic.
  void a_gesture_in_the_middle_that_what_follows_does_not_survive() {
    QString text = kMatmul;
    text.replace(QStringLiteral("tvm.lower"), QStringLiteral("s[C].unroll(k)\nxo, xi = s[C].split(x, 4)\ntvm.lower"));
    view_->setScript(text);
    QVERIFY(settle());
    auto* slider = view_->findChild<QSlider*>();
    slider->setValue(1);
    QVERIFY(settle());
    QVERIFY(key(QStringLiteral("C.y"), Qt::Key_F));
    text.replace(QStringLiteral("xo, xi"), QStringLiteral("y_x = s[C].fuse(y, x)\nxo, xi"));
    QCOMPARE(view_->script(), text);
    slider->setValue(3);
    QVERIFY(settle());
    QCOMPARE(view_->diagnostics().size(), size_t{1});
    QCOMPARE(view_->diagnostics()[0].message, std::string("x is no longer a loop of C"));
    QCOMPARE(view_->diagnostics()[0].where[0].span.line, 12);
    QVERIFY(view_->preview()->nest.has_value());
  }

  // Names that only a step needed which is taken back go with it; those that a person wrote stay.
  void axes_named_for_a_step_go_with_it() {
    const QString before = view_->script();
    QVERIFY(key(QStringLiteral("P.i"), Qt::Key_Down, Qt::AltModifier));
    QVERIFY2(view_->script().contains(QStringLiteral("i, j = s[P].op.axis\ns[P].reorder(j, i)\n")),
             qPrintable(view_->script()));
    QVERIFY(key(QStringLiteral("P.i"), Qt::Key_Up, Qt::AltModifier));
    QCOMPARE(view_->script(), before);
    QCOMPARE(view_->editor()->litLine(), view_->selection().line);  // that of the selected loop, not where the step was
    QVERIFY(key(QStringLiteral("C.y"), Qt::Key_Down, Qt::AltModifier));
    QVERIFY(key(QStringLiteral("C.y"), Qt::Key_Up, Qt::AltModifier));
    QCOMPARE(view_->script(), before);
  }

  void what_runs_once_is_not_split() {
    view_->setScript(
        QString(kMatmul).replace(QStringLiteral("tvm.lower"), QStringLiteral("yo, yi = s[C].split(y, 32)\ntvm.lower")));
    QVERIFY(settle());
    const QSignalSpy refused(tree(), &LoopTreeView::refused);
    QVERIFY(key(QStringLiteral("C.yo"), Qt::Key_S));
    QCOMPARE(refused.value(0).value(0).toString(), QStringLiteral("It runs once: there is nothing to split"));
  }

  // 197 has no divisor: the vector width and powers of two are offered, with the note that a tail remains.
  void prime_lengths_are_split_with_a_tail() {
    QCOMPARE(FactorChips::suggestions(197, 16), (std::vector<qint64>{4, 8, 16, 32, 64, 128}));
    QCOMPARE(FactorChips::suggestions(12, 0), (std::vector<qint64>{2, 3, 4, 6}));
    const FactorChips chips(FactorChips::Says::Factor, 197, 16);
    const auto labels = chips.findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
      return label->text() == QStringLiteral("Nothing divides 197: a tail remains, guarded by a predicate");
    }));
    QCOMPARE(chips.start(), qint64{16});
  }

  void a_stage_does_not_go_into_itself() {
    const QSignalSpy refused(tree(), &LoopTreeView::refused);
    QVERIFY(!drag(QStringLiteral("C"), QStringLiteral("C.y"), 0.5));
    QCOMPARE(refused.value(0).value(0).toString(), QStringLiteral("A stage cannot stand inside itself"));
  }
};

NW_TEST(TestLoopTree);
#include "test_loop_tree.moc"
