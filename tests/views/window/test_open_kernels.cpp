// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels open in tabs: steps taken from one to any other, numbers that change under them, tabs that come back.
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>

#include "common/command_palette.h"
#include "common/jobs_panel.h"
#include "common/problems_panel.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/loop_tree_view.h"
#include "kernel/measure.h"
#include "kernel/run_badge.h"
#include "kernel/schedule_menu.h"
#include "kernel/script_editor.h"
#include "models/loop_tree_model.h"
#include "open_window.h"
#include "registry.h"
#include "script/step_lines.h"
#include "window/file_session.h"
#include "window/kernel_tabs.h"
#include "window/lesson_bar.h"
#include "window/lessons.h"

using namespace nw;
using namespace nw::views;

class TestOpenKernels : public QObject {
  Q_OBJECT

  std::unique_ptr<test::OpenWindow> w_;
  QTemporaryDir folder_;

  KernelPage* page() { return w_->window.kernels().current(); }
  QTabWidget* tabs() { return &w_->window.kernels(); }
  bool open(GroupId group) {
    w_->window.kernels().showGroup(group, true);
    return QTest::qWaitFor([&] { return page() && page()->group() == group && w_->window.settled(); }, 20000);
  }
  // The n-th group around such an operator.
  GroupId group(const char* op, int n = 0) {
    const auto& graph = w_->bench().session().model()->optimized();
    for (const fusion::Group& each : w_->bench().session().lastFusion()->groups)
      if (const NodeId at = each.anchor.valid() ? each.anchor : each.root; graph.node(at).op == op && n-- == 0)
        return each.id;
    return {};
  }
  QStringList openTabs() {
    QStringList names;
    for (int i = 1; i < tabs()->count(); ++i) names << tabs()->tabText(i);
    return names;
  }
  bool openFile(const QString& name, const QByteArray& text) {
    QFile file(folder_.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) return false;
    file.close();
    w_->window.files().open(file.fileName());
    return QTest::qWaitFor([this] { return w_->bench().session().lastFusion() && w_->window.settled(); }, 20000);
  }

 private Q_SLOTS:
  void init() { w_ = std::make_unique<test::OpenWindow>(); }
  void cleanup() { w_.reset(); }

  // A convolution's steps, to the network's dense layer: found by typing, and what does not carry over is reported.
  void steps_go_to_any_other_kernel() {
    QVERIFY(w_->openSample());
    const GroupId dense = group("nn.dense");
    QVERIFY(dense.valid());
    QVERIFY(open(group("nn.conv2d")));
    const std::string from = page()->title().toStdString();
    page()->schedules()->chooseOther();
    CommandPalette* palette = w_->window.palette();
    QVERIFY(palette->isVisible());
    QCOMPARE(palette->edit()->placeholderText(),
             QStringLiteral("Apply these steps to: type a group's number or its operators"));
    QVERIFY(palette->list()->item(0)->text().contains(QStringLiteral("conv2d")));  // those alike first
    palette->edit()->setText(QStringLiteral("dense"));
    QCOMPARE(palette->list()->count(), 1);
    QTest::keyClick(palette->edit(), Qt::Key_Return);
    QVERIFY(QTest::qWaitFor([&] { return page()->group() == dense && w_->window.settled(); }, 20000));
    // Each that is left out keeps its line, and has a sentence that leads there.
    Diagnostics left_out;
    for (const Diagnostic& d : w_->bench().session().diagnostics())
      if (d.code == "NW2092") left_out.push_back(d);
    QVERIFY(left_out.size() >= 3);
    for (const Diagnostic& d : left_out) {
      const QString line = page()->view()->editor()->text(line_of(d) - 1);
      QVERIFY2(line.startsWith(QStringLiteral("# s[")) || line.contains(QStringLiteral(" = s")), qPrintable(line));
    }
    QTRY_VERIFY(w_->find<ProblemsPanel>()->isVisible());
    Q_EMIT w_->find<ProblemsPanel>()->placeWanted(left_out.back());
    QCOMPARE(page()->view()->editor()->currentLine(), line_of(left_out.back()));
    // One step of the history, and what was said goes with it.
    QCOMPARE(w_->bench().session().document()->history().current().label, "steps of " + from);
    w_->window.actions().undo->trigger();
    QVERIFY(w_->settle());
    QVERIFY(page()->schedules()->text().startsWith(QStringLiteral("default schedule")));
    QVERIFY(std::ranges::none_of(w_->bench().session().diagnostics(),
                                 [](const Diagnostic& d) { return d.code == "NW2092"; }));
  }

