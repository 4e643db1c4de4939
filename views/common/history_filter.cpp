// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/history_filter.h"

#include <algorithm>

#include "common/history_panel.h"
#include "common/text.h"

namespace nw::views {

HistoryFilter::HistoryFilter(HistoryPanel& history, QWidget* parent) : QComboBox(parent), history_(history) {
  setAccessibleName(tr("Times of"));
  setToolTip(tr("Whose times the history shows. Those of different targets are not compared with each other"));
  connect(&history_, &HistoryPanel::targetsChanged, this, &HistoryFilter::refill);
  connect(this, &QComboBox::activated, this, [this](int row) { history_.showTarget(ss(itemData(row).toString())); });
  refill();
}

void HistoryFilter::refill() {
  clear();
  addItem(tr("Times of every target"), QString());
  for (const std::string& id : history_.targets()) addItem(tr("Times of %1").arg(qs(id)), qs(id));
  setCurrentIndex(std::max(0, findData(qs(history_.shownTarget()))));
  setVisible(history_.targets().size() > 1);
}

}  // namespace nw::views
