// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/guidance.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <tuple>

#include "common/word_cells.h"
#include "export/explain.h"
#include "models/rows_model.h"
#include "models/sentence_text.h"
#include "tvmscript/describe.h"

namespace nw::views {

namespace {

void asList(QTableView* view) {
  view->setFrameShape(QFrame::NoFrame);
  view->setSelectionBehavior(QAbstractItemView::SelectRows);
  view->setSelectionMode(QAbstractItemView::SingleSelection);
  view->verticalHeader()->hide();
  view->verticalHeader()->setDefaultSectionSize(view->fontMetrics().height() + 8);
  view->horizontalHeader()->setStretchLastSection(true);
  view->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  view->setShowGrid(false);
  view->setTabKeyNavigation(false);
  // The last column is a sentence, to be read whole.
  view->setWordWrap(true);
  // When all columns have their widths: a scroll bar that comes makes the last one narrower still.
  QObject::connect(view->horizontalHeader(), &QHeaderView::sectionResized, view, &QTableView::resizeRowsToContents,
                   Qt::QueuedConnection);
}

constexpr int kFold = -1, kHottest = -2;  // keys of rows that are no steps
constexpr int kDepth = 3;                 // steps after each other
constexpr int kStepWidth = 180;           // pixels that the first column always may have

constexpr int kBetweenRows = 8;  // pixels: sentences of several lines would run into one another

// Rows that stand back are written as placeholders are.
class QuietRows : public WordCells {
 public:
  using WordCells::WordCells;

  // Qt wraps at the width of the cell, without what a style sheet pads it with.
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    cell.showDecorationSelected = true;  // else the rectangle is that of the text alone
    QStyleOptionViewItem narrow = option;
    if (cell.widget)
      narrow.rect.setWidth(
          cell.widget->style()->subElementRect(QStyle::SE_ItemViewItemText, &cell, cell.widget).width());
    return QStyledItemDelegate::sizeHint(narrow, index) + QSize(0, kBetweenRows);
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    WordCells::initStyleOption(option, index);
    if (index.data(RowsModel::QuietRole).toBool())
      option->palette.setColor(QPalette::Text, option->palette.color(QPalette::PlaceholderText));
  }
};

}  // namespace

NextSteps::NextSteps(const TargetFacts& target, QWidget* parent)
    : QTableView(parent), target_(target), rows_(new RowsModel({tr("Step"), tr("Estimate"), tr("Why")}, this)) {
  setModel(rows_);
  setAccessibleName(tr("Next steps"));
  setToolTip(tr("What could be done next, by the gain that an estimate promises; Enter does it, undo takes it back"));
  asList(this);
  setItemDelegate(new QuietRows(this));
  connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
    if (index.data(RowsModel::KeyRole).toInt() >= 0) choose(index);  // the first click of two has shown or hidden
  });
  connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) {
    if (index.data(RowsModel::KeyRole).toInt() < 0) choose(index);
  });
}

void NextSteps::setScope(Scope scope) {
  if (std::exchange(scope_, scope) != scope) restart();
}

void NextSteps::setCandidates(std::shared_ptr<const kernel::KernelPreview> preview,
                              std::optional<std::vector<advise::Candidate>> of_selection,
                              std::map<std::string, int64_t> sizes) {
  const bool same = scope_ == Scope::AllStages && preview == preview_ && sizes == sizes_;
  preview_ = std::move(preview);
  candidates_ = std::move(of_selection);
  sizes_ = std::move(sizes);
  if (!same) restart();
}

void NextSteps::restart() {
  ranked_ = false;
  if (isVisible()) rank();
}

void NextSteps::setHeat(std::shared_ptr<const kernel::NestHeat> heat) {
  if (heat_ == heat) return;
  heat_ = std::move(heat);
  keepRowAndShow();
}

bool NextSteps::hasSubject() const {
  return preview_ && preview_->nest && !preview_->tvmscript && (scope_ == Scope::AllStages || candidates_);
}

// Nothing to show says why, below the hottest loop.
void NextSteps::paintEvent(QPaintEvent* event) {
  QTableView::paintEvent(event);
  if (!steps_.empty() || !jobs_.idle() || !preview_) return;
  const int last = rows_->rowCount() - 1;
  const int above = last < 0 ? 0 : rowViewportPosition(last) + rowHeight(last);
  QPainter painter(viewport());
  painter.setPen(palette().color(QPalette::PlaceholderText));
  painter.drawText(viewport()->rect().adjusted(12, above + 12, -12, -12),
                   Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, whyNone());
}

