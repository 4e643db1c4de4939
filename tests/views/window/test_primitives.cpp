// SPDX-License-Identifier: GPL-3.0-or-later
// Every primitive in every way: by mouse in the tree, by key, by menu, by palette and by typing. All write the same
// line, and one undo takes it back.
#include <QDragEnterEvent>
#include <QDragMoveEvent>
#include <QDropEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QTemporaryDir>
#include <set>

#include "common/command_palette.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/loop_tree_view.h"
#include "kernel/script_editor.h"
#include "models/loop_tree_model.h"
#include "open_window.h"
#include "primitive_examples.h"
#include "registry.h"
#include "sample_matmul.h"
#include "script/names.h"
#include "window/file_session.h"
#include "window/kernel_tabs.h"
#include "workspace/document.h"

using namespace nw;
using namespace nw::views;

namespace {

// P is read by C, C by D.
const QString kBegin = QString::fromStdString(
    "from tvm import te\n" + test::kMatmulStages +
    "D = te.compute((32, 32), lambda u, v: C[u, v] + 1.0, name=\"D\")\n"
    "a = te.placeholder((32,), name=\"a\")\n"
    "c = te.compute((32,), lambda i: a[i] + 1.0, name=\"c\")\n"
    "plus = te.decl_tensor_intrin(c.op, lambda ins, outs: outs[0].vstore(0, ins[0].vload(0) + 1.0))\n"
    "s = te.create_schedule(D.op)\n");
const QString kNamed = QStringLiteral("y, x = s[C].op.axis\nu, v = s[D].op.axis\n");
const QString kEnd = QStringLiteral("tvm.lower(s, [A, B, D], name=\"main\")\n");
const QString kScan = QString::fromStdString(test::kExampleScan);
const QString kScanEnd = QString::fromStdString(test::kExampleScanKernel);

struct Way {
  QString row;       // "C.k" is that loop, "P" the stage
  QString prepared;  // steps before
  Qt::Key key = Qt::Key_unknown;
  QString part;       // of the menu: what opens, with the key, the list that has …
  QString entry;      // … this; without a part, an entry of the menu itself
  QString label;      // in the palette
  QString line;       // that is written
  QString onto = {};  // dragged there; else chosen by a double click
  bool with_ctrl = false;
  QString number = {};  // typed into what opens
  QString begin = kBegin + kNamed, end = kEnd;
};

}  // namespace
Q_DECLARE_METATYPE(Way)

