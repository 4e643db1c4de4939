// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

#include "base/error_pages.h"
#include "common/command_palette.h"
#include "common/history_panel.h"
#include "common/inspector_panel.h"
#include "common/message_bar.h"
#include "common/outline_panel.h"
#include "common/problems_panel.h"
#include "common/text.h"
#include "graph/graph_view.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "layout/layout.h"
#include "models/problems_model.h"
#include "window/actions.h"
#include "window/docks.h"
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
      actions_(new Actions(this)),
      docks_(std::make_unique<Docks>(this, workbench_)),
      stack_(new QStackedWidget(this)),
      start_(new StartPage(this)),
      tabs_(new QTabWidget(this)),
      graph_(new GraphView(workbench_, cached_layout(), this)),
      palette_(new CommandPalette(this)),
      message_(new MessageBar(this)) {
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

void MainWindow::buildPalette() {
  palette_->addSource([this] {
    std::vector<Command> commands;
    for (QAction* action : actions_->all()) {
      if (!action->isEnabled() || action == actions_->palette) continue;
      const QString text = action->text().remove(QLatin1Char('&'));
      commands.push_back(
          {text, action->shortcut().toString(QKeySequence::NativeText), [action] { action->trigger(); }});
    }
    for (const QString& layout : Docks::layouts())
      commands.push_back({tr("Layout: %1").arg(layout), {}, [this, layout] { docks_->apply(layout); }});
    return commands;
  });
  palette_->addSource([this] {
    std::vector<Command> commands;
    const auto graph = workbench_.graph();
    const auto fusion = workbench_.fusion();
    if (!graph) return commands;
    if (fusion)
      for (const fusion::Group& group : fusion->groups)
        commands.push_back({tr("Group %1: edit its kernel").arg(group.id.value),
                            tr("%n node(s)", nullptr, static_cast<int>(group.nodes.size())),
                            [this, id = group.id] { workbench_.openKernel(id); }});
    for (const graph::Node& node : graph->nodes())
      if (node.kind != graph::NodeKind::Constant)
        commands.push_back({qs(node.name), qs(node.op), [this, id = node.id] {
                              tabs_->setCurrentWidget(graph_);
                              workbench_.select(Selection::of_node(id));
                            }});
    return commands;
  });
}

void MainWindow::connectActions() {
  const Actions& a = *actions_;
  auto on = [this](QAction* action, auto&& work) {
    connect(action, &QAction::triggered, this, std::forward<decltype(work)>(work));
  };
  on(a.open, [this] { chooseFile(); });
  on(a.open_sample, [this] { openSample(); });
  on(a.paste, [this] { workbench_.openText(QApplication::clipboard()->text(), tr("clipboard")); });
  on(a.save, [this] { save(false); });
  on(a.save_as, [this] { save(true); });
  on(a.export_picture, [this] { exportPicture(); });
  on(a.export_report, [this] { exportReport(); });
  on(a.close_tab, [this] { closeKernel(tabs_->currentIndex()); });
  on(a.quit, [this] { close(); });
  on(a.undo, [this] { workbench_.undo(); });
  on(a.redo, [this] { workbench_.redo(); });
  on(a.find, [this] {
    tabs_->setCurrentWidget(graph_);
    graph_->openFind();
  });
  on(a.find_next, [this] { graph_->stepFind(1); });
  on(a.find_previous, [this] { graph_->stepFind(-1); });
  on(a.palette, [this] { palette_->open(); });
  on(a.back, [this] { workbench_.goBack(); });
  on(a.forward, [this] { workbench_.goForward(); });
  on(a.fit, [this] { graph_->fit(); });
  on(a.expand_all, [this] { graph_->expandAll(); });
  on(a.collapse_all, [this] { graph_->collapseAll(); });
  on(a.default_scopes, [this] { graph_->showDefault(); });
  on(a.source, [this] { workbench_.setStage(Workbench::Stage::Source); });
  on(a.optimized, [this] { workbench_.setStage(Workbench::Stage::Optimized); });
  on(a.fused, [this] { workbench_.setStage(Workbench::Stage::Fused); });
  on(a.edit_kernel, [this] {
    const Selection& selection = workbench_.selection();
    GroupId group = selection.group;
    if (const auto fusion = workbench_.fusion(); fusion && selection.node.valid())
      if (auto found = fusion->group_of.find(selection.node); found != fusion->group_of.end()) group = found->second;
    if (group.valid()) openKernel(group);
  });
  on(a.run, [this] {
    if (KernelPage* page = currentKernel()) page->running() ? page->cancelRun() : page->run();
  });
  auto choose_theme = [this](ThemeSource::Mode mode) {
    theme_.setMode(mode);
    if (settings_) settings_->setValue(QStringLiteral("theme"), static_cast<int>(mode));
  };
  on(a.theme_system, [choose_theme] { choose_theme(ThemeSource::Mode::System); });
  on(a.theme_light, [choose_theme] { choose_theme(ThemeSource::Mode::Light); });
  on(a.theme_dark, [choose_theme] { choose_theme(ThemeSource::Mode::Dark); });
  on(a.reduce_motion, [this](bool on_) {
    graph_->canvas()->setReducedMotion(on_);
    if (settings_) settings_->setValue(QStringLiteral("reduceMotion"), on_);
  });
  on(a.reset_layout, [this] { docks_->reset(); });
  on(a.about, [this] { about(); });
  connect(&workbench_, &Workbench::stateChanged, this, &MainWindow::updateState);
}

void MainWindow::connectPanels() {
  connect(docks_->inspector, &InspectorPanel::findRequested, this, [this](const QString& query) {
    tabs_->setCurrentWidget(graph_);
    graph_->openFind();
    graph_->find(query);
  });
  connect(docks_->problems, &ProblemsPanel::fixWanted, this, &MainWindow::applyFix);
  connect(docks_->problems, &ProblemsPanel::placeWanted, this, &MainWindow::goToPlace);
  connect(docks_->problems, &ProblemsPanel::explainWanted, this, &MainWindow::explain);
  connect(docks_->problems, &ProblemsPanel::summaryChanged, this, &MainWindow::updateState);
  connect(graph_, &GraphView::pictureChanged, this, &MainWindow::updateState);
  connect(&workbench_, &Workbench::kernelRequested, this, [this](GroupId group) { openKernel(group); });
  connect(&workbench_, &Workbench::message, this,
          [this](const QString& text) { statusBar()->showMessage(text, 6000); });
}

void MainWindow::restoreLayout() {
  resize(1440, 900);
  if (!settings_) return;
  restoreGeometry(settings_->value(QStringLiteral("geometry")).toByteArray());
  restoreState(settings_->value(QStringLiteral("panels")).toByteArray(), Docks::kStateVersion);
  actions_->reduce_motion->setChecked(settings_->value(QStringLiteral("reduceMotion")).toBool());
  graph_->canvas()->setReducedMotion(actions_->reduce_motion->isChecked());
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

// ── state ────────────────────────────────────────────────────────────────────────────────────────────────────────

void MainWindow::updateTheme() {
  const Theme& theme = theme_.theme();
  actions_->setTheme(theme);
  graph_->setTheme(theme);
  docks_->inspector->setTheme(theme);
  docks_->problems->setTheme(theme);
}

void MainWindow::documentChanged() {
  while (tabs_->count() > 1) closeKernel(1);
  const bool usable = workbench_.model() || (workbench_.document() && workbench_.document()->is_script());
  stack_->setCurrentWidget(usable ? static_cast<QWidget*>(tabs_) : start_);
  if (workbench_.openFailed()) {
    const Diagnostics& wrong = workbench_.document()->diagnostics();
    start_->setFailure(qs(workbench_.document()->path()),
                       wrong.empty() ? tr("The file could not be read.") : qs(wrong.front().message));
  }
  if (workbench_.document() && workbench_.document()->is_script()) openKernel(GroupId());
  if (workbench_.model()) graph_->setFocus();
  keepJournal();
  start_->setRecent(recent_.files());
  if (snapshot_menu_) {
    snapshot_menu_->clear();
    if (workbench_.model()) {
      const auto& snapshots = workbench_.model()->snapshots;
      for (size_t i = 0; i < snapshots.size(); ++i) {
        const QString title = snapshots[i].title.empty() ? qs(snapshots[i].name) : qs(snapshots[i].title);
        snapshot_menu_->addAction(title, this, [this, i] { workbench_.showSnapshot(i); });
      }
    }
  }
  docks_->history->refill();
  updateState();
}

void MainWindow::choicesChanged() {
  updateState();
}
void MainWindow::diagnosticsChanged() {
  updateState();
}

void MainWindow::updateState() {
  const Actions& a = *actions_;
  workspace::Document* document = workbench_.document();
  const bool model = workbench_.model() != nullptr;
  setWindowTitle(document && !document->title().empty() ? tr("%1[*] — Nestwright").arg(qs(document->title()))
                                                        : tr("Nestwright"));
  setWindowModified(document && document->modified());
  a.undo->setEnabled(workbench_.canUndo());
  a.redo->setEnabled(workbench_.canRedo());
  a.undo->setText(workbench_.canUndo() ? tr("&Undo %1").arg(qs(document->history().current().label)) : tr("&Undo"));
  a.back->setEnabled(workbench_.canGoBack());
  a.forward->setEnabled(workbench_.canGoForward());
  const bool usable = document && !workbench_.openFailed();
  a.save->setEnabled(usable);
  a.save_as->setEnabled(usable);
  for (QAction* action : {a.export_picture, a.export_report, a.find, a.find_next, a.find_previous, a.fit, a.expand_all,
                          a.collapse_all, a.default_scopes, a.source, a.optimized, a.fused})
    action->setEnabled(model);
  switch (workbench_.stage()) {
    case Workbench::Stage::Source:
      a.source->setChecked(true);
      break;
    case Workbench::Stage::Optimized:
      a.optimized->setChecked(true);
      break;
    case Workbench::Stage::Fused:
      a.fused->setChecked(true);
      break;
  }
  const Selection& selection = workbench_.selection();
  a.edit_kernel->setEnabled(workbench_.fusion() &&
                            (selection.kind == Selection::Kind::Node || selection.kind == Selection::Kind::Group));
  a.run->setEnabled(currentKernel() != nullptr);
  a.close_tab->setEnabled(tabs_->currentIndex() > 0);
  const QString problems = docks_->problems->summary();
  status_problems_->setText(problems.isEmpty() ? (document ? tr("No problems") : QString()) : problems);
  docks_->problems_dock->setWindowTitle(problems.isEmpty() ? tr("Problems") : tr("Problems: %1").arg(problems));
  QString counts;
  if (const auto graph = workbench_.graph()) {
    counts = tr("%n node(s)", nullptr, graph_->tree() ? static_cast<int>(graph_->tree()->order.size()) : 0);
    if (const auto fusion = workbench_.fusion())
      counts += QStringLiteral(", ") + tr("%n group(s)", nullptr, static_cast<int>(fusion->groups.size()));
  }
  status_graph_->setText(counts);
}

bool MainWindow::settled() const {
  if (!workbench_.settled()) return false;
  if (workbench_.model() && (!graph_->canvas()->picture() || !graph_->settled())) return false;
  for (int i = 1; i < tabs_->count(); ++i)
    if (auto* page = qobject_cast<KernelPage*>(tabs_->widget(i)); page && !page->settled()) return false;
  return true;
}

bool MainWindow::hasErrors() const {
  return has_errors(workbench_.diagnostics());
}

// ── kernels, problems ────────────────────────────────────────────────────────────────────────────────────────────

KernelPage* MainWindow::currentKernel() const {
  return qobject_cast<KernelPage*>(tabs_->currentWidget());
}

KernelPage* MainWindow::openKernel(GroupId group) {
  for (int i = 1; i < tabs_->count(); ++i) {
    auto* page = qobject_cast<KernelPage*>(tabs_->widget(i));
    if (!page || page->group() != group) continue;
    tabs_->setCurrentIndex(i);
    return page;
  }
  auto* page = new KernelPage(&workbench_, group, this);
  const int tab = tabs_->addTab(page, page->title());
  connect(page, &KernelPage::titleChanged, this,
          [this, page] { tabs_->setTabText(tabs_->indexOf(page), page->title()); });
  connect(page, &KernelPage::measuredChanged, this, [this] { docks_->history->refill(); });
  tabs_->setCurrentIndex(tab);
  if (!workbench_.model()) tabs_->setTabVisible(0, false);
  return page;
}

void MainWindow::closeKernel(int tab) {
  if (tab <= 0) return;
  QWidget* page = tabs_->widget(tab);
  tabs_->removeTab(tab);
  tabs_->setTabVisible(0, true);
  delete page;
  updateState();
}

void MainWindow::showGroup(GroupId group, bool as_kernel) {
  const auto fusion = workbench_.lastFusion();
  if (!fusion || group.index() >= fusion->groups.size()) return;
  workbench_.select(Selection::of_group(group));
  if (as_kernel) openKernel(group);
}

bool MainWindow::selectNode(const QString& name) {
  const auto graph = workbench_.graph();
  const NodeId node = graph ? graph->find(ss(name)) : NodeId();
  if (node.valid()) workbench_.select(Selection::of_node(node));
  return node.valid();
}

// The kernel that the diagnostic speaks of is the one that reports it.
void MainWindow::applyFix(const Diagnostic& diagnostic, const Fix& fix) {
  for (int i = 1; i < tabs_->count(); ++i) {
    auto* page = qobject_cast<KernelPage*>(tabs_->widget(i));
    if (!page) continue;
    const Diagnostics reported = page->view()->diagnostics();
    if (std::find(reported.begin(), reported.end(), diagnostic) == reported.end()) continue;
    tabs_->setCurrentIndex(i);
    page->applyFix(fix);
    return;
  }
}

void MainWindow::goToPlace(const Diagnostic& diagnostic) {
  for (int i = 1; i < tabs_->count(); ++i) {
    auto* page = qobject_cast<KernelPage*>(tabs_->widget(i));
    const Diagnostics reported = page ? page->view()->diagnostics() : Diagnostics();
    if (std::find(reported.begin(), reported.end(), diagnostic) == reported.end()) continue;
    tabs_->setCurrentIndex(i);
    page->goToLine(line_of(diagnostic));
    return;
  }
  if (diagnostic.where.empty() || diagnostic.where.front().node.empty()) return;
  tabs_->setCurrentWidget(graph_);
  selectNode(qs(diagnostic.where.front().node));
}

void MainWindow::explain(const QString& code) {
  auto* dialog = new QDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(code);
  dialog->resize(640, 520);
  auto* text = new QTextBrowser(dialog);
  text->setAccessibleName(tr("What %1 means").arg(code));
  text->setFrameShape(QFrame::NoFrame);
  text->document()->setDocumentMargin(16);
  const QString page = qs(error_page(ss(code)));
  text->setMarkdown(page.isEmpty() ? tr("There is no page about %1.").arg(code) : page);
  auto* column = new QVBoxLayout(dialog);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(text);
  dialog->show();
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

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls() || event->mimeData()->hasText()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QList<QUrl> urls = event->mimeData()->urls();
  if (!urls.isEmpty() && urls.front().isLocalFile())
    openFile(urls.front().toLocalFile());
  else if (event->mimeData()->hasText())
    workbench_.openText(event->mimeData()->text(), tr("dropped text"));
  event->acceptProposedAction();
}

}  // namespace nw::window
