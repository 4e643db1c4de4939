// SPDX-License-Identifier: GPL-3.0-or-later
// Which line of a Python file a line of the script that was made from it comes from, while the script is edited.
#pragma once

#include <string>
#include <vector>

#include "flatten/flatten.h"

namespace nw::views {

class OriginalLines {
 public:
  OriginalLines() = default;
  explicit OriginalLines(const flatten::Kernel& kernel);
  // The script as it is now. Lines that were not edited keep their origin; new ones have none.
  void follow(const std::string& script);
  int original_of(int line) const;                // both count from 1; 0: none
  std::vector<int> lines_of(int original) const;  // of the script, from above
  bool empty() const { return lines_.empty(); }

 private:
  std::vector<std::string> made_;  // the script as it was made, by line
  std::vector<int> from_;          // the file's line of each
  std::vector<int> lines_;         // the file's line of each line of the present script
};

}  // namespace nw::views