  void kernels_that_compute_the_same_have_names_of_their_own() {
    QVERIFY(w_->openSample());
    for (int n = 0; n < 3; ++n) QVERIFY(open(group("nn.conv2d", n)));
    QStringList names = openTabs();
    QCOMPARE(names.size(), 3);
    QCOMPARE(names.removeDuplicates(), 0);
    QVERIFY2(names[0].endsWith(QStringLiteral(" · %1").arg(group("nn.conv2d", 0).value)), qPrintable(names[0]));
  }

  // Cutting an edge in front of it makes a group more: all behind it count on.
  void a_tab_has_the_number_that_its_group_has_now() {
    QVERIFY(w_->openSample());
    const GroupId dense = group("nn.dense");
    QVERIFY(open(dense));
    const QString title = page()->title();
    const fusion::Edge* edge = w_->edge(true);
    QVERIFY(edge);
    const auto name = [&](NodeId id) { return w_->bench().session().graph()->node(id).name; };
    w_->bench().session().changeFusion(fusion::EdgeChange{name(edge->from), name(edge->to), fusion::EdgeChoice::Cut});
    QVERIFY(w_->settle());
    const GroupId now = group("nn.dense");
    QVERIFY(now != dense);
    QCOMPARE(page()->group(), now);
    QCOMPARE(openTabs(), QStringList{QStringLiteral("%1 · %2").arg(title).arg(now.value)});
    w_->window.kernels().showGroup(now, true);  // it is this tab, not one more
    QCOMPARE(tabs()->count(), 2);
    w_->window.actions().undo->trigger();
    QVERIFY(w_->settle());
    QCOMPARE(page()->group(), dense);
  }

  void open_kernels_come_back_with_their_project() {
    QVERIFY(openFile(QStringLiteral("net.relay"),
                     "#[version = \"0.0.5\"]\nfn (%x: Tensor[(8, 16), float32]) {\n  %0 = nn.softmax(%x);\n"
                     "  %1 = exp(%0);\n  sum(%1, axis=[1])\n}\n"));
    const GroupId softmax = group("nn.softmax"), sum = group("sum");
    QVERIFY(open(sum));
    QVERIFY(open(softmax));
    const std::vector<int> steps = script::step_lines(page()->view()->script().toStdString());
    QVERIFY(steps.size() > 1);
    page()->view()->stopAfterLine(steps[0]);
    QVERIFY(w_->settle());
    const QStringList names = openTabs();
    QVERIFY(open(sum));
    const std::string project = folder_.filePath(QStringLiteral("net.nest")).toStdString();
    QVERIFY(w_->bench().session().document()->save(project, w_->window.kernels().viewState()).empty());
    w_ = std::make_unique<test::OpenWindow>();
    w_->window.files().open(QString::fromStdString(project));
    QVERIFY(QTest::qWaitFor(
        [&] { return w_->bench().session().lastFusion() && openTabs() == names && w_->window.settled(); }, 20000));
    QCOMPARE(page()->group(), sum);
    QVERIFY(open(softmax));
    QTRY_COMPARE(page()->view()->stopAfterLine(), steps[0]);
  }

