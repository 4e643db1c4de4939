// SPDX-License-Identifier: GPL-3.0-or-later
// A part of the loop tree's menu: steps that could be taken, those that are not legal grey with their reason. Its
// entries are made when it opens: nobody looks at most of them, and to lay out all their reasons takes many frames.
#pragma once

#include <QMenu>
#include <functional>
#include <vector>

#include "workspace/offers.h"

namespace nw::views {

// What is not legal, with its reason in full: on several lines where it is long.
QAction* add_refused(QMenu* menu, const QString& text, const QString& why);

using TakeOffer = std::function<void(const workspace::Offer&)>;
void add_offer(QMenu* menu, const workspace::Offer& offer, const QString& text, const TakeOffer& take);

class OffersMenu : public QMenu {
  Q_OBJECT

 public:
  OffersMenu(const QString& title, TakeOffer take, QWidget* parent);
  void add(const workspace::Offer& offer, const QString& text);
  bool hasOffers() const { return any_; }
  void fill();

 private:
  TakeOffer take_;
  bool any_ = false;
  std::vector<std::pair<workspace::Offer, QString>> waiting_;
};

}  // namespace nw::views
