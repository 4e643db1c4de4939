// SPDX-License-Identifier: GPL-3.0-or-later
// The graph tab: the canvas, with pictures that are laid out off the UI thread, connected to the selection of the
// window. The other parts of the tab are separate classes: finding, colours, the displayed part of the graph, the
// passes, the playback of fusion, the context menu.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/named_nodes.h"
#include "common/theme.h"
#include "common/viewer.h"
#include "graph/canvas.h"
#include "graph/graph_view_state.h"
#include "graph/picture.h"
#include "graph/shown_part.h"

class QLabel;

namespace nw::views {

class ChangeBanner;
class FusionPlayback;
class GraphColours;
class GraphFinder;
class GraphMenu;
class Minimap;
class PassTimeline;
class PickedNodes;
class SizeLegend;
class Workbench;

class GraphView : public QWidget, public Viewer {
  Q_OBJECT

 public:
  GraphView(Workbench& workbench, LayoutFunction layout, QWidget* parent = nullptr);
  ~GraphView() override;

  Canvas* canvas() const { return canvas_; }
  // The displayed snapshot's node at a point of the canvas; none: there is none.
  NodeId nodeAt(const QPoint& where) const;
  GraphFinder& finder() const { return *finder_; }
  GraphColours& colours() const { return *colours_; }
  ShownPart& shownPart() const { return *part_; }
  PickedNodes& picked() const { return *picked_; }
  PassTimeline& passes() const { return *passes_; }
  FusionPlayback& playback() const { return *playback_; }
  const LayoutFunction& layoutFunction() const { return layout_; }
  const std::shared_ptr<const ScopeTree>& tree() const { return tree_; }
  void setTheme(const Theme& theme);
  bool settled() const;

  void toggleScope(int32_t scope);
  void expandAll();
  void collapseAll();
  void showDefault();
  void fit();
  void goTo(NodeId node);           // selects it and opens the scopes around it
  void bringIntoView(NodeId node);  // the same for what is selected already, of which this is one

  void select(const Selection& selection);
  void revealSelection();
  std::vector<NodeId> selectedNodes() const;  // those that were picked; else what the selection stands for
  // Dashed outlines around these, until others come.
  void setComposites(std::vector<NamedNodes> composites);
  // Frames around regions that go to accelerators, and neighbours that stay apart.
  void setRegions(std::vector<NamedNodes> regions, std::vector<std::pair<NodeId, NodeId>> cuts);
  // Places that a pattern is being made of.
  void setPlaces(std::vector<NamedNodes> places);
  bool hasPlaces() const { return !places_.empty(); }
  // Marked while something elsewhere that stands for them is under the pointer.
  void hoverNodes(std::vector<NodeId> nodes);
  const std::vector<std::string>& bookmarks() const { return bookmarks_; }  // nodes' names
  void toggleBookmark(NodeId node);
  std::string viewState() const;  // JSON, for the project file

  void documentChanged() override;
  void targetChanged() override;
  void preferencesChanged() override;
  void graphChanged() override;
  void selectionChanged(const Selection& selection) override;
  void reasonChanged() override;
  void differenceChanged() override;

 Q_SIGNALS:
  void pictureChanged();
  void nodeHovered(nw::NodeId node);  // not valid: none is under the pointer
  void overlayChanged();              // or the bars above the canvas did
  // A pattern of what is selected, or of one more place.
  void patternWanted(const std::vector<nw::NodeId>& nodes, bool more);

 private:
  void build();
  void connectParts();
  void connectCanvas();
  void placeParts();
  void restoreViewState();
  std::vector<std::string> openScopes() const;  // their paths
  void makePicture(std::vector<bool> expanded, int32_t kept_scope = -1);
  void showGroups();
  void adoptPicture(std::shared_ptr<const Picture> picture, int32_t kept_scope);
  void showPart(ShownPart::Camera camera);
  void showSelection(bool reveal);
  void connectPicking();
  std::vector<NodeId> nodesOf(int32_t item) const;
  void markPatterns(Marks& marks, const Picture& picture) const;
  void showBanner();
  void stepDifference();
  void openScopesAround(NodeId node);
  void walk(Canvas::Walk direction);
  void walkEdges(bool forward);
  void selectItem(int32_t item);
  int32_t selectedItem() const;  // of a node or a scope; -1: none
  int32_t selectedEdge() const;  // -1: none
  QString selectionText() const;
  void activate(int32_t item);
  void openWhenNear(int32_t item);
  void openOrToggle(int32_t scope);

  Workbench& workbench_;
  LayoutFunction layout_;
  Theme theme_;
  Canvas* canvas_ = nullptr;
  Minimap* minimap_ = nullptr;
  ChangeBanner* banner_ = nullptr;
  QLabel* note_ = nullptr;
  GraphFinder* finder_ = nullptr;
  GraphColours* colours_ = nullptr;
  SizeLegend* sizes_ = nullptr;
  ShownPart* part_ = nullptr;
  PickedNodes* picked_ = nullptr;
  PassTimeline* passes_ = nullptr;
  FusionPlayback* playback_ = nullptr;
  GraphMenu* menu_ = nullptr;
  std::shared_ptr<const graph::Graph> graph_;  // that tree_ and expanded_ are of
  std::shared_ptr<const ScopeTree> tree_;
  std::vector<bool> expanded_;
  std::shared_ptr<const graph::Graph> unfused_;  // laid out while its fusion is made
  std::shared_ptr<const Picture> laid_out_;      // the canvas may show it with other groups
  std::optional<ShownPart::Camera> camera_when_ready_;
  std::optional<std::vector<std::string>> open_scopes_;  // as the project file had it, until a picture shows it
  std::vector<std::string> bookmarks_;
  std::optional<GraphPlace> place_when_ready_;  // where an earlier run looked at it, until a picture shows it
  std::vector<NamedNodes> composites_, regions_, places_;
  std::vector<std::pair<NodeId, NodeId>> cuts_;
  std::vector<NodeId> hovered_;
  NodeId edges_of_;                   // the edges that keys step through are those of the item with this node
  PictureShape shape_{.wrap = true};  // as the preferences had it last
  std::set<int32_t> closed_by_hand_;  // scopes that zooming does not open
  bool reveal_when_ready_ = false;
  size_t changed_at_ = 0;  // which change of the last what-if is shown
};

}  // namespace nw::views
