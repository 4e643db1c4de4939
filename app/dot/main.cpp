// SPDX-License-Identifier: GPL-3.0-or-later
// nestwright-dot: reads a DOT graph on its standard input and writes it as JSON on its standard output:
// {"name", "nodes": [{"id", "name", "op", "w", "h"}], "edges": [[from, to]]}, or {"error": {"line", "message"}}.
// A node in clusters gets their labels as scopes of its name. Sizes are points, 72 to the inch, as DOT has them.
#include <cgraph.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <unordered_map>

namespace {

using nlohmann::json;

std::string complaint;

extern "C" int keep_complaint(char* text) {
  if (complaint.size() < 4096) complaint += text;
  return 0;
}

std::string attribute(void* object, const char* name) {
  const char* text = agget(object, const_cast<char*>(name));
  return text ? text : "";
}

double points(Agnode_t* node, const char* name, double otherwise) {
  const std::string text = attribute(node, name);
  char* end = nullptr;
  const double inches = std::strtod(text.c_str(), &end);
  return end != text.c_str() && inches > 0 && inches < 10000 ? inches * 72 : otherwise;
}

// Without sizes in the file, a node is as wide as its label.
json node_json(Agnode_t* node, const std::string& scope) {
  const std::string id = agnameof(node);
  std::string label = attribute(node, "label");
  if (label.empty() || label == "\\N") label = id;
  const double wide = std::max(54.0, 24 + 7 * static_cast<double>(std::min<size_t>(label.size(), 60)));
  return {{"id", id},
          {"name", scope + id},
          {"op", label},
          {"w", points(node, "width", wide)},
          {"h", points(node, "height", 36)}};
}

std::string cluster_label(Agraph_t* graph) {
  std::string label = attribute(graph, "label");
  if (label.empty()) label = agnameof(graph);
  std::replace(label.begin(), label.end(), '/', '.');
  return label;
}

// The scope of each node: the clusters around it, outermost first; the innermost wins.
void take_scopes(Agraph_t* graph, const std::string& scope, std::unordered_map<Agnode_t*, std::string>& scopes,
                 int depth) {
  for (Agnode_t* n = depth > 0 ? agfstnode(graph) : nullptr; n; n = agnxtnode(graph, n)) scopes[n] = scope;
  if (depth > 64) return;
  for (Agraph_t* sub = agfstsubg(graph); sub; sub = agnxtsubg(sub)) {
    const std::string name = agnameof(sub) ? agnameof(sub) : "";
    const bool cluster = name.rfind("cluster", 0) == 0;
    take_scopes(sub, cluster ? scope + cluster_label(sub) + "/" : scope, scopes, depth + 1);
  }
}

json graph_json(Agraph_t* graph) {
  std::unordered_map<Agnode_t*, std::string> scopes;
  take_scopes(graph, "", scopes, 0);
  json nodes = json::array(), edges = json::array();
  for (Agnode_t* n = agfstnode(graph); n; n = agnxtnode(graph, n)) {
    const auto scope = scopes.find(n);
    nodes.push_back(node_json(n, scope == scopes.end() ? "" : scope->second));
  }
  for (Agnode_t* n = agfstnode(graph); n; n = agnxtnode(graph, n))
    for (Agedge_t* e = agfstout(graph, n); e; e = agnxtout(graph, e))
      edges.push_back({agnameof(agtail(e)), agnameof(aghead(e))});
  const char* name = agnameof(graph);
  return {{"name", name ? name : ""}, {"nodes", std::move(nodes)}, {"edges", std::move(edges)}};
}

json error_json(const std::string& text) {
  std::smatch match;
  const bool place = std::regex_search(text, match, std::regex("line ([0-9]{1,9})"));
  std::string message = text.substr(0, text.find('\n'));
  const size_t colon = message.rfind("Error: ");
  if (colon != std::string::npos) message = message.substr(colon + 7);
  if (message.empty()) message = "there is no graph in it";
  return {{"error", {{"line", place ? std::stoi(match[1]) : 1}, {"message", message}}}};
}

}  // namespace

int main() {
  [[maybe_unused]] const rlimit memory{rlim_t{4} << 30, rlim_t{4} << 30};
  const rlimit seconds{60, 60};  // whatever the file claims
#if !defined(NW_SANITIZED)       // whose shadow memory is larger than any machine's
  setrlimit(RLIMIT_AS, &memory);
#endif
  setrlimit(RLIMIT_CPU, &seconds);
  const std::string text{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
  agseterrf(keep_complaint);
  agseterr(AGERR);
  Agraph_t* graph = agmemread(text.c_str());
  const json answer = graph ? graph_json(graph) : error_json(complaint);
  std::cout << answer.dump(-1, ' ', false, json::error_handler_t::replace) << '\n';
  return graph ? 0 : 1;
}
