// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/saved_history.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "workspace/project.h"
#include "workspace/project_tables.h"

namespace nw::workspace {

using nlohmann::json;

namespace {

// Which states are kept: always the first and the current one.
std::vector<bool> states_to_keep(const History& history, size_t most) {
  std::vector<bool> keep(history.states().size(), true);
  size_t left = keep.size();
  for (const bool measured_too : {false, true})
    for (const State& state : history.states()) {
      if (left <= most) return keep;
      if (!keep[state.id.index()] || !state.parent.valid() || state.id == history.current().id) continue;
      if (!state.tag.empty() || (!measured_too && !state.measured.empty())) continue;
      keep[state.id.index()] = false;
      --left;
    }
  return keep;
}

// The state that redo from the current one ends at.
StateId last_redone(History history) {
  const StateId from = history.current().id;
  history.forget_tagging();
  while (history.can_redo()) history.redo();
  return history.current().id == from ? StateId() : history.current().id;
}

json measurement_json(const Measurement& m) {
  static constexpr const char* kChecks[] = {"unchecked", "equal", "different"};
  json out = {{"median_us", m.median_us}, {"mad_us", m.mad_us}, {"runs", m.runs}};
  if (m.min_us > 0) out["min_us"] = m.min_us;
  if (m.check != Measurement::Check::Unchecked) out["check"] = kChecks[static_cast<int>(m.check)];
  if (!m.sizes.empty()) out["sizes"] = m.sizes;
  for (const auto& [name, count] : m.counters)
    out["counters"][name] = {{"value", count.value}, {"unit", count.unit}, {"exact", count.exact}};
  return out;
}

json machine_json(const measure::Machine& machine) {
  json out = {
      {"target", machine.target}, {"name", machine.name}, {"facts", machine.facts_hash}, {"threads", machine.threads}};
  if (machine.clock != "wall") out["clock"] = machine.clock;
  return out;
}

// A text as a difference from the previous one: the bytes of whole lines that both share at the start and at the end,
// and the text between. The text itself if that is not much shorter.
json changed_lines(const std::string& before, const std::string& text) {
  const size_t most = std::min(before.size(), text.size());
  size_t front = static_cast<size_t>(
      std::mismatch(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(most), before.begin()).first -
      text.begin());
  while (front > 0 && text[front - 1] != '\n') --front;
  size_t back = 0;
  while (back < most - front && text[text.size() - 1 - back] == before[before.size() - 1 - back]) ++back;
  while (back > 0 && back < text.size() && text[text.size() - 1 - back] != '\n') --back;
  if (front + back < text.size() / 2) return text;
  return {front, back, text.substr(front, text.size() - front - back)};
}

class HistoryWriter {
 public:
  HistoryWriter(const History& history, const std::string& project_path, size_t most)
      : history_(history), project_path_(project_path), keep_(states_to_keep(history, most)) {
    size_t kept = 0;
    for (size_t i = 0; i < keep_.size(); ++i) numbers_.push_back(keep_[i] ? kept++ : kNone);
  }

  std::string write() {
    json states = json::array();
    for (const State& state : history_.states())
      if (keep_[state.id.index()]) states.push_back(state_json(state));
    json out = {{"states", std::move(states)}, {"current", number(history_.current().id)}};
    for (StateId end = last_redone(history_); end.valid() && !out.contains("redo"); end = history_.state(end).parent)
      if (keep_[end.index()]) out["redo"] = number(end);
    return finish(std::move(out));
  }

  std::string write(const std::vector<StateId>& some) {
    json states = json::array();
    for (const StateId id : some) {
      states.push_back(state_json(history_.state(id)));
      states.back()["id"] = number(id);
    }
    return finish({{"states", std::move(states)}, {"current", number(history_.current().id)}});
  }

 private:
  static constexpr size_t kNone = SIZE_MAX;

  size_t number(StateId id) const { return numbers_[id.index()]; }

  std::string finish(json out) {
    if (!machines_.empty()) out["machines"] = json::array();
    for (const measure::Machine& machine : machines_) out["machines"].push_back(machine_json(machine));
    out["texts"] = std::move(texts_);
    return out.dump(-1, ' ', false, json::error_handler_t::replace);
  }

  json state_json(const State& state) {
    json out = {{"label", state.label}};
    Choices before;
    if (const StateId parent = kept_parent(state); parent.valid()) {
      out["parent"] = number(parent);
      before = *history_.state(parent).choices;
    }
    if (!state.tag.empty()) out["tag"] = state.tag;
    const Choices& now = *state.choices;
    if (!(now.fusion == before.fusion)) out["fusion"] = read_json(write_choices({now.fusion, {}, {}, {}}))["fusion"];
    if (now.patterns != before.patterns) out["patterns"] = now.patterns;
    if (now.dims != before.dims) out["dims"] = now.dims;
    if (now.table != before.table || now.tables_behind != before.tables_behind) {
      const Choices named = with_relative_tables(now, project_path_);
      if (now.table != before.table) out["table"] = named.table;
      if (now.tables_behind != before.tables_behind) out["tables_behind"] = named.tables_behind;
    }
    if (now.rules != before.rules) out["rules"] = now.rules;
    for (const auto& [task, kernel] : now.kernels)
      if (const auto same = before.kernels.find(task); same == before.kernels.end() || !(same->second == kernel))
        out["kernels"][task] = kernel_json(kernel);
    for (const auto& [task, kernel] : before.kernels)
      if (!now.kernels.contains(task)) out["kernels"][task] = nullptr;
    for (const auto& [task, all] : state.measured)
      for (const Measurement& m : all) {
        out["measured"][task].push_back(measurement_json(m));
        if (m.machine.known()) out["measured"][task].back()["machine"] = number_of(m.machine);
      }
    return out;
  }

