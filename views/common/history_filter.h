// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses whose times the history shows, where its states were measured on several targets.
#pragma once

#include <QComboBox>

namespace nw::views {

class HistoryPanel;

class HistoryFilter : public QComboBox {
  Q_OBJECT

 public:
  explicit HistoryFilter(HistoryPanel& history, QWidget* parent = nullptr);

 private:
  void refill();

  HistoryPanel& history_;
};

}  // namespace nw::views
