// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/guidance.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <algorithm>

#include "common/word_cells.h"
#include "export/explain.h"
#include "models/rows_model.h"
#include "tvmscript/describe.h"

namespace nw::views {

using advise::Advice;

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

// From 1.
int first_changed_line(const std::string& before, const std::string& after) {
  const auto [was, is] = std::ranges::mismatch(before, after);
  return 1 + static_cast<int>(std::count(after.begin(), is, '\n'));
}

constexpr int kBetweenRows = 8;  // pixels: sentences of several lines would run into one another

// Rows that stand back are written as placeholders are.
class QuietRows : public WordCells {
 public:
  using WordCells::WordCells;

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    return QStyledItemDelegate::sizeHint(option, index) + QSize(0, kBetweenRows);
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
  setToolTip(
      tr("What could be done with the selected loop or stage, or with any where none is selected; Enter does it, "
         "undo takes it back"));
  asList(this);
  setItemDelegate(new QuietRows(this));
  connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
    if (index.data(RowsModel::KeyRole).toInt() >= 0) choose(index);  // the first click of two has shown or hidden
  });
  connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) {
    if (index.data(RowsModel::KeyRole).toInt() < 0) choose(index);
  });
}

void NextSteps::setCandidates(std::shared_ptr<const kernel::KernelPreview> preview,
                              std::vector<advise::Candidate> candidates, std::map<std::string, int64_t> sizes) {
  preview_ = std::move(preview);
  candidates_ = std::move(candidates);
  sizes_ = std::move(sizes);
  ranked_ = false;
  if (isVisible()) rank();
}

// Nothing to show says why.
void NextSteps::paintEvent(QPaintEvent* event) {
  QTableView::paintEvent(event);
  if (!advice_.empty() || !steps_.empty() || !jobs_.idle() || !preview_) return;
  QPainter painter(viewport());
  painter.setPen(palette().color(QPalette::PlaceholderText));
  QStringList missing;
  for (const std::string& name : kernel::sizes_without_value(*preview_, sizes_))
    missing << QString::fromStdString(name);
  painter.drawText(viewport()->rect().adjusted(12, 12, -12, -12), Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap,
                   preview_->tvmscript ? tr("TVMScript says its loops itself: no step changes them")
                   : !missing.isEmpty()
                       ? tr("Steps are ranked by what loops compute and touch: give a value to %1, above, to see it")
                             .arg(missing.join(QStringLiteral(", ")))
                       : tr("No step of this promises a gain as it stands"));
}

void NextSteps::rank() {
  if (std::exchange(ranked_, true)) return;
  if (!preview_ || !preview_->nest || preview_->tvmscript) {
    advice_.clear();
    steps_.clear();
    showRows();
    return jobs_.cancelAll();
  }
  struct Ranked {
    std::vector<Advice> advice;
    std::vector<advise::NextSteps> steps;
  };
  jobs_.run<Ranked>(
      QStringLiteral("advice"), tr("Ranking the next steps"), this,
      [preview = preview_, candidates = candidates_, sizes = sizes_, target = target_](const CancelToken& cancel) {
        constexpr int kDepth = 3;  // steps after each other
        Ranked ranked;
        if (candidates.empty())
          ranked.steps = advise::next_steps(*preview, target, kDepth, sizes, cancel);
        else
          ranked.advice = advise::advice(*preview, candidates, target, sizes, cancel);
        std::vector<advise::NextSteps> away = advise::removable_steps(*preview, target, sizes, cancel);
        std::ranges::move(away, std::back_inserter(ranked.steps));
        std::ranges::stable_sort(ranked.steps, [](const auto& a, const auto& b) { return a.gain > b.gain; });
        return ranked;
      },
      [this](Ranked ranked) {
        advice_ = std::move(ranked.advice);
        steps_ = std::move(ranked.steps);
        all_shown_ = false;
        showRows();
      });
}

