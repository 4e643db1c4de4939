// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/kernel_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "kernel/bounds_page.h"
#include "kernel/diff_view.h"
#include "kernel/drop_place.h"
#include "kernel/guidance.h"
#include "kernel/line_selection.h"
#include "kernel/loop_tree_view.h"
#include "kernel/nest_view.h"
#include "kernel/next_steps_page.h"
#include "kernel/preview_worker.h"
#include "kernel/script_editor.h"
#include "kernel/script_find_bar.h"
#include "kernel/sizes_bar.h"
#include "kernel/step_bar.h"
#include "models/loop_tree_model.h"
#include "models/window_words.h"
#include "script/naming_lines.h"
#include "script/step_lines.h"

namespace nw::views {

KernelView::KernelView(const ActiveTarget& target, QWidget* parent) : QWidget(parent), target_(target) {
  state_.target = facts_hash(target_.facts);
  build();
  connectFaces();
  // In a separate event, before any preview's: together they would block the window for longer than a frame.
  QMetaObject::invokeMethod(this, &KernelView::buildDetails, Qt::QueuedConnection);
}

KernelView::~KernelView() = default;

bool KernelView::canFoldComputation() const {
  return editor_->canFoldComputation();
}

bool KernelView::isComputationFolded() const {
  return editor_->isComputationFolded();
}

void KernelView::toggleComputation() {
  editor_->setComputationFolded(!editor_->isComputationFolded());
}

bool KernelView::isScriptWrapped() const {
  return editor_->isWrapped();
}

void KernelView::toggleWrap() {
  Q_EMIT editor_->wrapWanted(!editor_->isWrapped());
}

// In proportion: room that is left over would go by the stretch factors.
static void share_width(QSplitter* columns, QList<int> sizes) {
  const int all = std::max(1, std::accumulate(sizes.begin(), sizes.end(), 0));
  for (int& size : sizes) size = size * columns->width() / all;
  columns->setSizes(sizes);
}

void KernelView::setFourthColumn(QWidget* face) {
  auto* columns = static_cast<QSplitter*>(faces_);
  if (!face) return share_width(columns, three_columns_);
  columns->insertWidget(3, face);
  columns->setStretchFactor(3, 4);
  share_width(columns, four_columns_);
  face->show();
}

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
  tree_ = new LoopTreeView(tree_model_, target_.facts, left);
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
  details_->setObjectName(QStringLiteral("details"));  // more tabs than elsewhere, in less space
  details_->setDocumentMode(true);
  details_->tabBar()->setAccessibleName(tr("Details of the kernel"));
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
  faces->setSizes(three_columns_);
  connect(faces, &QSplitter::splitterMoved, this,
          [this, faces] { (faces->count() > 3 ? four_columns_ : three_columns_) = faces->sizes(); });

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
  next_page_ = new NextStepsPage(target_.facts, pages);
  next_ = next_page_->list();
  explained_ = new Explained(pages);
  diff_ = new DiffView(pages);
  details_->addTab(next_page_, tr("Next steps"));
  details_->addTab(explained_, tr("In prose"));
  details_->addTab(diff_, tr("Changes"));
  connectDetails();
}

