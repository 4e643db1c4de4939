// SPDX-License-Identifier: GPL-3.0-or-later
// Which kernels are open, as a project file keeps it. A group is known by the name of a node of it: what is in it and
// its number may have changed since.
#pragma once

#include <string>
#include <vector>

namespace nw::window {

struct KernelTabState {
  std::string node;         // of its group, by name
  int stop_after_line = 0;  // 0: all steps
  bool active = false;

  bool operator==(const KernelTabState&) const = default;
};

// From a document's view state (JSON). What a person wrote into the file may be anything: what is not understood is
// left out.
std::vector<KernelTabState> read_kernel_tabs(const std::string& view_state);
// The view state with these tabs, beside what else it has.
std::string with_kernel_tabs(const std::string& view_state, const std::vector<KernelTabState>& tabs);

}  // namespace nw::window