  size_t number_of(const measure::Machine& machine) {
    const auto at = std::ranges::find(machines_, machine);
    const auto number = static_cast<size_t>(at - machines_.begin());
    if (at == machines_.end()) machines_.push_back(machine);
    return number;
  }

  StateId kept_parent(const State& state) const {
    StateId parent = state.parent;
    while (parent.valid() && !keep_[parent.index()]) parent = history_.state(parent).parent;
    return parent;
  }

  json kernel_json(const KernelChoice& kernel) {
    json scripts = json::object();
    for (const auto& [name, text] : kernel.scripts) {
      const auto [at, is_new] = places_.emplace(text, places_.size());
      if (is_new) {
        texts_.push_back(last_ ? changed_lines(*last_, text) : json(text));
        last_ = &at->first;
      }
      scripts[name] = at->second;
    }
    return {{"active", kernel.active}, {"scripts", std::move(scripts)}};
  }

  const History& history_;
  const std::string& project_path_;
  std::vector<bool> keep_;
  std::vector<size_t> numbers_;  // of the states as they are written
  std::vector<measure::Machine> machines_;
  json texts_ = json::array();
  std::map<std::string, size_t> places_;
  const std::string* last_ = nullptr;  // of the texts
};

// Values are checked where they are used: functions throw json::exception or return nothing if the file is not as
// written by write_history.
class HistoryReader {
 public:
  HistoryReader(const json& in, const std::string& project_path) : in_(in), project_path_(project_path) {}

  std::optional<History> read() {
    if (!read_texts()) return std::nullopt;
    read_machines();
    const json& states = in_.at("states");
    if (!states.is_array() || states.empty()) return std::nullopt;
    std::optional<History> history;
    for (const json& state : states) {
      Choices choices;
      if (history) {
        const auto parent = state.at("parent").get<size_t>();
        if (parent >= history->states().size()) return std::nullopt;
        choices = *history->states()[parent].choices;
        if (!change(choices, state)) return std::nullopt;
        history->add(StateId(parent), std::move(choices), state.at("label").get<std::string>());
      } else {
        if (!change(choices, state)) return std::nullopt;
        history.emplace(std::move(choices));
      }
      if (!note(state, history->states().back().id, *history)) return std::nullopt;
    }
    return restore_current(*history) ? std::move(history) : std::nullopt;
  }

  bool read_states(History& history) {
    if (!read_texts()) return false;
    read_machines();
    for (const json& state : in_.at("states")) {
      const auto number = state.at("id").get<size_t>();
      if (number > history.states().size()) return false;
      Choices choices;
      StateId parent;
      if (state.contains("parent")) {
        parent = StateId(state["parent"].get<size_t>());
        if (parent.index() >= std::min(number, history.states().size())) return false;
        choices = *history.state(parent).choices;
      }
      if (!change(choices, state)) return false;
      const auto label = state.at("label").get<std::string>();
      if (number < history.states().size())
        history.revise(StateId(number), std::move(choices), label);
      else if (parent.valid())
        history.add(parent, std::move(choices), label);
      else
        return false;
      if (!note(state, StateId(number), history)) return false;
    }
    const auto current = in_.at("current").get<size_t>();
    if (current >= history.states().size()) return false;
    history.go(StateId(current));
    history.forget_tagging();  // from before this session
    return true;
  }

 private:
  void read_machines() {
    if (!in_.contains("machines")) return;
    for (const json& one : in_["machines"])
      machines_.push_back(
          {one.at("target"), one.at("name"), one.at("facts"), one.at("threads"), one.value("clock", "wall")});
  }

  bool read_texts() {
    for (const json& one : in_.at("texts")) {
      if (!one.is_array()) {
        texts_.push_back(one.get<std::string>());
        continue;
      }
      const auto front = one.at(0).get<size_t>(), back = one.at(1).get<size_t>();
      if (texts_.empty() || front > texts_.back().size() || back > texts_.back().size() - front) return false;
      const std::string& before = texts_.back();
      texts_.push_back(before.substr(0, front) + one.at(2).get<std::string>() + before.substr(before.size() - back));
    }
    return true;
  }