void KernelView::connectDetails() {
  connect(bounds_->table(), &BoundsView::selected, this, [this](const KernelSelection& s) {
    select(preview() ? with_its_loops(*preview(), s) : s, bounds_->table());
  });
  connect(tree_, &LoopTreeView::candidatesChanged, this, [this] {
    const auto shown = tree_model_->sharedPreview();
    const bool pending = tree_->currentIndex().isValid() && tree_->candidates().empty() && shown && !shown->tvmscript;
    next_->setCandidates(shown, pending ? std::nullopt : std::optional(tree_->candidates()), sizes_->values());
  });
  connect(next_, &NextSteps::changeWanted, this,
          [this](const script::TextChange& change) { applyGesture(script::TextChange(change)); });
  connect(next_, &NextSteps::loopWanted, this, [this](StageId stage, AxisId axis) { select({stage, axis, 0}, next_); });
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
            if (state_.faces_outdated) presentRest();  // they are of that preview
            state_.figures = figures;
            if (tree_model_->setFigures(figures)) tree_->fitColumns();
            if (preview() && preview()->nest) nest_->setFigures(figures);
            showLoop();
            Q_EMIT previewChanged();
          });
  connect(worker_, &PreviewWorker::fixesReady, this, [this](const Diagnostics& with_fixes) {
    state_.diagnostics = with_fixes;
    Q_EMIT diagnosticsChanged();
  });
  connect(sizes_, &SizesBar::changed, this, [this] {
    tree_->setSizes(sizes_->values());
    state_.heats.clear();  // it was another amount of work
    state_.other_heats.clear();
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
    if (preview()) select(selection_of_line(*preview(), line), editor_);
    state_.follows_caret = true;
  });
  connect(nest_, &NestView::selected, this, [this](const KernelSelection& s) { select(s, nest_); });
  connect(tree_, &LoopTreeView::selected, this, [this](const KernelSelection& s) { select(s, tree_); });
  connect(tree_, &LoopTreeView::gesture, this, &KernelView::applyGesture);
  connect(tree_, &LoopTreeView::refused, this, &KernelView::message);
  connect(tree_, &LoopTreeView::previewed, this, [this](const script::TextChange& change) {
    state_.try_change(steps_->stopAfterLine() > 0 ? change.line : 0);
    kernel::PreviewOptions options;
    options.stop_after_line = state_.stop_after_line;
    worker_->request(change.text, options, sizes_->values());
  });
  connect(tree_, &LoopTreeView::previewEnded, this, [this] {
    if (state_.end_trying()) request(script().toStdString());
  });
  connect(steps_, &StepBar::scrubbed, this, [this](int, int line) {
    request(script().toStdString(), Against::StepBefore);
    editor_->lightLine(line);
  });
}

// Rules and bounds are those of the new target at once; figures and advice come with them, as after a key.
void KernelView::setTarget(const ActiveTarget& target) {
  target_ = target;
  state_.show_target(facts_hash(target_.facts));
  worker_->setTarget(target_);
  tree_->setMachine(target_.facts);
  if (next_) next_->setTarget(target_.facts);
  if (state_.opened) request(script().toStdString());
}

void KernelView::setTitle(const QString& title, const QString& detail) {
  title_->setText(title);
  detail_->setText(detail);
}

void KernelView::setScript(const QString& text) {
  if (state_.opened && text == editor_->text()) return;
  const bool first = state_.open_script(editor_->text().isEmpty());
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
  return preview() && worker_->idle() && !state_.faces_outdated && next_->settled() && diff_->settled();
}

void KernelView::request(const std::string& text, Against against) {
  state_.request(text, steps_->stopAfterLine());
  kernel::PreviewOptions options;
  options.stop_after_line = state_.stop_after_line;
  worker_->request(text, options, sizes_->values(), against == Against::StepBefore);
}

void KernelView::present(const Shown& shown) {
  state_.present(shown.preview, shown.steps, shown.before.get());
  const QString wrong = preview()->nest ? QString() : whatIsWrong();
  if (state_.keeps_nest() && nest_->lineCount() > 0)
    nest_->setNote(wrong.isEmpty() ? tr("The loop nest of the text before.")
                                   : tr("The loop nest of the text before: %1").arg(wrong));
  else
    nest_->setNest(state_.preview, state_.changed_lines(), refusedNote(), wrong);
  // The nest is what the hand waits for: it is painted at once, the other faces come right after.
  nest_->viewport()->repaint();
  rest_->start(0);
}