  // What has a name was worth keeping: so is its time.
  void times_of_named_states_come_back_with_their_project() {
    const QByteArray net = "#[version = \"0.0.5\"]\nfn (%x: Tensor[(8, 16), float32]) {\n  sum(%x, axis=[1])\n}\n";
    QVERIFY(openFile(QStringLiteral("sum.relay"), net));
    QVERIFY(open(group("sum")));
    const std::string script = page()->view()->script().toStdString(), task = page()->task();
    w_->bench().session().setScript(task, script + "# mine\n", "mine", false, nullptr);
    const workspace::StateId state = w_->bench().session().document()->history().current().id;
    w_->bench().session().tagState(state, "fast");
    w_->bench().session().document()->record(
        {state}, task, {42, 1, 20, workspace::Measurement::Check::Equal, {}, w_->bench().machine()});
    const std::string project = folder_.filePath(QStringLiteral("sum.nest")).toStdString();
    QVERIFY(w_->bench().session().document()->save(project, w_->window.kernels().viewState()).empty());
    w_ = std::make_unique<test::OpenWindow>();
    w_->window.files().open(QString::fromStdString(project));
    QVERIFY(QTest::qWaitFor([&] { return w_->bench().session().lastFusion() && w_->window.settled(); }, 20000));
    const workspace::History& history = w_->bench().session().document()->history();
    QCOMPARE(history.tagged().size(), size_t{1});
    const workspace::Measurement* time = history.measured(history.tagged().front(), task);
    QVERIFY(time);
    QCOMPARE(time->median_us, 42.0);
    QVERIFY(time->check == workspace::Measurement::Check::Equal);
    QVERIFY(measure::comparable(time->machine, w_->bench().machine()));
  }

  // All of them, with their pins and where their time went, and the one that was in front is in front.
  void open_kernels_come_back_after_a_lesson() {
    QVERIFY(w_->openSample());
    for (int n = 0; n < 3; ++n) QVERIFY(open(group("nn.conv2d", n)));
    QVERIFY(open(group("nn.conv2d", 1)));
    KernelView* view = page()->view();
    auto heat = std::make_shared<kernel::NestHeat>();
    heat->total = 1;
    heat->rows.resize(view->preview()->tree.size());
    view->addHeat(view->script().toStdString(), heat);
    QVERIFY(!view->treeView()->isColumnHidden(LoopTreeModel::TimeColumn));
    view->treeView()->setCurrentIndex(view->treeView()->model()->index(0, 0));
    QTest::keyClick(view->treeView(), Qt::Key_Space);
    const std::vector<KernelSelection> pins = view->marks().pins;
    QCOMPARE(pins.size(), size_t{1});
    const int details = view->detailTabs()->height();
    const QStringList names = openTabs();
    w_->window.startLesson(window::lessons()[0]);
    QVERIFY(
        QTest::qWaitFor([&] { return w_->bench().session().document()->is_script() && w_->window.settled(); }, 20000));
    w_->window.lesson()->leave();
    QVERIFY(QTest::qWaitFor(
        [&] { return w_->bench().session().lastFusion() && openTabs() == names && w_->window.settled(); }, 20000));
    QCOMPARE(page()->group(), group("nn.conv2d", 1));
    QTRY_VERIFY(page()->view()->marks().pins == pins);
    QTRY_COMPARE(page()->view()->detailTabs()->height(), details);
    QVERIFY(!page()->view()->treeView()->isColumnHidden(LoopTreeModel::TimeColumn));
  }

  // Named schedules are chosen, renamed and removed from the palette too.
  void the_palette_knows_the_schedules() {
    QVERIFY(w_->openSample());
    QVERIFY(open(group("nn.conv2d")));
    page()->schedules()->copy();
    QVERIFY(w_->settle());
    CommandPalette* palette = w_->window.palette();
    const auto first = [&](const char* typed) {
      w_->window.actions().palette->trigger();
      palette->edit()->setText(QString::fromUtf8(typed));
      return palette->list()->count() > 0 ? palette->list()->item(0)->text() : QString();
    };
    QCOMPARE(first("rename schedule"), QStringLiteral("Kernel: rename the schedule “schedule 1”…"));
    QCOMPARE(first("remove schedule"), QStringLiteral("Kernel: remove the schedule “schedule 1”"));
    QCOMPARE(first("choose schedule"), QStringLiteral("Kernel: choose the default schedule"));
    QTest::keyClick(palette->edit(), Qt::Key_Return);
    QTRY_COMPARE(page()->schedules()->active(), std::string());
    QCOMPARE(first("choose schedule"), QStringLiteral("Kernel: choose the schedule “schedule 1”"));
    palette->hide();
  }

