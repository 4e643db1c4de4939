// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes that belong together, under a name: a pattern's match as the canvas shows it.
#pragma once

#include <QString>
#include <vector>

#include "base/ids.h"

namespace nw::views {

struct NamedNodes {
  QString name;
  std::vector<NodeId> nodes;
};

}  // namespace nw::views
