// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/knobs.h"

#include <algorithm>
#include <limits>
#include <map>

#include "script/text.h"
#include "script/tune_mark.h"
#include "tune/diagnostics.h"
#include "tune/extents.h"
#include "tune/step_list.h"

namespace nw::tune {

using nlohmann::json;
using schedule::Primitive;
using schedule::Step;

namespace {

using script::TuneMark;

constexpr size_t kMostOrdered = 6;  // loops of a reorder: 720 orders

enum class MarkKind : uint8_t { Number, Optional, Order, Place };

struct MarkedStep {
  size_t step = 0;      // its position
  size_t argument = 0;  // of a number
  MarkKind kind = MarkKind::Number;
  int knob = -1;
  std::vector<std::vector<AxisId>> orders = {};
  std::vector<AxisId> places = {};
};

struct MarkedLine {
  TuneMark mark;
  int line = 0;
};

// The marks of a script by the first line of the statement that each is behind.
std::map<int, MarkedLine> marks_of(const TunedKernel& kernel) {
  const std::vector<std::string> lines = script::lines_of(kernel.text);
  std::map<int, MarkedLine> found;
  for (size_t i = 0; i < lines.size(); ++i) {
    std::optional<TuneMark> mark = script::tune_mark(lines[i]);
    if (!mark) continue;
    const int line = static_cast<int>(i) + 1;
    int first = line;
    for (const script::Statement& statement : kernel.program.statements)
      if (statement.span.line <= line && line <= statement.last_line) first = statement.span.line;
    found[first] = {std::move(*mark), line};
  }
  return found;
}

std::vector<int64_t> divisors_up_to(int64_t whole, int64_t most) {
  std::set<int64_t> divisors;
  for (int64_t small = 1; small <= whole / small; ++small)
    if (whole % small == 0) divisors.insert({small, whole / small});
  divisors.erase(divisors.upper_bound(most), divisors.end());
  return {divisors.begin(), divisors.end()};
}

// Reads one mark after the other; each becomes a knob.
class MarkReader {
 public:
  explicit MarkReader(const TunedKernel& kernel) : kernel_(kernel), schedule_(kernel.unscheduled) {}

  void read(const std::set<size_t>& kept) {
    std::map<int, MarkedLine> marks = marks_of(kernel_);
    for (size_t i = 0; i < kernel_.given.size(); ++i) {
      const auto mark = marks.find(kernel_.given_lines[i]);
      if (mark != marks.end()) {
        if (!kept.contains(i)) add(i, mark->second);
        marks.erase(mark);
      }
      const auto next = applied(schedule_, {kernel_.given[i]});
      if (next) schedule_ = *next;
    }
    for (const auto& [line, mark] : marks)
      diagnostics.push_back(bad_knob(mark.line, mark.mark.text, "the line is no step of the schedule"));
  }

  std::vector<Knob> knobs;
  std::vector<MarkedStep> marked;
  Diagnostics diagnostics;

 private:
  void add(size_t step, const MarkedLine& line) {
    MarkedStep mark{step};
    Knob knob{name_of(step), {}};
    std::string why = line.mark.why;
    if (why.empty()) why = read_form(line.mark, mark, knob);
    if (why.empty() && knob.values.empty()) why = "it has no value";
    if (knob.values.size() > std::numeric_limits<Choice::value_type>::max()) why = "it has too many values";
    if (!why.empty()) {
      diagnostics.push_back(bad_knob(line.line, line.mark.text, why));
      return;
    }
    mark.knob = static_cast<int>(knobs.size());
    knobs.push_back(std::move(knob));
    marked.push_back(std::move(mark));
  }

  // Why it does not suit the step; empty: it does.
  std::string read_form(const TuneMark& text, MarkedStep& mark, Knob& knob) const {
    const Step& step = kernel_.given[mark.step];
    switch (text.form) {
      case TuneMark::Form::Optional:
        mark.kind = MarkKind::Optional;
        knob.values = {0, 1};
        return step.results.empty() ? "" : "the steps below need what this one makes";
      case TuneMark::Form::Order:
        return step.primitive == Primitive::Reorder ? read_order(mark, knob) : "only a reorder has an order";
      case TuneMark::Form::AnyPlace:
        if (step.primitive != Primitive::ComputeAt) return "only a compute_at has a place";
        read_places(mark, knob);
        return {};
      case TuneMark::Form::Factors:
      case TuneMark::Form::List:
        break;
    }
    return read_numbers(text, mark, knob);
  }

