// SPDX-License-Identifier: GPL-3.0-or-later
// The bar that plays the fusion algorithm: the dominator tree, then each decision of the three phases, forward and
// back, by buttons, slider or keys.
#pragma once

#include <QFrame>
#include <QTimer>
#include <memory>

#include "common/theme.h"
#include "fusion/playback.h"

class QLabel;
class QSlider;
class QToolButton;

namespace nw::views {

class Player : public QFrame {
  Q_OBJECT

 public:
  explicit Player(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setPlayback(std::shared_ptr<const graph::Graph> graph, std::shared_ptr<const fusion::Playback> playback);
  const fusion::Playback* playback() const { return playback_.get(); }
  const std::shared_ptr<const fusion::Playback>& shared() const { return playback_; }
  int count() const { return at_; }  // events that have happened
  void go(int count);
  void step(int by) { go(at_ + by); }
  void nextPhase(int direction);
  std::vector<int> phaseSteps() const;  // counts of events at which a phase begins
  QString sentence() const;

 Q_SIGNALS:
  void moved();
  void closed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void play(bool on);

  std::shared_ptr<const graph::Graph> graph_;
  std::shared_ptr<const fusion::Playback> playback_;
  int at_ = 0;
  QSlider* slider_;
  QLabel *where_, *what_;
  QToolButton *first_, *back_, *play_, *forward_, *last_, *close_;
  QTimer timer_;
};

}  // namespace nw::views
