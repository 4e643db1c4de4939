// SPDX-License-Identifier: GPL-3.0-or-later
#include "model_options.h"

#include <set>

#include "base/atomic_file.h"
#include "graph/dim.h"
#include "import/model_file.h"
#include "op/registry.h"
#include "settings.h"
#include "tir/expr.h"
#include "workspace/project.h"
#include "workspace/table_file.h"

namespace nw::cli {

void add_model_options(CLI::App& app, ModelOptions& o, const std::string& what) {
  app.add_option("FILE", o.path, what)->required();
  app.add_option("--passes", o.passes, "graph passes before fusion: none or default")
      ->check(CLI::IsMember({"none", "default"}))
      ->capture_default_str();
  app.add_flag("--outside", o.outside, "read a project's model also where it is outside of the project's folder");
  app.add_option("--dim", o.dims, "a value for a dynamic dimension, as batch=4");
  app.add_option("--opt-level", o.opt_level, "0 fuses nothing (2)")->check(CLI::Range(0, 4));
  app.add_option("--max-depth", o.max_depth, "most nodes of a group (256)")->check(CLI::PositiveNumber);
  add_table_options(app, o.table);
  app.add_option("--pattern", o.what_ifs.patterns, "what-if: OP=KIND or NODE=KIND");
  app.add_option("--fence", o.what_ifs.fences, "what-if: nothing fuses out of this node");
  app.add_option("--join", o.what_ifs.joins, "what-if: fuse A,B whatever the rules say")->delimiter('\n');
  app.add_option("--cut", o.what_ifs.cuts, "what-if: never fuse A,B")->delimiter('\n');
}

void add_table_options(CLI::App& app, TableOptions& options) {
  CLI::Option* table =
      app.add_option("--patterns", options.path, "a pattern table (.pat): the operators that it declares are known");
  app.add_flag("--rewrite", options.rewrite, "apply the table's rules behind the passes")->needs(table);
}

void take_table(const TableOptions& options, model::OpenOptions& open, Diagnostics& diagnostics) {
  if (options.path.empty()) return;
  workspace::TableFile file = workspace::read_table_file(options.path);
  append(diagnostics, std::move(file.diagnostics));
  workspace::use_table(file, options.rewrite, open);
}

std::shared_ptr<const model::Model> open_model(const ModelOptions& o, Diagnostics& diagnostics,
                                               workspace::Choices* choices) {
  std::map<std::string, int64_t> dims;
  if (!read_sizes("--dim", o.dims, dims, diagnostics)) return nullptr;
  workspace::Opened opened = open_file(o.path, o.passes, dims, o.outside, o.table);
  append(diagnostics, std::move(opened.diagnostics));
  if (choices) *choices = std::move(opened.choices);
  return opened.model;
}

std::shared_ptr<const model::Model> open_model(const std::string& path, const std::string& passes,
                                               const std::map<std::string, int64_t>& dims, Diagnostics& diagnostics,
                                               bool outside, const TableOptions& table) {
  workspace::Opened opened = open_file(path, passes, dims, outside, table);
  append(diagnostics, std::move(opened.diagnostics));
  return opened.model;
}

workspace::Opened open_file(const std::string& path, const std::string& passes,
                            const std::map<std::string, int64_t>& dims, bool outside, const TableOptions& table) {
  model::OpenOptions options;
  Diagnostics of_table;
  take_table(table, options, of_table);
  options.passes = passes == "none" ? model::Passes::None : model::Passes::Default;
  options.dims = dims;
  workspace::Opened opened = workspace::open(path, options, [outside](const std::string&) { return outside; });
  opened.diagnostics.insert(opened.diagnostics.begin(), of_table.begin(), of_table.end());
  return opened;
}

fusion::Options project_options(const std::string& path, const graph::Graph& graph, Diagnostics& diagnostics) {
  if (!is_project(path)) return {};
  const Result<std::string> text = read_whole_file(path);
  const Result<workspace::Project> project =
      text.value ? workspace::read_project(*text) : Result<workspace::Project>(text.diagnostics);
  if (!project.value) return {};  // open_model() says why
  auto [options, missing] = workspace::fusion_options(project->choices.fusion, graph, op::registry_of(graph).traits());
  append(diagnostics, std::move(missing));
  return options;
}

Result<graph::Graph> read_source(const std::string& path, const std::map<std::string, int64_t>& dims,
                                 const TableOptions& table) {
  if (!is_project(path) && table.path.empty()) return import::read_model(path);
  Result<graph::Graph> read{Diagnostics()};
  if (const auto model = open_model(path, "none", dims, read.diagnostics, false, table))
    read.value = table.path.empty() ? model->source() : model->optimized();
  return read;
}

fusion::Options fusion_options(const model::Model& model, const ModelOptions& o, Diagnostics& diagnostics) {
  const graph::Graph& graph = model.optimized();
  fusion::Options options = project_options(o.path, graph, diagnostics);
  options.opt_level = o.opt_level.value_or(options.opt_level);
  options.max_depth = o.max_depth.value_or(options.max_depth);
  return with_what_ifs(graph, std::move(options), o.what_ifs, diagnostics);
}

std::optional<fusion::Fusion> fuse_model(const model::Model& model, const ModelOptions& o, Outcome& outcome) {
  Diagnostics unknown;
  read_what_ifs(model.optimized(), o.what_ifs, unknown);
  if (!unknown.empty()) {
    append(outcome.diagnostics, std::move(unknown));
    outcome.exit = 2;
    return std::nullopt;
  }
  return model::fuse(model, fusion_options(model, o, outcome.diagnostics));
}

Diagnostics sizes_without_value(const graph::Graph& graph, const std::string& so) {
  Diagnostics diagnostics;
  std::set<std::string> reported;
  for (const NodeId input : graph.inputs)
    graph::for_each_dim(graph.node(input).type, [&](const graph::Dim& dim) {
      const auto* symbol = tir::node_cast<tir::VarNode>(dim.expr());
      if (!symbol || !reported.insert(symbol->name).second) return;
      Diagnostic d;
      d.code = "NW4116";
      d.severity = Severity::Warning;
      d.message = "the dimension " + symbol->name + " has no value: " + so;
      d.where.push_back(at_node(graph.node(input).name));
      d.legal = {"--dim " + symbol->name + "=1"};
      diagnostics.push_back(std::move(d));
    });
  return diagnostics;
}

}  // namespace nw::cli
