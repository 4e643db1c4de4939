// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"

#include <filesystem>

#include "base/atomic_file.h"

namespace nw::cli {

FileText read_file(const std::string& path) {
  Result<std::string> bytes = read_whole_file(path);
  return {bytes.value.value_or(std::string()), std::move(bytes.diagnostics)};
}

Diagnostics write_file(const std::string& path, const std::string& bytes, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    std::error_code error;
    if (!std::filesystem::equivalent(path, input, error)) continue;
    Diagnostic d;
    d.code = "NW4001";
    d.message = "'" + path + "' is what the command reads, and is not written over";
    return {std::move(d)};
  }
  return write_whole_file(path, bytes);
}

}  // namespace nw::cli
