// SPDX-License-Identifier: GPL-3.0-or-later
// Verification and time of the last run: unchecked, running, equal to the reference, different, or the reason of the
// failure.
#pragma once

#include <QLabel>

#include "kernel/kernel_colors.h"

namespace nw::views {

class RunBadge : public QLabel {
  Q_OBJECT

 public:
  enum class State { Unchecked, Running, Equal, Different, Failed };

  explicit RunBadge(QWidget* parent = nullptr);
  // `slow`: it is right, and slower than it would be without a schedule.
  void set(State state, const QString& text, const QString& detail = {}, bool slow = false);
  State state() const { return state_; }
  bool slow() const { return slow_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  State state_ = State::Unchecked;
  bool slow_ = false;
};

}  // namespace nw::views
