// SPDX-License-Identifier: GPL-3.0-or-later
#include "model_options.h"

#include "fusion/choices.h"
#include "settings.h"
#include "workspace/document.h"

namespace nw::cli {

void add_model_options(CLI::App& app, ModelOptions& o, const std::string& what) {
  app.add_option("FILE", o.path, what)->required();
  app.add_option("--passes", o.passes, "graph passes before fusion: none or default")
      ->check(CLI::IsMember({"none", "default"}))
      ->capture_default_str();
  app.add_flag("--outside", o.outside, "read a project's model also where it is outside of the project's folder");
  app.add_option("--dim", o.dims, "a value for a dynamic dimension, as batch=4");
  app.add_option("--opt-level", o.opt_level, "0 fuses nothing")->check(CLI::Range(0, 4))->capture_default_str();
  app.add_option("--max-depth", o.max_depth, "most nodes of a group")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--pattern", o.patterns, "what-if: OP=KIND or NODE=KIND");
  app.add_option("--fence", o.fences, "what-if: nothing fuses out of this node");
  app.add_option("--join", o.joins, "what-if: fuse A,B whatever the rules say")->delimiter('\n');
  app.add_option("--cut", o.cuts, "what-if: never fuse A,B")->delimiter('\n');
}

std::shared_ptr<const model::Model> open_model(const ModelOptions& o, Diagnostics& diagnostics) {
  model::OpenOptions options;
  options.passes = o.passes == "none" ? model::Passes::None : model::Passes::Default;
  if (!read_sizes("--dim", o.dims, options.dims, diagnostics)) return nullptr;
  workspace::Opened opened = workspace::open(o.path, options, [&o](const std::string&) { return o.outside; });
  append(diagnostics, std::move(opened.diagnostics));
  return opened.model;
}

fusion::Options fusion_options(const model::Model& model, const ModelOptions& o, Diagnostics& diagnostics) {
  fusion::Options options;
  options.opt_level = o.opt_level;
  options.max_depth = o.max_depth;
  const graph::Graph& graph = model.optimized();
  for (const std::string& text : o.patterns) append(diagnostics, fusion::add_pattern(graph, text, options));
  for (const std::string& text : o.fences) append(diagnostics, fusion::add_fence(graph, text, options));
  for (const std::string& text : o.joins) append(diagnostics, fusion::add_join(graph, text, options));
  for (const std::string& text : o.cuts) append(diagnostics, fusion::add_cut(graph, text, options));
  return options;
}

}  // namespace nw::cli
