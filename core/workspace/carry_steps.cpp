// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/carry_steps.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "script/lexer.h"
#include "script/script.h"
#include "workspace/script_lines.h"

namespace nw::workspace {

using script::Program;
using script::Statement;

namespace {

Diagnostic left_out(const std::string& step, const std::string& why) {
  Diagnostic d;
  d.code = "NW2092";
  d.severity = Severity::Warning;
  d.message = "this step does not carry over to the other kernel and was left out: " + step;
  d.because.push_back(why);
  return d;
}

Diagnostic no_schedule(const std::string& which) {
  Diagnostic d;
  d.code = "NW2093";
  d.message = "steps cannot be carried over: the script " + which + " has no schedule that holds";
  return d;
}

// What a stage is for; equal in two kernels where one stage can stand for the other.
struct Role {
  bool input = false;
  size_t data = 0, reduce = 0;  // axes
  bool output = false, behind = false;

  auto loose() const { return std::tuple(input, data, reduce); }
  auto exact() const { return std::tuple(input, data, reduce, output, behind); }
};

struct RoledStage {
  std::string name;  // the script's variable
  Role role;
  std::vector<std::string> reduce_axes;  // as the script can write them
};

bool binds_before_schedule(const Program& program, const std::string& name) {
  for (const Statement& s : program.statements)
    if (s.part == Statement::Part::Computation && std::find(s.binds.begin(), s.binds.end(), name) != s.binds.end())
      return true;
  return false;
}

// How the script writes the i-th reduce axis of a stage: its variable, or where it is found.
std::string reduce_axis_text(const Program& program, const schedule::Stage& stage, const std::string& name, size_t i) {
  const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
  const schedule::Axis* axis = stage.find_axis(compute->reduce_axis[i]);
  for (const auto& [variable, id] : program.axis_names)
    if (axis && id == axis->id && binds_before_schedule(program, variable)) return variable;
  return name + ".op.reduce_axis[" + std::to_string(i) + "]";
}

// The stages that the computation made, in their order.
std::vector<RoledStage> roled_stages(const Program& program) {
  std::vector<RoledStage> stages;
  bool behind = false;
  for (const StageId id : program.schedule->order()) {
    const schedule::Stage& stage = program.schedule->stage(id);
    RoledStage found;
    for (const auto& [variable, of] : program.stage_names)
      if (of == id && binds_before_schedule(program, variable)) found.name = variable;
    if (found.name.empty()) continue;
    const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
    found.role.input = stage.op->kind == te::OpKind::Placeholder;
    found.role.data = compute ? compute->axis.size() : 0;
    found.role.reduce = compute ? compute->reduce_axis.size() : 0;
    found.role.output = stage.is_output;
    found.role.behind = behind;
    for (size_t i = 0; i < found.role.reduce; ++i)
      found.reduce_axes.push_back(reduce_axis_text(program, stage, found.name, i));
    behind = behind || found.role.reduce > 0;
    stages.push_back(std::move(found));
  }
  return stages;
}

// For every stage of `from` the stage of `to` in its place; -1: none.
std::vector<int> match(const std::vector<RoledStage>& from, const std::vector<RoledStage>& to) {
  std::vector<int> partner(from.size(), -1);
  std::vector<bool> taken(to.size(), false);
  auto pair_up = [&](auto&& alike) {
    for (size_t i = 0; i < from.size(); ++i)
      for (size_t j = 0; j < to.size() && partner[i] < 0; ++j)
        if (!taken[j] && alike(from[i], to[j])) {
          partner[i] = static_cast<int>(j);
          taken[j] = true;
        }
  };
  pair_up([](const auto& a, const auto& b) { return a.role.exact() == b.role.exact() && a.name == b.name; });
  pair_up([](const auto& a, const auto& b) { return a.role.exact() == b.role.exact(); });
  pair_up([](const auto& a, const auto& b) { return a.role.loose() == b.role.loose(); });
  return partner;
}

bool is_creation(const Program& program, const Statement& s) {
  return s.primitive.empty() && std::find(s.binds.begin(), s.binds.end(), program.schedule_name) != s.binds.end();
}

std::string statement_text(const std::vector<std::string>& lines, const Statement& s) {
  std::string text;
  for (int line = s.span.line; line <= s.last_line && line <= static_cast<int>(lines.size()); ++line)
    text += lines[static_cast<size_t>(line) - 1] + "\n";
  return text;
}

class Carrier {
 public:
  Carrier(const std::string& from, const std::string& to)
      : from_(script::read(from)), to_(script::read(to)), from_lines_(lines_of(from)), to_lines_(lines_of(to)) {}

