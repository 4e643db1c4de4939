// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/candidates_menu.h"

#include <QLabel>
#include <QWidgetAction>
#include <algorithm>
#include <utility>

#include "common/text.h"
#include "models/html.h"
#include "models/sentence_text.h"

namespace nw::views {

QAction* add_refused(QMenu* menu, const QString& text, const QString& why) {
  constexpr int kWidest = 480;
  auto* label = new QLabel(CandidatesMenu::tr("%1 — %2").arg(text.section(QLatin1Char('\t'), 0, 0), why), menu);
  label->setObjectName(QStringLiteral("menuRefusal"));
  label->ensurePolished();
  const int width = std::min(kWidest, label->sizeHint().width());
  label->setWordWrap(true);
  label->setFixedSize(width, label->heightForWidth(width));
  auto* action = new QWidgetAction(menu);
  action->setDefaultWidget(label);
  action->setText(label->text());
  action->setToolTip(plain_tip(why));
  action->setStatusTip(why);
  action->setEnabled(false);
  menu->addAction(action);
  return action;
}

void add_candidate(QMenu* menu, const advise::Candidate& candidate, const QString& text, const TakeCandidate& take) {
  if (!candidate.legal) {
    add_refused(menu, text, qs(candidate.why_not));
    return;
  }
  QAction* action = menu->addAction(text, menu, [take, candidate] { take(candidate); });
  action->setStatusTip(translated(candidate.edit.label));
  action->setToolTip(plain_tip(action->statusTip()));
  // The mark that the loop has: the same again takes it away.
  if (!candidate.edit.step) {
    action->setCheckable(true);
    action->setChecked(true);
  }
}

CandidatesMenu::CandidatesMenu(const QString& title, TakeCandidate take, QWidget* parent)
    : QMenu(title, parent), take_(std::move(take)) {
  setToolTipsVisible(true);
  connect(this, &QMenu::aboutToShow, this, &CandidatesMenu::fill);
}

void CandidatesMenu::add(const advise::Candidate& candidate, const QString& text) {
  any_ = true;
  waiting_.emplace_back([this, candidate, text] { add_candidate(this, candidate, text, take_); });
}

void CandidatesMenu::addRefused(const QString& text, const QString& why) {
  waiting_.emplace_back([this, text, why] { add_refused(this, text, why); });
}

void CandidatesMenu::fill() {
  for (const auto& add_entry : std::exchange(waiting_, {})) add_entry();
}

}  // namespace nw::views
