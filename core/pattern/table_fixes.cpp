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
  std::set<std::pair<std::string, NodeId>> taken;  // line, root
};

class Fixer {
 public:
  Fixer(const graph::Graph& graph, const std::vector<NodeId>& constants, const std::string& table,
        const graph::OpTraitsTable& traits)
      : graph_(graph), constants_(constants), table_(table), traits_(traits) {}

  void add(const Program& program, const Table& read, NearMiss& miss) {
    const Key key = {miss.name, miss.kind, miss.span.line, miss.span.column, miss.expected, miss.found};
    auto known = trials_.find(key);
    if (known == trials_.end()) {
      if (trials_.size() >= kMostReasons || work_ >= kMostWork) return;
      known = trials_.emplace(key, std::vector<EditedTable>()).first;
      for (Fix& fix : fix_candidates(program, table_, read, miss)) known->second.push_back({std::move(fix), false, {}});
    }
    for (EditedTable& trial : known->second) {
      if (!trial.tried && work_ >= kMostWork) return;
      if (!trial.tried) run(trial, miss.name);
      if (!trial.taken.contains({miss.name, miss.root})) continue;
      miss.fix = trial.fix;
      return;
    }
  }

 private:
  using Key = std::tuple<std::string, MissKind, int, int, std::string, std::string>;

  // The table as far as the line, since what comes behind it takes nothing away from it.
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
    edited->listed.erase(line + 1, edited->listed.end());
    Program program = read_program(graph_, constants_);
    work_ += (program.pool.size() + 100) * edited->listed.size();
    MergeOptions options;
    options.near_misses = false;
    for (const Composite& each : merge_composites(program, *edited, traits_, options).list)
      trial.taken.insert({each.name, each.root});
  }

  const graph::Graph& graph_;
  const std::vector<NodeId>& constants_;
  const std::string& table_;
  const graph::OpTraitsTable& traits_;
  std::map<Key, std::vector<EditedTable>> trials_;
  std::optional<bool> had_errors_;
  bool errors_before_ = false;
  size_t work_ = 0;
};

}  // namespace

void add_fixes(const graph::Graph& graph, const std::vector<NodeId>& constants, const std::string& table,
               const graph::OpTraitsTable& traits, const Program& program, const Table& read,
               std::vector<NearMiss>& misses) {
  Fixer fixer(graph, constants, table, traits);
  for (NearMiss& miss : misses) fixer.add(program, read, miss);
}

}  // namespace nw::pattern
