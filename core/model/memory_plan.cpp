// SPDX-License-Identifier: GPL-3.0-or-later
// Values that share memory, by views and in-place results, form one block; blocks live from their first value's group
// to the last reader of any of their values, and are placed by arena.h.
#include "model/memory_plan.h"

#include <algorithm>
#include <set>

#include "graph/tuple_fields.h"
#include "model/arena.h"
#include "model/group_computation.h"
#include "model/group_graph.h"
#include "te/same_element.h"

namespace nw::model {

using graph::Graph;
using graph::Node;
using graph::NodeKind;

namespace {

// More than any device has; sums of so many blocks of it do not overflow.
constexpr int64_t kMostBytes = int64_t{1} << 42;

std::optional<int64_t> bytes_of(const graph::Type& type) {
  if (!type.is_tensor() || !has_sizes(type)) return std::nullopt;
  const int64_t count = element_count(*graph::constant_shape(type.shape));
  if (count < 0 || count > kMostBytes / type.dtype.bytes()) return kMostBytes;
  return count * type.dtype.bytes();
}

class Planner {
 public:
  Planner(const Graph& graph, const fusion::Fusion& fusion, const MemoryOptions& options)
      : graph_(graph), options_(options) {
    plan_.groups = run_order(graph, fusion);
    for (OrderedGroup& group : plan_.groups)
      if (group.role == Role::View && (!options.parts || has_own_kernel(*group.group))) group.role = Role::Run;
  }

  MemoryPlan plan() {
    count_visits();
    for (size_t step = 0; step < plan_.groups.size(); ++step) add_results(step);
    for (size_t step = 0; step < plan_.groups.size(); ++step)
      for (const size_t value : arguments(*plan_.groups[step].group)) plan_.values[value].last = step;
    for (const NodeId output : graph_.outputs)
      for (const ValueId& id : values_of(output))
        if (const auto known = plan_.places.find(id); known != plan_.places.end())
          plan_.values[known->second].last = plan_.groups.size();
    block_of_.assign(plan_.values.size(), kOutside);
    in_block_.assign(plan_.values.size(), 0);
    if (options_.parts)
      for (size_t step = plan_.groups.size(); step-- > 0;) find_parts(step);  // the longest of a chain comes last
    for (size_t step = 0; step < plan_.groups.size(); ++step) share(step);
    place();
    return std::move(plan_);
  }

 private:
  static constexpr size_t kOutside = SIZE_MAX;
  struct Part {
    size_t of = 0;   // place of the concatenation in the plan's values
    int64_t at = 0;  // bytes from its begin
  };
  static constexpr int64_t kMostVisits = 4 * graph::kMaxLeaves;

  bool has_own_kernel(const fusion::Group& group) const { return options_.own_kernel && options_.own_kernel(group); }

  void add_results(size_t step) {
    const OrderedGroup& group = plan_.groups[step];
    const std::vector<graph::Type> fields = flattened(graph_.node(group.group->root).type);
    for (size_t field = 0; field < fields.size(); ++field) {
      PlannedValue value{{group.group->root, field}, 0, std::nullopt, step, step};
      const std::optional<int64_t> bytes = bytes_of(fields[field]);
      value.bytes = bytes.value_or(0);
      if (group.role == Role::Fixed)
        value.why = "computed once, before the first run";
      else if (!bytes)
        value.why = "only the run tells its size";
      else
        plan_.unshared_bytes += *bytes;
      plan_.places.emplace(value.id, plan_.values.size());
      plan_.values.push_back(std::move(value));
    }
  }

  // How many nodes values_of() goes through, each as often as it does.
  void count_visits() {
    for (const NodeId id : graph_.post_order()) {
      const Node& node = graph_.node(id);
      int64_t& visits = visits_[id] = 1;
      if (node.kind != NodeKind::Tuple && node.kind != NodeKind::TupleGet) continue;
      for (const NodeId input : node.inputs) visits = std::min(visits + visits_[input], kMostVisits + 1);
    }
  }

  // A node's tensors by the nodes that compute them. None where tuples whose types are not known nest without measure:
  // a few lines name 2^40 tensors.
  std::vector<ValueId> values_of(NodeId id) const {
    const Node& node = graph_.node(id);
    std::vector<ValueId> values;
    if (plan_.places.contains({id, 0})) {
      for (size_t field = 0; plan_.places.contains({id, field}); ++field) values.push_back({id, field});
    } else if (node.kind == NodeKind::Tuple) {
      if (!graph::is_known(node.type) && visits_.at(id) > kMostVisits) return values;
      for (const NodeId field : node.inputs)
        for (const ValueId& value : values_of(field)) values.push_back(value);
    } else if (node.kind == NodeKind::TupleGet) {
      const auto field =
          graph::tensors_of_field(graph_.node(node.inputs[0]).type, graph::int_attr(node.attrs, "index", 0));
      const std::vector<ValueId> all = values_of(node.inputs[0]);
      for (size_t i = 0; field && i < field->count && field->first + i < all.size(); ++i)
        values.push_back(all[field->first + i]);
    } else {
      for (size_t field = 0; field < flattened(node.type).size(); ++field) values.push_back({id, field});
    }
    return values;
  }

