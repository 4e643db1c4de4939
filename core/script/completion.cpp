// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/completion.h"

#include <algorithm>
#include <optional>
#include <set>

#include "schedule/legal.h"
#include "script/text.h"

namespace nw::script {

using schedule::ArgumentKind;
using schedule::Primitive;
using schedule::PrimitiveInfo;
using schedule::Receiver;

namespace {

using Kind = Completion::Kind;

bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

std::string_view trimmed_text(std::string_view text) {
  const size_t from = text.find_first_not_of(" \t");
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(" \t") + 1 - from);
}

// The text before the parenthesis of the innermost call that is still open; empty outside of calls.
std::string_view open_call(std::string_view before) {
  int depth = 0;
  for (size_t i = before.size(); i-- > 0;) {
    if (before[i] == ')' || before[i] == ']') ++depth;
    if (before[i] == '[' && depth > 0) --depth;
    if (before[i] != '(') continue;
    if (depth == 0) return before.substr(0, i);
    --depth;
  }
  return {};
}

// Takes `end` off the end of the text, if it ends so.
bool take_end(std::string_view& text, std::string_view end) {
  if (!text.ends_with(end)) return false;
  text.remove_suffix(end.size());
  return true;
}

// The text ends with the variable of the schedule, as a word of its own.
bool ends_with_schedule(std::string_view text, const Program& program) {
  return word_before(text) == program.schedule_name;
}

// The tensor of "s[C]" at the end of the text; empty if it does not end so.
std::string_view stage_at_end(std::string_view text, const Program& program) {
  if (!take_end(text, "]")) return {};
  const std::string_view whole = text.substr(0, text.find_last_not_of(" \t") + 1);
  const std::string_view name = word_before(whole);
  std::string_view rest = whole.substr(0, whole.size() - name.size());
  rest = rest.substr(0, rest.find_last_not_of(" \t") + 1);
  return take_end(rest, "[") && ends_with_schedule(rest, program) ? name : std::string_view();
}

// The arguments of the open call so far, without the word at the cursor.
std::vector<std::string> arguments_before(std::string_view before, std::string_view word) {
  std::string_view inside = before.substr(open_call(before).size() + 1);
  inside.remove_suffix(word.size());
  std::vector<std::string> parts;
  for (size_t comma = 0; (comma = inside.find(',')) != std::string_view::npos; inside.remove_prefix(comma + 1))
    parts.emplace_back(trimmed_text(inside.substr(0, comma)));
  return parts;
}

class Completer {
 public:
  Completer(const Program& program, std::string_view before)
      : program_(program), before_(before), word_(word_before(before)), call_(open_call(before)) {}

  std::vector<Completion> run() {
    collect();
    std::vector<Completion> fitting;
    std::set<std::string> seen;
    for (Completion& each : found_)
      if (each.text.starts_with(word_) && each.text != word_ && seen.insert(each.text).second)
        fitting.push_back(std::move(each));
    return fitting;
  }

 private:
  void collect() {
    const std::string_view head = before_.substr(0, before_.size() - word_.size());
    if (std::string_view receiver = head; take_end(receiver, ".")) {
      if (const std::string_view tensor = stage_at_end(receiver, program_); !tensor.empty()) return steps_of(tensor);
      if (ends_with_schedule(receiver, program_)) return primitives_of(Receiver::Schedule, [](auto&) { return true; });
    }
    std::string_view inside = head;
    const bool names_stage = take_end(inside, "[") && ends_with_schedule(inside, program_);
    const std::string_view method = word_before(call_);
    std::string_view receiver = call_.substr(0, call_.size() - method.size());
    if (take_end(receiver, ".")) {
      if (const std::string_view tensor = stage_at_end(receiver, program_); !tensor.empty())
        return arguments_of(tensor, schedule::find_primitive(Receiver::Stage, method), names_stage);
      if (ends_with_schedule(receiver, program_) &&
          schedule::find_primitive(Receiver::Schedule, method) == Primitive::Rfactor)
        return rfactor_arguments(arguments_before(before_, word_));
    }
    if (names_stage) return computed_stages();
    for (const auto& [name, axis] : program_.axis_names) add(Kind::Axis, name);
    for (const auto& [name, stage] : program_.stage_names) add(Kind::Stage, name);
    std::ranges::stable_sort(found_, {}, &Completion::text);
  }

  void add(Kind kind, std::string text, std::string doc = {}) {
    if (!text.empty()) found_.push_back({kind, std::move(text), std::move(doc)});
  }

  std::optional<StageId> stage_named(std::string_view tensor) const {
    const auto stage = program_.stage_names.find(std::string(tensor));
    if (!program_.schedule || stage == program_.stage_names.end()) return std::nullopt;
    return stage->second;
  }