  // "tile_x" for a split of x, "auto_unroll_max_step" for that pragma, else "unroll_xi"; numbered where it is taken.
  std::string name_of(size_t position) const {
    const Step& step = kernel_.given[position];
    std::string name = schedule::name_of(step.primitive);
    if (const auto* key = step.argument<std::string>(1); key && step.primitive == Primitive::Pragma)
      name = *key;
    else if (const AxisId* axis = step.argument<AxisId>(0))
      name = (step.primitive == Primitive::Split ? "tile" : name) + "_" + axis_name(*axis);
    else
      name += "_" + schedule_.stage(step.stage).name();
    const auto taken = [&](const std::string& wanted) {
      return std::ranges::find(knobs, wanted, &Knob::name) != knobs.end();
    };
    std::string free = name;
    for (int n = 2; taken(free); ++n) free = name + "_" + std::to_string(n);
    return free;
  }

  std::string axis_name(AxisId id) const {
    const schedule::Schedule& named = *kernel_.program.schedule;
    const schedule::Axis& axis = *named.stage(named.owner(id)).find_axis(id);
    std::string name = axis.script_name.empty() ? std::string(axis.iter->var->name) : axis.script_name;
    std::ranges::replace(name, '.', '_');
    return name;
  }

  std::string read_order(MarkedStep& mark, Knob& knob) const {
    mark.kind = MarkKind::Order;
    const auto* axes = kernel_.given[mark.step].argument<std::vector<AxisId>>(0);
    if (!axes || axes->size() > kMostOrdered) return "more than 6 loops have too many orders";
    std::vector<AxisId> order = *axes;
    std::ranges::sort(order);
    do mark.orders.push_back(order);
    while (std::ranges::next_permutation(order).found);
    for (size_t i = 0; i < mark.orders.size(); ++i) knob.values.push_back(static_cast<int64_t>(i));
    return {};
  }

  void read_places(MarkedStep& mark, Knob& knob) const {
    mark.kind = MarkKind::Place;
    if (const StageId* at = kernel_.given[mark.step].argument<StageId>(0)) mark.places = schedule_.stage(*at).leaf;
    for (size_t i = 0; i < mark.places.size(); ++i) knob.values.push_back(static_cast<int64_t>(i));
  }

  std::string read_numbers(const TuneMark& text, MarkedStep& mark, Knob& knob) const {
    const Step& step = kernel_.given[mark.step];
    const auto number = std::ranges::find_if(
        step.arguments, [](const schedule::Argument& argument) { return std::holds_alternative<tir::Expr>(argument); });
    if (number == step.arguments.end()) return "the step has no number to change";
    mark.argument = static_cast<size_t>(number - step.arguments.begin());
    if (text.form == TuneMark::Form::Factors) return read_factors(text, step, knob);
    const int64_t least = step.primitive == Primitive::Pragma ? 0 : 1;
    for (const int64_t value : text.values)
      if (value < least) return std::to_string(value) + " is less than " + std::to_string(least);
    knob.values = text.values;
    return {};
  }

  std::string read_factors(const TuneMark& text, const Step& step, Knob& knob) const {
    const AxisId* axis = step.primitive == Primitive::Split ? step.argument<AxisId>(0) : nullptr;
    if (!axis) return "only a split has factors";
    const auto extent = extent_of(schedule_, *axis);
    if (!extent) return "how often the loop runs is no number";
    knob.values = divisors_up_to(*extent, text.most.value_or(*extent));
    return {};
  }

  const TunedKernel& kernel_;
  schedule::Schedule schedule_;
};

std::vector<Step> steps_with(const std::vector<Step>& steps, const std::vector<MarkedStep>& marked,
                             const std::vector<Knob>& knobs, const Choice& choice) {
  std::vector<Step> changed = steps;
  for (size_t i = marked.size(); i-- > 0;) {
    const MarkedStep& mark = marked[i];
    const auto knob = static_cast<size_t>(mark.knob);
    const int64_t value = knobs[knob].values[choice[knob]];
    Step& step = changed[mark.step];
    if (mark.kind == MarkKind::Number) step.arguments[mark.argument] = tir::Expr(tir::int_imm(value));
    if (mark.kind == MarkKind::Order) step.arguments[0] = mark.orders[static_cast<size_t>(value)];
    if (mark.kind == MarkKind::Place) step.arguments[1] = mark.places[static_cast<size_t>(value)];
    if (mark.kind == MarkKind::Optional && value == 0)
      changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(mark.step));
  }
  return changed;
}

// By what number the loops of an order stand in the script's line.
std::vector<std::vector<int64_t>> permutations(const MarkedStep& mark, const Step& step) {
  std::vector<std::vector<int64_t>> all;
  const auto* axes = step.argument<std::vector<AxisId>>(0);
  for (const std::vector<AxisId>& order : mark.orders) {
    all.emplace_back();
    for (const AxisId axis : order) all.back().push_back(std::ranges::find(*axes, axis) - axes->begin());
  }
  return all;
}

}  // namespace

