// SPDX-License-Identifier: GPL-3.0-or-later
// One kernel as one HTML file to attach or to print: script, what each step does, the loop nest, what the loops cost,
// and the measured states. It stands alone: no links, no scripts.
#pragma once

#include <string>
#include <vector>

#include "workspace/nest_figures.h"

namespace nw::workspace {

struct ReportedState {
  std::string label;
  double median_us = 0, mad_us = 0;
  std::string check;  // "equal", "different", "unchecked"
};

std::string kernel_html(const KernelPreview& preview, const NestFigures& figures,
                        const std::vector<ReportedState>& history = {});

}  // namespace nw::workspace
