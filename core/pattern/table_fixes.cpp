// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/table_fixes.h"

#include <algorithm>
#include <tuple>

#include "pattern/diagnostics.h"
#include "pattern/fix_candidates.h"

namespace nw::pattern {

namespace {

// What trying may cost, in pairs of a node and a line.
constexpr size_t kMostWork = 3'000'000;
constexpr size_t kMostReasons = 5'000;
constexpr size_t kLettersPerWork = 6;  // of a table that is read again

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
      : graph_(graph),
        constants_(constants),
        table_(table),
        traits_(traits),
        read_(read),
        cancel_(cancel),
        unmerged_(read_program(graph, constants)),
        merged_(read_program(graph, constants)) {
    for (size_t i = 0; i < read.listed.size(); ++i) index_of_[read.listed[i].name] = i;
  }

  // False: not all of its edits were tried, and none of those that were helps.
  bool add(const Program& program, NearMiss& miss) {
    const Key key = {miss.name, miss.kind, miss.span.line, miss.span.column, miss.expected, miss.found};
    auto known = trials_.find(key);
    if (known == trials_.end()) {
      if (trials_.size() >= kMostReasons || work_ >= kMostWork || cancel_.cancelled()) return false;
      known = trials_.emplace(key, std::vector<EditedTable>()).first;
      for (Fix& fix : fix_candidates(program, table_, read_, miss))
        known->second.push_back({std::move(fix), false, {}});
    }
    for (EditedTable& trial : known->second) {
      if (!trial.tried && (work_ >= kMostWork || cancel_.cancelled())) return false;
      if (!trial.tried) run(trial, miss.name);
      if (!trial.taken.contains(miss.root)) continue;
      miss.fix = trial.fix;
      break;
    }
    return true;
  }

 private:
  using Key = std::tuple<std::string, MissKind, int, int, std::string, std::string>;

  void run(EditedTable& trial, const std::string& name) {
    trial.tried = true;
    const auto own = index_of_.find(name);
    if (own == index_of_.end()) return;
    const Listed& line = read_.listed[own->second];
    if (std::ranges::all_of(trial.fix.edits, [&](const Edit& edit) {
          return edit.kind == Edit::Kind::Replace && line.at.line <= edit.line && edit.line <= line.last_line;
        }))
      run_line(trial, own->second);
    else
      run_table(trial, line);
  }

  // An edit of the line itself: the lines before are those of the table as it is. They are merged once, and trials go
  // on from there.
  void run_line(EditedTable& trial, size_t at) {
    const Listed& line = read_.listed[at];
    std::string statement;
    for (int i = line.at.line; i <= line.last_line; ++i) statement += line_of_text(table_, i) + "\n";
    Fix shifted = trial.fix;
    for (Edit& edit : shifted.edits) edit.line -= line.at.line - 1;
    const std::optional<Listed> edited = read_line_again(read_, at, apply_fix(statement, shifted));
    if (!edited || is_thrown_away(line.pattern, edited->pattern)) return;
    Program& program = line.replacement ? unmerged_ : merged_before(at);  // rules are for the program as it is
    const ExprPool::Point before = program.pool.point();
    trial.taken = roots_taken(program, *edited, traits_);
    work_ += program.pool.size() + 100;
    program.pool.back_to(before);
  }

  // Other lines are edited: the table is read again, and its lines up to this one are tried, since what comes behind
  // takes nothing away from it.
  void run_table(EditedTable& trial, const Listed& own) {
    work_ += table_.size() / kLettersPerWork;
    Result<Table> edited = read_table(apply_fix(table_, trial.fix));
    if (has_errors(edited.diagnostics) && !errors_before_) {
      if (!had_errors_) had_errors_ = has_errors(read_table(table_).diagnostics);
      errors_before_ = *had_errors_;
      if (!errors_before_) return;
    }
    const auto line = std::find_if(edited->listed.begin(), edited->listed.end(),
                                   [&](const Listed& each) { return each.name == own.name; });
    if (line == edited->listed.end() || is_thrown_away(own.pattern, line->pattern)) return;
    const auto at = static_cast<size_t>(line - edited->listed.begin());
    const bool rule = line->replacement != nullptr;
    size_t first = rule ? 0 : std::min(at, unchanged(trial.fix, *edited));
    if (first < merged_lines_) first = 0;
    Program& program = first == 0 ? unmerged_ : merged_before(first);
    const ExprPool::Point before = program.pool.point();
    const ExprId main = program.main;
    if (!rule) merge_lines(program, *edited, first, at, traits_);
    trial.taken = roots_taken(program, *line, traits_);
    work_ += (program.pool.size() + 100) * (rule ? 1 : at - first + 1);
    program.main = main;
    program.pool.back_to(before);
  }

  // The program behind the table's first `count` lines. Misses come in the order of the lines, so that it is seldom
  // begun again.
  Program& merged_before(size_t count) {
    if (count == 0) return unmerged_;
    if (count < merged_lines_) {
      merged_ = read_program(graph_, constants_);
      merged_lines_ = 0;
    }
    if (count > merged_lines_) {
      merge_lines(merged_, read_, merged_lines_, count, traits_);
      work_ += (merged_.pool.size() + 100) * (count - merged_lines_);
      merged_lines_ = count;
    }
    return merged_;
  }

  // How many operators a pattern asks for.
  static size_t operators_of(const PatternNode& pattern, std::set<const PatternNode*>& seen) {
    if (!seen.insert(&pattern).second) return 0;
    size_t count = pattern.kind == PatternKind::Operator ? 1 : 0;
    for (const Pattern& part : pattern.parts) count += operators_of(*part, seen);
    return count;
  }

  // A line that matches because it hardly asks for anything any more is no help: one operator less can be one that was
  // too many.
  static bool is_thrown_away(const Pattern& before, const Pattern& after) {
    std::set<const PatternNode*> seen_before, seen_after;
    const size_t asked = operators_of(*before, seen_before), asks = operators_of(*after, seen_after);
    return asks + 1 < asked || (asks == 0 && asked > 0);
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

  const graph::Graph& graph_;
  const std::vector<NodeId>& constants_;
  const std::string& table_;
  const graph::OpTraitsTable& traits_;
  const Table& read_;
  const CancelToken& cancel_;
  Program unmerged_;
  Program merged_;  // by the first `merged_lines_` lines of the table
  size_t merged_lines_ = 0;
  std::map<std::string, size_t> index_of_;  // of listed lines
  std::map<Key, std::vector<EditedTable>> trials_;
  std::optional<bool> had_errors_;
  bool errors_before_ = false;
  size_t work_ = 0;
};

}  // namespace

size_t add_fixes(const graph::Graph& graph, const std::vector<NodeId>& constants, const std::string& table,
                 const graph::OpTraitsTable& traits, const Program& program, const Table& read,
                 std::vector<NearMiss>& misses, const CancelToken& cancel) {
  if (misses.empty()) return 0;
  Fixer fixer(graph, constants, table, traits, read, cancel);
  size_t untried = 0;
  for (NearMiss& miss : misses) untried += fixer.add(program, miss) ? 0 : 1;
  return untried;
}

}  // namespace nw::pattern
