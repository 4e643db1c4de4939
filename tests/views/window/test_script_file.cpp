// SPDX-License-Identifier: GPL-3.0-or-later
// A script open as a file: another editor saves it, a run of it wants values for its sizes.
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSaveFile>
#include <QSpinBox>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "common/message_bar.h"
#include "common/problem_details.h"
#include "common/problems_panel.h"
#include "kernel/diff_view.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/loop_tree_view.h"
#include "kernel/run_badge.h"
#include "kernel/script_editor.h"
#include "kernel/script_find_bar.h"
#include "kernel/sizes_bar.h"
#include "models/loop_tree_model.h"
#include "open_window.h"
#include "registry.h"
#include "window/file_dialogs.h"
#include "window/file_session.h"
#include "window/kernel_tabs.h"
#include "window/start_page.h"

using namespace nw;
using namespace nw::views;

namespace {

const QString kHead = QStringLiteral(
    "from tvm import te\n"
    "n = te.var(\"n\")\n"
    "A = te.placeholder((n,), name=\"A\")\n"
    "B = te.compute((n,), lambda i: A[i] * 2.0, name=\"B\")\n"
    "s = te.create_schedule(B.op)\n");
const QString kTail = QStringLiteral("tvm.lower(s, [A, B], name=\"main\")\n");
const QString kParallel = QStringLiteral("s[B].parallel(s[B].op.axis[0])\n");

bool write(const QString& path, const QString& text) {
  QFile file(path);
  return file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) > 0;
}

// As many editors do it: a new file in the place of the old.
bool replace(const QString& path, const QString& text) {
  QSaveFile file(path);
  return file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) > 0 && file.commit();
}

}  // namespace