  Result<CarriedSteps> carry() {
    if (!from_.schedule || !from_.ok()) return no_schedule("they come from");
    if (!to_.schedule || to_.args.empty()) return no_schedule("they go to");
    name_stages();
    take_steps_away();
    for (const Statement& s : from_.statements)
      if (s.part == Statement::Part::Schedule && !is_creation(from_, s)) try_step(s);
    judge_whole();
    CarriedSteps result;
    result.text = text_with(steps_);
    for (const Step& step : steps_) result.carried += step.counts;
    result.left_out = left_out_;
    return {std::move(result), std::move(diagnostics_)};
  }

 private:
  struct Step {
    std::string text, original;  // with their line ends
    bool counts = false;
    std::vector<std::string> binds = {};
  };

  void name_stages() {
    const auto mine = roled_stages(from_), others = roled_stages(to_);
    const std::vector<int> partner = match(mine, others);
    for (size_t i = 0; i < mine.size(); ++i) {
      if (partner[i] < 0) {
        missing_.insert(mine[i].name);
        for (const std::string& axis : mine[i].reduce_axes) missing_.insert(axis);
        continue;
      }
      const RoledStage& other = others[static_cast<size_t>(partner[i])];
      renamed_[mine[i].name] = other.name;
      for (size_t axis = 0; axis < mine[i].reduce_axes.size(); ++axis)
        renamed_[mine[i].reduce_axes[axis]] = other.reduce_axes[axis];
    }
    renamed_[from_.schedule_name] = to_.schedule_name;
    for (const Statement& s : to_.statements)
      if (s.part != Statement::Part::Schedule || is_creation(to_, s)) taken_.insert(s.binds.begin(), s.binds.end());
  }

  // The lines of the other script without its steps, cut where steps go: before the last statement.
  void take_steps_away() {
    std::vector<bool> kept(to_lines_.size() + 1, true);
    int kernel = static_cast<int>(to_lines_.size()) + 1;
    for (const Statement& s : to_.statements) {
      if (s.part == Statement::Part::Kernel) kernel = s.span.line;
      if (s.part != Statement::Part::Schedule || is_creation(to_, s)) continue;
      for (int line = s.span.line; line <= s.last_line; ++line) kept[static_cast<size_t>(line)] = false;
    }
    for (int line = 1; line <= static_cast<int>(to_lines_.size()); ++line)
      if (kept[static_cast<size_t>(line)])
        (line < kernel ? head_ : tail_) += to_lines_[static_cast<size_t>(line) - 1] + "\n";
    // Comments and blank lines before the last statement stay with it.
    size_t at = head_.size();
    while (at > 0) {
      const size_t begin = at < 2 ? std::string::npos : head_.rfind('\n', at - 2);
      const size_t start = begin == std::string::npos ? 0 : begin + 1;
      const std::string line = head_.substr(start, at - start);
      if (line != "\n" && line[0] != '#') break;
      at = start;
    }
    tail_ = head_.substr(at) + tail_;
    head_.resize(at);
    first_line_ = static_cast<int>(std::count(head_.begin(), head_.end(), '\n')) + 1;
  }

  std::string text_with(const std::vector<Step>& steps) const {
    std::string text = head_;
    for (const Step& step : steps) text += step.text;
    return text + tail_;
  }

  void refuse(const Step& step, const std::string& why) {
    std::string line = step.original;
    while (!line.empty() && line.back() == '\n') line.pop_back();
    diagnostics_.push_back(left_out(line, why));
    gone_.insert(step.binds.begin(), step.binds.end());
    left_out_ += step.counts;
  }

