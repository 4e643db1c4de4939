// SPDX-License-Identifier: GPL-3.0-or-later
// Which lines of two loop nests are the same, and where they differ, stretch by stretch.
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "kernel/nest_diff.h"

namespace nw::views {

struct NestPair {
  struct Difference {
    int left = 0, right = 0;              // lines, from 0, where it begins on either side
    int left_lines = 0, right_lines = 0;  // how many it has there
    QString text;                         // "- for yo in 0..14", and in a second line "+ parallel yo in 0..14"
  };
  std::vector<Difference> differences;
  std::vector<bool> left_changed, right_changed;  // one a line
  std::vector<int> right_of;  // of each line of the left nest: the line of the right one that is at the same place
  std::vector<int> left_of;
};

// Lines of any text, to be compared as those of a nest are.
tir::PrintedNest lines_as_nest(std::vector<std::string> texts);

NestPair pair_nests(const tir::PrintedNest& left, const tir::PrintedNest& right);

}  // namespace nw::views
