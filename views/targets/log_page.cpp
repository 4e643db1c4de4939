// SPDX-License-Identifier: GPL-3.0-or-later
#include "targets/log_page.h"

#include "targets/target_links.h"

namespace nw::views {

LogPage::LogPage(TargetLinks& links, QWidget* parent) : QPlainTextEdit(parent), links_(links) {
  setReadOnly(true);
  setFrameShape(QFrame::NoFrame);
  setMaximumBlockCount(5000);
  document()->setDocumentMargin(12);
  setAccessibleName(tr("Log of the target"));
  setPlaceholderText(
      tr("Nothing was connected to this target yet: use it, and what its carrier and runner say is here"));
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  connect(&links_, &TargetLinks::logged, this, &LogPage::follow);
}

void LogPage::setTarget(const std::string& id) {
  if (id == target_) return;
  target_ = id;
  shown_ = 0;
  clear();
  follow(id);
}

void LogPage::follow(const std::string& id) {
  if (id != target_) return;
  const std::vector<LinkLine>& lines = links_.log(id);
  if (lines.size() < shown_) shown_ = 0;  // the oldest are gone
  for (; shown_ < lines.size(); ++shown_)
    appendPlainText(QStringLiteral("%1  %2").arg(lines[shown_].time.toString(Qt::ISODateWithMs), lines[shown_].text));
}

}  // namespace nw::views