void KernelView::presentRest() {
  rest_->stop();
  state_.faces_presented();
  tree_->restore(tree_model_->setPreview(state_.preview), state_.typing);
  switch (state_.follows()) {
    case KernelViewState::Follows::Caret:
      select(selection_of_line(*preview(), editor_->currentLine()), editor_);
      break;
    case KernelViewState::Follows::Selection:
      followSelection();
      break;
    case KernelViewState::Follows::Nothing:
      break;
  }
  if (!state_.trying) followPins();
  showHeat();
  std::vector<std::string> sizes;
  for (const tir::Var& var : preview()->program.size_vars) sizes.push_back(var->name);
  sizes_->setNames(sizes);
  presentDetails();
  editor_->setReadOnly(preview()->tvmscript != nullptr);
  if (!state_.trying) {
    editor_->setDiagnostics(preview()->diagnostics);
    showLeftOut();
    steps_->setSteps(state_.step_lines);
    editor_->setProgram(state_.preview);
  }
  Q_EMIT previewChanged();
}

void KernelView::showLeftOut() {
  const auto [first, last] = state_.left_out(editor_->lines());
  editor_->setLeftOut(first, last);
}

// Where a step leaves nothing of what it was about, what the step made is selected.
void KernelView::followSelection() {
  const int written = state_.take_written_line();
  KernelSelection& selection = state_.selection;
  const KernelSelection now = tree_->followed();
  if (now.stage == selection.stage && now.axis == selection.axis) {
    // The line that shaped it may be another one, or be elsewhere. What was just written stays lit.
    if (now.line == selection.line) return;
    const bool shown = editor_->litLine() == 0 || editor_->litLine() == selection.line;
    selection.line = now.line;
    if (written == 0 && shown) editor_->lightLine(now.line);
    return;
  }
  if (!now.stage.valid() && written > 0)
    if (const KernelSelection made = selection_of_line(*preview(), written); made.stage.valid())
      return select(made, nullptr);
  select(now, now.stage.valid() ? tree_ : nullptr);
}

void KernelView::addHeat(const std::string& script, std::shared_ptr<const kernel::NestHeat> heat,
                         const TargetFacts& ran_on) {
  if (!heat) return;
  const std::string hash = facts_hash(ran_on);
  (hash == state_.target ? state_.heats : state_.other_heats[hash])[script] = std::move(heat);
  if (!state_.faces_outdated) showHeat();
}

void KernelView::restore(Kept kept) {
  state_.heats.merge(kept.heats);
  state_.pins = std::move(kept.pins);
  state_.marks.pins.assign(state_.pins.size(), {});
  if (!preview() || state_.faces_outdated) return;  // they come with the preview
  followPins();
  showHeat();
}

void KernelView::showHeat() {
  const auto heat = state_.heat();
  tree_->setHeat(heat);
  nest_->setHeat(heat);
  if (next_) next_->setHeat(heat);
}

// Hidden details are computed when they become visible.
void KernelView::presentDetails() {
  using Detail = KernelViewState::Detail;
  const QWidget* shown = details_->currentWidget();
  if (shown == diff_ && state_.take_stale(Detail::Changes) && preview()->nest)
    diff_->setNest(state_.preview, script::stop_before_last(state_.step_lines, state_.stop_after_line));
  if (shown == explained_ && state_.take_stale(Detail::Prose)) explained_->setPreview(*preview(), sizes_->values());
  if (shown != bounds_ || !state_.take_stale(Detail::Bounds)) return;
  if (!bounds_model_->setPreview(state_.preview)) return;
  bounds_->table()->fitColumns();
  bounds_->table()->setSelection(selection());
}

// Until the figures of a new nest are known, those of the one before stay.
void KernelView::showLoop() {
  const AxisId axis = selection().axis;
  if (!bounds_ || !preview() || (!figures() && axis.valid())) return;
  const QModelIndex row = tree_model_->find(selection().stage, axis);
  bounds_->setLoop(row.data().toString(), row.isValid() ? state_.figures_of_selection() : nullptr, *preview());
}

QString KernelView::whatIsWrong() const {
  const Diagnostic* error = state_.first_error();
  if (!error) return {};
  const int line = line_of(*error);
  return line > 0 ? tr("line %1: %2").arg(line).arg(window_words(error->message)) : window_words(error->message);
}

