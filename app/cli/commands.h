// SPDX-License-Identifier: GPL-3.0-or-later
// The table of commands: one line each.
#pragma once

#include <vector>

#include "command.h"

namespace nw::cli {

struct Command {
  const char* name;
  const char* help;
  AddCommand add;
  bool limited = false;  // to a budget of time and memory; others set their own
};
const std::vector<Command>& commands();

Run add_explain(CLI::App& app);
Run add_flatten(CLI::App& app);
Run add_check(CLI::App& app);
Run add_bounds(CLI::App& app);
Run add_lower(CLI::App& app);
Run add_bench(CLI::App& app);
Run add_inspect(CLI::App& app);
Run add_compare(CLI::App& app);
Run add_fuse(CLI::App& app);
Run add_script(CLI::App& app);
Run add_carry(CLI::App& app);
Run add_candidates(CLI::App& app);
Run add_advise(CLI::App& app);
Run add_complete(CLI::App& app);
Run add_plan(CLI::App& app);
Run add_tasks(CLI::App& app);
Run add_tune(CLI::App& app);
Run add_apply(CLI::App& app);
Run add_records(CLI::App& app);
Run add_find(CLI::App& app);
Run add_patterns(CLI::App& app);
Run add_layout(CLI::App& app);
Run add_run(CLI::App& app);
Run add_measure(CLI::App& app);
Run add_emit(CLI::App& app);
Run add_targets(CLI::App& app);

}  // namespace nw::cli
