// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/schedule_menu.h"

#include <QInputDialog>
#include <QMenu>

#include "common/text.h"
#include "common/workbench.h"
#include "model/model.h"

namespace nw::views {

ScheduleMenu::ScheduleMenu(Workbench* workbench, GroupId group, QWidget* parent)
    : QToolButton(parent), workbench_(workbench), group_(group) {
  setPopupMode(InstantPopup);
  setAccessibleName(tr("Schedule in use"));
  setToolTip(tr("Which schedule this kernel has, and which groups share it"));
  setMenu(new QMenu(this));
  connect(menu(), &QMenu::aboutToShow, this, &ScheduleMenu::fill);
  hide();
}

void ScheduleMenu::setTask(const std::string& task, const std::string& default_script) {
  task_ = task;
  default_script_ = default_script;
  refresh();
  show();
}

void ScheduleMenu::setRelatives(edit::Relatives relatives) {
  relatives_ = std::move(relatives);
  refresh();
}

std::string ScheduleMenu::active() const {
  const auto& kernels = workbench_->session().document()->choices().kernels;
  const auto kernel = kernels.find(task_);
  return kernel == kernels.end() ? std::string() : kernel->second.active;
}

void ScheduleMenu::refresh() {
  if (!workbench_->session().document() || task_.empty()) return;
  const std::string name = active();
  QString text = name.empty() ? tr("default schedule") : qs(name);
  if (relatives_.twins.size() == 1) text += tr(" · shared with group %1").arg(relatives_.twins.front().value);
  if (relatives_.twins.size() > 1) text += tr(" · shared with %1 groups").arg(relatives_.twins.size());
  setText(text + QStringLiteral(" ▾"));
}

void ScheduleMenu::fill() {
  menu()->clear();
  const std::string now = active();
  auto add = [&](const std::string& name, const QString& text) {
    QAction* action = menu()->addAction(text, this, [this, name] { use(name); });
    action->setCheckable(true);
    action->setChecked(name == now);
  };
  for (const std::string& name : names()) add(name, name.empty() ? tr("Default schedule") : qs(name));
  menu()->addSeparator();
  menu()->addAction(tr("New schedule from this one"), this, &ScheduleMenu::copy);
  menu()->addAction(tr("New schedule from plain loops"), this, &ScheduleMenu::startPlain);
  QAction* named = menu()->addAction(tr("Rename…"), this, &ScheduleMenu::askForName);
  QAction* removed = menu()->addAction(tr("Remove"), this, &ScheduleMenu::remove);
  named->setEnabled(!now.empty());
  removed->setEnabled(!now.empty());
  QMenu* others = menu()->addMenu(tr("Apply these steps to"));
  others->setToolTipsVisible(true);
  connect(others, &QMenu::aboutToShow, this, [this, others] { fillOthers(others); });
  if (relatives_.twins.empty()) return;
  QMenu* twins = menu()->addMenu(tr("Computes the same and shares the schedule"));
  for (GroupId twin : relatives_.twins)
    twins->addAction(tr("Group %1").arg(twin.value), this, [this, twin] { workbench_->openKernel(twin); });
}

std::vector<std::string> ScheduleMenu::names() const {
  std::vector<std::string> all{std::string()};
  const auto& kernels = workbench_->session().document()->choices().kernels;
  if (const auto kernel = kernels.find(task_); kernel != kernels.end())
    for (const auto& [name, script] : kernel->second.scripts) all.push_back(name);
  return all;
}

void ScheduleMenu::askForName() {
  auto* dialog = new QInputDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Rename the schedule"));
  dialog->setLabelText(tr("Name"));
  dialog->setTextValue(qs(active()));
  dialog->resize(420, dialog->sizeHint().height());  // its title in whole
  connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& name) { rename(name.trimmed()); });
  dialog->open();
}