Result<MarkedKnobs> MarkedKnobs::of(const TunedKernel& kernel, const std::set<size_t>& kept) {
  MarkReader reader(kernel);
  reader.read(kept);
  if (!reader.diagnostics.empty()) return std::move(reader.diagnostics);
  const auto rule = [steps = kernel.given, marked = reader.marked, knobs = reader.knobs](const Choice& choice) {
    return std::optional(steps_with(steps, marked, knobs, choice));
  };
  MarkedKnobs result(Space::of_knobs(reader.knobs, rule));
  for (const MarkedStep& mark : reader.marked) {
    const Step& step = kernel.given[mark.step];
    const bool factor = step.primitive == Primitive::Split && mark.argument == 1;
    const Form form = mark.kind == MarkKind::Order              ? Form::Order
                      : mark.kind == MarkKind::Optional         ? Form::Flag
                      : mark.kind == MarkKind::Number && factor ? Form::Split
                                                                : Form::Number;
    result.entities_.push_back({form, permutations(mark, step)});
  }
  return result;
}

json MarkedKnobs::value_of(size_t knob, size_t position) const {
  const int64_t value = space_.knobs()[knob].values[position];
  switch (entities_[knob].form) {
    case Form::Split:
      return {-1, value};
    case Form::Order:
      return entities_[knob].orders[static_cast<size_t>(value)];
    case Form::Flag:
      return value != 0;
    case Form::Number:
      break;
  }
  return value;
}

json MarkedKnobs::config(const Choice& choice) const {
  static constexpr const char* kForms[] = {"sp", "re", "ot", "ot"};
  json entity = json::array();
  int64_t index = 0, radix = 1;  // the first knob is the lowest digit
  bool counted = true;
  for (size_t k = 0; k < choice.size(); ++k) {
    const Knob& knob = space_.knobs()[k];
    int64_t digit = 0;
    counted = counted && !__builtin_mul_overflow(radix, int64_t{choice[k]}, &digit) &&
              !__builtin_add_overflow(index, digit, &index) &&
              !__builtin_mul_overflow(radix, static_cast<int64_t>(knob.values.size()), &radix);
    entity.push_back({knob.name, kForms[static_cast<size_t>(entities_[k].form)], value_of(k, choice[k])});
  }
  return {{"index", counted ? json(index) : json()}, {"code_hash", nullptr}, {"entity", std::move(entity)}};
}

bool has_marks(const TunedKernel& kernel) {
  return !marks_of(kernel).empty();
}

std::optional<Choice> MarkedKnobs::choice(const json& entity, std::string& why) const {
  constexpr size_t kParts = 3;  // a name, a kind, a value
  if (!entity.is_array() || !std::ranges::all_of(entity, [](const json& e) {
        return e.is_array() && e.size() >= kParts && e.at(0).is_string();
      })) {
    why = "its knobs are no list of names and values";
    return std::nullopt;
  }
  Choice found;
  for (size_t k = 0; k < space_.knobs().size(); ++k) {
    const Knob& knob = space_.knobs()[k];
    const auto given = std::ranges::find_if(entity, [&](const json& e) { return e.at(0) == knob.name; });
    if (given == entity.end()) {
      why = "it has no knob " + knob.name + ", which the script marks";
      return std::nullopt;
    }
    size_t position = 0;
    while (position < knob.values.size() && value_of(k, position) != given->at(2)) ++position;
    if (position == knob.values.size()) {
      why = "its knob " + knob.name + " is " + given->at(2).dump() + ", which the script's mark does not list";
      return std::nullopt;
    }
    found.push_back(static_cast<uint16_t>(position));
  }
  for (const json& e : entity)
    if (std::ranges::find(space_.knobs(), e.at(0).get<std::string>(), &Knob::name) == space_.knobs().end()) {
      why = "the script marks no knob " + e.at(0).get<std::string>();
      return std::nullopt;
    }
  return found;
}

}  // namespace nw::tune