  // How the script writes a loop of the stage: its variable, or where it is found; empty if it has neither.
  std::string loop_text(std::string_view tensor, StageId id, AxisId axis) const {
    for (const auto& [name, known] : program_.axis_names)
      if (known == axis) return name;
    const schedule::Stage& stage = program_.schedule->stage(id);
    const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
    if (!compute) return {};
    const auto in = [&](const std::vector<te::IterVar>& axes, const char* which) {
      for (size_t i = 0; i < axes.size(); ++i)
        if (const schedule::Axis* root = stage.find_axis(axes[i]); root && root->id == axis)
          return program_.schedule_name + "[" + std::string(tensor) + "].op." + which + "[" + std::to_string(i) + "]";
      return std::string();
    };
    const std::string data = in(compute->axis, "axis");
    return data.empty() ? in(compute->reduce_axis, "reduce_axis") : data;
  }

  // The loops that the step may be about, in the order in which they run; of a step that cannot be tried, all.
  std::vector<AxisId> loops_for(StageId stage, Primitive step) const {
    const schedule::Stage& of = program_.schedule->stage(stage);
    if (of.leaf.empty() || !schedule::typical_step(*program_.schedule, stage, of.leaf.front(), step)) {
      if (step != Primitive::Fuse) return of.leaf;
    }
    std::vector<AxisId> loops;
    for (const schedule::Choice& each : schedule::choices(*program_.schedule, stage, step))
      if (each.legal) loops.push_back(each.axis);
    return loops;
  }

  // Where a stage may be computed: the loops of each stage that may take it, of the nearest reader first.
  std::vector<schedule::Choice> legal_places(StageId stage) const {
    std::vector<schedule::Choice> places = schedule::places(*program_.schedule, stage);
    std::erase_if(places, [](const schedule::Choice& place) { return !place.legal; });
    return places;
  }

  template <class Fits>
  void primitives_of(Receiver receiver, const Fits& fits) {
    for (const PrimitiveInfo& row : schedule::catalogue())
      if (row.receiver == receiver && fits(row)) add(Kind::Primitive, row.name, row.summary);
    std::ranges::stable_sort(found_, {}, &Completion::text);
  }

  // The primitives that are legal for the stage now.
  void steps_of(std::string_view tensor) {
    const auto stage = stage_named(tensor);
    primitives_of(Receiver::Stage, [&](const PrimitiveInfo& row) {
      if (!stage) return true;
      if (row.primitive == Primitive::ComputeAt && legal_places(*stage).empty()) return false;
      if (row.subject == schedule::Subject::Loop && loops_for(*stage, row.primitive).empty()) return false;
      return !schedule::typical_step(*program_.schedule, *stage, row.primitive) ||
             schedule::choice(*program_.schedule, *stage, row.primitive).legal;
    });
  }

  // Of a call on a stage: what fits at this place of its arguments.
  void arguments_of(std::string_view tensor, std::optional<Primitive> step, bool names_stage) {
    const std::vector<std::string> given = arguments_before(before_, word_);
    const auto stage = stage_named(tensor);
    if (step == Primitive::ComputeAt) {
      if (!stage) return;
      // The loops are those of the other stage, once it is named.
      const std::string_view other = given.empty() ? std::string_view() : stage_at_end(given.front(), program_);
      return other.empty() ? stages_taking(*stage, names_stage) : axes_taking(*stage, other);
    }
    if (names_stage) return computed_stages();
    if (!stage || !step) return;
    const PrimitiveInfo& row = schedule::info(*step);
    const bool many = !row.parameters.empty() && row.parameters.front().kind == ArgumentKind::Axes;
    const size_t place = given.size();
    if (!many && (place >= row.parameters.size() || row.parameters[place].kind != ArgumentKind::Axis)) {
      for (size_t i = place; i < row.parameters.size(); ++i)
        if (row.parameters[i].keyword)
          add(Kind::Argument, std::string(row.parameters[i].name) + "=", row.parameters[i].role);
      return;
    }
    if (step == Primitive::Fuse && !given.empty()) return loop_inside(tensor, *stage, given.back());
    for (const AxisId axis : loops_for(*stage, *step))
      if (std::string text = loop_text(tensor, *stage, axis); std::ranges::find(given, text) == given.end())
        add(Kind::Axis, std::move(text));
  }

  // Only neighbours can be fused.
  void loop_inside(std::string_view tensor, StageId stage, const std::string& outer) {
    const std::vector<AxisId>& leaves = program_.schedule->stage(stage).leaf;
    for (size_t i = 0; i + 1 < leaves.size(); ++i)
      if (loop_text(tensor, stage, leaves[i]) == outer) add(Kind::Axis, loop_text(tensor, stage, leaves[i + 1]));
  }

