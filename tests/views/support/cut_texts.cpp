// SPDX-License-Identifier: GPL-3.0-or-later
#include "cut_texts.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QFontInfo>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QTabBar>
#include <QTextDocument>
#include <QToolBar>
#include <QToolButton>

namespace nw::test {

namespace {

QString header_text(const QHeaderView& header, int section) {
  return header.model()->headerData(section, header.orientation()).toString();
}

class CutTexts {
 public:
  QStringList found;

  void look(const QWidget* widget) {
    if (auto* label = qobject_cast<const QLabel*>(widget)) return of_label(*label);
    if (auto* button = qobject_cast<const QAbstractButton*>(widget)) return of_button(*button);
    if (auto* tabs = qobject_cast<const QTabBar*>(widget)) return of_tabs(*tabs);
    if (auto* header = qobject_cast<const QHeaderView*>(widget)) return of_header(*header);
    if (auto* box = qobject_cast<const QComboBox*>(widget))
      return need(*box, box->currentText(), advance(*box, box->currentText()) + kFrame, box->width());
    if (auto* edit = qobject_cast<const QLineEdit*>(widget); edit && edit->text().isEmpty())
      return need(*edit, edit->placeholderText(), advance(*edit, edit->placeholderText()), edit->width());
  }

  void of_menu(const QMenu& menu, int width) { need(menu, menu.title(), menu.sizeHint().width(), width); }

 private:
  static constexpr int kFrame = 16;  // of a box, with its arrow

  static int advance(const QWidget& widget, QString text) {
    return widget.fontMetrics().horizontalAdvance(text.remove(QLatin1Char('&')));
  }

  void need(const QWidget& widget, const QString& text, int needed, int has) {
    if (text.isEmpty() || needed <= has) return;
    found << QStringLiteral("%1 '%2' has %3 of %4 pixels")
                 .arg(QString::fromLatin1(widget.metaObject()->className()), text)
                 .arg(has)
                 .arg(needed);
  }

  void of_label(const QLabel& label) {
    if (label.text().isEmpty()) return;
    if (!label.wordWrap()) return need(label, label.text(), label.sizeHint().width(), label.width());
    if (label.hasHeightForWidth())
      need(label, label.text(), label.heightForWidth(label.width()), label.height() + label.fontMetrics().leading());
  }

  void of_button(const QAbstractButton& button) {
    auto* tool = qobject_cast<const QToolButton*>(&button);
    if (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly) return;
    if (tool && tool->objectName() == QStringLiteral("qt_menubar_ext_button"))
      return need(button, QStringLiteral("more menus than the bar has room for"), 1, 0);
    if (tool && tool->objectName() == QStringLiteral("qt_toolbar_ext_button"))
      return need(button, QStringLiteral("more tools than the bar has room for"), 1, 0);
    need(button, button.text(), std::min(button.sizeHint().width(), advance(button, button.text()) + 2),
         button.width());
  }

  void of_tabs(const QTabBar& tabs) {
    for (int i = 0; i < tabs.count(); ++i) {
      if (!tabs.isTabVisible(i)) continue;
      need(tabs, tabs.tabText(i), advance(tabs, tabs.tabText(i)), tabs.tabRect(i).width());
      need(tabs, tabs.tabText(i), tabs.tabRect(i).right(), tabs.width());
    }
  }

