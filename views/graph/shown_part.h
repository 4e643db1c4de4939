// SPDX-License-Identifier: GPL-3.0-or-later
// Which part of the graph is shown: entering scopes, surroundings of a node, hiding, pinning; with the bar that
// names the part and leaves it.
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "graph/part.h"

class QWidget;

namespace nw::views {

class PlaceBar;
class Workbench;

class ShownPart : public QObject {
  Q_OBJECT

 public:
  // What another part does to the view: it stays; it stays where something was and is in sight, or where that can also
  // be read; all of the part is fitted in.
  enum class Camera { Stay, StayIfInSight, StayIfReadable, Fit };

  ShownPart(Workbench& workbench, QWidget* parent);
  PlaceBar* bar() const { return bar_; }
  const Part& part() const { return part_; }
  const std::shared_ptr<const std::vector<bool>>& nodes() const { return nodes_; }  // null: all
  void reset();                                                                     // all of another graph
  void setGraph(std::shared_ptr<const graph::Graph> graph, std::shared_ptr<const ScopeTree> tree);
  // The expanded scopes around the displayed nodes, besides those in `expanded`. Scopes without such nodes are
  // unchanged.
  std::vector<bool> openedAround(std::vector<bool> expanded) const;

  void showEverything();
  void enterScope(int32_t scope);
  void showAround(const std::vector<NodeId>& nodes, int hops);
  void showOnly(const std::vector<NodeId>& nodes);
  void hide(const std::vector<NodeId>& nodes);
  void showHidden();  // shows hidden nodes again, in any displayed part
  void togglePin(NodeId node);

 Q_SIGNALS:
  void changed(nw::views::ShownPart::Camera camera);
  void pinsChanged();

 private:
  void show(Part part, Camera camera);
  Part other(Part::Kind kind) const;
  void refreshBar();

  Workbench& workbench_;
  PlaceBar* bar_;
  std::shared_ptr<const graph::Graph> graph_;
  std::shared_ptr<const ScopeTree> tree_;
  Part part_;
  std::shared_ptr<const std::vector<bool>> nodes_;
};

}  // namespace nw::views
