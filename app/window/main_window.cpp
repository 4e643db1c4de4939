// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QCoreApplication>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLabel>
#include <QMessageBox>
#include <QMimeData>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QUrl>
#include <QVBoxLayout>

#include "common/command_palette.h"
#include "common/message_bar.h"
#include "common/outline_panel.h"
#include "common/problems_panel.h"
#include "graph/graph_view.h"
#include "kernel/kernel_page.h"
#include "kernel/machine_peaks.h"
#include "layout/layout.h"
#include "window/actions.h"
#include "window/docks.h"
#include "window/lesson_bar.h"
#include "window/script_watch.h"
#include "window/start_page.h"

namespace nw::window {

using namespace nw::views;

namespace {

// Pieces laid out once are kept: opening a scope costs only what is new.
LayoutFunction cached_layout() {
  return
      [cache = layout::Cache()](const layout::Input& input, const layout::Options& options, const CancelToken& cancel) {
        return layout::layout_cached(input, options, cancel, cache);
      };
}

}  // namespace

MainWindow::MainWindow(ThemeSource& theme, QSettings* settings)
    : theme_(theme),
      settings_(settings),
      recent_(settings),
      trusted_(settings),
      actions_(new Actions(this)),
      docks_(std::make_unique<Docks>(this, workbench_)),
      stack_(new QStackedWidget(this)),
      start_(new StartPage(this)),
      tabs_(new QTabWidget(this)),
      graph_(new GraphView(workbench_, cached_layout(), this)),
      palette_(new CommandPalette(this)),
      message_(new MessageBar(this)),
      lesson_(new LessonBar(workbench_, this)),
      watch_(new ScriptWatch(workbench_.jobs(), this)),
      peaks_(new MachinePeaks(&workbench_, this)) {
  setAcceptDrops(true);
  buildMiddle();
  buildMenus();
  buildToolBar();
  buildStatus();
  buildPalette();
  connectActions();
  connectPanels();
  workbench_.addViewer(this);
  connect(&theme_, &ThemeSource::changed, this, &MainWindow::updateTheme);
  updateTheme();
  restoreLayout();
  keepPeaks();
  documentChanged();
  updateState();
}

MainWindow::~MainWindow() {
  workbench_.removeViewer(this);
  for (QObject* sender :
       std::initializer_list<QObject*>{&workbench_, &workbench_.jobs(), tabs_, docks_->problems, graph_})
    disconnect(sender, nullptr, this, nullptr);
  // Panels and tabs take leave of the workbench when they go, so they go while it lives.
  delete takeCentralWidget();
  qDeleteAll(findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly));
}

// ── building ─────────────────────────────────────────────────────────────────────────────────────────────────────

void MainWindow::buildMiddle() {
  tabs_->setDocumentMode(true);
  tabs_->setTabsClosable(true);
  tabs_->setMovable(true);
  tabs_->setAccessibleName(tr("Graph and kernels"));
  tabs_->addTab(graph_, tr("Graph"));
  for (auto side : {QTabBar::RightSide, QTabBar::LeftSide}) tabs_->tabBar()->setTabButton(0, side, nullptr);
  stack_->addWidget(start_);
  stack_->addWidget(tabs_);
  auto* middle = new QWidget(this);
  auto* column = new QVBoxLayout(middle);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(message_);
  column->addWidget(lesson_);
  column->addWidget(stack_, 1);
  setCentralWidget(middle);
  connect(tabs_, &QTabWidget::tabCloseRequested, this, &MainWindow::closeKernel);
  connect(tabs_, &QTabWidget::currentChanged, this, [this] {
    docks_->setMode(currentKernel() != nullptr);
    updateState();
  });
  connect(start_, &StartPage::openWanted, this, &MainWindow::chooseFile);
  connect(start_, &StartPage::sampleWanted, this, &MainWindow::openSample);
  connect(start_, &StartPage::fileWanted, this, &MainWindow::openFile);
}

