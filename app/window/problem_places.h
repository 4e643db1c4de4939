// SPDX-License-Identifier: GPL-3.0-or-later
// From a problem to its place, and its fix applied there: the kernel that a diagnostic is about is the one that reports
// it.
#pragma once

#include "base/diagnostic.h"

namespace nw::views {
class DocumentSession;
}

namespace nw::window {

class KernelTabs;

void apply_fix(KernelTabs& tabs, const Diagnostic& diagnostic, const Fix& fix);
// Its line in a kernel's script, or its node in the graph.
void go_to_place(KernelTabs& tabs, views::DocumentSession& session, const Diagnostic& diagnostic);

}  // namespace nw::window
