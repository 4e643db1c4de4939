// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/atomic_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

namespace nw {

namespace {

Diagnostic file_problem(const std::string& code, const std::string& what, const std::string& path, int error) {
  Diagnostic d;
  d.code = code;
  d.message = what + " '" + path + "': " + std::strerror(error);
  Place place;
  place.file = path;
  d.where.push_back(place);
  return d;
}

}  // namespace

Diagnostics write_whole_file(const std::string& path, const std::string& bytes) {
  const std::string temporary = path + ".part";
  {
    std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
    if (!file || !file.write(bytes.data(), static_cast<std::streamsize>(bytes.size())) || !file.flush())
      return {file_problem("NW4001", "cannot write", path, errno)};
  }
  if (std::rename(temporary.c_str(), path.c_str()) != 0) return {file_problem("NW4001", "cannot write", path, errno)};
  return {};
}

}  // namespace nw