void MainWindow::buildStatus() {
  status_problems_ = new QLabel(this);
  status_graph_ = new QLabel(this);
  status_jobs_ = new QLabel(this);
  statusBar()->setSizeGripEnabled(false);
  statusBar()->addWidget(status_problems_);
  statusBar()->addPermanentWidget(status_jobs_);
  statusBar()->addPermanentWidget(status_graph_);
  connect(&workbench_.jobs(), &Jobs::changed, this, [this] {
    const auto& running = workbench_.jobs().running();
    status_jobs_->setText(running.empty() ? QString() : running.back().title + QStringLiteral("…"));
  });
}

void MainWindow::restoreLayout() {
  resize(1440, 900);
  if (!settings_) return;
  restoreGeometry(settings_->value(QStringLiteral("geometry")).toByteArray());
  restoreState(settings_->value(QStringLiteral("panels")).toByteArray(), Docks::kStateVersion);
  actions_->reduce_motion->setChecked(settings_->value(QStringLiteral("reduceMotion")).toBool());
  graph_->canvas()->setReducedMotion(actions_->reduce_motion->isChecked());
  if (const int limit = settings_->value(QStringLiteral("timeLimit")).toInt(); limit > 0)
    workbench_.setTimeLimit(limit);
  switch (theme_.mode()) {
    case ThemeSource::Mode::System:
      actions_->theme_system->setChecked(true);
      break;
    case ThemeSource::Mode::Light:
      actions_->theme_light->setChecked(true);
      break;
    case ThemeSource::Mode::Dark:
      actions_->theme_dark->setChecked(true);
      break;
  }
}

// What was measured of this machine is kept, for this processor and number of cores.
void MainWindow::keepPeaks() {
  if (!settings_) return;
  const TargetFacts& machine = workbench_.target();
  const QString key =
      QStringLiteral("peaks/%1 x %2/").arg(QString::fromStdString(machine.name)).arg(machine.compute.units);
  target::Peaks kept;
  kept.gflops = settings_->value(key + QStringLiteral("gflops")).toDouble();
  kept.gigabytes = settings_->value(key + QStringLiteral("gigabytes")).toDouble();
  kept.threads = machine.compute.units;
  peaks_->set(kept);
  connect(peaks_, &MachinePeaks::measured, this, [this, key] {
    settings_->setValue(key + QStringLiteral("gflops"), peaks_->value().gflops);
    settings_->setValue(key + QStringLiteral("gigabytes"), peaks_->value().gigabytes);
  });
}

void MainWindow::about() {
  QMessageBox::about(this, tr("About Nestwright"),
                     tr("<h3>Nestwright %1</h3><p>A workbench for tensor programs.</p><p>Free software under the GNU "
                        "General Public License, version 3 or later.</p>"
                        "<p>Built on Qt %2, LLVM 19, Graphviz, QScintilla and ONNX's protobuf messages.</p>")
                         .arg(QCoreApplication::applicationVersion(), QString::fromLatin1(qVersion())));
}

// ── events ───────────────────────────────────────────────────────────────────────────────────────────────────────

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!mayClose()) {
    event->ignore();
    return;
  }
  if (settings_) {
    docks_->setMode(false);
    settings_->setValue(QStringLiteral("geometry"), saveGeometry());
    settings_->setValue(QStringLiteral("panels"), saveState(Docks::kStateVersion));
  }
  workbench_.jobs().cancelAll();
  event->accept();
}

// A program that was copied elsewhere opens where nothing else takes the key.
void MainWindow::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Paste))
    openPasted(QApplication::clipboard()->text(), tr("clipboard"));
  else
    QMainWindow::keyPressEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls() || event->mimeData()->hasText()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QList<QUrl> urls = event->mimeData()->urls();
  const QString file = urls.isEmpty() ? QString() : urls.front().toLocalFile();
  if (file.endsWith(QStringLiteral(".json")) && workbench_.session().model()) {
    if (!graph_->setNumbers(file)) Q_EMIT workbench_.message(tr("%1 cannot be read").arg(file));
  } else if (!file.isEmpty()) {
    openFile(file);
  } else if (event->mimeData()->hasText()) {
    openPasted(event->mimeData()->text(), tr("dropped text"));
  }
  event->acceptProposedAction();
}

}  // namespace nw::window
