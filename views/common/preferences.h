// SPDX-License-Identifier: GPL-3.0-or-later
// How a window writes things, as its user prefers; kept from run to run.
#pragma once

namespace nw::views {

struct Preferences {
  bool intel_syntax = false;        // assembly of x86 as Intel's manuals write it; else as AT&T did
  bool wrap_script = false;         // long lines of a script continue below
  bool wrap_chains = true;          // long chains of a graph are in columns
  bool rightward = false;           // data of a graph flow to the right, else down
  bool steps_of_selection = false;  // next steps of a kernel are those of the selected loop or stage, else of all

  bool operator==(const Preferences&) const = default;
};

}  // namespace nw::views
