// SPDX-License-Identifier: GPL-3.0-or-later
// The active target: rules, advice and code follow it, and a document remembers its id.
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QThread>
#include <QToolButton>

#include "common/command_palette.h"
#include "kernel/assembly_pair.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/loop_tree_view.h"
#include "models/check_results_model.h"
#include "models/target_runs_model.h"
#include "models/target_tree_model.h"
#include "open_window.h"
#include "registry.h"
#include "target/user_targets.h"
#include "targets/add_target_dialog.h"
#include "targets/check_page.h"
#include "targets/log_page.h"
#include "targets/measure_on_view.h"
#include "targets/queue_page.h"
#include "targets/settings_page.h"
#include "targets/target_box.h"
#include "targets/target_links.h"
#include "targets/target_list.h"
#include "targets/targets_panel.h"
#include "window/docks.h"
#include "window/kernel_tabs.h"

using namespace nw;
using namespace nw::views;

namespace {

constexpr const char* kGpuFacts =
    R"({"facts": 1, "id": "gpu7", "name": "A GPU", "kind": "gpu", "code": {"dialect": "ptx", "lowering": "device"},
        "threads": {"levels": [{"tag": "blockIdx.x"}, {"tag": "threadIdx.x", "max": 1024}]}})";

constexpr const char* kThreadsScript =
    "import tvm\n"
    "from tvm import te\n"
    "A = te.placeholder((65536,), name=\"A\")\n"
    "C = te.compute((65536,), lambda i: A[i] * 2.0, name=\"C\")\n"
    "s = te.create_schedule(C.op)\n"
    "b, t = s[C].split(C.op.axis[0], factor=2048)\n"
    "s[C].bind(b, te.thread_axis(\"blockIdx.x\"))\n"
    "s[C].bind(t, te.thread_axis(\"threadIdx.x\"))\n"
    "tvm.lower(s, [A, C], name=\"k\")\n";

constexpr const char* kPlainScript =
    "import tvm\n"
    "from tvm import te\n"
    "A = te.placeholder((256,), name=\"A\")\n"
    "C = te.compute((256,), lambda i: A[i] * 2.0, name=\"C\")\n"
    "s = te.create_schedule(C.op)\n"
    "tvm.lower(s, [A, C], name=\"k\")\n";

}  // namespace

class TestTargets : public QObject {
  Q_OBJECT

  std::unique_ptr<test::OpenWindow> w_;
  QTemporaryDir folder_;  // for files, and the user's settings

  // A target of the user's list, whose facts are known. Its runner starts while there is a file "up".
  void addLab() {
    target::UserTarget lab;
    lab.name = "lab";
    lab.carrier = "command";
    const std::string up = ss(folder_.filePath(QStringLiteral("up")));
    lab.command = {"/bin/sh", "-c", "test -e '" + up + "' || { echo 'no route to lab' >&2; exit 1; }; exec \"$0\"",
                   "{runner}"};
    lab.facts = local_cpu_facts();
    const Diagnostics wrong = target::write_user_target(target::folders_of_this_process(), lab);
    QVERIFY2(wrong.empty(), wrong.empty() ? "" : wrong.front().message.c_str());
    w_->window.targets().reload();
    QVERIFY(QTest::qWaitFor([this] { return entry_of(w_->window.targets().entries(), "lab"); }, 5000));
  }
  const TargetEntry& lab() { return *entry_of(w_->window.targets().entries(), "lab"); }

  QString file(const char* name, const QByteArray& text) {
    QFile file(folder_.filePath(QString::fromLatin1(name)));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName() : QString();
  }
  KernelPage* page() { return w_->window.kernels().current(); }
  bool openScript() {
    w_->window.files().open(file("k.py", kThreadsScript));
    return QTest::qWaitFor([this] { return page() && page()->settled() && w_->window.settled(); }, 20000);
  }
  bool settled() {
    return w_->settle() && (!page() || QTest::qWaitFor([this] { return page()->settled(); }, 20000));
  }
  QStringList problems() {
    QStringList found;
    for (const Diagnostic& d : w_->bench().session().diagnostics())
      found << QStringLiteral("%1 at %2").arg(qs(d.code)).arg(line_of(d));
    return found;
  }

