// SPDX-License-Identifier: GPL-3.0-or-later
#include "targets/log_page.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QVBoxLayout>
#include <algorithm>

#include "targets/target_links.h"

namespace nw::views {

LogPage::LogPage(TargetLinks& links, QWidget* parent)
    : QWidget(parent), links_(links), filter_(new QLineEdit(this)), lines_(new QPlainTextEdit(this)) {
  filter_->setPlaceholderText(tr("Show lines with these words"));
  filter_->setAccessibleName(tr("Filter of the log"));
  filter_->setClearButtonEnabled(true);
  lines_->setReadOnly(true);
  lines_->setFrameShape(QFrame::NoFrame);
  lines_->setMaximumBlockCount(5000);
  lines_->document()->setDocumentMargin(12);
  lines_->setAccessibleName(tr("Log of the target"));
  lines_->setPlaceholderText(
      tr("Nothing was connected to this target yet: use it, and what its carrier and runner say is here"));
  lines_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(filter_);
  column->addWidget(lines_, 1);
  connect(filter_, &QLineEdit::textChanged, this, &LogPage::showAll);
  connect(&links_, &TargetLinks::logged, this, &LogPage::follow);
}

void LogPage::setTarget(const std::string& id) {
  if (id == target_) return;
  target_ = id;
  showAll();
}

void LogPage::showAll() {
  seen_ = 0;
  lines_->clear();
  follow(target_);
}

void LogPage::follow(const std::string& id) {
  if (id != target_) return;
  const std::vector<LinkLine>& lines = links_.log(id);
  const QStringList words = filter_->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  if (lines.size() < seen_) seen_ = 0;  // the oldest are gone
  for (; seen_ < lines.size(); ++seen_) {
    const QString line = QStringLiteral("%1  %2").arg(lines[seen_].time.toString(Qt::ISODateWithMs), lines[seen_].text);
    const bool shown =
        std::ranges::all_of(words, [&](const QString& word) { return line.contains(word, Qt::CaseInsensitive); });
    if (shown) lines_->appendPlainText(line);
  }
}

}  // namespace nw::views
