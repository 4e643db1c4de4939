// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/offers_menu.h"

#include <QLabel>
#include <QWidgetAction>
#include <algorithm>
#include <utility>

#include "common/text.h"
#include "models/html.h"

namespace nw::views {

QAction* add_refused(QMenu* menu, const QString& text, const QString& why) {
  constexpr int kWidest = 480;
  auto* label = new QLabel(OffersMenu::tr("%1 — %2").arg(text.section(QLatin1Char('\t'), 0, 0), why), menu);
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

void add_offer(QMenu* menu, const workspace::Offer& offer, const QString& text, const TakeOffer& take) {
  if (!offer.legal) {
    add_refused(menu, text, qs(offer.why_not));
    return;
  }
  QAction* action = menu->addAction(text, menu, [take, offer] { take(offer); });
  action->setStatusTip(qs(offer.change.label));
  action->setToolTip(plain_tip(action->statusTip()));
  // The mark that the loop has: the same again takes it away.
  if (const std::string without = "without " + offer.primitive; offer.change.label.ends_with(without)) {
    action->setCheckable(true);
    action->setChecked(true);
  }
}

OffersMenu::OffersMenu(const QString& title, TakeOffer take, QWidget* parent)
    : QMenu(title, parent), take_(std::move(take)) {
  setToolTipsVisible(true);
  connect(this, &QMenu::aboutToShow, this, &OffersMenu::fill);
}

void OffersMenu::add(const workspace::Offer& offer, const QString& text) {
  any_ = true;
  waiting_.emplace_back(offer, text);
}

void OffersMenu::fill() {
  for (const auto& [offer, text] : std::exchange(waiting_, {})) add_offer(this, offer, text, take_);
}

}  // namespace nw::views
