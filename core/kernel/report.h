// SPDX-License-Identifier: GPL-3.0-or-later
// One kernel as one HTML file to attach or to print: script, what each step does, the loop nest, what the loops cost,
// and the measured states. It is self-contained: no links, no scripts.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kernel/nest_figures.h"
#include "measure/report.h"

namespace nw::kernel {

struct ReportedState {
  std::string label;
  double median_us = 0, mad_us = 0;
  std::string check;   // "equal", "different", "unchecked"
  std::string script;  // of that state, for its nest; may be empty
  measure::Machine machine = {};
  std::map<std::string, measure::Count> counters = {};
};

// The history has a bar for each time and the gain over the first of the same machine, of an emulator in instructions;
// states that only have another name for the script of the one before are stored once. sizes: values of symbolic ones.
std::string kernel_html(const KernelPreview& preview, const NestFigures& figures,
                        const std::vector<ReportedState>& history = {},
                        const std::map<std::string, int64_t>& sizes = {});

}  // namespace nw::kernel
