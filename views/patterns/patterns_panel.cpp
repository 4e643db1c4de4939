// SPDX-License-Identifier: GPL-3.0-or-later
#include "patterns/patterns_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "common/text.h"
#include "common/workbench.h"
#include "models/html.h"
#include "patterns/offload_page.h"
#include "patterns/pattern_editor.h"
#include "patterns/pattern_results.h"
#include "patterns/rewrite_page.h"
#include "patterns/selection_page.h"
#include "patterns/table_tabs.h"

namespace nw::views {

namespace {
constexpr int kPauseMs = 300;  // after the last key; what is typed until then is one change of the document
const QString kMatch = QStringLiteral("patterns"), kFixes = QStringLiteral("pattern fixes");
}  // namespace

PatternsPanel::PatternsPanel(Workbench& workbench, QWidget* parent) : QWidget(parent), workbench_(workbench) {
  build();
  connectParts();
  tables_->follow({});
  workbench_.addViewer(this);
}

PatternsPanel::~PatternsPanel() {
  workbench_.removeViewer(this);
}

// The tables, and the text of the one in front.
QWidget* PatternsPanel::buildLeft() {
  auto* left = new QWidget;
  tables_ = new TableTabs(left);
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
  auto* column = new QVBoxLayout(left);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(head);
  column->addWidget(edit_, 1);
  left->setMinimumWidth(240);
  return left;
}

void PatternsPanel::build() {
  auto* splitter = new QSplitter(this);
  splitter->addWidget(buildLeft());
  pages_ = new QTabWidget(splitter);
  pages_->tabBar()->setAccessibleName(tr("Pages of the table"));
  pages_->setDocumentMode(true);
  results_ = new PatternResults(pages_);
  offload_ = new OffloadPage(workbench_, pages_);
  rewrite_ = new RewritePage(workbench_, pages_);
  selection_ = new SelectionPage(workbench_, pages_);
  pages_->addTab(results_, tr("Matches"));
  pages_->addTab(offload_, tr("Offloading"));
  pages_->addTab(rewrite_, tr("Rewriting"));
  pages_->addTab(selection_, tr("From selection"));
  pages_->setMinimumWidth(280);
  splitter->setChildrenCollapsible(false);
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
  connect(offload_, &OffloadPage::addWanted, this, [this](const QString& line) { append(line); });
  connect(rewrite_, &RewritePage::applyWanted, this, [this](bool applied) {
    flush();
    workbench_.session().setRules(applied);
  });
  connect(selection_, &SelectionPage::writeWanted, this, [this](const QString& lines) {
    append(lines);
    edit_->setFocus();
  });
  connect(tables_, &TableTabs::frontWanted, this, &PatternsPanel::showTable);
  connect(tables_, &TableTabs::closeWanted, this, &PatternsPanel::closeTable);
}

// ── the text ─────────────────────────────────────────────────────────────────────────────────────────────────────

workspace::Choices PatternsPanel::choices() const {
  const workspace::Document* document = workbench_.session().document();
  workspace::Choices now = document ? document->choices() : workspace::Choices();
  if (pause_.isActive()) now.patterns = ss(edit_->text());
  return now;
}

// Matched at once; the document has it after a pause.
void PatternsPanel::typed() {
  pause_.start();
  tables_->follow(choices());
  match();
}

void PatternsPanel::flush() {
  if (!pause_.isActive()) return;
  pause_.stop();
  workbench_.session().setPatterns(edit_->text(), this);
}

// A change of its own: nothing that was typed before or is typed later belongs to it.
void PatternsPanel::setText(const QString& text, const QString& label) {
  workspace::Document* document = workbench_.session().document();
  const auto apart = [document] {
    if (document) document->end_typing();
  };
  flush();
  apart();
  edit_->setTable(text);
  workbench_.session().setPatterns(text, this);
  apart();
  tables_->follow(choices());
  Q_EMIT workbench_.message(label);
  match();
}

// At the end, as a change of its own; the caret goes there.
void PatternsPanel::append(const QString& lines) {
  const QString text = edit_->text(), added = lines.trimmed();
  const QString gap = text.isEmpty() || text.endsWith(QLatin1Char('\n')) ? QString() : QStringLiteral("\n");
  setText(text + gap + added + QLatin1Char('\n'), added.section(QLatin1Char('\n'), -1));
  const int line = static_cast<int>((text + gap).count(QLatin1Char('\n'))) + 1;
  edit_->goTo({line, 1, 1});
}

void PatternsPanel::documentChanged() {
  pause_.stop();
  view_.reset();
  before_.reset();
  matched_.clear();
  changes_.clear();
  state_->clear();
  tables_->forget();
  workbench_.jobs().cancel(kMatch);
  workbench_.jobs().cancel(kFixes);
  choicesChanged();
}

// Undo, or a project that was opened: text and tabs follow.
void PatternsPanel::choicesChanged() {
  setEnabled(workbench_.session().model() != nullptr);
  if (pause_.isActive()) return;
  const workspace::Choices now = choices();
  tables_->follow(now);
  rewrite_->setApplied(now.rules);
  const QString text = qs(now.patterns);
  if (text == edit_->text()) return;
  edit_->setTable(text);
  match();
}

void PatternsPanel::graphChanged() {
  selection_->setGraph(workbench_.session().graph());
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

void PatternsPanel::patternFrom(const std::vector<NodeId>& nodes, bool more) {
  if (nodes.empty()) return;
  more ? selection_->add(nodes) : selection_->start(nodes);
  pages_->setCurrentWidget(selection_);
}

// ── matching ─────────────────────────────────────────────────────────────────────────────────────────────────────

// A newer text takes the place of one that is still being matched, and nobody waits for fixes of the older.
void PatternsPanel::match() {
  const auto graph = workbench_.session().graph();
  workbench_.jobs().cancel(kFixes);
  if (!graph || edit_->text().trimmed().isEmpty()) {
    workbench_.jobs().cancel(kMatch);
    matched_.clear();
    return take(nullptr);
  }
  using View = std::shared_ptr<const workspace::PatternView>;
  workbench_.jobs().run<View>(
      kMatch, tr("Matching patterns"), this,
      [graph, text = ss(edit_->text()), path = workbench_.session().tableFolderFile(),
       applied = graph != workbench_.session().graphBeforeRules()](const CancelToken& cancel) {
        return std::make_shared<const workspace::PatternView>(
            workspace::compute_patterns(*graph, text, path, cancel, applied));
      },
      [this, graph, text = ss(edit_->text())](View view) {
        if (workbench_.session().graph() != graph) return match();
        graph_ = graph;
        matched_ = text;
        take(std::move(view));
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
  std::map<std::string, size_t> matches;
  for (size_t i = 0; view_ && i < view_->lines.size(); ++i) matches[view_->lines[i].name] = view_->lines[i].matches;
  workbench_.session().notePatternMatches(std::move(matches));
  results_->setView(graph, view_);
  offload_->setTable(graph, view_ ? matched_ : std::string());
  rewrite_->setTable(graph ? workbench_.session().graphBeforeRules() : nullptr, view_ ? matched_ : std::string(),
                     view_.get());
  selection_->setTable(view_ ? matched_ : std::string());
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
      [graph = graph_, view = view_](const CancelToken& cancel) {
        auto with_fixes = std::make_shared<workspace::PatternView>(*view);
        workspace::add_pattern_fixes(*graph, *with_fixes, cancel);
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
    if (line.applied || line.matches > 0) continue;
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
