// SPDX-License-Identifier: GPL-3.0-or-later
// The fusion algorithm played on the canvas: the groups after some number of decisions, and the nodes of the last
// decision.
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <utility>

#include "graph/canvas.h"
#include "graph/player.h"

namespace nw::views {

class Workbench;

class FusionPlayback : public QObject {
  Q_OBJECT

 public:
  FusionPlayback(Workbench& workbench, Canvas& canvas, QWidget* parent);
  Player* player() const { return player_; }
  bool playing() const { return player_->isVisible(); }
  void start();
  void showDecision(NodeId from, NodeId to);  // starts, at the event that decided about these two
  void stop();
  void setPicture(std::shared_ptr<const Picture> laid_out) { laid_out_ = std::move(laid_out); }
  void showStep();  // on the present picture, if it is of the graph that is played
  void mark(Marks& marks) const;

 Q_SIGNALS:
  void playingChanged();
  void stepShown();  // or the groups of the end, after it was stopped

 private:
  const fusion::PlayEvent* lastEvent() const;  // null: none has happened
  void reveal();

  Workbench& workbench_;
  Canvas& canvas_;
  Player* player_;
  std::shared_ptr<const Picture> laid_out_;
  std::optional<std::pair<NodeId, NodeId>> decision_;  // to be shown once the events are known
};

}  // namespace nw::views
