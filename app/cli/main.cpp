// SPDX-License-Identifier: GPL-3.0-or-later
// nestwright-cli: the headless twin. With --json exactly one JSON object goes to standard output.

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <optional>
#include <vector>

#include "base/address_space.h"
#include "base/allocator.h"
#include "base/budget.h"
#include "base/deep_stack.h"
#include "base/diagnostic_json.h"
#include "base/escape.h"
#include "command.h"
#include "commands.h"
#include "script/names.h"
#include "settings.h"

namespace {

// Wrong usage, where an option's value (NW4002) is what is wrong.
int exit_of(const nw::Diagnostics& diagnostics) {
  if (!nw::has_errors(diagnostics)) return 0;
  return std::ranges::any_of(
             diagnostics,
             [](const nw::Diagnostic& d) { return d.severity == nw::Severity::Error && d.code == "NW4002"; })
             ? 2
             : 1;
}

int report(nw::cli::Outcome& outcome, bool as_json) {
  nw::cli::place_in_file(outcome.diagnostics, outcome.lines_of_file);
  nw::append(outcome.diagnostics, std::move(outcome.of_file));
  const int exit = outcome.exit.value_or(exit_of(outcome.diagnostics));
  if (as_json) {
    outcome.json["diagnostics"] = nw::to_json(outcome.diagnostics);
    std::cout << outcome.json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
  } else {
    std::cout << nw::terminal_text(outcome.text);
    std::cout.flush();
    for (const nw::Diagnostic& d : outcome.diagnostics) std::cerr << nw::terminal_text(nw::format(d, outcome.file));
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

// Memory that the budget did not see coming (one allocation larger than all the rest) is refused by the system.
constexpr int64_t kAddressSpace = int64_t{8} << 30;

nw::cli::Outcome run_limited(const nw::cli::Run& run) {
  nw::limit_address_space(kAddressSpace);
  nw::cli::Outcome outcome;
  std::optional<nw::Diagnostic> stopped;
  nw::on_deep_stack([&] { stopped = nw::within_budget({}, [&] { outcome = run(); }); });
  if (stopped) {
    outcome = {};
    outcome.diagnostics = {*stopped};
  }
  return outcome;
}

// The first argument that is no option names the command.
std::optional<nw::cli::Outcome> unknown_command(int argc, char** argv) {
  const auto word = std::find_if(argv + 1, argv + argc, [](const char* arg) { return arg[0] != '-'; });
  std::vector<std::string> known;
  for (const auto& command : nw::cli::commands()) known.emplace_back(command.name);
  if (word == argv + argc || std::ranges::find(known, *word) != known.end()) return std::nullopt;
  const std::vector<std::string> near = nw::script::nearest(*word, known);
  std::string message = fmt::format("there is no command '{}'", std::string(*word).substr(0, 60));
  if (!near.empty()) message += fmt::format("; did you mean '{}'?", near[0]);
  nw::cli::Outcome outcome = problem("NW4002", message, 2);
  outcome.diagnostics[0].legal = known;
  return outcome;
}

}  // namespace

int main(int argc, char** argv) {
  nw::keep_freed_memory();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is a diagnostic
  nw::deepen_stacks();
  bool as_json = false;
  for (int i = 1; i < argc; ++i) as_json = as_json || std::string_view(argv[i]) == "--json";

  if (auto unknown = unknown_command(argc, argv)) return report(*unknown, as_json);
  CLI::App app("Nestwright's command line: whatever the window can do, as text or JSON", "nestwright-cli");
  app.set_version_flag("--version", "nestwright-cli " NW_VERSION);
  app.require_subcommand(1);
  app.fallthrough();
  bool json_flag = false;
  app.add_flag("--json", json_flag, "print one JSON object and nothing else");
  struct Command {
    CLI::App* sub;
    nw::cli::Run run;
    bool limited;
  };
  std::vector<Command> runs;
  for (const auto& [name, help, add, limited] : nw::cli::commands()) {
    CLI::App* sub = app.add_subcommand(name, help);
    sub->fallthrough();
    runs.push_back({sub, add(*sub), limited});
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
  for (const auto& [sub, run, limited] : runs) {
    if (!sub->parsed()) continue;
    nw::cli::Outcome outcome;
    try {
      outcome = limited ? run_limited(run) : run();
    } catch (const std::exception& error) {
      outcome = problem("NW9001", std::string("internal fault: ") + error.what(), 3);
    }
    const int exit = report(outcome, as_json);
    if (outcome.held) end_at_once(exit);
    return exit;
  }
  return 2;
}
