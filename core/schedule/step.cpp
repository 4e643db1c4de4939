// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/step.h"

#include <algorithm>
#include <functional>

#include "schedule/catalogue.h"
#include "schedule/intrin.h"
#include "tir/visit.h"

namespace nw::schedule {

namespace {

bool same(const Expr& a, const Expr& b) {
  return !a || !b ? !a && !b : tir::structural_equal(a, b);
}

// Threads are the same where their tags are: two loops that are bound to one tag share its threads.
bool same(const IterVar& a, const IterVar& b) {
  return a == b || (a && b && a->thread_tag == b->thread_tag && same(a->dom.extent, b->dom.extent));
}

bool same(const std::vector<IterVar>& a, const std::vector<IterVar>& b) {
  return std::ranges::equal(a, b, [](const IterVar& x, const IterVar& y) { return same(x, y); });
}

// Up to the names of the variables.
bool same(const IndexMap& a, const IndexMap& b) {
  if (a.vars.size() != b.vars.size() || a.indices.size() != b.indices.size()) return false;
  tir::Substitution rename;
  for (size_t i = 0; i < a.vars.size(); ++i) rename[b.vars[i]] = a.vars[i];
  return std::ranges::equal(a.indices, b.indices,
                            [&](const Expr& x, const Expr& y) { return same(x, tir::substitute(y, rename)); });
}

template <class T>
bool same(const T& a, const T& b) {
  return a == b;
}

bool same_argument(const Argument& a, const Argument& b) {
  if (a.index() != b.index()) return false;
  return std::visit([&]<class T>(const T& value) { return same(value, std::get<T>(b)); }, a);
}

void mix(size_t& hash, size_t value) {
  hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
}

struct ArgumentHash {
  size_t operator()(std::monostate) const { return 0; }
  size_t operator()(AxisId id) const { return std::hash<AxisId>{}(id); }
  size_t operator()(StageId id) const { return std::hash<StageId>{}(id); }
  size_t operator()(const TensorRef& ref) const {
    return std::hash<StageId>{}(ref.stage) * 31 + static_cast<size_t>(ref.output);
  }
  template <class T>
  size_t operator()(const std::vector<T>& list) const {
    size_t hash = list.size();
    for (const T& item : list) mix(hash, (*this)(item));
    return hash;
  }
  size_t operator()(const Expr& e) const { return e ? tir::structural_hash(e) : 0; }
  size_t operator()(int64_t n) const { return std::hash<int64_t>{}(n); }
  size_t operator()(const std::string& text) const { return std::hash<std::string>{}(text); }
  size_t operator()(bool b) const { return b ? 1 : 2; }
  size_t operator()(const IterVar& thread) const { return thread ? (*this)(thread->thread_tag) : 0; }
  size_t operator()(const IndexMap& map) const { return map.vars.size() * 31 + map.indices.size(); }
  size_t operator()(const std::shared_ptr<const TensorIntrin>& intrin) const {
    return std::hash<const TensorIntrin*>{}(intrin.get());
  }
};

template <class T>
bool holds(const Argument& a) {
  return std::holds_alternative<T>(a);
}

bool fits(const Argument& a, const Parameter& parameter) {
  if (holds<std::monostate>(a)) return parameter.optional;
  switch (parameter.kind) {
    case ArgumentKind::Axis:
      return holds<AxisId>(a);
    case ArgumentKind::Axes:
      return holds<std::vector<AxisId>>(a);
    case ArgumentKind::Stage:
      return holds<StageId>(a);
    case ArgumentKind::Stages:
      return holds<std::vector<StageId>>(a);
    case ArgumentKind::Tensor:
      return holds<TensorRef>(a);
    case ArgumentKind::Tensors:
      return holds<std::vector<TensorRef>>(a);
    case ArgumentKind::Size:
    case ArgumentKind::Predicate:
    case ArgumentKind::Value:
      return holds<Expr>(a) && std::get<Expr>(a);
    case ArgumentKind::Integer:
      return holds<int64_t>(a);
    case ArgumentKind::Scope:
    case ArgumentKind::Text:
      return holds<std::string>(a);
    case ArgumentKind::Flag:
      return holds<bool>(a);
    case ArgumentKind::Thread:
      return holds<IterVar>(a) && std::get<IterVar>(a);
    case ArgumentKind::Threads:
      return holds<std::vector<IterVar>>(a) &&
             std::ranges::all_of(std::get<std::vector<IterVar>>(a), [](const IterVar& t) { return bool(t); });
    case ArgumentKind::Mapping:
      return holds<IndexMap>(a);
    case ArgumentKind::Intrinsic:
      return holds<std::shared_ptr<const TensorIntrin>>(a) && std::get<std::shared_ptr<const TensorIntrin>>(a);
    case ArgumentKind::Ignored:
      return false;
  }
  return false;
}

// Whether the schedule has all that the step names.
class Known {
 public:
  explicit Known(const Schedule& s) : s_(s) {}
  bool operator()(AxisId id) const { return id.valid() && id.index() < s_.num_axes(); }
  bool operator()(StageId id) const { return id.valid() && id.index() < s_.num_stages(); }
  bool operator()(const TensorRef& ref) const {
    return (*this)(ref.stage) && ref.output >= 0 && ref.output < s_.stage(ref.stage).op->num_outputs();
  }
  template <class T>
  bool operator()(const std::vector<T>& list) const {
    return std::ranges::all_of(list, *this);
  }
  template <class T>
  bool operator()(const T&) const {
    return true;
  }

