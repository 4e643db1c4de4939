// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/kernel_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <set>
#include <utility>

#include "kernel/bounds_page.h"
#include "kernel/diff_view.h"
#include "kernel/drop_place.h"
#include "kernel/guidance.h"
#include "kernel/line_selection.h"
#include "kernel/loop_tree_view.h"
#include "kernel/nest_diff.h"
#include "kernel/nest_view.h"
#include "kernel/preview_worker.h"
#include "kernel/script_editor.h"
#include "kernel/script_find_bar.h"
#include "kernel/sizes_bar.h"
#include "kernel/step_bar.h"
#include "models/loop_tree_model.h"
#include "models/window_words.h"
#include "script/naming_lines.h"
#include "script/step_lines.h"
#include "workspace/history.h"

namespace nw::views {

using kernel::KernelPreview;

KernelView::KernelView(const TargetFacts& target, QWidget* parent) : QWidget(parent), target_(target) {
  build();
  connectFaces();
  // In an event of their own, before any preview's: all of it in one would hold the window for longer than a frame.
  QMetaObject::invokeMethod(this, &KernelView::buildDetails, Qt::QueuedConnection);
}

KernelView::~KernelView() = default;

// Every widget is made where it stays: one that moves to another parent is restyled, with all inside it.
void KernelView::build() {
  title_ = new QLabel(this);
  QFont bold = title_->font();
  bold.setWeight(QFont::DemiBold);
  title_->setFont(bold);
  detail_ = new QLabel(this);
  detail_->setForegroundRole(QPalette::PlaceholderText);
  tools_ = new QWidget(this);
  auto* tools_row = new QHBoxLayout(tools_);
  tools_row->setContentsMargins(0, 0, 0, 0);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(12, 8, 12, 8);
  head->setSpacing(12);
  head->addWidget(title_);
  head->addWidget(detail_, 1);
  sizes_ = new SizesBar(this);
  head->addWidget(sizes_);
  head->addWidget(tools_);

  auto* faces = new QSplitter(Qt::Horizontal, this);
  tree_model_ = new LoopTreeModel(this);
  auto* left = new QWidget(faces);
  tree_ = new LoopTreeView(tree_model_, target_, left);
  auto* left_column = new QVBoxLayout(left);
  left_column->setContentsMargins(0, 0, 0, 0);
  left_column->setSpacing(0);
  left_column->addWidget(tree_, 1);
  left_column->addWidget(new DropPlace(tree_, left));
  auto* middle = new QWidget(faces);
  editor_ = new ScriptEditor(middle);
  steps_ = new StepBar(middle);
  auto* middle_column = new QVBoxLayout(middle);
  middle_column->setContentsMargins(0, 0, 0, 0);
  middle_column->setSpacing(0);
  middle_column->addWidget(editor_, 1);
  find_ = new ScriptFindBar(editor_, middle);
  middle_column->addWidget(find_);
  middle_column->addWidget(steps_);

  auto* right = new QSplitter(Qt::Vertical, faces);
  nest_ = new NestView(right);
  details_ = new QTabWidget(right);
  details_->setObjectName(QStringLiteral("details"));  // more tabs than elsewhere, in less room
  details_->setDocumentMode(true);
  right->setChildrenCollapsible(false);
  right->addWidget(nest_);
  right->addWidget(details_);
  right->setStretchFactor(0, 3);
  right->setStretchFactor(1, 2);
  right->setSizes({300, 280});  // also where the tab is shown before the details are made

  faces->setChildrenCollapsible(false);
  left->setMinimumWidth(24 * fontMetrics().averageCharWidth());
  faces->addWidget(left);
  faces->addWidget(middle);
  faces->addWidget(right);
  faces->setStretchFactor(0, 2);
  faces->setStretchFactor(1, 4);
  faces->setStretchFactor(2, 4);
  faces->setSizes({380, 430, 430});

  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(head);
  column->addWidget(faces, 1);
  faces_ = faces;
  worker_ = new PreviewWorker(target_, this);
}

void KernelView::buildDetails() {
  bounds_model_ = new BoundsModel(this);
  QWidget* pages = details_->findChild<QStackedWidget*>(QString(), Qt::FindDirectChildrenOnly);
  bounds_ = new BoundsPage(bounds_model_, pages);
  details_->addTab(bounds_, tr("Bounds"));
  next_ = new NextSteps(target_, pages);
  explained_ = new Explained(pages);
  diff_ = new DiffView(pages);
  details_->addTab(next_, tr("Next steps"));
  details_->addTab(explained_, tr("In prose"));
  details_->addTab(diff_, tr("Changes"));
  connectDetails();
}

void KernelView::connectDetails() {
  connect(bounds_->table(), &BoundsView::selected, this,
          [this](const KernelSelection& s) { select(preview_ ? with_its_loops(*preview_, s) : s, bounds_->table()); });
  connect(tree_, &LoopTreeView::candidatesChanged, this,
          [this] { next_->setCandidates(tree_model_->sharedPreview(), tree_->candidates(), sizes_->values()); });
  connect(next_, &NextSteps::chosen, tree_, &LoopTreeView::take);
  connect(explained_, &Explained::lineWanted, this, [this](int line) {
    KernelSelection at;
    at.line = line;
    select(at, explained_);
  });
}

void KernelView::connectFaces() {
  connect(worker_, &PreviewWorker::ready, this, &KernelView::present);
  rest_ = new QTimer(this);
  rest_->setSingleShot(true);
  connect(rest_, &QTimer::timeout, this, &KernelView::presentRest);
  connect(details_, &QTabWidget::currentChanged, this, &KernelView::presentDetails);
  connect(worker_, &PreviewWorker::figuresReady, this,
          [this](const std::shared_ptr<const kernel::NestFigures>& figures) {
            if (rest_->isActive()) presentRest();  // they are of that preview
            figures_ = figures;
            if (tree_model_->setFigures(figures)) tree_->fitColumns();
            if (preview_ && preview_->nest) nest_->setFigures(figures);
            showLoop();
            Q_EMIT previewChanged();
          });
  connect(worker_, &PreviewWorker::fixesReady, this, [this](const Diagnostics& mended) {
    diagnostics_ = mended;
    Q_EMIT diagnosticsChanged();
  });
  connect(sizes_, &SizesBar::changed, this, [this] {
    tree_->setSizes(sizes_->values());
    heats_.clear();  // it was another amount of work
    request(script().toStdString());
  });
  connect(editor_, &ScriptEditor::findWanted, find_, &ScriptFindBar::open);
  connect(nest_, &NestView::hovered, this, &KernelView::hover);
  connect(tree_, &LoopTreeView::hovered, this, &KernelView::hover);
  connect(nest_, &NestView::pinToggled, this, &KernelView::togglePin);
  connect(tree_, &LoopTreeView::pinToggled, this, &KernelView::togglePin);
  connect(editor_, &ScriptEditor::edited, this, [this] { changedInEditor(tr("typing"), true); });
  connect(editor_, &ScriptEditor::changed, this, [this](const QString& label) { changedInEditor(label, false); });
  connect(editor_, &ScriptEditor::typingEnded, this, &KernelView::typingEnded);
  connect(editor_, &ScriptEditor::lineEntered, this, [this](int line) {
    if (preview_) select(selection_of_line(*preview_, line), editor_);
    by_caret_ = true;
  });
  connect(nest_, &NestView::selected, this, [this](const KernelSelection& s) { select(s, nest_); });
  connect(tree_, &LoopTreeView::selected, this, [this](const KernelSelection& s) { select(s, tree_); });
  connect(tree_, &LoopTreeView::gesture, this, &KernelView::take);
  connect(tree_, &LoopTreeView::refused, this, &KernelView::message);
  connect(tree_, &LoopTreeView::previewed, this, [this](const script::TextChange& change) {
    trying_ = true;
    kernel::PreviewOptions options;
    options.stop_after_line = stopped_ = steps_->stopAfterLine() > 0 ? change.line : 0;
    worker_->request(change.text, options, sizes_->values());
  });
  connect(tree_, &LoopTreeView::previewEnded, this, [this] {
    if (std::exchange(trying_, false)) request(script().toStdString());
  });
  connect(steps_, &StepBar::scrubbed, this, [this](int, int line) {
    request(script().toStdString(), Against::StepBefore);
    editor_->lightLine(line);
  });
}

void KernelView::setTitle(const QString& title, const QString& detail) {
  title_->setText(title);
  detail_->setText(detail);
}

void KernelView::setScript(const QString& text) {
  if (shown_ && text == editor_->text()) return;
  typing_ = false;
  const bool first = !std::exchange(shown_, true) || editor_->text().isEmpty();
  steps_->follow(editor_->text(), text);
  editor_->setScript(text);
  nest_->showFromLeft();
  if (first) editor_->showSchedule();
  request(text.toStdString(), first ? Against::LastEdit : Against::StepBefore);
}

int KernelView::stopAfterLine() const {
  return steps_->stopAfterLine();
}

void KernelView::stopAfterLine(int line) {
  steps_->goTo(line);
}

void KernelView::showReason(const QString& why) {
  faces_->hide();
  auto* reason = new QLabel(why, this);
  reason->setObjectName(QStringLiteral("dim"));
  reason->setAlignment(Qt::AlignCenter);
  reason->setWordWrap(true);
  reason->setMargin(48);
  reason->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  static_cast<QVBoxLayout*>(layout())->addWidget(reason, 1);
}

QString KernelView::script() const {
  return editor_->text();
}

bool KernelView::settled() const {
  return preview_ != nullptr && worker_->idle() && !rest_->isActive() && next_->settled() && diff_->settled();
}

Diagnostics KernelView::diagnostics() const {
  return diagnostics_;
}

void KernelView::request(const std::string& text, Against against) {
  kernel::PreviewOptions options;
  options.stop_after_line = stopped_ = steps_->stopAfterLine();
  asked_ = text;
  worker_->request(text, options, sizes_->values(), against == Against::StepBefore);
}

// After an edit, what it changed; while one types, what was typed last that changed any loop. Elsewhere in the script's
// steps or its history, what the last step shown changed. What is only tried is seen against the script as it is,
// and is nothing to compare with.
std::vector<bool> KernelView::changedLines(const Shown& shown) {
  const KernelPreview& now = *shown.preview;
  const auto same = [](const tir::PrintedLine& a, const tir::PrintedLine& b) { return a.text == b.text; };
  if (!trying_ && now.nest) {
    if (shown.before)
      before_ = *shown.before;
    else if (kept_ && now.text != kept_->text &&
             !(typing_ && std::ranges::equal(now.printed.lines, kept_->printed.lines, same)))
      before_ = kept_->printed;
    kept_ = shown.preview;
  }
  const tir::PrintedNest& against = trying_ && kept_ ? kept_->printed : before_;
  return against.lines.empty() ? std::vector<bool>(now.printed.lines.size(), false)
                               : kernel::changed_lines(against, now.printed);
}

void KernelView::present(const Shown& shown) {
  std::vector<bool> changed = changedLines(shown);
  step_lines_ = shown.steps;
  // What one types is rarely whole: until it is, the nest before stays, and says what keeps it from changing.
  const bool keep_nest = !shown.preview->nest && typing_ && nest_->lineCount() > 0;
  preview_ = shown.preview;
  diagnostics_ = preview_->diagnostics;
  figures_.reset();
  const QString wrong = preview_->nest ? QString() : whatIsWrong();
  if (keep_nest)
    nest_->setNote(wrong.isEmpty() ? tr("The loop nest of the text before.")
                                   : tr("The loop nest of the text before: %1").arg(wrong));
  else
    nest_->setNest(preview_, std::move(changed), noteFor(*preview_), wrong);
  // The nest is what the hand waits for: it is painted at once, the other faces come right after.
  nest_->viewport()->repaint();
  rest_->start(0);
}

void KernelView::presentRest() {
  rest_->stop();
  tree_->restore(tree_model_->setPreview(preview_), typing_);
  if (!trying_ && by_caret_)
    select(selection_of_line(*preview_, editor_->currentLine()), editor_);
  else if (!trying_ && selection_.stage.valid())
    followSelection();
  if (!trying_) followPins();
  showHeat();
  std::vector<std::string> sizes;
  for (const tir::Var& var : preview_->program.size_vars) sizes.push_back(var->name);
  sizes_->setNames(sizes);
  stale_ = {bounds_, explained_, diff_};
  presentDetails();
  if (!trying_) {
    editor_->setDiagnostics(preview_->diagnostics);
    paleWhatIsLeftOut();
    steps_->setSteps(step_lines_);
    editor_->setProgram(preview_);
  }
  Q_EMIT previewChanged();
}

// Steps after the position; the kernel's own line always runs.
void KernelView::paleWhatIsLeftOut() {
  int last = stopped_ > 0 ? editor_->lines() : 0;
  for (const script::Statement& s : preview_->program.statements)
    if (s.part == script::Statement::Part::Kernel) last = std::min(last, s.span.line - 1);
  editor_->setLeftOut(stopped_ > 0 ? stopped_ + 1 : 0, last);
}

// Where a step leaves nothing of what it was about, what the step made is selected.
void KernelView::followSelection() {
  const int written = std::exchange(written_line_, 0);
  const KernelSelection now = tree_->followed();
  if (now.stage == selection_.stage && now.axis == selection_.axis) {
    // The line that shaped it may be another one, or be elsewhere. What was just written stays lit.
    if (now.line == selection_.line) return;
    const bool shown = editor_->litLine() == 0 || editor_->litLine() == selection_.line;
    selection_.line = now.line;
    if (written == 0 && shown) editor_->lightLine(now.line);
    return;
  }
  if (!now.stage.valid() && written > 0)
    if (const KernelSelection made = selection_of_line(*preview_, written); made.stage.valid())
      return select(made, nullptr);
  select(now, now.stage.valid() ? tree_ : nullptr);
}

void KernelView::addHeat(const std::string& script, std::shared_ptr<const kernel::NestHeat> heat) {
  if (!heat) return;
  heats_[script] = std::move(heat);
  if (!rest_->isActive()) showHeat();
}

void KernelView::restore(Kept kept) {
  heats_.merge(kept.heats);
  pins_ = std::move(kept.pins);
  marks_.pins.assign(pins_.size(), {});
  if (!preview_ || rest_->isActive()) return;  // they come with the preview
  followPins();
  showHeat();
}

std::shared_ptr<const kernel::NestHeat> KernelView::heatOf(const std::string& script) const {
  const auto known =
      std::ranges::find_if(heats_, [&script](const auto& heat) { return workspace::same_code(heat.first, script); });
  return known == heats_.end() ? nullptr : known->second;
}

void KernelView::showHeat() {
  const bool whole = preview_ && preview_->nest && stopped_ == 0;
  const std::shared_ptr<const kernel::NestHeat> heat = whole ? heatOf(preview_->text) : nullptr;
  tree_->setHeat(heat);
  nest_->setHeat(heat);
}

// Details out of sight are made when one looks at them.
void KernelView::presentDetails() {
  const QWidget* shown = details_->currentWidget();
  if (!preview_ || std::erase(stale_, shown) == 0) return;
  if (shown == diff_ && preview_->nest) diff_->setNest(preview_, script::stop_before_last(step_lines_, stopped_));
  if (shown == explained_) explained_->setPreview(*preview_, sizes_->values());
  if (shown != bounds_) return;
  if (!bounds_model_->setPreview(preview_)) return;
  bounds_->table()->fitColumns();
  bounds_->table()->setSelection(selection_);
}

// Until the figures of a new nest are known, those of the one before stay.
void KernelView::showLoop() {
  if (!bounds_ || !preview_ || (!figures_ && selection_.axis.valid())) return;
  const kernel::LoopFigures* loop = figures_ && selection_.axis.valid() ? figures_->of_axis(selection_.axis) : nullptr;
  const QModelIndex row = tree_model_->find(selection_.stage, selection_.axis);
  bounds_->setLoop(row.data().toString(), row.isValid() ? loop : nullptr, *preview_);
}

QString KernelView::whatIsWrong() const {
  for (const Diagnostic& d : diagnostics())
    if (d.severity == Severity::Error)
      return line_of(d) > 0 ? tr("line %1: %2").arg(line_of(d)).arg(window_words(d.message)) : window_words(d.message);
  return {};
}

QString KernelView::noteFor(const KernelPreview& preview) const {
  std::set<int> lines;  // refused, about what such a line would have made, or not understood
  for (const script::Statement& s : preview.program.statements)
    if (!s.applied && s.part == script::Statement::Part::Schedule) lines.insert(s.span.line);
  const auto ran = [&](int line) {
    return std::ranges::any_of(preview.program.statements, [line](const script::Statement& s) {
      return s.applied && line >= s.span.line && line <= s.last_line;
    });
  };
  for (const Diagnostic& d : preview.diagnostics)
    if (const int line = line_of(d); d.severity == Severity::Error && line > 0 && !ran(line)) lines.insert(line);
  QStringList out;
  for (const int line : lines) out << QString::number(line);
  if (out.isEmpty()) return {};
  return out.size() == 1 ? tr("Shown without line %1, which does not hold.").arg(out.first())
                         : tr("Shown without lines %1, which do not hold.").arg(out.join(QStringLiteral(", ")));
}

void KernelView::select(const KernelSelection& wanted, QObject* from) {
  by_caret_ = by_caret_ && from == editor_;
  KernelSelection selection = wanted;
  if (selection.line == 0) selection.line = lineOf(selection);
  if (selection == selection_) return;
  selection_ = selection;
  nest_->setSelection(selection);
  if (from != tree_) tree_->setSelection(selection);
  if (bounds_ && from != bounds_->table()) bounds_->table()->setSelection(selection);
  showLoop();
  editor_->lightLine(from == editor_ ? 0 : selection.line);  // the caret's line needs no other
  if (selection.line > 0 && !editor_->hasFocus()) editor_->ensureLineVisible(selection.line - 1);
  Q_EMIT selectionChanged(selection);
}

// The script line of a stage or one of its loops, as the tree has it; 0: none.
int KernelView::lineOf(const KernelSelection& place) const {
  if (!preview_ || !place.stage.valid()) return 0;
  for (const kernel::LoopTreeRow& row : preview_->tree)
    if (row.stage == place.stage && row.axis == place.axis) return row.line;
  return 0;
}

void KernelView::hover(const KernelSelection& selection) {
  marks_.hovered = selection;
  editor_->hoverLine(selection.line);
  nest_->setMarks(marks_);
  tree_->setMarks(marks_);
}

void KernelView::togglePin(const KernelSelection& selection) {
  if (!selection.stage.valid()) return;
  const auto own = std::ranges::find_if(
      marks_.pins, [&](const KernelSelection& pin) { return !pin.empty() && KernelMarks::same(pin, selection); });
  if (own != marks_.pins.end()) {
    pins_[static_cast<size_t>(own - marks_.pins.begin())] = {};
    *own = {};
    return showMarks();
  }
  const auto colour_of = [this](bool parked) {
    size_t i = 0;
    while (i < pins_.size() && !(marks_.pins[i].empty() && pins_[i].empty() != parked)) ++i;
    return i;
  };
  size_t colour = colour_of(false);
  if (colour == pins_.size() && colour == KernelMarks::kMostPins) colour = colour_of(true);
  if (colour == KernelMarks::kMostPins)
    return Q_EMIT message(tr("All %1 colours are pinned; unpin one first").arg(KernelMarks::kMostPins));
  if (colour == pins_.size()) pins_.emplace_back(), marks_.pins.emplace_back();
  pins_[colour] = pinOf(selection);
  marks_.pins[colour] = selection;
  showMarks();
}

KernelView::Pin KernelView::pinOf(const KernelSelection& selection) const {
  Pin pin;
  for (const kernel::LoopTreeRow& row : preview_ ? preview_->tree : std::vector<kernel::LoopTreeRow>()) {
    if (row.stage != selection.stage) continue;
    if (row.kind == kernel::LoopTreeRow::Kind::Stage) pin.stage = row.name;
    if (row.axis.valid() && row.axis == selection.axis) pin.axis = row.hint, pin.name = row.name;
  }
  return pin;
}

// Empty where the loop is gone for now.
KernelSelection KernelView::placeOf(const Pin& pin) const {
  KernelSelection place;
  StageId stage;
  bool named = false;  // by the script's name too
  for (const kernel::LoopTreeRow& row : preview_->tree) {
    if (row.kind == kernel::LoopTreeRow::Kind::Stage) {
      if (row.name != pin.stage) continue;
      stage = row.stage;
      if (pin.axis.empty()) return {row.stage, {}, row.line};
    } else if (stage.valid() && row.stage == stage && row.hint == pin.axis && !named) {
      place = {row.stage, row.axis, row.line};
      named = row.name == pin.name;
    }
  }
  return place;
}

// A new text has no marks, and what is pinned may be elsewhere in it, or be gone until a later one.
void KernelView::followPins() {
  for (size_t i = 0; i < pins_.size(); ++i)
    if (!pins_[i].empty()) marks_.pins[i] = placeOf(pins_[i]);
  if (!pins_.empty()) showMarks();
}

void KernelView::showMarks() {
  std::vector<int> lines;
  for (const KernelSelection& pin : marks_.pins) lines.push_back(pin.line);
  editor_->pinLines(lines);
  nest_->setMarks(marks_);
  tree_->setMarks(marks_);
  Q_EMIT pinned(marks_);
}

void KernelView::changedInEditor(const QString& label, bool typing) {
  const QString text = editor_->text();
  by_caret_ = true;
  typing_ = typing;
  steps_->follow(QString::fromStdString(asked_), text, StepBar::kWhatChanged);
  request(text.toStdString());
  Q_EMIT edited(text, label, typing);
}

// Lines that are written by us end like those that are there.
static QString with_line_ends_of(const QString& former, QString text) {
  if (!former.contains(QStringLiteral("\r\n"))) return text;
  return text.replace(QStringLiteral("\r\n"), QStringLiteral("\n")).replace(QLatin1Char('\n'), QStringLiteral("\r\n"));
}

void KernelView::take(const Result<script::TextChange>& change) {
  if (!change.value) {
    if (!change.diagnostics.empty()) Q_EMIT message(QString::fromStdString(change.diagnostics.front().message));
    return;
  }
  if (change->line == 0) return;
  by_caret_ = typing_ = false;
  // What a step that is gone had named its axes for is gone with it.
  const std::string before = editor_->text().remove(QLatin1Char('\r')).toStdString();
  int line = change->line;
  const std::string after = script::without_unused_names(before, change->text, axis_lines_, line);
  axis_lines_.merge(script::axis_lines_added(before, after));
  const QString text = with_line_ends_of(editor_->text(), QString::fromStdString(after));
  // A step that was taken away has no line to show.
  written_line_ = text.count(QLatin1Char('\n')) < editor_->text().count(QLatin1Char('\n')) ? 0 : line;
  steps_->follow(editor_->text(), text, line);
  editor_->setScript(text);
  editor_->lightLine(written_line_);
  request(text.toStdString());
  Q_EMIT edited(text, QString::fromStdString(change->label), false);
}

void KernelView::find() {
  find_->open();
}

void KernelView::findNext(bool forward) {
  if (find_->isVisible())
    find_->step(forward);
  else
    find_->open();
}

void KernelView::goToLine(int line) {
  editor_->setCursorPosition(line - 1, 0);
  editor_->setFocus();
  editor_->lightLine(line);
}

void KernelView::applyFix(const Fix& fix) {
  const QString text = with_line_ends_of(script(), QString::fromStdString(apply_fix(script().toStdString(), fix)));
  typing_ = false;
  steps_->follow(editor_->text(), text, StepBar::kWhatChanged);
  editor_->setScript(text);
  request(text.toStdString());
  Q_EMIT edited(text, QString::fromStdString(fix.title), false);
}

}  // namespace nw::views