class TestPrimitives : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::unique_ptr<test::OpenWindow> open_;
  std::set<std::string> seen_;

  KernelView* view() { return open_->window.kernels().current()->view(); }
  LoopTreeView* tree() { return view()->treeView(); }
  LoopTreeModel* model() { return static_cast<LoopTreeModel*>(tree()->model()); }
  bool settle() {
    return QTest::qWaitFor([this] { return view()->settled() && tree()->candidatesKnown(); }, 10000);
  }
  QModelIndex at(const QString& name) {
    const auto& schedule = *view()->preview()->program.schedule;
    const StageId stage = schedule.find_by_name(name.section(QLatin1Char('.'), 0, 0).toStdString());
    const std::string axis = name.section(QLatin1Char('.'), 1).toStdString();
    if (axis.empty()) return model()->find(stage, {});
    for (const kernel::LoopTreeRow& row : view()->preview()->tree)
      if (row.stage == stage && row.axis.valid() && row.name == axis) return model()->find(stage, row.axis);
    return {};
  }
  QString faults() {
    QString all;
    for (const Diagnostic& d : view()->diagnostics()) all += QString::fromStdString(nw::format(d));
    return all;
  }
  bool select(const QString& name) {
    const QModelIndex index = at(name);
    if (!index.isValid()) return false;
    tree()->scrollTo(index);
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {}, tree()->visualRect(index).center());
    return settle() && tree()->currentIndex() == index;
  }
  void pressAndChoose(const Way& way, const std::function<void()>& open) {
    bool chosen = false;
    if (!way.number.isEmpty() || way.entry.isEmpty()) return open();
    test::choose(way.part.isEmpty() ? QStringList{way.entry} : QStringList{way.part, way.entry}, &chosen);
    open();
    if (!chosen) qWarning("no entry %s", qPrintable(way.entry));
  }
  bool typeNumber(const Way& way) {
    if (way.number.isEmpty()) return true;
    auto* chips = tree()->findChild<FactorChips*>();
    if (!chips) return false;
    QTest::keyClicks(QApplication::focusWidget() && chips->isAncestorOf(QApplication::focusWidget())
                         ? QApplication::focusWidget()
                         : chips->findChild<QLineEdit*>(),
                     way.number);
    QTest::keyClick(chips, Qt::Key_Return);
    return true;
  }
  void dragOnto(const Way& way) {
    const std::unique_ptr<QMimeData> data(model()->mimeData({tree()->currentIndex()}));
    const bool out = way.onto == QStringLiteral("below");
    const QString where = way.onto.section(QLatin1Char(' '), -1);
    const bool before = way.onto.startsWith(QStringLiteral("before"));
    const QRect row = tree()->visualRect(out ? QModelIndex() : at(where));
    const QPoint point =
        out ? QPoint(30, tree()->viewport()->height() - 3) : QPoint(60, before ? row.top() + 1 : row.center().y());
    const Qt::KeyboardModifiers keys = way.with_ctrl ? Qt::ControlModifier : Qt::NoModifier;
    QDragEnterEvent enter(point, Qt::MoveAction, data.get(), Qt::LeftButton, keys);
    QCoreApplication::sendEvent(tree()->viewport(), &enter);
    QDragMoveEvent over(point, Qt::MoveAction, data.get(), Qt::LeftButton, keys);
    QCoreApplication::sendEvent(tree()->viewport(), &over);
    QVERIFY(over.isAccepted());
    QDropEvent drop(point, Qt::MoveAction, data.get(), Qt::LeftButton, keys);
    QCoreApplication::sendEvent(tree()->viewport(), &drop);
  }
  // Double click on the loop splits it, on its extent into parts; on its kind, or on a stage, lists what it could be.
  void doubleClick(const Way& way) {
    const int column = way.number.isEmpty()   ? LoopTreeModel::KindColumn
                       : way.key == Qt::Key_N ? LoopTreeModel::ExtentColumn
                                              : LoopTreeModel::NameColumn;
    const QModelIndex cell = at(way.row).siblingAtColumn(column);
    const QPoint place = tree()->visualRect(cell).center();
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {}, place);
    QVERIFY(settle());
    pressAndChoose(way, [&] { QTest::mouseDClick(tree()->viewport(), Qt::LeftButton, {}, place); });
  }
  // Keys that write at once though the entry is in a part of the menu.
  static bool isKeyOfEntry(int key) { return key == Qt::Key_D || key == Qt::Key_O; }
  // The steps alone; at root a stage is without the step that placed it.
  QString steps() { return view()->script().remove(kBegin + kNamed).remove(kScan).remove(kEnd).remove(kScanEnd); }
  static QString after(const Way& of) {
    const bool undone = of.line.endsWith(QStringLiteral("compute_root()"));
    return undone ? QString() : of.prepared + of.line + QLatin1Char('\n');
  }
  // Found by the language's name for it, and by what it says.
  void byPalette(const QString& label, const QString& primitive) {
    open_->window.actions().palette->trigger();
    CommandPalette* palette = open_->window.palette();
    const QString text = QStringLiteral("Kernel: ") + label;
    QTest::keyClicks(palette->edit(), primitive);
    QTRY_VERIFY2(!palette->list()->findItems(text, Qt::MatchExactly).isEmpty(), qPrintable(primitive));
    palette->edit()->clear();
    QTest::keyClicks(palette->edit(), text);
    QTRY_VERIFY(palette->list()->count() > 0);
    QCOMPARE(palette->list()->item(0)->text(), text);
    QTest::keyClick(palette->edit(), Qt::Key_Return);
  }
  void byTyping(const QString& line) {
    ScriptEditor* editor = view()->editor();
    editor->setCursorPosition(editor->lines() - 2, 0);
    editor->setFocus();
    QTest::keyClicks(editor, line);
    QTest::keyClick(editor, Qt::Key_Escape);  // what completion offers
    QTest::keyClick(editor, Qt::Key_Return);
  }

 private Q_SLOTS:
  void initTestCase() {
    QFile file(folder_.filePath(QStringLiteral("kernel.py")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write((kBegin + kEnd).toUtf8()) > 0);
    file.close();
    open_ = std::make_unique<test::OpenWindow>();
    open_->window.files().open(file.fileName());
    QVERIFY(QTest::qWaitFor([this] { return open_->window.kernels().current() && open_->window.settled(); }, 10000));
  }

  void every_way_data() {
    QTest::addColumn<Way>("of");
    QTest::addColumn<QString>("way");
    const auto add = [](const char* primitive, const Way& of) {
      for (const char* way : {"mouse", "key", "menu", "palette", "typing"})
        QTest::addRow("%s by %s", primitive, way) << of << QString::fromLatin1(way);
    };
    add("split", {QStringLiteral("C.k"), QString(), Qt::Key_S, QString(), QStringLiteral("Split…"),
                  QStringLiteral("split k by 4"), QStringLiteral("ko, ki = s[C].split(k, factor=4)"), QString(), false,
                  QStringLiteral("4")});
    add("split", {QStringLiteral("C.k"), QString(), Qt::Key_N, QString(), QStringLiteral("Split into parts…"),
                  QStringLiteral("split k into 4 parts"), QStringLiteral("ko, ki = s[C].split(k, nparts=4)"), QString(),
                  false, QStringLiteral("4")});
    add("fuse", {QStringLiteral("C.y"), QString(), Qt::Key_F, QString(), QStringLiteral("Fuse with the loop inside"),
                 QStringLiteral("fuse y, x"), QStringLiteral("y_x = s[C].fuse(y, x)"), QStringLiteral("C.x")});
    add("tile", {QStringLiteral("C.y"), QString(), Qt::Key_T, QString(),
                 QStringLiteral("Tile with the loop inside by 4 × 4"), QStringLiteral("tile y, x by 4 × 4"),
                 QStringLiteral("yo, xo, yi, xi = s[C].tile(y, x, 4, 4)"), QStringLiteral("C.x"), true});
    add("reorder",
        {QStringLiteral("C.k"), QString(), Qt::Key_Up, QString(), QStringLiteral("Move out"),
         QStringLiteral("reorder k, x"), QStringLiteral("s[C].reorder(k, x)"), QStringLiteral("before C.x")});
    add("vectorize", {QStringLiteral("D.v"), QString(), Qt::Key_V, QString(), QStringLiteral("Vectorize"),
                      QStringLiteral("vectorize v"), QStringLiteral("s[D].vectorize(v)")});
    add("unroll", {QStringLiteral("C.k"), QString(), Qt::Key_U, QString(), QStringLiteral("Unroll"),
                   QStringLiteral("unroll k"), QStringLiteral("s[C].unroll(k)")});
    add("parallel", {QStringLiteral("C.y"), QString(), Qt::Key_P, QString(), QStringLiteral("Parallel"),
                     QStringLiteral("parallel y"), QStringLiteral("s[C].parallel(y)")});
    add("bind", {QStringLiteral("C.y"), QString(), Qt::Key_B, QStringLiteral("Bind to a GPU's thread"),
                 QStringLiteral("threadIdx.x"), QStringLiteral("bind y to threadIdx.x"),
                 QStringLiteral("s[C].bind(y, te.thread_axis(\"threadIdx.x\"))")});
    Way threads{QStringLiteral("S"),
                QString(),
                Qt::Key_J,
                QStringLiteral("Run the scan on threads"),
                QStringLiteral("threadIdx.x"),
                QStringLiteral("run S on threadIdx.x"),
                QStringLiteral("s[S].env_threads(te.thread_axis((0, 32), \"threadIdx.x\"))")};
    threads.begin = kScan, threads.end = kScanEnd;
    add("env_threads", threads);
    add("pragma", {QStringLiteral("C.y"), QString(), Qt::Key_G, QStringLiteral("More"),
                   QStringLiteral("Pragma auto_unroll_max_step"), QStringLiteral("pragma auto_unroll_max_step on y"),
                   QStringLiteral("s[C].pragma(y, \"auto_unroll_max_step\", 16)")});
    add("prefetch", {QStringLiteral("C.k"), QString(), Qt::Key_H, QStringLiteral("Prefetch"), QStringLiteral("A"),
                     QStringLiteral("prefetch A at k"), QStringLiteral("s[C].prefetch(A, k, 1)")});
    add("storage_align",
        {QStringLiteral("C.y"), QString(), Qt::Key_Y, QStringLiteral("More"), QStringLiteral("Align the storage to 32"),
         QStringLiteral("align y to 32"), QStringLiteral("s[C].storage_align(y, 32, 8)")});
    add("tensorize",
        {QStringLiteral("D.v"), QString(), Qt::Key_E, QStringLiteral("Tensorize with"), QStringLiteral("plus"),
         QStringLiteral("tensorize v with plus"), QStringLiteral("s[D].tensorize(v, plus)")});
    add("set_store_predicate",
        {QStringLiteral("C.ki"),
         QStringLiteral("ko, ki = s[C].split(k, factor=8)\ns[C].bind(y, te.thread_axis(\"blockIdx.x\"))\n"
                        "s[C].bind(ki, te.thread_axis(\"threadIdx.x\"))\ns[D].bind(u, te.thread_axis(\"blockIdx.x\"))\n"
                        "s[D].bind(v, te.thread_axis(\"threadIdx.x\"))\n"),
         Qt::Key_Q, QStringLiteral("More"), QStringLiteral("Store only at its first iteration"),
         QStringLiteral("store C where ki is 0"), QStringLiteral("s[C].set_store_predicate(ki.var.equal(0))")});
    add("compute_at",
        {QStringLiteral("P"), QString(), Qt::Key_A, QStringLiteral("Compute at"), QStringLiteral("y of C"),
         QStringLiteral("compute P at y"), QStringLiteral("s[P].compute_at(s[C], y)"), QStringLiteral("C.y")});
    add("compute_inline", {QStringLiteral("P"), QString(), Qt::Key_I, QString(), QStringLiteral("Inline"),
                           QStringLiteral("inline P"), QStringLiteral("s[P].compute_inline()"), QStringLiteral("C")});
    add("compute_root", {QStringLiteral("P"), QStringLiteral("s[P].compute_at(s[C], y)\n"), Qt::Key_R, QString(),
                         QStringLiteral("Compute at root"), QStringLiteral("compute P at root"),
                         QStringLiteral("s[P].compute_root()"), QStringLiteral("below")});
    add("cache_read",
        {QStringLiteral("C"), QString(), Qt::Key_C, QStringLiteral("Read through a cache"), QStringLiteral("A, local"),
         QStringLiteral("cache A in local"), QStringLiteral("A_local = s.cache_read(A, \"local\", [C])")});
    add("cache_write",
        {QStringLiteral("C"), QString(), Qt::Key_W, QString(), QStringLiteral("Write through a local cache"),
         QStringLiteral("write C through local"), QStringLiteral("C_local = s.cache_write(C, \"local\")")});
    add("rfactor",
        {QStringLiteral("C.k"), QString(), Qt::Key_X, QString(), QStringLiteral("Factor the reduction (rfactor)"),
         QStringLiteral("rfactor C over k"), QStringLiteral("C_rf = s.rfactor(C, k)"), QStringLiteral("below")});
    add("set_scope",
        {QStringLiteral("P"), QString(), Qt::Key_M, QStringLiteral("Memory"), QStringLiteral("Keep it in local"),
         QStringLiteral("keep P in local"), QStringLiteral("s[P].set_scope(\"local\")")});
    add("double_buffer",
        {QStringLiteral("P"), QStringLiteral("s[P].compute_at(s[C], y)\n"), Qt::Key_D, QStringLiteral("Memory"),
         QStringLiteral("Double-buffer"), QStringLiteral("double-buffer P"), QStringLiteral("s[P].double_buffer()")});
    add("rolling_buffer",
        {QStringLiteral("C"), QStringLiteral("s[C].compute_at(s[D], u)\n"), Qt::Key_O, QStringLiteral("Memory"),
         QStringLiteral("Keep rows from one iteration to the next"),
         QStringLiteral("keep rows of C from one iteration to the next"), QStringLiteral("s[C].rolling_buffer()")});
    add("transform_layout",
        {QStringLiteral("P"), QString(), Qt::Key_L, QStringLiteral("Layout"),
         QStringLiteral("Blocks of 8 of the last dimension"), QStringLiteral("store P in blocks of 8 of j"),
         QStringLiteral("i, jo, ji = s[P].transform_layout(lambda i, j: [i, j // 8, j % 8])")});
    add("create_group", {QStringLiteral("C"), QString(), Qt::Key_K, QStringLiteral("Group"), QStringLiteral("With P"),
                         QStringLiteral("group P with C"),
                         QStringLiteral("C_group = s.create_group(outputs=C, inputs=P, include_inputs=True)")});
    add("compute_at of a group",
        {QStringLiteral("C"), QStringLiteral("C_group = s.create_group(outputs=C, inputs=P, include_inputs=True)\n"),
         Qt::Key_K, QStringLiteral("Group"), QStringLiteral("C_group at u of D"),
         QStringLiteral("compute C_group at u"), QStringLiteral("C_group.compute_at(s[D], u)")});
  }

  void every_way() {
    QFETCH(Way, of);
    QFETCH(QString, way);
    seen_.insert(QString::fromLatin1(QTest::currentDataTag()).section(QLatin1Char(' '), 0, 0).toStdString());
    const QString before = of.begin + of.prepared + of.end;
    const auto task = workspace::Document::kScriptTask;
    open_->bench().session().setScript(task, before.toStdString(), "prepared", false, nullptr);
    QVERIFY(QTest::qWaitFor([&] { return view()->script() == before; }, 5000));
    QVERIFY(settle());
    QVERIFY2(view()->preview()->complete(), qPrintable(faults()));
    if (way != QStringLiteral("typing")) QVERIFY(select(of.row));
    if (way == QStringLiteral("key")) {
      bool chosen = true;
      if (!of.part.isEmpty() && of.part != QStringLiteral("More") && !isKeyOfEntry(of.key))
        test::choose({of.entry}, &chosen);
      QTest::keyClick(tree(), of.key, of.key == Qt::Key_Up ? Qt::AltModifier : Qt::NoModifier);
      QVERIFY(chosen);
      QVERIFY(typeNumber(of));
    } else if (way == QStringLiteral("mouse")) {
      if (!of.onto.isEmpty())
        dragOnto(of);
      else
        doubleClick(of);
      if (QTest::currentTestFailed()) return;
      QVERIFY(typeNumber(of));
    } else if (way == QStringLiteral("menu")) {
      bool chosen = false;
      test::choose(of.part.isEmpty() ? QStringList{of.entry} : QStringList{of.part, of.entry}, &chosen);
      const QPoint where = tree()->visualRect(tree()->currentIndex()).center();
      QContextMenuEvent event(QContextMenuEvent::Mouse, where, tree()->viewport()->mapToGlobal(where));
      QCoreApplication::sendEvent(tree()->viewport(), &event);
      QVERIFY(chosen);
      QVERIFY(typeNumber(of));
    } else if (way == QStringLiteral("palette")) {
      byPalette(of.label, QString::fromLatin1(QTest::currentDataTag()).section(QLatin1Char(' '), 0, 0));
    } else {
      byTyping(of.line);
    }
    QTRY_COMPARE(steps(), way == QStringLiteral("typing") ? of.prepared + of.line + QLatin1Char('\n') : after(of));
    QVERIFY(settle());
    QVERIFY2(view()->preview()->complete(), qPrintable(faults()));
    open_->window.actions().undo->trigger();
    QTRY_COMPARE(view()->script(), before);
  }

  // No primitive of the language is missing above.
  void none_is_missing() {
    std::set<std::string> all;
    for (const std::string& name : script::primitive_names(schedule::Receiver::Stage)) all.insert(name);
    for (const std::string& name : script::primitive_names(schedule::Receiver::Schedule)) all.insert(name);
    if (seen_.size() > 1) QCOMPARE(seen_, all);  // where all of them ran
  }
};

NW_TEST(TestPrimitives);
#include "test_primitives.moc"