 private:
  const Schedule& s_;
};

bool is_valid(const Schedule& s, const Step& step, const PrimitiveInfo& row) {
  const Known known(s);
  if (row.receiver == Receiver::Stage && !known(step.stage)) return false;
  if (row.receiver == Receiver::Group && (step.group < 0 || step.group >= std::ssize(s.groups()))) return false;
  if (step.arguments.size() > row.parameters.size()) return false;
  for (size_t i = 0; i < row.parameters.size(); ++i) {
    const Argument argument = i < step.arguments.size() ? step.arguments[i] : Argument();
    if (!fits(argument, row.parameters[i]) || !std::visit(known, argument)) return false;
  }
  return true;
}

}  // namespace

bool Step::operator==(const Step& other) const {
  return primitive == other.primitive && stage == other.stage && group == other.group && [&] {
    for (size_t i = 0; i < std::max(arguments.size(), other.arguments.size()); ++i)
      if (!same_argument(argument_at(i), other.argument_at(i))) return false;
    return true;
  }();
}

const Argument& Step::argument_at(size_t i) const {
  static const Argument none;
  return i < arguments.size() ? arguments[i] : none;
}

size_t hash_of(const Step& step) {
  size_t hash = static_cast<size_t>(step.primitive);
  mix(hash, std::hash<StageId>{}(step.stage));
  mix(hash, static_cast<size_t>(step.group + 1));
  for (size_t i = 0; i < step.arguments.size(); ++i)
    if (!std::holds_alternative<std::monostate>(step.arguments[i]))
      mix(hash, i + std::visit(ArgumentHash(), step.arguments[i]));
  return hash;
}

Result<Made> apply(Schedule& s, const Step& step, const StepSource& at) {
  const PrimitiveInfo& row = info(step.primitive);
  if (is_valid(s, step, row)) {
    if (step.arguments.size() == row.parameters.size()) return row.apply(s, step, at);
    Step padded = step;
    padded.arguments.resize(row.parameters.size());
    return row.apply(s, padded, at);
  }
  Diagnostic fault;
  fault.code = "NW9001";
  fault.message = std::string("internal fault: ") + row.name + " was given arguments of other kinds than it takes";
  fault.where.push_back(at_span(at.span));
  return fault;
}

namespace {

// Ids of one schedule to those of another; what is in neither map is the same in both as far as both had it at first.
class Translation {
 public:
  Translation(const std::map<StageId, StageId>& stages, const std::map<AxisId, AxisId>& axes,
              const tir::Substitution& vars, const ScheduleSize& same_below)
      : stages_(stages), axes_(axes), vars_(vars), same_below_(same_below) {}

