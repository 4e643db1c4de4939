// SPDX-License-Identifier: GPL-3.0-or-later
// A call's outputs beside what somebody else computed, kept in files.
#pragma once

#include <string>
#include <vector>

#include "base/ndarray.h"
#include "base/result.h"
#include "measure/report.h"

namespace nw::data {

// Each output K with FOLDER/output_K.npy or .pb, where there is one. Equal: integers and bools exactly; floats r with
// |a - r| <= 1e-3 |r| + 1e-5 max(1, max |r|), both 1e-2 for float16 and bfloat16; NaN equals NaN, an infinity itself.
// An output that differs is an error (NW4146); NW4145: the folder has no output, or one too many.
Result<measure::ExpectedReport> compare_with_files(const std::vector<std::string>& names,
                                                   const std::vector<NDArray>& outputs, const std::string& folder);

}  // namespace nw::data
