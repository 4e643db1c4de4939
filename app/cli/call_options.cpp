// SPDX-License-Identifier: GPL-3.0-or-later
#include "call_options.h"

#include <filesystem>

#include "settings.h"

namespace nw::cli {

void add_call_options(CLI::App& app, CallOptions& options) {
  app.add_option("--input", options.inputs, "a model's input from a file, as NAME=FILE.npy or NAME=FILE.pb")
      ->take_all();
  app.add_option("--data", options.data,
                 "a call of a model on FOLDER/input_K.npy or .pb, K counting the file's inputs from 0; several: one "
                 "after another")
      ->take_all();
  app.add_flag("--expect", options.expect, "compare each call's outputs with FOLDER/output_K.npy or .pb");
  app.add_option("--profile", options.profile,
                 "a file for what ran when in one run of each call of a model: trace events, for Perfetto");
  app.add_option("--save", options.save, "a folder for the outputs of call R: FOLDER/R/output_K.npy");
}

namespace {

std::string absolute(const std::string& path) {
  return std::filesystem::absolute(path).string();
}

}  // namespace

bool take_files(const CallOptions& options, worker::NetworkRequest& request, Diagnostics& diagnostics) {
  for (const std::string& text : options.inputs) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
      return refuse("--input expects NAME=FILE, not '" + text + "'", diagnostics);
    request.inputs.emplace_back(text.substr(0, equals), absolute(text.substr(equals + 1)));
  }
  if (options.expect && options.data.empty())
    return refuse("--expect compares with the outputs in the folders of --data, and none is given", diagnostics);
  for (const std::string& folder : options.data) request.data.push_back(absolute(folder));
  request.expect = options.expect;
  if (!options.save.empty()) request.save = absolute(options.save);
  request.run.trace = !options.profile.empty();
  return true;
}

}  // namespace nw::cli
