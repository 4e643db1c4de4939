// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"

#include "base/atomic_file.h"

namespace nw::cli {

FileText read_file(const std::string& path) {
  Result<std::string> bytes = read_whole_file(path);
  return {bytes.value.value_or(std::string()), std::move(bytes.diagnostics)};
}

Diagnostics write_file(const std::string& path, const std::string& bytes) {
  return write_whole_file(path, bytes);
}

}  // namespace nw::cli
