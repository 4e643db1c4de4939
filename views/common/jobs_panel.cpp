// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/jobs_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QTime>
#include <QVBoxLayout>

#include "common/workbench.h"

namespace nw::views {

JobsPanel::JobsPanel(Workbench& workbench, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      jobs_(new QWidget(this)),
      rows_(new QVBoxLayout(jobs_)),
      log_(new QPlainTextEdit(this)) {
  rows_->setContentsMargins(12, 8, 12, 8);
  log_->setReadOnly(true);
  log_->setMaximumBlockCount(5000);
  log_->setAccessibleName(tr("Log"));
  log_->setFrameShape(QFrame::NoFrame);
  log_->setMinimumHeight(2 * fontMetrics().lineSpacing());  // shrinks for a job, so that the window does not change
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(jobs_);
  column->addWidget(log_, 1);
  jobs_->hide();
  // Keeps the newest line visible if it was, also when the panel has just got its height.
  QScrollBar* bar = log_->verticalScrollBar();
  connect(bar, &QScrollBar::valueChanged, this, [this, bar](int value) { at_end_ = value >= bar->maximum(); });
  connect(bar, &QScrollBar::rangeChanged, this, [this, bar](int, int end) {
    if (at_end_) bar->setValue(end);
  });
  connect(&workbench_.jobs(), &Jobs::changed, this, [this] { workbench_.soon().run(this, [this] { refill(); }); });
  auto line = [this](const QString& text) {
    log_->appendPlainText(QTime::currentTime().toString(Qt::ISODateWithMs) + QStringLiteral("  ") + text);
  };
  connect(&workbench_.jobs(), &Jobs::finished, this,
          [line](const QString& title, qint64 ms) { line(tr("%1: %2 ms").arg(title).arg(ms)); });
  connect(&workbench_, &Workbench::message, this, [line](const QString& text) {
    if (!text.isEmpty()) line(text);
  });
}

// At its newest line.
void JobsPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  log_->moveCursor(QTextCursor::End);
  log_->moveCursor(QTextCursor::StartOfLine);
  workbench_.soon().run(this, [this] { log_->verticalScrollBar()->setValue(log_->verticalScrollBar()->maximum()); });
}

void JobsPanel::refill() {
  while (QLayoutItem* item = rows_->takeAt(0)) {
    if (item->widget()) item->widget()->deleteLater();
    delete item;
  }
  for (const Jobs::Info& job : workbench_.jobs().running()) {
    auto* row = new QWidget(jobs_);
    auto* parts = new QHBoxLayout(row);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->addWidget(new QLabel(job.title, row));
    auto* bar = new QProgressBar(row);
    bar->setRange(0, job.parts);
    bar->setValue(job.part);
    bar->setTextVisible(false);  // it is too thin
    bar->setAccessibleName(job.title);
    parts->addWidget(bar, 1);
    if (job.parts > 0) parts->addWidget(new QLabel(tr("%1 of %2").arg(job.part + 1).arg(job.parts), row));
    auto* stop = new QPushButton(tr("Stop"), row);
    stop->setAccessibleName(tr("Stop: %1").arg(job.title));
    connect(stop, &QPushButton::clicked, this, [this, id = job.id] { workbench_.jobs().cancelJob(id); });
    parts->addWidget(stop);
    rows_->addWidget(row);
  }
  jobs_->setVisible(!workbench_.jobs().idle());
}

}  // namespace nw::views
