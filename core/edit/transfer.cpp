// SPDX-License-Identifier: GPL-3.0-or-later
#include "edit/transfer.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "kernel/stage_roles.h"
#include "script/lexer.h"
#include "script/script.h"
#include "script/text.h"

namespace nw::edit {

using script::Program;
using script::Statement;

namespace {

Diagnostic left_out(const std::string& step, const std::string& why, int line, size_t length) {
  Diagnostic d;
  d.code = "NW2092";
  d.severity = Severity::Warning;
  d.message = "`" + step + "` does not carry over: " + why;
  d.where.push_back(Place{});
  d.where.back().span = {line, 1, static_cast<int>(length)};
  return d;
}

Diagnostic no_schedule(const std::string& which) {
  Diagnostic d;
  d.code = "NW2093";
  d.message = "steps cannot be carried over: the script " + which + " has no schedule that holds";
  return d;
}

bool is_creation(const Program& program, const Statement& s) {
  return !s.primitive && std::find(s.binds.begin(), s.binds.end(), program.schedule_name) != s.binds.end();
}

std::string statement_text(const std::vector<std::string>& lines, const Statement& s) {
  std::string text;
  for (int line = s.span.line; line <= s.last_line && line <= static_cast<int>(lines.size()); ++line)
    text += lines[static_cast<size_t>(line) - 1] + "\n";
  return text;
}

// "s[C].op.axis" or "s[C].op.reduce_axis" among the tokens.
struct AxesOf {
  std::string stage;
  bool reduce = false;
  size_t end = 0;  // the token behind it
};

std::optional<AxesOf> axes_at(const std::vector<script::Token>& tokens, size_t at, const std::string& schedule) {
  const std::array<std::string_view, 8> form{schedule, "[", "", "]", ".", "op", ".", ""};
  if (at + form.size() >= tokens.size()) return std::nullopt;
  for (size_t i = 0; i < form.size(); ++i)
    if (!form[i].empty() && tokens[at + i].text != form[i]) return std::nullopt;
  const std::string_view which = tokens[at + 7].text;
  if (which != "axis" && which != "reduce_axis") return std::nullopt;
  return AxesOf{std::string(tokens[at + 2].text), which == "reduce_axis", at + form.size()};
}

size_t index_of(const script::Token& number) {
  return std::strtoul(std::string(number.text).c_str(), nullptr, 0);
}

std::string count_text(size_t count, bool reduce) {
  return std::to_string(count) + (reduce ? " reduce" : " data") + (count == 1 ? " axis" : " axes");
}

class Carrier {
 public:
  Carrier(const std::string& from, const std::string& to)
      : from_(script::read(from)),
        to_(script::read(to)),
        from_lines_(script::lines_of(from)),
        to_lines_(script::lines_of(to)) {}

  Result<TransferredSteps> carry() {
    if (!from_.schedule || !from_.ok()) return no_schedule("they come from");
    if (!to_.schedule || to_.args.empty()) return no_schedule("they go to");
    name_stages();
    take_steps_away();
    for (const Statement& s : from_.statements)
      if (s.part == Statement::Part::Schedule && !is_creation(from_, s)) try_step(s);
    analyse_whole();
    TransferredSteps result;
    Diagnostics said;
    int line = first_line_;
    for (const Step& step : steps_) {
      const std::string shown = shown_text(step);
      if (step.counts && step.why.empty()) ++result.carried;
      if (step.counts && !step.why.empty()) {
        ++result.left_out;
        said.push_back(left_out(without_end(step.original), step.why, line, shown.find('\n')));
      }
      line += line_count(shown);
    }
    result.text = text_with(steps_);
    return {std::move(result), std::move(said)};
  }

 private:
  struct Step {
    std::string text, original;  // with their line ends
    bool counts = false;         // it does not only name axes
    std::vector<std::string> binds = {};
    std::string why = {};  // it is left out
  };
  // How many axes a stage has here and the one in its place there.
  struct Counts {
    std::string there;
    size_t data_here, data_there, reduce_here, reduce_there;
  };

