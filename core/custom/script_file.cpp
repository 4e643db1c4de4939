// SPDX-License-Identifier: GPL-3.0-or-later
#include "custom/script_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/input_file.h"

namespace nw::custom {

namespace fs = std::filesystem;

namespace {

constexpr int64_t kLargestScript = 8 << 20;

Diagnostic no_script(const std::string& why) {
  Diagnostic d;
  d.code = "NW3114";
  d.message = "the operator's script cannot be used: " + why;
  return d;
}

}  // namespace

Result<std::string> script_text(const std::string& te, const std::string& table_path) {
  std::error_code error;
  const fs::path folder = fs::weakly_canonical(fs::absolute(table_path, error).parent_path(), error);
  if (error || te.find('\0') != std::string::npos) return no_script("its path is none");
  const fs::path file = fs::weakly_canonical(folder / te, error);
  if (error) return no_script("its path is none");
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  if (fs::path(te).is_absolute() || end != folder.end())
    return no_script(fmt::format("'{}' is not in the table's folder", te.substr(0, 200)));
  Result<std::string> text = read_whole_file(file.string(), kLargestScript);
  if (text.value) return text;
  return no_script(text.diagnostics.empty() ? "it cannot be read" : text.diagnostics.front().message);
}

std::vector<std::string> script_files(const pattern::Table& table, const std::string& table_path) {
  std::vector<std::string> files;
  for (const pattern::CustomOperator& each : table.custom)
    if (!each.te.empty()) files.push_back((fs::path(table_path).parent_path() / each.te).string());
  return files;
}

}  // namespace nw::custom