QString NextSteps::whyNone() const {
  if (preview_->tvmscript) return tr("TVMScript says its loops itself: no step changes them");
  QStringList missing;
  for (const std::string& name : kernel::sizes_without_value(*preview_, sizes_))
    missing << QString::fromStdString(name);
  if (!missing.isEmpty())
    return tr("Steps are ranked by what loops compute and touch: give a value to %1, above, to see it")
        .arg(missing.join(QStringLiteral(", ")));
  if (scope_ == Scope::Selection && !candidates_) return {};  // they are being looked for
  if (scope_ == Scope::Selection && candidates_->empty())
    return tr("Nothing is selected: select a stage or a loop, or choose all stages above");
  return tr("No step of this promises a gain as it stands");
}

void NextSteps::rank() {
  if (std::exchange(ranked_, true)) return;
  if (!hasSubject()) {
    steps_.clear();
    estimated_.reset();
    showRows();
    return jobs_.cancelAll();
  }
  struct Ranked {
    std::vector<advise::NextSteps> steps;
    std::optional<advise::HottestLoop> hottest;
  };
  jobs_.run<Ranked>(
      QStringLiteral("advice"), tr("Ranking the next steps"), this,
      [preview = preview_, sizes = sizes_, target = target_,
       candidates = scope_ == Scope::Selection ? candidates_ : std::nullopt](const CancelToken& cancel) {
        Ranked ranked;
        ranked.hottest = advise::hottest_loop(*preview, target, sizes);
        if (candidates && candidates->empty()) return ranked;  // nothing is selected
        ranked.steps = advise::ranked_steps(
            *preview, candidates ? *candidates : advise::all_candidates(*preview, cancel), target, sizes, cancel);
        std::vector<advise::NextSteps> away = advise::removable_steps(*preview, target, sizes, cancel);
        if (candidates) {
          const std::string& stage = preview->program.schedule->stage(candidates->front().stage).name();
          std::erase_if(away, [&](const advise::NextSteps& each) { return each.stage != stage; });
        }
        std::ranges::move(away, std::back_inserter(ranked.steps));
        return ranked;
      },
      [this](Ranked ranked) {
        ranked_of_ = preview_;
        steps_ = std::move(ranked.steps);
        estimated_ = std::move(ranked.hottest);
        all_shown_ = false;
        showRows();
        extend();
      });
}

// The single steps are on screen while it is looked for what comes after them.
void NextSteps::extend() {
  if (promising() == 0) return;
  jobs_.run<std::vector<advise::NextSteps>>(
      QStringLiteral("advice"), tr("Ranking what comes after the next steps"), this,
      [steps = steps_, preview = preview_, sizes = sizes_, target = target_](const CancelToken& cancel) {
        std::vector<advise::NextSteps> extended = steps;
        advise::extend(extended, *preview, target, kDepth, sizes, cancel);
        return extended;
      },
      [this](std::vector<advise::NextSteps> extended) {
        steps_ = std::move(extended);
        keepRowAndShow();
      });
}

size_t NextSteps::promising() const {
  return static_cast<size_t>(std::ranges::count_if(steps_, &advise::NextSteps::promises));
}

std::optional<NextSteps::Hottest> NextSteps::hottest() const {
  if (heat_ && preview_)
    if (const auto loop = advise::hottest_loop(*preview_, *heat_)) return Hottest{*loop, true};
  return estimated_ ? std::optional(Hottest{*estimated_, false}) : std::nullopt;
}

// The row that is current stays it, though others come before it.
void NextSteps::keepRowAndShow() {
  const QModelIndex current = currentIndex();
  const int key = current.data(RowsModel::KeyRole).toInt();
  showRows();
  if (!current.isValid()) return;
  for (int row = 0; row < rows_->rowCount(); ++row)
    if (rows_->index(row, 0).data(RowsModel::KeyRole).toInt() == key) return setCurrentIndex(rows_->index(row, 0));
}

