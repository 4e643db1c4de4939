// SPDX-License-Identifier: GPL-3.0-or-later
// The arrays a kernel is run on: inputs filled by rule, outputs summed up.
#pragma once

#include "base/ndarray.h"
#include "measure/report.h"
#include "measure/request.h"

namespace nw::measure {

// `first` is the number of the array's first element, where it is a part of the argument.
void fill(NDArray& array, const Inputs& inputs, size_t argument, int64_t first = 0);
OutputSummary summarize(const std::string& name, const NDArray& array);

}  // namespace nw::measure
