// SPDX-License-Identifier: GPL-3.0-or-later
#include "network_request.h"

#include <unistd.h>

#include <filesystem>

#include "settings.h"
#include "workspace/network_choices.h"
#include "workspace/what_ifs.h"

namespace nw::cli {

int64_t half_of_memory() {
  const auto pages = static_cast<int64_t>(sysconf(_SC_PHYS_PAGES));
  return pages / 2 * static_cast<int64_t>(sysconf(_SC_PAGESIZE));
}

namespace {

// The limits and what-ifs that were asked for, by the names of the model's own nodes: to read them takes its graph,
// which the worker then opens again. Nothing, with diagnostics, if the model or an option cannot be read.
std::optional<worker::NetworkFusion> requested_fusion(const ModelOptions& a, const std::map<std::string, int64_t>& dims,
                                                      Outcome& outcome) {
  workspace::FusionChoices choices;
  choices.opt_level = a.opt_level.value_or(choices.opt_level);
  choices.max_depth = a.max_depth.value_or(choices.max_depth);
  if (!a.what_ifs.any()) return workspace::network_fusion(choices);
  workspace::Opened opened = open_file(a.path, a.passes, dims, a.outside, a.table);
  if (!opened.model || has_errors(opened.diagnostics)) {
    append(outcome.diagnostics, std::move(opened.diagnostics));
    return std::nullopt;
  }
  Diagnostics problems;
  for (const fusion::Change& change : read_what_ifs(opened.model->optimized(), a.what_ifs, problems))
    choices = workspace::with_change(std::move(choices), change).choices;
  if (problems.empty()) return workspace::network_fusion(choices);
  append(outcome.diagnostics, std::move(opened.project_diagnostics));
  append(outcome.diagnostics, std::move(problems));
  outcome.exit = 2;
  return std::nullopt;
}

}  // namespace

std::optional<worker::NetworkRequest> network_request(const ModelOptions& options, Outcome& outcome) {
  worker::NetworkRequest request;
  request.path = std::filesystem::absolute(options.path).string();
  request.outside = options.outside;
  request.passes = options.passes != "none";
  if (!options.table.path.empty()) request.patterns = std::filesystem::absolute(options.table.path).string();
  request.rewrite = options.table.rewrite;
  if (!read_sizes("--dim", options.dims, request.dims, outcome.diagnostics)) {
    outcome.exit = 2;
    return std::nullopt;
  }
  auto fusion = requested_fusion(options, request.dims, outcome);
  if (!fusion) return std::nullopt;
  request.fusion = std::move(*fusion);
  return request;
}

}  // namespace nw::cli
