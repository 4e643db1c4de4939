// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/problem_places.h"

#include <algorithm>

#include "common/text.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/original_page.h"
#include "models/problems_model.h"
#include "window/kernel_tabs.h"
#include "window/select_node.h"

namespace nw::window {

using namespace nw::views;

namespace {

// Brought to the front; null: no kernel reports it.
KernelPage* show_page_of(KernelTabs& tabs, const Diagnostic& diagnostic) {
  for (KernelPage* page : tabs.pages()) {
    const Diagnostics reported = page->diagnostics();
    if (std::find(reported.begin(), reported.end(), diagnostic) == reported.end()) continue;
    tabs.setCurrentWidget(page);
    return page;
  }
  return nullptr;
}

}  // namespace

void apply_fix(KernelTabs& tabs, const Diagnostic& diagnostic, const Fix& fix) {
  if (KernelPage* page = show_page_of(tabs, diagnostic)) page->applyFix(fix);
}

void go_to_place(KernelTabs& tabs, DocumentSession& session, const Diagnostic& diagnostic) {
  const int line = line_of(diagnostic);
  // Of the Python file that was opened, the places are the file's.
  if (const workspace::Document* document = session.document(); line > 0 && document && document->python()) {
    const Diagnostics& own = document->diagnostics();
    if (std::find(own.begin(), own.end(), diagnostic) != own.end()) {
      if (OriginalPage* original = tabs.original()) return original->goToLine(line);
      if (tabs.current()) return tabs.current()->showOriginal(line);
    }
  }
  if (KernelPage* page = show_page_of(tabs, diagnostic)) return page->goToLine(line);
  // Of steps that were applied to the kernel on screen, its page does not know.
  if (line > 0 && tabs.current()) return tabs.current()->goToLine(line);
  if (diagnostic.where.empty() || diagnostic.where.front().node.empty()) return;
  tabs.showGraph();
  select_node(session, qs(diagnostic.where.front().node));
}

}  // namespace nw::window
