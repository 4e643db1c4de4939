// SPDX-License-Identifier: GPL-3.0-or-later
#include "keyboard_walk.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QTabBar>
#include <QTest>
#include <QTextEdit>
#include <QToolButton>
#include <map>
#include <set>

#include "common/theme.h"

namespace nw::test {

namespace {

bool in_sight(const QWidget& widget) {
  return widget.isVisible() && !widget.visibleRegion().isEmpty();
}

// Parts of another control, which speak for it.
bool is_part(const QWidget& widget) {
  for (const QWidget* around = widget.parentWidget(); around; around = around->parentWidget())
    if (qobject_cast<const QAbstractSpinBox*>(around) || qobject_cast<const QComboBox*>(around) ||
        qobject_cast<const QLineEdit*>(around) || qobject_cast<const QTabBar*>(around))
      return true;
  const auto* area = qobject_cast<const QAbstractScrollArea*>(widget.parentWidget());
  return (area && area->viewport() == &widget) || widget.objectName().startsWith(QStringLiteral("qt_"));
}

bool is_control(const QWidget& widget) {
  if (is_part(widget) || widget.focusProxy() || qobject_cast<const QHeaderView*>(&widget) ||
      qobject_cast<const QScrollBar*>(&widget))
    return false;
  if (qobject_cast<const QAbstractButton*>(&widget))
    return !qobject_cast<const QAbstractItemView*>(widget.parentWidget());  // a table's corner
  return qobject_cast<const QLineEdit*>(&widget) || qobject_cast<const QComboBox*>(&widget) ||
         qobject_cast<const QAbstractSpinBox*>(&widget) || qobject_cast<const QAbstractItemView*>(&widget) ||
         qobject_cast<const QTabBar*>(&widget) || qobject_cast<const QTextEdit*>(&widget) ||
         qobject_cast<const QPlainTextEdit*>(&widget) || qobject_cast<const QSlider*>(&widget) ||
         ((widget.focusPolicy() & Qt::TabFocus) && !qobject_cast<const QScrollArea*>(&widget));
}

QImage around(QWidget& control) {
  QWidget& window = *control.window();
  const QRect place = QRect(control.mapTo(&window, QPoint()), control.size()).adjusted(-3, -3, 3, 3);
  return window.grab(place & window.rect()).toImage();
}

// The control that has the focus, or what it is a part of.
QWidget* focused(const QList<QWidget*>& controls) {
  for (QWidget* widget = QApplication::focusWidget(); widget; widget = widget->parentWidget())
    if (controls.contains(widget)) return widget;
  return nullptr;
}

}  // namespace

QList<QWidget*> controls_of(const QWidget& top) {
  QList<QWidget*> found;
  for (QWidget* widget : top.findChildren<QWidget*>())
    if (widget->window() == top.window() && in_sight(*widget) && is_control(*widget)) found << widget;
  return found;
}

QString described(const QWidget& control) {
  QString text = QString::fromLatin1(control.metaObject()->className());
  if (!control.objectName().isEmpty()) text += QLatin1Char('#') + control.objectName();
  if (!control.accessibleName().isEmpty()) text += QStringLiteral(" '%1'").arg(control.accessibleName());
  if (auto* button = qobject_cast<const QAbstractButton*>(&control); button && !button->text().isEmpty())
    text += QStringLiteral(" \"%1\"").arg(button->text());
  if (control.parentWidget())
    text += QStringLiteral(" in %1").arg(QString::fromLatin1(control.parentWidget()->metaObject()->className()));
  return text;
}

QStringList nameless(const QWidget& top) {
  QStringList found;
  for (QWidget* control : controls_of(top)) {
    // A bar of tabs would go by the name of its tab.
    if (qobject_cast<QTabBar*>(control) && control->accessibleName().isEmpty()) found << described(*control);
    QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(control);
    if (!accessible || accessible->text(QAccessible::Name).trimmed().isEmpty()) found << described(*control);
  }
  return found;
}

KeyboardWalk walk_by_tab(QWidget& top) {
  KeyboardWalk walk;
  QList<QWidget*> controls = controls_of(top);
  std::set<QWidget*> reached;
  std::set<QWidget*> looked_at;
  const int limit = 4 * static_cast<int>(controls.size()) + 20;
  for (; walk.steps < limit; ++walk.steps) {
    QWidget* at = QApplication::focusWidget();
    QTest::keyClick(at ? at : &top, Qt::Key_Tab);
    QCoreApplication::processEvents();
    QWidget* now = focused(controls);
    if (QApplication::focusWidget()) walk.path << described(*QApplication::focusWidget());
    if (!now) {
      controls = controls_of(top);  // what came into sight
      now = focused(controls);
    }
    if (!now) continue;
    if (reached.contains(now) && reached.size() >= static_cast<size_t>(controls.size())) break;
    reached.insert(now);
    if (!looked_at.insert(now).second) continue;
    QWidget* focus = QApplication::focusWidget();
    const QImage with = around(*now);
    focus->clearFocus();
    QCoreApplication::processEvents();
    const QImage without = around(*now);
    focus->setFocus(Qt::TabFocusReason);
    QCoreApplication::processEvents();
    if (with == without) walk.not_visible << described(*now);
  }
  for (QWidget* control : controls_of(top))
    if (control->isEnabled() && !reached.contains(control) && control != focused(controls))
      walk.not_reached << described(*control);
  return walk;
}

QStringList pale_texts(QWidget& top, double least) {
  QStringList found;
  for (QWidget* widget : top.findChildren<QWidget*>()) {
    if (!in_sight(*widget) || !widget->isEnabled() || widget->window() != top.window()) continue;
    QString text;
    if (auto* label = qobject_cast<QLabel*>(widget)) text = label->text();
    if (auto* button = qobject_cast<QAbstractButton*>(widget)) text = button->text();
    if (auto* edit = qobject_cast<QLineEdit*>(widget))
      text = edit->text().isEmpty() ? edit->placeholderText() : edit->text();
    if (auto* box = qobject_cast<QComboBox*>(widget)) text = box->currentText();
    if (text.trimmed().isEmpty()) continue;
    QWidget& window = *widget->window();
    const QRect place = QRect(widget->mapTo(&window, QPoint()), widget->size());
    const QRect inside = widget->visibleRegion().boundingRect().translated(place.topLeft()).adjusted(2, 2, -2, -2);
    if (inside.width() < 8 || inside.height() < 8) continue;
    const QImage image = window.grab(inside).toImage();
    std::map<QRgb, int> counts;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) ++counts[image.pixel(x, y)];
    const QColor ground(std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
                          return a.second < b.second;
                        })->first);
    double best = 1;
    for (const auto& [colour, count] : counts) best = std::max(best, views::contrast(QColor(colour), ground));
    if (best > 1.02 && best < least)
      found << QStringLiteral("%1 '%2' has %3").arg(described(*widget), text.left(40)).arg(best);
  }
  return found;
}

}  // namespace nw::test
