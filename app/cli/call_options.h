// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `run MODEL` that name files: inputs, folders of calls, where outputs go.
#pragma once

#include <string>
#include <vector>

#include "command.h"
#include "worker/kernel.h"

namespace nw::cli {

struct CallOptions {
  std::vector<std::string> inputs;  // "x=x.npy"
  std::vector<std::string> data;
  bool expect = false;
  std::string save, profile;

  bool any() const { return !inputs.empty() || !data.empty() || expect || !save.empty() || !profile.empty(); }
};

void add_call_options(CLI::App& app, CallOptions& options);
// With absolute paths: the worker may have another working directory. False, with a diagnostic (NW4002), where an
// option does not hold what it should.
bool take_files(const CallOptions& options, worker::NetworkRequest& request, Diagnostics& diagnostics);

}  // namespace nw::cli
