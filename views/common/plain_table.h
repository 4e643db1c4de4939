// SPDX-License-Identifier: GPL-3.0-or-later
// The look of plain tables: rows without a grid, one selected at a time, Tab leaves them.
#pragma once

class QTableView;

namespace nw::views {

void as_plain_table(QTableView* table);

}  // namespace nw::views
