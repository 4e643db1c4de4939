// SPDX-License-Identifier: GPL-3.0-or-later
// The canvas under pointer and keys.
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <cmath>

#include "graph/canvas.h"
#include "graph/face.h"
#include "graph/painter.h"
#include "models/html.h"
#include "models/node_text.h"

namespace nw::views {

void Canvas::hover(const QPointF& where) {
  if (!picture_) return;
  const Hit over = hit(where, 5);
  if (over.item == hovered_item_ && over.edge == hovered_edge_ && over.box == hovered_box_) return;
  if (over.item != hovered_item_) Q_EMIT itemHovered(over.item);
  hovered_item_ = over.item;
  hovered_edge_ = over.edge;
  hovered_box_ = over.box;
  setCursor(over.item >= 0 || over.edge >= 0 || over.box >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
  update();
}

void Canvas::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return;
  drag_ = event->position();
  dragged_ = false;
  const bool band = event->button() == Qt::LeftButton && (event->modifiers() & Qt::ControlModifier);
  band_ = band ? std::optional(QRectF(event->position(), QSizeF())) : std::nullopt;
}

void Canvas::mouseMoveEvent(QMouseEvent* event) {
  if (!drag_) {
    hover(event->position());
    return;
  }
  const QPointF step = event->position() - *drag_;
  if (!dragged_ && step.manhattanLength() < 4) return;
  dragged_ = true;
  if (band_) {
    band_->setBottomRight(event->position());
    update();
    return;
  }
  setCursor(Qt::ClosedHandCursor);
  ViewTransform view = view_;
  view.origin -= step / view.scale;
  drag_ = event->position();
  setView(view);
}

void Canvas::mouseReleaseEvent(QMouseEvent* event) {
  const bool click = drag_ && !dragged_ && event->button() == Qt::LeftButton;
  drag_.reset();
  if (dragged_) setCursor(Qt::ArrowCursor);
  if (band_ && dragged_) pickInBand();
  band_.reset();
  if (!click || !picture_) return;
  const Hit on = hit(event->position());
  if (on.item >= 0 && (event->modifiers() & Qt::ControlModifier))
    Q_EMIT itemPicked(on.item);
  else if (on.item >= 0 && (event->modifiers() & Qt::ShiftModifier))
    Q_EMIT itemExtended(on.item);
  else if (on.item >= 0)
    Q_EMIT itemClicked(on.item);
  else if (on.edge >= 0)
    Q_EMIT edgeClicked(on.edge);
  else if (on.box >= 0)
    Q_EMIT boxClicked(on.box);
  else
    Q_EMIT nothingClicked();
}

// What lies wholly inside, so that a rectangle around a block leaves out what only reaches into it.
void Canvas::pickInBand() {
  update();
  if (!picture_) return;
  const QRectF scene = view_.to_scene(band_->normalized());
  std::vector<int32_t> items;
  for (size_t i = 0; i < picture_->items.size(); ++i)
    if (scene.contains(picture_->items[i].rect())) items.push_back(static_cast<int32_t>(i));
  if (!items.empty()) Q_EMIT itemsPicked(items);
}

void Canvas::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->modifiers() & Qt::ControlModifier) return mousePressEvent(event);
  if (!picture_ || event->button() != Qt::LeftButton) return;
  const Hit on = hit(event->position(), 0);
  if (on.closed)
    zoomInto(on.box);
  else if (on.item >= 0)
    Q_EMIT itemActivated(on.item);
  else if (on.box >= 0)
    Q_EMIT boxActivated(on.box);
}

void Canvas::wheelEvent(QWheelEvent* event) {
  const bool touchpad = !event->pixelDelta().isNull();
  if (touchpad && !(event->modifiers() & Qt::ControlModifier)) {
    ViewTransform view = view_;
    view.origin -= QPointF(event->pixelDelta()) / view.scale;
    setView(view);
  } else {
    zoomAt(event->position(), std::pow(1.0015, event->angleDelta().y()));
  }
  event->accept();
}

bool Canvas::event(QEvent* event) {
  if (event->type() == QEvent::NativeGesture) {
    auto* gesture = static_cast<QNativeGestureEvent*>(event);
    if (gesture->gestureType() == Qt::ZoomNativeGesture) zoomAt(gesture->position(), 1 + gesture->value());
    return true;
  }
  if (event->type() == QEvent::ToolTip) {
    auto* help = static_cast<QHelpEvent*>(event);
    const QString text = toolTipAt(help->pos());
    if (text.isEmpty())
      QToolTip::hideText();
    else
      QToolTip::showText(help->globalPos(), text, this);
    return true;
  }
  return QWidget::event(event);
}

// The edge whose label is there, which is wider than the line.
int32_t Canvas::labelledEdgeAt(const QPointF& where) const {
  if (view_.scale < detail_at::kEdgeLabels) return -1;
  constexpr double kReach = 130;  // of a label, in the scene
  const QPointF scene = view_.to_scene(where);
  const QFontMetricsF metrics(edge_label_font(*theme_, view_.scale));
  int32_t found = -1;
  picture_->edge_index.query(QRectF(scene - QPointF(kReach, kReach), QSizeF(2 * kReach, 2 * kReach)), [&](int32_t e) {
    const size_t at = static_cast<size_t>(e);
    // Only the first edge of a producer has a label.
    if (at > 0 && picture_->scene.edges[at - 1].from == picture_->scene.edges[at].from) return;
    if (const auto label = edge_label(*picture_, e, metrics); label && label->place.contains(scene)) found = e;
  });
  return found;
}

