// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels that a plugin has to run right: small TE scripts, each of which takes a device through something that
// others do not.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/target_facts.h"

namespace nw::plugin_check {

struct KernelScript {
  std::string name;  // "elementwise.float32"
  std::string text;
  std::map<std::string, int64_t> sizes = {};  // of symbolic dimensions
};

// For what the facts say the device can do: one elementwise kernel a data type, and then shapes and schedules.
std::vector<KernelScript> kernel_scripts(const TargetFacts& facts);

// Those of fixed shape (kernel_table.cpp).
const std::vector<KernelScript>& fixed_kernel_scripts();

// c[i] = a[i] * b[i] + a[i] over `count` float32.
KernelScript multiply_add(int64_t count);
// c[0] = a number that takes `steps` * 1000 additions, one after the other, to find.
KernelScript long_sum(int64_t steps);
// Which argument is which: d[i] = a[i] - 2 * b[i] + 4 * c[i].
KernelScript three_arguments(int64_t count);

}  // namespace nw::plugin_check
