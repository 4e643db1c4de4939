// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/run_badge.h"

#include <QEvent>

namespace nw::views {

RunBadge::RunBadge(QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::PlainText);
  setAccessibleName(tr("Check"));
  set(State::Unchecked, tr("unchecked"), tr("Run the kernel to compare it with its reference"));
}

void RunBadge::set(State state, const QString& text, const QString& detail) {
  state_ = state;
  static const char* const marks[] = {"○", "…", "✓", "✗", "!"};
  setText(QStringLiteral("%1 %2").arg(QString::fromUtf8(marks[static_cast<int>(state)]), text));
  setToolTip(detail);
  setAccessibleDescription(detail);
  paintState();
}

void RunBadge::paintState() {
  const KernelColors colors = KernelColors::from(palette());
  const QColor ink = state_ == State::Equal                                  ? colors.ok
                     : state_ == State::Different || state_ == State::Failed ? colors.error
                                                                             : colors.dim;
  const QColor back = KernelColors::blend(ink, palette().color(QPalette::Window), 0.12);
  const QString style =
      QStringLiteral("nw--views--RunBadge { color: %1; background: %2; border-radius: 8px; padding: 2px 10px; }")
          .arg(ink.name(), back.name());
  if (styleSheet() != style) setStyleSheet(style);
}

void RunBadge::changeEvent(QEvent* event) {
  QLabel::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) paintState();
}

}  // namespace nw::views