 private Q_SLOTS:
  void initTestCase() { qputenv("XDG_CONFIG_HOME", folder_.path().toLocal8Bit()); }
  void init() {
    w_ = std::make_unique<test::OpenWindow>();
    QVERIFY(w_->settle());
  }
  void cleanup() { w_.reset(); }

  // The steps stay, with the rule of the new target at each that it forbids; and back.
  void the_rules_of_a_target_are_checked_at_once() {
    QVERIFY(openScript());
    QVERIFY(problems().isEmpty());
    w_->window.targets().chooseFile(file("gpu.json", kGpuFacts));
    QVERIFY(settled());
    QCOMPARE(problems(), QStringList{QStringLiteral("NW2421 at 8")});
    QCOMPARE(page()->view()->script(), QString::fromLatin1(kThreadsScript));
    QVERIFY(page()->view()->preview()->target);
    QVERIFY(!w_->bench().session().canUndo());
    w_->window.targets().choose("cpu");
    QVERIFY(settled());
    QVERIFY(problems().isEmpty() && !page()->view()->preview()->target);
  }

  void nothing_runs_on_a_described_target() {
    QVERIFY(openScript());
    QAction* run = w_->window.actions().run;
    QVERIFY(run->isEnabled());
    w_->window.targets().chooseFile(file("gpu.json", kGpuFacts));
    QVERIFY(settled());
    QVERIFY(!run->isEnabled());
    QVERIFY2(run->toolTip().contains(QStringLiteral("described only")), qPrintable(run->toolTip()));
    auto* box = w_->find<TargetBox>();
    QCOMPARE(box->accessibleName(), QStringLiteral("Target"));
    QCOMPARE(box->text(), QStringLiteral("gpu7 ▾"));
    QCOMPARE(box->accessibleDescription(), QStringLiteral("gpu7 · A GPU, described"));
    w_->window.targets().choose("cpu");
    QVERIFY(run->isEnabled() && !run->toolTip().contains(QStringLiteral("described only")));
  }

  void a_file_without_facts_changes_nothing() {
    QVERIFY(openScript());
    w_->window.targets().chooseFile(file("odd.json", "[1]"));
    QCOMPARE(w_->window.targets().active(), std::string("cpu"));
    QVERIFY(problems().join(QLatin1Char(' ')).contains(QStringLiteral("NW4218")));
    w_->window.targets().choose("cpu");
    QVERIFY(problems().isEmpty());
  }

  // Every target is in the menu with its state, and in the palette.
  void targets_are_chosen_by_menu_and_palette() {
    QVERIFY(openScript());
    w_->window.targets().chooseFile(file("gpu.json", kGpuFacts));
    auto* menu = static_cast<TargetMenu*>(w_->find<TargetBox>()->menu());
    Q_EMIT menu->aboutToShow();
    QStringList entries;
    for (const QAction* action : menu->actions())
      if (action->isCheckable()) entries << (action->isChecked() ? QStringLiteral("● ") : QString()) + action->text();
    QVERIFY(entries.first().startsWith(QStringLiteral("This computer · ")));
    QCOMPARE(entries.last(), QStringLiteral("● gpu7 · A GPU — described"));
    w_->window.actions().palette->trigger();
    w_->window.palette()->edit()->setText(QStringLiteral("Target: This computer"));
    QTest::keyClick(w_->window.palette()->edit(), Qt::Key_Return);
    QCOMPARE(w_->window.targets().active(), std::string("cpu"));
  }

