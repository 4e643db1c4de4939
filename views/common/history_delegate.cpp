// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/history_delegate.h"

#include <QApplication>
#include <QLineEdit>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "common/shaped_text.h"
#include "common/theme.h"
#include "models/history_model.h"

namespace nw::views {

namespace {

constexpr QSize kPicture(44, 24);
constexpr int kGap = 8, kLane = 14, kDot = 4;

QColor color_of(workspace::SketchLine::Kind kind, const Theme& theme) {
  using Kind = workspace::SketchLine::Kind;
  switch (kind) {
    case Kind::Parallel:
      return theme.accent;
    case Kind::Vectorized:
      return theme.ok;
    case Kind::Unrolled:
      return theme.number;
    case Kind::Thread:
      return theme.keyword;
    case Kind::Memory:
      return theme.warning;
    case Kind::Serial:
      return theme.dim;
    case Kind::Statement:
      break;
  }
  return mix(theme.dim, theme.base, 0.45);
}

}  // namespace

void paint_sketch(QPainter& painter, const QRect& rect, const workspace::NestSketch& nest, const QPalette& palette) {
  using Kind = workspace::SketchLine::Kind;
  const Theme& theme = Theme::of(palette);
  painter.fillRect(rect, theme.hairline);
  painter.fillRect(rect.adjusted(1, 1, -1, -1), theme.base);
  const QRectF inside = QRectF(rect).adjusted(3, 3, -3, -3);
  const auto most = static_cast<size_t>(inside.height() / 2);
  workspace::NestSketch lines = nest;
  // If there is no space for all of it, its loops are shown, which identify it.
  if (lines.size() > most)
    std::erase_if(lines, [](const auto& l) { return l.kind == Kind::Statement || l.kind == Kind::Memory; });
  if (lines.empty()) return;
  int deepest = 1;
  for (const workspace::SketchLine& line : lines) deepest = std::max(deepest, line.depth);
  const double row = std::min(3.0, inside.height() / static_cast<double>(lines.size()));
  const double step = std::min(4.0, inside.width() * 0.6 / deepest);
  for (size_t i = 0; i < lines.size(); ++i) {
    const double left = inside.left() + step * lines[i].depth;
    painter.fillRect(
        QRectF(left, inside.top() + row * static_cast<double>(i), inside.right() - left, std::max(1.0, row - 1)),
        color_of(lines[i].kind, theme));
  }
}

namespace {

// Many lanes are drawn closer together than few.
double lane_width(const HistoryModel& model) {
  constexpr double kMax = 8 * kLane;
  return std::min<double>(kLane, kMax / model.lanes());
}

// The lines through a row and its dot; the part of the row's width left of its text.
int paint_lanes(QPainter& painter, const QRect& rect, const HistoryModel& model, const QModelIndex& index,
                const Theme& theme) {
  const HistoryRow& row = model.lines(index);
  const double width = lane_width(model), top = rect.top(), bottom = rect.bottom() + 1.0;
  const auto x_of = [&](int lane) { return rect.left() + kGap + kDot + width * lane; };
  const bool current = index.data(HistoryModel::CurrentRole).toBool();
  const bool on_path = index.data(HistoryModel::OnPathRole).toBool();
  const QPointF dot(x_of(row.lane), rect.center().y() + 0.5);
  const double radius = on_path ? kDot : kDot - 1;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  int last = row.lane;
  for (const LanePiece& piece : row.pieces) {
    const double x = x_of(piece.lane);
    last = std::max(last, piece.lane);
    painter.setPen(QPen(piece.on_path ? theme.accent : theme.dim, 1.5));
    if (piece.kind == LanePiece::Kind::Through) painter.drawLine(QPointF(x, top), QPointF(x, bottom));
    if (piece.kind == LanePiece::Kind::In) painter.drawLine(QPointF(x, top), dot - QPointF(0, radius));
    if (piece.kind != LanePiece::Kind::Out) continue;
    if (piece.lane == row.lane) {
      painter.drawLine(dot + QPointF(0, radius), QPointF(x, bottom));
      continue;
    }
    QPainterPath path(dot + QPointF(radius, 0));
    path.lineTo(std::max(dot.x() + radius, x - width / 2), dot.y());
    path.quadTo(QPointF(x, dot.y()), QPointF(x, bottom));
    painter.drawPath(path);
  }
  painter.setPen(QPen(on_path ? theme.accent : theme.dim, 1.5));
  painter.setBrush(current ? QBrush(theme.accent) : QBrush(Qt::NoBrush));
  painter.drawEllipse(dot, radius, radius);
  painter.setRenderHint(QPainter::Antialiasing, false);
  return static_cast<int>(x_of(last)) - rect.left() + kDot + kGap;
}

}  // namespace

QSize HistoryDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QSize size = WordCells::sizeHint(option, index);
  if (index.column() == HistoryModel::StepColumn) size.rwidth() += kPicture.width() + 3 * kGap;
  return {size.width(), std::max(size.height(), kPicture.height() + 4)};
}

