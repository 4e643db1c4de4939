// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/loop_tree_view.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <algorithm>

#include "common/shaped_text.h"
#include "common/word_cells.h"

namespace nw::views {

using schedule::Primitive;

using advise::Candidate;
using edit::Gestures;
using kernel::LoopTreeRow;

namespace {
constexpr int kIndent = 9, kLeastIndent = 6;  // nests are deep: the order says more than the distance
constexpr int kKindLetters = 12;              // a longer word is the name of a pragma
}  // namespace

LoopTreeView::LoopTreeView(LoopTreeModel* model, const TargetFacts& machine, QWidget* parent)
    : QTreeView(parent), model_(model), machine_(machine), colors_(KernelColors::from(palette())) {
  setModel(model);
  setAccessibleName(tr("Loop tree"));
  setFrameShape(QFrame::NoFrame);
  setDragDropMode(InternalMove);
  setDropIndicatorShown(false);  // drawn by the rows themselves
  setAutoExpandDelay(-1);
  setSelectionBehavior(SelectRows);
  setSelectionMode(ExtendedSelection);  // loops of one stage are moved together
  setUniformRowHeights(true);
  setIndentation(kIndent);
  setExpandsOnDoubleClick(false);
  header()->setStretchLastSection(false);
  header()->setSectionResizeMode(LoopTreeModel::NameColumn, QHeaderView::Stretch);
  for (int column = LoopTreeModel::ExtentColumn; column < LoopTreeModel::ColumnCount; ++column)
    header()->setSectionResizeMode(column, QHeaderView::Fixed);  // fitted by us
  setColumnHidden(LoopTreeModel::TimeColumn, true);
  setItemDelegate(new WordCells(this));
  setItemDelegateForColumn(LoopTreeModel::TimeColumn, timeCell());
  setMouseTracking(true);
  rest_.setSingleShot(true);
  rest_.setInterval(80);
  connect(&rest_, &QTimer::timeout, this, &LoopTreeView::findCandidates);
  connect(this, &QTreeView::entered, this, [this](const QModelIndex& index) {
    if (const LoopTreeRow* row = model_->row(index)) Q_EMIT hovered({row->stage, row->axis, row->line});
  });
  connect(this, &QTreeView::collapsed, this, [this](const QModelIndex& index) {
    if (const LoopTreeRow* row = model_->row(index)) folded_.insert(placeOf(*row));
  });
  connect(this, &QTreeView::expanded, this, [this](const QModelIndex& index) {
    if (const LoopTreeRow* row = model_->row(index)) folded_.erase(placeOf(*row));
  });
  connect(this, &QTreeView::viewportEntered, this, [this] { Q_EMIT hovered({}); });
  connect(this, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
    if (index.column() == LoopTreeModel::KindColumn || !index.data(LoopTreeModel::IsAxisRole).toBool())
      openKinds(index);
    else
      splitChips(index.column() == LoopTreeModel::ExtentColumn ? FactorChips::Says::Parts : FactorChips::Says::Factor);
  });
}

Gestures LoopTreeView::gestures() const {
  return Gestures(model_->preview()->text, model_->preview()->program);
}