  // Only ids are saved, and nothing is known of them elsewhere.
  void a_project_remembers_the_id_of_its_target() {
    QVERIFY(w_->openSample());
    const QString gpu = file("gpu.json", kGpuFacts), project = folder_.filePath(QStringLiteral("p.nest"));
    w_->window.targets().chooseFile(gpu);
    QVERIFY(w_->settle());
    QVERIFY(!w_->bench().session().document()->modified());
    QVERIFY(w_->bench().session().document()->save(ss(project)).empty());
    QFile saved(project);
    QVERIFY(saved.open(QIODevice::ReadOnly));
    const QByteArray text = saved.readAll();
    QVERIFY(text.contains("\"targets\": [\n    \"gpu7\"\n  ]"));
    QVERIFY(!text.contains("gpu.json") && !text.contains("ptx"));
    w_ = std::make_unique<test::OpenWindow>();
    w_->window.files().trustAllModels();
    w_->window.files().open(project);
    QVERIFY(QTest::qWaitFor([this] { return w_->bench().session().model() && w_->window.settled(); }, 30000));
    QCOMPARE(w_->window.targets().active(), std::string("cpu"));
    const TargetEntry* named = entry_of(w_->window.targets().entries(), "gpu7");
    QVERIFY(named && named->state == TargetState::NotHere && !named->selectable());
    w_->window.targets().chooseFile(gpu);
    QCOMPARE(w_->window.targets().active(), std::string("gpu7"));
  }

  // A kernel without a schedule of its own has the default of the target.
  void default_schedules_are_those_of_the_target() {
    QVERIFY(w_->openSample());
    const auto& graph = w_->bench().session().model()->optimized();
    GroupId conv;
    for (const fusion::Group& group : w_->bench().session().lastFusion()->groups)
      if (group.anchor.valid() && graph.node(group.anchor).op == "nn.conv2d") conv = group.id;
    w_->window.kernels().showGroup(conv, true);
    QVERIFY(QTest::qWaitFor([this] { return page() && page()->settled() && w_->window.settled(); }, 20000));
    const QString before = page()->view()->script();
    TargetFacts narrow = w_->bench().target();
    narrow.id = "narrow";
    narrow.compute.vector_bytes = 16;
    narrow.compute.units = 1;
    w_->bench().setTarget(narrow);
    QVERIFY(settled());
    QVERIFY(page()->view()->script() != before);
    QVERIFY(!w_->bench().session().canUndo());
    w_->bench().setTarget(local_cpu_facts());
    QVERIFY(settled());
    QCOMPARE(page()->view()->script(), before);
  }

  // The table has what each target that was checked did; this one cannot run the kernel's threads.
  void a_kernel_is_measured_on_what_is_checked() {
    QVERIFY(openScript());
    w_->window.actions().measure_on->trigger();
    auto* view = w_->find<MeasureOnView>();
    QVERIFY(view);
    QListWidget* list = view->list();
    QVERIFY(list->item(0)->checkState() == Qt::Checked);
    for (int i = 1; i < list->count(); ++i) QVERIFY(list->item(i)->checkState() == Qt::Unchecked);
    view->measure();
    QTRY_VERIFY_WITH_TIMEOUT(!view->running(), 60000);
    QCOMPARE(view->model()->rowCount(), 1);
    QVERIFY(view->model()->runs().front().state != TargetRun::State::Waiting);
    list->item(0)->setCheckState(Qt::Unchecked);
    view->measure();
    QVERIFY(!view->running());
  }

