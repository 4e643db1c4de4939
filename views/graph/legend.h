// SPDX-License-Identifier: GPL-3.0-or-later
// The legend of an overlay's colours, in the corner of the canvas: its scale can be chosen, and the nodes with the
// greatest numbers gone to.
#pragma once

#include <QFrame>
#include <memory>

#include "common/theme.h"
#include "models/overlay.h"

class QComboBox;
class QLabel;
class QMenu;
class QToolButton;

namespace nw::views {

class Legend : public QFrame {
  Q_OBJECT

 public:
  explicit Legend(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setOverlay(std::shared_ptr<const Overlay> overlay);  // null: hides itself
  const Overlay* overlay() const { return overlay_.get(); }
  QComboBox* scaleBox() const { return scale_; }
  QToolButton* closeButton() const { return close_; }
  QMenu* greatest() const { return menu_; }

 Q_SIGNALS:
  void closed();
  void scaleWanted(nw::views::OverlayScale scale);
  void greatestWanted();  // the menu is about to open: its entries have the names of the graph's nodes

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  class Key;
  std::shared_ptr<const Overlay> overlay_;
  Theme theme_;
  QLabel *title_, *note_;
  QToolButton *close_, *top_;
  QComboBox* scale_;
  QMenu* menu_;
  Key* key_;
};

}  // namespace nw::views
