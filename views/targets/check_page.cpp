// SPDX-License-Identifier: GPL-3.0-or-later
#include "targets/check_page.h"

#include <sys/wait.h>

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

#include "common/plain_table.h"
#include "common/text.h"
#include "common/workbench.h"
#include "models/check_results_model.h"
#include "target/child_stream.h"
#include "target/folders.h"
#include "targets/link_reports.h"

namespace nw::views {

namespace {

// Runs the suite to its end and hands each line on; why it could not be run, or nothing.
QString run_suite(const std::string& target, LinkReports& reports, const CancelToken& cancel) {
  const std::string program = target::folders_of_this_process().programs + "/nestwright-plugin-check";
  std::string why;
  const auto child = target::ChildStream::start({program, target, "--lines"}, {}, why);
  if (!child) return qs(program + ": " + why);
  std::string_view nothing;
  std::string in;
  auto event = target::ChildStream::Event::Received;
  while (event == target::ChildStream::Event::Received || event == target::ChildStream::Event::Sent) {
    event = child->exchange(nothing, in, target::ChildStream::Clock::time_point::max(), cancel);
    for (size_t end = in.find('\n'); end != in.npos; end = in.find('\n')) {
      Q_EMIT reports.line(qs(in.substr(0, end)));
      in.erase(0, end + 1);
    }
  }
  const int status = child->end();
  if (cancel.cancelled() || (WIFEXITED(status) && WEXITSTATUS(status) <= 1)) return {};
  return qs(child->last_words().empty() ? program + " ended early" : child->last_words());
}

}  // namespace

CheckPage::CheckPage(Workbench& workbench, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      model_(new CheckResultsModel(this)),
      table_(new QTableView(this)),
      summary_(new QLabel(this)),
      start_(new QPushButton(this)),
      copy_(new QPushButton(tr("Copy the results"), this)) {
  table_->setModel(model_);
  table_->setAccessibleName(tr("Conformance checks of the target"));
  as_plain_table(table_);
  table_->setColumnWidth(CheckResultsModel::CheckColumn, 220);
  summary_->setAccessibleName(tr("Summary of the checks"));
  summary_->setWordWrap(true);
  start_->setToolTip(
      tr("Runs the conformance suite on this target: whether its plugin keeps to the interface. It takes minutes"));
  connect(start_, &QPushButton::clicked, this, [this] { running() ? stop() : start(); });
  connect(copy_, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(model_->asText()); });
  connect(&workbench_.jobs(), &Jobs::changed, this, [this] {
    if (running() && !workbench_.jobs().busy(purpose())) finished(tr("stopped"));
  });
  auto* row = new QHBoxLayout;
  row->setContentsMargins(12, 4, 12, 4);
  row->setSpacing(8);
  row->addWidget(start_);
  row->addWidget(copy_);
  row->addWidget(summary_, 1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(row);
  column->addWidget(table_, 1);
  showState();
}

CheckPage::~CheckPage() {
  workbench_.jobs().disconnect(this);
  if (running()) workbench_.jobs().cancel(purpose());
}

QString CheckPage::purpose() const {
  return QStringLiteral("check target");
}

// The rows of another target stay where its suite is still running.
void CheckPage::setTarget(const std::string& id, bool can_run) {
  can_run_ = can_run;
  if (id != target_) {
    target_ = id;
    if (!running() && of_ != id) {
      model_->clear();
      problem_.clear();
      of_.clear();
    }
  }
  showState();
}

void CheckPage::start() {
  if (running() || !can_run_ || target_.empty()) return;
  model_->clear();
  problem_.clear();
  checked_ = of_ = target_;
  reports_ = std::make_shared<LinkReports>();
  connect(reports_.get(), &LinkReports::line, this, &CheckPage::take);
  workbench_.jobs().run<QString>(
      purpose(), tr("Checking %1").arg(qs(checked_)), this,
      [id = checked_, reports = reports_](const CancelToken& cancel) { return run_suite(id, *reports, cancel); },
      [this](const QString& problem) { finished(problem); });
  workbench_.jobs().setTarget(purpose(), checked_);
  showState();
}

void CheckPage::stop() {
  workbench_.jobs().cancel(purpose());
}

void CheckPage::take(const QString& line) {
  if (model_->add(ss(line))) table_->scrollToBottom();
  showState();
}

void CheckPage::finished(const QString& problem) {
  if (!running()) return;
  disconnect(reports_.get(), nullptr, this, nullptr);
  checked_.clear();
  problem_ = problem;
  showState();
}

void CheckPage::showState() {
  start_->setText(running() ? tr("Stop") : tr("Run the checks"));
  start_->setEnabled(running() || can_run_);
  copy_->setEnabled(model_->rowCount() > 0);
  QStringList words;
  if (running()) words << tr("checking %1").arg(qs(checked_));
  if (model_->rowCount() > 0)
    words << tr("%1 passed, %2 failed, %3 skipped")
                 .arg(model_->count(QStringLiteral("passed")))
                 .arg(model_->count(QStringLiteral("failed")))
                 .arg(model_->count(QStringLiteral("skipped")));
  if (!problem_.isEmpty()) words << problem_;
  summary_->setText(words.join(QStringLiteral(" · ")));
}

}  // namespace nw::views