void LoopTreeView::restore(bool same_rows, bool typing) {
  typing_ = typing;
  const std::vector<AxisId> axes = std::move(offered_together_);
  restoring_ = true;
  const std::set<FoldedPlace> folded = folded_;
  if (!same_rows) expandAll();
  fitColumns();
  const bool same = model_->stageName(selection_.stage) == selected_stage_;
  const StageId stage = same ? selection_.stage : model_->stageNamed(selected_stage_);
  const QModelIndex now = stage.valid() ? model_->follow(stage, same ? selection_.axis : AxisId()) : QModelIndex();
  makeCurrent(now);
  for (const AxisId axis : axes)
    if (const QModelIndex index = model_->find(stage, axis); index.isValid())
      selectionModel()->select(index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
  folded_ = folded;  // unfolded by the selection inside
  fold();
  restoring_ = false;
  requestCandidates();
}

// Whatever keys are held: with Ctrl, as in Ctrl+Z, the view's own way takes a selected row out of the selection.
void LoopTreeView::makeCurrent(const QModelIndex& index) {
  selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  if (index.isValid()) scrollTo(index);
}

// Folded rows stay folded, also if they disappear for a while: a script being typed has fewer loops.
void LoopTreeView::fold() {
  for (const LoopTreeRow& row : model_->preview() ? model_->preview()->tree : std::vector<LoopTreeRow>())
    if (folded_.contains(placeOf(row))) collapse(model_->find(row.stage, row.axis));
}

LoopTreeView::FoldedPlace LoopTreeView::placeOf(const LoopTreeRow& row) const {
  return {model_->stageName(row.stage), row.hint};
}

void LoopTreeView::setSelection(const KernelSelection& selection) {
  selection_ = selection;
  selected_stage_ = model_->stageName(selection.stage);
  const bool outer = std::exchange(restoring_, true);
  const QModelIndex index = selection.stage.valid() ? model_->find(selection.stage, selection.axis) : QModelIndex();
  makeCurrent(index);
  for (const AxisId axis : selection.also)
    if (const QModelIndex other = model_->find(selection.stage, axis); other.isValid())
      selectionModel()->select(other, QItemSelectionModel::Select | QItemSelectionModel::Rows);
  restoring_ = outer;
  if (!outer) requestCandidates();
}

KernelSelection LoopTreeView::selection() const {
  return selection_;
}

KernelSelection LoopTreeView::followed() const {
  const LoopTreeRow* row = model_->row(currentIndex());
  if (!selection_.stage.valid() || model_->rowCount() == 0) return selection_;  // nothing is there to tell by
  return row ? KernelSelection{row->stage, row->axis, row->line} : KernelSelection{};
}

void LoopTreeView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTreeView::currentChanged(current, previous);
  if (restoring_) return;
  const LoopTreeRow* row = model_->row(current);
  selection_ = row ? KernelSelection{row->stage, row->axis, row->line} : KernelSelection{};
  selected_stage_ = model_->stageName(selection_.stage);
  requestCandidates();
  Q_EMIT selected(selection_);
}

void LoopTreeView::selectionChanged(const QItemSelection& now, const QItemSelection& before) {
  QTreeView::selectionChanged(now, before);
  if (restoring_) return;
  // A click where nothing is: then nothing is selected in the other faces either.
  if (selectionModel()->selectedRows().isEmpty() && currentIndex().isValid()) return setCurrentIndex({});
  requestCandidates();
  // Of several loops all are lit in the other faces.
  std::vector<AxisId> also = together();
  std::erase(also, selection_.axis);
  if (also == selection_.also) return;
  selection_.also = std::move(also);
  Q_EMIT selected(selection_);
}

std::vector<AxisId> LoopTreeView::together() const {
  const LoopTreeRow* current = model_->row(currentIndex());
  if (!current || !model_->preview()->program.schedule) return {};
  std::vector<AxisId> axes;
  for (const QModelIndex& index : selectionModel()->selectedRows()) {
    const LoopTreeRow* row = model_->row(index);
    if (!row || row->stage != current->stage || row->kind != LoopTreeRow::Kind::Axis) return {};
    axes.push_back(row->axis);
  }
  if (axes.size() < 2) return {};
  std::vector<AxisId> order = model_->preview()->program.schedule->stage(current->stage).leaf;
  std::erase_if(order, [&](AxisId axis) { return std::find(axes.begin(), axes.end(), axis) == axes.end(); });
  return order;
}

std::optional<LoopTreeView::Target> LoopTreeView::target() const {
  const LoopTreeRow* row = model_->row(currentIndex());
  if (!row || !model_->preview()->program.schedule) return std::nullopt;
  return Target{row->stage, row->axis, extentOf(row->stage, row->axis)};
}

// Nothing where it is no number.
std::optional<qint64> LoopTreeView::extentOf(StageId stage, AxisId axis) const {
  const LoopTreeRow* row = model_->row(model_->find(stage, axis));
  bool constant = false;
  const qint64 extent = row ? QString::fromStdString(row->extent).toLongLong(&constant) : 0;
  return constant ? std::optional(extent) : std::nullopt;
}

// ── legal steps ────────────────────────────────────────────────────────────────────────────────────────────────

QString LoopTreeView::whyFixed() const {
  const kernel::KernelPreview* shown = model_->preview();
  return shown && shown->tvmscript ? tr("TVMScript says its loops itself: open a TE script to shape them") : QString();
}

void LoopTreeView::requestCandidates() {
  const auto at = whyFixed().isEmpty() ? target() : std::nullopt;
  const kernel::KernelPreview* preview = model_->preview();
  const KernelSelection subject = at ? KernelSelection{at->stage, at->axis, 0} : KernelSelection{};
  std::vector<AxisId> axes = together();
  if (offered_for_ == preview && offered_of_ == subject && offered_together_ == axes) return;
  offered_together_ = axes;
  offered_for_ = preview;
  offered_of_ = subject;
  candidates_.clear();
  moves_.clear();
  Q_EMIT candidatesChanged();
  rest_.stop();
  if (!at) return jobs_.cancelAll();
  jobs_.cancel(QStringLiteral("offers"));
  typing_ ? rest_.start() : findCandidates();
}

