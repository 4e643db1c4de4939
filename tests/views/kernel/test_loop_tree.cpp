// SPDX-License-Identifier: GPL-3.0-or-later
// The loop tree worked on with keys and menu: what is legal is offered, the rest says why not.
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "kernel/factor_chips.h"
#include "kernel/script_editor.h"
#include "on_loop_tree.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

class TestLoopTree : public test::OnLoopTree {
  Q_OBJECT

 private Q_SLOTS:
  void init() { QVERIFY(open()); }

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
    QVERIFY(tree()->candidates().empty());
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
                 {QStringLiteral("Tile with the loop inside by … — there is no loop inside it to tile it with"),
                  QStringLiteral("Fuse with the loop inside — there is no loop inside it to fuse it with"),
                  QStringLiteral("Vectorize — cannot vectorize k, a loop of the reduction in C"),
                  QStringLiteral("Parallel — parallel over k is a race: its iterations update the same elements of C"),
                  QStringLiteral("Tensorize with — the script declares no intrinsic to tensorize with"),
                  QStringLiteral("Inline — cannot inline C, an output"),
                  QStringLiteral("Compute at root — it is computed at root already"),
                  QStringLiteral("Compute at — no other stage reads this one"),
                  QStringLiteral("Run the scan on threads — this stage is no scan")}));
  }

  // Of every primitive, also of those that the row has no candidate for.
  void the_menu_has_every_primitive() {
    QVERIFY(select(QStringLiteral("C.k")));
    QMenu menu;
    tree()->fillMenu(&menu);
    QStringList entries;
    for (const QAction* action : menu.actions()) {
      entries << action->text();
      if (!action->menu()) continue;
      Q_EMIT action->menu()->aboutToShow();
      for (const QAction* entry : action->menu()->actions()) entries << action->text() + entry->text();
    }
    for (const schedule::PrimitiveInfo& row : schedule::catalogue()) {
      const QString part = row.menu.part ? QString::fromUtf8(row.menu.part->title) : QString();
      const QString text = QString::fromUtf8(row.menu.text).section(QLatin1Char('{'), 0, 0);
      const bool there = std::ranges::any_of(entries, [&](const QString& entry) {
        return entry.startsWith(part) && (entry.contains(text) || row.menu.chooses);
      });
      QVERIFY2(there || !row.menu.text, row.name);
    }
  }

  // As on Ctrl+Z, with the key still held.
  void what_is_selected_stays_lit_when_only_its_kind_changes() {
    const QString script = view_->script();
    QVERIFY(key(QStringLiteral("C.x"), Qt::Key_U));
    QVERIFY(settle() && view_->script() != script);
    QTest::keyPress(tree(), Qt::Key_Control, Qt::ControlModifier);
    view_->setScript(script);
    QVERIFY(settle());
    QTest::keyRelease(tree(), Qt::Key_Control);
    QVERIFY(tree()->selectionModel()->isSelected(at(QStringLiteral("C.x"))));
    QVERIFY(tree()->selection().axis.valid() && view_->editor()->litLine() > 0);
  }

  void what_is_folded_stays_folded_while_loops_come_and_go() {
    const auto folded = [this](const QString& name) { return !tree()->isExpanded(at(name)); };
    QVERIFY(select(QStringLiteral("C.k")));
    tree()->collapse(at(QStringLiteral("C.y")));
    const QString script = view_->script();
    QVERIFY(folded(QStringLiteral("C.y")));
    view_->setScript(QString(script).replace(QStringLiteral("tvm.lower"), QStringLiteral("s[C].unroll(\ntvm.lower")));
    QVERIFY(settle());
    view_->setScript(
        QString(script).replace(QStringLiteral("tvm.lower"), QStringLiteral("ko, ki = s[C].split(k, 4)\ntvm.lower")));
    QVERIFY(settle());
    QVERIFY(folded(QStringLiteral("C.y")));
    tree()->expand(at(QStringLiteral("C.y")));
    view_->setScript(script);
    QVERIFY(settle() && !folded(QStringLiteral("C.y")));
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

  // Also where they are apart, and by key; and back.
  void loops_apart_are_brought_together() {
    QVERIFY(select(QStringLiteral("C.y")));
    QVERIFY(also(QStringLiteral("C.k")));
    QCOMPARE(tree()->adopt(), QModelIndexList({at(QStringLiteral("C.y")), at(QStringLiteral("C.k"))}));
    QTest::keyClick(tree(), Qt::Key_Down, Qt::AltModifier);
    QVERIFY(settle());
    QCOMPARE(step(), QStringLiteral("s[C].reorder(x, y)"));
    QCOMPARE(tree()->together().size(), size_t{2});  // still selected, to go on
    QTest::keyClick(tree(), Qt::Key_Up, Qt::AltModifier);
    QVERIFY(settle());
    QCOMPARE(step(), QStringLiteral("s[C].reorder(k, x)"));  // one line says the order there is now
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
    const QList<QAction*> actions = menu.actions();
    const auto inline_ = std::ranges::find_if(
        actions, [](const QAction* action) { return action->text().startsWith(QStringLiteral("Inline")); });
    QCOMPARE((*inline_)->text(), QStringLiteral("Inline — it is inlined already"));
    QVERIFY(!(*inline_)->isEnabled());
  }

  void delete_takes_the_step_away() {
    QVERIFY(key(QStringLiteral("P"), Qt::Key_I));
    QVERIFY(key(QStringLiteral("P"), Qt::Key_Delete));
    QCOMPARE(view_->script(), kMatmul);
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
};

NW_TEST(TestLoopTree);
#include "test_loop_tree.moc"
