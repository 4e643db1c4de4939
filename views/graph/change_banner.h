// SPDX-License-Identifier: GPL-3.0-or-later
// The banner above the canvas after a what-if: its effect on the groups; keep it, revert it, or step through the
// changes.
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace nw::workspace {
struct FusionView;
}

namespace nw::views {

class ChangeBanner : public QFrame {
  Q_OBJECT

 public:
  explicit ChangeBanner(QWidget* parent = nullptr);
  // `at`: the change in sight, or past the end for none yet.
  void setChange(const workspace::FusionView& change, size_t at);

 Q_SIGNALS:
  void keep();
  void drop();
  void next();

 private:
  QLabel* summary_;
  QLabel* detail_;
  QPushButton *next_, *keep_, *drop_;
};

}  // namespace nw::views
