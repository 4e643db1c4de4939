// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/menus.h"

#include <QDockWidget>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

#include "common/text.h"
#include "common/what_if_menu.h"
#include "common/workbench.h"
#include "models/html.h"
#include "targets/target_box.h"
#include "window/actions.h"
#include "window/docks.h"

namespace nw::window {

using namespace nw::views;

Menus::Menus(QMainWindow* window, Workbench& workbench, TargetList& targets, const Actions& actions, Docks& docks)
    : QObject(window), workbench_(workbench), actions_(actions), docks_(docks) {
  QMenuBar* bar = window->menuBar();
  addFile(bar);
  addEdit(bar);
  addView(bar);
  addGraph(bar);
  addGo(bar);
  addKernel(bar, targets);
  addWindow(bar);
  addHelp(bar);
  // A tooltip says why an action is disabled.
  for (QMenu* menu : bar->findChildren<QMenu*>()) menu->setToolTipsVisible(true);
}

void Menus::addFile(QMenuBar* bar) {
  const Actions& a = actions_;
  QMenu* menu = bar->addMenu(tr("&File"));
  menu->addActions({a.new_tab, a.open, a.open_sample, a.paste});
  recent_ = menu->addMenu(tr("Open &recent"));
  menu->addSeparator();
  menu->addActions({a.save, a.save_as});
  menu->addSeparator();
  menu->addActions({a.export_picture, a.export_visible, a.export_selected, a.export_report});
  menu->addSeparator();
  menu->addActions({a.close_tab, a.close_document, a.quit});
}

void Menus::addEdit(QMenuBar* bar) {
  const Actions& a = actions_;
  QMenu* menu = bar->addMenu(tr("&Edit"));
  menu->addActions({a.undo, a.redo});
  menu->addSeparator();
  menu->addAction(a.copy_picture);
  menu->addSeparator();
  menu->addActions({a.find, a.find_next, a.find_previous});
  menu->addSeparator();
  menu->addAction(a.palette);
  menu->addSeparator();
  menu->addAction(a.preferences);
}

void Menus::addView(QMenuBar* bar) {
  const Actions& a = actions_;
  QMenu* menu = bar->addMenu(tr("&View"));
  menu->addActions({a.source, a.optimized, a.fused});
  snapshots_ = menu->addMenu(tr("After each &pass"));
  menu->addSeparator();
  menu->addActions({a.fit, a.expand_all, a.collapse_all, a.default_scopes, a.wrap_chains, a.rightward});
  menu->addSeparator();
  QMenu* theme = menu->addMenu(tr("&Colours"));
  theme->addActions({a.theme_system, a.theme_light, a.theme_dark});
  QMenu* language = menu->addMenu(tr("Lan&guage"));
  for (QAction* action : a.languages) language->addAction(action);
  menu->addAction(a.reduce_motion);
}

void Menus::addGraph(QMenuBar* bar) {
  const Actions& a = actions_;
  QMenu* menu = bar->addMenu(tr("G&raph"));
  menu->addActions({a.near, a.only, a.hide, a.everything});
  menu->addSeparator();
  QMenu* colours = menu->addMenu(tr("&Colour by"));
  for (QAction* action : a.overlays) colours->addAction(action);
  colours->addAction(a.numbers);
  menu->addSeparator();
  menu->addActions({a.compare_file, a.compare_source, a.compare_fusion, a.compare_settings});
  menu->addSeparator();
  menu->addActions({a.passes, a.play_fusion});
  menu->addSeparator();
  menu->addActions({a.pattern_from, a.pattern_more});
  QMenu* what_if = menu->addMenu(tr("&What if"));
  connect(what_if, &QMenu::aboutToShow, this, [this, what_if] {
    what_if->clear();
    add_fusion_settings(*what_if, workbench_);
    add_what_ifs(*what_if, workbench_, workbench_.session().selection());
  });
}

void Menus::addGo(QMenuBar* bar) {
  const Actions& a = actions_;
  QMenu* menu = bar->addMenu(tr("&Go"));
  menu->addActions({a.back, a.forward});
  menu->addSeparator();
  menu->addAction(a.bookmark);
  bookmarks_ = menu->addMenu(tr("Boo&kmarks"));
}

void Menus::addKernel(QMenuBar* bar, TargetList& targets) {
  const Actions& a = actions_;
  QMenu* menu = bar->addMenu(tr("&Kernel"));
  menu->addActions({a.edit_kernel, a.run, a.measure_branch, a.measure_on, a.compare_versions, a.compare_file,
                    a.time_limit, a.export_kernel, a.preview_export});
  menu->addSeparator();
  menu->addActions({a.tune, a.tune_model, a.explain_default});
  menu->addSeparator();
  menu->addActions({a.next_hot_spot, a.previous_hot_spot});
  menu->addSeparator();
  menu->addAction(a.choose_target);
  menu->addMenu(new TargetMenu(targets, {a.target_file, a.add_target, a.reload_targets}, menu));
}

void Menus::addWindow(QMenuBar* bar) {
  QMenu* menu = bar->addMenu(tr("&Window"));
  documents_ = menu->addMenu(tr("&Documents"));
  menu->addActions({actions_.next_document, actions_.previous_document});
  menu->addSeparator();
  for (const QString& layout : Docks::layouts())
    menu->addAction(layout, this, [this, layout] { docks_.apply(layout); });
  menu->addAction(actions_.reset_layout);
  menu->addSeparator();
  for (QDockWidget* dock : QList<QDockWidget*>{docks_.outline_dock, docks_.inspector_dock} + docks_.below())
    menu->addAction(dock->toggleViewAction());
  for (QDockWidget* dock : docks_.below())
    connect(dock->toggleViewAction(), &QAction::triggered, this, [this] { docks_.fold->setFolded(false); });
  menu->addAction(actions_.fold);
}

void Menus::addHelp(QMenuBar* bar) {
  QMenu* menu = bar->addMenu(tr("&Help"));
  QMenu* lessons_menu = menu->addMenu(tr("&Lessons"));
  for (const Lesson& lesson : lessons())
    lessons_menu->addAction(lesson.title, this, [this, lesson] { Q_EMIT lessonWanted(lesson); });
  menu->addSeparator();
  menu->addActions({actions_.help_search, actions_.help_errors, actions_.help_keys});
  menu->addSeparator();
  for (QAction* topic : actions_.help) menu->addAction(topic);
  menu->addSeparator();
  menu->addAction(actions_.about);
}

void Menus::setRecent(const QStringList& files) {
  recent_->clear();
  recent_->setEnabled(!files.isEmpty());
  for (const QString& path : files) {
    QAction* action = recent_->addAction(QFileInfo(path).fileName(), this, [this, path] { Q_EMIT fileWanted(path); });
    action->setToolTip(plain_tip(path));
  }
  if (files.isEmpty()) return;
  recent_->addSeparator();
  recent_->addAction(tr("&Forget these"), this, &Menus::forgetRecentWanted);
}

void Menus::setSnapshots(const model::Model* model) {
  snapshots_->clear();
  if (!model) return;
  for (size_t i = 0; i < model->snapshots.size(); ++i) {
    const model::Snapshot& each = model->snapshots[i];
    snapshots_->addAction(qs(each.title.empty() ? each.name : each.title), this,
                          [this, i] { workbench_.session().showSnapshot(i); });
  }
}

void Menus::setDocuments(const QStringList& titles, int current) {
  if (titles == titles_ && current == current_) return;
  titles_ = titles;
  current_ = current;
  documents_->clear();
  for (int i = 0; i < titles.size(); ++i) {
    QString text = titles[i];
    QAction* action = documents_->addAction(text.replace(QLatin1Char('&'), QStringLiteral("&&")), this,
                                            [this, i] { Q_EMIT documentWanted(i); });
    action->setCheckable(true);
    action->setChecked(i == current);
  }
}

void Menus::setBookmarks(const std::vector<std::string>& names) {
  bookmarks_->clear();
  for (const std::string& name : names)
    bookmarks_->addAction(qs(name), this, [this, name] { Q_EMIT bookmarkWanted(qs(name)); });
  bookmarks_->setEnabled(!names.empty());
}

}  // namespace nw::window
