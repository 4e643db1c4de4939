// SPDX-License-Identifier: GPL-3.0-or-later
// `plan MODEL`: where every value of a run lies in memory, and from which group to which.
#include <fmt/format.h>

#include <set>

#include "commands.h"
#include "graph/dim.h"
#include "model/joined_groups.h"
#include "model/memory_plan.h"
#include "model_options.h"

namespace nw::cli {

namespace {

using nlohmann::json;

graph::Type type_of(const graph::Graph& graph, const model::PlannedValue& value) {
  return flattened(graph.node(value.id.node).type).at(value.id.field);
}

// A number, or an expression over the model's symbols; null where not even the rank is known.
json bytes_of(const graph::Graph& graph, const model::PlannedValue& value) {
  const graph::Type type = type_of(graph, value);
  if (model::has_sizes(type)) return value.bytes;
  if (!type.is_tensor() || !type.rank_known) return nullptr;
  return graph::to_string(graph::product(type.shape) * graph::Dim(int64_t{type.dtype.bytes()}));
}

int64_t weight_bytes(const graph::Graph& graph) {
  std::set<const std::byte*> counted;
  int64_t bytes = 0;
  for (const NodeId id : graph.post_order()) {
    const graph::Node& node = graph.node(id);
    if (node.kind != graph::NodeKind::Constant || !node.data.defined()) continue;
    if (counted.insert(node.data.bytes()).second) bytes += static_cast<int64_t>(node.data.size_bytes());
  }
  return bytes;
}

json values_json(const graph::Graph& graph, const model::MemoryPlan& plan) {
  json values = json::array();
  for (const model::PlannedValue& value : plan.values) {
    json row = {{"node", graph.node(value.id.node).name},
                {"output", value.id.field},
                {"bytes", bytes_of(graph, value)},
                {"offset", value.offset ? json(*value.offset) : json()},
                {"first", value.first},
                {"last", value.last},
                {"in_place_of", value.shares_with ? json(graph.node(value.shares_with->node).name) : json()},
                {"view", value.sharing != model::Sharing::InPlace && value.shares_with}};
    if (!value.why.empty()) row["why"] = value.why;
    values.push_back(std::move(row));
  }
  return values;
}

std::string text_of(const json& values, const json& memory, size_t groups) {
  std::string text = fmt::format("{:>12} {:>12}  {:<12} value\n", "offset", "bytes", "groups");
  for (const json& v : values) {
    const auto number = [&](const char* key) {
      return v[key].is_string() ? v[key].get<std::string>() : v[key].is_null() ? "-" : v[key].dump();
    };
    const size_t last = v["last"];
    text +=
        fmt::format("{:>12} {:>12}  {:<12} {}", number("offset"), number("bytes"),
                    fmt::format("{} to {}", v["first"].get<size_t>(), last == groups ? "end" : std::to_string(last)),
                    v["node"].get<std::string>());
    if (v["output"] != 0) text += fmt::format(" ({})", v["output"].get<size_t>());
    if (!v["in_place_of"].is_null())
      text += fmt::format(", {} {}", v["view"] == true ? "view of" : "over", v["in_place_of"].get<std::string>());
    text += v.contains("why") && v["view"] != true ? ": " + v["why"].get<std::string>() + "\n" : "\n";
  }
  return text + fmt::format(
                    "arena   {} bytes; {} are alive at once; {} if each value had its own\n"
                    "weights {} bytes beside it\n",
                    memory["arena_bytes"].get<int64_t>(), memory["live_bytes"].get<int64_t>(),
                    memory["unshared_bytes"].get<int64_t>(), memory["weights_bytes"].get<int64_t>());
}

Outcome plan(const ModelOptions& options) {
  Outcome outcome;
  outcome.file = options.path;
  const auto model = open_model(options, outcome.diagnostics);
  if (!model) return outcome;
  const graph::Graph& graph = model->optimized();
  std::optional<fusion::Fusion> fused = fuse_model(*model, options, outcome);
  if (!fused) return outcome;
  const model::RunFusion run = model::with_joined_apart(graph, std::move(*fused));
  append(outcome.diagnostics, sizes_without_value(graph, "values of that size have no place in the plan"));
  const model::MemoryPlan plan = model::plan_memory(graph, run.fusion);
  json order = json::array();
  for (const model::OrderedGroup& group : plan.groups) order.push_back(run.shown(*group.group).id.value);
  const int64_t weights = weight_bytes(graph);
  outcome.json["memory"] = {{"weights_bytes", weights},
                            {"packed_bytes", nullptr},  // only a run packs them
                            {"arena_bytes", plan.arena_bytes},
                            {"live_bytes", plan.live_bytes},
                            {"unshared_bytes", plan.unshared_bytes},
                            {"peak_bytes", weights + plan.arena_bytes}};
  outcome.json["order"] = std::move(order);
  outcome.json["values"] = values_json(graph, plan);
  outcome.text = text_of(outcome.json["values"], outcome.json["memory"], plan.groups.size());
  return outcome;
}

}  // namespace

Run add_plan(CLI::App& app) {
  auto options = std::make_shared<ModelOptions>();
  add_model_options(app, *options);
  return [options] { return plan(*options); };
}

}  // namespace nw::cli
