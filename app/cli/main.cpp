// SPDX-License-Identifier: GPL-3.0-or-later
// nestwright-cli: the headless twin. With --json exactly one JSON object goes to standard output.

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <vector>

#include "base/allocator.h"
#include "base/diagnostic_json.h"
#include "command.h"
#include "commands.h"

namespace {

int report(nw::cli::Outcome& outcome, bool as_json) {
  const int exit = outcome.exit.value_or(nw::has_errors(outcome.diagnostics) ? 1 : 0);
  if (as_json) {
    outcome.json["diagnostics"] = nw::to_json(outcome.diagnostics);
    std::cout << outcome.json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
  } else {
    std::cout << outcome.text;
    std::cout.flush();
    for (const nw::Diagnostic& d : outcome.diagnostics) std::cerr << nw::format(d, outcome.file);
  }
  return exit;
}

// Taking a graph of 100,000 nodes apart, piece by piece, takes longer than fusing it: the system takes it as a whole.
[[noreturn]] void end_at_once(int exit) {
  std::cout.flush();
  std::cerr.flush();
  std::fflush(nullptr);
  std::_Exit(exit);
}

nw::cli::Outcome problem(const char* code, const std::string& message, int exit) {
  nw::cli::Outcome outcome;
  nw::Diagnostic d;
  d.code = code;
  d.message = message;
  outcome.diagnostics.push_back(d);
  outcome.exit = exit;
  return outcome;
}

}  // namespace

int main(int argc, char** argv) {
  nw::keep_freed_memory();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is a diagnostic
  bool as_json = false;
  for (int i = 1; i < argc; ++i) as_json = as_json || std::string_view(argv[i]) == "--json";

  CLI::App app("Nestwright's command line: whatever the window can do, as text or JSON", "nestwright-cli");
  app.require_subcommand(1);
  app.fallthrough();
  bool json_flag = false;
  app.add_flag("--json", json_flag, "print one JSON object and nothing else");
  std::vector<std::pair<CLI::App*, nw::cli::Run>> runs;
  for (const auto& [name, help, add] : nw::cli::commands()) {
    CLI::App* sub = app.add_subcommand(name, help);
    sub->fallthrough();
    runs.emplace_back(sub, add(*sub));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help
    nw::cli::Outcome wrong = problem("NW4002", error.what(), 2);
    if (as_json) return report(wrong, true);
    app.exit(error);
    return 2;
  }
  for (const auto& [sub, run] : runs) {
    if (!sub->parsed()) continue;
    nw::cli::Outcome outcome;
    try {
      outcome = run();
    } catch (const std::exception& error) {
      outcome = problem("NW9001", std::string("internal fault: ") + error.what(), 3);
    }
    const int exit = report(outcome, as_json);
    if (outcome.held) end_at_once(exit);
    return exit;
  }
  return 2;
}
