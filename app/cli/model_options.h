// SPDX-License-Identifier: GPL-3.0-or-later
// The options of every command that opens a model and fuses it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "command.h"
#include "fusion/fusion.h"
#include "model/model.h"

namespace nw::cli {

struct ModelOptions {
  std::string path;
  std::string passes = "default";
  std::vector<std::string> dims;  // "batch=4"
  int opt_level = 2;
  int max_depth = 256;
  std::vector<std::string> patterns, fences, joins, cuts;
  bool outside = false;  // a project may read a model outside of its folder
};

void add_model_options(CLI::App& app, ModelOptions& options, const std::string& what = "an ONNX file or Relay text");
// Null, with diagnostics, if there is no graph in the file.
std::shared_ptr<const model::Model> open_model(const ModelOptions& options, Diagnostics& diagnostics);
fusion::Options fusion_options(const model::Model& model, const ModelOptions& options, Diagnostics& diagnostics);

}  // namespace nw::cli
