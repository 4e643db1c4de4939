// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/knobs.h"

#include <algorithm>
#include <charconv>
#include <sstream>

#include "script/text.h"
#include "tune/diagnostics.h"
#include "tune/step_list.h"

namespace nw::tune {

using schedule::Primitive;
using schedule::Step;

namespace {

constexpr std::string_view kMark = "# tune:";
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

// How often each axis runs, as the steps make it.
class Extents {
 public:
  std::optional<int64_t> of(const schedule::Schedule& s, AxisId axis) const {
    const schedule::Stage& stage = s.stage(s.owner(axis));
    for (const schedule::Relation& relation : stage.relations) {
      if (const auto* split = std::get_if<schedule::SplitRelation>(&relation)) {
        if (split->outer != axis && split->inner != axis) continue;
        const auto whole = of(s, split->parent);
        const int64_t* size = tir::as_const_int(split->factor ? split->factor : split->nparts);
        if (!whole || !size || *size <= 0) return std::nullopt;
        const bool given = (split->inner == axis) == bool(split->factor);
        return given ? *size : (*whole + *size - 1) / *size;
      }
      if (const auto* fuse = std::get_if<schedule::FuseRelation>(&relation); fuse && fuse->fused == axis) {
        const auto outer = of(s, fuse->outer), inner = of(s, fuse->inner);
        return outer && inner ? std::optional(*outer * *inner) : std::nullopt;
      }
    }
    const int64_t* known = tir::as_const_int(stage.find_axis(axis)->iter->dom.extent);
    return known ? std::optional(*known) : std::nullopt;
  }
};

std::optional<int64_t> number_in(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

// Reads one mark after the other; each becomes a knob.
class MarkReader {
 public:
  explicit MarkReader(const TunedKernel& kernel) : kernel_(kernel), schedule_(kernel.unscheduled) {}

  void read() {
    const std::vector<std::string> lines = script::lines_of(kernel_.text);
    for (size_t i = 0; i < kernel_.given.size(); ++i) {
      const auto line = static_cast<size_t>(kernel_.given_lines[i]);
      const std::string comment = line <= lines.size() ? script::comment_of(lines[line - 1]) : std::string();
      if (comment.starts_with(kMark)) add(i, comment.substr(kMark.size()), kernel_.given_lines[i]);
      const auto next = applied(schedule_, {kernel_.given[i]});
      if (next) schedule_ = *next;
    }
  }

  std::vector<Knob> knobs;
  std::vector<MarkedStep> marked;
  Diagnostics diagnostics;

 private:
  void add(size_t step, std::string text, int line) {
    text.erase(0, text.find_first_not_of(' '));
    std::string why;
    MarkedStep mark{step};
    Knob knob{"line " + std::to_string(line), {}};
    const Primitive primitive = kernel_.given[step].primitive;
    if (text == "optional") {
      mark.kind = MarkKind::Optional;
      knob.values = {0, 1};
      if (!kernel_.given[step].results.empty()) why = "the steps below need what this one makes";
    } else if (text == "order" && primitive == Primitive::Reorder) {
      why = read_order(mark, knob);
    } else if (text == "at any" && primitive == Primitive::ComputeAt) {
      read_places(mark, knob);
    } else {
      why = read_numbers(text, mark, knob);
    }
    if (why.empty() && knob.values.empty()) why = "it has no value";
    if (!why.empty()) {
      diagnostics.push_back(bad_knob(line, text, why));
      return;
    }
    mark.knob = static_cast<int>(knobs.size());
    knobs.push_back(std::move(knob));
    marked.push_back(std::move(mark));
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

  std::string read_numbers(const std::string& text, MarkedStep& mark, Knob& knob) const {
    const Step& step = kernel_.given[mark.step];
    const auto number = std::ranges::find_if(
        step.arguments, [](const schedule::Argument& argument) { return std::holds_alternative<tir::Expr>(argument); });
    if (number == step.arguments.end()) return "the step has no number to change";
    mark.argument = static_cast<size_t>(number - step.arguments.begin());
    const int64_t least = step.primitive == Primitive::Pragma ? 0 : 1;
    std::istringstream words(text);
    std::string word;
    words >> word;
    if (word == "factors") return read_factors(words, step, knob);
    do {
      const auto value = number_in(word);
      if (!value) return "'" + word + "' is no number";
      if (*value < least) return word + " is less than " + std::to_string(least);
      knob.values.push_back(*value);
    } while (words >> word);
    return {};
  }

  std::string read_factors(std::istringstream& words, const Step& step, Knob& knob) const {
    const AxisId* axis = step.argument<AxisId>(0);
    const auto extent = axis ? Extents().of(schedule_, *axis) : std::nullopt;
    if (!extent) return "how often the loop runs is no number";
    int64_t most = *extent;
    if (std::string limit; words >> limit) {
      const auto value = limit.starts_with("max=") ? number_in(std::string_view(limit).substr(4)) : std::nullopt;
      if (!value || *value < 1) return "'" + limit + "' is not max=N";
      most = std::min(most, *value);
    }
    for (int64_t factor = 1; factor <= most; ++factor)
      if (*extent % factor == 0) knob.values.push_back(factor);
    return {};
  }

  const TunedKernel& kernel_;
  schedule::Schedule schedule_;
};

}  // namespace

Result<Space> marked_space(const TunedKernel& kernel) {
  MarkReader reader(kernel);
  reader.read();
  if (!reader.diagnostics.empty()) return std::move(reader.diagnostics);
  const std::vector<Knob> knobs = reader.knobs;
  return Space::of_knobs(knobs, [steps = kernel.given, marked = reader.marked, knobs](const Choice& choice) {
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
  });
}

}  // namespace nw::tune
