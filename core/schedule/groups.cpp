// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/groups.h"

#include <algorithm>
#include <set>

namespace nw::schedule {

namespace {

// Depth first from the outputs, stopping at the inputs.
class Between {
 public:
  Between(const Schedule& s, const std::vector<te::Tensor>& inputs, bool include) : s_(s), include_(include) {
    for (const te::Tensor& t : inputs) inputs_.insert(s.find(t->op));
  }
  bool visit(StageId id) {
    if (!id) return false;
    if (const auto seen = reaches_.find(id); seen != reaches_.end()) return seen->second;
    const bool is_input = inputs_.contains(id);
    bool reaches = is_input;
    reaches_[id] = reaches;
    if (!is_input)
      for (const te::Tensor& t : s_.stage(id).op->inputs()) reaches = visit(s_.find(t->op)) || reaches;
    reaches_[id] = reaches;
    if (reaches && (include_ || !is_input)) found_.push_back(id);
    return reaches;
  }
  std::vector<StageId> found() { return std::move(found_); }

 private:
  const Schedule& s_;
  bool include_;
  std::set<StageId> inputs_;
  std::map<StageId, bool> reaches_;
  std::vector<StageId> found_;
};

Group& group(Schedule& s, int g) {
  return s.groups()[static_cast<size_t>(g)];
}

// How many stages and groups are directly inside each group, and how many of those the members take whole.
struct Counts {
  std::map<int, size_t> children, taken;
};

Counts count(const Schedule& s, const std::vector<StageId>& members) {
  Counts c;
  const auto& groups = s.groups();
  for (size_t g = 0; g < groups.size(); ++g) {
    c.children[static_cast<int>(g)] += groups[g].members.size();
    if (groups[g].parent >= 0) ++c.children[groups[g].parent];
  }
  for (StageId id : members)
    if (const int g = s.stage(id).group; g >= 0) ++c.taken[g];
  return c;
}

int parent_of(const Schedule& s, const std::vector<StageId>& members) {
  int parent = members.empty() ? -1 : s.stage(members[0]).group;
  for (StageId id : members) parent = common_group(s, parent, s.stage(id).group);
  return parent;
}

// Groups that are taken whole count as taken in the group around them; innermost groups have no group inside.
void carry_up(const Schedule& s, Counts& c, int parent) {
  std::set<int> carried;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [g, n] : std::map<int, size_t>(c.taken)) {
      const int above = s.groups()[static_cast<size_t>(g)].parent;
      if (g == parent || carried.contains(g) || n != c.children[g] || above < 0 || above == parent) continue;
      carried.insert(g);
      ++c.taken[above];
      changed = true;
    }
  }
}

}  // namespace

std::vector<StageId> stages_between(const Schedule& s, const std::vector<te::Tensor>& outputs,
                                    const std::vector<te::Tensor>& inputs, bool include_inputs) {
  Between between(s, inputs, include_inputs);
  for (const te::Tensor& t : outputs) between.visit(s.find(t->op));
  return between.found();
}

int common_group(const Schedule& s, int a, int b) {
  std::set<int> around;
  for (int g = a; g >= 0; g = s.groups()[static_cast<size_t>(g)].parent) around.insert(g);
  for (int g = b; g >= 0; g = s.groups()[static_cast<size_t>(g)].parent)
    if (around.contains(g)) return g;
  return -1;
}

bool encloses(const Schedule& s, int g, int inner) {
  if (g < 0) return true;
  return common_group(s, g, inner) == g;
}

int group_cut_by(const Schedule& s, const std::vector<StageId>& members) {
  const int parent = parent_of(s, members);
  Counts c = count(s, members);
  carry_up(s, c, parent);
  for (const auto& [g, n] : c.taken)
    if (g != parent && n != c.children[g]) return g;
  return -1;
}

int make_group(Schedule& s, const std::vector<StageId>& members) {
  const int parent = parent_of(s, members);
  Counts c = count(s, members);
  carry_up(s, c, parent);
  const int made = static_cast<int>(s.groups().size());
  for (const auto& [g, n] : c.taken)
    if (g != parent && group(s, g).parent == parent) group(s, g).parent = made;
  Group fresh;
  fresh.parent = parent;
  for (StageId id : members) {
    if (s.stage(id).group != parent) continue;
    if (parent >= 0) std::erase(group(s, parent).members, id);
    fresh.members.push_back(id);
    s.edit(id).group = made;
  }
  s.groups().push_back(std::move(fresh));
  for (StageId id : members) {
    const Attach& attach = s.stage(id).attach;
    if (attach.kind == AttachKind::At && !encloses(s, made, s.stage(attach.stage).group)) s.edit(id).attach = {};
  }
  return made;
}

void add_scan_group(Schedule& s, StageId scan_stage, const te::ScanNode& scan) {
  std::vector<te::Tensor> inputs = scan.state_placeholder;
  inputs.insert(inputs.end(), scan.scan_inputs.begin(), scan.scan_inputs.end());
  const std::vector<StageId> members = stages_between(s, scan.update, inputs, false);
  if (members.empty() || group_cut_by(s, members) >= 0) return;  // the script reader has refused such a scan
  const int g = make_group(s, members);
  group(s, g).attach = {AttachKind::ScanUpdate, scan_stage, {}, scan.span.line};
}

}  // namespace nw::schedule
