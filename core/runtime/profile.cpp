// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/profile.h"

#include <algorithm>
#include <map>

#include "codegen_llvm/instructions.h"
#include "codegen_llvm/line_table.h"
#include "tir/print.h"

namespace nw::runtime {

namespace {

std::string without_indentation(const std::string& text) {
  return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

// An offset in the kernel's section, or nothing outside of it.
std::optional<uint64_t> in_section(const target::PlaceCount& place, const codegen::LineTable& table) {
  if (!place.offset) return std::nullopt;
  const int64_t at = *place.offset + static_cast<int64_t>(table.entry);
  if (at < 0 || static_cast<uint64_t>(at) >= table.size) return std::nullopt;
  return static_cast<uint64_t>(at);
}

void read_instructions(const std::vector<target::PlaceCount>& places, const codegen::LineTable& table,
                       const codegen::Instructions& code, measure::TimeProfile& profile) {
  std::map<int, int64_t> met;
  for (const target::PlaceCount& place : places)
    if (const auto at = in_section(place, table))
      if (const int number = code.at(*at); number >= 0) met[number] += place.count;
  for (const auto& [number, samples] : met) profile.instructions.push_back({number, samples});
  profile.instruction_count = static_cast<int>(code.begins.size());
}

measure::TimeProfile read_lines(const std::vector<target::PlaceCount>& places, const lower::LoopNest& nest,
                                const codegen::LineTable& table) {
  const tir::PrintedNest printed = tir::print(nest.body);
  measure::TimeProfile profile;
  std::map<int, int64_t> by_line;
  std::map<std::string, int64_t> elsewhere;
  for (const target::PlaceCount& place : places) {
    profile.samples += place.count;
    const auto at = in_section(place, table);
    if (!at) {
      elsewhere[place.where.empty() ? "the system" : place.where] += place.count;
      continue;
    }
    const int line = table.line_at(*at);
    if (line > 0 && static_cast<size_t>(line) <= printed.lines.size())
      by_line[line] += place.count;
    else
      profile.unplaced += place.count;
  }
  for (const auto& [line, samples] : by_line)
    profile.lines.push_back({line, without_indentation(printed.lines[static_cast<size_t>(line) - 1].text), samples});
  for (const auto& [where, samples] : elsewhere) profile.elsewhere.push_back({where, samples});
  std::stable_sort(profile.elsewhere.begin(), profile.elsewhere.end(),
                   [](const auto& a, const auto& b) { return a.samples > b.samples; });
  return profile;
}

}  // namespace

std::optional<measure::TimeProfile> profile_of(const lower::LoopNest& nest, const KernelImage& kernel,
                                               const std::vector<target::PlaceCount>& places) {
  if (places.empty()) return std::nullopt;
  const Result<codegen::LineTable> table = codegen::line_table(kernel.object, kernel.entry);
  if (!table.value) return std::nullopt;
  measure::TimeProfile profile = read_lines(places, nest, *table);
  if (const auto code = codegen::instructions(kernel.object, kernel.entry); code.value)
    read_instructions(places, *table, *code, profile);
  return profile;
}

}  // namespace nw::runtime