void LoopTreeView::findCandidates() {
  const auto at = target();
  if (!at) return;
  using Known = std::pair<std::vector<Candidate>, std::vector<Candidate>>;
  jobs_.run<Known>(
      QStringLiteral("offers"), tr("What is legal"), this,
      [shown = model_->sharedPreview(), stage = at->stage, axis = at->axis,
       axes = offered_together_](const CancelToken& cancel) {
        Known all{advise::candidates(*shown, stage, axis, cancel), {}};
        if (!axes.empty()) all.second = advise::moves(*shown, stage, axes, cancel);
        if (!axis.valid()) {  // a stage's next steps are those of its loops too
          for (const AxisId loop : shown->program.schedule->stage(stage).leaf) {
            std::vector<Candidate> of_loop = advise::candidates(*shown, stage, loop, cancel);
            std::move(of_loop.begin(), of_loop.end(), std::back_inserter(all.first));
          }
          return all;
        }
        std::vector<Candidate> of_stage = advise::candidates(*shown, stage, {}, cancel);
        std::move(of_stage.begin(), of_stage.end(), std::back_inserter(all.first));
        return all;
      },
      [this](Known candidates) {
        candidates_ = std::move(candidates.first);
        moves_ = std::move(candidates.second);
        viewport()->update();
        notifyOutside();
        Q_EMIT candidatesChanged();
      });
}

const Candidate* LoopTreeView::find(Primitive primitive, StageId stage, AxisId axis) const {
  for (const Candidate& candidate : candidates_)
    if (candidate.primitive == primitive &&
        (!stage.valid() || (candidate.at_stage == stage && candidate.at_axis == axis)))
      return &candidate;
  return nullptr;
}

void LoopTreeView::take(const Candidate& candidate) {
  if (candidate.legal)
    Q_EMIT gesture(gestures().write(candidate.edit));
  else
    Q_EMIT refused(QString::fromStdString(candidate.why_not));
}

void LoopTreeView::setHeat(std::shared_ptr<const kernel::NestHeat> heat) {
  const bool had = model_->hasHeat();
  model_->setHeat(std::move(heat));
  if (had || model_->hasHeat()) fitColumns();
}

void LoopTreeView::setSizes(std::map<std::string, int64_t> sizes) {
  sizes_ = std::move(sizes);
  measured_text_.clear();  // extents are numbers now, or formulas again
}

void LoopTreeView::setMarks(const KernelMarks& marks) {
  marks_ = marks;
  viewport()->update();
}

void LoopTreeView::leaveEvent(QEvent* event) {
  QTreeView::leaveEvent(event);
  Q_EMIT hovered({});
}

void LoopTreeView::resizeEvent(QResizeEvent* event) {
  QTreeView::resizeEvent(event);
  fitColumns();
}

void LoopTreeView::forgetWidths() {
  wanted_.fill(0);
  kind_word_ = extent_cells_ = 0;
}

// By all rows, in sight or folded: folding or scrolling moves no column. While steps of one script are gone through no
// column gets narrower, nor comes or goes.
void LoopTreeView::measureColumns() {
  using Model = LoopTreeModel;
  const kernel::KernelPreview* preview = model_->preview();
  const std::string text = preview ? preview->text : std::string();
  if (text != measured_text_) forgetWidths();
  measured_text_ = text;
  const int letter = fontMetrics().averageCharWidth();
  QStyleOptionViewItem option;
  initViewItemOption(&option);
  const QModelIndex first = model_->index(0, 0);
  const int around =
      first.isValid()
          ? std::max(0, itemDelegate()->sizeHint(option, first).width() - text_width(font(), first.data().toString())) +
                2
          : 2 * letter;
  const auto want = [&](int column, const QString& cell, int before = 0) {
    auto& wanted = wanted_[static_cast<size_t>(column)];
    wanted = std::max(wanted, before + around + text_width(font(), cell));
  };
  const auto heading = [this](int column) {
    return model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
  };
  const int beside =
      header()->sectionSizeHint(Model::NameColumn) - text_width(header()->font(), heading(Model::NameColumn));
  const auto want_heading = [&](int column) {
    auto& wanted = wanted_[static_cast<size_t>(column)];
    wanted = std::max(wanted, beside + text_width(header()->font(), heading(column)));
  };
  for (const int column : {Model::ExtentColumn, Model::KindColumn, Model::TouchesColumn}) want_heading(column);
  // Values that arrive later: their column is reserved.
  want(Model::TouchesColumn, QStringLiteral("25.6 KiB · L2"));
  if (model_->hasHeat()) {
    want_heading(Model::TimeColumn);
    want(Model::TimeColumn, QStringLiteral("99 %"));
  }
  indent_ = depth_ = 0;
  for (const LoopTreeRow& row : preview ? preview->tree : std::vector<LoopTreeRow>()) {
    const int before = (row.depth + 1) * kIndent;
    want(Model::NameColumn, QString::fromStdString(row.name), before);
    const QString extent = QString::fromStdString(row.now.empty() ? row.extent : row.now);
    want(Model::ExtentColumn, extent);
    extent_cells_ = std::max(extent_cells_, around + text_width(font(), extent));
    if (row.axis.valid())
      want(Model::TouchesColumn,
           model_->find(row.stage, row.axis).siblingAtColumn(Model::TouchesColumn).data().toString());
    if (row.detail != "data") {
      const QString kind = QString::fromStdString(row.detail);
      want(Model::KindColumn, kind);
      for (const QString& word : kind.split(QLatin1Char(' ')))
        kind_word_ = std::max(kind_word_, around + std::min(text_width(font(), word), kKindLetters * letter));
    }
    if (row.kind == LoopTreeRow::Kind::Axis) {
      indent_ = std::max(indent_, before + around);
      depth_ = std::max(depth_, row.depth);
    }
  }
}

