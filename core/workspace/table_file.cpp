// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/table_file.h"

#include "base/input_file.h"
#include "custom/operators.h"
#include "graph/compact.h"
#include "pattern/diagnostics.h"
#include "pattern/rewrite.h"
#include "pattern/table_lexer.h"
#include "pattern/to_graph.h"

namespace nw::workspace {

namespace {

void place_in(Diagnostics& diagnostics, const std::string& path) {
  for (Diagnostic& d : diagnostics)
    for (Place& place : d.where)
      if (place.span.valid() && place.file.empty()) place.file = path;
}

// The rules over the whole graph, until nothing changes.
passes::PassResult apply_rules(const pattern::Table& table, const std::string& path, const graph::Graph& graph) {
  passes::PassResult result;
  pattern::Program program = pattern::read_program(graph);
  pattern::Rewritten rewritten = pattern::rewrite(program, table, op::registry_of(graph).traits());
  result.diagnostics = std::move(rewritten.diagnostics);
  place_in(result.diagnostics, path);
  if (rewritten.steps.empty() && result.diagnostics.empty()) {
    result.diagnostics.push_back(pattern::no_rule_applied(table));
    Place place;
    place.file = path;
    result.diagnostics.back().where.push_back(std::move(place));
  }
  if (rewritten.steps.empty() || has_errors(result.diagnostics)) return result;
  result.graph = graph::without_dead_nodes(pattern::to_graph(program)).graph;
  result.graph->ir_version = graph.ir_version;
  result.graph->opsets = graph.opsets;
  result.graph->output_names = graph.output_names;
  result.graph->declared_inputs = graph.declared_inputs;
  // What was replaced handed its name on.
  for (const graph::Node& node : graph.nodes())
    if (const NodeId now = result.graph->find(node.name); now.valid()) result.from_previous[node.id] = now;
  return result;
}

}  // namespace

TableFile read_table_file(const std::string& path) {
  Result<std::string> text = read_whole_file(path, kLargestTable);
  if (text.value) return read_table_text(std::move(*text.value), path);
  TableFile file;
  file.path = path;
  file.diagnostics = std::move(text.diagnostics);
  return file;
}

TableFile read_table_text(std::string text, const std::string& path) {
  TableFile file;
  file.path = path;
  file.text = std::move(text);
  Result<pattern::Table> table = pattern::read_table(file.text);
  append(file.diagnostics, std::move(table.diagnostics));
  Result<std::shared_ptr<const op::Registry>> operators = custom::declared_operators(*table, path);
  append(file.diagnostics, std::move(operators.diagnostics));
  place_in(file.diagnostics, path);
  file.table = std::make_shared<const pattern::Table>(std::move(*table));
  if (operators.value) file.operators = std::move(*operators);
  return file;
}

void use_table(const TableFile& file, bool rewrite, model::OpenOptions& options) {
  if (!file.table) return;
  options.operators = file.operators;
  if (!rewrite) return;
  options.rewrite = [table = file.table, path = file.path](const graph::Graph& graph) {
    return apply_rules(*table, path, graph);
  };
}

void use_table(const TableUse& use, model::OpenOptions& options, Diagnostics& found) {
  if (use.text.empty()) return;
  const TableFile file = read_table_text(use.text, use.path);
  for (const Diagnostic& d : file.diagnostics)
    if (d.code == "NW3113" || d.code == "NW3114") found.push_back(d);
  use_table(file, use.rules, options);
}

// Most tables declare nothing: they are not read for that.
TableUse table_use(const Choices& choices, const std::string& document) {
  const bool declares = choices.patterns.find("custom") != std::string::npos;
  if (!choices.rules && !declares) return {};
  TableUse use;
  use.path = choices.table.empty() ? document : choices.table;
  use.rules = choices.rules && !choices.patterns.empty();
  if (use.rules) {
    use.text = choices.patterns;
  } else {
    for (const std::vector<pattern::Token>& tokens : pattern::split_statements(choices.patterns)) {
      if (tokens.size() < 2 || !tokens.front().is_word("custom")) continue;
      const size_t begin = tokens.front().offset;
      const pattern::Token& last = tokens[tokens.size() - 2];
      use.text += choices.patterns.substr(begin, last.offset + last.length - begin) + "\n";
    }
  }
  return use.text.empty() ? TableUse() : use;
}

}  // namespace nw::workspace
