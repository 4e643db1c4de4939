// SPDX-License-Identifier: GPL-3.0-or-later
// Making the window's parts, and what each change of the document asks of them. Who hears whom:
// main_window_connections.cpp.
#include "window/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDockWidget>
#include <QKeyEvent>
#include <QMimeData>
#include <QStackedWidget>
#include <QToolBar>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

#include "common/command_palette.h"
#include "common/history_panel.h"
#include "common/inspector_panel.h"
#include "common/message_bar.h"
#include "common/outline_panel.h"
#include "common/problems_panel.h"
#include "common/text.h"
#include "graph/graph_view.h"
#include "kernel/machine_peaks.h"
#include "layout/layout.h"
#include "patterns/patterns_panel.h"
#include "run/run_panel.h"
#include "targets/targets_panel.h"
#include "window/action_state.h"
#include "window/actions.h"
#include "window/broken_page.h"
#include "window/comparisons.h"
#include "window/docks.h"
#include "window/document_notices.h"
#include "window/exports.h"
#include "window/file_session.h"
#include "window/graph_actions.h"
#include "window/kernel_actions.h"
#include "window/kernel_history.h"
#include "window/kernel_tabs.h"
#include "window/lesson_bar.h"
#include "window/menus.h"
#include "window/recorded_times.h"
#include "window/start_page.h"
#include "window/status_line.h"
#include "window/target_actions.h"
#include "window/tool_bar.h"

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

MainWindow::MainWindow(ThemeSource& theme, QSettings* settings, QWidget* parent)
    : QMainWindow(parent),
      theme_(theme),
      settings_(settings),
      targets_(workbench_, target::folders_of_this_process(), nullptr),
      actions_(new Actions(this)),
      docks_(std::make_unique<Docks>(this, workbench_, targets_)),
      stack_(new QStackedWidget(this)),
      start_(new StartPage(this)),
      broken_(new BrokenPage(workbench_, this)),
      graph_(new GraphView(workbench_, cached_layout(), this)),
      palette_(new CommandPalette(this)),
      message_(new MessageBar(this)),
      lesson_(new LessonBar(workbench_, this)),
      peaks_(new MachinePeaks(&workbench_, this)),
      tabs_(new KernelTabs(workbench_, graph_, peaks_, this)),
      history_(std::make_unique<KernelHistory>(workbench_, *tabs_)) {
  if (parent) setWindowFlags(Qt::Widget);
  setAcceptDrops(true);
  arrange();
  makeParts();
  connectFiles();
  connectTabs();
  connectPanels();
  connectMenus();
  connectActions();
  connectWindowActions();
  workbench_.addViewer(this);
  connect(&workbench_, &Workbench::stateChanged, this, &MainWindow::updateState);
  connect(&theme_, &ThemeSource::changed, this, &MainWindow::updateTheme);
  updateTheme();
  restoreSettings();
  documentChanged();
  updateState();
  targets_.reload();
}

MainWindow::~MainWindow() {
  workbench_.removeViewer(this);
  for (QObject* sender :
       std::initializer_list<QObject*>{&workbench_, &workbench_.jobs(), tabs_, docks_->problems, graph_, files_})
    disconnect(sender, nullptr, this, nullptr);
  // Dialogs, panels, tabs and what they read leave the workbench when they go, so they go while it lives.
  qDeleteAll(findChildren<QDialog*>(Qt::FindDirectChildrenOnly));
  delete takeCentralWidget();
  qDeleteAll(findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly));
  qDeleteAll(findChildren<QToolBar*>(Qt::FindDirectChildrenOnly));
  delete peaks_;
}

void MainWindow::arrange() {
  stack_->addWidget(start_);
  stack_->addWidget(broken_);
  stack_->addWidget(tabs_);
  auto* middle = new QWidget(this);
  auto* column = new QVBoxLayout(middle);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(message_);
  column->addWidget(lesson_);
  column->addWidget(stack_, 1);
  setCentralWidget(middle);
}

