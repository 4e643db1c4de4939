// SPDX-License-Identifier: GPL-3.0-or-later
// A line around the control that the keyboard is at, in every window; it goes when the mouse is used.
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

namespace nw::views {

class FocusRing : public QObject {
  Q_OBJECT

 public:
  explicit FocusRing(QObject* parent);
  ~FocusRing() override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void follow(QWidget* control);
  void place();

  QPointer<QWidget> control_, ring_;
  bool keys_ = false;  // were used last, not the mouse
};

}  // namespace nw::views