  void name_stages() {
    const auto mine = kernel::roled_stages(from_), others = kernel::roled_stages(to_);
    const std::vector<int> partner = kernel::matched_stages(mine, others);
    for (size_t i = 0; i < mine.size(); ++i) {
      const kernel::RoledStage& own = mine[i];
      if (partner[i] < 0) {
        const std::string why = "nothing there has the part that " + own.name + " has here: " + own.role();
        missing_[own.name] = why;
        for (const std::string& axis : own.reduce_axes) missing_[axis] = why;
        continue;
      }
      const kernel::RoledStage& other = others[static_cast<size_t>(partner[i])];
      played_.insert(other.name);
      renamed_[own.name] = other.name;
      counts_[own.name] = {other.name, own.data, other.data, own.reduce, other.reduce};
      for (size_t axis = 0; axis < own.reduce; ++axis) {
        const size_t inner = own.reduce - axis;  // 1: the innermost
        if (inner <= other.reduce)
          renamed_[own.reduce_axes[axis]] = other.reduce_axes[other.reduce - inner];
        else
          missing_[own.reduce_axes[axis]] = fewer(own.name, counts_[own.name], true, own.reduce_axes[axis]);
      }
    }
    renamed_[from_.schedule_name] = to_.schedule_name;
    for (const Statement& s : to_.statements)
      if (s.part != Statement::Part::Schedule || is_creation(to_, s)) taken_.insert(s.binds.begin(), s.binds.end());
  }

  static std::string fewer(const std::string& stage, const Counts& counts, bool reduce, const std::string& axis) {
    return stage + " has " + count_text(reduce ? counts.reduce_here : counts.data_here, reduce) + ", and " +
           counts.there + ", which has its part there, has " +
           count_text(reduce ? counts.reduce_there : counts.data_there, reduce) + ": none stands for " + axis;
  }

  // What no step speaks of stays out of the way: a stage with no counterpart is inlined where it was.
  bool stays(const Statement& s) const {
    if (s.primitive != schedule::Primitive::ComputeInline) return false;
    for (const auto& [name, stage] : to_.stage_names)
      if (stage == s.stage && played_.contains(name)) return false;
    return true;
  }

