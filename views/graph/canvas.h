// SPDX-License-Identifier: GPL-3.0-or-later
// The graph canvas: one widget that shows a picture, pans and zooms, and reports the object under the pointer. It is
// independent of documents: GraphView sets the selection and the source of pictures.
#pragma once

#include <QElapsedTimer>
#include <QString>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>
#include <set>

#include "common/theme.h"
#include "graph/fills.h"
#include "graph/picture.h"

namespace nw::views {

class Tiles;

// Where the view is: scene point `origin` at the widget's top left.
struct ViewTransform {
  QPointF origin;
  double scale = 1;
  QPointF to_scene(const QPointF& p) const { return origin + p / scale; }
  QPointF to_view(const QPointF& p) const { return (p - origin) * scale; }
  QRectF to_scene(const QRectF& r) const { return {to_scene(r.topLeft()), r.size() / scale}; }
  QRectF to_view(const QRectF& r) const { return {to_view(r.topLeft()), r.size() * scale}; }
};

// A line around several things together.
struct Outline {
  enum class Role {
    Before,   // a group as it was, dashed
    After,    // a group as it is now
    Path,     // on the path from one node to another
    Blocker,  // prevents the merge
    Step,     // what a step of the algorithm is about
    Region,   // what goes to one accelerator, a frame
    Picked,   // several things that are selected together
  };
  Role role = Role::After;
  std::vector<int32_t> items;
  QString name = {};  // on a tab at its upper left
};

// A small sign at a thing's corner.
struct Badge {
  enum class Sign { Pinned, Bookmarked };
  int32_t item;
  Sign sign;

  bool operator==(const Badge&) const = default;
};

// What is marked on the canvas.
struct Marks {
  std::set<int32_t> items;  // selected
  int32_t edge = -1;
  int32_t group = -1;
  int32_t box = -1;
  std::set<int32_t> found;  // by the query
  std::vector<Outline> outlines;
  std::vector<Badge> badges;
  std::vector<std::pair<int32_t, int32_t>> links;  // drawn dashed, from one thing to another
};

class Canvas : public QWidget {
  Q_OBJECT

 public:
  enum class Walk { Up, Down, Left, Right };

  explicit Canvas(QWidget* parent = nullptr);
  ~Canvas() override;

  void setTheme(const Theme& theme);
  // A new picture of what `kept` (a scope) was clicked in stays still there, or where a node is; none: the view stays
  // if anything is shared, else everything is fitted in.
  void setPicture(std::shared_ptr<const Picture> picture, int32_t kept_scope = -1, NodeId kept_node = {});
  const std::shared_ptr<const Picture>& picture() const { return picture_; }
  // The same things in the same places, drawn otherwise: nothing moves.
  void redrawAs(std::shared_ptr<const Picture> picture);
  void setFills(std::shared_ptr<const Fills> fills);  // of this picture; a new picture has none
  const Fills* fills() const { return fills_.get(); }
  const std::shared_ptr<const Fills>& sharedFills() const { return fills_; }
  void setMarks(Marks marks);
  const Marks& marks() const { return marks_; }
  void describeSelection(const QString& text);  // for screen readers; empty: nothing is selected
  void setReducedMotion(bool reduced) { reduced_motion_ = reduced; }

  const ViewTransform& view() const { return view_; }
  void setView(const ViewTransform& view);
  void fit();
  void showStart();
  // Parts of the widget at its lower left that something is in front of: what is fitted in keeps clear of them. What
  // `names` (of sizes in view) cover follows from the view itself.
  void setCovered(const QRectF& legend, const QRectF& names);
  void fitRect(const QRectF& scene, double largest_scale = 1.25);
  void reveal(const QRectF& scene);  // moves only if it is out of sight or too small to read
  void zoomAt(const QPointF& where, double factor);
  bool placed() const { return !fitted_ && !at_start_; }  // by a person: neither all of it nor its start is shown
  bool readable() const { return view_.scale >= ZoomLevels::kAllOpen; }  // every label of a node
  bool settled() const;
  bool animating() const { return !moving_from_.empty(); }
  // What is at a point of the widget, at most one; -1: none. `box` is an expanded scope: at its title, or, if `closed`,
  // anywhere on the card that it is drawn as.
  struct Hit {
    int32_t item = -1, edge = -1, box = -1;
    bool closed = false;
  };
  Hit hit(const QPointF& where, double tolerance = 6) const;
  void zoomInto(int32_t box);  // so that it is open, and as much of it in sight as fits
  int32_t hoveredItem() const { return hovered_item_; }
  QString toolTipAt(const QPointF& where) const;

 Q_SIGNALS:
  void itemClicked(qint32 item);
  void itemHovered(qint32 item);   // the pointer is over it now; -1: over none
  void itemExtended(qint32 item);  // clicked with Shift: extends the selection
  void itemPicked(qint32 item);    // clicked with Ctrl: one more or one less of several that are selected
  void itemsPicked(const std::vector<int32_t>& items);  // in a rectangle that was drawn with Ctrl
  void itemActivated(qint32 item);                      // double click or Enter
  void edgeClicked(qint32 edge);
  void boxClicked(qint32 box);
  void boxActivated(qint32 box);
  void zoomedIn(qint32 item);  // until this item, a collapsed scope, is large
  void nothingClicked();
  void walked(nw::views::Canvas::Walk direction);
  void edgeWalked(bool forward);  // to the next edge of what is selected, or the one before
  void backWanted();
  void activateWanted();
  void contextMenuWanted(qint32 item, qint32 edge, qint32 box, const QPoint& global);
  void viewChanged();
  void viewFitted();  // all of it is shown
  void resized();
  void fillsChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void startMove(const Picture& before, int32_t kept_scope, NodeId kept_node);
  void stepMove();
  std::vector<BoxF> movedItems(double t) const;
  void hover(const QPointF& where);
  QString scopeTip(int32_t scope) const;
  int32_t labelledEdgeAt(const QPointF& where) const;
  void paintMarks(QPainter& painter);
  void paintOutlines(QPainter& painter);
  void paintTabs(QPainter& painter);
  void paintBadges(QPainter& painter);
  void paintBand(QPainter& painter);
  void pickInBand();
  size_t visibleItems() const;
  void clampView();
  double smallestScale() const;
  ViewTransform fitted(const QRectF& scene, const QRectF& area, double largest_scale) const;
  void fitAll();
  QRectF uncovered() const;  // the larger part beside or above what is in front
  bool anyItemIn(const QRectF& scene) const;

  std::shared_ptr<const Picture> picture_;
  std::shared_ptr<const Theme> theme_;
  std::shared_ptr<const Fills> fills_;
  Tiles* tiles_;
  ViewTransform view_;
  Marks marks_;
  int32_t hovered_item_ = -1, hovered_edge_ = -1, hovered_box_ = -1;
  QRectF covered_by_legend_, covered_;
  std::optional<QPointF> drag_;
  std::optional<QRectF> band_;  // drawn with Ctrl, from where the button went down
  bool dragged_ = false;
  bool fitted_ = true;     // the whole is shown; stays so when the widget is resized
  bool at_start_ = false;  // not panned or zoomed since the picture was first shown
  bool painted_ = false;   // as things stand now
  bool keyboard_ = false;  // the focus came by key, so it is shown
  bool tiled_ = false;
  bool reduced_motion_ = false;
  std::vector<BoxF> moving_from_;
  QElapsedTimer move_clock_;
  QTimer move_timer_;
};

}  // namespace nw::views
