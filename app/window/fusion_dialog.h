// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for two settings of fusion whose groups are then shown side by side.
#pragma once

#include <QDialog>
#include <array>

#include "workspace/choices.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace nw::window {

class FusionDialog : public QDialog {
  Q_OBJECT

 public:
  // At first TVM's defaults beside what is in force.
  explicit FusionDialog(const workspace::FusionChoices& now, QWidget* parent = nullptr);
  workspace::FusionChoices choices(size_t side) const;
  // "Opt level 2, at most 256 operators, 3 what-ifs".
  static QString title_of(const workspace::FusionChoices& choices);

 private:
  struct Side {
    QSpinBox* level;
    QSpinBox* depth;
    QCheckBox* what_ifs;
  };
  void refresh();

  const workspace::FusionChoices now_;
  std::array<Side, 2> sides_;
  QLabel* note_;
  QPushButton* compare_;
};

}  // namespace nw::window
