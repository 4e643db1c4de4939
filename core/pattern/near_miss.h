// SPDX-License-Identifier: GPL-3.0-or-later
// Why a pattern is not taken at a place where at least one operator of it was found: the reason of the attempt that
// came farthest.
#pragma once

#include "pattern/groups.h"

namespace nw::pattern {

struct NearMiss {
  std::string name;  // of the listed pattern
  NodeId root;       // not valid where it comes from no node
  NodeId node;
  std::string root_name, node_name;
  MissKind kind = MissKind::Operator;
  std::string expected, found;
  std::string text;               // a sentence
  std::vector<std::string> path;  // from the root down to the node: "argument 0"
  size_t matched = 0, of = 0;     // patterns that stood for something; of so many
  TextSpan span;                  // the piece of the table
  std::optional<Fix> fix;         // after which the pattern is taken here
  Failure failure;                // what fixes are made of
  ExprId root_expr;
};

// Keeps the failure that came farthest; of several the first. A way that fails under `dominates` counts as farthest.
class FarthestFailure : public MatchObserver {
 public:
  explicit FarthestFailure(const ExprPool& pool) : pool_(pool) {}
  void enter(const PatternNode& pattern, ExprId expr) override { entered_.emplace_back(&pattern, expr); }
  void leave(bool, size_t) override { entered_.pop_back(); }
  void turned() override {}
  void step(std::string_view what, int index) override;
  void step_back() override { path_.pop_back(); }
  void failed(Failure failure, size_t matched) override;

  std::optional<Failure> failure;
  size_t matched = 0;
  std::vector<std::string> path;

 private:
  TextSpan place_of_use(const PatternNode* pattern) const;

  const ExprPool& pool_;
  std::vector<std::pair<const PatternNode*, ExprId>> entered_;
  std::vector<std::pair<std::string_view, int>> path_;
};

struct MissWords {
  std::string expected, found, text;
};
// `written`: a piece as the table has it (the path of `dominates`); empty: as Python writes the pattern.
MissWords words_of(const Program& program, const Failure& failure, const std::string& written = {});

// What reads a node, by name; "result" for the results of the model.
std::string reader_name(const Program& program, ExprId reader);

// What a call pattern fails at is hidden by a let, a branch or a function.
bool is_hidden(const ExprPool& pool, ExprId main, ExprId expr);

}  // namespace nw::pattern