  // A value for a dimension rebuilds the model: other kernels, in the same tabs.
  void open_kernels_stay_when_a_size_changes() {
    QVERIFY(openFile(QStringLiteral("dynamic.relay"),
                     "#[version = \"0.0.5\"]\nfn (%x: Tensor[(?, 16), float32]) {\n  %0 = nn.softmax(%x);\n"
                     "  sum(%0, axis=[1])\n}\n"));
    const std::string name = w_->bench().session().model()->source().symbols.begin()->first;
    w_->bench().session().setDims({{name, 8}});
    QTRY_COMPARE_WITH_TIMEOUT(w_->bench().session().dims().size(), size_t{1}, 20000);
    QVERIFY(w_->settle());
    QVERIFY(open(group("nn.softmax")));
    QVERIFY(open(group("sum")));
    QVERIFY(page()->view()->script().contains(QStringLiteral("(8,")));
    w_->bench().session().setDims({{name, 4}});
    QTRY_COMPARE_WITH_TIMEOUT(w_->bench().session().dims().at(name), int64_t{4}, 20000);
    QVERIFY(QTest::qWaitFor([this] { return tabs()->count() == 3 && w_->window.settled(); }, 20000));
    QCOMPARE(page()->group(), group("sum"));
    QVERIFY(page()->view()->script().contains(QStringLiteral("(4,")));
  }

  // Run becomes Stop while anything is measured, and two measurements never run side by side.
  void one_measurement_at_a_time() {
    QVERIFY(w_->openSample());
    QVERIFY(open(group("nn.conv2d")));
    const auto running = [this] {
      int count = 0;
      for (const Jobs::Info& job : w_->bench().jobs().running())
        count += job.purpose.startsWith(QStringLiteral("run ")) || job.purpose.startsWith(QStringLiteral("measure "));
      return count;
    };
    const auto& actions = w_->window.actions();
    actions.run->trigger();
    QVERIFY(page()->running());
    QCOMPARE(actions.run->text(), QStringLiteral("S&top"));
    actions.measure_branch->trigger();  // the run gives way
    QVERIFY(page()->branch()->running());
    QCOMPARE(running(), 1);
    QCOMPARE(page()->badge()->text().mid(2), QStringLiteral("measuring 1 of 1"));
    QCOMPARE(w_->bench().jobs().running().back().parts, 1);
    actions.run->trigger();  // Stop, whatever is measured
    QVERIFY(!page()->running());
    QCOMPARE(running(), 0);
    QCOMPARE(actions.run->text(), QStringLiteral("&Run"));
  }

  // As it is by the button of the tool bar.
  void a_run_that_is_stopped_in_the_log_is_over() {
    QVERIFY(w_->openSample());
    QVERIFY(open(group("nn.conv2d")));
    w_->window.actions().run->trigger();
    QVERIFY(page()->running());
    auto* log = w_->find<JobsPanel>();
    const QString stop = QStringLiteral("Stop: Running %1").arg(page()->title());
    QTRY_VERIFY(test::button(log, stop));
    test::button(log, stop)->click();
    QVERIFY(!page()->running());
    QCOMPARE(w_->window.actions().run->text(), QStringLiteral("&Run"));
    QVERIFY2(page()->badge()->text().contains(QStringLiteral("stopped")), qPrintable(page()->badge()->text()));
  }

