// SPDX-License-Identifier: GPL-3.0-or-later
// `targets`: the targets that can be named, their facts, and the user's own list.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/diagnostic_json.h"
#include "base/json_text.h"
#include "commands.h"
#include "settings.h"
#include "target/address.h"
#include "target/child_process.h"
#include "target/deployment.h"
#include "target/probe.h"
#include "target/registry.h"
#include "target_json.h"

namespace nw::cli {

using nlohmann::json;
using target::Registry;

namespace {

Registry registry_here() {
  return Registry::load(target::folders_of_this_process());
}

struct TargetArguments {
  bool plugins = false, probe = false;
  std::string id;  // of show, remove, trust
  bool purge = false, revoke = false;
  std::vector<std::string> only;  // of check
  double deadline = 0;            // of check, seconds; 0: its own
  target::UserTarget added;
  std::string device, facts;          // "PLUGIN[:DEVICE]", a file
  std::vector<std::string> settings;  // "KEY=VALUE"
};

Outcome wrong_usage(const std::string& message) {
  Outcome outcome;
  Diagnostic d;
  d.code = "NW4002";
  d.message = message;
  outcome.diagnostics.push_back(std::move(d));
  outcome.exit = 2;
  return outcome;
}

// The row of a target as it is now.
void show_target(const Registry& registry, const std::string& id, Outcome& outcome) {
  for (const target::Target& row : registry.targets())
    if (row.id == id) {
      outcome.json["target"] = target_json(row);
      outcome.text += targets_text({row});
    }
}

// The first problem with its cause, which is what somebody else's program said.
std::string why_of(const Diagnostics& problems) {
  if (problems.empty()) return {};
  const Diagnostic& first = problems.front();
  return fmt::format("{}{}{}", first.message, first.because.empty() ? "" : ": ", fmt::join(first.because, "; "));
}

void note_probe(Registry& registry, target::Target& row, Result<target::Connection> found) {
  row.problems = std::move(found.diagnostics);
  row.state = found.value && !has_errors(row.problems) ? "ready" : "failed";
  row.why = why_of(row.problems);
  if (!found.value) return;
  row.facts = found->facts;
  append(row.problems, registry.remember(row.id, found->facts));
}

// Connects to the targets, has each look for its device, and keeps what they say. The rows say how it went.
void probe(Registry& registry, std::vector<target::Target>& rows) {
  std::vector<target::Target*> probed;
  std::vector<target::Connection> connections;
  for (target::Target& row : rows) {
    if (row.state != "found" && row.state != "off") continue;
    Result<target::Connection> connection = registry.find(row.id);
    if (!connection.value) {
      note_probe(registry, row, std::move(connection));
      continue;
    }
    probed.push_back(&row);
    connections.push_back(std::move(*connection));
  }
  std::vector<Result<target::Connection>> found = target::with_facts_of_all(connections, {});
  for (size_t i = 0; i < found.size(); ++i) note_probe(registry, *probed[i], std::move(found[i]));
}

Outcome list_all(const TargetArguments& a) {
  Outcome outcome;
  Registry registry = registry_here();
  outcome.diagnostics = registry.diagnostics();
  outcome.json = {{"targets", json::array()}, {"plugins", json::array()}};
  std::vector<target::Target> rows = registry.targets();
  if (a.probe) probe(registry, rows);
  for (const target::Target& each : rows) outcome.json["targets"].push_back(target_json(each));
  for (const target::Plugin& each : registry.plugins()) outcome.json["plugins"].push_back(plugin_json(each));
  outcome.text = targets_text(rows);
  if (a.plugins) outcome.text += plugins_text(registry.plugins());
  return outcome;
}

Outcome show(const TargetArguments& a) {
  Outcome outcome;
  const std::optional<TargetFacts> facts = read_target(a.id, outcome);
  if (!facts) return outcome;
  outcome.json["facts"] = to_json(*facts);
  outcome.json["facts_hash"] = facts_hash(*facts);
  outcome.text = outcome.json["facts"].dump(2, ' ', false, json::error_handler_t::replace) + "\n";
  return outcome;
}

// Of a plugin that is not installed here, a value is what it looks like.
std::optional<json> setting_value(const target::Setting* setting, const std::string& text) {
  if (setting) return setting->read(text);
  json read = read_json(text);
  return read.is_number() || read.is_boolean() ? std::move(read) : json(text);
}

// What is wrong with the values of --set; empty: they are in the target.
std::string read_settings(const std::vector<std::string>& texts, const target::Plugin* plugin,
                          target::UserTarget& added) {
  for (const std::string& text : texts) {
    const size_t equals = text.find('=');
    if (equals == text.npos || equals == 0) return fmt::format("--set expects KEY=VALUE, not '{}'", text);
    const std::string key = text.substr(0, equals);
    const target::Setting* setting = nullptr;
    if (plugin) {
      const auto& known = plugin->manifest.settings;
      const auto found = std::ranges::find(known, key, &target::Setting::key);
      if (found == known.end()) return fmt::format("the plugin '{}' has no setting '{}'", added.plugin, key);
      setting = &*found;
    }
    std::optional<json> value = setting_value(setting, text.substr(equals + 1));
    if (!value) return fmt::format("--set {}: that is no {}", text, setting->type);
    added.settings[key] = std::move(*value);
  }
  return {};
}

Outcome add(const TargetArguments& a) {
  Outcome outcome;
  Registry registry = registry_here();
  target::UserTarget added = a.added;
  if (!a.device.empty()) {
    const Result<target::Address> address = target::parse_address(a.device);
    if (!address.value || !address->carrier.empty())
      return wrong_usage(fmt::format("--device expects PLUGIN[:DEVICE], not '{}'", a.device));
    added.plugin = address->plugin;
    added.device = address->device;
  }
  const bool here = added.carrier == "child";
  const target::Plugin* plugin = here ? target::usable_plugin(registry.plugins(), added.plugin) : nullptr;
  if (const std::string wrong = read_settings(a.settings, plugin, added); !wrong.empty()) return wrong_usage(wrong);
  if (!a.facts.empty()) {
    added.facts = read_target(a.facts, outcome);
    if (!added.facts) return outcome;
  }
  Diagnostics before = registry.diagnostics();
  outcome.diagnostics = registry.add(added);
  if (has_errors(outcome.diagnostics)) return outcome;
  for (Diagnostic& each : before) each.severity = Severity::Warning;  // what was there is kept beside the new list
  append(outcome.diagnostics, std::move(before));
  show_target(registry, added.name, outcome);
  return outcome;
}

Outcome remove(const TargetArguments& a) {
  Outcome outcome;
  Registry registry = registry_here();
  const target::UserTarget* own = registry.user_target(a.id);
  if (own && a.purge && own->carrier == "ssh" && own->runner.empty())
    outcome.diagnostics = target::purge({own->host, own->options});
  if (has_errors(outcome.diagnostics)) return outcome;
  show_target(registry, a.id, outcome);
  append(outcome.diagnostics, registry.remove(a.id));
  outcome.text = has_errors(outcome.diagnostics) ? "" : fmt::format("removed {}\n", a.id);
  return outcome;
}

Outcome trust(const TargetArguments& a) {
  Outcome outcome;
  Registry registry = registry_here();
  outcome.diagnostics = a.revoke ? registry.revoke(a.id) : registry.trust(a.id);
  for (const target::Plugin& plugin : registry.plugins()) {
    if (plugin.manifest.id != a.id || plugin.state == "hidden") continue;
    outcome.json["plugin"] = plugin_json(plugin);
    outcome.text = plugins_text({plugin});
  }
  for (const target::Target& row : registry.targets())
    if (row.plugin == a.id && !outcome.json.contains("target")) outcome.json["target"] = target_json(row);
  return outcome;
}

// As nestwright-plugin-check has it, in a process of its own: it writes kernels, which this program does not.
Outcome check(const TargetArguments& a) {
  Outcome outcome;
  std::vector<std::string> argv{target::folders_of_this_process().programs + "/nestwright-plugin-check", a.id,
                                "--json"};
  for (const std::string& name : a.only) argv.insert(argv.end(), {"--only", name});
  if (a.deadline > 0) argv.insert(argv.end(), {"--deadline", fmt::format("{}", a.deadline)});
  constexpr double kLongest = 3600;  // seconds
  const target::EndedProcess ended = target::run_to_end(argv, {}, kLongest);
  json report = read_json(ended.output);
  if (ended.exit < 0 || !report.is_object()) {
    Outcome failed = wrong_usage(ended.exit < 0 ? argv[0] + ": " + ended.problem : ended.errors);
    if (ended.exit != 2) failed.exit = 3;
    return failed;
  }
  if (const auto problems = report.find("diagnostics"); problems != report.end()) {
    for (const json& each : *problems) outcome.diagnostics.push_back(diagnostic_from_json(each));
    report.erase(problems);
  }
  for (const json& row : report.value("checks", json::array())) {
    outcome.text += fmt::format("{:7} {:32} {:9.1f} ms\n", row.at("state").get<std::string>(),
                                row.at("name").get<std::string>(), row.at("ms").get<double>());
    if (const auto why = row.at("why").get<std::string>(); !why.empty()) outcome.text += "        " + why + "\n";
  }
  if (report.contains("checks"))
    outcome.text += fmt::format("{} passed, {} failed, {} skipped\n", report.value("passed", 0),
                                report.value("failed", 0), report.value("skipped", 0));
  outcome.json = std::move(report);
  outcome.exit = ended.exit;
  return outcome;
}

void add_adding(CLI::App& app, TargetArguments& a) {
  target::UserTarget& added = a.added;
  app.add_option("NAME", added.name, "what the target is to be called")->required();
  app.add_option("COMMAND", added.command, "after --: the arguments that start a runner; {runner} is its path");
  app.add_option("--carrier", added.carrier, "how it is reached; without one it is described by --facts only")
      ->check(CLI::IsMember({"child", "ssh", "command"}));
  app.add_option("--host", added.host, "[USER@]HOST, for ssh");
  app.add_option("--ssh-option", added.options, "-oKEY=VALUE, for ssh; may be repeated")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--runner", added.runner, "path of the runner there (default: ours, copied there)");
  app.add_option("--device", a.device, "PLUGIN[:DEVICE] (default: cpu)");
  app.add_option("--set", a.settings, "KEY=VALUE: a setting of the plugin")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--facts", a.facts, "a JSON file with its facts, or a target that has the same");
}

}  // namespace

Run add_targets(CLI::App& app) {
  auto a = std::make_shared<TargetArguments>();
  app.add_flag("--plugins", a->plugins, "list the plugins too");
  app.add_flag("--probe", a->probe, "connect to each, and keep what the targets of your list say of themselves");
  app.require_subcommand(0, 1);
  const auto subcommand = [&](const char* name, const char* help) {
    CLI::App* sub = app.add_subcommand(name, help);
    sub->fallthrough();
    return sub;
  };
  CLI::App* const showing = subcommand("show", "the facts of a target");
  showing->add_option("ID", a->id, "a target, or a JSON file with facts")->required();
  CLI::App* const adding = subcommand("add", "add a target to your list");
  add_adding(*adding, *a);
  CLI::App* const removing = subcommand("remove", "remove a target from your list");
  removing->add_option("NAME", a->id, "as `targets add` named it")->required();
  removing->add_flag("--purge", a->purge, "delete what was copied to its machine, first");
  CLI::App* const trusting = subcommand("trust", "trust a plugin as it is now");
  trusting->add_option("PLUGIN", a->id, "the plugin's id")->required();
  trusting->add_flag("--revoke", a->revoke, "trust it no more");
  CLI::App* const checking = subcommand("check", "check whether a plugin keeps to the plugin interface");
  checking->add_option("WHAT", a->id, "a target, or the path of a plugin's library or manifest")->required();
  checking->add_option("--only", a->only, "a check or a group of checks, as memory or memory.apart; may be repeated")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  checking->add_option("--deadline", a->deadline, "seconds that one check may take")->check(CLI::PositiveNumber);
  return [=] {
    if (checking->parsed()) return check(*a);
    if (showing->parsed()) return show(*a);
    if (adding->parsed()) return add(*a);
    if (removing->parsed()) return remove(*a);
    if (trusting->parsed()) return trust(*a);
    return list_all(*a);
  };
}

}  // namespace nw::cli
