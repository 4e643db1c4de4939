// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of a network whose scripts differ in sizes only are compiled once. Where two scripts have different integers
// in their computations, the family's script has a variable, whose value a call gives: with those of a member written
// in, it is that member's script, up to the names of placeholders.
#pragma once

#include <string>
#include <vector>

namespace nw::script {

struct KernelFamily {
  std::string script;
  std::vector<std::string> sizes;  // names of its variables
  struct Member {
    size_t script;                // its place among those that were given
    std::vector<int64_t> values;  // of `sizes`
  };
  std::vector<Member> members;  // two or more
};

// Families among scripts whose steps are equal and whose computations differ in at most `most_sizes` sizes: where all
// of a form differ in more, the largest families in which they do not, from the first script on. A script is in one
// family at most; those that are in none are alone with their steps, their form or their sizes.
std::vector<KernelFamily> kernel_families(const std::vector<const std::string*>& scripts, size_t most_sizes);

}  // namespace nw::script
