// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/guidance.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>

#include "base/machine.h"
#include "export/explain.h"
#include "models/rows_model.h"

namespace nw::views {

using workspace::Advice;

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

}  // namespace

NextSteps::NextSteps(QWidget* parent)
    : QTableView(parent), rows_(new RowsModel({tr("Step"), tr("Estimate"), tr("Why")}, this)) {
  setModel(rows_);
  setAccessibleName(tr("Next steps"));
  setToolTip(tr("What could be done with the selected loop or stage; Enter does it, undo takes it back"));
  asList(this);
  connect(this, &QTableView::doubleClicked, this, &NextSteps::choose);
}

void NextSteps::setOffers(std::shared_ptr<const workspace::KernelPreview> preview, std::vector<workspace::Offer> offers,
                          std::map<std::string, int64_t> sizes) {
  preview_ = std::move(preview);
  offers_ = std::move(offers);
  sizes_ = std::move(sizes);
  ranked_ = false;
  if (isVisible()) rank();
}

// Nothing to show says why.
void NextSteps::paintEvent(QPaintEvent* event) {
  QTableView::paintEvent(event);
  if (!advice_.empty() || !jobs_.idle()) return;
  QPainter painter(viewport());
  painter.setPen(palette().color(QPalette::PlaceholderText));
  QStringList missing;
  if (preview_)
    for (const std::string& name : workspace::sizes_without_value(*preview_, sizes_))
      missing << QString::fromStdString(name);
  painter.drawText(viewport()->rect().adjusted(12, 12, -12, -12), Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap,
                   offers_.empty() ? tr("Select a loop or a stage: what can be done with it is ranked here")
                   : !missing.isEmpty()
                       ? tr("Steps are ranked by what loops compute and touch: give a value to %1, above, to see it")
                             .arg(missing.join(QStringLiteral(", ")))
                       : tr("No step of this promises a gain as it stands"));
}

void NextSteps::rank() {
  if (std::exchange(ranked_, true)) return;
  if (!preview_ || offers_.empty()) {
    advice_.clear();
    rows_->setRows({});
    return jobs_.cancelAll();
  }
  jobs_.run<std::vector<Advice>>(
      QStringLiteral("advice"), tr("Ranking the next steps"), this,
      [preview = preview_, offers = offers_, sizes = sizes_](const CancelToken& cancel) {
        return workspace::advice(*preview, offers, read_machine_facts(), sizes, cancel);
      },
      [this](std::vector<Advice> advice) {
        advice_ = std::move(advice);
        std::vector<RowsModel::Row> rows;
        for (const Advice& a : advice_)
          rows.push_back({{QString::fromStdString(a.offer.change.label), tr("×%1").arg(a.gain, 0, 'f', 2),
                           QString::fromStdString(a.why)},
                          {},
                          0});
        rows_->setRows(std::move(rows));
        resizeColumnsToContents();
        setColumnWidth(0, std::min(columnWidth(0), 180));
        // Only then the last column has its width.
        QMetaObject::invokeMethod(this, &NextSteps::resizeRowsToContents, Qt::QueuedConnection);
      });
}

void NextSteps::choose(const QModelIndex& index) {
  if (index.isValid() && static_cast<size_t>(index.row()) < advice_.size())
    Q_EMIT chosen(advice_[static_cast<size_t>(index.row())].offer);
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

void Explained::setPreview(const workspace::KernelPreview& preview) {
  std::vector<RowsModel::Row> rows;
  if (preview.nest)
    for (const exporting::Explanation& e : exporting::explain(preview.text, preview.program, preview.nest->bounds))
      rows.push_back({{QString::number(e.line), QString::fromStdString(e.sentence)}, {}, e.line});
  rows_->setRows(std::move(rows));
  resizeColumnToContents(0);
  resizeRowsToContents();
}

}  // namespace nw::views
