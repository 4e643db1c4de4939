// SPDX-License-Identifier: GPL-3.0-or-later
#include "targets/state_icon.h"

#include <QPainter>
#include <QPixmap>
#include <map>
#include <utility>

#include "common/theme.h"

namespace nw::views {

namespace {

QColor color_of(TargetState state, const Theme& theme) {
  switch (state) {
    case TargetState::Found:
    case TargetState::Ready:
      return theme.ok;
    case TargetState::Connecting:
    case TargetState::Busy:
      return theme.accent;
    case TargetState::Lost:
    case TargetState::Failed:
      return theme.error;
    case TargetState::NotTrusted:
      return theme.warning;
    case TargetState::Off:
    case TargetState::Described:
    case TargetState::NotHere:
      break;
  }
  return theme.dim;
}

// In a square of 16.
void draw(QPainter& painter, TargetState state, const QColor& color) {
  const QRectF circle(4, 4, 8, 8);
  painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap));
  switch (state) {
    case TargetState::Ready:
      painter.setBrush(color);
      return painter.drawEllipse(circle);
    case TargetState::Off:
    case TargetState::Found:  // it can be connected, and is not yet
      painter.drawEllipse(circle);
      return painter.drawPoint(circle.center());
    case TargetState::Connecting:
      return painter.drawArc(circle, 90 * 16, 270 * 16);
    case TargetState::Busy:
      painter.setBrush(color);
      return painter.drawPolygon(QPolygonF({{5, 3.5}, {12.5, 8}, {5, 12.5}}));
    case TargetState::Lost:
    case TargetState::Failed:
      painter.drawLine(QPointF(4.5, 4.5), QPointF(11.5, 11.5));
      return painter.drawLine(QPointF(4.5, 11.5), QPointF(11.5, 4.5));
    case TargetState::NotTrusted:
      painter.drawLine(QPointF(8, 3.5), QPointF(8, 9));
      return painter.drawPoint(QPointF(8, 12.5));
    case TargetState::Described:
    case TargetState::NotHere:
      return painter.drawEllipse(circle);
  }
}

QIcon make_icon(TargetState state, const Theme& theme) {
  constexpr int kSize = 16, kScale = 3;
  QPixmap picture(kSize * kScale, kSize * kScale);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.scale(kScale, kScale);
  draw(painter, state, color_of(state, theme));
  painter.end();
  picture.setDevicePixelRatio(kScale);
  return QIcon(picture);
}

}  // namespace

const QIcon& state_icon(TargetState state, const QPalette& palette) {
  static std::map<std::pair<TargetState, bool>, QIcon> made;
  const bool dark = palette.color(QPalette::Base).lightness() < 128;
  QIcon& icon = made[{state, dark}];
  if (icon.isNull()) icon = make_icon(state, Theme::load(dark));
  return icon;
}

}  // namespace nw::views
