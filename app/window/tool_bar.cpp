// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/tool_bar.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QToolBar>
#include <QToolButton>

#include "targets/target_box.h"
#include "window/actions.h"

namespace nw::window {

namespace {

struct ToolBarTexts {
  Q_DECLARE_TR_FUNCTIONS(nw::window::ToolBar)
};

// Source ▸ Optimized ▸ Fused.
QWidget* new_stages(QToolBar* bar, const Actions& a) {
  auto* segment = new QWidget(bar);
  segment->setObjectName(QStringLiteral("segment"));
  segment->setAccessibleName(ToolBarTexts::tr("Which graph is shown"));
  auto* row = new QHBoxLayout(segment);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  for (QAction* action : {a.source, a.optimized, a.fused}) {
    if (action != a.source) {
      auto* arrow = new QLabel(QStringLiteral("▸"), segment);
      arrow->setObjectName(QStringLiteral("dim"));
      row->addWidget(arrow);
    }
    auto* button = new QToolButton(segment);
    button->setDefaultAction(action);
    row->addWidget(button);
  }
  return segment;
}

QToolButton* new_search(QToolBar* bar, const Actions& a) {
  auto* search = new QToolButton(bar);
  search->setObjectName(QStringLiteral("searchBox"));
  search->setText(
      ToolBarTexts::tr("  Search or command…    %1").arg(a.palette->shortcut().toString(QKeySequence::NativeText)));
  search->setAccessibleName(ToolBarTexts::tr("Search or command"));
  search->setToolTip(a.palette->toolTip());
  search->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  search->setMinimumWidth(160);
  QObject::connect(search, &QToolButton::clicked, a.palette, &QAction::trigger);
  return search;
}

QToolBar* new_bar(QMainWindow* window) {
  QToolBar* bar = window->addToolBar(ToolBarTexts::tr("Tools"));
  bar->setObjectName(QStringLiteral("tools"));
  bar->setMovable(false);
  bar->setIconSize(QSize(16, 16));
  bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  bar->setContextMenuPolicy(Qt::PreventContextMenu);
  return bar;
}

}  // namespace

views::TargetBox* build_tool_bar(QMainWindow* window, const Actions& a, views::TargetList& targets) {
  QToolBar* bar = new_bar(window);
  bar->addAction(a.open);
  bar->addActions({a.back, a.forward});
  for (QAction* action : {a.back, a.forward})
    static_cast<QToolButton*>(bar->widgetForAction(action))->setToolButtonStyle(Qt::ToolButtonIconOnly);
  bar->addSeparator();
  bar->addWidget(new_stages(bar, a));
  bar->addSeparator();
  bar->addWidget(new_search(bar, a));
  bar->addSeparator();
  auto* box = new views::TargetBox(targets, {a.target_file, a.add_target, a.reload_targets}, bar);
  bar->addWidget(box);
  bar->addAction(a.run);
  // Qt leaves a tool bar's buttons out of the way by Tab.
  for (auto* button : bar->findChildren<QToolButton*>())
    if (button->objectName() != QStringLiteral("qt_toolbar_ext_button")) button->setFocusPolicy(Qt::TabFocus);
  return box;
}

}  // namespace nw::window