  // By mouse and keys; what ran is in the kernel's history, as a run of its own tab would be.
  void what_is_measured_is_in_the_history() {
    w_->window.files().open(file("plain.py", kPlainScript));
    QVERIFY(QTest::qWaitFor([this] { return page() && page()->settled() && w_->window.settled(); }, 20000));
    QTest::keyClick(&w_->window, Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
    auto* view = w_->find<MeasureOnView>();
    QVERIFY(view && !view->assemblies()->isVisible());
    QTest::mouseClick(view->startButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!view->running(), 60000);
    const TargetRun& run = view->model()->runs().front();
    QVERIFY2(run.report, run.problems.empty() ? "" : run.problems.front().message.c_str());
    QVERIFY(!run.assembly.empty());
    const workspace::History& history = w_->bench().session().document()->history();
    const workspace::Measurement* kept = history.measured(history.current().id, workspace::Document::kScriptTask);
    QVERIFY(kept);
    QCOMPARE(kept->machine.target, std::string("cpu"));
    QCOMPARE(kept->median_us, run.report->time.median);
  }

  // Connecting, lost with the time of the next try, and ready: in the box, the tree, the menu and the palette.
  void a_lost_target_says_when_it_is_tried_again() {
    addLab();
    w_->window.targets().choose("lab");
    auto* box = w_->find<TargetBox>();
    QTRY_VERIFY_WITH_TIMEOUT(lab().state == TargetState::Lost, 10000);
    QCOMPARE(box->text(), QStringLiteral("lab · lost ▾"));
    QVERIFY2(box->accessibleDescription().contains(QStringLiteral("lost, next try in ")),
             qPrintable(box->accessibleDescription()));
    QVERIFY(!box->icon().isNull());
    QVERIFY(lab().why.contains(QStringLiteral("cannot be reached")));
    auto* menu = static_cast<TargetMenu*>(box->menu());
    Q_EMIT menu->aboutToShow();
    QAction* again = nullptr;
    for (QAction* action : menu->actions())
      if (action->text() == QStringLiteral("&Try lab now")) again = action;
    QVERIFY(again);
    file("up", "");
    again->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(lab().state == TargetState::Ready, 10000);
    QCOMPARE(box->text(), QStringLiteral("lab ▾"));
    QStringList log;
    for (const LinkLine& line : w_->window.targets().links().log("lab")) log << line.text;
    QVERIFY2(log.join(QLatin1Char('\n')).contains(QStringLiteral("no route to lab")), qPrintable(log.join(';')));
    QVERIFY(log.last().startsWith(QStringLiteral("connected: runner ")));
    LogPage page(w_->window.targets().links());
    page.setTarget("lab");
    QVERIFY(page.lines()->blockCount() > 1);
    page.filter()->setText(QStringLiteral("runner CONNECTED"));
    QCOMPARE(page.lines()->blockCount(), 1);
    QVERIFY(page.lines()->toPlainText().endsWith(log.last()));
    w_->window.targets().choose("cpu");
    QCOMPARE(lab().state, TargetState::Found);
  }

  // A document's target is used by its facts; nothing is connected because a document says so.
  void a_document_starts_no_connection() {
    addLab();
    QVERIFY(w_->openSample());
    w_->bench().session().document()->use_target("lab");
    const QString project = folder_.filePath(QStringLiteral("lab.nest"));
    QVERIFY(w_->bench().session().document()->save(ss(project)).empty());
    w_->window.files().trustAllModels();
    w_->window.files().open(project);
    QVERIFY(QTest::qWaitFor([this] { return w_->window.settled() && w_->window.targets().active() == "lab"; }, 30000));
    QCOMPARE(lab().state, TargetState::Found);
    QVERIFY(w_->window.targets().links().log("lab").empty());
  }

  // Fields, what is wrong as it is typed, probing with its answer; then it is in the list, and undo takes it out.
  void a_target_is_added_by_the_dialog() {
    w_->window.actions().add_target->trigger();
    auto* dialog = w_->find<AddTargetDialog>();
    QVERIFY(dialog && dialog->isVisible());
    const auto field = [&](const char* name) {
      for (auto* each : dialog->findChildren<QLineEdit*>())
        if (each->accessibleName() == QLatin1String(name)) return each;
      return static_cast<QLineEdit*>(nullptr);
    };
    QCOMPARE(dialog->problem(), QStringLiteral("It needs a name."));
    QTest::keyClicks(field("Name"), QStringLiteral("far"));
    auto* carrier = dialog->findChild<QComboBox*>();
    carrier->setFocus();
    QTest::keyClick(carrier, Qt::Key_Down);
    QVERIFY(field("Address")->isVisible() && !field("Command")->isVisible());
    QTest::keyClicks(field("Address"), QStringLiteral("-oProxyCommand=x"));
    QVERIFY2(dialog->problem().contains(QStringLiteral("-oProxyCommand=x")), qPrintable(dialog->problem()));
    QTest::keyClick(carrier, Qt::Key_Down);
    QVERIFY(dialog->problem().contains(QStringLiteral("needs the arguments of a command")));
    QTest::keyClicks(field("Command"), QStringLiteral("/bin/sh -c \"exit 3\""));
    QCOMPARE(dialog->problem(), QString());
    auto* probe = test::button(dialog, QStringLiteral("Probe"));
    QTest::mouseClick(probe, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->probing(), 20000);
    auto* answer = dialog->findChild<QLabel*>(QStringLiteral("answer"));
    QVERIFY2(answer->text().contains(QStringLiteral("cannot be reached")), qPrintable(answer->text()));
    field("Command")->setText(QStringLiteral("{runner}"));
    QTest::mouseClick(probe, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->probing(), 20000);
    QVERIFY2(answer->text().startsWith(QStringLiteral("It answers: ")), qPrintable(answer->text()));
    QTest::mouseClick(test::button(dialog, QStringLiteral("Add")), Qt::LeftButton);
    QTRY_VERIFY(w_->window.targets().userTarget("far"));
    QVERIFY(w_->window.targets().userTarget("far")->facts);
    auto* panel = w_->find<TargetsPanel>();
    QVERIFY(panel->undoButton()->text().contains(QStringLiteral("adding far")));
    w_->window.targets().undo();
    QTRY_VERIFY(!w_->window.targets().userTarget("far"));
  }

  void a_target_is_removed_and_comes_back_by_keys() {
    addLab();
    auto* panel = w_->find<TargetsPanel>();
    const QAbstractItemModel* tree = panel->tree()->model();
    const QModelIndexList found = tree->match(tree->index(0, 0), Qt::DisplayRole, QStringLiteral("lab"), 1,
                                              Qt::MatchStartsWith | Qt::MatchRecursive);
    QCOMPARE(found.size(), 1);
    panel->tree()->setCurrentIndex(found.first());
    QTest::keyClick(panel->tree(), Qt::Key_Delete);
    QTRY_VERIFY(!w_->window.targets().userTarget("lab"));
    QTest::keyClick(panel->tree(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY(w_->window.targets().userTarget("lab"));
    QVERIFY(w_->window.targets().userTarget("lab")->facts);
  }

  // The worker of the window keeps a runner for each target that it has used.
  void a_target_that_is_removed_has_no_runner() {
    target::UserTarget noted;
    noted.name = "noted";
    noted.carrier = "command";
    noted.command = {"/bin/sh", "-c", "echo $$ > '" + ss(folder_.filePath(QStringLiteral("pid"))) + "'; exec \"$0\"",
                     "{runner}"};
    noted.facts = local_cpu_facts();
    QVERIFY(target::write_user_target(target::folders_of_this_process(), noted).empty());
    w_->window.targets().reload();
    QTRY_VERIFY(w_->window.targets().userTarget("noted"));
    worker::WorkerOptions options = w_->bench().workerOptions();
    options.connection = *w_->window.targets().connection("noted").value;
    QVERIFY(worker::run_kernel({kPlainScript}, {}, options).ok());
    QFile pid(folder_.filePath(QStringLiteral("pid")));
    QVERIFY(pid.open(QIODevice::ReadOnly));
    const QString process = QStringLiteral("/proc/%1/exe").arg(pid.readAll().trimmed().toInt());
    QVERIFY(QFile::exists(process));
    w_->window.targets().remove("noted");
    QTRY_VERIFY(!w_->window.targets().userTarget("noted"));
    QTRY_VERIFY(!QFile::exists(process));
  }

  // From the manifest: a value that it does not allow is refused beside its field.
  void settings_are_changed_in_their_fields() {
    const QString manifests = folder_.filePath(QStringLiteral("targets.d"));
    QDir().mkpath(manifests);
    file("targets.d/npu.json",
         R"({"nestwright-target": 1, "id": "npu", "library": "npu.so", "abi": "1.0", "settings": [
             {"key": "lanes", "type": "number", "default": 4, "title": "Lanes"},
             {"key": "mode", "type": "choice", "choices": ["fast", "exact"], "default": "fast"}]})");
    qputenv("NESTWRIGHT_TARGETS", manifests.toLocal8Bit());
    w_ = std::make_unique<test::OpenWindow>();
    target::UserTarget mine;
    mine.name = "mine";
    mine.carrier = "child";
    mine.plugin = "npu";
    QVERIFY(target::write_user_target(target::folders_of_this_process(), mine).empty());
    w_->window.targets().reload();
    QTRY_VERIFY(entry_of(w_->window.targets().entries(), "mine"));
    auto* page = w_->find<SettingsPage>();
    page->setTarget(entry_of(w_->window.targets().entries(), "mine"));
    auto* lanes = qobject_cast<QLineEdit*>(page->field("lanes"));
    QVERIFY(lanes);
    QCOMPARE(lanes->text(), QStringLiteral("4"));
    lanes->setText(QStringLiteral("many"));
    QTest::keyClick(lanes, Qt::Key_Return);
    QVERIFY(page->problem("lanes").contains(QStringLiteral("“many” is no number")));
    lanes->setText(QStringLiteral("8"));
    QTest::keyClick(lanes, Qt::Key_Return);
    QVERIFY(page->problem("lanes").isEmpty());
    QTRY_VERIFY(w_->window.targets().userTarget("mine")->settings.dump() == R"({"lanes":8})");
    w_->window.targets().undo();
    QTRY_VERIFY(w_->window.targets().userTarget("mine")->settings.empty());
    qunsetenv("NESTWRIGHT_TARGETS");
  }

  void what_runs_on_a_target_is_in_its_queue() {
    QueuePage queue(w_->bench().jobs());
    queue.setTarget("lab");
    QVERIFY(!queue.cancelButton()->isEnabled());
    w_->bench().jobs().run<int>(
        QStringLiteral("work"), QStringLiteral("Running conv"), &w_->window,
        [](const CancelToken& cancel) {
          while (!cancel.cancelled()) QThread::msleep(2);
          return 0;
        },
        [](int) {});
    w_->bench().jobs().setTarget(QStringLiteral("work"), "lab", {QStringLiteral("Measuring split")});
    QCOMPARE(queue.table()->model()->rowCount(), 2);
    QCOMPARE(queue.table()->model()->index(1, 1).data().toString(), QStringLiteral("waiting"));
    QCOMPARE(w_->window.targets().links().running("lab"), 2);
    QTest::keyClick(&queue, Qt::Key_Delete);
    QVERIFY(!w_->bench().jobs().busy(QStringLiteral("work")) && !queue.cancelButton()->isEnabled());
  }

  // Each result is a row as its check ends; the job can be stopped, and the results are copied as text.
  void the_conformance_suite_runs_as_a_job() {
    CheckPage page(w_->bench());
    page.setTarget("cpu", true);
    QTest::mouseClick(page.startButton(), Qt::LeftButton);
    QVERIFY(page.running());
    QTRY_VERIFY_WITH_TIMEOUT(page.model()->rowCount() >= 3, 30000);
    QCOMPARE(page.model()->index(0, CheckResultsModel::CheckColumn).data().toString(),
             QStringLiteral("identity.symbol"));
    QTest::mouseClick(page.startButton(), Qt::LeftButton);
    QTRY_VERIFY(!page.running());
    QTest::mouseClick(page.copyButton(), Qt::LeftButton);
    QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("identity.symbol\t")));
  }

  void the_panel_shows_facts_and_uses_a_target() {
    QVERIFY(openScript());
    w_->window.targets().chooseFile(file("gpu.json", kGpuFacts));
    w_->window.targets().choose("cpu");
    auto* panel = w_->find<TargetsPanel>();
    QAbstractItemModel* tree = panel->tree()->model();
    const QModelIndexList found = tree->match(tree->index(0, 0), Qt::DisplayRole, QStringLiteral("gpu7 · A GPU"), 1,
                                              Qt::MatchExactly | Qt::MatchRecursive);
    QCOMPARE(found.size(), 1);
    panel->tree()->setCurrentIndex(found.first());
    const auto facts =
        panel->facts()->model()->match(panel->facts()->model()->index(0, 0), Qt::DisplayRole,
                                       QStringLiteral("threadIdx.x · max"), 1, Qt::MatchExactly | Qt::MatchRecursive);
    QCOMPARE(facts.size(), 1);
    QCOMPARE(facts.first().siblingAtColumn(1).data().toString(), QStringLiteral("1024"));
    for (auto* line : panel->findChildren<QLineEdit*>())
      if (line->accessibleName() == QLatin1String("Search the facts")) line->setText(QStringLiteral("dialect"));
    QCOMPARE(panel->facts()->model()->rowCount(), 1);
    Q_EMIT panel->tree()->activated(found.first());
    QCOMPARE(w_->window.targets().active(), std::string("gpu7"));
  }
};

NW_TEST(TestTargets);
#include "test_targets.moc"
