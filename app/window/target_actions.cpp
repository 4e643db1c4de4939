// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/target_actions.h"

#include <QMainWindow>

#include "targets/add_target_dialog.h"
#include "targets/target_box.h"
#include "targets/target_list.h"
#include "window/actions.h"
#include "window/file_dialogs.h"

namespace nw::window {

using namespace nw::views;

TargetActions::TargetActions(const Actions& actions, Workbench& workbench, TargetList& targets, TargetBox* box,
                             QMainWindow* window)
    : QObject(window), workbench_(workbench), targets_(targets), window_(window) {
  connect(actions.choose_target, &QAction::triggered, box, &TargetBox::showMenu);
  connect(actions.target_file, &QAction::triggered, this, &TargetActions::chooseFile);
  connect(actions.add_target, &QAction::triggered, this, &TargetActions::add);
  connect(actions.reload_targets, &QAction::triggered, &targets, &TargetList::reload);
}

void TargetActions::add() {
  auto* dialog = new AddTargetDialog(workbench_, targets_, window_);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
}

void TargetActions::chooseFile() {
  const QString path = ask_for_file(window_, tr("Facts of a target"), {tr("Facts of a target (*.json)")});
  if (!path.isEmpty()) targets_.chooseFile(path);
}

}  // namespace nw::window
