// SPDX-License-Identifier: GPL-3.0-or-later
// All checks of one plugin, in an order in which a check comes after those that it depends on.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench.h"

namespace nw::plugin_check {

struct CheckResult {
  std::string name;
  std::string state;  // "passed", "failed", "skipped"
  std::string why;    // it is not passed
  double ms = 0;
  std::map<std::string, std::string> files;  // that help to see a failure again
};

struct SuiteOptions {
  std::vector<std::string> only;  // names of checks or groups; empty: all
  double deadline = 20;           // seconds, of one check
};

struct SuiteReport {
  std::string plugin, abi;
  std::vector<CheckResult> results;

  int count(const std::string& state) const;
};

// Checks that are not asked for are made where others depend on them, and are not in the report. `made` is called after
// each that is.
SuiteReport run_suite(const Subject& subject, const SuiteOptions& options,
                      const std::function<void(const CheckResult&)>& made);

nlohmann::json to_json(const CheckResult& result);
nlohmann::json to_json(const SuiteReport& report);

}  // namespace nw::plugin_check
