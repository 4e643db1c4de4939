// SPDX-License-Identifier: GPL-3.0-or-later
// What a window had open comes back: after it was closed in its tabs, after a crash offered by the start page, with the
// whole history and all measured times.
#include <QFile>
#include <QSettings>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "graph/graph_colours.h"
#include "open_window.h"
#include "registry.h"
#include "window/documents_window.h"
#include "window/kernel_tabs.h"
#include "window/session_store.h"
#include "window/start_page.h"
#include "window/window_session.h"
#include "workspace/saved_history.h"

using namespace nw;
using namespace nw::views;
using namespace nw::window;

class TestWindowSession : public QObject {
  Q_OBJECT

  static constexpr const char* kNet =
      "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(4), float32]) {\n  %0 = nn.relu(%x);\n  exp(%0)\n}\n";
  static constexpr const char* kScript =
      "from tvm import te\nA = te.placeholder((4,), name=\"A\")\n"
      "B = te.compute((4,), lambda i: A[i], name=\"B\")\ns = te.create_schedule(B.op)\n";

  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<QSettings> settings_;
  ThemeSource theme_;

  QString path(const char* name) const { return folder_->filePath(QString::fromUtf8(name)); }
  static void write(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
  }
  // A run of the program.
  std::unique_ptr<DocumentsWindow> run(bool reopen = true) {
    auto made = std::make_unique<DocumentsWindow>(theme_, settings_.get());
    made->resize(1280, 800);
    made->session()->restore(reopen);
    made->show();
    settle(*made);
    return made;
  }
  static bool settle(DocumentsWindow& window) {
    return QTest::qWaitFor([&] { return window.settled(); }, 20000);
  }
  static bool open(DocumentsWindow& window, const QString& file) {
    window.open(file);
    return settle(window);
  }
  static workspace::Document* document(DocumentsWindow& window) {
    return window.active().workbench().session().document();
  }
  static workspace::Measurement time_of(double median_us) {
    workspace::Measurement m;
    m.median_us = median_us;
    m.runs = 5;
    return m;
  }
  static QAbstractButton* recover(DocumentsWindow& window) {
    return test::button(&window.active().startPage(), QStringLiteral("Recover them"));
  }

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    qputenv("XDG_DATA_HOME", folder_->path().toUtf8());  // where sessions and journals are
    settings_ = std::make_unique<QSettings>(path("settings.ini"), QSettings::IniFormat);
    write(path("net.relay"), kNet);
    write(path("kernel.py"), kScript);
  }
  void cleanup() { qunsetenv("XDG_DATA_HOME"); }

  void what_is_written_is_read() {
    OpenSession session;
    session.documents = {{.file = QStringLiteral("/a/net.onnx"), .view_state = QStringLiteral("{\"zoom\":2}")},
                         {.title = QStringLiteral("clipboard"), .text = QStringLiteral("def"), .unsaved = true}};
    session.active = 1;
    session.closed = true;
    QCOMPARE(read_session(write_session(session)), session);
  }

  void nonsense_is_left_out_data() {
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"", "[]", "{\"nestwright_session\":2}", "{\"nestwright_session\":1,\"documents\":7}",
                             "{\"nestwright_session\":1,\"documents\":[1,{},{\"file\":3}],\"active\":9}"})
      QTest::newRow(text) << QByteArray(text);
  }
  void nonsense_is_left_out() {
    QFETCH(QByteArray, text);
    const OpenSession read = read_session(text);
    QVERIFY(read.documents.empty());
    QCOMPARE(read.active, 0);
  }

  void closed_tabs_come_back_with_zoom_and_kernels() {
    double scale = 0;
    {
      auto first = run();
      QVERIFY(open(*first, path("kernel.py")));
      QVERIFY(open(*first, path("net.relay")));
      first->active().files().openPasted(QString::fromUtf8(kNet), QStringLiteral("clipboard"));
      QVERIFY(settle(*first));
      first->activate(1);
      first->active().kernels().showGroup(GroupId(size_t{0}), true);
      QVERIFY(settle(*first));
      Canvas* canvas = first->active().graphView()->canvas();
      first->active().kernels().showGraph();
      canvas->fitRect(QRectF(0, 0, 50, 50), 3);
      scale = canvas->view().scale;
      QVERIFY(first->close());
    }
    auto second = run();
    QCOMPARE(second->titles(),
             QStringList({QStringLiteral("kernel.py"), QStringLiteral("net.relay"), QStringLiteral("clipboard")}));
    QCOMPARE(second->current(), 1);
    QVERIFY(!second->page(0) && !second->page(2));  // they wait until somebody looks
    QTRY_COMPARE(second->active().kernels().count(), 2);
    QCOMPARE(second->active().graphView()->canvas()->view().scale, scale);
    second->activate(2);
    QVERIFY(settle(*second));
    QVERIFY(second->active().workbench().session().model());
    second->activate(0);
    QVERIFY(settle(*second));
    QVERIFY(document(*second)->is_script());
  }

  void files_of_the_command_line_open_alone() {
    {
      auto first = run();
      QVERIFY(open(*first, path("kernel.py")));
      QVERIFY(first->close());
    }
    auto second = run(false);
    QCOMPARE(second->count(), 1);
    QVERIFY(second->active().vacant());
  }

  void after_a_crash_the_start_page_recovers_history_and_times() {
    std::string of_script, of_model;
    {
      auto first = run();
      QVERIFY(open(*first, path("net.relay")));
      workspace::Document* model = document(*first);
      for (const char* text : {"one\n", "two\n"}) model->set_script("relu", text, text, false);
      model->record("relu", "two\n", "", time_of(20));
      model->undo();
      of_model = workspace::write_history(model->history());
      QVERIFY(open(*first, path("kernel.py")));
      workspace::Document* script = document(*first);
      script->set_script("script", std::string(kScript) + "# mine\n", "typed", true);
      script->record("script", std::string(kScript) + "# mine\n", "", time_of(10));
      of_script = workspace::write_history(script->history());
      QTest::qWait(1000);  // at most the last second may go
    }  // killed: nobody was asked
    auto second = run();
    QVERIFY(second->active().vacant());
    QAbstractButton* button = recover(*second);
    QVERIFY(button && button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(settle(*second));
    QCOMPARE(second->titles(), QStringList({QStringLiteral("net.relay"), QStringLiteral("kernel.py")}));
    QCOMPARE(second->current(), 1);
    QCOMPARE(workspace::write_history(document(*second)->history()), of_script);
    QVERIFY(document(*second)->modified());
    second->activate(0);
    QVERIFY(settle(*second));
    QCOMPARE(workspace::write_history(document(*second)->history()), of_model);
    QVERIFY(document(*second)->unsaved_runs().empty());
  }

  void what_was_only_measured_comes_back_without_a_question() {
    {
      auto first = run();
      QVERIFY(open(*first, path("kernel.py")));
      document(*first)->record("script", kScript, "", time_of(10));
      QVERIFY(!document(*first)->modified());
      QVERIFY(first->close());
    }
    auto second = run();
    QCOMPARE(second->titles(), QStringList(QStringLiteral("kernel.py")));
    const auto times = [&] { return workspace::write_history(document(*second)->history()); };
    QTRY_VERIFY(QString::fromStdString(times()).contains(QStringLiteral("\"median_us\":10")));
    QVERIFY(!document(*second)->modified());
    QVERIFY(document(*second)->unsaved_runs().empty());
  }

  // The whole model's times too: after a crash from the journal, later from the project.
  void times_of_the_network_come_back_to_the_graph() {
    const QString project = path("net.nest");
    {
      auto first = run();
      QVERIFY(open(*first, path("net.relay")));
      first->active().actions().run->trigger();
      QTRY_VERIFY_WITH_TIMEOUT(first->active().graphView()->colours().hasTimes(), 120000);
      QTest::qWait(1000);
    }  // killed
    auto second = run();
    QTest::mouseClick(recover(*second), Qt::LeftButton);
    QVERIFY(settle(*second));
    const GraphColours& recovered = second->active().graphView()->colours();
    QTRY_VERIFY(recovered.hasTimes());
    const double total = recovered.times()->total;
    QVERIFY(total > 0 && !recovered.times()->groups.empty());
    QVERIFY(document(*second)->save(ss(project)).empty());
    second.reset();
    auto third = run(false);
    QVERIFY(open(*third, project));
    QTRY_VERIFY(third->active().graphView()->colours().hasTimes());
    QCOMPARE(third->active().graphView()->colours().times()->total, total);
    // Of other groups they are not.
    workspace::FusionChoices shallow;
    shallow.max_depth = 1;
    third->active().workbench().session().editFusion({shallow, "depth 1"});
    QVERIFY(settle(*third));
    QVERIFY(!third->active().graphView()->colours().hasTimes());
  }

  void recovered_tabs_that_nobody_looked_at_stay_as_they_were() {
    {
      auto first = run();
      QVERIFY(open(*first, path("net.relay")));
      QVERIFY(open(*first, path("kernel.py")));
      document(*first)->set_script("script", std::string(kScript) + "# mine\n", "typed", true);
      write(path("other.py"), kScript);
      QVERIFY(open(*first, path("other.py")));
      QTest::qWait(1000);
    }
    {
      auto second = run();
      QTest::mouseClick(recover(*second), Qt::LeftButton);
      QVERIFY(settle(*second) && !second->page(0) && !second->page(1));
      QVERIFY(second->close());
    }
    auto third = run();
    QStringList tabs;
    for (int i = 0; i < third->count(); ++i) tabs << third->bar()->tabText(i);
    QCOMPARE(tabs,
             QStringList({QStringLiteral("net.relay"), QStringLiteral("kernel.py*"), QStringLiteral("other.py")}));
    third->activate(1);
    QVERIFY(settle(*third));
    QVERIFY(document(*third)->modified());
  }

  void a_file_that_was_opened_meanwhile_is_not_opened_twice() {
    {
      auto first = run();
      QVERIFY(open(*first, path("net.relay")));
      QVERIFY(open(*first, path("kernel.py")));
      QTest::qWait(1000);
    }
    auto second = run(false);
    QVERIFY(open(*second, path("kernel.py")));
    second->activate(0);
    QTest::mouseClick(recover(*second), Qt::LeftButton);
    QVERIFY(settle(*second));
    QCOMPARE(second->titles(), QStringList({QStringLiteral("net.relay"), QStringLiteral("kernel.py")}));
  }

  void what_was_offered_is_offered_again_until_it_is_decided() {
    {
      auto first = run();
      QVERIFY(open(*first, path("kernel.py")));
      document(*first)->set_script("script", std::string(kScript) + "# mine\n", "typed", true);
      QTest::qWait(1000);
    }
    {
      auto second = run(false);
      QVERIFY(recover(*second)->isVisible());
      QVERIFY(open(*second, path("net.relay")));  // in a tab of its own: the offer stays
      QCOMPARE(second->count(), 2);
      QVERIFY(second->close());
    }
    auto third = run();
    QVERIFY(recover(*third)->isVisible());
    QTest::mouseClick(test::button(&third->active().startPage(), QStringLiteral("Leave them")), Qt::LeftButton);
    QVERIFY(!recover(*third)->isVisible());
    QVERIFY(third->close());
    auto fourth = run();
    QVERIFY(!recover(*fourth)->isVisible());
    // Nothing was thrown away: the file asks when it is opened.
    QVERIFY(open(*fourth, path("kernel.py")));
    QCOMPARE(document(*fourth)->unsaved_runs().size(), size_t{1});
  }

  void a_second_program_keeps_no_session() {
    auto first = run();
    QVERIFY(open(*first, path("kernel.py")));
    auto second = run();
    QVERIFY(second->active().vacant() && !recover(*second)->isVisible());
    QVERIFY(second->close());
    second.reset();
    QVERIFY(first->close());
    first.reset();
    QCOMPARE(run()->titles(), QStringList(QStringLiteral("kernel.py")));
  }
};

NW_TEST(TestWindowSession);
#include "test_sessions.moc"
