// SPDX-License-Identifier: GPL-3.0-or-later
// Who hears whom in the window: its parts, panels, menus and actions.
#include <QApplication>
#include <QClipboard>
#include <QMessageBox>
#include <QStackedWidget>
#include <utility>

#include "common/command_palette.h"
#include "common/history_panel.h"
#include "common/inspector_panel.h"
#include "common/message_bar.h"
#include "common/operators_panel.h"
#include "common/problems_panel.h"
#include "graph/compare_view.h"
#include "graph/fusion_playback.h"
#include "graph/graph_colours.h"
#include "graph/graph_finder.h"
#include "graph/graph_view.h"
#include "kernel/kernel_comparison.h"
#include "kernel/kernel_page.h"
#include "kernel/machine_peaks.h"
#include "patterns/patterns_panel.h"
#include "targets/measure_on_view.h"
#include "targets/targets_panel.h"
#include "tune/default_view.h"
#include "tune/tune_view.h"
#include "window/actions.h"
#include "window/broken_page.h"
#include "window/comparisons.h"
#include "window/default_explained.h"
#include "window/docks.h"
#include "window/explanations.h"
#include "window/exports.h"
#include "window/file_session.h"
#include "window/graph_actions.h"
#include "window/handbook.h"
#include "window/kernel_history.h"
#include "window/kernel_tabs.h"
#include "window/keyboard_page.h"
#include "window/main_window.h"
#include "window/measure_on.h"
#include "window/menus.h"
#include "window/palette_commands.h"
#include "window/pattern_tables.h"
#include "window/preferences_dialog.h"
#include "window/problem_places.h"
#include "window/select_node.h"
#include "window/start_page.h"
#include "window/tune_tabs.h"

