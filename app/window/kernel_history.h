// SPDX-License-Identifier: GPL-3.0-or-later
// The history is the document's, a tab is one kernel's: what undo changes, and what is compared, is brought to the
// front.
#pragma once

#include <QCoreApplication>

#include "workspace/history.h"

namespace nw::views {
class Workbench;
}

namespace nw::window {

class KernelTabs;

class KernelHistory {
  Q_DECLARE_TR_FUNCTIONS(nw::window::KernelHistory)

 public:
  KernelHistory(views::Workbench& workbench, KernelTabs& tabs) : workbench_(workbench), tabs_(tabs) {}
  void documentChanged();
  // Undo, redo and going to a state of the history: shows the kernel that it has changed.
  void follow();
  // Two states of a kernel, in that kernel's tab, whichever is on screen, or side by side in a tab of their own; an
  // invalid `after` is the present one.
  enum class Where : uint8_t { InItsTab, Beside };
  void compareStates(workspace::StateId before, workspace::StateId after, Where where = Where::InItsTab);

 private:
  struct Present {
    workspace::StateId state;
    size_t states = 0;
  };
  Present present() const;

  views::Workbench& workbench_;
  KernelTabs& tabs_;
  Present shown_;  // last
};

}  // namespace nw::window
