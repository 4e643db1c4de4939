// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/refusal.h"

#include <algorithm>

#include "schedule/names.h"

namespace nw::schedule {

Refusal::Refusal(std::string code, const Schedule& s, StageId stage, const StepSource& at, std::string message)
    : s_(s), stage_(stage), at_(at) {
  d_.code = std::move(code);
  d_.message = std::move(message);
  Place place = at_span(at.span);
  if (stage) place.stage = s.stage(stage).name();
  d_.where.push_back(std::move(place));
}

Refusal& Refusal::axis(AxisId axis) {
  const StageId owner = s_.owner(axis);
  if (!owner) return *this;
  const Axis* found = s_.stage(owner).find_axis(axis);
  if (!found) return *this;
  d_.where[0].axis = shown(*found);
  return point(ways_to_write(s_, axis, at_.schedule_name));
}

Refusal& Refusal::point(const std::vector<std::string>& keys) {
  if (const TextSpan* span = arg_span(at_, keys)) d_.where[0].span = *span;
  return *this;
}

Refusal& Refusal::because(std::string fact) {
  if (!fact.empty()) d_.because.push_back(std::move(fact));
  return *this;
}

Refusal& Refusal::legal(std::vector<std::string> choices) {
  d_.legal = std::move(choices);
  return *this;
}

Refusal& Refusal::severity(Severity severity) {
  d_.severity = severity;
  return *this;
}

Refusal& Refusal::instead_of(int line) {
  if (line > 0) d_.where.push_back(at_line(line));
  return *this;
}

Refusal& Refusal::fix(Fix fix) {
  if (at_.explain && !fix.edits.empty()) d_.fixes.push_back(std::move(fix));
  return *this;
}

Refusal& Refusal::replace(const std::string& title, const std::string& statement) {
  if (statement.empty()) return *this;
  return fix({title, replace_statement(at_, statement)});
}

Refusal& Refusal::replace_axis(const std::string& title, AxisId written, AxisId wanted) {
  return replace_arg(title, ways_to_write(s_, written, at_.schedule_name), script_text(s_, wanted, at_.schedule_name));
}

Refusal& Refusal::replace_arg(const std::string& title, const std::vector<std::string>& keys, const std::string& text) {
  const TextSpan* span = arg_span(at_, keys);
  return span && !text.empty() ? replace(title, with_arg(at_, *span, text)) : *this;
}

Refusal& Refusal::insert_before(const std::string& title, const std::string& statement) {
  if (!at_.span.valid() || statement.empty()) return *this;
  return fix({title, {{Edit::Kind::Insert, at_.span.line, statement}}});
}

Refusal& Refusal::or_delete(const std::string& title) {
  for (const std::string& name : at_.result_names)
    if (!name.empty() && name != "_") return *this;
  return fix({title, delete_statement(at_)});
}

std::vector<Edit> replace_statement(const StepSource& at, const std::string& statement) {
  if (!at.span.valid()) return {};
  std::vector<Edit> edits{{Edit::Kind::Replace, at.span.line, statement}};
  for (int line = at.span.line + 1; line <= at.last_line; ++line) edits.push_back({Edit::Kind::Delete, line, {}});
  return edits;
}

std::vector<Edit> delete_statement(const StepSource& at) {
  if (!at.span.valid()) return {};
  std::vector<Edit> edits;
  for (int line = at.span.line; line <= std::max(at.span.line, at.last_line); ++line)
    edits.push_back({Edit::Kind::Delete, line, {}});
  return edits;
}

const TextSpan* arg_span(const StepSource& at, const std::vector<std::string>& keys) {
  for (const std::string& key : keys) {
    if (key.empty()) continue;
    if (const auto it = at.args.find(key); it != at.args.end()) return &it->second;
  }
  return nullptr;
}

std::string with_arg(const StepSource& at, const TextSpan& span, const std::string& text) {
  if (at.last_line > at.span.line || span.line != at.span.line) return {};
  const int start = span.column - at.span.column;
  if (start < 0 || span.length <= 0 || start + span.length > std::ssize(at.text)) return {};
  std::string statement = at.text;
  return statement.replace(static_cast<size_t>(start), static_cast<size_t>(span.length), text);
}

std::vector<AxisId> accepted(const Schedule& s, StageId stage, const Trial& trial) {
  StepSource quiet;
  quiet.explain = false;
  std::vector<AxisId> axes;
  for (AxisId axis : s.stage(stage).leaf) {
    Schedule copy = s;
    if (!has_errors(trial(copy, axis, quiet))) axes.push_back(axis);
  }
  return axes;
}

std::vector<AxisId> put_first(const std::vector<AxisId>& axes, const std::vector<AxisId>& first) {
  std::vector<AxisId> ordered, rest;
  for (AxisId a : axes) (std::find(first.begin(), first.end(), a) != first.end() ? ordered : rest).push_back(a);
  ordered.insert(ordered.end(), rest.begin(), rest.end());
  return ordered;
}

}  // namespace nw::schedule
