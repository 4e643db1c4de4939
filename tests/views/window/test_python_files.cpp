// SPDX-License-Identifier: GPL-3.0-or-later
// Python as people write it, opened, pasted and chosen from: the script beside the file that it was made from.
#include <Qsci/qsciscintilla.h>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QListWidget>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include "common/command_palette.h"
#include "common/problems_panel.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/original_page.h"
#include "kernel/script_editor.h"
#include "models/problems_model.h"
#include "open_window.h"
#include "registry.h"
#include "window/kernel_tabs.h"

using namespace nw;
using namespace nw::views;

namespace {

// Line by line, as tests below speak of lines.
const QString kScaled = QStringLiteral(
    "import tvm\n"                                                  // 1
    "from tvm import te\n"                                          // 2
    "def scaled(n, factor=4):\n"                                    // 3
    "    A = te.placeholder((n,), name=\"A\")\n"                    // 4
    "    B = te.compute((n,), lambda i: A[i] * 2.0, name=\"B\")\n"  // 5
    "    s = te.create_schedule(B.op)\n"                            // 6
    "    xo, xi = s[B].split(B.op.axis[0], factor=factor)\n"        // 7
    "    s[B].vectorize(xi)\n"                                      // 8
    "    print(tvm.lower(s, [A, B], simple_mode=True))\n"           // 9
    "    return s, [A, B]\n"                                        // 10
    "s, args = scaled(1024)\n"                                      // 11
    "f = tvm.build(s, args, \"llvm\")\n"                            // 12
    "print(f)\n");                                                  // 13

const QString kTwo = QStringLiteral(
    "from tvm import te\n"
    "def add(n):\n"
    "    A = te.placeholder((n,), name=\"A\")\n"
    "    B = te.compute((n,), lambda i: A[i] + 1.0, name=\"B\")\n"
    "    return te.create_schedule(B.op), [A, B]\n"
    "def mul(n):\n"
    "    A = te.placeholder((n,), name=\"A\")\n"
    "    C = te.compute((n,), lambda i: A[i] * 3.0, name=\"C\")\n"
    "    return te.create_schedule(C.op), [A, C]\n"
    "s, args = add(64)\n"
    "t, more = mul(32)\n");

}  // namespace

