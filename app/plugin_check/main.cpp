// SPDX-License-Identifier: GPL-3.0-or-later
// nestwright-plugin-check: whether a target plugin keeps to the plugin interface (nestwright/target.h). Exit: 0 every
// check passed or was skipped for a stated reason, 1 a check failed, 2 wrong usage, 3 a fault of ours.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "base/deep_stack.h"
#include "base/diagnostic_json.h"
#include "base/escape.h"
#include "subject.h"
#include "suite.h"
#include "target/address.h"

namespace {

namespace fs = std::filesystem;
using nw::plugin_check::CheckResult;
using nw::plugin_check::SuiteReport;

struct Options {
  std::string what;
  nw::plugin_check::SuiteOptions suite;
  bool json = false, lines = false, keep = false;
};

fs::path program_folder() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

std::string as_line(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void print(const CheckResult& result) {
  std::cout << fmt::format("{:7} {:32} {:9.1f} ms\n", result.state, result.name, result.ms);
  if (!result.why.empty()) std::cout << "        " << nw::terminal_text(result.why) << "\n";
  std::cout.flush();
}

// The files of failed checks, in a folder of the current one; its name, or nothing where there are none.
std::string keep_files(const SuiteReport& report) {
  const bool plain = nw::target::is_plain_name(report.plugin);  // it is the plugin's own word
  const fs::path folder = plain ? "plugin-check-" + report.plugin : "plugin-check";
  bool any = false;
  for (const CheckResult& result : report.results)
    for (const auto& [name, bytes] : result.files) {
      fs::create_directories(folder / result.name);
      std::ofstream(folder / result.name / name, std::ios::binary) << bytes;
      any = true;
    }
  return any ? folder.string() : std::string();
}

int check(const Options& options) {
  const nw::Result<nw::plugin_check::Subject> subject =
      nw::plugin_check::find_subject(options.what, program_folder().string());
  if (!subject.ok()) {
    if (options.json) std::cout << nlohmann::json{{"diagnostics", nw::to_json(subject.diagnostics)}}.dump() << "\n";
    for (const nw::Diagnostic& d : subject.diagnostics) std::cerr << nw::terminal_text(nw::format(d, options.what));
    return 2;
  }
  const SuiteReport report = run_suite(*subject, options.suite, [&](const CheckResult& result) {
    if (options.lines)
      std::cout << as_line(to_json(result)) << std::endl;
    else if (!options.json)
      print(result);
  });
  if (report.results.empty()) {
    std::cerr << "nestwright-plugin-check: there is no check of that name\n";
    return 2;
  }
  const std::string kept = options.keep ? keep_files(report) : std::string();
  if (options.json) {
    nlohmann::json json = to_json(report);
    if (!kept.empty()) json["kept"] = kept;
    std::cout << as_line(json) << "\n";
  } else if (!options.lines) {
    std::cout << fmt::format("{} passed, {} failed, {} skipped\n", report.count("passed"), report.count("failed"),
                             report.count("skipped"));
    if (!kept.empty()) std::cout << "kept in " << kept << "\n";
  }
  return report.count("failed") > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  nw::deepen_stacks();
  CLI::App app("Checks a target plugin against the plugin interface of Nestwright", "nestwright-plugin-check");
  Options options;
  app.add_option("what", options.what, "a plugin's library or manifest, or a target of this computer")->required();
  app.add_flag("--json", options.json, "print one JSON object and nothing else");
  app.add_flag("--lines", options.lines, "print one JSON object a line, as each check ends")->excludes("--json");
  app.add_option("--only", options.suite.only, "a check or a group of checks, as memory or memory.apart; repeatable");
  app.add_option("--deadline", options.suite.deadline, "seconds that one check may take")
      ->check(CLI::Range(0.1, 3600.0))
      ->capture_default_str();
  app.add_flag("--keep", options.keep, "keep the kernels of failed checks in the folder plugin-check-ID");
  app.set_version_flag("--version", "nestwright-plugin-check " NW_VERSION);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  int exit = 3;
  nw::on_deep_stack([&] {
    try {
      exit = check(options);
    } catch (const std::exception& fault) {
      std::cerr << "nestwright-plugin-check: internal fault: " << fault.what() << "\n";
    }
  });
  return exit;
}
