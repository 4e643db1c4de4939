// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/assembly_text.h"

#include <utility>

namespace nw::runtime {

measure::AssemblyText assembly_text(std::vector<codegen::AssemblyLine> lines) {
  measure::AssemblyText text;
  for (codegen::AssemblyLine& line : lines) {
    text.lines.push_back(std::move(line.text));
    text.nest_lines.push_back(line.nest_line);
    text.instructions.push_back(line.instruction);
  }
  return text;
}

}  // namespace nw::runtime