QString KernelView::refusedNote() const {
  QStringList lines;
  for (const int line : refused_lines(*preview())) lines << QString::number(line);
  if (lines.isEmpty()) return {};
  return lines.size() == 1 ? tr("Shown without line %1, which does not hold.").arg(lines.first())
                           : tr("Shown without lines %1, which do not hold.").arg(lines.join(QStringLiteral(", ")));
}

void KernelView::select(const KernelSelection& wanted, QObject* from) {
  if (!state_.select(wanted, from == editor_)) return;
  const KernelSelection& selection = state_.selection;
  nest_->setSelection(selection);
  if (from != tree_) tree_->setSelection(selection);
  if (bounds_ && from != bounds_->table()) bounds_->table()->setSelection(selection);
  showLoop();
  editor_->lightLine(from == editor_ ? 0 : selection.line);  // the caret's line needs no other
  if (selection.line > 0 && !editor_->hasFocus()) editor_->ensureLineVisible(selection.line - 1);
  Q_EMIT selectionChanged(selection);
}

void KernelView::hover(const KernelSelection& selection) {
  state_.marks.hovered = selection;
  editor_->hoverLine(selection.line);
  nest_->setMarks(marks());
  tree_->setMarks(marks());
}

void KernelView::togglePin(const KernelSelection& selection) {
  if (!selection.stage.valid() || !preview()) return;
  if (toggle_pin(state_.pins, state_.marks, *preview(), selection) == PinToggled::NoColourLeft)
    return Q_EMIT message(tr("All %1 colours are pinned; unpin one first").arg(KernelMarks::kMaxPins));
  showMarks();
}

// A new text has no marks; pins may be elsewhere in it, or missing until a later one.
void KernelView::followPins() {
  follow_pins(state_.pins, state_.marks, *preview());
  if (!state_.pins.empty()) showMarks();
}

void KernelView::showMarks() {
  std::vector<int> lines;
  for (const KernelSelection& pin : marks().pins) lines.push_back(pin.line);
  editor_->pinLines(lines);
  nest_->setMarks(marks());
  tree_->setMarks(marks());
  Q_EMIT pinned(marks());
}

void KernelView::changedInEditor(const QString& label, bool typing) {
  const QString text = editor_->text();
  state_.edited(typing);
  steps_->follow(QString::fromStdString(state_.requested), text, StepBar::kWhatChanged);
  request(text.toStdString());
  Q_EMIT edited(text, label, typing);
}

// Lines that are written by us end like those that are there.
static QString with_line_ends_of(const QString& former, QString text) {
  if (!former.contains(QStringLiteral("\r\n"))) return text;
  return text.replace(QStringLiteral("\r\n"), QStringLiteral("\n")).replace(QLatin1Char('\n'), QStringLiteral("\r\n"));
}

void KernelView::applyGesture(const Result<script::TextChange>& change) {
  if (!change.value) {
    if (!change.diagnostics.empty()) Q_EMIT message(QString::fromStdString(change.diagnostics.front().message));
    return;
  }
  if (change->line == 0) return;
  // Lines that name axes for a removed step are removed with it.
  const std::string before = editor_->text().remove(QLatin1Char('\r')).toStdString();
  int line = change->line;
  const std::string after = script::without_unused_names(before, change->text, state_.axis_lines, line);
  state_.axis_lines.merge(script::axis_lines_added(before, after));
  const QString text = with_line_ends_of(editor_->text(), QString::fromStdString(after));
  // A step that was taken away has no line to show.
  const bool removed = text.count(QLatin1Char('\n')) < editor_->text().count(QLatin1Char('\n'));
  state_.gesture_written(removed ? 0 : line);
  steps_->follow(editor_->text(), text, line);
  editor_->setScript(text);
  editor_->lightLine(state_.written_line);
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
  state_.fix_applied();
  steps_->follow(editor_->text(), text, StepBar::kWhatChanged);
  editor_->setScript(text);
  request(text.toStdString());
  Q_EMIT edited(text, QString::fromStdString(fix.title), false);
}

}  // namespace nw::views
