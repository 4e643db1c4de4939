// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/plain_table.h"

#include <QHeaderView>
#include <QTableView>

namespace nw::views {

void as_plain_table(QTableView* table) {
  table->setFrameShape(QFrame::NoFrame);
  table->setShowGrid(false);
  table->setTabKeyNavigation(false);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setSelectionMode(QAbstractItemView::SingleSelection);
  table->verticalHeader()->hide();
  table->horizontalHeader()->setHighlightSections(false);
  table->horizontalHeader()->setStretchLastSection(true);
  table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

}  // namespace nw::views
