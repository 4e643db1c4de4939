// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule in prose: a sentence for each step, with the numbers that bound inference gave.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/sentence.h"
#include "schedule/bounds.h"
#include "script/script.h"

namespace nw::exporting {

struct Explanation {
  int line = 0;  // of the script
  Sentence sentence;
};

// Steps that were refused are reported as refused. sizes: values of symbolic sizes by name; the others keep their
// names.
std::vector<Explanation> explain(const script::Program& program, const schedule::Bounds& bounds,
                                 const std::map<std::string, int64_t>& sizes = {});

}  // namespace nw::exporting
