// SPDX-License-Identifier: GPL-3.0-or-later
// Several documents in the tabs of one window: each opens beside the others, is closed by itself, and shares nothing
// with them but the place of the panels.
#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSettings>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTimerEvent>
#include <memory>
#include <vector>

#include "common/command_palette.h"
#include "common/problems_panel.h"
#include "open_window.h"
#include "registry.h"
#include "window/broken_page.h"
#include "window/docks.h"
#include "window/documents_window.h"
#include "window/kernel_tabs.h"
#include "window/start_page.h"

using namespace nw;
using namespace nw::views;
using nw::window::DocumentsWindow;
using nw::window::MainWindow;

class TestDocumentTabs : public QObject {
  Q_OBJECT

  static constexpr const char* kNet =
      "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(4), float32]) {\n  %0 = nn.relu(%x);\n  exp(%0)\n}\n";
  static constexpr const char* kOther = "#[version = \"0.0.5\"]\ndef @main(%y: Tensor[(8), float32]) { tanh(%y) }\n";
  static constexpr const char* kScript =
      "from tvm import te\nA = te.placeholder((4,), name=\"A\")\n"
      "B = te.compute((4,), lambda i: A[i], name=\"B\")\ns = te.create_schedule(B.op)\n";

  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<QSettings> settings_;
  ThemeSource theme_;
  std::unique_ptr<DocumentsWindow> window_;

