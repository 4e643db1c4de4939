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
#include <utility>

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
  connect(&workbench_.jobs(), &Jobs::stopped, this, [line](const QString& title, qint64 ms, const QString& at) {
    line(at.isEmpty() ? tr("%1: stopped after %2 ms").arg(title).arg(ms)
                      : tr("%1: stopped after %2 ms, at %3").arg(title).arg(ms).arg(at));
  });
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

JobsPanel::Row JobsPanel::makeRow(quint64 id, const QString& title) {
  Row made;
  made.row = new QWidget(jobs_);
  auto* parts = new QHBoxLayout(made.row);
  parts->setContentsMargins(0, 0, 0, 0);
  made.title = new QLabel(made.row);
  made.bar = new QProgressBar(made.row);
  made.bar->setTextVisible(false);  // it is too thin
  made.part = new QLabel(made.row);
  parts->addWidget(made.title);
  parts->addWidget(made.bar, 1);
  parts->addWidget(made.part);
  auto* stop = new QPushButton(tr("Stop"), made.row);
  stop->setAccessibleName(tr("Stop: %1").arg(title));
  connect(stop, &QPushButton::clicked, this, [this, id] { workbench_.jobs().cancelJob(id); });
  parts->addWidget(stop);
  rows_->addWidget(made.row);
  return made;
}

void JobsPanel::refill() {
  std::map<quint64, Row> before = std::exchange(shown_, {});
  for (const Jobs::Info& job : workbench_.jobs().running()) {
    const auto known = before.find(job.id);
    Row row = known == before.end() ? makeRow(job.id, job.title) : known->second;
    if (known != before.end()) before.erase(known);
    row.title->setText(job.title);
    row.bar->setAccessibleName(job.title);
    row.bar->setRange(0, job.parts);
    row.bar->setValue(job.part);
    row.part->setText(workbench_.jobs().partText(job.purpose));
    row.part->setVisible(job.parts > 0);
    shown_[job.id] = row;
  }
  for (const auto& [id, row] : before) {
    rows_->removeWidget(row.row);
    row.row->deleteLater();
  }
  jobs_->setVisible(!workbench_.jobs().idle());
}

}  // namespace nw::views
