// SPDX-License-Identifier: GPL-3.0-or-later
// The legend of an overlay's colours.
#pragma once

#include <QFrame>
#include <memory>

#include "common/theme.h"
#include "models/overlay.h"

namespace nw::views {

class Legend : public QFrame {
  Q_OBJECT

 public:
  explicit Legend(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setOverlay(std::shared_ptr<const Overlay> overlay);  // null: hides itself
  const Overlay* overlay() const { return overlay_.get(); }
  QSize sizeHint() const override;

 Q_SIGNALS:
  void closed();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  qsizetype shownKinds() const;

  std::shared_ptr<const Overlay> overlay_;
  Theme theme_;
};

}  // namespace nw::views
