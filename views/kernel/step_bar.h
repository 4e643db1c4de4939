// SPDX-License-Identifier: GPL-3.0-or-later
// Stepping through the steps of a schedule: ◀ step 7 of 12 ▶. At the last step the whole script runs.
#pragma once

#include <QWidget>
#include <vector>

class QLabel;
class QSlider;
class QToolButton;

namespace nw::views {

class StepBar : public QWidget {
  Q_OBJECT

 public:
  explicit StepBar(QWidget* parent = nullptr);
  // The lines of the schedule's steps, in order. The position stays at its line, and at the end if it was there.
  void setSteps(const std::vector<int>& lines);
  // The script became another one while the position is in the middle: it stays with its line. Forward it goes to
  // `line` of the new script, where a step was written; kWhatChanged: to the end of the changed text.
  static constexpr int kWhatChanged = -1;
  void follow(const QString& before, const QString& after, int line = 0);
  int stopAfterLine() const { return stop_; }  // 0: at the end, the whole script runs
  void goTo(int stop_after_line);              // as if it had been moved there; of lines that are set later, too

 Q_SIGNALS:
  void scrubbed(int stop_after_line, int line);

 private:
  void update();

  QToolButton* back_;
  QToolButton* forward_;
  QSlider* slider_;
  QLabel* label_;
  std::vector<int> lines_;
  int stop_ = 0;
};

}  // namespace nw::views
