// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/graph_file.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "base/json_text.h"
#include "layout/diagnostics.h"
#include "layout/regions.h"

namespace nw::layout {
namespace {

using nlohmann::json;

constexpr double default_width = 160, default_height = 40, largest = 1e6;
constexpr size_t most_faults = 20;  // reported; of a file with more only those are

class Reader {
 public:
  Result<GraphFile> read(const json& file) {
    if (!file.is_object()) return fail("the file", "must be an object with \"nodes\" and \"edges\"");
    if (file.contains("name") && file["name"].is_string()) graph_.name = file["name"].get<std::string>();
    if (!file.contains("nodes") || !file["nodes"].is_array()) return fail("nodes", "must be a list");
    if (file.contains("edges") && !file["edges"].is_array()) return fail("edges", "must be a list");
    read_nodes(file["nodes"]);
    if (file.contains("edges")) read_edges(file["edges"]);
    if (has_errors(faults_)) return faults_;
    return std::move(graph_);
  }

 private:
  Diagnostics fail(const std::string& where, const std::string& what) {
    faults_.push_back(not_a_graph(where, what));
    return faults_;
  }

  void read_nodes(const json& nodes) {
    for (size_t i = 0; i < nodes.size() && faults_.size() < most_faults; ++i) {
      const json& node = nodes[i];
      const std::string where = fmt::format("nodes[{}]", i);
      if (!node.is_object()) {
        fail(where, "must be an object");
        continue;
      }
      const json id = node.contains("id") ? node["id"] : json(i);
      if (!id.is_string() && !id.is_number_integer()) {
        fail(where + ".id", "must be an integer or a text");
        continue;
      }
      const std::string key = id.dump(-1, ' ', false, json::error_handler_t::replace);
      if (!index_.emplace(key, static_cast<int32_t>(i)).second) faults_.push_back(id_given_twice(where, key));
      graph_.ids.push_back(key);
      const bool named = node.contains("name") && node["name"].is_string();
      graph_.names.push_back(named ? node["name"].get<std::string>() : id.is_string() ? id.get<std::string>() : key);
      graph_.is_input.push_back(node.contains("op") && node["op"] == "Input");
      graph_.input.sizes.push_back({size(node, "w", default_width, where), size(node, "h", default_height, where)});
    }
  }

  double size(const json& node, const char* member, double otherwise, const std::string& where) {
    if (!node.contains(member)) return otherwise;
    const json& value = node[member];
    const double number = value.is_number() ? value.get<double>() : -1;
    if (number >= 0 && number <= largest) return number;
    fail(fmt::format("{}.{}", where, member), fmt::format("must be a number from 0 to {:g}", largest));
    return otherwise;
  }

  void read_edges(const json& edges) {
    for (size_t i = 0; i < edges.size() && faults_.size() < most_faults; ++i) {
      const json& edge = edges[i];
      const std::string where = fmt::format("edges[{}]", i);
      const bool object = edge.is_object() && edge.contains("from") && edge.contains("to");
      if (!object && !(edge.is_array() && edge.size() >= 2)) {
        fail(where, "must be a list of two ids");
        continue;
      }
      const int32_t from = end(object ? edge["from"] : edge[0], where), to = end(object ? edge["to"] : edge[1], where);
      if (from >= 0 && to >= 0) graph_.input.edges.emplace_back(from, to);
    }
  }

  int32_t end(const json& id, const std::string& where) {
    const std::string key = id.dump(-1, ' ', false, json::error_handler_t::replace);
    const auto found = index_.find(key);
    if (found != index_.end()) return found->second;
    faults_.push_back(edge_without_node(where, key));
    return -1;
  }

