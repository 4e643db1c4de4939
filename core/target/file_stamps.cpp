// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/file_stamps.h"

#include <fmt/format.h>
#include <sys/stat.h>

namespace nw::target {

std::string file_stamps(const std::vector<std::string>& paths) {
  std::string text;
  for (const std::string& path : paths) {
    struct stat file{};
    if (::stat(path.c_str(), &file) != 0) {
      text += "absent\n";
      continue;
    }
    text += fmt::format("{} {} {} {}.{:09}\n", file.st_dev, file.st_ino, file.st_size, file.st_mtim.tv_sec,
                        file.st_mtim.tv_nsec);
  }
  return text;
}

}  // namespace nw::target
