// SPDX-License-Identifier: GPL-3.0-or-later
// The location bar while only a part of the graph is shown: breadcrumbs of the enclosing scopes, the name of the part,
// and a button to leave it.
#pragma once

#include <QFrame>
#include <utility>
#include <vector>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace nw::views {

class PlaceBar : public QFrame {
  Q_OBJECT

 public:
  explicit PlaceBar(QWidget* parent = nullptr);
  using Crumb = std::pair<QString, int>;  // a scope's title and number; the graph itself is 0
  // `hops`: of a neighbourhood, which can grow and shrink; negative: it is none. `hidden`: nodes that were taken off.
  void setPlace(const std::vector<Crumb>& crumbs, const QString& note, int hops, int hidden);

 Q_SIGNALS:
  void scopeWanted(int scope);
  void everythingWanted();
  void hiddenWanted();
  void hopsWanted(int hops);

 private:
  QHBoxLayout* crumbs_;
  QLabel* note_;
  QToolButton *fewer_, *more_, *hidden_, *everything_;
  int hops_ = -1;
};

}  // namespace nw::views