QWidget* HistoryDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                       const QModelIndex& index) const {
  QWidget* editor = WordCells::createEditor(parent, option, index);
  if (auto* line = qobject_cast<QLineEdit*>(editor)) {
    line->setPlaceholderText(tr("A name for this state"));
    line->setAccessibleName(tr("Name of the state"));
  }
  return editor;
}

// Over the whole row: its letters need the height.
void HistoryDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                           const QModelIndex&) const {
  editor->setGeometry(option.rect);
}

void HistoryDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem plain = option;
  initStyleOption(&plain, index);
  if (index.column() != HistoryModel::StepColumn) {
    if (index.data(HistoryModel::UncertainRole).toBool() ||
        (index.column() == HistoryModel::TimeColumn && index.data(HistoryModel::WaitingRole).toBool()))
      for (const auto role : {QPalette::Text, QPalette::HighlightedText})
        plain.palette.setColor(role, Theme::of(option.palette).dim);
    if (index.data(HistoryModel::SlowerRole).toBool())
      for (const auto role : {QPalette::Text, QPalette::HighlightedText})
        plain.palette.setColor(role, Theme::of(option.palette).warning);
    WordCells::paint(*painter, plain);
    if (const double share = index.data(HistoryModel::TimeShareRole).toDouble(); share > 0) {
      const QRect cell = option.rect.adjusted(4, 0, -4, 0);
      const int wide = std::clamp(static_cast<int>(cell.width() * share), 2, cell.width());
      painter->fillRect(QRect(cell.left(), cell.bottom() - 3, wide, 2), Theme::of(option.palette).accent);
    }
    return;
  }
  plain.text.clear();
  WordCells::paint(*painter, plain);
  painter->save();
  painter->setClipRect(option.rect);
  paintStep(*painter, option.rect, plain, index);
  painter->restore();
}

void HistoryDelegate::paintStep(QPainter& painter, const QRect& rect, const QStyleOptionViewItem& option,
                                const QModelIndex& index) const {
  const Theme& theme = Theme::of(option.palette);
  const bool current = index.data(HistoryModel::CurrentRole).toBool();
  const bool on_path = index.data(HistoryModel::OnPathRole).toBool();
  const auto* model = qobject_cast<const HistoryModel*>(index.model());
  if (!model) return;
  int x = rect.left() + paint_lanes(painter, rect, *model, index, theme);
  const QRect picture(QPoint(x, rect.top() + (rect.height() - kPicture.height()) / 2), kPicture);
  if (const workspace::NestSketch* nest = model->sketch(index)) paint_sketch(painter, picture, *nest, option.palette);
  x = picture.right() + kGap;
  const QString tag = index.data(HistoryModel::TagRole).toString(),
                label = index.data(HistoryModel::LabelRole).toString();
  int room = rect.right() - x - kGap;
  QFont font = option.font;
  if (current) font.setWeight(QFont::DemiBold);
  if (!tag.isEmpty()) {
    const QString shown = elided_text(option.font, tag, Qt::ElideRight, std::max(24, room / 2 - 2 * kGap));
    const int width = text_width(option.font, shown) + 2 * kGap;
    const int height = option.fontMetrics.height() + 2;
    room -= width + kGap;
    // Right behind the text.
    const int text = std::min(text_width(font, label), room);
    const QRect chip(x + text + kGap, rect.center().y() - height / 2, width, height);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(mix(theme.accent, theme.base, 0.22));
    painter.drawRoundedRect(chip, theme.small_radius, theme.small_radius);
    painter.setPen(theme.text);
    painter.setFont(option.font);
    draw_text(painter, chip, Qt::AlignCenter, shown);
  }
  painter.setFont(font);
  painter.setPen(on_path || current ? theme.text : theme.dim);
  draw_text(painter, QRect(x, rect.top(), room, rect.height()), Qt::AlignLeft | Qt::AlignVCenter, label,
            Qt::ElideRight);
}

}  // namespace nw::views