// With its whole path, and the whole type of what it gives, which is cut on the canvas.
QString Canvas::scopeTip(int32_t scope) const {
  const Scene& s = picture_->scene;
  const Face face = face_of_scope(s, scope);
  const QString path = QString::fromStdString(s.tree->scopes[static_cast<size_t>(scope)].path);
  QString text = tr("<b>%1</b><br>%2").arg(html_of(path), html_of(face.name));
  if (const NodeId output = s.tree->scopes[static_cast<size_t>(scope)].output; output.valid())
    text += tr("<br>gives %1").arg(html_of(type_text(s.graph->node(output).type)));
  if (face.share) text += QStringLiteral("<br>") + html_of(face.rows.back());
  return text + tr("<br>Double-click to open");
}

QString Canvas::toolTipAt(const QPointF& where) const {
  if (!picture_) return {};
  const Hit over = hit(where, 5);
  const Scene& s = picture_->scene;
  if (over.closed) return scopeTip(s.boxes[static_cast<size_t>(over.box)].scope);
  if (const int32_t i = over.item; i >= 0) {
    const SceneItem& item = s.items[static_cast<size_t>(i)];
    if (!item.node.valid()) return scopeTip(item.scope);
    const Face face = face_of(s, i);
    const graph::Node& node = s.graph->node(item.node);
    QString text =
        tr("<b>%1</b> %2<br>gives %3")
            .arg(html_of(face.title), html_of(QString::fromStdString(node.name)), html_of(type_text(node.type)));
    for (NodeId input : node.inputs)
      if (input.valid()) text += tr("<br>reads %1").arg(html_of(type_text(s.graph->node(input).type)));
    return text;
  }
  if (const int32_t e = over.edge >= 0 ? over.edge : labelledEdgeAt(where); e >= 0) {
    const SceneEdge& edge = s.edges[static_cast<size_t>(e)];
    const QString size = bytes_text(static_cast<double>(edge.bytes));
    if (edge.count > 1) return tr("%n value(s), %1", nullptr, edge.count).arg(size);
    return tr("%1, %2").arg(html_of(type_text(s.graph->node(edge.producer).type)), size);
  }
  return {};
}

void Canvas::keyPressEvent(QKeyEvent* event) {
  const QPointF middle(width() / 2.0, height() / 2.0);
  const double step = 80 / view_.scale;
  const bool rightward = picture_ && picture_->shape.rightward;
  const bool shift = event->modifiers() & Qt::ShiftModifier;
  const bool command = event->modifiers() & (Qt::ControlModifier | Qt::AltModifier);
  if (event->key() == Qt::Key_E && !command) return Q_EMIT edgeWalked(!shift);
  if (shift) {
    ViewTransform view = view_;
    switch (event->key()) {
      case Qt::Key_Up:
        view.origin.ry() -= step;
        break;
      case Qt::Key_Down:
        view.origin.ry() += step;
        break;
      case Qt::Key_Left:
        view.origin.rx() -= step;
        break;
      case Qt::Key_Right:
        view.origin.rx() += step;
        break;
      default:
        QWidget::keyPressEvent(event);
        return;
    }
    setView(view);
    return;
  }
  switch (event->key()) {
    case Qt::Key_F:
      fit();
      break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      zoomAt(middle, 1.25);
      break;
    case Qt::Key_Minus:
      zoomAt(middle, 0.8);
      break;
    case Qt::Key_1:
      zoomAt(middle, 1 / view_.scale);
      break;
    case Qt::Key_Up:
      Q_EMIT walked(rightward ? Walk::Left : Walk::Up);
      break;
    case Qt::Key_Down:
      Q_EMIT walked(rightward ? Walk::Right : Walk::Down);
      break;
    case Qt::Key_Left:
      Q_EMIT walked(rightward ? Walk::Up : Walk::Left);
      break;
    case Qt::Key_Right:
      Q_EMIT walked(rightward ? Walk::Down : Walk::Right);
      break;
    case Qt::Key_Backspace:
      Q_EMIT backWanted();
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      Q_EMIT activateWanted();
      break;
    default:
      QWidget::keyPressEvent(event);
  }
}

// Opened by key for the selection, by mouse for what is under the pointer.
void Canvas::contextMenuEvent(QContextMenuEvent* event) {
  if (!picture_) return;
  if (event->reason() == QContextMenuEvent::Keyboard) {
    const auto global = [this](const QPointF& scene) { return mapToGlobal(view_.to_view(scene).toPoint()); };
    if (marks_.edge >= 0)
      return Q_EMIT contextMenuWanted(-1, marks_.edge, -1,
                                      global(picture_->edge_bounds[static_cast<size_t>(marks_.edge)].rect().center()));
    if (!marks_.items.empty()) {
      const int32_t item = *marks_.items.begin();
      return Q_EMIT contextMenuWanted(item, -1, -1, global(picture_->items[static_cast<size_t>(item)].rect().center()));
    }
    if (marks_.box >= 0)
      return Q_EMIT contextMenuWanted(-1, -1, marks_.box,
                                      global(picture_->boxes[static_cast<size_t>(marks_.box)].rect().topLeft()));
  }
  const Hit on = hit(QPointF(event->pos()));
  Q_EMIT contextMenuWanted(on.item, on.edge, on.box, event->globalPos());
}

void Canvas::leaveEvent(QEvent*) {
  if (hovered_item_ >= 0) Q_EMIT itemHovered(-1);
  hovered_item_ = hovered_edge_ = hovered_box_ = -1;
  update();
}

}  // namespace nw::views
