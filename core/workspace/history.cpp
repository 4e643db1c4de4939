// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/history.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "script/comment.h"

namespace nw::workspace {

namespace {

// The line at `at`, and the position of the next one.
std::string_view next_line(std::string_view text, size_t& at) {
  const size_t end = std::min(text.find('\n', at), text.size());
  const std::string_view line = text.substr(at, end - at);
  at = end + 1;
  return line;
}

// The part of a line without its comment; empty for an empty line.
std::string_view code_in(std::string_view line) {
  line = line.substr(0, script::comment_at(line));
  const size_t last = line.find_last_not_of(" \t\r");
  return last == std::string_view::npos ? std::string_view() : line.substr(0, last + 1);
}

std::string_view next_code(std::string_view text, size_t& at) {
  while (at < text.size())
    if (const std::string_view code = code_in(next_line(text, at)); !code.empty()) return code;
  return {};
}

std::string first_task(const History& history) {
  const State& first = history.states().front();
  if (first.choices->kernels.size() == 1) return first.choices->kernels.begin()->first;
  for (const State& state : history.states())
    if (state.parent == first.id)
      if (std::string task = changed_task(*first.choices, *state.choices); !task.empty()) return task;
  return first.measured.empty() ? std::string() : first.measured.begin()->first;
}

}  // namespace

bool Measurement::operator==(const Measurement& other) const {
  const auto same_count = [](const auto& a, const auto& b) {
    return a.first == b.first && a.second.value == b.second.value && a.second.unit == b.second.unit &&
           a.second.exact == b.second.exact;
  };
  return median_us == other.median_us && min_us == other.min_us && mad_us == other.mad_us && runs == other.runs &&
         check == other.check && sizes == other.sizes && machine == other.machine &&
         std::ranges::equal(counters, other.counters, same_count);
}

bool same_code(const std::string& a, const std::string& b) {
  if (a == b) return true;
  if (a.empty() || b.empty()) return false;  // empty: the default script, which is not known here
  // From the first line that differs.
  const auto differ = std::ranges::mismatch(a, b).in1;
  size_t before = static_cast<size_t>(differ - a.begin());
  while (before > 0 && a[before - 1] != '\n') --before;
  size_t at_a = before, at_b = before;
  for (;;) {
    const std::string_view one = next_code(a, at_a), other = next_code(b, at_b);
    if (one != other) return false;
    if (one.empty()) return true;
  }
}

History::History(Choices initial) {
  State root;
  root.id = StateId(size_t{0});
  root.label = "opened";
  root.choices = std::make_shared<const Choices>(std::move(initial));
  states_.push_back(std::move(root));
  preferred_child_.emplace_back();
  taggings_.emplace_back();
  current_ = StateId(size_t{0});
}

StateId History::push(Choices choices, std::string label, std::string merge_key) {
  if (choices == *current().choices) return current_;
  State& now = states_[current_.index()];
  if (merges(merge_key)) {
    now.choices = std::make_shared<const Choices>(std::move(choices));
    now.label = std::move(label);
    now.measured.clear();
    changed_.insert(current_);
    return current_;
  }
  Taggings& taggings = taggings_[current_.index()];
  taggings.changes.resize(taggings.done);
  const StateId next = add(current_, std::move(choices), std::move(label));
  states_[next.index()].merge_key = std::move(merge_key);
  preferred_child_[current_.index()] = next;
  current_ = next;
  return current_;
}

bool History::merges(const std::string& merge_key) const {
  const State& now = current();
  return !merge_key.empty() && now.merge_key == merge_key && now.children.empty() && now.parent.valid() &&
         now.tag.empty();
}

const State& History::base(const std::string& merge_key) const {
  return merges(merge_key) ? state(current().parent) : current();
}

StateId History::add(StateId parent, Choices choices, std::string label) {
  State next;
  next.id = StateId(states_.size());
  changed_.insert(next.id);
  next.parent = parent;
  next.label = std::move(label);
  next.choices = std::make_shared<const Choices>(std::move(choices));
  states_[parent.index()].children.push_back(next.id);
  states_.push_back(std::move(next));
  preferred_child_.emplace_back();
  taggings_.emplace_back();
  return states_.back().id;
}

void History::tag(StateId id, const std::string& name) {
  if (state(id).tag == name) return;
  std::vector<NewTag> change{{id, state(id).tag, name}};
  for (const State& other : states_)
    if (!name.empty() && other.tag == name) change.push_back({other.id, name, {}});
  for (const NewTag& tag : change) set_tag(tag.state, tag.after);
  Taggings& taggings = taggings_[current_.index()];
  taggings.changes.resize(taggings.done);
  taggings.changes.push_back(std::move(change));
  ++taggings.done;
}

void History::set_tag(StateId id, const std::string& name) {
  states_[id.index()].tag = name;
  changed_.insert(id);
}

std::vector<StateId> History::tagged() const {
  std::vector<StateId> all;
  for (const State& state : states_)
    if (!state.tag.empty()) all.push_back(state.id);
  return all;
}

void History::forget_tagging() {
  for (Taggings& taggings : taggings_) taggings = {};
}

bool History::can_redo() const {
  const Taggings& taggings = taggings_[current_.index()];
  return taggings.done < taggings.changes.size() || redo_target().valid();
}

std::string History::undo_label() const {
  const Taggings& taggings = taggings_[current_.index()];
  if (taggings.done == 0) return current().label;
  const NewTag& last = taggings.changes[taggings.done - 1].front();
  return last.after.empty() ? "taking away the name " + last.before : "naming " + last.after;
}

StateId History::redo_target() const {
  return preferred_child_[current_.index()];
}

void History::undo() {
  if (!can_undo()) return;
  if (Taggings& taggings = taggings_[current_.index()]; taggings.done > 0) {
    for (const NewTag& tag : taggings.changes[--taggings.done]) set_tag(tag.state, tag.before);
    return;
  }
  const StateId child = current_;
  current_ = current().parent;
  preferred_child_[current_.index()] = child;
}

void History::redo() {
  if (!can_redo()) return;
  Taggings& taggings = taggings_[current_.index()];
  if (taggings.done == taggings.changes.size()) {
    go(redo_target());
    return;
  }
  for (const NewTag& tag : taggings.changes[taggings.done++]) set_tag(tag.state, tag.after);
}

void History::go(StateId id) {
  if (!id.valid() || id.index() >= states_.size()) return;
  current_ = id;
  states_[id.index()].merge_key.clear();  // further typing starts a new change
  for (StateId child = id; state(child).parent.valid(); child = state(child).parent)
    preferred_child_[state(child).parent.index()] = child;
}

void History::record(const std::string& task_key, const Measurement& measurement) {
  record(current_, task_key, measurement);
}

void History::record(const std::string& task_key, const std::string& script, const std::string& default_script,
                     const Measurement& measurement) {
  for (State& state : states_)
    if (same_code(script_at(state, task_key, default_script), script)) record(state.id, task_key, measurement);
}

std::string script_at(const State& state, const std::string& task_key, const std::string& default_script) {
  std::string active = active_script(*state.choices, task_key);
  return active.empty() ? default_script : active;
}

const Measurement* History::measured(StateId id, const std::string& task_key,
                                     const std::map<std::string, int64_t>* sizes,
                                     const measure::Machine* machine) const {
  return find_measured(id, task_key, [&](const Measurement& m) {
    return (!sizes || m.sizes == *sizes) && (!machine || measure::comparable(m.machine, *machine));
  });
}

const Measurement* History::measured_on(StateId id, const std::string& task_key, const std::string& target) const {
  return find_measured(id, task_key, [&](const Measurement& m) { return m.machine.target == target; });
}

const Measurement* History::find_measured(StateId id, const std::string& task_key,
                                          const std::function<bool(const Measurement&)>& fits) const {
  const auto known = [&](const State& at) -> const Measurement* {
    const auto all = at.measured.find(task_key);
    if (all == at.measured.end()) return nullptr;
    const auto newest = std::find_if(all->second.rbegin(), all->second.rend(), fits);
    return newest == all->second.rend() ? nullptr : &*newest;
  };
  const State& asked = state(id);
  if (const Measurement* own = known(asked)) return own;
  const std::string script = active_script(*asked.choices, task_key);
  for (const State& other : states_)
    if (const Measurement* alike = known(other); alike && same_code(active_script(*other.choices, task_key), script))
      return alike;
  return nullptr;
}

void History::record(StateId id, const std::string& task_key, const Measurement& measurement) {
  std::vector<Measurement>& all = states_[id.index()].measured[task_key];
  std::erase_if(all, [&](const Measurement& m) {
    return m.sizes == measurement.sizes &&
           (m.machine == measurement.machine || measure::comparable(m.machine, measurement.machine));
  });
  all.push_back(measurement);
  changed_.insert(id);
}

std::vector<StateId> History::take_changed() {
  const std::set<StateId> taken = std::exchange(changed_, {});
  return {taken.begin(), taken.end()};
}

void History::revise(StateId id, Choices choices, std::string label) {
  State& state = states_[id.index()];
  state.choices = std::make_shared<const Choices>(std::move(choices));
  state.label = std::move(label);
  state.tag.clear();
  state.measured.clear();
  changed_.insert(id);
}

StateId History::same_state(StateId parent, const State& wanted, const std::set<StateId>& taken) const {
  for (const StateId child : state(parent).children)
    if (!taken.contains(child) && state(child).label == wanted.label && *state(child).choices == *wanted.choices)
      return child;
  return {};
}

std::vector<StateId> History::graft(const History& other) {
  std::vector<StateId> places;
  std::set<StateId> taken;  // two states there are two states here
  for (const State& from : other.states_) {
    const bool first = !from.parent.valid();
    const StateId parent = first ? current_ : places[from.parent.index()];
    StateId place =
        first && *from.choices == *states_.front().choices ? states_.front().id : same_state(parent, from, taken);
    if (!place.valid()) place = add(parent, *from.choices, from.label);
    taken.insert(place);
    places.push_back(place);
    if (!from.tag.empty())
      for (const StateId named : tagged())
        if (state(named).tag == from.tag) set_tag(named, {});
    set_tag(place, from.tag);
    for (const auto& [task, all] : from.measured)
      for (const Measurement& measurement : all) record(place, task, measurement);
  }
  for (const State& from : other.states_)
    if (const StateId child = other.preferred_child_[from.id.index()]; child.valid())
      preferred_child_[places[from.id.index()].index()] = places[child.index()];
  return places;
}

bool History::lacks(const History& other) const {
  History whole = *this;
  whole.graft(other);
  return !std::ranges::equal(states_, whole.states_,
                             [](const State& a, const State& b) { return a.measured == b.measured; });
}

std::vector<StateId> History::path(StateId id) const {
  std::vector<StateId> path;
  for (StateId at = id; at.valid(); at = state(at).parent) path.push_back(at);
  std::reverse(path.begin(), path.end());
  return path;
}

std::vector<std::string> tasks_of_states(const History& history) {
  std::vector<std::string> tasks;
  for (const State& state : history.states()) {
    std::string task;
    if (state.parent.valid()) {  // parents are before their children
      task = changed_task(*history.state(state.parent).choices, *state.choices);
      if (task.empty()) task = tasks[state.parent.index()];
    } else {
      task = first_task(history);
    }
    tasks.push_back(std::move(task));
  }
  return tasks;
}

}  // namespace nw::workspace