void MainWindow::makeParts() {
  files_ = new FileSession(workbench_, *tabs_, *lesson_, *message_, settings_.store(), this);
  notices_ = new DocumentNotices(workbench_, *files_, *message_, this);
  exports_ = new Exports(workbench_, *graph_, *tabs_, *message_, theme_, this);
  exports_->setPatterns(docks_->patterns);
  files_->setPatterns(docks_->patterns);
  comparisons_ = new Comparisons(workbench_, *graph_, *tabs_, targets_, theme_, this);
  menus_ = new Menus(this, workbench_, targets_, *actions_, *docks_);
  new TargetActions(*actions_, workbench_, targets_, build_tool_bar(this, *actions_, targets_), this);
  status_ = new StatusLine(workbench_, *graph_, statusBar());
  graph_actions_ = new GraphActions(*actions_, workbench_, *graph_, *tabs_, this);
  new RecordedTimes(workbench_, *graph_);
  new KernelActions(*actions_, workbench_, *graph_, *tabs_, *docks_->run, settings_, this);
}

// ── the document ─────────────────────────────────────────────────────────────────────────────────────────────────

void MainWindow::documentChanged() {
  const DocumentSession& session = workbench_.session();
  tabs_->closeAll();
  history_->documentChanged();
  if (!session.document()) start_->setWelcome();
  showMiddle();
  if (session.openFailed())
    broken_->show(BrokenPage::Shows::Nothing, files_->opened(), session.document()->diagnostics());
  tabs_->openDocument(!lesson_->active());
  if (session.model()) graph_->setFocus();
  notices_->documentChanged(!lesson_->owns(session.document()));
  files_->script().watch();
  showRecent();
  menus_->setSnapshots(session.model());
  docks_->history->refill();
  // A lesson about a pattern table speaks of the panel.
  if (lesson_->owns(session.document()) && !session.document()->choices().table.empty())
    docks_->showWithRoom(docks_->patterns_dock);
  updateState();
}

// The document, or the start page with nothing around it. All that is wrong with a file is read under Problems.
void MainWindow::showMiddle() {
  const DocumentSession& session = workbench_.session();
  stack_->setCurrentWidget(!session.document()    ? static_cast<QWidget*>(start_)
                           : session.openFailed() ? static_cast<QWidget*>(broken_)
                                                  : tabs_);
  docks_->setShown(session.document() != nullptr);
}

// Beside the graph of what could be read: lines and bytes are those of the model's file.
bool MainWindow::showFile(const Diagnostic& diagnostic) {
  const DocumentSession& session = workbench_.session();
  if (!session.model() || !BrokenPage::hasPlace(diagnostic)) return false;
  const workspace::Document& document = *session.document();
  const std::string& file = diagnostic.where.front().file;
  const bool own = std::ranges::find(document.diagnostics(), diagnostic) != document.diagnostics().end();
  if (!own || (!file.empty() && file != document.path())) return false;
  auto* page = tabs_->findChild<BrokenPage*>();
  if (!page) {
    page = new BrokenPage(workbench_, tabs_);
    page->setTheme(theme_.theme());
    connect(page, &BrokenPage::againWanted, files_, &FileSession::readAgain);
    OpenDocument shown = files_->opened();
    if (!shown.file.isEmpty()) shown.file = qs(document.path());
    page->show(BrokenPage::Shows::InPart, shown, document.diagnostics());
    tabs_->addTab(page, tr("File"));
  }
  tabs_->setCurrentWidget(page);
  page->goToPlace(diagnostic);
  return true;
}

void MainWindow::modelChanged() {
  tabs_->reopenForModel();
  updateState();
}

void MainWindow::graphChanged() {
  tabs_->openWaiting();
}

void MainWindow::choicesChanged() {
  history_->follow();
  notices_->checkJournal();
  updateState();
}

void MainWindow::diagnosticsChanged() {
  updateState();
}

void MainWindow::targetChanged() {
  if (settings_.store() && !peaks_->value().known()) peaks_->set(settings_.peaks(workbench_.target()));
  updateState();
}

void MainWindow::preferencesChanged() {
  settings_.setPreferences(workbench_.preferences());
  actions_->wrap_chains->setChecked(workbench_.preferences().wrap_chains);
  actions_->rightward->setChecked(workbench_.preferences().rightward);
}

QString MainWindow::title() const {
  const workspace::Document* document = workbench_.session().document();
  return document ? qs(document->title()) : QString();
}

bool MainWindow::vacant() const {
  return !workbench_.session().document() && !workbench_.opening();
}

