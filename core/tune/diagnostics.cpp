// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/diagnostics.h"

#include <fmt/format.h>

namespace nw::tune {

namespace {

Diagnostic warning(std::string code, std::string message) {
  Diagnostic d;
  d.code = std::move(code);
  d.severity = Severity::Warning;
  d.message = std::move(message);
  return d;
}

Diagnostic error(std::string code, std::string message) {
  Diagnostic d = warning(std::move(code), std::move(message));
  d.severity = Severity::Error;
  return d;
}

Place in_file(const std::string& path, size_t line) {
  Place place = at_line(static_cast<int>(line));
  place.file = path;
  return place;
}

}  // namespace

Diagnostic size_without_value(const std::string& size) {
  Diagnostic d = error("NW4111", fmt::format("the size '{}' has no value", size));
  d.because = {"candidates are measured, and a measurement needs arrays of known sizes"};
  d.legal = {fmt::format("--set {}=1024", size)};
  return d;
}

Diagnostic records_exist(const std::string& path) {
  Diagnostic d = error("NW4131", fmt::format("'{}' holds records of an earlier search", path));
  d.because = {"records are appended to, and candidates that they hold would be measured again"};
  d.legal = {"--resume, to continue that search", "--records with the name of a new file"};
  return d;
}

Diagnostic nothing_to_tune(const std::string& kernel, const std::string& why) {
  return warning("NW4132", fmt::format("there is nothing to tune in {}: {}", kernel, why));
}

Diagnostic torn_record(const std::string& path, size_t line) {
  Diagnostic d =
      warning("NW4133", fmt::format("line {} of '{}' ends in the middle of a record and is left out", line, path));
  d.where = {in_file(path, line)};
  d.because = {"the program that wrote it was ended while it did so"};
  return d;
}

Diagnostic bad_record(const std::string& path, size_t line, const std::string& why) {
  Diagnostic d = warning("NW4133", fmt::format("line {} of '{}' is no record and is left out: {}", line, path, why));
  d.where = {in_file(path, line)};
  return d;
}

Diagnostic other_computation(const std::string& path, const std::string& task) {
  Diagnostic d = warning(
      "NW4133", fmt::format("the records of {} in '{}' are of another computation and are left out", task, path));
  d.because = {"the hash of the computation in the file is not that of the script"};
  return d;
}

Diagnostic unmatched_record(const std::string& task, const std::string& nearest,
                            const std::vector<std::string>& differences) {
  Diagnostic d = warning("NW4134", fmt::format("the records of {} fit no task", task));
  if (!nearest.empty()) d.because.push_back(fmt::format("the nearest task is {}", nearest));
  d.because.insert(d.because.end(), differences.begin(), differences.end());
  return d;
}

Diagnostic task_without_record(const std::string& task) {
  return warning("NW4134", fmt::format("there is no valid record of {}; its schedule stays", task));
}

Diagnostic only_for_given_sizes(const std::string& task) {
  return warning("NW4134",
                 fmt::format("the best schedule of {} is legal for the given sizes only; the project keeps its "
                             "schedule for all sizes",
                             task));
}

Diagnostic none_legal(const std::string& kernel, const std::vector<std::string>& why) {
  Diagnostic d = error("NW4135", fmt::format("no candidate for {} was legal", kernel));
  d.because = why;
  return d;
}

Diagnostic stopped_too_early(const std::string& kernel, double seconds) {
  Diagnostic d = error(
      "NW4136", fmt::format("the search for {} ended after {:.3g} s, before its first measurement", kernel, seconds));
  d.legal = {"a larger value of --seconds"};
  return d;
}

Diagnostic no_kept_line(int line, const std::vector<std::string>& steps) {
  Diagnostic d = error("NW4137", fmt::format("--keep names line {}, which is no step of the schedule", line));
  d.legal = steps;
  return d;
}

Diagnostic bad_knob(int line, const std::string& text, const std::string& why) {
  Diagnostic d = error("NW4138", fmt::format("'# tune: {}' is no list of values: {}", text, why));
  d.where = {at_line(line)};
  d.legal = {"# tune: factors",  "# tune: factors max=64", "# tune: 4 8 16",
             "# tune: optional", "# tune: order",          "# tune: at any"};
  return d;
}

Diagnostic inexpressible_record(const std::string& task, int64_t trial, const std::string& form,
                                const std::vector<std::string>& why) {
  Diagnostic d = warning("NW4139", fmt::format("trial {} of {} is not written in {}", trial, task, form));
  d.because = why;
  return d;
}

Diagnostic no_expressible_record(size_t records, const std::string& form) {
  Diagnostic d = error("NW4139", records == 1 ? fmt::format("the only record cannot be written in {}", form)
                                              : fmt::format("none of {} records can be written in {}", records, form));
  d.because = {"a record is written only if the tool can express its whole schedule: its time is that schedule's"};
  return d;
}

Diagnostic unlike_machines(const std::string& first, const std::string& second,
                           const std::vector<std::string>& differences) {
  Diagnostic d =
      error("NW4140", fmt::format("{} and {} cannot share a search: they are unlike machines", first, second));
  d.because = differences;
  d.because.emplace_back("times of unlike machines say nothing of each other");
  d.legal = {fmt::format("--target {}", first), fmt::format("--target {}", second)};
  return d;
}

Diagnostic computes_something_else(const std::string& kernel, const Diagnostics& how) {
  Diagnostic d =
      error("NW9105", fmt::format("a candidate schedule of {} computes something else than its computation", kernel));
  for (const Diagnostic& each : how)
    if (each.severity == Severity::Error) d.because.push_back(each.message);
  d.because.push_back("this is a fault of Nestwright; the candidate is in the records, and is not used");
  return d;
}

}  // namespace nw::tune