// Every column stays in sight: where there is little room, long extents and names are cut, kinds after their longest
// word, and deep loops are indented less. Only a tree narrower than that loses what loops touch, then the time, at last
// the kinds.
void LoopTreeView::fitColumns() {
  using Model = LoopTreeModel;
  measureColumns();
  const int letter = fontMetrics().averageCharWidth();
  const auto wanted = [this](int column) { return wanted_[static_cast<size_t>(column)]; };
  std::array<int, Model::ColumnCount> given{};
  given[Model::ExtentColumn] = std::min(wanted(Model::ExtentColumn), 9 * letter);
  const int kinds = std::min(wanted(Model::KindColumn), 6 * letter);
  const int others = given[Model::ExtentColumn] + std::max(kinds, kind_word_) + wanted(Model::TimeColumn) +
                     wanted(Model::TouchesColumn);
  const int lacking = std::max(0, indent_ + 6 * letter - (viewport()->width() - others));
  const int indent = std::max(kLeastIndent, kIndent - (lacking + depth_) / (depth_ + 1));
  if (indent != indentation()) setIndentation(indent);
  const int inside = indent_ - (depth_ + 1) * (kIndent - indent);  // where the innermost loop's name begins
  given[Model::NameColumn] = std::min(wanted(Model::NameColumn), inside + 3 * letter);
  int room = viewport()->width() - given[Model::NameColumn] - given[Model::ExtentColumn];
  const auto give = [&](int column, int size) {
    if (size <= 0 || size > room) return;
    given[static_cast<size_t>(column)] = size;
    room -= size;
  };
  give(Model::KindColumn, kinds);
  give(Model::TimeColumn, wanted(Model::TimeColumn));
  give(Model::TouchesColumn, wanted(Model::TouchesColumn));
  const auto widen = [&](int column, int most) {
    int& width = given[static_cast<size_t>(column)];
    const int more = std::clamp(std::min(most, wanted(column)) - width, 0, std::max(room, 0));
    if (width == 0) return;
    width += more;
    room -= more;
  };
  if (const int kind = given[Model::KindColumn]; kind > 0) {
    const int spare = std::max(0, given[Model::ExtentColumn] - extent_cells_);
    const int moved = std::clamp(kind_word_ - kind - room, 0, spare);
    given[Model::ExtentColumn] -= moved;
    room += moved;
  }
  widen(Model::KindColumn, kind_word_);
  widen(Model::NameColumn, inside + 6 * letter);
  widen(Model::NameColumn, wanted(Model::NameColumn));
  widen(Model::ExtentColumn, 16 * letter);
  widen(Model::KindColumn, wanted(Model::KindColumn));
  for (int column = Model::ExtentColumn; column < Model::ColumnCount; ++column) {
    const int size = given[static_cast<size_t>(column)];
    setColumnHidden(column, size == 0);
    if (size > 0) header()->resizeSection(column, size);
  }
}

void LoopTreeView::changeEvent(QEvent* event) {
  QTreeView::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) colors_ = KernelColors::from(palette());
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
    forgetWidths();
    fitColumns();
  }
}

}  // namespace nw::views