  // The step in the other script's names, or why it has none there.
  std::string translated(const Step& step, std::string& why) {
    std::string text = step.original;
    const script::Tokens tokens = script::tokenize(text);
    std::vector<size_t> line_starts{0};
    for (size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') line_starts.push_back(i + 1);
    std::string_view before;
    std::vector<std::pair<size_t, std::pair<size_t, std::string>>> changes;  // place, length, new name
    for (const script::Token& t : tokens.list) {
      const bool attribute = before == ".";
      before = t.text;
      if (t.kind != script::Tok::Name || attribute) continue;
      const std::string name(t.text);
      if (missing_.contains(name)) {
        why = "nothing there has the part that " + name + " has here: a stage with as many data and reduce axes";
        return {};
      }
      if (gone_.contains(name)) {
        why = "it uses " + name + ", which a step that was left out would have made";
        return {};
      }
      const auto found = renamed_.find(name);
      if (found == renamed_.end() || found->second == name) continue;
      const size_t place = line_starts[static_cast<size_t>(t.line) - 1] + static_cast<size_t>(t.column) - 1;
      changes.push_back({place, {name.size(), found->second}});
    }
    for (auto change = changes.rbegin(); change != changes.rend(); ++change)
      text.replace(change->first, change->second.first, change->second.second);
    return text;
  }

  void try_step(const Statement& s) {
    Step step{{}, statement_text(from_lines_, s), !s.primitive.empty(), s.binds};
    // A variable of the step's own that means something else there gets another name.
    for (const std::string& name : s.binds) {
      if (renamed_.contains(name) || !taken_.contains(name)) continue;
      std::string fresh = name + "_";
      while (taken_.contains(fresh)) fresh += "_";
      renamed_[name] = fresh;
    }
    std::string why;
    step.text = translated(step, why);
    if (why.empty()) {
      steps_.push_back(step);
      script::ReadOptions options;
      options.verify = false;
      const Program program = script::read(text_with(steps_), options);
      const int line = line_of_step(steps_.size() - 1);
      for (const Diagnostic& d : program.diagnostics)
        if (d.severity == Severity::Error && line_of(d) >= line && line_of(d) < line + line_count(step) && why.empty())
          why = d.message;
      if (why.empty()) return;
      steps_.pop_back();
    }
    refuse(step, why);
  }

  // Rules about the whole schedule: steps that an error stands on go, until none does.
  void judge_whole() {
    for (size_t round = steps_.size() + 1; round > 0; --round) {
      const Program program = script::read(text_with(steps_));
      size_t blamed = steps_.size();
      std::string why;
      for (const Diagnostic& d : program.diagnostics)
        for (size_t i = 0; i < steps_.size() && d.severity == Severity::Error; ++i)
          if (line_of(d) >= line_of_step(i) && line_of(d) < line_of_step(i) + line_count(steps_[i]) && i < blamed) {
            blamed = i;
            why = d.message;
          }
      if (blamed == steps_.size()) return;
      refuse(steps_[blamed], why);
      steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(blamed));
    }
  }

  static int line_count(const Step& step) {
    return static_cast<int>(std::count(step.text.begin(), step.text.end(), '\n'));
  }
  int line_of_step(size_t step) const {
    int line = first_line_;
    for (size_t i = 0; i < step; ++i) line += line_count(steps_[i]);
    return line;
  }

  const Program from_, to_;
  const std::vector<std::string> from_lines_, to_lines_;
  std::map<std::string, std::string> renamed_;
  std::set<std::string> missing_, taken_, gone_;
  std::string head_, tail_;
  int first_line_ = 1;
  std::vector<Step> steps_;
  int left_out_ = 0;
  Diagnostics diagnostics_;
};

}  // namespace

Result<CarriedSteps> carry_steps(const std::string& from, const std::string& to) {
  return Carrier(from, to).carry();
}

}  // namespace nw::workspace
