// SPDX-License-Identifier: GPL-3.0-or-later
// A random computation with the random steps that its script accepted.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "random_kernels.h"
#include "script/script.h"

namespace nw::test {

struct RandomCase {
  std::vector<std::string> head, steps;
  std::string args;
  std::vector<std::map<std::string, int64_t>> sizes;  // values for its size variables; empty: it has none

  std::string text() const {
    std::string all;
    for (const std::string& line : head) all += line + "\n";
    for (const std::string& line : steps) all += line + "\n";
    return all + "tvm.lower(s, [" + args + "], name=\"main\")\n";
  }
  // Every choice of sizes; one that says nothing where there are none.
  std::vector<std::map<std::string, int64_t>> all_sizes() const {
    return sizes.empty() ? std::vector<std::map<std::string, int64_t>>(1) : sizes;
  }
  script::Program read(const std::map<std::string, int64_t>& with = {}) const {
    script::ReadOptions quick;
    quick.explain = false;
    quick.sizes = with;
    return script::read(text(), quick);
  }
};

// How often each primitive was tried and accepted.
struct StepCounts {
  std::map<std::string, int> accepted, tried;
};

inline RandomCase draw(const std::string& kind, Dice& dice, StepCounts& counts) {
  const Computation computation = random_computation(kind, dice);
  RandomCase c{computation.lines, {}, computation.args, computation.sizes};
  c.head.push_back("s = te.create_schedule(" + computation.stages.back() + ".op)");
  RandomSteps steps(computation, dice);
  const int64_t count = dice.number(3, 15);
  for (int64_t i = 0; i < count; ++i) {
    const StepTry step = steps.next();
    ++counts.tried[step.primitive];
    RandomCase next = c;
    next.steps.insert(next.steps.end(), step.lines.begin(), step.lines.end());
    if (!next.read().ok()) continue;
    c = std::move(next);
    steps.accepted();
    ++counts.accepted[step.primitive];
  }
  return c;
}

}  // namespace nw::test
