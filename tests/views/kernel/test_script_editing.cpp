// SPDX-License-Identifier: GPL-3.0-or-later
// The script worked on: lines, bursts of typing, lists and tips, what is wrong beneath its line.
#include <Qsci/qsciscintilla.h>

#include <QTest>

#include "base/local_cpu.h"
#include "kernel/script_editor.h"
#include "registry.h"
#include "small_kernel.h"

using namespace nw;
using namespace nw::views;
using test::kSmallKernel, test::selectAxis, test::settle;

class TestScriptEditing : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // The file's line ends stay, whoever writes a line: a hand, or a gesture.
  void lines_end_as_those_around_them() {
    KernelView view(local_cpu_facts());
    view.resize(1200, 700);
    view.show();
    view.setScript(QString(kSmallKernel).replace(QLatin1Char('\n'), QStringLiteral("\r\n")));
    settle(view);
    selectAxis(view, "i");
    QTest::keyClick(view.treeView(), Qt::Key_U);
    view.editor()->setCursorPosition(2, 0);
    QTest::keyClick(view.editor(), Qt::Key_Return);
    settle(view);
    QVERIFY(view.script().contains(QStringLiteral("s[C].unroll(i)\r\n")));
    QCOMPARE(view.script().count(QLatin1Char('\n')), view.script().count(QStringLiteral("\r\n")));
    QCOMPARE(view.script().count(QLatin1Char('\n')), kSmallKernel.count(QLatin1Char('\n')) + 2);
  }

  // The caret stays with its line where others come or go above it, and on its line where its text goes.
  void the_caret_stays_with_its_line() {
    ScriptEditor editor;
    editor.setScript(QStringLiteral("a\nb = 1\nc\n"));
    editor.setCursorPosition(2, 1);
    editor.setScript(QStringLiteral("a\nx\nb = 1\nc\n"));
    QCOMPARE(editor.currentLine(), 4);
    editor.setCursorPosition(2, 5);
    editor.setScript(QStringLiteral("a\nx\n\nc\n"));
    QCOMPARE(editor.currentLine(), 3);
  }

  // "typing" joins the change before it; "|" stands for what ends that: after it, typing is another change.
  void what_is_typed_is_undone_in_bursts() {
    KernelView view(local_cpu_facts());
    view.resize(1200, 700);
    view.show();
    view.setScript(kSmallKernel);
    settle(view);
    QStringList changes;
    connect(&view, &KernelView::edited, &view, [&](const QString&, const QString& label, bool typing) {
      if (!typing || changes.isEmpty() || changes.last() != label) changes << label;
    });
    connect(&view, &KernelView::typingEnded, &view, [&] { changes << QStringLiteral("|"); });
    const auto happened = [&] { return std::exchange(changes, {}).join(QLatin1Char(' ')); };
    ScriptEditor* editor = view.editor();
    editor->setCursorPosition(8, 0);
    QTest::keyClicks(editor, QStringLiteral("x = 1"));
    QTest::keyClick(editor, Qt::Key_Return);
    QCOMPARE(happened(), QStringLiteral("typing |"));
    QTest::keyClicks(editor, QStringLiteral("y"));
    QTest::keyClick(editor, Qt::Key_Left);
    QCOMPARE(happened(), QStringLiteral("typing |"));
    QTest::keyClicks(editor, QStringLiteral("z"));
    QTest::mouseClick(editor->viewport(), Qt::LeftButton, {}, QPoint(120, 20));
    QCOMPARE(happened(), QStringLiteral("typing |"));
    QTest::keyClicks(editor, QStringLiteral("w"));
    QTRY_COMPARE_WITH_TIMEOUT(changes.join(QLatin1Char(' ')), QStringLiteral("typing |"), 5000);
    happened();
    editor->setSelection(3, 0, 5, 1);
    editor->toggleComment();
    QCOMPARE(happened(), QStringLiteral("comment"));
    editor->toggleComment();
    QCOMPARE(happened(), QStringLiteral("uncomment"));
    editor->replaceAll(kSmallKernel);
    QCOMPARE(happened(), QStringLiteral("replace all"));
    QCOMPARE(view.script(), kSmallKernel);
    editor->setSelection(7, 0, 7, 1);
    editor->replaceSelection(QStringLiteral("k"));
    QCOMPARE(happened(), QStringLiteral("replace"));
    editor->replaceAll(editor->text());
    QCOMPARE(happened(), QString());
  }

  void inside_a_call_are_a_list_of_what_is_legal_and_a_tip() {
    KernelView view(local_cpu_facts());
    view.resize(1200, 700);
    view.show();
    view.setScript(kSmallKernel);
    settle(view);
    ScriptEditor* editor = view.editor();
    editor->setCursorPosition(8, 0);
    QTest::keyClicks(editor, QStringLiteral("s["));
    QVERIFY(editor->isListActive());
    QTest::keyClicks(editor, QStringLiteral("B]"));
    QVERIFY(!editor->isListActive());
    QTest::keyClicks(editor, QStringLiteral(".compute_at("));
    QTRY_VERIFY(editor->isListActive());
    QVERIFY2(editor->shownCallTip().startsWith(QStringLiteral("s[P].compute_at(s[C], scope)")),
             qPrintable(editor->shownCallTip()));
    QTest::keyClick(editor, Qt::Key_Return);
    QCOMPARE(editor->text(8), QStringLiteral("s[B].compute_at(s[C]tvm.lower(s, [A, C], name=\"main\")\n"));
    QTest::keyClicks(editor, QStringLiteral(", "));
    QTRY_VERIFY(editor->isListActive());
    QTest::keyClick(editor, Qt::Key_Return);
    QVERIFY2(editor->text(8).startsWith(QStringLiteral("s[B].compute_at(s[C], itvm")), qPrintable(editor->text(8)));
    QVERIFY(editor->shownCallTip().startsWith(QStringLiteral("s[P].compute_at(")));
    QTest::keyClicks(editor, QStringLiteral(")"));
    QCOMPARE(editor->shownCallTip(), QString());  // the call is written
    // Nor does it outlive the call in another way.
    const auto opened = [&] {
      QTest::keyClick(editor, Qt::Key_Backspace);
      QTest::keyClicks(editor, QStringLiteral(","));
      return !editor->shownCallTip().isEmpty();
    };
    QVERIFY(opened());
    QTest::keyClick(editor, Qt::Key_Escape);
    QTest::keyClick(editor, Qt::Key_Escape);
    QCoreApplication::processEvents();
    QCOMPARE(editor->shownCallTip(), QString());
    QTest::keyClicks(editor, QStringLiteral(","));
    QVERIFY(!editor->shownCallTip().isEmpty());
    QTest::keyClick(editor, Qt::Key_Up);
    QCOMPARE(editor->shownCallTip(), QString());
    QTest::keyClick(editor, Qt::Key_Down);
    QTest::keyClicks(editor, QStringLiteral(","));
    QVERIFY(!editor->shownCallTip().isEmpty());
    editor->setScript(kSmallKernel);
    QCOMPARE(editor->shownCallTip(), QString());
  }

  // What is legal is asked of the script above the cursor: below it, xo and xi are there and i is not.
  void a_call_offers_the_loops_that_there_are_at_its_line() {
    KernelView view(local_cpu_facts());
    view.resize(1200, 700);
    view.show();
    const QString script = QString(kSmallKernel)
                               .replace(QStringLiteral("tvm.lower"),
                                        QStringLiteral("xo, xi = s[C].split(s[C].op.axis[0], factor=2)\ntvm.lower"));
    view.setScript(script);
    settle(view);
    ScriptEditor* editor = view.editor();
    const auto chosen_at = [&](int line) {
      editor->setCursorPosition(line, 0);
      QTest::keyClick(editor, Qt::Key_Return);
      editor->setCursorPosition(line, 0);
      QTest::keyClicks(editor, QStringLiteral("s[C].unroll("));
      if (!QTest::qWaitFor([editor] { return editor->isListActive(); }, 5000)) return QStringLiteral("no list");
      QTest::keyClick(editor, Qt::Key_Return);
      return editor->text(line).trimmed();
    };
    const int split = static_cast<int>(script.left(script.indexOf(QStringLiteral("xo, xi"))).count(QLatin1Char('\n')));
    QCOMPARE(chosen_at(split + 1), QStringLiteral("s[C].unroll(xo"));
    editor->setScript(script);
    const QString above = chosen_at(split);
    QVERIFY2(above != QStringLiteral("s[C].unroll(xo") && above.startsWith(QStringLiteral("s[C].unroll(")),
             qPrintable(above));
  }

  // A message that is under a line while it is fixed says what is true of it now, and goes when nothing is.
  void a_message_that_stands_follows_each_key() {
    KernelView view(local_cpu_facts());
    view.resize(900, 700);
    view.show();
    view.setScript(kSmallKernel);
    settle(view);
    ScriptEditor* editor = view.editor();
    editor->setCursorPosition(8, 0);
    QTest::keyClick(editor, Qt::Key_Return);
    editor->setCursorPosition(8, 0);
    QTest::keyClicks(editor, QStringLiteral("s[C].unrol(j)"));
    QTRY_VERIFY(editor->annotation(8).contains(QStringLiteral("unrol")));
    editor->setCursorPosition(8, 10);
    QTest::keyClick(editor, Qt::Key_X);
    QTRY_VERIFY(editor->annotation(8).contains(QStringLiteral("unrolx")));
    QTest::keyClick(editor, Qt::Key_Backspace);
    QTest::keyClick(editor, Qt::Key_L);
    QVERIFY(QTest::qWaitFor([&view] { return !has_errors(view.diagnostics()) && view.settled(); }, 5000));
    QCOMPARE(editor->annotation(8), QString());
  }

  // While one types the lines stay where they are; then the sentence comes, in as many lines as it needs.
  void what_is_wrong_is_said_beneath_its_line_when_the_hand_rests() {
    KernelView view(local_cpu_facts());
    view.resize(900, 700);
    view.show();
    view.setScript(kSmallKernel);
    settle(view);
    ScriptEditor* editor = view.editor();
    editor->setCursorPosition(8, 0);
    const int rows = static_cast<int>(editor->SendScintilla(QsciScintillaBase::SCI_VISIBLEFROMDOCLINE, 9UL));
    QTest::keyClick(editor, Qt::Key_Return);
    editor->setCursorPosition(8, 0);
    QTest::keyClicks(editor, QStringLiteral("s[C].vectorize(nothing_that_is_called_so)"));
    QTRY_VERIFY(has_errors(view.diagnostics()));
    QCOMPARE(editor->annotation(8), QString());
    QCOMPARE(static_cast<int>(editor->SendScintilla(QsciScintillaBase::SCI_VISIBLEFROMDOCLINE, 9UL)), rows);
    QTRY_VERIFY(!editor->annotation(8).isEmpty());
    const QFontMetrics metrics(editor->font());
    for (const QString& line : editor->annotation(8).split(QLatin1Char('\n')))
      QVERIFY2(metrics.horizontalAdvance(line) * 9 / 10 <= editor->viewport()->width(), qPrintable(line));
  }
};

NW_TEST(TestScriptEditing);
#include "test_script_editing.moc"
