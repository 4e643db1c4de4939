// SPDX-License-Identifier: GPL-3.0-or-later
#include "patterns/patterns_panel.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "base/atomic_file.h"
#include "common/text.h"
#include "common/workbench.h"
#include "models/html.h"
#include "patterns/offload_page.h"
#include "patterns/pattern_editor.h"
#include "patterns/pattern_results.h"
#include "patterns/rewrite_page.h"

namespace nw::views {

namespace {
constexpr int kPauseMs = 300;  // after the last key; what is typed until then is one change of the document
const QString kMatch = QStringLiteral("patterns"), kFixes = QStringLiteral("pattern fixes");
}  // namespace

PatternsPanel::PatternsPanel(Workbench& workbench, QWidget* parent)
    : QWidget(parent), workbench_(workbench), files_{TableFile{}} {
  build();
  connectParts();
  nameTables();
  workbench_.addViewer(this);
}

PatternsPanel::~PatternsPanel() {
  workbench_.removeViewer(this);
}

void PatternsPanel::build() {
  auto* splitter = new QSplitter(this);
  auto* left = new QWidget(splitter);
  tables_ = new QTabBar(left);
  tables_->setAccessibleName(tr("Tables"));
  tables_->setDrawBase(false);
  tables_->setExpanding(false);
  state_ = new QLabel(left);
  state_->setObjectName(QStringLiteral("dim"));
  state_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(4, 0, 4, 0);
  head->addWidget(tables_);
  head->addWidget(state_, 1);
  const auto button = [&](const QString& text, const QString& tip, void (PatternsPanel::*wanted)()) {
    auto* made = new QToolButton(left);
    made->setText(text);
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    connect(made, &QToolButton::clicked, this, wanted);
    head->addWidget(made);
  };
  button(tr("Open…"), tr("Open a pattern table (.pat) in a tab of its own"), &PatternsPanel::openWanted);
  button(tr("Save"), tr("Write this table to its file, or choose one"), &PatternsPanel::saveWanted);
  edit_ = new PatternEditor(left);
  edit_->setToolTip(tr("One statement a line, in TVM's words; Alt+Up and Alt+Down move a line"));
  auto* left_column = new QVBoxLayout(left);
  left_column->setContentsMargins(0, 0, 0, 0);
  left_column->setSpacing(0);
  left_column->addLayout(head);
  left_column->addWidget(edit_, 1);
  pages_ = new QTabWidget(splitter);
  pages_->setDocumentMode(true);
  results_ = new PatternResults(pages_);
  offload_ = new OffloadPage(workbench_, pages_);
  rewrite_ = new RewritePage(workbench_, pages_);
  pages_->addTab(results_, tr("Matches"));
  pages_->addTab(offload_, tr("Offloading"));
  pages_->addTab(rewrite_, tr("Rewriting"));
  splitter->setChildrenCollapsible(false);
  left->setMinimumWidth(240);
  pages_->setMinimumWidth(280);
  splitter->addWidget(left);
  splitter->addWidget(pages_);
  splitter->setStretchFactor(0, 1);
  splitter->setStretchFactor(1, 1);
  splitter->setSizes({600, 680});
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(splitter);
  pause_.setSingleShot(true);
  pause_.setInterval(kPauseMs);
}

void PatternsPanel::connectParts() {
  connect(edit_, &PatternEditor::edited, this, &PatternsPanel::typed);
  connect(&pause_, &QTimer::timeout, this, [this] { workbench_.session().setPatterns(edit_->text(), this); });
  connect(edit_, &PatternEditor::moveWanted, this, &PatternsPanel::move);
  connect(edit_, &PatternEditor::pieceHovered, this, &PatternsPanel::hoverPiece);
  connect(edit_, &PatternEditor::lineEntered, this, [this](int line) {
    const QString note = edit_->noteAt(line).section(QLatin1Char('\n'), 0, 0);
    state_->setText(state_->fontMetrics().elidedText(note, Qt::ElideRight, state_->width()));
    state_->setToolTip(plain_tip(note));
  });
  connect(results_, &PatternResults::nodeWanted, this,
          [this](NodeId node) { workbench_.session().select(Selection::of_node(node), this); });
  connect(results_, &PatternResults::pieceWanted, edit_, [this](const TextSpan& span) {
    edit_->goTo(span);
    edit_->highlight({span});
  });
  connect(results_, &PatternResults::fixWanted, this,
          [this](const Fix& fix) { setText(qs(apply_fix(ss(edit_->text()), fix)), qs(fix.title)); });
  connect(results_, &PatternResults::trialWanted, this, &PatternsPanel::trialWanted);
  connect(offload_, &OffloadPage::addWanted, this, [this](const QString& line) {
    const QString text = edit_->text();
    setText(text + (text.isEmpty() || text.endsWith(QLatin1Char('\n')) ? QString() : QStringLiteral("\n")) + line +
                QLatin1Char('\n'),
            line);
  });
  connect(tables_, &QTabBar::currentChanged, this, &PatternsPanel::showTable);
}

// ── the text ─────────────────────────────────────────────────────────────────────────────────────────────────────

// Matched at once; the document has it after a pause.
void PatternsPanel::typed() {
  files_[static_cast<size_t>(shown_)].text = edit_->text();
  nameTables();
  pause_.start();
  match();
}

// A change of its own: nothing that was typed before or is typed later belongs to it.
void PatternsPanel::setText(const QString& text, const QString& label) {
  workspace::Document* document = workbench_.session().document();
  const auto apart = [document] {
    if (document) document->history().go(document->history().current().id);
  };
  if (pause_.isActive()) {
    pause_.stop();
    workbench_.session().setPatterns(edit_->text(), this);
  }
  apart();
  edit_->setTable(text);
  files_[static_cast<size_t>(shown_)].text = text;
  nameTables();
  workbench_.session().setPatterns(text, this);
  apart();
  Q_EMIT workbench_.message(label);
  match();
}

void PatternsPanel::documentChanged() {
  pause_.stop();
  view_.reset();
  before_.reset();
  matched_.clear();
  changes_.clear();
  state_->clear();
  workbench_.jobs().cancel(kMatch);
  workbench_.jobs().cancel(kFixes);
  choicesChanged();
}

// Undo, or a project that was opened: the text follows. A table that was in front then is so again.
void PatternsPanel::choicesChanged() {
  setEnabled(workbench_.session().model() != nullptr);
  const QString text =
      workbench_.session().document() ? qs(workbench_.session().document()->choices().patterns) : QString();
  if (text == edit_->text() || pause_.isActive()) return;
  const auto same =
      std::find_if(files_.begin(), files_.end(), [&](const TableFile& file) { return file.text == text; });
  if (same != files_.end()) shown_ = static_cast<int>(same - files_.begin());
  files_[static_cast<size_t>(shown_)].text = text;
  edit_->setTable(text);
  nameTables();
  match();
}

void PatternsPanel::move(bool up) {
  int line = 0;
  const std::optional<std::string> moved = workspace::move_statement(ss(edit_->text()), edit_->currentLine(), up, line);
  if (moved) edit_->replaceTable(qs(*moved), line);
}

bool PatternsPanel::applyFix(const Diagnostic& diagnostic, const Fix& fix) {
  if (!goToPlace(diagnostic)) return false;
  setText(qs(apply_fix(ss(edit_->text()), fix)), qs(fix.title));
  return true;
}

bool PatternsPanel::goToPlace(const Diagnostic& diagnostic) {
  if (!view_ || std::ranges::find(view_->diagnostics, diagnostic) == view_->diagnostics.end()) return false;
  if (!diagnostic.where.empty()) edit_->goTo(diagnostic.where.front().span);
  edit_->setFocus();
  return true;
}

// ── files ────────────────────────────────────────────────────────────────────────────────────────────────────────

void PatternsPanel::nameTables() {
  const QSignalBlocker quiet(tables_);
  while (tables_->count() < static_cast<int>(files_.size())) tables_->addTab(QString());
  for (size_t i = 0; i < files_.size(); ++i) {
    const TableFile& file = files_[i];
    const QString name = file.path.isEmpty() ? tr("Of the project") : QFileInfo(file.path).fileName();
    const bool changed = !file.path.isEmpty() && file.text != file.saved;
    tables_->setTabText(static_cast<int>(i), changed ? name + QLatin1Char('*') : name);
    tables_->setTabToolTip(static_cast<int>(i), plain_tip(file.path.isEmpty() ? tr("Kept in the project") : file.path));
  }
  tables_->setCurrentIndex(shown_);
  tables_->setVisible(files_.size() > 1 || !files_.front().path.isEmpty());
}

void PatternsPanel::showTable(int index) {
  if (index < 0 || index == shown_) return;
  if (pause_.isActive()) {  // what was typed in the other one
    pause_.stop();
    workbench_.session().setPatterns(edit_->text(), this);
  }
  shown_ = index;
  setText(files_[static_cast<size_t>(index)].text, {});
}

QString PatternsPanel::tablePath() const {
  return files_[static_cast<size_t>(shown_)].path;
}

bool PatternsPanel::openTable(const QString& path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  const Result<std::string> read = read_whole_file(ss(path));
  workbench_.session().report(QStringLiteral("table file"), read.diagnostics);
  if (!read.value) return false;
  const QString text = qs(*read.value);
  auto known = std::find_if(files_.begin(), files_.end(), [&](const TableFile& file) { return file.path == absolute; });
  if (known == files_.end()) known = files_.insert(files_.end(), {absolute, text, text});
  // An empty table of the project's gives its place to the file.
  if (files_.size() == 2 && files_.front().path.isEmpty() && files_.front().text.trimmed().isEmpty()) {
    files_.erase(files_.begin());
    const QSignalBlocker quiet(tables_);
    if (tables_->count() > 1) tables_->removeTab(0);
    known = files_.begin();
  }
  shown_ = static_cast<int>(known - files_.begin());
  setText(known->text, tr("Opened %1").arg(QFileInfo(path).fileName()));
  return true;
}

bool PatternsPanel::saveTable(const QString& path) {
  TableFile& file = files_[static_cast<size_t>(shown_)];
  const Diagnostics wrong = write_whole_file(ss(path), ss(edit_->text()));
  workbench_.session().report(QStringLiteral("table file"), wrong);
  if (has_errors(wrong)) return false;
  file = {QFileInfo(path).absoluteFilePath(), edit_->text(), edit_->text()};
  nameTables();
  Q_EMIT workbench_.message(tr("Saved %1").arg(path));
  return true;
}

// ── matching ─────────────────────────────────────────────────────────────────────────────────────────────────────

// One at a time: what is typed meanwhile is matched when that one ends.
void PatternsPanel::match() {
  const auto graph = workbench_.session().graph();
  again_ = false;
  if (!graph || edit_->text().trimmed().isEmpty()) {
    workbench_.jobs().cancel(kMatch);
    matched_.clear();
    return take(nullptr);
  }
  if (workbench_.jobs().busy(kMatch)) {
    again_ = true;
    return;
  }
  using View = std::shared_ptr<const workspace::PatternView>;
  workbench_.jobs().run<View>(
      kMatch, tr("Matching patterns"), this,
      [graph, text = ss(edit_->text())](const CancelToken&) {
        return std::make_shared<const workspace::PatternView>(workspace::compute_patterns(*graph, text));
      },
      [this, graph, text = ss(edit_->text())](View view) {
        if (workbench_.session().graph() != graph) return match();
        graph_ = graph;
        matched_ = text;
        take(std::move(view));
        if (again_) match();
      });
}

QString PatternsPanel::text() const {
  return edit_->text();
}

QString PatternsPanel::changes() const {
  return changes_;
}

void PatternsPanel::take(std::shared_ptr<const workspace::PatternView> view) {
  before_ = std::exchange(view_, std::move(view));
  const auto graph = view_ ? graph_ : nullptr;
  const Diagnostics found = view_ ? view_->diagnostics : Diagnostics();
  workbench_.session().report(QStringLiteral("patterns"), found);
  edit_->setDiagnostics(found);
  results_->setView(graph, view_);
  offload_->setTable(graph, view_ ? matched_ : std::string());
  rewrite_->setTable(graph, view_ ? matched_ : std::string(), view_.get());
  markLines();
  if (before_ && view_) changes_ = qs(workspace::difference(*before_, *view_));
  if (!changes_.isEmpty()) {
    state_->setText(state_->fontMetrics().elidedText(changes_, Qt::ElideRight, state_->width()));
    state_->setToolTip(plain_tip(tr("Matches that the last edit gained and lost: %1").arg(changes_)));
  }
  std::vector<NamedNodes> composites;
  if (view_)
    for (const pattern::Composite& each : view_->composites.list) composites.push_back({qs(each.name), each.nodes});
  Q_EMIT compositesFound(composites);
  if (view_) findFixes();
}

// They are tried on the model, which takes longer than a key may.
void PatternsPanel::findFixes() {
  using View = std::shared_ptr<const workspace::PatternView>;
  if (view_->composites.near_misses.empty()) return workbench_.jobs().cancel(kFixes);
  workbench_.jobs().run<View>(
      kFixes, tr("Looking for fixes of patterns"), this,
      [graph = graph_, text = matched_, view = view_](const CancelToken& cancel) {
        auto with_fixes = std::make_shared<workspace::PatternView>(*view);
        if (!cancel.cancelled()) workspace::add_pattern_fixes(*graph, text, *with_fixes);
        return View(std::move(with_fixes));
      },
      [this, of = view_](View view) {
        if (view_ != of) return;
        view_ = view;
        results_->setFixes(std::move(view));
      });
}

void PatternsPanel::markLines() {
  std::map<int, QString> marked;
  for (size_t i = 0; view_ && i < view_->lines.size(); ++i) {
    const workspace::PatternLine& line = view_->lines[i];
    if (line.rule || line.matches > 0) continue;
    QStringList takers;
    size_t taken = 0;
    for (const auto& [name, count] : line.taken_by) {
      takers << qs(name);
      taken += count;
    }
    marked[line.at.line] = taken > 0
                               ? tr("Takes nothing: %1 take(s) all %n place(s) first", nullptr, static_cast<int>(taken))
                                     .arg(takers.join(QStringLiteral(", ")))
                               : tr("Takes nothing in this model");
  }
  edit_->markLines(marked);
}

// ── both ways ────────────────────────────────────────────────────────────────────────────────────────────────────

// The innermost piece under the pointer.
void PatternsPanel::hoverPiece(int line, int column) {
  const workspace::PatternPiece* inner = nullptr;
  for (size_t i = 0; line > 0 && view_ && i < view_->pieces.size(); ++i) {
    const TextSpan& span = view_->pieces[i].span;
    if (span.line != line || column < span.column || column >= span.column + span.length) continue;
    if (!inner || span.length < inner->span.length) inner = &view_->pieces[i];
  }
  edit_->highlight(inner ? std::vector{inner->span} : std::vector<TextSpan>());
  Q_EMIT nodesHovered(inner ? inner->nodes : std::vector<NodeId>());
}

void PatternsPanel::hoverNode(NodeId node) {
  std::vector<TextSpan> spans;
  for (size_t i = 0; node.valid() && view_ && i < view_->pieces.size(); ++i)
    if (std::ranges::find(view_->pieces[i].nodes, node) != view_->pieces[i].nodes.end())
      spans.push_back(view_->pieces[i].span);
  edit_->highlight(spans);
}

void PatternsPanel::selectionChanged(const Selection& selection) {
  hoverNode(selection.kind == Selection::Kind::Node ? selection.node : NodeId());
}

}  // namespace nw::views
