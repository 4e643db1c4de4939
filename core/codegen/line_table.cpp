// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen/line_table.h"

#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Object/ObjectFile.h>

#include <algorithm>

#include "codegen/diagnostics.h"

namespace nw::codegen {

namespace {

Diagnostic unreadable(llvm::Error error) {
  return broken_module("its line table cannot be read: " + llvm::toString(std::move(error)));
}

// The section that holds the symbol, or none; the symbol's place in it.
llvm::Expected<std::optional<llvm::object::SectionRef>> section_of(const llvm::object::ObjectFile& file,
                                                                   const std::string& name, uint64_t& place) {
  for (const llvm::object::SymbolRef& symbol : file.symbols()) {
    llvm::Expected<llvm::StringRef> called = symbol.getName();
    if (!called) return called.takeError();
    if (*called != name) continue;
    llvm::Expected<uint64_t> address = symbol.getAddress();
    if (!address) return address.takeError();
    place = *address;
    llvm::Expected<llvm::object::section_iterator> section = symbol.getSection();
    if (!section) return section.takeError();
    if (*section != file.section_end()) return **section;
  }
  return std::nullopt;
}

}  // namespace

int LineTable::line_at(uint64_t offset) const {
  const auto after = std::upper_bound(stretches.begin(), stretches.end(), offset,
                                      [](uint64_t at, const Stretch& s) { return at < s.begin; });
  return after == stretches.begin() || offset >= size ? 0 : std::prev(after)->nest_line;
}

Result<LineTable> line_table(const std::string& object, const std::string& symbol) {
  auto file = llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(object, symbol));
  if (!file) return unreadable(file.takeError());
  LineTable table;
  auto section = section_of(**file, symbol, table.entry);
  if (!section) return unreadable(section.takeError());
  if (!*section) return broken_module("it does not define " + symbol);
  table.size = (*section)->getSize();
  const std::unique_ptr<llvm::DWARFContext> debug = llvm::DWARFContext::create(**file);
  for (const auto& unit : debug->compile_units()) {
    const llvm::DWARFDebugLine::LineTable* rows = debug->getLineTableForUnit(unit.get());
    if (!rows) continue;
    for (const llvm::DWARFDebugLine::Row& row : rows->Rows)
      if (row.Address.SectionIndex == (*section)->getIndex())
        table.stretches.push_back({row.Address.Address, row.EndSequence ? 0 : static_cast<int>(row.Line)});
  }
  // Several rows at one address: the last is what holds from there on.
  std::stable_sort(table.stretches.begin(), table.stretches.end(),
                   [](const auto& a, const auto& b) { return a.begin < b.begin; });
  return table;
}

}  // namespace nw::codegen
