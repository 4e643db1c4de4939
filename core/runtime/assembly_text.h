// SPDX-License-Identifier: GPL-3.0-or-later
// Assembly as reports carry it.
#pragma once

#include <vector>

#include "codegen_llvm/machine_code.h"
#include "measure/report.h"

namespace nw::runtime {

measure::AssemblyText assembly_text(std::vector<codegen::AssemblyLine> lines);

}  // namespace nw::runtime