  // What the group reads of other groups' values, each once.
  std::set<size_t> arguments(const fusion::Group& group) const {
    std::set<size_t> read;
    for (const NodeId input : group_inputs(graph_, group))
      for (const ValueId& id : values_of(input))
        if (const auto known = plan_.places.find(id); known != plan_.places.end()) read.insert(known->second);
    return read;
  }

  // A concatenation alone in its group, along the outermost axis that is not 1: its arguments are computed where they
  // lie in it, if each has a kernel of its own and enters no other concatenation; or they lie one after the other in
  // another already.
  void find_parts(size_t step) {
    OrderedGroup& group = plan_.groups[step];
    const Node& root = graph_.node(group.group->root);
    const auto joined = plan_.places.find({root.id, 0});
    if (group.role != Role::Run || root.op != "concatenate" || has_own_kernel(*group.group)) return;
    if (!plan_.values[joined->second].why.empty() || !is_alone(*group.group) || !joins_outermost(root)) return;
    std::vector<size_t> members;
    for (const NodeId input : root.inputs)
      for (const ValueId& id : values_of(input)) {
        const auto member = plan_.places.find(id);
        if (member == plan_.places.end() || !may_be_part(member->second)) return;
        members.push_back(member->second);
      }
    const std::optional<Part> range = part_of_.contains(joined->second) ? std::nullopt : range_of(members);
    if (range)
      part_of_[joined->second] = *range;
    else if (!make_parts(members, joined->second))
      return;
    group.role = Role::Joined;
  }

  // Where the values lie in another concatenation one after the other; nothing: they do not.
  std::optional<Part> range_of(const std::vector<size_t>& members) const {
    std::optional<Part> begin;
    int64_t at = 0;
    for (const size_t member : members) {
      const auto part = part_of_.find(member);
      if (part == part_of_.end()) return std::nullopt;
      if (!begin) begin = part->second;
      if (part->second.of != begin->of || part->second.at != begin->at + at) return std::nullopt;
      at += plan_.values[member].bytes;
    }
    return begin;
  }

  // False: one of them is a part already, of this concatenation or of another.
  bool make_parts(const std::vector<size_t>& members, size_t joined) {
    const std::set<size_t> all(members.begin(), members.end());
    if (all.size() < members.size() ||
        std::ranges::any_of(members, [&](size_t member) { return part_of_.contains(member); }))
      return false;
    const auto outer = part_of_.find(joined);
    Part place = outer == part_of_.end() ? Part{joined, 0} : outer->second;
    for (const size_t member : members) {
      part_of_[member] = place;
      place.at += plan_.values[member].bytes;
    }
    return true;
  }

  // But for the tuple that it reads.
  bool is_alone(const fusion::Group& group) const {
    return std::ranges::all_of(group.nodes,
                               [&](NodeId id) { return id == group.root || graph_.node(id).kind == NodeKind::Tuple; });
  }

  static bool joins_outermost(const Node& node) {
    const auto rank = static_cast<int64_t>(node.type.shape.size());
    int64_t axis = graph::int_attr(node.attrs, "axis", 0);
    if (axis < 0) axis += rank;
    for (int64_t i = 0; i < axis && i < rank; ++i)
      if (node.type.shape[static_cast<size_t>(i)].constant() != 1) return false;
    return axis < rank;
  }

  // Kernels take it that tensors begin at such multiples.
  bool may_be_part(size_t value) const {
    constexpr int64_t kAlignment = 64;
    const PlannedValue& v = plan_.values[value];
    return plan_.groups[v.first].role == Role::Run && v.why.empty() && v.bytes > 0 && v.bytes % kAlignment == 0;
  }

  // The block of a concatenation is there from its first argument on.
  void join_part(PlannedValue& value, const Part& part, Sharing sharing) {
    const PlannedValue& joined = plan_.values[part.of];
    if (block_of_[part.of] == kOutside) {
      block_of_[part.of] = blocks_.size();
      blocks_.push_back({joined.bytes, value.first, joined.last});
      first_of_.push_back(part.of);
    }
    value.sharing = sharing;
    value.shares_with = joined.id;
    const auto at = static_cast<size_t>(&value - plan_.values.data());
    block_of_[at] = block_of_[part.of];
    in_block_[at] = part.at;
    Lifetime& block = blocks_[block_of_[at]];
    block.last = std::max(block.last, value.last);
  }

  // Gives the group's results blocks: those of others where they share memory, else new ones.
  void share(size_t step) {
    const OrderedGroup& group = plan_.groups[step];
    for (size_t field = 0; plan_.places.contains({group.group->root, field}); ++field) {
      const size_t at = plan_.places.at({group.group->root, field});
      PlannedValue& value = plan_.values[at];
      if (!value.why.empty()) continue;
      if (const auto part = part_of_.find(at); part != part_of_.end())
        join_part(value, part->second, group.role == Role::Joined ? Sharing::Joined : Sharing::Part);
      else if (group.role == Role::Joined)
        value.sharing = Sharing::Joined;
      else if (group.role == Role::View)
        view(value, group.source);
      else if (const std::optional<size_t> over = overwritten(step, value))
        join(value, Sharing::InPlace, *over);
      else
        join(value, Sharing::None, kOutside);
    }
  }

