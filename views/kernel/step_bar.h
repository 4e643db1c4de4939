// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a schedule scrubbed like film: ◀ step 7 of 12 ▶. At the last step the whole script runs.
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
  // The lines of the schedule's steps, in order. The position stays at the end if it was there.
  void setSteps(const std::vector<int>& lines);
  // A gesture made the script `after` of `before` and wrote `line`, while the position is in the middle: steps follow
  // their lines, and the position goes to the new one.
  void inserted(int line, const QStringList& before, const QStringList& after);
  int stopAfterLine() const;  // 0: at the end, the whole script runs

 Q_SIGNALS:
  void scrubbed(int stop_after_line, int line);

 private:
  void update();

  QToolButton* back_;
  QToolButton* forward_;
  QSlider* slider_;
  QLabel* label_;
  std::vector<int> lines_;
};

}  // namespace nw::views
