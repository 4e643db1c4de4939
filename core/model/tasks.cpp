// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tasks.h"

#include <algorithm>
#include <map>
#include <set>

#include "graph/bodies.h"
#include "model/group_computation.h"
#include "model/group_graph.h"
#include "model/run_order.h"
#include "op/symbol_sources.h"

namespace nw::model {

using graph::Graph;
using graph::NodeKind;

namespace {

// Of so few elements no schedule makes a difference.
constexpr int64_t kTooFew = 64;

bool is_small(const std::vector<graph::Type>& types) {
  int64_t elements = 0;
  for (const graph::Type& type : types) {
    if (!has_sizes(type)) return false;
    elements += element_count(*graph::constant_shape(type.shape));
  }
  return elements <= kTooFew;
}

class TaskList {
 public:
  TaskList(const Graph& graph, const fusion::Fusion& fusion) : graph_(graph), fusion_(fusion) {
    for (const op::SymbolSource& source : op::symbol_sources(graph)) sources_.emplace(source.symbol, source);
    for (const graph::Body& body : graph::bodies(graph))
      for (const NodeId id : body.nodes) bodies_.emplace(id, graph.node(body.owner).name + "/" + body.name);
  }

  std::vector<Task> list() {
    std::vector<OrderedGroup> inside;
    for (const OrderedGroup& ordered : run_order(graph_, fusion_))
      if (bodies_.contains(ordered.group->root))
        inside.push_back(ordered);
      else
        add(ordered);
    for (const OrderedGroup& ordered : inside) add(ordered);
    return std::move(tasks_);
  }

 private:
  void add(const OrderedGroup& ordered) {
    const fusion::Group& group = *ordered.group;
    const bool computes =
        std::ranges::any_of(group.nodes, [&](NodeId id) { return graph_.node(id).kind == NodeKind::Call; });
    if (!computes) return;  // tuples and projections
    const auto body = bodies_.find(group.root);
    // A group that follows from constants is no task, though it may compute what another computes in each run.
    const std::string key = task_key(graph_, group);
    const auto [at, is_new] = numbers_.try_emplace({key, ordered.role, body != bodies_.end()}, tasks_.size());
    if (is_new) tasks_.push_back(made(key, ordered));
    Task& task = tasks_[at->second];
    task.groups.push_back(group.id);
    if (body != bodies_.end() && std::ranges::find(task.bodies, body->second) == task.bodies.end())
      task.bodies.push_back(body->second);
  }

  Task made(const std::string& key, const OrderedGroup& ordered) {
    const fusion::Group& group = *ordered.group;
    Task task;
    task.key = key;
    for (const NodeId id : group.nodes)
      if (graph_.node(id).kind == NodeKind::Call) task.ops.push_back(graph_.node(id).op);
    for (const NodeId id : group_inputs(graph_, group))
      for (graph::Type& type : flattened(graph_.node(id).type)) task.inputs.push_back(std::move(type));
    task.outputs = flattened(graph_.node(group.root).type);
    if (ordered.role != Role::Run) {
      task.status = TaskStatus::NothingToTune;
      task.why = ordered.role == Role::View ? "its result is its argument in another shape: nothing is computed"
                 : ordered.role == Role::Joined
                     ? "its arguments are computed where they lie in it: nothing is computed"
                     : "it follows from constants and sizes: it is computed once, before the first run";
      return task;
    }
    const Result<GroupComputation> computation = group_computation(graph_, group, Form::AsDefined);
    if (!computation.ok()) {
      task.status = TaskStatus::NoKernel;
      task.why = computation.diagnostics.empty() ? "it has no computation" : computation.diagnostics[0].message;
      return task;
    }
    for (const auto& [name, symbol] : computation->sizes) add_symbol(symbol->name, task);
    if (is_small(task.inputs) && is_small(task.outputs)) {
      task.status = TaskStatus::NothingToTune;
      task.why = "it reads and gives a few elements only";
    }
    return task;
  }

  void add_symbol(const std::string& symbol, Task& task) {
    task.symbols.push_back(symbol);
    const auto source = sources_.find(symbol);
    if (source == sources_.end() || graph_.node(source->second.node).kind == NodeKind::Input) return;
    task.status = TaskStatus::SizedByData;
    task.why += (task.why.empty() ? "only the run tells " : ", ") + symbol + ", a size of '" +
                graph_.node(source->second.node).name + "'";
  }

  const Graph& graph_;
  const fusion::Fusion& fusion_;
  std::map<std::string, op::SymbolSource> sources_;
  std::map<NodeId, std::string> bodies_;
  std::map<std::tuple<std::string, Role, bool>, size_t> numbers_;
  std::vector<Task> tasks_;
};

}  // namespace

const char* to_string(TaskStatus status) {
  switch (status) {
    case TaskStatus::Ready:
      return "ready";
    case TaskStatus::SizedByData:
      return "sized by data";
    case TaskStatus::NothingToTune:
      return "nothing to tune";
    case TaskStatus::NoKernel:
      break;
  }
  return "no kernel";
}

std::vector<Task> tasks(const Graph& graph, const fusion::Fusion& fusion) {
  return TaskList(graph, fusion).list();
}

}  // namespace nw::model
