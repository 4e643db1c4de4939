// SPDX-License-Identifier: GPL-3.0-or-later
// The window's menus and tool bar.
#include <QActionGroup>
#include <QDockWidget>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>

#include "common/text.h"
#include "models/html.h"
#include "window/actions.h"
#include "window/docks.h"
#include "window/lesson_bar.h"
#include "window/main_window.h"

namespace nw::window {

using namespace nw::views;

void MainWindow::buildMenus() {
  const Actions& a = *actions_;
  QMenu* file = menuBar()->addMenu(tr("&File"));
  file->addActions({a.open, a.open_sample, a.paste});
  recent_menu_ = file->addMenu(tr("Open &recent"));
  file->addSeparator();
  file->addActions({a.save, a.save_as});
  file->addSeparator();
  file->addActions({a.export_picture, a.export_report});
  file->addSeparator();
  file->addActions({a.close_tab, a.quit});
  QMenu* edit = menuBar()->addMenu(tr("&Edit"));
  edit->addActions({a.undo, a.redo});
  edit->addSeparator();
  edit->addActions({a.find, a.find_next, a.find_previous});
  edit->addSeparator();
  edit->addAction(a.palette);
  QMenu* view = menuBar()->addMenu(tr("&View"));
  view->addActions({a.source, a.optimized, a.fused});
  snapshot_menu_ = view->addMenu(tr("After each &pass"));
  view->addSeparator();
  view->addActions({a.fit, a.expand_all, a.collapse_all, a.default_scopes});
  view->addSeparator();
  QMenu* theme = view->addMenu(tr("&Colours"));
  theme->addActions({a.theme_system, a.theme_light, a.theme_dark});
  view->addAction(a.reduce_motion);
  buildGraphMenu();
  QMenu* go = menuBar()->addMenu(tr("&Go"));
  go->addActions({a.back, a.forward});
  go->addSeparator();
  go->addAction(a.bookmark);
  bookmark_menu_ = go->addMenu(tr("Boo&kmarks"));
  QMenu* kernel = menuBar()->addMenu(tr("&Kernel"));
  kernel->addActions({a.edit_kernel, a.run, a.measure_branch, a.time_limit, a.export_kernel});
  QMenu* window = menuBar()->addMenu(tr("&Window"));
  for (const QString& layout : Docks::layouts())
    window->addAction(layout, this, [this, layout] { docks_->apply(layout); });
  window->addAction(a.reset_layout);
  window->addSeparator();
  for (QDockWidget* dock : {docks_->outline_dock, docks_->inspector_dock, docks_->problems_dock, docks_->history_dock,
                            docks_->jobs_dock, docks_->patterns_dock})
    window->addAction(dock->toggleViewAction());
  for (QDockWidget* dock : {docks_->problems_dock, docks_->history_dock, docks_->jobs_dock, docks_->patterns_dock})
    connect(dock->toggleViewAction(), &QAction::triggered, this, [this] { docks_->fold->setFolded(false); });
  window->addAction(a.fold);
  QMenu* help = menuBar()->addMenu(tr("&Help"));
  QMenu* lessons_menu = help->addMenu(tr("&Lessons"));
  for (const Lesson& lesson : lessons())
    lessons_menu->addAction(lesson.title, this, [this, lesson] { startLesson(lesson); });
  help->addSeparator();
  for (QAction* topic : a.help) help->addAction(topic);
  help->addSeparator();
  help->addAction(a.about);
  fillRecent();
}

void MainWindow::fillRecent() {
  recent_menu_->clear();
  const QStringList files = recent_.files();
  recent_menu_->setEnabled(!files.isEmpty());
  for (const QString& path : files) {
    QAction* action = recent_menu_->addAction(QFileInfo(path).fileName(), this, [this, path] { openFile(path); });
    action->setToolTip(plain_tip(path));
  }
  if (files.isEmpty()) return;
  recent_menu_->addSeparator();
  recent_menu_->addAction(tr("&Forget these"), this, [this] {
    recent_.clear();
    fillRecent();
  });
}

void MainWindow::buildToolBar() {
  const Actions& a = *actions_;
  auto* bar = addToolBar(tr("Tools"));
  bar->setObjectName(QStringLiteral("tools"));
  bar->setMovable(false);
  bar->setIconSize(QSize(16, 16));
  bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  bar->setContextMenuPolicy(Qt::PreventContextMenu);
  bar->addAction(a.open);
  bar->addActions({a.back, a.forward});
  for (QAction* action : {a.back, a.forward})
    static_cast<QToolButton*>(bar->widgetForAction(action))->setToolButtonStyle(Qt::ToolButtonIconOnly);
  bar->addSeparator();
  auto* segment = new QWidget(bar);
  segment->setObjectName(QStringLiteral("segment"));
  segment->setAccessibleName(tr("Which graph is shown"));
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
  bar->addWidget(segment);
  bar->addSeparator();
  search_ = new QToolButton(bar);
  search_->setObjectName(QStringLiteral("searchBox"));
  search_->setText(tr("  Search or command…    %1").arg(a.palette->shortcut().toString(QKeySequence::NativeText)));
  search_->setAccessibleName(tr("Search or command"));
  search_->setToolTip(a.palette->toolTip());
  search_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  search_->setMinimumWidth(160);
  connect(search_, &QToolButton::clicked, a.palette, &QAction::trigger);
  bar->addWidget(search_);
  bar->addSeparator();
  bar->addAction(a.run);
}

}  // namespace nw::window
