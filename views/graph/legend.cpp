// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/legend.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "graph/fills.h"

namespace nw::views {

namespace {
constexpr int kPad = 10, kRow = 20, kWidth = 220, kBar = 12;
constexpr qsizetype kMaxKinds = 10;
}  // namespace

Legend::Legend(QWidget* parent) : QFrame(parent), theme_(Theme::load(false)) {
  setObjectName(QStringLiteral("legend"));
  setFocusPolicy(Qt::TabFocus);
  setToolTip(tr("What the colours mean; click to take them away"));
  hide();
}

void Legend::setTheme(const Theme& theme) {
  theme_ = theme;
  update();
}

void Legend::setOverlay(std::shared_ptr<const Overlay> overlay) {
  overlay_ = std::move(overlay);
  setVisible(overlay_ != nullptr);
  if (!overlay_) return;
  QStringList words{tr("Colours: %1").arg(overlay_->title)};
  if (!overlay_->note.isEmpty()) words << overlay_->note;
  if (overlay_->kinds.isEmpty())
    words << tr("from %1 to %2").arg(overlay_->text(overlay_->low), overlay_->text(overlay_->high));
  else
    words << overlay_->kinds;
  setAccessibleName(words.join(QStringLiteral(", ")));
  resize(sizeHint());
  update();
}

qsizetype Legend::shownKinds() const {
  return std::min(kMaxKinds, overlay_->kinds.size());
}

QSize Legend::sizeHint() const {
  if (!overlay_) return {kWidth, kRow};
  const qsizetype rows = (overlay_->kinds.isEmpty() ? 2 : shownKinds()) + (overlay_->note.isEmpty() ? 0 : 1);
  const int note = fontMetrics().horizontalAdvance(overlay_->note) + 2 * kPad;
  return {std::max(kWidth, note), static_cast<int>(2 * kPad + kRow + rows * kRow)};
}

void Legend::paintEvent(QPaintEvent*) {
  if (!overlay_) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(hasFocus() ? theme_.accent : theme_.border, 1));
  painter.setBrush(theme_.raised);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme_.small_radius, theme_.small_radius);
  QFont bold = font();
  bold.setWeight(QFont::DemiBold);
  painter.setFont(bold);
  painter.setPen(theme_.text);
  const int inner = width() - 2 * kPad;
  painter.drawText(QRect(kPad, kPad, inner - 16, kRow), Qt::AlignVCenter,
                   QFontMetrics(bold).elidedText(overlay_->title, Qt::ElideMiddle, inner - 16));
  painter.setPen(theme_.dim);
  painter.drawText(QRect(width() - kPad - 14, kPad, 14, kRow), Qt::AlignCenter, QStringLiteral("✕"));
  painter.setFont(font());
  if (!overlay_->note.isEmpty()) {
    painter.drawText(QRect(kPad, kPad + kRow, inner, kRow), Qt::AlignVCenter, overlay_->note);
    painter.translate(0, kRow);
  }
  if (overlay_->kinds.isEmpty()) {
    QLinearGradient gradient(kPad, 0, kPad + inner, 0);
    for (int i = 0; i <= 10; ++i) gradient.setColorAt(i / 10.0, ramp(i / 10.0));
    painter.fillRect(QRect(kPad, kPad + kRow + 4, inner, kBar), gradient);
    const QRect words(kPad, kPad + 2 * kRow, inner, kRow);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, overlay_->text(overlay_->low));
    painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, overlay_->text(overlay_->high));
    if (overlay_->logarithmic) painter.drawText(words, Qt::AlignCenter, tr("log"));
    return;
  }
  for (qsizetype i = 0; i < shownKinds(); ++i) {
    const int y = kPad + kRow * static_cast<int>(i + 1);
    painter.fillRect(QRect(kPad, y + 4, kBar, kBar), color_of(*overlay_, static_cast<float>(i), theme_));
    painter.drawText(QRect(kPad + kBar + 8, y, inner - kBar - 8, kRow), Qt::AlignVCenter, overlay_->kinds[i]);
  }
}

void Legend::mouseReleaseEvent(QMouseEvent*) {
  Q_EMIT closed();
}

void Legend::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape || event->key() == Qt::Key_Space || event->key() == Qt::Key_Return)
    Q_EMIT closed();
  else
    QFrame::keyPressEvent(event);
}

}  // namespace nw::views
