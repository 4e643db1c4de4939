// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/measure_on.h"

#include <QCoreApplication>
#include <QPointer>

#include "common/text.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/sizes_bar.h"
#include "targets/measure_on_view.h"
#include "window/kernel_tabs.h"
#include "workspace/measuring.h"

namespace nw::window {

using namespace nw::views;

void open_measure_on(KernelTabs& tabs, Workbench& workbench, TargetList& targets) {
  KernelPage* page = tabs.current();
  if (!page) return;
  auto* view = new MeasureOnView(
      workbench, targets,
      [of = QPointer(page)] {
        return of ? KernelToMeasure{ss(of->view()->script()), of->view()->sizes()->values()} : KernelToMeasure();
      },
      [of = QPointer(page)](const KernelToMeasure& kernel, const measure::RunReport& report) {
        if (of) of->record(kernel.script, workspace::measurement(report, kernel.sizes));
      },
      &tabs);
  tabs.setCurrentIndex(tabs.addTab(view, QCoreApplication::translate("MeasureOn", "%1 on targets").arg(page->title())));
}

}  // namespace nw::window
