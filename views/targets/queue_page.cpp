// SPDX-License-Identifier: GPL-3.0-or-later
#include "targets/queue_page.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "common/jobs.h"
#include "common/plain_table.h"
#include "models/rows_model.h"

namespace nw::views {

QueuePage::QueuePage(Jobs& jobs, QWidget* parent)
    : QWidget(parent),
      jobs_(jobs),
      rows_(new RowsModel({tr("Job"), tr("State")}, this)),
      table_(new QTableView(this)),
      cancel_(new QPushButton(tr("Cancel the job"), this)) {
  table_->setModel(rows_);
  table_->setAccessibleName(tr("Jobs on this target"));
  as_plain_table(table_);
  table_->horizontalHeader()->setStretchLastSection(false);
  table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  cancel_->setToolTip(tr("Stops the selected job, and what waits behind it (Delete)"));
  connect(cancel_, &QPushButton::clicked, this, &QueuePage::cancel);
  connect(&jobs_, &Jobs::changed, this, &QueuePage::refill);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(table_, 1);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(12, 4, 12, 4);
  row->addWidget(cancel_);
  row->addStretch(1);
  column->addLayout(row);
  refill();
}

void QueuePage::setTarget(const std::string& id) {
  target_ = id;
  refill();
}

void QueuePage::refill() {
  const int selected = table_->currentIndex().row();
  std::vector<RowsModel::Row> rows;
  for (const Jobs::Info& job : jobs_.running()) {
    if (job.target != target_ || target_.empty()) continue;
    const int key = static_cast<int>(job.id);
    rows.push_back({{job.title, tr("running")}, {}, key});
    for (const QString& waiting : job.waiting) rows.push_back({{waiting, tr("waiting")}, {}, key, true});
  }
  const bool any = !rows.empty();
  if (!any) rows.push_back({{tr("Nothing runs on this target"), {}}, {}, 0, true});
  rows_->setRows(std::move(rows));
  cancel_->setEnabled(any);
  if (any) table_->selectRow(std::clamp(selected, 0, rows_->rowCount() - 1));
}

void QueuePage::cancel() {
  const int id = table_->currentIndex().data(RowsModel::KeyRole).toInt();
  if (id > 0) jobs_.cancelJob(static_cast<quint64>(id));
}

void QueuePage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Delete) return cancel();
  QWidget::keyPressEvent(event);
}

}  // namespace nw::views
