// SPDX-License-Identifier: GPL-3.0-or-later
// Comparison of an output with its reference: integers equal; floats within 16·√(K + 1)·(eps·(|r| + max |r|) + tiny), K
// the length of the longest reduction, tiny the type's least positive number (a product that underflows may be one
// off), r the reference. NaN equals NaN, an infinity itself.
#pragma once

#include <string>
#include <vector>

#include "base/ndarray.h"
#include "measure/report.h"

namespace nw::measure {

// What of an output is compared: its element `elements[i]` should be element i of `reference`, which has its type.
struct Expected {
  std::vector<int64_t> elements;
  NDArray reference;
  // How far each of them may be off beyond the tolerance, where that is known; or empty.
  std::vector<double> allowances = {};
};

struct Tolerance {
  double eps = 0;        // of the coarsest float type on the way; 0: exact
  double tiny = 0;       // the least positive number of the float types on the way, where that is greatest
  double reduction = 0;  // K
};

// Adds the comparison of one output to `report`; says where the first difference is, or nothing.
std::string compare(const NDArray& actual, const Expected& expected, const Tolerance& tolerance, VerifyReport& report);

}  // namespace nw::measure
