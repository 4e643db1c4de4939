// SPDX-License-Identifier: GPL-3.0-or-later
// What only a connection can tell of a target.
#pragma once

#include <vector>

#include "base/cancel.h"
#include "target/connection.h"

namespace nw::target {

// Connects, has the plugin look for its devices, and takes the facts of the one that the connection names: the first
// where it names none. NW4208, NW4209, NW4214 (no such device there), NW4218.
Result<Connection> with_facts(Connection connection, const CancelToken& cancel);

// Several at the same time, each by itself; in the order given.
std::vector<Result<Connection>> with_facts_of_all(const std::vector<Connection>& connections,
                                                  const CancelToken& cancel);

}  // namespace nw::target