void NextSteps::showRows() {
  std::vector<RowsModel::Row> rows;
  for (size_t i = 0; i < steps_.size(); ++i) {
    const advise::NextSteps& s = steps_[i];
    if (!s.promises() && !all_shown_) continue;
    const QString label = translated(s.label);
    rows.push_back({{s.stage.empty() ? label : tr("%1: %2", "stage, step").arg(QString::fromStdString(s.stage), label),
                     tr("×%1").arg(s.gain, 0, 'f', 2), translated(s.why)},
                    {},
                    static_cast<int>(i),
                    !s.promises()});
  }
  // By the gain as it is shown; of equal ones those of the hottest loop's stage come first. What promises none is last.
  const std::optional<Hottest> hot = hottest();
  std::ranges::stable_sort(rows, {}, [&](const RowsModel::Row& row) {
    const advise::NextSteps& s = steps_[static_cast<size_t>(row.key)];
    return std::tuple(row.quiet, -std::lround(100 * s.gain), hot && s.stage != hot->loop.stage_name);
  });
  const auto promise = static_cast<int>(promising()), rest = static_cast<int>(steps_.size()) - promise;
  int heading = -1, fold = promise;
  if (rest > 0) {
    const QString sign = all_shown_ ? QStringLiteral("▾ ") : QStringLiteral("▸ ");
    rows.insert(rows.begin() + fold,
                {{sign + (promise > 0 ? tr("%n more that would not make it faster", nullptr, rest)
                                      : tr("No step of this promises a gain as it stands; %n that would not make it "
                                           "faster",
                                           nullptr, rest))},
                 tr("Enter or a click shows and hides them"),
                 kFold,
                 true});
  }
  if (hot) {
    const QString text =
        (hot->measured ? tr("Hottest: loop %1 of %2, %3 %") : tr("Hottest by the estimate: loop %1 of %2, %3 %"))
            .arg(QString::fromStdString(hot->loop.loop), QString::fromStdString(hot->loop.stage_name))
            .arg(100 * hot->loop.share, 0, 'f', 0);
    rows.insert(rows.begin(), {{text}, tr("Enter or a click selects it"), kHottest});
    heading = 0;
    ++fold;
  }
  clearSpans();
  rows_->setRows(std::move(rows));
  resizeColumnsToContents();
  if (rest > 0) setSpan(fold, 0, 1, 3);
  if (heading == 0) setSpan(heading, 0, 1, 3);
  fitStepColumn();
  // Only then the last column has its width.
  QMetaObject::invokeMethod(this, &NextSteps::resizeRowsToContents, Qt::QueuedConnection);
}

// As wide as the longest step, if the sentences keep more than half of the list.
void NextSteps::fitStepColumn() {
  int widest = horizontalHeader()->sectionSizeHint(0);
  for (int row = 0; row < rows_->rowCount(); ++row)
    if (columnSpan(row, 0) == 1) widest = std::max(widest, sizeHintForIndex(rows_->index(row, 0)).width());
  setColumnWidth(0, std::min(widest, std::max(kStepWidth, viewport()->width() * 2 / 5)));
}

void NextSteps::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  fitStepColumn();
}

// Not of a script that was edited meanwhile: its text would be written over.
void NextSteps::choose(const QModelIndex& index) {
  if (!index.isValid() || ranked_of_ != preview_) return;
  const int key = index.data(RowsModel::KeyRole).toInt();
  if (key >= 0) {
    const advise::NextSteps& s = steps_[static_cast<size_t>(key)];
    Q_EMIT changeWanted({s.text, s.label.english(), s.line});
  } else if (key == kHottest) {
    if (const std::optional<Hottest> hot = hottest()) Q_EMIT loopWanted(hot->loop.stage, hot->loop.axis);
  } else {
    all_shown_ = !all_shown_;
    keepRowAndShow();
  }
}

void NextSteps::showEvent(QShowEvent* event) {
  QTableView::showEvent(event);
  rank();
}

void NextSteps::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return choose(currentIndex());
  QTableView::keyPressEvent(event);
}

Explained::Explained(QWidget* parent)
    : QTableView(parent), rows_(new RowsModel({tr("Line"), tr("What the step does")}, this)) {
  setModel(rows_);
  setAccessibleName(tr("The schedule in prose"));
  asList(this);
  connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& index) {
    if (hasFocus() && index.isValid()) Q_EMIT lineWanted(index.data(RowsModel::KeyRole).toInt());
  });
}

// No rows say why.
void Explained::paintEvent(QPaintEvent* event) {
  QTableView::paintEvent(event);
  if (rows_->rowCount() > 0) return;
  QPainter painter(viewport());
  painter.setPen(palette().color(QPalette::PlaceholderText));
  painter.drawText(viewport()->rect().adjusted(12, 12, -12, -12), Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap,
                   tr("No step shapes these loops yet: they run as the computation gives them. Next steps ranks what "
                      "could be done"));
}

void Explained::setPreview(const kernel::KernelPreview& preview, const std::map<std::string, int64_t>& sizes) {
  std::vector<RowsModel::Row> rows;
  if (preview.tvmscript)
    for (const tvmscript::Block& block : preview.tvmscript->function.blocks)
      rows.push_back(
          {{QString::number(block.span.line), translated(tvmscript::sentence_of(block))}, {}, block.span.line});
  else if (preview.nest)
    for (const exporting::Explanation& e : exporting::explain(preview.program, preview.nest->bounds, sizes))
      rows.push_back({{QString::number(e.line), translated(e.sentence)}, {}, e.line});
  rows_->setRows(std::move(rows));
  resizeColumnToContents(0);
  resizeRowsToContents();
}

}  // namespace nw::views
