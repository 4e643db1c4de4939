// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/diagnostics.h"

#include <fmt/format.h>

#include "base/nearest.h"
#include "target/sdk/nestwright/target.h"

namespace nw::target {

namespace {

Diagnostic problem(const char* code, std::string message) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  return d;
}

// A place in a file, in a sentence: "line 3, 'devices[0].facts': ".
std::string key_and_line(const std::string& key, int line) {
  std::string text;
  if (line > 0) text = fmt::format("line {}", line);
  if (!key.empty()) text += fmt::format("{}'{}'", text.empty() ? "" : ", ", key);
  return text.empty() ? text : text + ": ";
}

Place in_file(const std::string& path, int line) {
  Place place;
  place.file = path;
  if (line > 0) place.span = {line, 1, 0};
  return place;
}

Diagnostic no_such(const char* what, std::string_view wanted, const std::vector<std::string>& known) {
  const std::vector<std::string> near = nearest(wanted, known, 3);
  Diagnostic d = problem("NW4201", fmt::format("there is no {} '{}'", what, wanted.substr(0, 200)));
  if (!near.empty()) d.message += fmt::format("; did you mean '{}'?", near.front());
  d.legal = near.empty() ? known : near;
  return d;
}

}  // namespace

Diagnostic no_such_target(std::string_view wanted, const std::vector<std::string>& known) {
  return no_such("target", wanted, known);
}

Diagnostic no_such_plugin(std::string_view wanted, const std::vector<std::string>& known) {
  return no_such("plugin", wanted, known);
}

Diagnostic library_unusable(const std::string& library, const std::string& why) {
  return problem("NW4202", fmt::format("the plugin's library '{}' cannot be loaded: {}", library, why));
}

Diagnostic other_interface(const std::string& plugin, const std::string& abi) {
  return problem(
      "NW4203",
      fmt::format("the plugin '{}' was built for version {} of the plugin interface, and this program has {}.{}",
                  plugin, abi, NWT_ABI_MAJOR, NWT_ABI_MINOR));
}

Diagnostic not_trusted(const std::string& plugin, const std::string& manifest) {
  Diagnostic d = problem("NW4206", fmt::format("the plugin '{}' is not trusted, or has changed since it was", plugin));
  d.where.push_back(in_file(manifest, 0));
  d.because = {fmt::format("its manifest is {}", manifest)};
  d.legal = {fmt::format("nestwright-cli targets trust {}", plugin)};
  return d;
}

Diagnostic bad_manifest(const std::string& path, const std::string& why, const std::string& key, int line) {
  Diagnostic d =
      problem("NW4207", fmt::format("the manifest '{}' cannot be used: {}{}", path, key_and_line(key, line), why));
  d.where.push_back(in_file(path, line));
  return d;
}

Diagnostic not_reached(const std::string& host, const std::string& why, const std::string& words) {
  Diagnostic d = problem("NW4208", fmt::format("'{}' cannot be reached: {}", host, why));
  if (!words.empty()) d.because.push_back(words);
  return d;
}

Diagnostic emulator_missing(const std::string& target, const std::string& program, const std::string& package) {
  Diagnostic d = problem("NW4216", fmt::format("{} runs in an emulator, and '{}' is not there", target, program));
  if (!package.empty()) d.legal = {fmt::format("install the package {}", package)};
  return d;
}

Diagnostic nothing_counted(const std::string& target, const std::string& counters) {
  Diagnostic d = problem("NW4217", fmt::format("{} runs, and nothing is counted: there is no '{}'", target, counters));
  d.severity = Severity::Note;
  d.because = {"the emulator counts by a plugin, which is taken from where this program is installed and nowhere else"};
  d.legal = {"install Nestwright again"};
  return d;
}

Diagnostic described_only(const std::string& target) {
  return problem(
      "NW4219", fmt::format("{} is described only: kernels are compiled and checked for it, and nothing runs", target));
}

Diagnostic bad_user_file(const std::string& path, const std::string& why, const std::string& key, int line) {
  Diagnostic d = problem("NW4220", fmt::format("'{}' cannot be used: {}{}", path, key_and_line(key, line), why));
  d.where.push_back(in_file(path, line));
  return d;
}

Diagnostic facts_not_known(const std::string& target) {
  Diagnostic d = problem("NW4221", fmt::format("the facts of {} are not known before it has been connected", target));
  d.legal = {"a JSON file with its facts"};
  return d;
}

Diagnostic not_added(const std::string& name, const std::string& why, std::vector<std::string> legal) {
  Diagnostic d = problem("NW4222", fmt::format("the target '{}' cannot be added: {}", name, why));
  d.legal = std::move(legal);
  return d;
}

Diagnostic bad_connection(const std::string& why) {
  Diagnostic d = problem("NW4060", "the request to the worker cannot be read");
  d.because.push_back(why);
  return d;
}

}  // namespace nw::target