size_t NextSteps::promising() const {
  return static_cast<size_t>(std::ranges::count_if(advice_, &Advice::promises));
}

void NextSteps::showRows() {
  std::vector<RowsModel::Row> rows;
  const size_t promise = promising(), rest = advice_.size() - promise;
  for (size_t i = 0; i < (all_shown_ ? advice_.size() : promise); ++i) {
    const Advice& a = advice_[i];
    rows.push_back({{QString::fromStdString(a.candidate.edit.label), tr("×%1").arg(a.gain, 0, 'f', 2),
                     QString::fromStdString(a.why)},
                    {},
                    static_cast<int>(i),
                    i >= promise});
  }
  for (size_t i = 0; i < steps_.size(); ++i) {
    const advise::NextSteps& s = steps_[i];
    const QString label = QString::fromStdString(s.label);
    rows.push_back({{s.stage.empty() ? label : tr("%1: %2", "stage, step").arg(QString::fromStdString(s.stage), label),
                     tr("×%1").arg(s.gain, 0, 'f', 2), QString::fromStdString(s.why)},
                    {},
                    static_cast<int>(advice_.size() + i)});
  }
  // All by their gain; those of the selection that promise none stay behind.
  const auto gain_of = [this](const RowsModel::Row& row) {
    const auto key = static_cast<size_t>(row.key);
    return key < advice_.size() ? advice_[key].gain : steps_[key - advice_.size()].gain;
  };
  std::ranges::stable_sort(rows, [&](const RowsModel::Row& a, const RowsModel::Row& b) {
    return a.quiet != b.quiet ? b.quiet : !a.quiet && gain_of(a) > gain_of(b);
  });
  clearSpans();
  const auto heading = static_cast<int>(promise + steps_.size());
  if (rest > 0) {
    const QString fold = all_shown_ ? QStringLiteral("▾ ") : QStringLiteral("▸ ");
    rows.insert(
        rows.begin() + heading,
        {{fold + (promise > 0 ? tr("%n more that would not make it faster", nullptr, static_cast<int>(rest))
                              : tr("No step of this promises a gain as it stands; %n that would not make it faster",
                                   nullptr, static_cast<int>(rest)))},
         tr("Enter or a click shows and hides them"),
         -1,
         true});
  }
  rows_->setRows(std::move(rows));
  resizeColumnsToContents();
  if (rest > 0) setSpan(heading, 0, 1, 3);
  setColumnWidth(0, std::min(columnWidth(0), 180));
  // Only then the last column has its width.
  QMetaObject::invokeMethod(this, &NextSteps::resizeRowsToContents, Qt::QueuedConnection);
}

void NextSteps::choose(const QModelIndex& index) {
  if (!index.isValid()) return;
  const int key = index.data(RowsModel::KeyRole).toInt();
  if (key >= static_cast<int>(advice_.size())) {
    const advise::NextSteps& s = steps_[static_cast<size_t>(key) - advice_.size()];
    Q_EMIT changeWanted({s.text, s.label, first_changed_line(preview_->text, s.text)});
    return;
  }
  if (key >= 0) {
    Q_EMIT chosen(advice_[static_cast<size_t>(key)].candidate);
    return;
  }
  const int row = index.row();
  all_shown_ = !all_shown_;
  showRows();
  setCurrentIndex(rows_->index(row, 0));
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
      rows.push_back({{QString::number(block.span.line), QString::fromStdString(tvmscript::sentence_of(block))},
                      {},
                      block.span.line});
  else if (preview.nest)
    for (const exporting::Explanation& e : exporting::explain(preview.program, preview.nest->bounds, sizes))
      rows.push_back({{QString::number(e.line), QString::fromStdString(e.sentence)}, {}, e.line});
  rows_->setRows(std::move(rows));
  resizeColumnToContents(0);
  resizeRowsToContents();
}

}  // namespace nw::views
