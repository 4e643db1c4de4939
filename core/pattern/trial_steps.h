// SPDX-License-Identifier: GPL-3.0-or-later
// One pattern tried at one node as a film: the pattern and the part of the model that was visited as two small graphs,
// and after each attempt what is tied to what. `trial.h` has the same as a tree of words.
#pragma once

#include "pattern/near_miss.h"

namespace nw::pattern {

struct TrialSteps {
  struct Piece {        // of the pattern; a call's operator is no piece of its own
    std::string label;  // "nn.relu", "a constant", "a | b"
    std::vector<int> parts;
    TextSpan span;
  };
  struct Part {  // of the model
    NodeId node;
    std::string label;  // "nn.conv2d"
    std::string name;
    std::vector<int> parts;  // those of its arguments that were visited
  };
  enum class What { Try, Tied, Failed, Turned };
  struct Step {
    What what = What::Try;
    int piece = -1, part = -1;
    int depth = 0;
    std::string text;                       // why it failed
    std::vector<std::pair<int, int>> ties;  // piece, part: as they are after this step
  };
  std::vector<Piece> pattern;  // the whole is the last
  std::vector<Part> model;     // the root is the first
  std::vector<Step> steps;     // the first few thousand
  bool ok = false;
};

TrialSteps follow_trial(Program& program, const Pattern& pattern, ExprId root, const graph::OpTraitsTable& traits);

}  // namespace nw::pattern