namespace nw::window {

using namespace nw::views;

void MainWindow::connectFiles() {
  connect(files_, &FileSession::opening, start_, &StartPage::setOpening);
  connect(files_, &FileSession::recentChanged, this, &MainWindow::showRecent);
  connect(files_, &FileSession::stateChanged, this, &MainWindow::updateState);
  connect(start_, &StartPage::openWanted, files_, &FileSession::chooseFile);
  connect(start_, &StartPage::sampleWanted, files_, &FileSession::openSample);
  connect(start_, &StartPage::scriptSampleWanted, files_, &FileSession::openSampleText);
  connect(start_, &StartPage::pasteWanted, actions_->paste, &QAction::trigger);
  connect(start_, &StartPage::lessonWanted, this, &MainWindow::startLesson);
  connect(start_, &StartPage::fileWanted, files_, &FileSession::open);
  connect(broken_, &BrokenPage::againWanted, files_, &FileSession::readAgain);
}

namespace {

// Tabs that have their own lists beside what they show: outline and inspector are of the graph, not of them.
bool has_own_lists(QWidget* tab) {
  return qobject_cast<KernelPage*>(tab) || qobject_cast<KernelComparison*>(tab) || qobject_cast<CompareView*>(tab) ||
         qobject_cast<DefaultView*>(tab) || qobject_cast<MeasureOnView*>(tab) || qobject_cast<TuneView*>(tab);
}

}  // namespace

void MainWindow::connectTabs() {
  connect(tabs_, &QTabWidget::currentChanged, this, [this] {
    const KernelPage* page = tabs_->current();
    docks_->setMode(has_own_lists(tabs_->currentWidget()));
    QStringList sources;  // in a kernel of a model, what concerns it
    if (page && workbench_.session().model()) sources << page->reportName() << QStringLiteral("applied steps");
    docks_->problems->setSources(sources);
  });
  connect(tabs_, &KernelTabs::stateChanged, this, &MainWindow::updateState);
  connect(tabs_, &KernelTabs::lastClosed, this, &MainWindow::closeWanted);
  connect(tabs_, &KernelTabs::problemsWanted, this, [this] { docks_->show(docks_->problems_dock); });
  connect(tabs_, &KernelTabs::chooseWanted, palette_, &CommandPalette::choose);
  connect(tabs_, &KernelTabs::defaultKnown, docks_->history, &HistoryPanel::setDefault);
  connect(tabs_, &KernelTabs::measuredChanged, docks_->history, &HistoryPanel::setWaiting);
  connect(tabs_, &KernelTabs::measuredChanged, this, &MainWindow::showProfiles);
  connect(&workbench_, &Workbench::kernelRequested, tabs_, &KernelTabs::open);
}

void MainWindow::connectPanels() {
  connect(docks_->inspector, &InspectorPanel::findRequested, this, [this](const QString& query) {
    tabs_->showGraph();
    graph_->finder().open(query);
  });
  connect(docks_->inspector, &InspectorPanel::decisionRequested, this, [this](NodeId from, NodeId to) {
    tabs_->showGraph();
    graph_->playback().showDecision(from, to);
  });
  connect(docks_->inspector, &InspectorPanel::docsRequested, this,
          [this](const QString& op, const QString& domain, int version) { show_onnx_docs(this, op, domain, version); });
  auto* tables = new PatternTables(*docks_->patterns, workbench_, *graph_, *tabs_, *comparisons_, this);
  connect(tables, &PatternTables::panelWanted, this, [this] { docks_->showWithRoom(docks_->patterns_dock); });
  connect(docks_->problems, &ProblemsPanel::fixWanted, this, [this](const Diagnostic& diagnostic, const Fix& fix) {
    if (!docks_->patterns->applyFix(diagnostic, fix)) apply_fix(*tabs_, diagnostic, fix);
  });
  connect(docks_->problems, &ProblemsPanel::placeWanted, this, [this](const Diagnostic& diagnostic) {
    if (docks_->patterns->goToPlace(diagnostic))
      docks_->show(docks_->patterns_dock);
    else if (workbench_.session().openFailed())
      broken_->goToPlace(diagnostic);
    else if (!showFile(diagnostic))
      go_to_place(*tabs_, workbench_.session(), diagnostic);
  });
  connect(docks_->problems, &ProblemsPanel::explainWanted, this,
          [this](const QString& code) { show_explanation(this, code); });
  connect(docks_->problems, &ProblemsPanel::summaryChanged, this, &MainWindow::updateState);
  connect(docks_->history, &HistoryPanel::compareWanted, this,
          [this](workspace::StateId before, workspace::StateId after) { history_->compareStates(before, after); });
  connect(docks_->history, &HistoryPanel::compareBesideWanted, this,
          [this](workspace::StateId before, workspace::StateId after) {
            history_->compareStates(before, after, KernelHistory::Where::Beside);
          });
  connect(&targets_, &TargetList::changed, this, &MainWindow::updateState);
  connect(docks_->targets, &TargetsPanel::addWanted, actions_->add_target, &QAction::trigger);
  connect(graph_, &GraphView::pictureChanged, this, &MainWindow::updateState);
  connect(graph_, &GraphView::overlayChanged, this, &MainWindow::updateState);
  connect(docks_->operators, &OperatorsPanel::placeWanted, this, [this](NodeId node) {
    tabs_->showGraph();
    graph_->bringIntoView(node);
  });
  connect(&graph_->colours(), &GraphColours::timesChanged, this, &MainWindow::showTimes);
  connect(peaks_, &MachinePeaks::changed, this, &MainWindow::showTimes);
}

// The table of operators has the times that the graph is coloured by.
void MainWindow::showTimes() {
  const NetworkTimes* times = graph_->colours().times();
  model::MachineLimits limits;
  if (const worker::Peaks& peaks = peaks_->value(); times && times->target == workbench_.target().id && peaks.known())
    limits = {peaks.gflops * 1e3, peaks.gigabytes * 1e3};  // 1e9 a second are 1e3 a microsecond
  docks_->operators->setTimes(times, limits);
  showProfiles();
}

// And below the groups' times, where those of their kernels went that were run in a tab.
void MainWindow::showProfiles() {
  std::vector<GroupProfile> profiles;
  for (const KernelPage* page : tabs_->pages())
    if (auto profile = page->profile()) profiles.push_back(std::move(*profile));
  docks_->operators->setProfiles(std::move(profiles));
}

void MainWindow::connectMenus() {
  connect(menus_, &Menus::fileWanted, files_, &FileSession::open);
  connect(menus_, &Menus::forgetRecentWanted, this, [this] {
    files_->recent().clear();
    showRecent();
  });
  connect(menus_, &Menus::bookmarkWanted, this, [this](const QString& name) {
    tabs_->showGraph();
    select_node(workbench_.session(), name);
  });
  connect(menus_, &Menus::lessonWanted, this, &MainWindow::startLesson);
  connect(graph_actions_, &GraphActions::bookmarksChanged, this, [this] { menus_->setBookmarks(graph_->bookmarks()); });
  auto* commands = new PaletteCommands(*palette_, workbench_, targets_, *actions_, *docks_, *tabs_, this);
  connect(commands, &PaletteCommands::lessonWanted, this, &MainWindow::startLesson);
  showRecent();
}

void MainWindow::showRecent() {
  const QStringList files = files_->recent().files();
  menus_->setRecent(files);
  start_->setRecent(files);
}

void MainWindow::connectActions() {
  const Actions& a = *actions_;
  auto on = [this](QAction* action, auto&& work) {
    connect(action, &QAction::triggered, this, std::forward<decltype(work)>(work));
  };
  on(a.open, [this] { files_->chooseFile(); });
  on(a.open_sample, [this] { files_->openSample(); });
  on(a.paste, [this] { files_->openPasted(QApplication::clipboard()->text(), tr("clipboard")); });
  on(a.save, [this] { files_->save(false); });
  on(a.save_as, [this] { files_->save(true); });
  on(a.export_picture, [this] { exports_->choosePicture(); });
  on(a.export_visible, [this] { exports_->choosePicture(Exports::Part::Visible); });
  on(a.export_selected, [this] { exports_->choosePicture(Exports::Part::Selection); });
  on(a.copy_picture, [this] { exports_->copyPicture(); });
  on(a.export_report, [this] { exports_->chooseReport(); });
  on(a.export_kernel, [this] { exports_->chooseKernel(); });
  on(a.preview_export, [this] { exports_->previewKernel(); });
  on(a.close_tab, [this] {
    if (tabs_->currentIndex() > 0)
      tabs_->closeTab(tabs_->currentIndex());
    else
      Q_EMIT closeWanted();
  });
  on(a.close_document, [this] { Q_EMIT closeWanted(); });
  on(a.quit, [this] { window()->close(); });
  on(a.undo, [this] { workbench_.session().undo(); });
  on(a.redo, [this] { workbench_.session().redo(); });
  on(a.back, [this] { workbench_.session().goBack(); });
  on(a.forward, [this] { workbench_.session().goForward(); });
  on(a.palette, [this] { palette_->open(); });
  on(a.compare_file, [this] { comparisons_->chooseFile(); });
  on(a.compare_source, [this] { comparisons_->withSource(); });
  on(a.compare_fusion, [this] { comparisons_->ofWhatIf(); });
  on(a.measure_on, [this] { open_measure_on(*tabs_, workbench_, targets_); });
  on(a.compare_versions, [this] { comparisons_->ofVersions(); });
  on(a.tune, [this] { open_tuning(*tabs_, workbench_, targets_); });
  on(a.explain_default, [this] { open_default_explained(*tabs_, workbench_); });
  on(a.tune_model, [this] { open_model_tuning(*tabs_, workbench_, targets_); });
  on(a.compare_settings, [this] { comparisons_->chooseSettings(); });
}

void MainWindow::connectWindowActions() {
  const Actions& a = *actions_;
  auto on = [this](QAction* action, auto&& work) {
    connect(action, &QAction::triggered, this, std::forward<decltype(work)>(work));
  };
  on(a.theme_system, [this] { chooseTheme(ThemeSource::Mode::System); });
  on(a.theme_light, [this] { chooseTheme(ThemeSource::Mode::Light); });
  on(a.theme_dark, [this] { chooseTheme(ThemeSource::Mode::Dark); });
  for (const QAction* action : a.languages)
    connect(action, &QAction::triggered, this, [this, action] { chooseLanguage(*action); });
  on(a.reduce_motion, [this](bool reduce) {
    graph_->canvas()->setReducedMotion(reduce);
    settings_.setReduceMotion(reduce);
  });
  on(a.wrap_chains, [this](bool wrap) {
    Preferences preferences = workbench_.preferences();
    preferences.wrap_chains = wrap;
    workbench_.setPreferences(preferences);
  });
  on(a.rightward, [this](bool rightward) {
    Preferences preferences = workbench_.preferences();
    preferences.rightward = rightward;
    workbench_.setPreferences(preferences);
  });
  on(a.reset_layout, [this] { docks_->reset(); });
  on(a.fold, [this](bool folded) { docks_->fold->setFolded(folded); });
  connect(docks_->fold, &Fold::changed, a.fold, &QAction::setChecked);
  const std::vector<HelpTopic> topics = help_topics();
  for (size_t i = 0; i < topics.size(); ++i) on(a.help[i], [this, name = topics[i].name] { show_help(this, name); });
  on(a.help_search, [this] { handbook_of(this).search(); });
  on(a.help_errors, [this] { handbook_of(this).showErrors(); });
  on(a.help_keys, [this] { handbook_of(this).showKeys(keyboard_page(*menuBar())); });
  on(a.preferences, [this] { openPreferences(); });
  on(a.about, [this] { about(); });
}

void MainWindow::openPreferences() {
  auto* dialog = new PreferencesDialog(*actions_, workbench_, targets_, theme_, settings_, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &PreferencesDialog::autosaveChanged, this, &MainWindow::followSettings);
  dialog->show();
}

void MainWindow::chooseTheme(ThemeSource::Mode mode) {
  theme_.setMode(mode);
  settings_.setTheme(mode);
}

// Every text of the window is made once: the next start makes them in the other language.
void MainWindow::chooseLanguage(const QAction& choice) {
  const QString code = choice.data().toString();
  settings_.setLanguage(code);
  const QString text = code.isEmpty() ? tr("From the next start, texts are in the system's language.")
                                      : tr("From the next start, texts are in this language: %1.").arg(choice.text());
  message_->ask(QStringLiteral("language"), text, {{tr("Understood"), [] {}}});
}

void MainWindow::restoreSettings() {
  if (!settings_.store()) return;
  settings_.restorePanels(*docks_);
  followSettings();
  peaks_->set(settings_.peaks(workbench_.target()));
  connect(peaks_, &MachinePeaks::measured, this, [this] { settings_.setPeaks(workbench_.target(), peaks_->value()); });
}

// Those that can be changed in another tab too.
void MainWindow::followSettings() {
  if (!settings_.store()) return;
  actions_->reduce_motion->setChecked(settings_.reduceMotion());
  actions_->checkLanguage(settings_.language());
  files_->setAutosave(settings_.autosave());
  graph_->canvas()->setReducedMotion(settings_.reduceMotion());
  if (const int limit = settings_.timeLimit(); limit > 0) workbench_.setTimeLimit(limit);
  workbench_.setPreferences(settings_.preferences());
}

void MainWindow::about() {
  QMessageBox::about(this, tr("About Nestwright"),
                     tr("<h3>Nestwright %1</h3><p>A workbench for tensor programs.</p><p>Free software under the GNU "
                        "General Public License, version 3 or later.</p>"
                        "<p>Built on Qt %2, LLVM 19, Graphviz, QScintilla and ONNX's protobuf messages.</p>")
                         .arg(QCoreApplication::applicationVersion(), QString::fromLatin1(qVersion())));
}

}  // namespace nw::window
