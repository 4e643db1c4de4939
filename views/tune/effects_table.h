// SPDX-License-Identifier: GPL-3.0-or-later
// A table of what each step of a schedule gives: columns of figures as wide as these, steps wrapped in the rest.
#pragma once

#include <QTableView>

#include "models/tune_effects_model.h"

namespace nw::views {

class EffectsTable : public QTableView {
  Q_OBJECT

 public:
  explicit EffectsTable(const QString& name, QWidget* parent = nullptr);
  TuneEffectsModel* effects() const { return effects_; }

 Q_SIGNALS:
  void stepWanted(int step);                                  // a row was clicked, or Enter was pressed on it
  void menuWanted(const QString& line, const QPoint& place);  // of a step, at that place of the screen

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void fitColumns();

  TuneEffectsModel* effects_;
};

}  // namespace nw::views
