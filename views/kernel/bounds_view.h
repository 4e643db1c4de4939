// SPDX-License-Identifier: GPL-3.0-or-later
// The table of inferred bounds: each loop's extent and because of what. In a narrow panel the reasons have the room.
#pragma once

#include <QTableView>

#include "models/bounds_model.h"

namespace nw::views {

class BoundsView : public QTableView {
  Q_OBJECT

 public:
  BoundsView(BoundsModel* model, QWidget* parent);

  void fitColumns();

 protected:
  void resizeEvent(QResizeEvent* event) override;
};

}  // namespace nw::views
