// SPDX-License-Identifier: GPL-3.0-or-later
// Python files in tabs: a tab for each kernel that was chosen, or the file itself if it has none.
#include <QFileInfo>
#include <QStackedWidget>
#include <algorithm>

#include "common/text.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/loop_tree_view.h"
#include "kernel/original_page.h"
#include "window/kernel_tabs.h"
#include "workspace/python_source.h"

namespace nw::window {

using namespace nw::views;

void KernelTabs::openScript() {
  const workspace::Document* document = workbench_.session().document();
  const auto python = document ? document->python() : nullptr;
  if (!python || !python->flat.kernels.empty()) {
    open(GroupId());
    if (python && python->flat.kernels.size() > 1)
      QMetaObject::invokeMethod(this, &KernelTabs::chooseKernelOfFile, Qt::QueuedConnection);
    return;
  }
  const int tab = addTab(new OriginalPage(python), qs(document->title()));
  setTabVisible(0, false);
  setCurrentIndex(tab);
  const auto wrong = std::ranges::find(python->flat.diagnostics, Severity::Error, &Diagnostic::severity);
  if (wrong != python->flat.diagnostics.end()) original()->goToLine(line_of(*wrong));
  Q_EMIT problemsWanted();
}

OriginalPage* KernelTabs::original() const {
  for (int i = 1; i < count(); ++i)
    if (auto* page = qobject_cast<OriginalPage*>(widget(i))) return page;
  return nullptr;
}

void KernelTabs::openKernelOfFile(size_t index) {
  const workspace::Document* document = workbench_.session().document();
  if (!document || !document->python() || index >= document->python()->flat.kernels.size()) return;
  finishOpening();
  const std::string task = workspace::python_task(*document->python(), index);
  if (KernelPage* page = pageOf(task)) {
    setCurrentWidget(page);
    return page->view()->treeView()->setFocus();
  }
  auto* stack = findChild<QStackedWidget*>(QString(), Qt::FindDirectChildrenOnly);
  present(new KernelPage(&workbench_, GroupId(), peaks_, stack, index));
}

bool KernelTabs::openKernelOfFile(const QString& name) {
  const workspace::Document* document = workbench_.session().document();
  if (!document || !document->python()) return false;
  const auto& kernels = document->python()->flat.kernels;
  const auto found = std::ranges::find(kernels, ss(name), &flatten::Kernel::name);
  if (found == kernels.end()) return false;
  openKernelOfFile(static_cast<size_t>(found - kernels.begin()));
  return true;
}

void KernelTabs::chooseKernelOfFile() {
  const workspace::Document* document = workbench_.session().document();
  if (!document || !document->python()) return;
  const workspace::PythonSource& python = *document->python();
  std::vector<Command> commands;
  for (size_t i = 0; i < python.flat.kernels.size(); ++i)
    commands.push_back({qs(python.flat.kernels[i].name), tr("line %1").arg(python.flat.kernels[i].line),
                        [this, i] { openKernelOfFile(i); }});
  Q_EMIT chooseWanted(
      tr("%1 makes %2 kernels: open one").arg(QFileInfo(qs(python.path)).fileName()).arg(commands.size()), commands);
}

}  // namespace nw::window