  QString path(const char* name) const { return folder_->filePath(QString::fromUtf8(name)); }
  static void write(const QString& path, const QByteArray& text) {
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
  }
  bool settle() const {
    return QTest::qWaitFor([this] { return window_->settled(); }, 20000);
  }
  MainWindow& page() const { return window_->active(); }
  static workspace::Document* document(const MainWindow* page) {
    return const_cast<MainWindow*>(page)->workbench().session().document();
  }
  bool open(const char* name) const {
    window_->open(path(name));
    return settle();
  }
  QStringList tabs() const {
    QStringList texts;
    for (int i = 0; i < window_->bar()->count(); ++i) texts << window_->bar()->tabText(i);
    return texts;
  }
  void click(int tab, Qt::MouseButton button) const {
    QTest::mouseClick(window_->bar(), button, {}, window_->bar()->tabRect(tab).center());
  }
  static void change(MainWindow& page) {
    DocumentSession& session = page.workbench().session();
    if (session.model())
      session.setPatterns(QStringLiteral("# mine"), nullptr);
    else
      session.setScript("script", std::string(kScript) + "# mine\n", "typed", true);
  }
  static void drop(QWidget* where, const QMimeData& data) {
    const QPoint point = where->rect().center();
    QDragEnterEvent enter(point, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(where, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent dropped(point, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(where, &dropped);
  }
  // Answers the next questions in turn, dialogs that wait each, and keeps their texts.
  struct Answers : QObject {
    explicit Answers(std::vector<QMessageBox::StandardButton> given) : answers(std::move(given)) { startTimer(5); }
    void timerEvent(QTimerEvent* event) override {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (!box || !box->isVisible()) return;
      questions << box->text();
      const QMessageBox::StandardButton answer = answers.at(static_cast<size_t>(questions.size()) - 1);
      if (static_cast<size_t>(questions.size()) == answers.size()) killTimer(event->timerId());
      box->button(answer)->click();
    }
    std::vector<QMessageBox::StandardButton> answers;
    QStringList questions;
  };

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    qputenv("XDG_DATA_HOME", folder_->path().toUtf8());  // where sessions and journals are
    settings_ = std::make_unique<QSettings>(path("settings.ini"), QSettings::IniFormat);
    write(path("net.relay"), kNet);
    write(path("other.relay"), kOther);
    write(path("kernel.py"), kScript);
    window_ = std::make_unique<DocumentsWindow>(theme_, settings_.get());
    window_->resize(1280, 800);
    window_->show();
    QVERIFY(QTest::qWaitForWindowActive(window_.get()));
  }
  void cleanup() {
    window_.reset();
    qunsetenv("XDG_DATA_HOME");
  }

  void one_document_has_no_tab_bar() {
    QVERIFY(open("net.relay"));
    QCOMPARE(window_->count(), 1);
    QVERIFY(!window_->bar()->isVisible());
    QCOMPARE(window_->windowTitle(), QStringLiteral("net.relay[*] — Nestwright"));
  }

  void a_file_never_takes_the_place_of_another() {
    QVERIFY(open("net.relay"));
    MainWindow* first = &page();
    QVERIFY(open("other.relay"));
    QVERIFY(open("kernel.py"));
    QCOMPARE(tabs(),
             QStringList({QStringLiteral("net.relay"), QStringLiteral("other.relay"), QStringLiteral("kernel.py")}));
    QVERIFY(window_->bar()->isVisible());
    QCOMPARE(window_->windowTitle(), QStringLiteral("kernel.py[*] — Nestwright"));
    click(0, Qt::LeftButton);
    QCOMPARE(&page(), first);
    QVERIFY(first->isVisible() && first->workbench().session().model());
    QCOMPARE(window_->windowTitle(), QStringLiteral("net.relay[*] — Nestwright"));
  }

  void keys_go_round() {
    for (const char* name : {"net.relay", "other.relay", "kernel.py"}) QVERIFY(open(name));
    QTest::keyClick(page().focusWidget() ? page().focusWidget() : &page(), Qt::Key_Tab, Qt::ControlModifier);
    QCOMPARE(window_->current(), 0);
    QTest::keyClick(&page(), Qt::Key_Tab, Qt::ControlModifier);
    QCOMPARE(window_->current(), 1);
    QTest::keyClick(&page(), Qt::Key_Backtab, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(window_->current(), 0);
  }

  void the_same_file_comes_to_the_front() {
    QVERIFY(open("net.relay") && open("other.relay"));
    QVERIFY(QFile::link(path("net.relay"), path("link.relay")));
    window_->open(path("link.relay"));
    QCOMPARE(window_->current(), 0);
    QCOMPARE(window_->count(), 2);
  }

  void documents_share_nothing() {
    QVERIFY(open("net.relay"));
    MainWindow* first = &page();
    first->workbench().session().select(Selection::of_node(NodeId(1)));
    change(*first);
    QVERIFY(open("other.relay"));
    QVERIFY(!page().workbench().session().canUndo());
    QVERIFY(page().workbench().session().selection().empty());
    QVERIFY(!document(&page())->modified());
    page().workbench().session().setStage(DocumentSession::Stage::Source);
    QCOMPARE(tabs().front(), QStringLiteral("net.relay*"));
    click(0, Qt::LeftButton);
    QCOMPARE(first->workbench().session().selection(), Selection::of_node(NodeId(1)));
    QVERIFY(first->workbench().session().stage() == DocumentSession::Stage::Fused);
    QVERIFY(window_->isWindowModified());
    // The key goes to the document that is seen, and to no other.
    QTest::keyClick(&page(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(!document(first)->modified());
    QCOMPARE(tabs().front(), QStringLiteral("net.relay"));
  }

  void files_of_one_name_show_their_folder() {
    write(path("a/net.relay"), kNet);
    write(path("b/net.relay"), kOther);
    QVERIFY(open("a/net.relay") && open("b/net.relay"));
    QCOMPARE(tabs(), QStringList({QStringLiteral("net.relay — a"), QStringLiteral("net.relay — b")}));
  }

  void the_middle_button_and_keys_close() {
    for (const char* name : {"net.relay", "other.relay", "kernel.py"}) QVERIFY(open(name));
    click(0, Qt::MiddleButton);
    QCOMPARE(tabs(), QStringList({QStringLiteral("other.relay"), QStringLiteral("kernel.py")}));
    QTest::keyClick(&page(), Qt::Key_W, Qt::ControlModifier);  // the script's own tab is all there is of it
    QTRY_COMPARE(tabs(), QStringList(QStringLiteral("other.relay")));
    QTest::keyClick(&page(), Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(page().startPage().isVisible());
    QCOMPARE(window_->count(), 1);
    QVERIFY(open("net.relay"));
    QCOMPARE(window_->count(), 1);
  }

  void what_is_not_saved_is_asked_about_tab_by_tab() {
    QVERIFY(open("net.relay"));
    change(page());
    QVERIFY(open("other.relay"));
    QVERIFY(open("kernel.py"));
    change(page());
    {
      Answers cancel({QMessageBox::Cancel});
      click(0, Qt::MiddleButton);
      QCOMPARE(cancel.questions, QStringList(QStringLiteral("Save what you changed in net.relay?")));
      QCOMPARE(window_->count(), 3);
      QCOMPARE(window_->current(), 0);  // the question is about what is seen
    }
    {  // Thrown away in the first, and no in the last: nothing has gone.
      Answers both({QMessageBox::Discard, QMessageBox::Cancel});
      QVERIFY(!window_->close());
      QCOMPARE(both.questions, QStringList({QStringLiteral("Save what you changed in net.relay?"),
                                            QStringLiteral("Save what you changed in kernel.py?")}));
      QVERIFY(window_->isVisible() && window_->count() == 3);
      QVERIFY(document(window_->page(0))->modified());
    }
    Answers discard({QMessageBox::Discard});
    click(0, Qt::MiddleButton);
    QCOMPARE(window_->count(), 2);
  }

  void tabs_are_moved_by_dragging() {
    for (const char* name : {"net.relay", "other.relay", "kernel.py"}) QVERIFY(open(name));
    QTabBar* bar = window_->bar();
    const QPoint from = bar->tabRect(0).center(), to = bar->tabRect(2).center();
    QTest::mousePress(bar, Qt::LeftButton, {}, from);
    for (int x = from.x(); x <= to.x() + 20; x += 8) QTest::mouseMove(bar, QPoint(x, from.y()), 5);
    QTest::mouseRelease(bar, Qt::LeftButton, {}, to);
    QTRY_COMPARE(tabs().back(), QStringLiteral("net.relay"));
    QCOMPARE(window_->titles().back(), QStringLiteral("net.relay"));
    QCOMPARE(document(&page())->title(), std::string("net.relay"));
    QCOMPARE(window_->current(), 2);
  }

  void every_dropped_file_has_a_tab() {
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(path("net.relay")), QUrl::fromLocalFile(path("other.relay")),
                   QUrl::fromLocalFile(path("kernel.py"))});
    drop(&page(), files);
    QVERIFY(settle());
    QCOMPARE(tabs(),
             QStringList({QStringLiteral("net.relay"), QStringLiteral("other.relay"), QStringLiteral("kernel.py")}));
    write(path("fourth.relay"), kNet);
    files.setUrls({QUrl::fromLocalFile(path("fourth.relay"))});
    drop(window_->bar(), files);
    QVERIFY(settle());
    QCOMPARE(tabs().back(), QStringLiteral("fourth.relay"));
  }

  void pasted_texts_have_names_of_their_own() {
    for (const char* text : {kNet, kOther}) {
      page().files().openPasted(QString::fromUtf8(text), QStringLiteral("clipboard"));
      QVERIFY(settle());
    }
    QCOMPARE(tabs(), QStringList({QStringLiteral("clipboard"), QStringLiteral("clipboard 2")}));
  }

  void menu_and_palette_name_the_documents() {
    QVERIFY(open("net.relay") && open("other.relay"));
    for (QAction* action : window_->findChildren<QAction*>())
      if (action->text() == QStringLiteral("net.relay") && action->isCheckable() && !action->isChecked()) {
        action->trigger();
        break;
      }
    QCOMPARE(window_->current(), 0);
    page().palette()->open();
    QTest::keyClicks(page().palette()->edit(), QStringLiteral("Document: other"));
    QTest::keyClick(page().palette()->edit(), Qt::Key_Return);
    QTRY_COMPARE(window_->current(), 1);
  }

  void panels_stay_where_they_are() {
    QVERIFY(open("net.relay"));
    page().resizeDocks({page().docks().outline_dock}, {333}, Qt::Horizontal);
    QTRY_COMPARE(page().docks().outline_dock->width(), 333);
    page().docks().inspector_dock->hide();
    QVERIFY(open("other.relay"));
    QTRY_COMPARE(page().docks().outline_dock->width(), 333);
    QVERIFY(!page().docks().inspector_dock->isVisible());
    page().docks().inspector_dock->show();
    click(0, Qt::LeftButton);
    QVERIFY(page().docks().inspector_dock->isVisible());
  }

  void a_panel_of_its_own_window_follows_the_tab() {
    QVERIFY(open("net.relay"));
    QDockWidget* first = page().docks().outline_dock;
    first->setFloating(true);
    QVERIFY(first->isVisible());
    QVERIFY(open("other.relay"));
    QVERIFY(!first->isVisible());
    QVERIFY(page().docks().outline_dock->isFloating() && page().docks().outline_dock->isVisible());
    click(0, Qt::LeftButton);
    QVERIFY(first->isVisible() && first->isFloating());
  }

  void a_broken_file_has_a_tab_with_what_could_be_read() {
    QVERIFY(open("net.relay"));
    write(path("broken.relay"), "this is no Relay\n");
    QVERIFY(open("broken.relay"));
    QCOMPARE(tabs(), QStringList({QStringLiteral("net.relay"), QStringLiteral("broken.relay")}));
    window::BrokenPage& broken = page().brokenPage();
    QVERIFY(broken.isVisible());
    QTRY_COMPARE(broken.found(), QStringLiteral("17 B of text"));
    QVERIFY(broken.text()->isVisible() && broken.text()->toPlainText().contains(QStringLiteral("this is no Relay")));
    QVERIFY(page().hasErrors());
    // Mended, it opens in the same tab.
    write(path("broken.relay"), kOther);
    test::button(&broken, QStringLiteral("Read it again"))->click();
    QTRY_VERIFY(page().workbench().session().model() && window_->settled());
    QCOMPARE(window_->count(), 2);
    QVERIFY(!broken.isVisible());
  }

  // What could be read of it is a graph; the place of the fault is in its text.
  void a_file_that_is_shown_in_part_has_its_text_beside_the_graph() {
    write(path("part.relay"), "def @main(%x: Tensor[(4), float32]) {\n  nn.relu(%x\n}\n");
    QVERIFY(open("part.relay"));
    QVERIFY(page().workbench().session().model() && page().hasErrors());
    QAbstractButton* go = nullptr;
    QTRY_VERIFY((go = test::button(page().docks().problems, QStringLiteral("Go to line 3"))));
    QTest::mouseClick(go, Qt::LeftButton);
    auto* file = page().kernels().findChild<window::BrokenPage*>();
    QVERIFY(file && file->isVisible());
    QTRY_COMPARE(file->text()->textCursor().blockNumber(), 2);
    QCOMPARE(file->text()->textCursor().block().text(), QStringLiteral("}"));
    QTest::mouseClick(go, Qt::LeftButton);
    QCOMPARE(page().kernels().count(), 2);
  }

  void a_cut_model_shows_the_nodes_that_are_whole() {
    page().files().openSample();
    QVERIFY(settle());
    const std::string sample = document(&page())->path();
    QFile whole(QString::fromStdString(sample));
    QVERIFY(whole.open(QIODevice::ReadOnly));
    const QByteArray bytes = whole.readAll();
    write(path("cut.onnx"), bytes.left(bytes.size() / 2));
    QVERIFY(open("cut.onnx"));
    QVERIFY(page().workbench().session().model() && page().hasErrors());
    QVERIFY(page().graphView()->canvas()->picture()->items.size() > 5);
    QVERIFY(page().workbench().session().document()->diagnostics().front().code == "NW1010");
  }

  void a_broken_text_without_a_file_is_shown() {
    page().files().openPasted(QStringLiteral("this is no Relay\n"), QStringLiteral("clipboard"));
    QVERIFY(settle());
    window::BrokenPage& broken = page().brokenPage();
    QTRY_COMPARE(broken.found(), QStringLiteral("17 B of text"));
    QVERIFY(!test::button(&broken, QStringLiteral("Read it again"))->isVisible());
  }

  void a_broken_project_says_what_it_holds() {
    QVERIFY(open("net.relay"));
    workspace::Document* model = document(&page());
    model->set_script("relu", "text\n", "split", false);
    model->tag(model->history().current().id, "fast");
    QVERIFY(model->save(path("p.nest").toStdString()).empty());
    QVERIFY(QFile::remove(path("net.relay")));
    QVERIFY(window_->closeTab(0));
    QVERIFY(open("p.nest"));
    window::BrokenPage& broken = page().brokenPage();
    QTRY_VERIFY(broken.found().contains(QStringLiteral("The model that the project names: net.relay")));
    QVERIFY2(broken.found().contains(QStringLiteral("Schedules of 1 kernel(s): relu")), qPrintable(broken.found()));
    QVERIFY(broken.found().contains(QStringLiteral("1 named state(s): fast")));
    QVERIFY(broken.found().contains(QStringLiteral("A history of 2 state(s)")));
  }

  void bytes_that_are_no_text_are_shown_as_numbers() {
    write(path("broken.onnx"), QByteArray("\x08\x07\xff\xff\x00ONNX?", 10));
    QVERIFY(open("broken.onnx"));
    QTRY_COMPARE(page().brokenPage().found(), QStringLiteral("10 B, no text"));
    QCOMPARE(page().brokenPage().text()->toPlainText().simplified(),
             QStringLiteral("0 08 07 ff ff 00 4f 4e 4e 58 3f .....ONNX?"));
  }
};

NW_TEST(TestDocumentTabs);
#include "test_document_tabs.moc"
