// SPDX-License-Identifier: GPL-3.0-or-later
// A call's outputs beside what somebody else computed, kept in files.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "graph/type.h"
#include "measure/report.h"
#include "reference/value.h"

namespace nw::data {

// An output of a call; its type says in which form a file holds it.
struct Output {
  std::string name;
  reference::Value value;
  graph::Type type;
};

// The output with what `path` holds, by the rules below; no error where it differs. NW1001, NW4141: as
// read_value_file().
Result<measure::ExpectedReport::Output> compare_with_file(const Output& output, const std::string& path);

// Each output K with FOLDER/output_K.npy or .pb, where there is one. Equal: integers, bools and strings exactly; floats
// r with |a - r| <= 1e-3 |r| + 1e-5 max(1, max |r|), both 1e-2 for float16 and bfloat16; NaN equals NaN, an infinity
// itself. An output that differs is an error (NW4146); NW4145: the folder has no output, or one too many.
Result<measure::ExpectedReport> compare_with_files(const std::vector<Output>& outputs, const std::string& folder);

}  // namespace nw::data
