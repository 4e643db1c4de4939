// SPDX-License-Identifier: GPL-3.0-or-later
// create_group: stages between some inputs and outputs move together: where the group is computed, all of it is, in
// order.
//
//   for i: B; for i: C; for i: D[i]    →    for i in 0..n
//                                             B; C; D[0]               g.compute_at(s[E], i)
//
// Legal if no group made before would be cut in two. Attachments of members to stages outside the group are dropped,
// with a warning, as the group is computed as a whole.
#include <algorithm>

#include "schedule/groups.h"

#include "schedule/diagnostics.h"
#include "schedule/names.h"

namespace nw::schedule {

namespace {

// The loops that a group may be computed at: those of the stages outside that read it.
Diagnostic inside_itself(const Schedule& s, const Group& group, StageId parent, const StepSource& at) {
  const auto in_group = [&](StageId id) { return std::ranges::find(group.members, id) != group.members.end(); };
  Refusal r("NW2301", s, parent, at,
            "the group cannot be computed inside " + s.stage(parent).name() + ", which is one of its own stages");
  std::vector<std::string> names, legal;
  for (StageId id : group.members) names.push_back(s.stage(id).name());
  r.because("the group has " + listed(names));
  for (StageId id : s.order()) {
    const Stage& reader = s.stage(id);
    const bool reads =
        std::ranges::any_of(reader.op->inputs(), [&](const te::Tensor& t) { return in_group(s.find(t->op)); });
    if (in_group(id) || !reads) continue;
    for (auto axis = reader.leaf.rbegin(); axis != reader.leaf.rend(); ++axis) {
      legal.push_back(shown(s, *axis) + " of " + reader.name());
      const std::string loop = script_text(s, *axis, at.schedule_name);
      if (!loop.empty() && at.span.line == at.last_line)
        r.fix({"compute the group at " + legal.back(),
               {{Edit::Kind::Replace, at.span.line,
                 at.receiver.text + ".compute_at(" + script_text(reader, at.schedule_name) + ", " + loop + ")"}}});
    }
  }
  return r.legal(legal).or_delete("delete the step");
}

}  // namespace

Result<int> create_group(Schedule& s, const std::vector<te::Tensor>& outputs, const std::vector<te::Tensor>& inputs,
                         bool include_inputs, const StepSource& at) {
  const std::vector<StageId> members = stages_between(s, outputs, inputs, include_inputs);
  if (members.empty()) {
    std::vector<std::string> out, in;
    for (const te::Tensor& t : outputs) out.push_back(t->name);
    for (const te::Tensor& t : inputs) in.push_back(t->name);
    Refusal r("NW2131", s, {}, at,
              "no stage stands between " + (in.empty() ? "no inputs" : listed(in)) + " and " + listed(out));
    return Diagnostic(
        r.because("a group has the stages on the ways from its inputs to its outputs").or_delete("delete the step"));
  }
  if (const int cut = group_cut_by(s, members); cut >= 0) {
    std::vector<std::string> names;
    for (StageId id : s.groups()[static_cast<size_t>(cut)].members) names.push_back(s.stage(id).name());
    Refusal r("NW2132", s, {}, at, "the group would cut an earlier one in two");
    return Diagnostic(r.because("the earlier group has " + listed(names) +
                                ", and only some of them are between these inputs and outputs")
                          .legal({"all of " + listed(names) + ", or none"})
                          .or_delete("delete the step"));
  }
  Diagnostics warnings;
  const int group = static_cast<int>(s.groups().size());
  const Schedule before = s;
  make_group(s, members);
  for (StageId id : members) {
    const Attach& was = before.stage(id).attach;
    if (was.kind != AttachKind::At || s.stage(id).attach.kind == AttachKind::At) continue;
    Refusal r("NW2503", s, id, at,
              "the group undoes that " + s.stage(id).name() + " was computed inside " + s.stage(was.stage).name() +
                  in_line(was.line));
    warnings.push_back(
        r.severity(Severity::Warning).because("that loop is outside the group, and the group is computed as a whole"));
  }
  s.groups()[static_cast<size_t>(group)].name = at.result_names.empty() ? std::string() : at.result_names[0];
  for (StageId id : members) s.edit(id).history.emplace_back(at.span.line, Primitive::CreateGroup);
  return {group, warnings};
}

Diagnostics group_compute_at(Schedule& s, int group, StageId parent, AxisId axis, const StepSource& at) {
  const Trial again = [&](Schedule& copy, AxisId other, const StepSource& quiet) {
    return group_compute_at(copy, group, parent, other, quiet);
  };
  Group& own = s.groups()[static_cast<size_t>(group)];
  if (std::ranges::find(own.members, parent) != own.members.end()) return {inside_itself(s, own, parent, at)};
  if (!encloses(s, own.parent, s.stage(parent).group)) {
    Refusal r("NW2121", s, parent, at,
              "the group is inside another one, and " + s.stage(parent).name() + " is outside that");
    return {r.because("a group is computed as a whole: what is in it is attached inside it only")
                .or_delete("delete the step")};
  }
  if (auto d = must_be_loop(s, parent, axis, at, again, Prefer::Outer)) return {*d};
  own.attach = {AttachKind::At, parent, axis, at.span.line};
  return {};
}

}  // namespace nw::schedule