  // A run says which phase it is in; stopped, from wherever, it leaves the time that was known.
  void a_stopped_run_leaves_the_time_that_was_known() {
    QVERIFY(w_->openSample());
    QVERIFY(open(group("nn.conv2d")));
    const std::string script = page()->view()->script().toStdString(), task = page()->task();
    w_->bench().session().document()->record(
        task, script, script, {1500, 15, 20, workspace::Measurement::Check::Equal, {}, w_->bench().machine()});
    QAction* run = w_->window.actions().run;
    static const QRegularExpression phase(QStringLiteral("^S&top · (compiling|comparing|measuring)$"));
    run->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(phase.match(run->text()).hasMatch(), 30000);
    QVERIFY2(run->text().endsWith(page()->badge()->text().mid(2)), qPrintable(page()->badge()->text()));
    run->trigger();
    QVERIFY(!page()->running());
    static const QRegularExpression kept(QStringLiteral("equal · 1\\.50 ms .*· stopped"));
    QVERIFY2(kept.match(page()->badge()->text()).hasMatch(), qPrintable(page()->badge()->text()));
    run->trigger();
    QVERIFY(page()->running());
    for (const Jobs::Info& job : std::vector(w_->bench().jobs().running()))
      if (job.purpose.startsWith(QStringLiteral("run "))) w_->bench().jobs().cancelJob(job.id);
    QVERIFY(!page()->running());
    QCOMPARE(run->text(), QStringLiteral("&Run"));
    QVERIFY2(kept.match(page()->badge()->text()).hasMatch(), qPrintable(page()->badge()->text()));
  }

  // What was measured before is on the badge of a kernel that is opened again.
  void the_badge_knows_what_the_history_knows() {
    QVERIFY(w_->openSample());
    const GroupId conv = group("nn.conv2d");
    QVERIFY(open(conv));
    const std::string script = page()->view()->script().toStdString(), task = page()->task();
    w_->bench().session().document()->record(
        task, script, script, {1500, 150, 20, workspace::Measurement::Check::Equal, {}, w_->bench().machine()});
    w_->window.actions().close_tab->trigger();
    QVERIFY(open(conv));
    QCOMPARE(page()->badge()->state(), RunBadge::State::Equal);
    const QRegularExpression said(QStringLiteral("equal · 1\\.50 ms · [0-9.]+ GFLOP/s · noisy: ± 10 %"));
    QVERIFY2(said.match(page()->badge()->text()).hasMatch(), qPrintable(page()->badge()->text()));
    QVERIFY(!page()->badge()->slow());
    // A fastest run that is far from the median says more than the spread.
    w_->bench().session().document()->record(
        task, script, script,
        {1500, 15, 20, workspace::Measurement::Check::Equal, {}, w_->bench().machine(), {}, 1000});
    w_->window.actions().close_tab->trigger();
    QVERIFY(open(conv));
    QVERIFY2(page()->badge()->text().contains(QStringLiteral("noisy: 50 % over the fastest")),
             qPrintable(page()->badge()->text()));
  }

  // A time of another machine is shown as that, and is no gain or loss against times of this one.
  void the_badge_names_a_machine_that_is_not_this_one() {
    QVERIFY(w_->openSample());
    QVERIFY(open(group("nn.conv2d")));
    const std::string script = page()->view()->script().toStdString(), task = page()->task();
    workspace::Document& document = *w_->bench().session().document();
    const auto badge_of = [&](const measure::Machine& machine) {
      document.record(task, script, script, {1500, 0, 20, workspace::Measurement::Check::Equal, {}, machine});
      w_->window.actions().close_tab->trigger();
      return open(group("nn.conv2d")) ? page()->badge()->text() : QString();
    };
    QVERIFY(badge_of({}).endsWith(QStringLiteral("GFLOP/s · unknown machine")));
    QVERIFY(badge_of({"cpu", "Xeon", "77c2", 8}).endsWith(QStringLiteral("GFLOP/s · on Xeon, 8 threads")));
    QVERIFY(badge_of(w_->bench().machine()).endsWith(QStringLiteral("GFLOP/s")));
  }