void ScheduleMenu::fillOthers(QMenu* menu) {
  menu->clear();
  constexpr qsizetype kMax = 12;  // the rest is found by typing
  for (const edit::Relative& other : relatives_.others) {
    if (!other.alike || menu->actions().size() == kMax) break;
    if (other.first)
      menu->addAction(tr("Group %1 · %2").arg(other.group.value).arg(qs(other.ops)), this,
                      [this, to = other.group] { Q_EMIT applyWanted(to); });
  }
  menu->addSeparator();
  QAction* any = menu->addAction(tr("Any other kernel…"), this, &ScheduleMenu::chooseOther);
  any->setToolTip(tr("What does not carry over is left as a comment, and the problems say why"));
  any->setEnabled(!relatives_.others.empty());
  if (relatives_.others.empty()) any->setToolTip(tr("The model has no other kernel"));
}

void ScheduleMenu::chooseOther() {
  std::vector<Command> kernels;
  for (const edit::Relative& other : relatives_.others)
    kernels.push_back({tr("Group %1 · %2").arg(other.group.value).arg(qs(other.ops)),
                       other.alike ? tr("around the same operator") : QString(),
                       [this, to = other.group] { Q_EMIT applyWanted(to); }});
  Q_EMIT chooseWanted(tr("Apply these steps to: type a group's number or its operators"), kernels);
}

void ScheduleMenu::use(const std::string& name) {
  workbench_->session().changeKernel(
      task_, [&](workspace::KernelChoice& kernel) { kernel.active = name; },
      name.empty() ? ss(tr("default schedule")) : ss(tr("schedule “%1”").arg(qs(name))));
}

// That the next new schedule gets.
std::string ScheduleMenu::freeName() const {
  const auto& kernels = workbench_->session().document()->choices().kernels;
  const auto kernel = kernels.find(task_);
  return workspace::free_name(kernel == kernels.end() ? workspace::KernelChoice() : kernel->second);
}

void ScheduleMenu::copy() {
  workbench_->session().changeKernel(
      task_,
      [&](workspace::KernelChoice& kernel) {
        const auto now = kernel.scripts.find(kernel.active);
        const std::string text = now == kernel.scripts.end() ? default_script_ : now->second;
        kernel.active = workspace::free_name(kernel);
        kernel.scripts[kernel.active] = text;
      },
      ss(tr("new schedule “%1”").arg(qs(freeName()))));
}

void ScheduleMenu::startPlain() {
  if (task_.empty()) return;
  workbench_->jobs().run<Result<model::GroupKernel>>(
      QStringLiteral("plain loops %1").arg(group_.value), tr("Writing group %1 as plain loops").arg(group_.value), this,
      [model = workbench_->session().document()->model(), fusion = workbench_->session().lastFusion(), group = group_,
       target = workbench_->target()](const CancelToken&) {
        return model::group_kernel(model->optimized(), *fusion, group, target, model::DefaultSchedule::None);
      },
      [this](const Result<model::GroupKernel>& plain) {
        if (!plain.value || plain->task_key != task_) return;  // other groups by now
        workbench_->session().changeKernel(
            task_,
            [&](workspace::KernelChoice& kernel) {
              kernel.active = workspace::free_name(kernel);
              kernel.scripts[kernel.active] = plain->script;
            },
            ss(tr("new schedule “%1” of plain loops").arg(qs(freeName()))));
      });
}

void ScheduleMenu::remove() {
  workbench_->session().changeKernel(
      task_,
      [](workspace::KernelChoice& kernel) {
        kernel.scripts.erase(kernel.active);
        kernel.active.clear();
      },
      ss(tr("schedule “%1” removed").arg(qs(active()))));
}

void ScheduleMenu::rename(const QString& to) {
  if (to.isEmpty()) return;
  workbench_->session().changeKernel(
      task_,
      [&](workspace::KernelChoice& kernel) {
        const auto now = kernel.scripts.find(kernel.active);
        if (now == kernel.scripts.end() || kernel.scripts.contains(ss(to))) return;
        const std::string text = now->second;
        kernel.scripts.erase(now);
        kernel.scripts[ss(to)] = text;
        kernel.active = ss(to);
      },
      ss(tr("rename to %1").arg(to)));
}

}  // namespace nw::views