  bool change(Choices& choices, const json& state) const {
    if (state.contains("fusion")) {
      const Result<Choices> read = read_choices(json{{"fusion", state["fusion"]}}.dump());
      if (!read.ok() || !read.diagnostics.empty()) return false;
      choices.fusion = read->fusion;
    }
    if (state.contains("patterns")) choices.patterns = state["patterns"].get<std::string>();
    if (state.contains("table")) choices.table = state["table"].get<std::string>();
    if (state.contains("tables_behind"))
      choices.tables_behind = state["tables_behind"].get<std::map<std::string, std::string>>();
    if (state.contains("table") || state.contains("tables_behind"))
      choices = with_absolute_tables(std::move(choices), project_path_);
    if (state.contains("rules")) choices.rules = state["rules"].get<bool>();
    if (state.contains("dims")) choices.dims = state["dims"].get<std::map<std::string, int64_t>>();
    if (!state.contains("kernels")) return true;
    for (const auto& [task, kernel] : state["kernels"].items()) {
      choices.kernels.erase(task);
      if (kernel.is_null()) continue;
      KernelChoice choice;
      choice.active = kernel.at("active").get<std::string>();
      for (const auto& [name, text] : kernel.at("scripts").get<std::map<std::string, size_t>>()) {
        if (text >= texts_.size()) return false;
        choice.scripts[name] = texts_[text];
      }
      choices.kernels[task] = std::move(choice);
    }
    return true;
  }

  // The name and the times of a state.
  bool note(const json& state, StateId id, History& history) const {
    if (state.contains("tag")) history.tag(id, state["tag"].get<std::string>());
    if (!state.contains("measured")) return true;
    for (const auto& [task, all] : state["measured"].items())
      for (const json& one : all) {
        Measurement m{one.at("median_us").get<double>(), one.at("mad_us").get<double>(), one.at("runs").get<int>()};
        const std::string check = one.value("check", "unchecked");
        m.check = check == "equal"       ? Measurement::Check::Equal
                  : check == "different" ? Measurement::Check::Different
                                         : Measurement::Check::Unchecked;
        if (one.contains("machine")) {
          const auto machine = one["machine"].get<size_t>();
          if (machine >= machines_.size()) return false;
          m.machine = machines_[machine];
        }
        if (one.contains("sizes")) m.sizes = one["sizes"].get<std::map<std::string, int64_t>>();
        if (one.contains("counters"))
          for (const auto& [name, count] : one["counters"].items())
            m.counters[name] = {count.at("value"), count.at("unit"), count.at("exact")};
        m.min_us = one.value("min_us", 0.0);
        if (std::isfinite(m.median_us) && m.median_us > 0) history.record(id, task, m);
      }
    return true;
  }

  // The current state, and the branches of redo: the newest if none is recorded.
  bool restore_current(History& history) const {
    const auto current = in_.at("current").get<size_t>(), redo = in_.value("redo", current);
    if (current >= history.states().size() || redo >= history.states().size()) return false;
    std::vector<StateId> ends;
    for (const State& state : history.states())
      if (state.children.empty()) ends.push_back(state.id);
    ends.insert(ends.end(), {StateId(redo), StateId(current)});
    for (const StateId end : ends) history.go(end);
    history.forget_tagging();  // from before this session
    return true;
  }

  const json& in_;
  const std::string& project_path_;
  std::vector<std::string> texts_;
  std::vector<measure::Machine> machines_;
};

Diagnostic damaged() {
  Diagnostic d;
  d.code = "NW1054";
  d.severity = Severity::Warning;
  d.message = "the history in the project is damaged and was left out; the schedules and named states are there";
  return d;
}

}  // namespace

std::string write_history(const History& history, const std::string& project_path, size_t most_states) {
  return HistoryWriter(history, project_path, most_states).write();
}

std::string write_states(const History& history, const std::vector<StateId>& states) {
  const std::string no_project;
  return HistoryWriter(history, no_project, SIZE_MAX).write(states);
}

bool read_states(const std::string& text, History& history) {
  const json in = read_json(text);
  const std::string no_project;
  try {
    return HistoryReader(in, no_project).read_states(history);
  } catch (const json::exception&) {
    return false;
  }
}

Result<History> read_history(const std::string& text, const std::string& project_path) {
  const json in = read_json(text);
  try {
    if (std::optional<History> history = HistoryReader(in, project_path).read()) return std::move(*history);
  } catch (const json::exception&) {
    return damaged();
  }
  return damaged();
}

void record_named_times(const std::string& view_state, History& history) {
  const json view = read_json(view_state);
  if (!view.is_object() || !view.contains("times") || !view["times"].is_array()) return;
  for (const json& time : view["times"]) {
    try {
      Measurement m{time.at("median_us").get<double>(), time.at("mad_us").get<double>(), time.at("runs").get<int>(),
                    static_cast<Measurement::Check>(std::clamp(time.at("check").get<int>(), 0, 2)),
                    time.at("sizes").get<std::map<std::string, int64_t>>()};
      if (!(m.median_us > 0)) continue;
      const auto name = time.at("state").get<std::string>(), task = time.at("task").get<std::string>();
      for (const StateId id : history.tagged())
        if (history.state(id).tag == name) history.record(id, task, m);
    } catch (const json::exception&) {
      continue;
    }
  }
}

}  // namespace nw::workspace