  GraphFile graph_;
  std::unordered_map<std::string, int32_t> index_;
  Diagnostics faults_;
};

int32_t parent_box(const Input& input, int32_t box) {
  return input.boxes[static_cast<size_t>(box)].parent;
}

// Boxes around boxes have smaller numbers, and −1 is the whole picture.
int32_t common_box(const Input& input, int32_t a, int32_t b) {
  while (a != b) (a > b ? a : b) = parent_box(input, a > b ? a : b);
  return a;
}

constexpr int32_t nobody = -2;

std::vector<int32_t> box_of_readers(const Input& input) {
  std::vector<int32_t> common(input.sizes.size(), nobody);
  for (const auto& [from, to] : input.edges) {
    const int32_t box = input.parent[static_cast<size_t>(to)], before = common[static_cast<size_t>(from)];
    common[static_cast<size_t>(from)] = before == nobody ? box : common_box(input, before, box);
  }
  return common;
}

void take_in_loose_sources(GraphFile& graph) {
  Input& input = graph.input;
  const std::vector<int32_t> readers = box_of_readers(input);
  std::vector<char> loose(input.sizes.size(), 1);
  for (const auto& [from, to] : input.edges) loose[static_cast<size_t>(to)] = 0;
  for (size_t v = 0; v < loose.size() && v < graph.is_input.size(); ++v)
    if (loose[v] && !graph.is_input[v] && input.parent[v] < 0 && readers[v] != nobody) input.parent[v] = readers[v];
}

}  // namespace

Result<GraphFile> read_graph_json(std::string_view text) {
  JsonProblem problem;
  const json file = read_json(text, &problem);
  if (file.is_discarded()) return not_json(text, problem.byte, problem.what);
  try {
    return Reader().read(file);
  } catch (const json::exception& e) {
    return not_a_graph("the file", e.what());
  }
}

void nest_by_names(GraphFile& graph, double header) {
  struct Scope {
    int32_t parent;
    std::string name;
    int32_t members;
    int32_t box;
  };
  std::vector<Scope> scopes;
  std::map<std::pair<int32_t, std::string>, int32_t> known;
  std::vector<int32_t> scope_of(graph.names.size(), -1);
  for (size_t i = 0; i < graph.names.size(); ++i) {
    const std::string& name = graph.names[i];
    int32_t scope = -1;
    for (size_t from = 0, slash = 0; (slash = name.find('/', from)) != std::string::npos; from = slash + 1) {
      if (slash == from) continue;
      const auto [it, added] =
          known.emplace(std::pair(scope, name.substr(from, slash - from)), static_cast<int32_t>(scopes.size()));
      if (added) {
        if (scope >= 0) ++scopes[static_cast<size_t>(scope)].members;
        scopes.push_back({scope, name.substr(0, slash), 0, -1});
      }
      scope = it->second;
    }
    scope_of[i] = scope;
    if (scope >= 0) ++scopes[static_cast<size_t>(scope)].members;
  }
  const auto box_of = [&](int32_t scope) { return scope < 0 ? -1 : scopes[static_cast<size_t>(scope)].box; };
  for (Scope& scope : scopes) {  // outer ones come first
    scope.box = box_of(scope.parent);
    if (scope.members < 2) continue;
    Input::Box box;
    box.parent = scope.box;
    box.header = header;
    scope.box = static_cast<int32_t>(graph.input.boxes.size());
    graph.input.boxes.push_back(box);
    graph.boxes.push_back(scope.name);
  }
  graph.input.parent.resize(graph.names.size());
  for (size_t i = 0; i < graph.names.size(); ++i) graph.input.parent[i] = box_of(scope_of[i]);
  take_in_loose_sources(graph);
}

void nest_by_structure(GraphFile& graph, double header) {
  const Regions regions = find_regions(static_cast<int32_t>(graph.input.sizes.size()), graph.input.edges);
  graph.input.parent = regions.box;
  for (size_t r = 0; r < regions.parent.size(); ++r) {
    Input::Box box;
    box.parent = regions.parent[r];
    box.header = header;
    graph.input.boxes.push_back(box);
    graph.boxes.push_back(graph.names[static_cast<size_t>(regions.exit[r])]);
  }
}

}  // namespace nw::layout
