// SPDX-License-Identifier: GPL-3.0-or-later
// The graph tab: the canvas with its minimap and find bar, fed with pictures that are laid out off the UI thread, and
// joined to what is selected in the rest of the window.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/named_nodes.h"
#include "common/theme.h"
#include "common/viewer.h"
#include "graph/canvas.h"
#include "graph/part.h"
#include "graph/picture.h"

class QLabel;
class QMenu;
class QToolButton;

namespace nw::views {

class ChangeBanner;
class FindBar;
class Legend;
class Minimap;
class PlaceBar;
class Player;
class TimelineBar;
class Workbench;

class GraphView : public QWidget, public Viewer {
  Q_OBJECT

 public:
  GraphView(Workbench& workbench, LayoutFunction layout, QWidget* parent = nullptr);
  ~GraphView() override;

  void setTheme(const Theme& theme);
  Canvas* canvas() const { return canvas_; }
  const LayoutFunction& layoutFunction() const { return layout_; }
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

  // Part of the graph.
  const Part& part() const { return part_; }
  void showEverything();
  void enterScope(int32_t scope);
  void showAround(const std::vector<NodeId>& nodes, int hops);
  void showOnly(const std::vector<NodeId>& nodes);
  void hide(const std::vector<NodeId>& nodes);
  void showHidden();  // what was hidden is shown again, of whatever part there is
  void togglePin(NodeId node);
  std::vector<NodeId> selectedNodes() const;

  const std::vector<std::string>& bookmarks() const { return bookmarks_; }  // nodes' names
  void toggleBookmark(NodeId node);
  std::string viewState() const;  // JSON, for the project file

  // Colours.
  OverlayKind overlay() const;
  void setOverlay(OverlayKind kind);
  bool setNumbers(const QString& path);  // a JSON file {node: number}; false if it cannot be read
  void showNumbers(const QByteArray& json, const QString& title);

  // Dashed outlines around these, until others come.
  void setComposites(std::vector<NamedNodes> composites);

  // The fusion algorithm, and the passes.
  bool playing() const;
  void startPlayback();
  void stopPlayback();
  Player* player() const { return player_; }
  bool timelineVisible() const { return timeline_on_; }
  void setTimelineVisible(bool visible);
  const std::shared_ptr<const ScopeTree>& tree() const { return tree_; }

  void documentChanged() override;
  void graphChanged() override;
  void selectionChanged(const Selection& selection) override;
  void reasonChanged() override;
  void differenceChanged() override;

 Q_SIGNALS:
  void pictureChanged();
  void overlayChanged();  // or the bars above the canvas did

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  // Where the view was, and what was in its middle.
  struct Held {
    ViewTransform view;
    std::string name;
    QPointF place;
  };

  void build();
  void connectBars();
  // What another part does to the view: it stays; it stays where something was and is in sight, or where that can also
  // be read; all of the part is fitted in.
  enum class Camera { Stay, StayIfInSight, StayIfReadable, Fit };
  void showPart(Part part, Camera camera);
  NodeId nodeToHold(const Picture& next) const;
  void updatePlace();
  void restoreViewState();
  std::vector<std::string> openScopes() const;  // their paths
  void makeOverlay();
  void takeOverlay(std::shared_ptr<const Overlay> overlay);
  void makeFills();
  void showStep();
  void revealStep();
  void updateTimeline();
  Held holdMiddle() const;
  void putBack(const Held& held);
  void partMenu(QMenu& menu, const std::vector<NodeId>& nodes);
  void connectCanvas();
  void makePicture(std::vector<bool> expanded, int32_t kept_scope = -1);
  void showGroups();
  void takePicture(std::shared_ptr<const Picture> picture, int32_t kept_scope);
  void showSelection(bool reveal);
  void markReason(Marks& marks) const;
  void markDifference(Marks& marks) const;
  void markStep(Marks& marks) const;
  void markPass(Marks& marks) const;
  void markComposites(Marks& marks) const;
  void markKept(Marks& marks) const;
  void showBanner();
  void stepDifference();
  void select(const Selection& selection);
  void openScopesAround(NodeId node);
  void walk(Canvas::Walk direction);
  void activate(int32_t item);
  void menu(int32_t item, int32_t edge, int32_t box, const QPoint& global);
  void takeFound(std::vector<NodeId> found, const QString& error, int column);
  void placeParts();

  Workbench& workbench_;
  LayoutFunction layout_;
  Theme theme_;
  Canvas* canvas_ = nullptr;
  Minimap* minimap_ = nullptr;
  FindBar* find_ = nullptr;
  ChangeBanner* banner_ = nullptr;
  PlaceBar* place_ = nullptr;
  Player* player_ = nullptr;
  TimelineBar* timeline_ = nullptr;
  Legend* legend_ = nullptr;
  QLabel* note_ = nullptr;
  std::shared_ptr<const graph::Graph> graph_;  // that tree_ and expanded_ are of
  std::shared_ptr<const ScopeTree> tree_;
  std::vector<bool> expanded_;
  std::shared_ptr<const graph::Graph> unfused_;  // laid out while its fusion is made
  std::shared_ptr<const Picture> laid_out_;      // the canvas may show it with other groups
  Part part_;
  std::shared_ptr<const std::vector<bool>> shown_;  // null: everything
  std::optional<Camera> camera_when_ready_;
  OverlayKind wanted_overlay_ = OverlayKind::None;
  std::shared_ptr<const Overlay> overlay_;
  QByteArray numbers_;  // of an overlay from a file
  QString numbers_title_;
  std::vector<std::string> bookmarks_;
  std::optional<std::vector<std::string>> open_scopes_;  // as the project file had it, until a picture shows it
  bool timeline_on_ = false;
  std::vector<NodeId> changed_by_pass_;
  std::vector<NamedNodes> composites_;
  std::vector<NodeId> found_;
  int found_at_ = -1;
  int step_when_found_ = 0;       // the step that was asked for while the search ran
  std::vector<NodeId> siblings_;  // reached by the last step up or down
  bool reveal_when_ready_ = false;
  size_t changed_at_ = 0;  // which change of the last what-if is shown
};

}  // namespace nw::views
