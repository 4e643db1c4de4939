// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/step_source.h"

#include <algorithm>

#include "schedule/catalogue.h"
#include "schedule/names.h"

namespace nw::schedule {

namespace {

template <class Predicate>
const ArgumentSource* first_where(const std::vector<ArgumentSource>& arguments, const Predicate& matches) {
  const auto found = std::ranges::find_if(arguments, matches);
  return found == arguments.end() ? nullptr : &*found;
}

}  // namespace

const ArgumentSource* StepSource::argument(std::string_view parameter) const {
  return first_where(arguments, [&](const ArgumentSource& a) { return a.parameter->name == parameter; });
}

const ArgumentSource* StepSource::loop_argument() const {
  return first_where(arguments, [](const ArgumentSource& a) {
    return a.parameter->kind == ArgumentKind::Axis || a.parameter->kind == ArgumentKind::Axes;
  });
}

const ArgumentSource* StepSource::argument_naming(const Schedule& s, AxisId axis) const {
  for (const std::string& way : ways_to_write(s, axis, schedule_name))
    if (const ArgumentSource* found =
            first_where(arguments, [&](const ArgumentSource& a) { return !way.empty() && a.text == way; }))
      return found;
  return nullptr;
}

const WrittenPart* StepSource::part_naming(const Stage& stage) const {
  const std::string name = script_text(stage, schedule_name);
  if (name.empty()) return nullptr;
  if (receiver.text == name) return &receiver;
  return first_where(arguments, [&](const ArgumentSource& a) { return a.text == name; });
}

}  // namespace nw::schedule
