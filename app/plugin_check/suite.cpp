// SPDX-License-Identifier: GPL-3.0-or-later
#include "suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace nw::plugin_check {

using nlohmann::json;

namespace {

class Suite {
 public:
  Suite(const Subject& subject, const SuiteOptions& options, const std::function<void(const CheckResult&)>& made)
      : subject_(subject), options_(options), made_(made) {}

  SuiteReport run() {
    // As the facts are known, so are the kernels; and code is loaded before it is run.
    take(identity_checks());
    take(life_checks());
    take(facts_checks());
    take(life_checks());
    take(facts_checks());
    take(memory_checks());
    take(code_checks());
    take(run_checks(known_.facts.value_or(TargetFacts{})));
    take(memory_checks());
    take(time_checks());
    take(stop_checks());
    take(errors_checks());
    take(load_checks());
    report_.plugin = known_.id.empty() ? subject_.id : known_.id;
    report_.abi = known_.plugin.value("abi", std::string());
    return std::move(report_);
  }

 private:
  bool is_asked_for(const std::string& name) const {
    return options_.only.empty() || std::ranges::any_of(options_.only, [&](const std::string& wanted) {
             return name == wanted || name.starts_with(wanted + ".");
           });
  }

  // Makes those whose turn it is: a check that waits for another one is taken when its group comes again.
  void take(const Checks& checks) {
    for (const Check& check : checks)
      if (!results_.contains(check.name) && (check.after.empty() || results_.contains(check.after))) make(check);
  }

  void make(const Check& check) {
    CheckResult result{check.name, "passed", {}, 0, {}};
    const CheckResult* before = check.after.empty() ? nullptr : &results_.at(check.after);
    if (before && before->state != "passed") {
      result.state = "skipped";
      result.why = fmt::format("{} {}", before->name, before->state == "failed" ? "failed" : "was skipped");
    } else if (is_asked_for(check.name) || is_needed(check.name)) {
      attempt(check, result);
    }
    results_[check.name] = result;
    if (!is_asked_for(check.name)) return;
    report_.results.push_back(result);
    made_(result);
  }

  // Others learn from these, or mean nothing without them.
  static bool is_needed(const std::string& name) {
    for (const char* gate : {"identity.symbol", "identity.table", "life.start", "facts.discover", "facts.schema"})
      if (name == gate) return true;
    return false;
  }

  void attempt(const Check& check, CheckResult& result) {
    Bench bench(subject_, known_, options_.deadline);
    const auto begin = Clock::now();
    try {
      check.run(bench);
    } catch (const Failed& failed) {
      result.state = "failed";
      result.why = fmt::format("{}; expected: {}. See it again: nestwright-plugin-check {} --only {} --keep",
                               failed.seen, failed.expected, subject_.named, check.name);
      result.files = bench.kept();
    } catch (const Skipped& skipped) {
      result.state = "skipped";
      result.why = skipped.why;
    }
    result.ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  }

  const Subject& subject_;
  const SuiteOptions& options_;
  const std::function<void(const CheckResult&)>& made_;
  Known known_;
  std::map<std::string, CheckResult> results_;
  SuiteReport report_;
};

}  // namespace

int SuiteReport::count(const std::string& state) const {
  return static_cast<int>(std::ranges::count(results, state, &CheckResult::state));
}

SuiteReport run_suite(const Subject& subject, const SuiteOptions& options,
                      const std::function<void(const CheckResult&)>& made) {
  return Suite(subject, options, made).run();
}

json to_json(const CheckResult& result) {
  constexpr double kDigits = 1000;
  return {{"name", result.name},
          {"state", result.state},
          {"why", result.why},
          {"ms", std::round(result.ms * kDigits) / kDigits}};
}

json to_json(const SuiteReport& report) {
  json checks = json::array();
  for (const CheckResult& result : report.results) checks.push_back(to_json(result));
  return {{"plugin", report.plugin},
          {"abi", report.abi},
          {"passed", report.count("passed")},
          {"failed", report.count("failed")},
          {"skipped", report.count("skipped")},
          {"checks", std::move(checks)}};
}

}  // namespace nw::plugin_check
