// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/run_badge.h"

#include <QPainter>

#include "models/html.h"

namespace nw::views {

RunBadge::RunBadge(QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::PlainText);
  setContentsMargins(10, 3, 10, 3);
  setAccessibleName(tr("Check"));
  set(State::Unchecked, tr("unchecked"), tr("Run the kernel to compare it with its reference"));
}

void RunBadge::set(State state, const QString& text, const QString& detail, bool slow) {
  state_ = state;
  slow_ = slow;
  static const char* const marks[] = {"○", "…", "✓", "✗", "!"};
  setText(QStringLiteral("%1 %2").arg(QString::fromUtf8(marks[static_cast<int>(state)]), text));
  setToolTip(plain_tip(detail));
  setAccessibleDescription(detail);
  updateGeometry();
  update();
}

void RunBadge::paintEvent(QPaintEvent*) {
  const KernelColors colors = KernelColors::from(palette());
  const bool bad = state_ == State::Different || state_ == State::Failed;
  const QColor ink = state_ == State::Equal ? (slow_ ? colors.warning : colors.ok) : bad ? colors.error : colors.dim;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(KernelColors::blend(ink, palette().color(QPalette::Window), 0.12));
  painter.drawRoundedRect(rect(), 8, 8);
  painter.setPen(ink);
  painter.drawText(contentsRect(), Qt::AlignCenter, text());
}

}  // namespace nw::views
