// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/line_table.h"

#include <llvm/DebugInfo/DWARF/DWARFContext.h>

#include <algorithm>

#include "codegen_llvm/object.h"

namespace nw::codegen {

int LineTable::line_at(uint64_t offset) const {
  const auto after = std::upper_bound(stretches.begin(), stretches.end(), offset,
                                      [](uint64_t at, const Stretch& s) { return at < s.begin; });
  return after == stretches.begin() || offset >= size ? 0 : std::prev(after)->nest_line;
}

Result<LineTable> line_table(const std::string& object, const std::string& symbol) {
  const Result<ObjectSection> code = section_of(object, symbol);
  if (!code.value) return code.diagnostics;
  LineTable table;
  table.entry = code->entry;
  table.size = code->section.getSize();
  const std::unique_ptr<llvm::DWARFContext> debug = llvm::DWARFContext::create(*code->file);
  for (const auto& unit : debug->compile_units()) {
    const llvm::DWARFDebugLine::LineTable* rows = debug->getLineTableForUnit(unit.get());
    if (!rows) continue;
    for (const llvm::DWARFDebugLine::Row& row : rows->Rows)
      if (row.Address.SectionIndex == code->section.getIndex())
        table.stretches.push_back({row.Address.Address, row.EndSequence ? 0 : static_cast<int>(row.Line)});
  }
  // Several rows at one address: the last one applies from there on.
  std::stable_sort(table.stretches.begin(), table.stretches.end(),
                   [](const auto& a, const auto& b) { return a.begin < b.begin; });
  return table;
}

}  // namespace nw::codegen