  void of_header(const QHeaderView& header) {
    if (header.orientation() != Qt::Horizontal || !header.model()) return;
    for (int i = 0; i < header.count(); ++i)
      if (!header.isSectionHidden(i))
        need(header, header_text(header, i), advance(header, header_text(header, i)), header.sectionSize(i));
  }
};

bool is_sentence(const QString& text) {
  static const QRegularExpression word(QStringLiteral("(^| )[[:alpha:]]+(?=[ ,;:.]|$)"));
  constexpr int kLeastWords = 4;
  return text.count(word) >= kLeastWords;
}

// "'text' has 20x15 pixels", if it does not fit.
QString cut_cell(const QAbstractItemView& view, const QModelIndex& index) {
  constexpr int kMargin = 6, kIcon = 20;
  const QString text = index.data().toString().simplified();
  if (!is_sentence(text)) return {};
  const QVariant chosen = index.data(Qt::FontRole);
  const QFont font = chosen.isValid() ? chosen.value<QFont>() : view.font();
  if (QFontInfo(font).fixedPitch()) return {};
  const QRect cell = view.visualRect(index);
  const int right = std::min(cell.right(), view.viewport()->width());
  const int width = right - cell.left() - kMargin - (index.data(Qt::DecorationRole).isValid() ? kIcon : 0);
  const QFontMetrics metrics(font);
  if (metrics.horizontalAdvance(text) <= width) return {};
  const int height = metrics.boundingRect(QRect(0, 0, width, 1 << 20), Qt::TextWordWrap, text).height();
  if (width > 0 && height <= cell.height() + 1) return {};
  return QStringLiteral("%1 '%2': '%3' has %4x%5 pixels")
      .arg(QString::fromLatin1(view.metaObject()->className()), view.accessibleName(), text)
      .arg(width)
      .arg(cell.height());
}

void add_action(const QAction& action, QStringList& texts) {
  texts << action.text() << action.toolTip() << action.statusTip();
}

}  // namespace

QStringList all_texts(const QWidget& top) {
  QStringList texts;
  for (const QAction* action : top.findChildren<QAction*>()) add_action(*action, texts);
  for (const QWidget* widget : top.findChildren<QWidget*>()) {
    texts << widget->toolTip() << widget->statusTip() << widget->accessibleName() << widget->windowTitle();
    if (auto* label = qobject_cast<const QLabel*>(widget)) texts << label->text();
    if (auto* button = qobject_cast<const QAbstractButton*>(widget)) texts << button->text();
    if (auto* box = qobject_cast<const QGroupBox*>(widget)) texts << box->title();
    if (auto* menu = qobject_cast<const QMenu*>(widget)) texts << menu->title();
    if (auto* edit = qobject_cast<const QLineEdit*>(widget)) texts << edit->placeholderText();
    if (auto* tabs = qobject_cast<const QTabBar*>(widget))
      for (int i = 0; i < tabs->count(); ++i) texts << tabs->tabText(i) << tabs->tabToolTip(i);
    if (auto* choices = qobject_cast<const QComboBox*>(widget))
      for (int i = 0; i < choices->count(); ++i) texts << choices->itemText(i);
    if (auto* header = qobject_cast<const QHeaderView*>(widget);
        header && header->model() && header->orientation() == Qt::Horizontal)
      for (int i = 0; i < header->count(); ++i) texts << header_text(*header, i);
  }
  texts.removeAll(QString());
  texts.removeDuplicates();
  return texts;
}

QStringList cut_texts(const QWidget& top) {
  CutTexts cut;
  for (const QWidget* widget : top.findChildren<QWidget*>()) {
    if (auto* menu = qobject_cast<const QMenu*>(widget))
      cut.of_menu(*menu, top.window()->width());
    else if (widget->isVisible() && !widget->visibleRegion().isEmpty())  // a panel behind another is out of sight
      cut.look(widget);
  }
  return cut.found;
}

QStringList cut_sentences(const QWidget& top) {
  constexpr int kStep = 6;  // pixels, less than a row is high
  QStringList found;
  for (const auto* view : top.findChildren<QAbstractItemView*>()) {
    if (!view->isVisible() || view->visibleRegion().isEmpty() || !view->model()) continue;
    for (int column = 0; column < view->model()->columnCount(view->rootIndex()); ++column)
      for (int y = 0; y < view->viewport()->height(); y += kStep) {
        const QModelIndex row = view->indexAt(QPoint(1, y));
        const QModelIndex index = row.isValid() ? row.sibling(row.row(), column) : row;
        if (!index.isValid() || view->visualRect(index).left() >= view->viewport()->width()) continue;
        if (const QString cut = cut_cell(*view, index); !cut.isEmpty() && !found.contains(cut)) found << cut;
      }
  }
  return found;
}

}  // namespace nw::test
