// SPDX-License-Identifier: GPL-3.0-or-later
// Undo as a tree of states: a change after undo starts a branch, so that no state is lost.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/ids.h"
#include "measure/basis.h"
#include "measure/report.h"
#include "workspace/choices.h"

namespace nw::workspace {

using StateId = Id<struct StateTag>;

struct Measurement {
  double median_us = 0, mad_us = 0;
  int runs = 0;
  enum class Check { Unchecked, Equal, Different } check = Check::Unchecked;
  std::map<std::string, int64_t> sizes = {};            // with these values of symbolic sizes
  measure::Machine machine = {};                        // unknown in projects of versions that did not record it
  std::map<std::string, measure::Count> counters = {};  // of one run, by name
  double min_us = 0;                                    // the fastest run; 0: not recorded

  bool operator==(const Measurement& other) const;
};

// Of one whose fastest run was not recorded: as if that were the median.
inline measure::Timing timing(const Measurement& m) {
  return {m.min_us > 0 ? m.min_us : m.median_us, m.median_us, m.mad_us, m.runs};
}

// What it is compared with others of its machine by.
inline std::optional<measure::Basis> basis(const Measurement& m) {
  return measure::basis(m.machine, timing(m), m.counters);
}

struct State {
  StateId id;
  StateId parent;
  std::vector<StateId> children;  // in order of creation
  std::string label;              // "split oh by 4"
  std::string tag;                // a name given by the user, unique
  std::string merge_key;          // a change with the same key as the current state's replaces it (typing)
  std::shared_ptr<const Choices> choices;
  std::map<std::string, std::vector<Measurement>>
      measured;  // by task key; one for each machine and set of sizes, the last is newest
};

class History {
 public:
  explicit History(Choices initial = {});

  const State& current() const { return states_[current_.index()]; }
  const State& state(StateId id) const { return states_[id.index()]; }
  const std::vector<State>& states() const { return states_; }
  const Choices& choices() const { return *current().choices; }

  // Adds a state below the current one. Equal choices change nothing. If the merge key is not empty and equals that of
  // the current leaf state, that state's choices are replaced instead.
  StateId push(Choices choices, std::string label, std::string merge_key = {});
  // The parent of a new state with that key: the current one, or its parent if it would be replaced.
  const State& base(const std::string& merge_key) const;
  // A state on a new branch; the current state does not change.
  StateId add(StateId parent, Choices choices, std::string label);
  // Names a state, and removes the name from another that had it; an empty name removes the state's own. Undo reverts
  // it before the change that made the current state.
  void tag(StateId id, const std::string& name);
  std::vector<StateId> tagged() const;
  void forget_tagging();  // names given so far can no longer be undone
  bool can_undo() const { return taggings_[current_.index()].done > 0 || current().parent.valid(); }
  bool can_redo() const;
  std::string undo_label() const;
  void undo();
  void redo();  // towards the branch last left
  void go(StateId id);
  void record(const std::string& task_key, const Measurement& measurement);  // on the current state
  void record(StateId id, const std::string& task_key, const Measurement& measurement);
  // On every state that has this script for the task.
  void record(const std::string& task_key, const std::string& script, const std::string& default_script,
              const Measurement& measurement);
  // The measurement of a task's kernel at a state: of that state, or of another with the same script, with those sizes
  // and on a comparable machine (null: any machine, the newest). Null: not measured.
  const Measurement* measured(StateId id, const std::string& task_key,
                              const std::map<std::string, int64_t>* sizes = nullptr,
                              const measure::Machine* machine = nullptr) const;
  // The newest of those on that target, by its id, whatever it had for facts and threads.
  const Measurement* measured_on(StateId id, const std::string& task_key, const std::string& target) const;
  // States that were added or changed since the last call, in the order of their ids: what a journal has to write.
  std::vector<StateId> take_changed();
  // Replaces what a state holds, without a name and times: as a journal has it.
  void revise(StateId id, Choices choices, std::string label);
  // Adds the states of another history of the same document that this one lacks, with its names and times; the current
  // state does not change. States are the same if their parents are, with equal choices and labels. Another first state
  // becomes a child of the current one. Returns the state here for each state there.
  std::vector<StateId> graft(const History& other);
  // Whether graft() would add a state or a time.
  bool lacks(const History& other) const;
  // The states from the root to `id`.
  std::vector<StateId> path(StateId id) const;

 private:
  struct NewTag {
    StateId state;
    std::string before, after;
  };
  // Names given while a state was the current one: the first `done` are active, the others were undone.
  struct Taggings {
    std::vector<std::vector<NewTag>> changes;
    size_t done = 0;
  };
  void set_tag(StateId id, const std::string& name);
  StateId redo_target() const;
  const Measurement* find_measured(StateId id, const std::string& task_key,
                                   const std::function<bool(const Measurement&)>& fits) const;
  bool merges(const std::string& merge_key) const;
  StateId same_state(StateId parent, const State& wanted, const std::set<StateId>& taken) const;

  std::vector<State> states_;
  std::set<StateId> changed_;             // since take_changed()
  std::vector<Taggings> taggings_;        // per state
  std::vector<StateId> preferred_child_;  // the child to redo into, per state
  StateId current_;
};

// The script of a kernel in a state.
std::string script_at(const State& state, const std::string& task_key, const std::string& default_script);

// Whether two scripts are equal without comments and empty lines.
bool same_code(const std::string& a, const std::string& b);

// The task of each state: the one whose script it changed, else its parent's; of the first state, the one that was
// changed or measured first. Empty if there is none. One for each state.
std::vector<std::string> tasks_of_states(const History& history);

}  // namespace nw::workspace
