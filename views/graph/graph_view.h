// SPDX-License-Identifier: GPL-3.0-or-later
// The graph tab: the canvas with its minimap and find bar, fed with pictures that are laid out off the UI thread, and
// joined to what is selected in the rest of the window.
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "common/theme.h"
#include "common/viewer.h"
#include "graph/canvas.h"
#include "graph/picture.h"

class QLabel;
class QMenu;
class QToolButton;

namespace nw::views {

class ChangeBanner;
class FindBar;
class Minimap;
class Workbench;

class GraphView : public QWidget, public Viewer {
  Q_OBJECT

 public:
  GraphView(Workbench& workbench, LayoutFunction layout, QWidget* parent = nullptr);
  ~GraphView() override;

  void setTheme(const Theme& theme);
  Canvas* canvas() const { return canvas_; }
  FindBar* findBar() const { return find_; }
  bool settled() const;
  void openFind();
  void find(const QString& query);
  void stepFind(int direction);
  void toggleScope(int32_t scope);
  void expandAll();
  void collapseAll();
  void showDefault();
  void fit();
  void revealSelection();
  const std::shared_ptr<const ScopeTree>& tree() const { return tree_; }

  void documentChanged() override;
  void graphChanged() override;
  void selectionChanged(const Selection& selection) override;
  void reasonChanged() override;
  void differenceChanged() override;

 Q_SIGNALS:
  void pictureChanged();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void build();
  void connectCanvas();
  void makePicture(std::vector<bool> expanded, int32_t kept_scope = -1);
  void takePicture(std::shared_ptr<const Picture> picture, int32_t kept_scope);
  void showSelection(bool reveal);
  void markReason(Marks& marks) const;
  void markDifference(Marks& marks) const;
  void stepDifference();
  void select(const Selection& selection);
  void openScopesAround(NodeId node);
  void walk(Canvas::Walk direction);
  void activate(int32_t item);
  void menu(int32_t item, int32_t edge, int32_t box, const QPoint& global);
  void placeParts();

  Workbench& workbench_;
  LayoutFunction layout_;
  Theme theme_;
  Canvas* canvas_ = nullptr;
  Minimap* minimap_ = nullptr;
  FindBar* find_ = nullptr;
  ChangeBanner* banner_ = nullptr;
  QLabel* note_ = nullptr;
  std::shared_ptr<const graph::Graph> graph_;  // that tree_ and expanded_ are of
  std::shared_ptr<const ScopeTree> tree_;
  std::vector<bool> expanded_;
  std::vector<NodeId> found_;
  int found_at_ = -1;
  std::vector<NodeId> siblings_;  // reached by the last step up or down
  bool reveal_when_ready_ = false;
  size_t changed_at_ = 0;  // which change of the last what-if is shown
};

}  // namespace nw::views