  bool operator()(std::monostate&) const { return true; }
  bool operator()(AxisId& id) const { return translate(id, axes_, same_below_.axes); }
  bool operator()(StageId& id) const { return translate(id, stages_, same_below_.stages); }
  bool operator()(TensorRef& ref) const { return (*this)(ref.stage); }
  template <class T>
  bool operator()(std::vector<T>& list) const {
    return std::ranges::all_of(list, *this);
  }
  bool operator()(Expr& e) const {
    if (e && !vars_.empty()) e = tir::substitute(e, vars_);
    return true;
  }
  template <class T>
  bool operator()(T&) const {
    return true;
  }

 private:
  template <class T>
  static bool translate(T& id, const std::map<T, T>& map, size_t same_below) {
    if (const auto found = map.find(id); found != map.end()) {
      id = found->second;
      return id.valid();
    }
    return id.valid() && id.index() < same_below;
  }

  const std::map<StageId, StageId>& stages_;
  const std::map<AxisId, AxisId>& axes_;
  const tir::Substitution& vars_;
  const ScheduleSize& same_below_;
};

const Axis* find_axis(const Schedule& s, AxisId id) {
  const StageId owner = s.owner(id);
  return owner ? s.stage(owner).find_axis(id) : nullptr;
}

}  // namespace

void StepTranslator::relate(AxisId from, AxisId to, const Schedule& there) {
  axes_[from] = to;
  const Axis *theirs = find_axis(origin_, from), *ours = find_axis(there, to);
  if (theirs && ours && theirs->iter->var != ours->iter->var) vars_[theirs->iter->var] = ours->iter->var;
}

void StepTranslator::relate_made(const RecordedStep& recorded, const ScheduleSize& before, const Schedule& there) {
  const ScheduleSize after = ScheduleSize::of(there);
  const auto both = [](size_t begin, size_t end, size_t own_begin, size_t own_end) {
    return std::min(end - begin, own_end - own_begin);
  };
  for (size_t i = 0; i < both(recorded.before.stages, recorded.after.stages, before.stages, after.stages); ++i)
    relate(StageId(recorded.before.stages + i), StageId(before.stages + i));
  for (size_t i = 0; i < both(recorded.before.axes, recorded.after.axes, before.axes, after.axes); ++i)
    relate(AxisId(recorded.before.axes + i), AxisId(before.axes + i), there);
  for (size_t i = 0; i < both(recorded.before.groups, recorded.after.groups, before.groups, after.groups); ++i)
    groups_[static_cast<int>(recorded.before.groups + i)] = static_cast<int>(before.groups + i);
}

std::optional<Step> StepTranslator::translated(const Step& step) const {
  const Translation translate(stages_, axes_, vars_, same_);
  Step other = step;
  if (other.stage.valid() && !translate(other.stage)) return std::nullopt;
  if (other.group >= 0) {
    const auto group = groups_.find(other.group);
    if (group == groups_.end()) return std::nullopt;
    other.group = group->second;
  }
  for (Argument& argument : other.arguments)
    if (!std::visit(translate, argument)) return std::nullopt;
  return other;
}

std::optional<StageId> StepTranslator::translated(StageId id) const {
  return Translation(stages_, axes_, vars_, same_)(id) ? std::optional(id) : std::nullopt;
}

std::optional<AxisId> StepTranslator::translated(AxisId id) const {
  return Translation(stages_, axes_, vars_, same_)(id) ? std::optional(id) : std::nullopt;
}

Replayer::Replayer(const Schedule& origin, Schedule start)
    : schedule_(std::move(start)), translator_(origin, ScheduleSize::of(schedule_)) {}

Result<Made> Replayer::apply(const RecordedStep& recorded, const StepSource& at) {
  const std::optional<Step> own = translated(recorded.step);
  if (!own) return Diagnostics();
  const ScheduleSize before = ScheduleSize::of(schedule_);
  Result<Made> made = schedule::apply(schedule_, *own, at);
  if (made.value) translator_.relate_made(recorded, before, schedule_);
  return made;
}

}  // namespace nw::schedule
