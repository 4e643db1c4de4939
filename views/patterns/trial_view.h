// SPDX-License-Identifier: GPL-3.0-or-later
// One trial of a pattern as a film: the pattern as a small graph beside the model's part, tied node by node, the pair
// that fails marked; attempt by attempt, forward and back.
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>

#include "graph/graph.h"
#include "pattern/trial_steps.h"

class QLabel;
class QSlider;
class QToolButton;

namespace nw::views {

class TrialPicture;
class Workbench;

class TrialView : public QWidget {
  Q_OBJECT

 public:
  explicit TrialView(Workbench& workbench, QWidget* parent = nullptr);
  ~TrialView() override;
  // Line `name` of the table, tried at a node; found out off the UI thread. `reason`: why it is not taken there
  // although it matches; empty: it is.
  void setTrial(std::shared_ptr<const graph::Graph> graph, const std::string& table, const QString& name, NodeId root,
                const QString& reason = {});
  const pattern::TrialSteps* trial() const { return trial_.get(); }
  int step() const { return step_; }
  void go(int step);  // from 0; the last is what it came to
  QString sentence() const;
  TrialPicture* picture() const { return picture_; }

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void take(std::shared_ptr<const pattern::TrialSteps> trial);
  void play(bool on);

  Workbench& workbench_;
  std::shared_ptr<const graph::Graph> graph_;
  std::shared_ptr<const pattern::TrialSteps> trial_;
  QString name_, reason_;
  int step_ = 0;
  QLabel *title_, *what_;
  QSlider* slider_;
  QToolButton *back_, *play_, *forward_;
  TrialPicture* picture_;
  QTimer timer_;
};

}  // namespace nw::views
