// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/word_cells.h"

#include <QApplication>
#include <QPainter>

#include "common/shaped_text.h"

namespace nw::views {

namespace {

// Text that may be wrapped is one line if it fits, or if there is no space for a second line.
bool is_words(const QStyleOptionViewItem& cell, bool painted) {
  constexpr auto kMore = QStyleOptionViewItem::HasDecoration | QStyleOptionViewItem::HasCheckIndicator;
  if ((cell.features & kMore) || cell.text.isEmpty() || cell.text.contains(QLatin1Char('\n')) ||
      cell.text.contains(QChar::LineSeparator))
    return false;
  if (!(cell.features & QStyleOptionViewItem::WrapText)) return true;
  constexpr int kBeside = 24;  // more than any cell has beside its words
  return text_width(cell.font, cell.text) + kBeside <= cell.rect.width() ||
         (painted && cell.rect.height() < 2 * cell.fontMetrics.height());
}

const QStyle* style_of(const QStyleOptionViewItem& cell) {
  return cell.widget ? cell.widget->style() : QApplication::style();
}

}  // namespace

void WordCells::paint(QPainter& painter, const QStyleOptionViewItem& cell) {
  const QStyle* style = style_of(cell);
  if (!is_words(cell, true)) return style->drawControl(QStyle::CE_ItemViewItem, &cell, &painter, cell.widget);
  QStyleOptionViewItem ground = cell;
  ground.text.clear();
  style->drawControl(QStyle::CE_ItemViewItem, &ground, &painter, cell.widget);
  const QPalette::ColorGroup group = !(cell.state & QStyle::State_Enabled)  ? QPalette::Disabled
                                     : !(cell.state & QStyle::State_Active) ? QPalette::Inactive
                                                                            : QPalette::Normal;
  const auto role = cell.state & QStyle::State_Selected ? QPalette::HighlightedText : QPalette::Text;
  const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &cell, cell.widget) + 1;
  ground.showDecorationSelected = true;  // else the rectangle is that of an empty text
  const QRect room = style->subElementRect(QStyle::SE_ItemViewItemText, &ground, cell.widget);
  painter.setFont(cell.font);
  painter.setPen(cell.palette.color(group, role));
  draw_text(painter, room.adjusted(margin, 0, -margin, 0),
            QStyle::visualAlignment(cell.direction, cell.displayAlignment), cell.text, cell.textElideMode);
}

void WordCells::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem cell = option;
  initStyleOption(&cell, index);
  paint(*painter, cell);
}

QSize WordCells::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const QVariant own = index.data(Qt::SizeHintRole);
  QStyleOptionViewItem cell = option;
  initStyleOption(&cell, index);
  if (own.isValid() || !is_words(cell, false)) return QStyledItemDelegate::sizeHint(option, index);
  if (sized_ != cell.font || beside_.isEmpty()) {
    QStyleOptionViewItem one = cell;
    one.text = QStringLiteral("x");
    sized_ = cell.font;
    beside_ = style_of(cell)->sizeFromContents(QStyle::CT_ItemViewItem, &one, {}, cell.widget) -
              QSize(text_width(cell.font, one.text), 0);
  }
  return beside_ + QSize(text_width(cell.font, cell.text), 0);
}

}  // namespace nw::views
