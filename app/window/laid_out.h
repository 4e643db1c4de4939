// SPDX-License-Identifier: GPL-3.0-or-later
// Samples that the program carries, written as files: readers map files, and a project that was made with one finds it
// again.
#pragma once

#include <QString>

namespace nw::window {

// `name`: below :/nestwright. A file of other bytes is written again; false: it cannot be.
bool lay_out_resource(const QString& name, const QString& path);

}  // namespace nw::window