  void view(PlannedValue& value, NodeId source) {
    const ValueId from = values_of(source).front();
    const auto known = plan_.places.find(from);
    if (known != plan_.places.end() && block_of_[known->second] != kOutside)
      return join(value, Sharing::View, known->second);
    value.sharing = Sharing::View;
    value.shares_with = from;
    value.why = "in the memory of '" + graph_.node(from.node).name + "'";
  }

  // `with`: kOutside: nothing.
  void join(PlannedValue& value, Sharing sharing, size_t with) {
    const auto at = static_cast<size_t>(&value - plan_.values.data());
    value.sharing = sharing;
    if (sharing == Sharing::None) {
      block_of_[at] = blocks_.size();
      blocks_.push_back({value.bytes, value.first, value.last});
      first_of_.push_back(at);
      return;
    }
    value.shares_with = plan_.values[with].id;
    block_of_[at] = block_of_[with];
    in_block_[at] = in_block_[with];
    Lifetime& block = blocks_[block_of_[at]];
    block.last = std::max(block.last, value.last);
  }

  // The argument that the group's one result may be written over.
  std::optional<size_t> overwritten(size_t step, const PlannedValue& value) {
    const fusion::Group& group = *plan_.groups[step].group;
    const graph::Type& type = graph_.node(group.root).type;
    // What ends a run where a value is refused shows the value: such operators compute on integers.
    if (!options_.parts || !type.is_tensor() || !type.dtype.is_float() || value.bytes == 0) return std::nullopt;
    if (has_own_kernel(group)) return std::nullopt;
    const std::set<size_t> read = arguments(group);
    std::optional<GroupComputation> computation;
    for (const size_t argument : read) {
      const PlannedValue& from = plan_.values[argument];
      const size_t block = block_of_[argument];
      const auto in_block = [&](size_t other) { return block_of_[other] == block; };
      if (block == kOutside || last_use(block) != step || std::ranges::count_if(read, in_block) != 1) continue;
      if (!same_layout(type, from.id)) continue;
      if (!computation) {
        Result<GroupComputation> made = group_computation(graph_, group);
        if (!made.value) return std::nullopt;
        computation = std::move(*made.value);
      }
      if (reads_same_elements(*computation, from.id)) return argument;
    }
    return std::nullopt;
  }

  size_t last_use(size_t block) const { return blocks_[block].last; }

  bool same_layout(const graph::Type& type, const ValueId& from) const {
    const graph::Type other = flattened(graph_.node(from.node).type).at(from.field);
    return other.is_tensor() && other.dtype == type.dtype && graph::same(other.shape, type.shape);
  }

  bool reads_same_elements(const GroupComputation& computation, const ValueId& from) const {
    if (computation.outputs.size() != 1) return false;
    std::map<NodeId, size_t> next_field;  // of a tuple, one input each
    bool read = false;
    for (size_t i = 0; i < computation.inputs.size(); ++i) {
      const NodeId node = computation.input_nodes[i];
      const std::vector<ValueId> values = values_of(node);
      const size_t field = next_field[node]++;
      if (field >= values.size() || values[field] != from) continue;
      read = true;
      if (!te::reads_same_element_only(computation.outputs[0], computation.inputs[i])) return false;
    }
    return read;
  }

  void place() {
    const Placement placement = options_.parts ? place_in_arena(blocks_) : place_in_buffers(blocks_);
    for (size_t i = 0; i < plan_.values.size(); ++i)
      if (block_of_[i] != kOutside) {
        plan_.values[i].offset = placement.offsets[block_of_[i]] + in_block_[i];
      }
    plan_.freed.resize(plan_.groups.size());
    for (size_t block = 0; block < blocks_.size(); ++block)
      if (blocks_[block].last < plan_.groups.size()) plan_.freed[blocks_[block].last].push_back(first_of_[block]);
    plan_.own = placement.own;
    plan_.arena_bytes = placement.bytes;
    plan_.live_bytes = most_alive(blocks_);
  }

  const Graph& graph_;
  const MemoryOptions& options_;
  MemoryPlan plan_;
  std::map<NodeId, int64_t> visits_;
  std::vector<size_t> block_of_;   // of each value
  std::vector<int64_t> in_block_;  // where each value lies in its block
  std::vector<Lifetime> blocks_;
  std::vector<size_t> first_of_;    // of each block: the value that it was made for
  std::map<size_t, Part> part_of_;  // values that are computed where they lie in another
};

}  // namespace

const PlannedValue* MemoryPlan::placed(const ValueId& id) const {
  const auto known = places.find(id);
  return known == places.end() || !values[known->second].offset ? nullptr : &values[known->second];
}

MemoryPlan plan_memory(const Graph& graph, const fusion::Fusion& fusion, const MemoryOptions& options) {
  return Planner(graph, fusion, options).plan();
}

}  // namespace nw::model
