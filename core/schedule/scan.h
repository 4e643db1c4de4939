// SPDX-License-Identifier: GPL-3.0-or-later
// What bounds need to know of te.scan.
#pragma once

#include "schedule/schedule.h"

namespace nw::schedule {

// Of each spatial axis of a scan: whether every step reads the state only at its own index along it, so that a part of
// the axis can be computed without the rest.
std::vector<bool> scan_fix_points(const Schedule& s, const te::ScanNode& scan);

}  // namespace nw::schedule