class TestScriptFile : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::unique_ptr<test::OpenWindow> open_;
  QString path() const { return folder_.filePath(QStringLiteral("kernel.py")); }
  KernelView* view() { return open_->window.kernels().current()->view(); }
  bool shows(const QString& text) {
    return QTest::qWaitFor([&] { return view()->script() == text && view()->settled(); }, 10000);
  }

 private Q_SLOTS:
  void init() {
    QVERIFY(write(path(), kHead + kTail));
    open_ = std::make_unique<test::OpenWindow>();
    open_->window.files().open(path());
    QVERIFY(QTest::qWaitFor([this] { return open_->window.kernels().current() && open_->window.settled(); }, 10000));
  }

  // The window's own key for it finds in the graph.
  void to_find_in_the_script_is_the_editors() {
    auto* bar = view()->findChild<ScriptFindBar*>();
    QVERIFY(bar && !bar->isVisible());
    const QWidget* page = open_->window.kernels().current();
    for (const int key : {Qt::Key_F, Qt::Key_H}) {
      bar->hide();
      QTest::keyClick(view()->editor(), static_cast<Qt::Key>(key), Qt::ControlModifier);
      QVERIFY(bar->isVisible());
      QCOMPARE(open_->window.kernels().current(), page);
    }
  }

  // A name with five possible meanings has five fixes, each a button below the problem.
  void many_fixes_do_not_make_the_window_wider() {
    const QString five = QStringLiteral(
        "from tvm import te\n"
        "A = te.placeholder((2, 2, 2, 2, 2), name=\"A\")\n"
        "result = te.compute((2, 2, 2, 2, 2), lambda a, b, c, d, e: A[a, b, c, d, e] * 2.0, name=\"result\")\n"
        "s = te.create_schedule(result.op)\n"
        "s[result].unroll(pixel)\n"
        "tvm.lower(s, [A, result], name=\"main\")\n");
    QVERIFY(write(path(), five));
    QVERIFY(shows(five));
    QTRY_COMPARE(open_->window.width(), 1280);
    const auto fixes = [&] {
      QList<QPushButton*> found;
      for (QPushButton* each : open_->find<ProblemsPanel>()->findChildren<QPushButton*>())
        if (each->isVisible() && each->accessibleName().contains(QStringLiteral("s[result].op.axis["))) found << each;
      return found;
    };
    QTRY_COMPARE(fixes().size(), qsizetype{5});
    for (ProblemDetails* each : open_->find<ProblemsPanel>()->findChildren<ProblemDetails*>())
      if (each->isVisible()) QTRY_VERIFY(each->height() >= each->heightFor(each->width()));  // nothing is cut
    const QString title = fixes().back()->accessibleName();
    QTest::mouseClick(fixes().back(), Qt::LeftButton);
    QTRY_VERIFY2(view()->script().contains(QStringLiteral("s[result].unroll(s[result].op.axis[")), qPrintable(title));
  }

  // Also with the Shift that "+" needs, and back by the key that fits the graph in elsewhere.
  void the_scripts_letters_grow_and_shrink() {
    ScriptEditor* editor = view()->editor();
    const auto zoom = [editor] { return editor->SendScintilla(QsciScintillaBase::SCI_GETZOOM); };
    QTest::keyClick(editor, Qt::Key_Plus, Qt::ControlModifier | Qt::ShiftModifier);
    QTest::keyClick(editor, Qt::Key_Plus, Qt::ControlModifier);
    QTest::keyClick(editor, Qt::Key_Equal, Qt::ControlModifier);
    QCOMPARE(zoom(), 3L);
    QTest::keyClick(editor, Qt::Key_Minus, Qt::ControlModifier);
    QCOMPARE(zoom(), 2L);
    QTest::keyClick(editor, Qt::Key_0, Qt::ControlModifier);
    QCOMPARE(zoom(), 0L);
    QCOMPARE(view()->script(), kHead + kTail);
  }

  // The nest can be compared with a named state, except with the one that is on screen.
  void a_schedule_is_not_compared_with_itself() {
    open_->bench().session().tagState(open_->bench().session().document()->history().current().id, "plain");
    auto* against = view()->diff()->findChild<QComboBox*>();
    const auto offered = [&] {
      QStringList names;
      for (int i = 0; i < against->count(); ++i) names << against->itemText(i);
      return names.join(QLatin1Char('|'));
    };
    QCOMPARE(offered(), QStringLiteral("Against the step before"));
    view()->editor()->replaceAll(kHead + kParallel + kTail);
    QVERIFY(shows(kHead + kParallel + kTail));
    QCOMPARE(offered(), QStringLiteral("Against the step before|Against plain"));
    open_->window.actions().undo->trigger();
    QVERIFY(shows(kHead + kTail));
    QCOMPARE(offered(), QStringLiteral("Against the step before"));
  }

  // Whatever the tabs show: none is pulled away from under the mouse that clicks it.
  void the_details_tabs_stay_where_they_are() {
    QTabWidget* tabs = view()->detailTabs();
    QTest::qWait(200);  // the window's panels take their places first
    const QPoint place = tabs->tabBar()->mapToGlobal(QPoint());
    for (int tab = tabs->count(); tab-- > 0;) {
      QTest::mouseClick(tabs->tabBar(), Qt::LeftButton, {}, tabs->tabBar()->tabRect(tab).center());
      QCOMPARE(tabs->currentIndex(), tab);
      QCoreApplication::processEvents();
      QCOMPARE(tabs->tabBar()->mapToGlobal(QPoint()), place);
    }
  }

  void what_another_editor_writes_is_read_again_and_undo_takes_it_back() {
    QVERIFY(write(path(), kHead + kParallel + kTail));
    QVERIFY(shows(kHead + kParallel + kTail));
    QVERIFY(!open_->bench().session().document()->modified());
    open_->window.actions().undo->trigger();
    QVERIFY(shows(kHead + kTail));
    QVERIFY(open_->bench().session().document()->modified());  // the file has something else now
  }

  void a_file_put_in_its_place_counts_again_and_again() {
    QVERIFY(replace(path(), kHead + kParallel + kTail));
    QVERIFY(shows(kHead + kParallel + kTail));
    QVERIFY(replace(path(), kHead + kTail));
    QVERIFY(shows(kHead + kTail));
  }

  void changes_of_ones_own_are_not_overwritten_unasked() {
    view()->editor()->setCursorPosition(5, 0);
    QTest::keyClicks(view()->editor(), QStringLiteral("# mine"));
    QTest::keyClick(view()->editor(), Qt::Key_Return);
    const QString mine = view()->script();
    QVERIFY(write(path(), kHead + kParallel + kTail));
    auto* bar = open_->find<MessageBar>();
    QVERIFY(QTest::qWaitFor([bar] { return bar->isVisible(); }, 10000));
    QCOMPARE(bar->accessibleName(),
             QStringLiteral("kernel.py was saved by another program, and has changes here that are not saved."));
    QCOMPARE(view()->script(), mine);
    QTest::mouseClick(test::button(bar, QStringLiteral("Take what was saved")), Qt::LeftButton);
    QVERIFY(shows(kHead + kParallel + kTail));
    open_->window.actions().undo->trigger();
    QVERIFY(shows(mine));
  }

  // Also where the key comes before the window has noticed: nothing is written until one has decided.
  void a_save_does_not_write_over_what_another_program_saved() {
    view()->editor()->setCursorPosition(5, 0);
    QTest::keyClicks(view()->editor(), QStringLiteral("# mine"));
    QTest::keyClick(view()->editor(), Qt::Key_Return);
    const QString mine = view()->script(), theirs = kHead + kParallel + kTail;
    const auto in_file = [this] {
      QFile file(path());
      return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    };
    auto* bar = open_->find<MessageBar>();
    QVERIFY(write(path(), theirs));
    open_->window.actions().save->trigger();
    QVERIFY(bar->isVisible());
    QCOMPARE(in_file(), theirs);
    QVERIFY(open_->bench().session().document()->modified());
    QTest::mouseClick(test::button(bar, QStringLiteral("Compare")), Qt::LeftButton);
    QVERIFY(bar->isVisible());  // it decides nothing
    QCOMPARE(view()->detailTabs()->currentWidget(), view()->diff());
    QTRY_VERIFY2(view()->diff()->text().contains(QStringLiteral("parallel")), qPrintable(view()->diff()->text()));
    open_->window.actions().save->trigger();
    QCOMPARE(in_file(), theirs);
    auto* against = view()->diff()->findChild<QComboBox*>();
    QCOMPARE(against->currentText(), QStringLiteral("Against kernel.py as it was saved"));
    QTest::mouseClick(test::button(bar, QStringLiteral("Keep what is here")), Qt::LeftButton);
    QVERIFY(!bar->isVisible());
    QCOMPARE(in_file(), theirs);
    QCOMPARE(against->findText(QStringLiteral("as it was saved"), Qt::MatchContains), -1);  // that is over
    open_->window.actions().save->trigger();
    QCOMPARE(in_file(), mine);
    QVERIFY(!open_->bench().session().document()->modified());
    QTest::qWait(300);  // what the window has written itself is no news
    QVERIFY(!bar->isVisible());
  }

  // Modified is what differs from the file, whatever was saved here before.
  void to_keep_what_is_here_and_undo_it_leaves_the_other_text_in_the_file() {
    view()->editor()->setCursorPosition(5, 0);
    QTest::keyClicks(view()->editor(), QStringLiteral("# mine"));
    QVERIFY(write(path(), kHead + kParallel + kTail));
    auto* bar = open_->find<MessageBar>();
    QVERIFY(QTest::qWaitFor([bar] { return bar->isVisible(); }, 10000));
    QTest::mouseClick(test::button(bar, QStringLiteral("Keep what is here")), Qt::LeftButton);
    open_->window.actions().undo->trigger();
    QVERIFY(shows(kHead + kTail));
    QVERIFY(open_->window.isWindowModified());
    QVERIFY(write(path(), kHead + kTail));  // now it is the same
    QTRY_VERIFY_WITH_TIMEOUT(!open_->window.isWindowModified(), 10000);
  }

  // From the tree too, and on to the next one with the bar closed.
  void to_find_is_the_scripts_wherever_one_is() {
    auto* bar = view()->findChild<ScriptFindBar*>();
    for (QAction* action : {open_->window.actions().find, open_->window.actions().find_next}) {
      bar->hide();
      view()->treeView()->setFocus();
      action->trigger();
      QVERIFY(bar->isVisible());
    }
    QVERIFY(open_->window.actions().find->shortcuts().contains(QKeySequence(Qt::CTRL | Qt::Key_H)));
    QTest::keyClicks(bar->findChild<QLineEdit*>(), QStringLiteral("te."));
    open_->window.actions().find_next->trigger();
    QCOMPARE(bar->findChild<QLabel*>()->text(), QStringLiteral("2 of 4"));
  }

  void a_file_that_is_gone_is_written_again() {
    view()->editor()->setCursorPosition(5, 0);
    QTest::keyClicks(view()->editor(), QStringLiteral("# mine"));
    QVERIFY(QFile::remove(path()));
    open_->window.actions().save->trigger();
    QVERIFY(QFile::exists(path()));
    QVERIFY(!open_->find<MessageBar>()->isVisible());
  }

  void what_is_found_is_counted_and_gone_through() {
    auto* bar = view()->findChild<ScriptFindBar*>();
    QTest::keyClick(view()->editor(), Qt::Key_F, Qt::ControlModifier);
    auto* what = bar->findChild<QLineEdit*>();
    const auto says = [bar] { return bar->findChild<QLabel*>()->text(); };
    QTest::keyClicks(what, QStringLiteral("te."));
    QCOMPARE(says(), QStringLiteral("1 of 4"));
    QTest::keyClick(what, Qt::Key_Return);
    QCOMPARE(says(), QStringLiteral("2 of 4"));
    QTest::mouseClick(test::button(bar, QStringLiteral("The one before (Shift+Enter)")), Qt::LeftButton);
    QTest::mouseClick(test::button(bar, QStringLiteral("The one before (Shift+Enter)")), Qt::LeftButton);
    QCOMPARE(says(), QStringLiteral("4 of 4"));
    QTest::keyClicks(what, QStringLiteral("nothing"));
    QCOMPARE(says(), QStringLiteral("not found"));
    QTest::keyClick(what, Qt::Key_Escape);
    QVERIFY(!bar->isVisible());
    QVERIFY(view()->editor()->hasFocus());
  }

  // By both keys that desktops have for it.
  void what_was_undone_comes_back() {
    view()->editor()->setCursorPosition(5, 0);
    QTest::keyClick(view()->editor(), Qt::Key_Return);
    view()->editor()->setCursorPosition(5, 0);
    const QString before = view()->script();
    QTest::keyClicks(view()->editor(), QStringLiteral("s[B].unroll(s[B].op.axis[0])"));
    const QString typed = view()->script();
    QVERIFY(QTest::qWaitForWindowActive(&open_->window));
    for (const auto modifiers : {Qt::ControlModifier | Qt::ShiftModifier, Qt::KeyboardModifiers(Qt::ControlModifier)}) {
      QTest::keyClick(view()->editor(), Qt::Key_Z, Qt::ControlModifier);
      QVERIFY(shows(before));
      QTest::keyClick(view()->editor(), modifiers & Qt::ShiftModifier ? Qt::Key_Z : Qt::Key_Y, modifiers);
      QVERIFY2(shows(typed), qPrintable(view()->script()));
    }
    QCOMPARE(open_->bench().session().document()->history().current().label, std::string("unroll s[B].op.axis[0]"));
  }

  void a_run_ends_at_the_time_limit_and_says_where_it_is_set() {
    const QString slow = QStringLiteral(
        "from tvm import te\n"
        "A = te.placeholder((4096, 4096), name=\"A\")\n"
        "k = te.reduce_axis((0, 4096), name=\"k\")\n"
        "C = te.compute((4096, 4096), lambda i, j: te.sum(A[i, k] * A[k, j], axis=k), name=\"C\")\n"
        "s = te.create_schedule(C.op)\n"
        "tvm.lower(s, [A, C], name=\"main\")\n");
    QVERIFY(write(path(), slow));
    QVERIFY(shows(slow));
    QTimer::singleShot(0, qApp, [] {
      auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
      if (!dialog) return;
      dialog->setIntValue(1);
      dialog->accept();
    });
    open_->window.actions().time_limit->trigger();
    QCOMPARE(open_->bench().timeLimit(), 1);
    KernelPage* page = open_->window.kernels().current();
    open_->window.actions().run->trigger();
    QVERIFY(page->running());
    QVERIFY(QTest::qWaitFor([page] { return !page->running(); }, 30000));
    QCOMPARE(page->badge()->state(), RunBadge::State::Failed);
    const Diagnostics wrong = open_->bench().session().diagnostics();
    QCOMPARE(wrong.size(), size_t{1});
    QCOMPARE(wrong.front().message, std::string("the kernel was stopped: it was not done after 1 s"));
    const auto shown = [this] {
      QStringList texts;
      for (const QLabel* each : open_->find<ProblemsPanel>()->findChildren<QLabel*>()) texts << each->text();
      for (const QPushButton* each : open_->find<ProblemsPanel>()->findChildren<QPushButton*>())
        texts << each->accessibleName();
      return texts.join(QLatin1Char('\n'));
    };
    QTRY_VERIFY2(shown().contains(QStringLiteral("Allow it more time: Kernel menu, Time limit of a run")),
                 qPrintable(shown()));
  }

  // "k.tir.py" is a tir.Schedule whatever is chosen; "k.py" is what is chosen of the two.
  void the_longest_ending_says_what_is_written() {
    const QStringList types = {QStringLiteral("TE script (*.py)"), QStringLiteral("C (*.c)"),
                               QStringLiteral("TVM tir.Schedule (*.tir.py)")};
    QCOMPARE(window::type_of(QStringLiteral("/a/k.tir.py"), types, 0), 2);
    QCOMPARE(window::type_of(QStringLiteral("/a/k.py"), types, 0), 0);
    QCOMPARE(window::type_of(QStringLiteral("/a/k.py"), types, 2), 2);
    QCOMPARE(window::type_of(QStringLiteral("/a/k.py"), types, 1), 0);
    QCOMPARE(window::type_of(QStringLiteral("/a/k.c"), types, 0), 1);
    QCOMPARE(window::type_of(QStringLiteral("/a/k"), types, 0), -1);
  }

  // A refusal is over with the next step that is taken.
  void the_status_bar_does_not_keep_a_refusal() {
    LoopTreeView* tree = view()->treeView();
    const auto* model = tree->model();
    tree->setCurrentIndex(model->index(model->rowCount() - 1, 0));
    QVERIFY(QTest::qWaitFor([&] { return tree->candidatesKnown(); }, 10000));
    QTest::keyClick(tree, Qt::Key_R);
    QCOMPARE(open_->window.statusBar()->currentMessage(), QStringLiteral("It is computed at root already"));
    tree->setCurrentIndex(model->index(0, 0, tree->currentIndex()));
    QVERIFY(QTest::qWaitFor([&] { return tree->candidatesKnown(); }, 10000));
    QTest::keyClick(tree, Qt::Key_P);
    QVERIFY(view()->script().contains(QStringLiteral(".parallel(")));
    QCOMPARE(open_->window.statusBar()->currentMessage(), QString());
  }

  void a_symbolic_size_gets_its_value_in_a_box() {
    QSpinBox* box = view()->sizes()->box("n");
    QVERIFY(box && box->isVisible());
    QCOMPARE(box->text(), QStringLiteral("no value"));
    const auto touches = [this] {
      const auto* model = view()->treeView()->model();
      const QModelIndex stage = model->index(model->rowCount() - 1, 0);
      return model->index(0, LoopTreeModel::TouchesColumn, stage).data().toString();
    };
    box->setFocus();
    box->selectAll();
    QTest::keyClicks(box, QStringLiteral("1048576"));
    QTest::keyClick(box, Qt::Key_Return);
    QVERIFY(QTest::qWaitFor([&] { return view()->settled() && touches().contains(QStringLiteral("8 MiB")); }, 5000));
    QCOMPARE(view()->script(), kHead + kTail);  // the script stays symbolic
    open_->window.actions().run->trigger();
    KernelPage* page = open_->window.kernels().current();
    QCOMPARE(open_->window.actions().run->text(), QStringLiteral("S&top"));
    QVERIFY(QTest::qWaitFor([page] { return !page->running(); }, 60000));
    QCOMPARE(open_->window.actions().run->text(), QStringLiteral("&Run"));
    QCOMPARE(page->badge()->state(), RunBadge::State::Equal);
    // A time with one value says nothing about another, and is known again with the first.
    box->setValue(64);
    QTRY_COMPARE(page->badge()->state(), RunBadge::State::Unchecked);
    box->setValue(1048576);
    QTRY_COMPARE(page->badge()->state(), RunBadge::State::Equal);
  }

  // The loops as they are first, then split so that every element is a loop of its own that does nothing else.
  void a_schedule_that_makes_it_slower_says_so() {
    const QString plain = QStringLiteral(
        "from tvm import te\n"
        "A = te.placeholder((1048576,), name=\"A\")\n"
        "B = te.compute((1048576,), lambda i: A[i] * 2.0, name=\"B\")\n"
        "s = te.create_schedule(B.op)\n"
        "tvm.lower(s, [A, B], name=\"main\")\n");
    QVERIFY(write(path(), plain));
    QVERIFY(shows(plain));
    KernelPage* page = open_->window.kernels().current();
    const auto run = [&] {
      open_->window.actions().run->trigger();
      return QTest::qWaitFor([page] { return !page->running(); }, 60000);
    };
    QVERIFY(run());
    QVERIFY(!page->badge()->slow());
    // Every 4096th element first: each store is in another page.
    const QString slow = QString(plain).replace(QStringLiteral("tvm.lower"),
                                                QStringLiteral("io, ii = s[B].split(s[B].op.axis[0], factor=4096)\n"
                                                               "s[B].reorder(ii, io)\ntvm.lower"));
    view()->editor()->replaceAll(slow);
    QVERIFY(shows(slow));
    QVERIFY(run());
    QCOMPARE(page->badge()->state(), RunBadge::State::Equal);
    QVERIFY2(page->badge()->text().contains(QStringLiteral("×0.")) &&
                 page->badge()->text().endsWith(QStringLiteral("slower than without a schedule")),
             qPrintable(page->badge()->text()));
    QVERIFY(page->badge()->slow());
  }
};

NW_TEST(TestScriptFile);
#include "test_script_file.moc"