void MainWindow::activated() {
  showRecent();
  followSettings();
  notices_->checkOtherWindows();
}

void MainWindow::updateState() {
  setWindowTitle(title().isEmpty() ? tr("Nestwright") : tr("%1[*] — Nestwright").arg(title()));
  setWindowModified(files_->modified());
  update_actions(*actions_, workbench_, *graph_, *tabs_, theme_.theme());
  const QString problems = docks_->problems->summary();
  docks_->problems_dock->setWindowTitle(problems.isEmpty() ? tr("Problems") : tr("Problems: %1").arg(problems));
  status_->refresh(problems);
  Q_EMIT stateUpdated();
}

void MainWindow::updateTheme() {
  const Theme& theme = theme_.theme();
  actions_->setTheme(theme);
  actions_->checkTheme(theme_.mode());
  graph_->setTheme(theme);
  docks_->inspector->setTheme(theme);
  docks_->problems->setTheme(theme);
  broken_->setTheme(theme);
}

// What is open is not closed by it, so nothing need be asked: it waits, and one is back when the lesson ends.
void MainWindow::startLesson(const Lesson& lesson) {
  DocumentSession& session = workbench_.session();
  if (session.model() && !workbench_.waiting()) session.document()->keep_view_state(tabs_->viewState());
  if (session.document() && !workbench_.waiting()) tabs_->keepPins();
  lesson_->start(lesson);
}

PatternsPanel* MainWindow::patterns() const {
  return docks_->patterns;
}

void MainWindow::openPatterns(const QString& table) {
  if (docks_->patterns->openTable(table)) docks_->showWithRoom(docks_->patterns_dock);
}

std::vector<std::shared_ptr<const void>> MainWindow::largeValues() const {
  std::vector<std::shared_ptr<const void>> values = workbench_.session().largeValues();
  values.emplace_back(graph_->canvas()->picture());
  values.emplace_back(docks_->outline->rows());
  return values;
}

bool MainWindow::settled() const {
  if (!workbench_.settled() || !tabs_->settled()) return false;
  return !workbench_.session().model() || (graph_->canvas()->picture() && graph_->settled());
}

bool MainWindow::hasErrors() const {
  return has_errors(workbench_.session().diagnostics());
}

// ── events ───────────────────────────────────────────────────────────────────────────────────────────────────────

void MainWindow::savePanels() {
  docks_->setShown(true);
  docks_->setMode(false);
  settings_.savePanels(*this);
}

// A program that was copied elsewhere opens where nothing else takes the key.
void MainWindow::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Paste))
    files_->openPasted(QApplication::clipboard()->text(), tr("clipboard"));
  else
    QMainWindow::keyPressEvent(event);
}

bool MainWindow::canOpen(const QMimeData& mime) {
  return mime.hasUrls() || mime.hasText();
}

void MainWindow::openDropped(const QMimeData& mime, const QPoint& where) {
  QStringList files;
  for (const QUrl& url : mime.urls())
    if (url.isLocalFile()) files << url.toLocalFile();
  for (const QString& file : files) {
    if (file.endsWith(QStringLiteral(".json")) && workbench_.session().model())
      graph_actions_->openNumbers(file);
    else if (RunPanel::isTensorFile(file) && workbench_.session().model())
      dropTensor(file, where);
    else
      files_->open(file);
  }
  if (files.isEmpty() && mime.hasText()) files_->openPasted(mime.text(), tr("dropped text"));
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (canOpen(*event->mimeData())) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  openDropped(*event->mimeData(), event->position().toPoint());
  event->acceptProposedAction();
}

// On the node of an input; elsewhere where there is one input only.
void MainWindow::dropTensor(const QString& file, const QPoint& where) {
  const NodeId node = graph_->nodeAt(graph_->canvas()->mapFrom(this, where));
  if (docks_->run->dropOn(node, file)) return docks_->showWithRoom(docks_->run_dock);
  Q_EMIT workbench_.message(tr("Drop %1 on the node of an input, or on a row of the panel Run").arg(file));
}

void MainWindow::changeEvent(QEvent* event) {
  if (event->type() == QEvent::ActivationChange && isActiveWindow()) notices_->checkOtherWindows();
  QMainWindow::changeEvent(event);
}

}  // namespace nw::window
