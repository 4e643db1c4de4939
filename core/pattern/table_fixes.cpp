// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/table_fixes.h"

#include <algorithm>
#include <tuple>

#include "pattern/fix_candidates.h"

namespace nw::pattern {

namespace {

// What trying may cost, in pairs of a node and a line.
constexpr size_t kMostWork = 3'000'000;
constexpr size_t kMostReasons = 500;

// A table after an edit, and where its lines are taken.
struct EditedTable {
  Fix fix;
  bool tried = false;
  std::set<NodeId> taken;  // the roots
};

class Fixer {
 public:
  Fixer(const graph::Graph& graph, const std::vector<NodeId>& constants, const std::string& table,
        const graph::OpTraitsTable& traits, const Table& read, const CancelToken& cancel)
      : table_(table),
        traits_(traits),
        read_(read),
        cancel_(cancel),
        unmerged_(read_program(graph, constants)),
        merged_(read_program(graph, constants)) {}

  void add(const Program& program, NearMiss& miss) {
    const Key key = {miss.name, miss.kind, miss.span.line, miss.span.column, miss.expected, miss.found};
    auto known = trials_.find(key);
    if (known == trials_.end()) {
      if (trials_.size() >= kMostReasons || work_ >= kMostWork) return;
      known = trials_.emplace(key, std::vector<EditedTable>()).first;
      for (Fix& fix : fix_candidates(program, table_, read_, miss))
        known->second.push_back({std::move(fix), false, {}});
    }
    for (EditedTable& trial : known->second) {
      if (!trial.tried && (work_ >= kMostWork || cancel_.cancelled())) return;
      if (!trial.tried) run(trial, miss.name);
      if (!trial.taken.contains(miss.root)) continue;
      miss.fix = trial.fix;
      return;
    }
  }

 private:
  using Key = std::tuple<std::string, MissKind, int, int, std::string, std::string>;

  // The table as far as the line, since what comes behind it takes nothing away from it. The lines before the edit are
  // those of the table as it is: they are merged once, and trials go on from there.
  void run(EditedTable& trial, const std::string& name) {
    trial.tried = true;
    Result<Table> edited = read_table(apply_fix(table_, trial.fix));
    if (has_errors(edited.diagnostics) && !errors_before_) {
      if (!had_errors_) had_errors_ = has_errors(read_table(table_).diagnostics);
      errors_before_ = *had_errors_;
      if (!errors_before_) return;
    }
    const auto line = std::find_if(edited->listed.begin(), edited->listed.end(),
                                   [&](const Listed& each) { return each.name == name; });
    if (line == edited->listed.end()) return;
    const auto at = static_cast<size_t>(line - edited->listed.begin());
    const bool rule = line->replacement != nullptr;  // is for the program without composites
    size_t first = rule ? 0 : std::min(at, unchanged(trial.fix, *edited));
    if (first < merged_lines_) first = 0;
    Program& program = first == 0 ? unmerged_ : merged_;
    if (first > merged_lines_) {
      merge_lines(merged_, read_, merged_lines_, first, traits_);
      work_ += (merged_.pool.size() + 100) * (first - merged_lines_);
      merged_lines_ = first;
    }
    const ExprPool::Point before = program.pool.point();
    const ExprId main = program.main;
    if (!rule) merge_lines(program, *edited, first, at, traits_);
    trial.taken = roots_taken(program, *line, traits_);
    work_ += (program.pool.size() + 100) * (rule ? 1 : at - first + 1);
    program.main = main;
    program.pool.back_to(before);
  }

  // Listed lines that the edit leaves as they are: those that end before it.
  size_t unchanged(const Fix& fix, const Table& edited) const {
    int line = INT32_MAX;
    for (const Edit& edit : fix.edits) line = std::min(line, edit.line);
    size_t count = 0;
    while (count < read_.listed.size() && read_.listed[count].last_line < line) ++count;
    for (size_t i = 0; i < count; ++i)
      if (i >= edited.listed.size() || edited.listed[i].text != read_.listed[i].text) return 0;
    return count;
  }

  const std::string& table_;
  const graph::OpTraitsTable& traits_;
  const Table& read_;
  const CancelToken& cancel_;
  Program unmerged_;
  Program merged_;  // by the first `merged_lines_` lines of the table
  size_t merged_lines_ = 0;
  std::map<Key, std::vector<EditedTable>> trials_;
  std::optional<bool> had_errors_;
  bool errors_before_ = false;
  size_t work_ = 0;
};

}  // namespace

void add_fixes(const graph::Graph& graph, const std::vector<NodeId>& constants, const std::string& table,
               const graph::OpTraitsTable& traits, const Program& program, const Table& read,
               std::vector<NearMiss>& misses, const CancelToken& cancel) {
  if (misses.empty()) return;
  Fixer fixer(graph, constants, table, traits, read, cancel);
  for (NearMiss& miss : misses) fixer.add(program, miss);
}

}  // namespace nw::pattern