  // `names_stage`: the cursor is inside of "s[" already.
  void stages_taking(StageId stage, bool names_stage) {
    for (const schedule::Choice& place : legal_places(stage))
      for (const auto& [name, id] : program_.stage_names)
        if (id == place.stage) add(Kind::Stage, names_stage ? name : program_.schedule_name + "[" + name + "]");
  }

  void axes_taking(StageId stage, std::string_view other) {
    const auto parent = stage_named(other);
    for (const schedule::Choice& place : legal_places(stage))
      for (const auto& [name, axis] : program_.axis_names)
        if (place.stage == parent && axis == place.axis) add(Kind::Axis, name);
    std::ranges::stable_sort(found_, {}, &Completion::text);
  }

  void computed_stages() {
    for (const auto& [name, stage] : program_.stage_names)
      if (program_.schedule && program_.schedule->stage(stage).op->kind != te::OpKind::Placeholder)
        add(Kind::Stage, name);
  }

  // Inside s.rfactor(C, …): the reduce axes that may be taken apart.
  void rfactor_arguments(const std::vector<std::string>& given) {
    if (given.size() == 1) {
      if (const auto stage = stage_named(given[0]))
        for (const AxisId axis : loops_for(*stage, Primitive::Rfactor))
          add(Kind::Axis, loop_text(given[0], *stage, axis));
      return;
    }
    for (const auto& [name, stage] : program_.stage_names)
      if (given.empty() && program_.schedule && !loops_for(stage, Primitive::Rfactor).empty()) add(Kind::Stage, name);
  }

  const Program& program_;
  const std::string_view before_, word_, call_;
  std::vector<Completion> found_;
};

Diagnostic no_such_place(std::string message) {
  Diagnostic d;
  d.code = "NW2095";
  d.message = std::move(message);
  return d;
}

}  // namespace

std::string_view to_string(Completion::Kind kind) {
  switch (kind) {
    case Kind::Primitive:
      return "primitive";
    case Kind::Stage:
      return "stage";
    case Kind::Axis:
      return "axis";
    case Kind::Argument:
      break;
  }
  return "argument";
}

std::string_view word_before(std::string_view before) {
  size_t start = before.size();
  while (start > 0 && is_word_byte(before[start - 1])) --start;
  return before.substr(start);
}

std::vector<Completion> completions(const Program& program, std::string_view before) {
  return Completer(program, before).run();
}

bool asks_what_is_legal(std::string_view before) {
  if (!open_call(before).empty()) return true;
  std::string_view receiver = before.substr(0, before.size() - word_before(before).size());
  if (!take_end(receiver, "].")) return false;
  const size_t bracket = receiver.find_last_of("[]");
  return bracket != std::string_view::npos && receiver[bracket] == '[' &&
         !word_before(receiver.substr(0, bracket)).empty();
}

const PrimitiveInfo* primitive_called(std::string_view before) {
  const std::string_view call = open_call(before), name = word_before(call);
  // s[C].split(…), else s.cache_read(…) or g.compute_at(…).
  const bool of_stage = call.substr(0, call.size() - name.size()).ends_with("].");
  for (const PrimitiveInfo& row : schedule::catalogue())
    if (name == row.name && of_stage == (row.receiver == Receiver::Stage)) return &row;
  return nullptr;
}

Program read_for_completion(const std::string& text, int line, const CancelToken& cancel) {
  ReadOptions options;
  options.verify = options.explain = false;
  options.cancel = cancel;
  options.stop_after_line = std::max(1, line - 1);
  return read(text, options);
}

Result<CompletionsAt> complete_at(const std::string& text, int line, int column) {
  std::vector<std::string> lines = lines_of(text);
  if (text.empty() || text.ends_with('\n')) lines.emplace_back();  // where the next line is typed
  const std::string last = std::to_string(lines.size());
  if (line < 1 || static_cast<size_t>(line) > lines.size())
    return no_such_place("there is no line " + std::to_string(line) + ": the script has " + last +
                         (lines.size() == 1 ? " line" : " lines"));
  const std::string& typed = lines[static_cast<size_t>(line) - 1];
  if (column < 1 || static_cast<size_t>(column) > typed.size() + 1)
    return no_such_place("line " + std::to_string(line) + " has no column " + std::to_string(column) + ": it ends at " +
                         std::to_string(typed.size() + 1));
  const std::string_view before = std::string_view(typed).substr(0, static_cast<size_t>(column) - 1);
  Program program = read_for_completion(text, line);
  std::erase_if(program.diagnostics, [line](const Diagnostic& d) { return line_of(d) >= line; });
  return CompletionsAt{completions(program, before), primitive_called(before), std::move(program.diagnostics)};
}

}  // namespace nw::script
