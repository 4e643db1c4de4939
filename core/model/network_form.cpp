// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/network_form.h"

#include <algorithm>
#include <map>
#include <vector>

#include "model/group_graph.h"
#include "model/run_order.h"

namespace nw::model {

NetworkForm network_form(const graph::Graph& graph, const fusion::Fusion& fusion, const TargetFacts& target) {
  const bool sized = std::ranges::all_of(fusion.groups, [&](const fusion::Group& group) {
    return has_sizes(graph.node(group.root).type) && !has_body(graph, group);
  });
  if (!sized) return {{fusion}, {}};
  NetworkForm form{with_joined_apart(graph, fusion), {}};
  form.blocks = choose_channel_blocks(graph, form.run.fusion, target);
  return form;
}

Result<GroupKernel> network_kernel(const graph::Graph& graph, const NetworkForm& form, const Task& task,
                                   const TargetFacts& target) {
  const std::vector<fusion::Group>& groups = form.run.fusion.groups;
  struct Use {
    GroupId first;
    size_t groups = 0;
  };
  std::map<std::vector<int64_t>, Use> layouts;
  const Use* most = nullptr;
  for (const GroupId id : task.groups) {
    const fusion::Group& group = groups[id.index()];
    std::vector<int64_t> layout;
    for (const NodeId input : group_inputs(graph, group)) layout.push_back(block_of(form.blocks, input));
    layout.push_back(block_of(form.blocks, group.root));
    Use& use = layouts.try_emplace(std::move(layout), Use{id}).first->second;
    ++use.groups;
    if (!most || use.groups > most->groups) most = &use;
  }
  return network_kernel(graph, form.run.fusion, most ? most->first : GroupId(), target, form.blocks);
}

}  // namespace nw::model
