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
  if (const ArgumentSource* written = at_.argument_naming(s_, axis)) d_.where[0].span = written->span;
  return *this;
}

Refusal& Refusal::point(std::string_view parameter) {
  if (const ArgumentSource* written = at_.argument(parameter)) d_.where[0].span = written->span;
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
  return replace(title, with_part(at_, at_.argument_naming(s_, written), script_text(s_, wanted, at_.schedule_name)));
}

Refusal& Refusal::replace_argument(const std::string& title, std::string_view parameter, const std::string& text) {
  return replace(title, with_part(at_, at_.argument(parameter), text));
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

std::string with_part(const StepSource& at, const WrittenPart* part, const std::string& text) {
  if (!part || text.empty() || !at.on_one_line()) return {};
  return at.statement.with({{part->span, text}});
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
