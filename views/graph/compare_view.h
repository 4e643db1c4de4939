// SPDX-License-Identifier: GPL-3.0-or-later
// Two graphs side by side, moving together: two models, a graph before and after passes, or one graph fused in two
// ways. What was added, removed or changed is coloured and listed.
#pragma once

#include <QWidget>
#include <array>
#include <memory>

#include "common/jobs.h"
#include "common/theme.h"
#include "graph/canvas.h"
#include "graph/compare.h"
#include "models/difference_model.h"

class QLabel;
class QTreeView;

namespace nw::views {

struct CompareSide {
  QString title;
  std::shared_ptr<const graph::Graph> graph;
  std::shared_ptr<const fusion::Fusion> fusion;  // null: no groups
  QString time = {};                             // of a run of it, or that there was none; empty: not of interest
};

class CompareView : public QWidget {
  Q_OBJECT

 public:
  CompareView(Jobs& jobs, LayoutFunction layout, QWidget* parent = nullptr);
  ~CompareView() override;
  void setTheme(const Theme& theme);
  // `known`: nodes of the first → nodes of the second, if known from passes.
  void compare(CompareSide before, CompareSide after, std::map<NodeId, NodeId> known = {});
  Canvas* canvas(size_t side) const { return canvas_[side]; }
  QTreeView* list() const { return list_; }
  const DifferenceModel& differences() const { return differences_; }
  QString summary() const;
  bool settled() const;
  void step(int direction);  // to the next difference, or the one before

 private:
  struct Made;

  void take(Made made);
  void paintFills();
  void show(NodeId before, NodeId after);
  void follow(size_t moved);
  void clicked(size_t side, int32_t item);
  void walk(size_t side, Canvas::Walk direction);
  NodeId match(size_t side, NodeId node) const;

  Jobs& jobs_;
  LayoutFunction layout_;
  Theme theme_;
  QString purpose_;
  std::array<Canvas*, 2> canvas_{};
  std::array<QLabel*, 2> title_{};
  QLabel* summary_;
  QTreeView* list_;
  DifferenceModel differences_;
  graph::Comparison comparison_;
  bool following_ = false;
};

}  // namespace nw::views
