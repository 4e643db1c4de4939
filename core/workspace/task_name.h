// SPDX-License-Identifier: GPL-3.0-or-later
// The short name of a task: "conv2d_add_relu" of the key "conv2d_add_relu-7497b…", which ends in a hash.
#pragma once

#include <string>

namespace nw::workspace {

inline std::string kernel_name(const std::string& task_key) {
  return task_key.substr(0, task_key.rfind('-'));
}

}  // namespace nw::workspace
