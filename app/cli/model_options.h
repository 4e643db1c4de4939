// SPDX-License-Identifier: GPL-3.0-or-later
// The options of every command that opens a model and fuses it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "command.h"
#include "fusion/fusion.h"
#include "model/model.h"
#include "what_ifs.h"
#include "workspace/document.h"

namespace nw::cli {

// A pattern table that a command reads beside the model.
struct TableOptions {
  std::string path;
  bool rewrite = false;  // its rules are applied behind the passes
};
void add_table_options(CLI::App& app, TableOptions& options);
// Operators and rules of the table, for opening the model; with diagnostics.
void take_table(const TableOptions& options, model::OpenOptions& open, Diagnostics& diagnostics);

struct ModelOptions {
  std::string path;
  std::string passes = "default";
  std::vector<std::string> dims;            // "batch=4"
  std::optional<int> opt_level, max_depth;  // else those of the project, or 2 and 256
  WhatIfOptions what_ifs;
  bool outside = false;  // a project may read a model outside of its folder
  TableOptions table;
};

void add_model_options(CLI::App& app, ModelOptions& options,
                       const std::string& what = "an ONNX file, Relay text, or a project (.nest)");
// A project is read as the model that it names, with the project's sizes; fusion_options() begins with its choices.
inline bool is_project(const std::string& path) {
  return path.ends_with(".nest");
}
// Null, with diagnostics, if there is no graph in the file. choices: if not null, takes those of a project.
std::shared_ptr<const model::Model> open_model(const ModelOptions& options, Diagnostics& diagnostics,
                                               workspace::Choices* choices = nullptr);
std::shared_ptr<const model::Model> open_model(const std::string& path, const std::string& passes,
                                               const std::map<std::string, int64_t>& dims, Diagnostics& diagnostics,
                                               bool outside = false, const TableOptions& table = {});
// The file with all that a project has beside the model.
workspace::Opened open_file(const std::string& path, const std::string& passes,
                            const std::map<std::string, int64_t>& dims, bool outside, const TableOptions& table = {});
// The choices of a project for its model's graph; of a model's own file, the defaults.
fusion::Options project_options(const std::string& path, const graph::Graph& graph, Diagnostics& diagnostics);
// A model's graph as its file, or that of a project's model, has it.
// With a table, its operators are known, and its rules applied if that is asked for.
Result<graph::Graph> read_source(const std::string& path, const std::map<std::string, int64_t>& dims = {},
                                 const TableOptions& table = {});
// NW4116, a warning for each symbol of the graph's inputs: it has no value; `so` ends its sentence.
Diagnostics sizes_without_value(const graph::Graph& graph, const std::string& so);
fusion::Options fusion_options(const model::Model& model, const ModelOptions& options, Diagnostics& diagnostics);
// The groups with these options. Nothing, and exit 2, where one of them names what the graph does not have (NW3021).
std::optional<fusion::Fusion> fuse_model(const model::Model& model, const ModelOptions& options, Outcome& outcome);

}  // namespace nw::cli