  // The lines of the other script without its steps, cut where steps go: before the last statement.
  void take_steps_away() {
    std::vector<bool> kept(to_lines_.size() + 1, true);
    int kernel = static_cast<int>(to_lines_.size()) + 1;
    for (const Statement& s : to_.statements) {
      if (s.part == Statement::Part::Kernel) kernel = s.span.line;
      if (s.part != Statement::Part::Schedule || is_creation(to_, s) || stays(s)) continue;
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
    first_line_ = line_count(head_) + 1;
  }

  // A step that is left out keeps its line, as a comment.
  static std::string shown_text(const Step& step) {
    if (step.why.empty()) return step.text;
    std::string text;
    for (const std::string& line : script::lines_of(step.original)) text += "# " + line + "\n";
    return text;
  }

  std::string text_with(const std::vector<Step>& steps) const {
    std::string text = head_;
    for (const Step& step : steps) text += shown_text(step);
    return text + tail_;
  }

  void refuse(Step& step, const std::string& why) {
    step.why = why;
    for (const std::string& name : step.binds)
      gone_[name] = "it uses " + name + ", which a step that was left out would have made";
  }

  // "n, c, h, w = s[C].op.axis" for a stage with other axes: those that both have, counted from the innermost.
  std::optional<std::string> other_unpacking(const std::vector<script::Token>& tokens) {
    std::vector<std::string> names;
    size_t at = 0;
    for (; tokens[at].kind == script::Tok::Name; at += tokens[at].text == "," ? 1 : 0) {
      names.emplace_back(tokens[at].text);
      if (tokens[++at].text != "," && tokens[at].text != "=") return std::nullopt;
    }
    if (tokens[at].text != "=") return std::nullopt;
    const auto axes = axes_at(tokens, at + 1, from_.schedule_name);
    if (!axes || !counts_.contains(axes->stage)) return std::nullopt;
    const auto behind = tokens[axes->end].kind;
    if (behind != script::Tok::Newline && behind != script::Tok::End) return std::nullopt;
    const Counts& counts = counts_[axes->stage];
    const size_t here = axes->reduce ? counts.reduce_here : counts.data_here;
    const size_t there = axes->reduce ? counts.reduce_there : counts.data_there;
    if (here == there || names.size() != here) return std::nullopt;
    std::string text;
    for (size_t i = here; i < there; ++i) text += "_, ";
    for (size_t i = 0; i < here; ++i) {
      if (here - i > there) {
        if (names[i] != "_") gone_[names[i]] = fewer(axes->stage, counts, axes->reduce, names[i]);
        continue;
      }
      gone_.erase(names[i]);
      const auto found = renamed_.find(names[i]);
      text += (found == renamed_.end() ? names[i] : found->second) + ", ";
    }
    if (there == 0) return std::string();
    text.resize(text.size() - (there == 1 ? 1 : 2));
    return text + " = " + to_.schedule_name + "[" + counts.there + "].op." + (axes->reduce ? "reduce_axis" : "axis") +
           "\n";
  }

  // The step in the other script's names, or why it has none there.
  std::string translated(const Step& step, std::string& why) {
    std::string text = step.original;
    const script::Tokens tokens = script::tokenize(text);
    if (const auto unpacking = other_unpacking(tokens.list)) {
      if (unpacking->empty()) why = "there are no such axes there";
      return *unpacking;
    }
    std::vector<size_t> line_starts{0};
    for (size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') line_starts.push_back(i + 1);
    std::string_view before;
    std::vector<std::pair<size_t, std::pair<size_t, std::string>>> changes;  // place, length, new name
    const auto change = [&](const script::Token& t, const std::string& to) {
      const size_t place = line_starts[static_cast<size_t>(t.line) - 1] + static_cast<size_t>(t.column) - 1;
      changes.push_back({place, {t.text.size(), to}});
    };
    for (size_t i = 0; i < tokens.list.size(); ++i) {
      const script::Token& t = tokens.list[i];
      const bool attribute = before == ".";
      before = t.text;
      if (t.kind != script::Tok::Name || attribute) continue;
      const std::string name(t.text);
      if (const auto missing = missing_.find(name); missing != missing_.end()) {
        why = missing->second;
        return {};
      }
      if (const auto gone = gone_.find(name); gone != gone_.end()) {
        why = gone->second;
        return {};
      }
      if (const auto axes = axes_at(tokens.list, i, from_.schedule_name))
        if (const script::Token* number = other_index(tokens.list, *axes, why))
          change(*number, index_there(*number, *axes));
      if (!why.empty()) return {};
      const auto found = renamed_.find(name);
      if (found != renamed_.end() && found->second != name) change(t, found->second);
    }
    std::sort(changes.begin(), changes.end());
    for (auto each = changes.rbegin(); each != changes.rend(); ++each)
      text.replace(each->first, each->second.first, each->second.second);
    return text;
  }

  // The number in "s[C].op.axis[1]" if the stage there has other axes; null if it has as many, or there is none.
  const script::Token* other_index(const std::vector<script::Token>& tokens, const AxesOf& axes, std::string& why) {
    const auto found = counts_.find(axes.stage);
    if (found == counts_.end()) return nullptr;
    const Counts& counts = found->second;
    const size_t here = axes.reduce ? counts.reduce_here : counts.data_here;
    const size_t there = axes.reduce ? counts.reduce_there : counts.data_there;
    if (here == there) return nullptr;
    const bool number = axes.end + 2 < tokens.size() && tokens[axes.end].text == "[" &&
                        tokens[axes.end + 1].kind == script::Tok::Int && tokens[axes.end + 2].text == "]";
    if (number && index_of(tokens[axes.end + 1]) + there >= here) return &tokens[axes.end + 1];
    why = fewer(axes.stage, counts, axes.reduce, number ? "this one" : "all of them");
    return nullptr;
  }

  std::string index_there(const script::Token& number, const AxesOf& axes) {
    const Counts& counts = counts_[axes.stage];
    const size_t index = index_of(number);
    return std::to_string(axes.reduce ? index + counts.reduce_there - counts.reduce_here
                                      : index + counts.data_there - counts.data_here);
  }

  void try_step(const Statement& s) {
    Step step{{}, statement_text(from_lines_, s), s.primitive.has_value(), s.binds};
    // A variable of the step's own that means something else there gets another name.
    for (const std::string& name : s.binds) {
      // An axis that has no variable there gets one: this.
      if (const auto found = renamed_.find(name);
          found != renamed_.end() && found->second.find('.') != std::string::npos)
        renamed_.erase(found);
      if (renamed_.contains(name) || !taken_.contains(name)) continue;
      std::string fresh = name + "_";
      while (taken_.contains(fresh)) fresh += "_";
      renamed_[name] = fresh;
    }
    std::string why;
    step.text = translated(step, why);
    steps_.push_back(step);
    if (why.empty()) {
      script::ReadOptions options;
      options.verify = false;
      const Program program = script::read(text_with(steps_), options);
      const int line = line_of_step(steps_.size() - 1);
      for (const Diagnostic& d : program.diagnostics)
        if (d.severity == Severity::Error && line_of(d) >= line && line_of(d) < line + line_count(step.text) &&
            why.empty())
          why = d.message;
      if (why.empty() && s.primitive == schedule::Primitive::Unroll) why = too_long(step.text, program);
    }
    if (!why.empty()) refuse(steps_.back(), why);
  }

  // A loop that is short here may be long there: written out it would be more code than a compiler gets done with.
  static std::string too_long(const std::string& unroll, const Program& there) {
    constexpr int64_t kMost = 128;
    for (const auto& [name, id] : there.axis_names)
      for (const auto& [stage_name, stage] : there.stage_names) {
        if (!script::has_word(unroll, name) || !script::has_word(unroll, stage_name)) continue;
        const schedule::Axis* axis = there.schedule->stage(stage).find_axis(id);
        const int64_t* extent = axis && axis->iter->dom.extent ? tir::as_const_int(axis->iter->dom.extent) : nullptr;
        if (extent && *extent > kMost)
          return name + " runs " + std::to_string(*extent) + " times there, too many to be written out one by one";
      }
    return {};
  }

  // Rules about the whole schedule: steps that an error stands on go, until none does.
  void analyse_whole() {
    for (size_t round = steps_.size() + 1; round > 0; --round) {
      const Program program = script::read(text_with(steps_));
      size_t blamed = steps_.size();
      std::string why;
      for (const Diagnostic& d : program.diagnostics)
        for (size_t i = 0; i < steps_.size() && d.severity == Severity::Error; ++i)
          if (line_of(d) >= line_of_step(i) && line_of(d) < line_of_step(i) + line_count(shown_text(steps_[i])) &&
              i < blamed) {
            blamed = i;
            why = d.message;
          }
      if (blamed == steps_.size()) return;
      std::string uses;  // what a step that went before would have made
      translated(steps_[blamed], uses);
      refuse(steps_[blamed], uses.empty() ? why : uses);
    }
  }

  static int line_count(const std::string& text) {
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  }
  static std::string without_end(std::string text) {
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
  }
  int line_of_step(size_t step) const {
    int line = first_line_;
    for (size_t i = 0; i < step; ++i) line += line_count(shown_text(steps_[i]));
    return line;
  }

  const Program from_, to_;
  const std::vector<std::string> from_lines_, to_lines_;
  std::map<std::string, std::string> renamed_;
  std::map<std::string, std::string> missing_, gone_;  // names that mean nothing there, and why
  std::map<std::string, Counts> counts_;
  std::set<std::string> taken_;
  std::set<std::string> played_;  // stages there that stand for one here
  std::string head_, tail_;
  int first_line_ = 1;
  std::vector<Step> steps_;
};

}  // namespace

Result<TransferredSteps> transfer_steps(const std::string& from, const std::string& to) {
  return Carrier(from, to).carry();
}

}  // namespace nw::edit