class TestPythonFiles : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::unique_ptr<test::OpenWindow> w_;
  QString file(const QString& name, const QString& text) {
    const QString path = folder_.filePath(name);
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) >= 0 ? path : QString();
  }
  KernelPage* page() { return w_->window.kernels().current(); }
  bool open(const QString& path) {
    w_->window.files().open(path);
    return shown();
  }
  bool shown() {
    return QTest::qWaitFor([this] { return page() && page()->original() && w_->window.settled(); }, 10000);
  }

 private Q_SLOTS:
  void init() { w_ = std::make_unique<test::OpenWindow>(); }

  void a_function_opens_as_a_kernel_beside_its_file() {
    QVERIFY(open(file(QStringLiteral("scaled.py"), kScaled)));
    QVERIFY(page()->view()->preview()->complete());
    QVERIFY2(page()->view()->script().contains(QStringLiteral("factor=4")), qPrintable(page()->view()->script()));
    OriginalPage* original = page()->original();
    QCOMPARE(page()->view()->detailTabs()->currentWidget(), original);
    QCOMPARE(original->text()->text(), kScaled);
    QVERIFY(original->text()->isReadOnly());
    QVERIFY(!w_->window.hasErrors());
  }

  void what_was_left_out_is_counted_and_listed_with_reasons() {
    QVERIFY(open(file(QStringLiteral("scaled.py"), kScaled)));
    OriginalPage* original = page()->original();
    const auto count = w_->bench().session().document()->python()->flat.left_out.size();
    QVERIFY(count >= 3);
    QVERIFY2(original->leftOutButton()->text().startsWith(QString::number(count)),
             qPrintable(original->leftOutButton()->text()));
    QVERIFY(!original->leftOutList()->isVisible());
    original->leftOutButton()->click();
    QVERIFY(original->leftOutList()->isVisible());
    const QAbstractItemModel& rows = *original->leftOutList()->model();
    QCOMPARE(static_cast<size_t>(rows.rowCount()), count);
    const QModelIndex last = rows.index(rows.rowCount() - 1, 0);
    QCOMPARE(last.data().toString(), QStringLiteral("13"));
    QVERIFY(!last.siblingAtColumn(2).data().toString().isEmpty());
    QVERIFY(w_->settle());
    original->leftOutList()->scrollTo(last);
    QTest::mouseClick(original->leftOutList()->viewport(), Qt::LeftButton, {},
                      original->leftOutList()->visualRect(last).center());
    QTRY_COMPARE(original->litLine(), 13);
  }

  void the_current_line_of_each_is_lit_in_the_other() {
    QVERIFY(open(file(QStringLiteral("scaled.py"), kScaled)));
    ScriptEditor* editor = page()->view()->editor();
    OriginalPage* original = page()->original();
    const QStringList lines = page()->view()->script().split(QLatin1Char('\n'));
    int split = -1;
    for (int i = 0; i < lines.size(); ++i)
      if (lines[i].contains(QStringLiteral(".split("))) split = i;
    QVERIFY(split >= 0);
    editor->setCursorPosition(split, 0);
    QTRY_COMPARE(original->litLine(), 7);
    original->text()->setCursorPosition(7, 0);
    QTRY_VERIFY2(lines.value(editor->litLine() - 1).contains(QStringLiteral("vectorize")),
                 qPrintable(QString::number(editor->litLine())));
    // A new step above moves what is below it; it has no line in the file itself.
    editor->insertAt(QStringLiteral("s[B].parallel(xo)\n"), split + 1, 0);
    QVERIFY(w_->settle());
    editor->setCursorPosition(split + 2, 0);
    QTRY_COMPARE(original->litLine(), 8);
    editor->setCursorPosition(split + 1, 0);
    QTRY_COMPARE(original->litLine(), 0);
  }

  void of_several_kernels_each_opens_in_a_tab_of_its_own() {
    w_->window.files().open(file(QStringLiteral("two.py"), kTwo));
    QVERIFY(shown());
    auto* palette = w_->window.palette();
    QTRY_VERIFY(palette->isVisible());
    QCOMPARE(palette->list()->count(), 2);
    const QString other = palette->list()->item(1)->text();
    palette->list()->setCurrentRow(1);
    QTest::keyClick(palette->edit(), Qt::Key_Return);
    QTRY_COMPARE(w_->window.kernels().pages().size(), size_t{2});
    QVERIFY(w_->settle());
    QCOMPARE(page()->title(), other);
    QVERIFY(page()->view()->script().contains(QStringLiteral("* ")));
    // Each is edited and undone for itself.
    const QString before = page()->view()->script();
    page()->view()->editor()->replaceAll(before + QStringLiteral("# mine\n"));
    QVERIFY(w_->settle());
    QVERIFY(!w_->window.kernels().pages().front()->view()->script().contains(QStringLiteral("# mine")));
    w_->window.actions().undo->trigger();
    QCOMPARE(page()->view()->script(), before);
    // The same one again is the same tab.
    w_->window.kernels().openKernelOfFile(other);
    QVERIFY(w_->settle());
    QCOMPARE(w_->window.kernels().pages().size(), size_t{2});
  }

  void pasted_python_opens_as_a_dropped_file_does() {
    w_->window.files().openPasted(kScaled, QStringLiteral("clipboard"));
    QVERIFY(shown());
    QVERIFY(page()->view()->preview()->complete());
    QCOMPARE(page()->original()->text()->text(), kScaled);
  }

  void of_a_notebook_the_code_cells_are_the_original() {
    const auto cell = [](const char* type, const QString& source) {
      return QJsonObject{{QStringLiteral("cell_type"), QString::fromLatin1(type)}, {QStringLiteral("source"), source}};
    };
    const QJsonObject book{
        {QStringLiteral("cells"), QJsonArray{cell("markdown", QStringLiteral("# text")), cell("code", kScaled)}},
        {QStringLiteral("nbformat"), 4}};
    const QString cells = QString::fromUtf8(QJsonDocument(book).toJson());
    QVERIFY(open(file(QStringLiteral("book.ipynb"), cells)));
    QVERIFY(page()->original()->text()->text().startsWith(QStringLiteral("import tvm\n")));
  }

  void a_refusal_is_a_problem_at_its_line_of_the_file_which_is_shown() {
    const QString path = file(QStringLiteral("refused.py"), QStringLiteral("from tvm import te\n"
                                                                           "def f(n):\n"
                                                                           "    while True:\n"
                                                                           "        pass\n"
                                                                           "f(3)\n"));
    w_->window.files().open(path);
    QTRY_VERIFY_WITH_TIMEOUT(w_->window.kernels().original(), 10000);
    QVERIFY(w_->settle());
    OriginalPage* original = w_->window.kernels().original();
    QVERIFY(w_->window.hasErrors());
    const ProblemsModel& problems = w_->find<ProblemsPanel>()->model();
    const Diagnostic* first = problems.diagnostic(problems.index(0, 0));
    QVERIFY(first);
    QVERIFY(line_of(*first) > 1);
    QCOMPARE(original->litLine(), line_of(*first));
    // Mended elsewhere, it is read again.
    QVERIFY(!file(QStringLiteral("refused.py"), kScaled).isEmpty());
    QVERIFY(shown());
    QVERIFY(!w_->window.hasErrors());
  }

  void a_straight_script_has_no_other_file_beside_it() {
    w_->window.files().open(
        file(QStringLiteral("plain.py"), QStringLiteral("from tvm import te\n"
                                                        "A = te.placeholder((8,), name=\"A\")\n"
                                                        "B = te.compute((8,), lambda i: A[i] * 2.0, name=\"B\")\n"
                                                        "s = te.create_schedule(B.op)\n"
                                                        "tvm.lower(s, [A, B], name=\"main\")\n")));
    QVERIFY(QTest::qWaitFor([this] { return page() && w_->window.settled(); }, 10000));
    QVERIFY(!page()->original());
  }
};

NW_TEST(TestPythonFiles);
#include "test_python_files.moc"
