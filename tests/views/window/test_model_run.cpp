// SPDX-License-Identifier: GPL-3.0-or-later
// A model run from the window: files for its inputs, its outputs as tables, images and histograms, what was expected,
// and the memory plan.
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolBar>
#include <QTreeWidget>
#include <QUrl>
#include <algorithm>

#include "data/tensor_file.h"
#include "graph/graph_colours.h"
#include "open_window.h"
#include "registry.h"
#include "run/memory_panel.h"
#include "run/memory_picture.h"
#include "run/run_panel.h"
#include "run/tensor_pictures.h"
#include "run/tensor_view.h"
#include "window/docks.h"
#include "window/kernel_tabs.h"

using namespace nw;
using namespace nw::views;

class TestModelRun : public QObject {
  Q_OBJECT

  std::unique_ptr<test::OpenWindow> w_;
  QTemporaryDir folder_;

  RunPanel* panel() { return w_->find<RunPanel>(); }
  QTreeWidgetItem* row(int group, int index) { return panel()->rows()->topLevelItem(group)->child(index); }
  NodeId input() { return w_->bench().session().model()->source().inputs.front(); }

  // A file in the input's shape.
  QString write_input() {
    const graph::Type& type = w_->bench().session().model()->source().node(input()).type;
    NDArray array(type.dtype, *graph::constant_shape(type.shape));
    for (int64_t i = 0; i < array.size(); ++i) array.set(i, static_cast<double>(i % 7) - 3);
    data::write_tensor_file(folder_.path().toStdString(), "input", "x", array);
    return folder_.filePath(QStringLiteral("input.npy"));
  }
  bool run() {
    w_->window.actions().run->trigger();
    return QTest::qWaitFor([this] { return panel()->rows()->topLevelItem(1)->childCount() > 0; }, 120000) &&
           w_->settle();
  }
  QWidget* runButton() {
    for (auto* bar : w_->window.findChildren<QToolBar*>())
      if (QWidget* button = bar->widgetForAction(w_->window.actions().run)) return button;
    return nullptr;
  }
  QString log() {
    for (auto* text : w_->window.findChildren<QPlainTextEdit*>())
      if (text->accessibleName() == QStringLiteral("Log")) return text->toPlainText();
    return {};
  }
  void drop(QWidget* widget, const QPoint& where, const QString& path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(where, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(widget, &enter);
    QDropEvent event(QPointF(where), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(widget, &event);
  }

 private Q_SLOTS:
  void init() {
    w_ = std::make_unique<test::OpenWindow>();
    QVERIFY(w_->openSample());
    w_->window.docks().show(w_->window.docks().run_dock);
    QVERIFY(w_->settle());
  }
  void cleanup() { w_.reset(); }

  void a_file_dropped_on_the_node_of_an_input_is_what_it_is_given() {
    const QString path = write_input();
    const QPoint at = w_->at(w_->bench().session().graph()->inputs.front());
    drop(&w_->window, w_->canvas()->mapTo(&w_->window, at), path);
    QCOMPARE(panel()->inputFiles().size(), size_t{1});
    QCOMPARE(row(0, 0)->text(2), QStringLiteral("input.npy"));
    QVERIFY2(panel()->value()->figuresText().contains(QStringLiteral("from -3 to 3")),
             qPrintable(panel()->value()->figuresText()));
    QVERIFY(run());
    QVERIFY(!w_->window.hasErrors());
  }

  void outputs_are_shown_and_compared_with_what_is_expected() {
    panel()->setInput(w_->bench().session().model()->source().node(input()).name, write_input());
    QVERIFY(run());
    panel()->rows()->setCurrentItem(row(1, 0));
    QVERIFY(panel()->value()->table()->model()->rowCount() > 0);
    for (int tab = 0; tab < panel()->value()->tabs()->count(); ++tab) {
      panel()->value()->tabs()->setCurrentIndex(tab);
      QCoreApplication::processEvents();
      w_->window.grab();
    }
    QVERIFY(!panel()->findChild<ImagePicture*>()->image().isNull());
    panel()->value()->tabs()->setCurrentIndex(0);
    // The same numbers but for one.
    auto* model = static_cast<TensorModel*>(panel()->value()->table()->model());
    const NDArray& given = model->slice().array();
    NDArray other(given.dtype(), given.shape());
    for (int64_t i = 0; i < given.size(); ++i) other.set(i, given.at(i));
    other.set(2, given.at(2) + 100);
    data::write_tensor_file(folder_.path().toStdString(), "expected", "y", other);
    const std::string name = row(1, 0)->text(0).toStdString();
    panel()->setExpected(name, folder_.filePath(QStringLiteral("expected.npy")));
    QVERIFY2(row(1, 0)->text(2).startsWith(QStringLiteral("DIFFERS: element 2 is ")), qPrintable(row(1, 0)->text(2)));
    model = static_cast<TensorModel*>(panel()->value()->table()->model());
    int differing = 0;
    for (int r = 0; r < model->rowCount(); ++r)
      for (int c = 0; c < model->columnCount(); ++c) differing += model->differs(r, c);
    QCOMPARE(differing, 1);
    panel()->setExpected(name, {});
    QCOMPARE(row(1, 0)->text(2), QString());
  }

  void a_file_that_does_not_fit_is_a_problem_that_names_the_input() {
    NDArray wrong(DType::Float(32), {1, 2});
    data::write_tensor_file(folder_.path().toStdString(), "wrong", "x", wrong);
    const std::string name = w_->bench().session().model()->source().node(input()).name;
    panel()->setInput(name, folder_.filePath(QStringLiteral("wrong.npy")));
    w_->window.actions().run->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(w_->window.hasErrors(), 60000);
    const Diagnostics problems = w_->bench().session().diagnostics();
    const auto error = std::ranges::find(problems, Severity::Error, &Diagnostic::severity);
    QVERIFY(error != problems.end());
    QVERIFY2(error->message.find("does not fit the input '" + name + "'") != std::string::npos, error->message.c_str());
    QCOMPARE(panel()->rows()->topLevelItem(1)->childCount(), 0);
  }

  // Run is Stop while it runs and says which phase it is in; what was stopped, and where, is in the log.
  void a_run_is_stopped_and_logged_and_the_focus_stays() {
    const QAction* run = w_->window.actions().run;
    Jobs& jobs = w_->bench().jobs();
    QSignalSpy stopped(&jobs, &Jobs::stopped);
    QString said, tip, status;
    QObject clicks;
    connect(&w_->bench(), &Workbench::stateChanged, &clicks, [&] {
      if (!run->text().startsWith(QStringLiteral("S&top · ")) || !said.isEmpty()) return;
      said = run->text();
      tip = run->toolTip();
      for (const auto* label : w_->window.statusBar()->findChildren<QLabel*>()) status += label->text();
      QTest::mouseClick(runButton(), Qt::LeftButton);
    });
    w_->canvas()->setFocus();
    QTest::mouseClick(runButton(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(stopped.count(), 1, 60000);
    static const QRegularExpression phase(QStringLiteral("^S&top · (compiling|running|comparing)"));
    QVERIFY2(phase.match(said).hasMatch(), qPrintable(said));
    QVERIFY2(status.contains(QStringLiteral("Running the network · ")), qPrintable(status));
    QVERIFY2(tip.startsWith(QStringLiteral("Stop what runs here")), qPrintable(tip));
    QVERIFY(w_->settle());
    QCOMPARE(run->text(), QStringLiteral("&Run"));
    static const QRegularExpression logged(
        QStringLiteral("Running the network: stopped after \\d+ ms, at (compiling|running|comparing)"));
    QVERIFY2(logged.match(log()).hasMatch(), qPrintable(log()));
    QCOMPARE(w_->window.focusWidget(), w_->canvas());
    QCOMPARE(panel()->rows()->topLevelItem(1)->childCount(), 0);
  }

  // A what-if that is taken back leaves the same groups, made once more.
  void times_are_kept_where_the_groups_are_the_same() {
    const auto before = w_->bench().session().fusion();
    w_->window.actions().run->trigger();
    w_->bench().session().changeFusion(fusion::DepthChange{4});
    w_->bench().session().undo();
    QTRY_VERIFY_WITH_TIMEOUT(w_->window.graphView()->colours().hasTimes(), 120000);
    QVERIFY(w_->bench().session().fusion() != before);
  }

  void a_run_of_other_groups_is_logged() {
    w_->window.actions().run->trigger();
    w_->bench().session().changeFusion(fusion::DepthChange{1});
    QTRY_VERIFY_WITH_TIMEOUT(log().contains(QStringLiteral("its groups have changed since")), 120000);
    QVERIFY(!w_->window.graphView()->colours().hasTimes());
  }

  // The network is run from its fused graph only; elsewhere Run says why it is greyed.
  void run_says_why_it_is_greyed() {
    const QAction* run = w_->window.actions().run;
    QVERIFY(run->isEnabled());
    w_->bench().session().setStage(DocumentSession::Stage::Optimized);
    QVERIFY(w_->settle());
    QVERIFY(!run->isEnabled());
    QVERIFY2(run->toolTip().contains(QStringLiteral("show its fused graph first")), qPrintable(run->toolTip()));
    w_->bench().session().setStage(DocumentSession::Stage::Fused);
    QVERIFY(w_->settle());
    QVERIFY(run->isEnabled());
    w_->window.actions().compare_source->trigger();
    QVERIFY(!w_->window.kernels().graphShown());
    QVERIFY(!run->isEnabled());
    QVERIFY2(run->toolTip().contains(QStringLiteral("other tabs have buttons of their own")),
             qPrintable(run->toolTip()));
    w_->window.kernels().showGraph();
    QVERIFY(run->isEnabled());
    w_->window.files().openPasted(QStringLiteral("#[version = \"0.0.5\"]\nfn (%x: Tensor[(4, 8), float32]) "
                                                 "{\n  nn.softmax(%x)\n}\n"),
                                  QStringLiteral("pasted"));
    QTRY_VERIFY_WITH_TIMEOUT(run->toolTip().contains(QStringLiteral("pasted text has none")), 20000);
    QVERIFY(!run->isEnabled());
  }

  void a_block_of_the_memory_plan_leads_to_its_node() {
    w_->window.docks().showWithRoom(w_->window.docks().memory_dock);
    auto* picture = w_->find<MemoryPicture>();
    QTRY_VERIFY(picture->isVisible() && picture->chart() && !picture->chart()->blocks.empty());
    QVERIFY(w_->settle());
    const QRectF place = picture->blockRect(picture->chart()->blocks.size() - 1);
    QTest::mouseClick(picture, Qt::LeftButton, {}, place.center().toPoint());
    QVERIFY(picture->current().has_value());
    QCOMPARE(w_->bench().session().selectedOptimized(), picture->chart()->blocks[*picture->current()].value.node);
    // Keys go on, and a selection elsewhere is followed.
    const size_t before = *picture->current();
    QTest::keyClick(picture, Qt::Key_Left);
    QCOMPARE(*picture->current(), before - 1);
    w_->bench().session().selectOptimized(picture->chart()->blocks.front().value.node);
    QCOMPARE(picture->current(), std::optional<size_t>(0));
  }
};

NW_TEST(TestModelRun);
#include "test_model_run.moc"
