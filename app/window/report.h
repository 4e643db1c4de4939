// SPDX-License-Identifier: GPL-3.0-or-later
// The whole case as one HTML file to attach to an issue: facts, picture, groups, why edges are not fused, problems.
#pragma once

#include <QString>

#include "common/theme.h"
#include "common/workbench.h"
#include "graph/picture.h"

namespace nw::window {

QString report_html(const views::Workbench& workbench, const views::Picture* picture, const views::Theme& theme);

}  // namespace nw::window