  // The fix is a button of the problem; the step back brings the default again.
  void a_default_slower_than_plain_loops_is_reported_as_our_fault() {
    QVERIFY(w_->openSample());
    QVERIFY(open(group("nn.conv2d")));
    const auto script = [this] { return page()->view()->script().toStdString(); };
    const auto time = [this](double us) {
      return workspace::Measurement{us, 0, 20, workspace::Measurement::Check::Equal, {}, w_->bench().machine()};
    };
    const auto button = [this]() -> QPushButton* {
      for (QPushButton* each : w_->find<ProblemsPanel>()->findChildren<QPushButton*>())
        if (each->isVisible() && each->accessibleName() == QStringLiteral("use the loops without a schedule"))
          return each;
      return nullptr;
    };
    const std::string by_default = script();
    page()->schedules()->startPlain();
    QVERIFY(QTest::qWaitFor([&] { return script() != by_default && w_->window.settled(); }, 20000));
    page()->record(script(), time(500));
    QVERIFY(!button());  // these are no default
    w_->window.actions().undo->trigger();
    QVERIFY(QTest::qWaitFor([&] { return script() == by_default && w_->window.settled(); }, 20000));
    page()->record(by_default, time(1500));
    const auto faults = [this] {
      return std::ranges::count_if(w_->bench().session().diagnostics(),
                                   [](const Diagnostic& d) { return d.code == "NW9106"; });
    };
    QTRY_COMPARE(faults(), 1);
    QVERIFY(page()->badge()->slow());
    QTRY_VERIFY(button());
    QTest::mouseClick(button(), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return script() != by_default && w_->window.settled(); }, 20000));
    QVERIFY(script::step_lines(script()).empty());
    QVERIFY(page()->view()->preview()->complete());
    QTRY_COMPARE(faults(), 0);
    w_->window.actions().undo->trigger();
    QTRY_COMPARE(script(), by_default);
  }

  void a_group_without_a_kernel_is_not_offered_one() {
    QVERIFY(openFile(QStringLiteral("places.relay"),
                     "#[version = \"0.0.5\"]\nfn (%x: Tensor[(4, 8), float32]) {\n  %0 = exp(%x);\n"
                     "  argwhere(%0)\n}\n"));
    DocumentSession& session = w_->bench().session();
    QAction* edit = w_->window.actions().edit_kernel;
    session.select(Selection::of_group(group("exp")));
    QTRY_VERIFY(edit->isEnabled());
    session.select(Selection::of_group(group("argwhere")));
    QTRY_VERIFY(!edit->isEnabled());
    QVERIFY2(edit->toolTip().contains(QStringLiteral("'argwhere' has no kernel")), qPrintable(edit->toolTip()));
    // The menu shows it, too.
    const auto menus = w_->window.menuBar()->findChildren<QMenu*>();
    const auto kernel = std::ranges::find_if(menus, [&](QMenu* menu) { return menu->actions().contains(edit); });
    QVERIFY(kernel != menus.end() && (*kernel)->toolTipsVisible());
    QSignalSpy said(&w_->bench(), &Workbench::message);
    w_->bench().openKernel(group("argwhere"));  // as a double click, the palette and the tables do
    QCOMPARE(said.size(), 1);
    QCOMPARE(tabs()->count(), 1);
    session.select(Selection::of_node(session.graph()->inputs.front()));
    QTRY_VERIFY(!edit->isEnabled());
    QVERIFY2(edit->toolTip().contains(QStringLiteral("in no fused group")), qPrintable(edit->toolTip()));
    session.select({});
    QTRY_VERIFY2(edit->toolTip().contains(QStringLiteral("Select a node")), qPrintable(edit->toolTip()));
  }

  void a_group_without_a_computation_says_why() {
    QVERIFY(openFile(QStringLiteral("unknown.relay"),
                     "#[version = \"0.0.5\"]\nfn (%x: Tensor[(?, 8), float32]) {\n  %0 = unique(%x);\n  %0.0\n}\n"));
    QVERIFY(!w_->bench().session().lastFusion()->groups.empty());
    w_->window.kernels().showGroup(GroupId(0), true);
    QVERIFY(QTest::qWaitFor([&] { return page() && page()->failed(); }, 20000));
    const auto said = [this] {
      for (const auto* label : page()->view()->findChildren<QLabel*>())
        if (label->isVisible() && label->text().startsWith(QStringLiteral("This group has no loops to shape: ")))
          return true;
      return false;
    };
    QTRY_VERIFY(said());
    QVERIFY(!page()->view()->editor()->isVisible());
    w_->window.actions().run->trigger();  // nothing to run
    QVERIFY(!page()->running());
  }
};

NW_TEST(TestOpenKernels);
#include "test_open_kernels.moc"
