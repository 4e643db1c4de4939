// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/guilty_pass.h"

#include <fmt/format.h>

#include <limits>

namespace nw::worker {

std::string guilty_pass(const ProbePasses& probe) {
  const std::optional<PassProbe> none = probe(0), all = probe(std::numeric_limits<int>::max());
  if (!none || !all) return {};
  if (!none->right) return "the numbers are wrong without LLVM's optional passes, too";
  if (all->right) return "compiled and run once more, the kernel gives the right numbers";
  int right = 0, wrong = all->passes;
  std::string pass = all->last_pass;
  while (wrong - right > 1) {
    const int middle = right + (wrong - right) / 2;
    const std::optional<PassProbe> tried = probe(middle);
    if (!tried) return {};
    (tried->right ? right : wrong) = middle;
    if (!tried->right) pass = tried->last_pass;
  }
  return fmt::format("the numbers are right up to LLVM's pass {} of {} and wrong after pass {}, {}", right, all->passes,
                     wrong, pass);
}

}  // namespace nw::worker
