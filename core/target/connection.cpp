// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/connection.h"

#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/json_text.h"
#include "base/local_cpu.h"
#include "target/diagnostics.h"
#include "target/json_file.h"

namespace nw::target {

using nlohmann::json;

namespace {

std::string emulated_id(const Plugin& plugin, const EmulatedDevice& device) {
  return plugin.manifest.id + ":" + device.device;
}

TargetFacts named_only(const std::string& id, const std::string& plugin) {
  TargetFacts facts;
  facts.id = id;
  facts.plugin = plugin;
  return facts;
}

std::map<std::string, std::string> static_runners(const Folders& folders) {
  std::map<std::string, std::string> runners;
  for (const char* machine : {"aarch64", "riscv64", "x86_64"})
    if (std::string path = folders.static_runner(machine); ::access(path.c_str(), R_OK) == 0)
      runners[machine] = std::move(path);
  return runners;
}

// Other plugins than the built-in one need a runner that is installed on the far side, with its plugins.
Result<Carrier> ssh_carrier_of(const Folders& folders, const UserTarget& target) {
  const SshHost ssh{target.host, target.options};
  if (!target.runner.empty()) return ssh_carrier(ssh, target.runner);
  if (target.plugin == kCpuPlugin) return ssh_carrier(ssh, static_runners(folders));
  return ssh_carrier(ssh, std::string("nestwright-runner"));
}

// As the library was when the user trusted it, or not at all.
void load_library(Carrier& carrier, const Plugin& plugin) {
  carrier.argv.emplace_back(plugin.manifest.confined ? "--library" : "--unconfined-library");
  carrier.argv.push_back(plugin.manifest.library);
  if (!plugin.trusted_sha256.empty()) carrier.argv.insert(carrier.argv.end(), {"--sha256", plugin.trusted_sha256});
}

}  // namespace

json to_json(const Connection& connection) {
  return {{"id", connection.id},
          {"facts", to_json(connection.facts)},
          {"facts_known", connection.facts_known},
          {"carrier", to_json(connection.carrier)},
          {"plugin", connection.plugin},
          {"device", connection.device},
          {"settings", connection.settings}};
}

Result<Connection> connection_from_json(const json& from) {
  Connection connection;
  try {
    from.at("id").get_to(connection.id);
    from.at("facts_known").get_to(connection.facts_known);
    connection.carrier = carrier_from_json(from.at("carrier"));
    from.at("plugin").get_to(connection.plugin);
    from.at("device").get_to(connection.device);
    connection.settings = from.at("settings").get_ref<const json::object_t&>();
    Result<TargetFacts> facts = target_facts_from_json(from.at("facts"));
    if (!facts.value) return std::move(facts.diagnostics);
    connection.facts = std::move(*facts);
  } catch (const json::exception& error) {
    return bad_connection(error.what());
  }
  return connection;
}

Result<TargetFacts> emulated_facts(const Plugin& plugin, const EmulatedDevice& device) {
  JsonFile file = read_json_file(device.facts, kLargestManifest);
  if (!file.readable()) {
    const KeyProblem& problem = file.problems.front();
    return bad_manifest(device.facts, problem.what, problem.key, problem.line);
  }
  Result<TargetFacts> facts = target_facts_from_json(file.json);
  if (!facts.value) return facts;
  facts->id = emulated_id(plugin, device);
  facts->plugin = plugin.manifest.id;
  facts->version = plugin.manifest.version;
  return facts;
}

Result<Connection> connect_emulated(const Installed& installed, const Plugin& plugin, const EmulatedDevice& device) {
  Connection connection;
  connection.id = emulated_id(plugin, device);
  Result<TargetFacts> facts = emulated_facts(plugin, device);
  if (!facts.value) return std::move(facts.diagnostics);
  connection.facts = std::move(*facts);
  const std::string& counters = plugin.manifest.counters;
  Emulation emulation{installed.folders.find_program(device.emulator), device.arguments,
                      counters.empty() ? counters : installed.folders.libraries + "/" + counters,
                      installed.folders.static_runner(device.runner)};
  if (emulation.emulator.empty()) return emulator_missing(connection.id, device.emulator, device.package);
  if (::access(emulation.runner.c_str(), R_OK) != 0) return emulator_missing(connection.id, emulation.runner, {});
  Diagnostics notes;
  if (!counters.empty() && ::access(emulation.counters.c_str(), R_OK) != 0) {
    notes.push_back(nothing_counted(connection.id, emulation.counters));
    emulation.counters.clear();
  }
  if (emulation.counters.empty()) connection.facts.counters.clear();  // it runs, and nothing is counted
  connection.carrier = emulated_carrier(emulation);
  connection.plugin = kCpuPlugin;
  return {std::move(connection), std::move(notes)};
}

Result<Connection> connect_here(const Installed& installed, const std::string& id, const std::string& plugin,
                                const std::string& device) {
  const Plugin* found = usable_plugin(installed.plugins, plugin);
  if (!found) {
    for (const Plugin& each : installed.plugins)
      if (each.manifest.id == plugin) return each.problems;
    std::vector<std::string> known;
    for (const Plugin& each : installed.plugins) known.push_back(each.manifest.id);
    return no_such_target(id, known);
  }
  const Manifest& manifest = found->manifest;
  if (!manifest.devices.empty()) {
    const auto emulated = std::ranges::find(manifest.devices, device, &EmulatedDevice::device);
    if (emulated != manifest.devices.end()) {
      Result<Connection> connection = connect_emulated(installed, *found, *emulated);
      if (connection.value) connection->id = id;
      return connection;
    }
    std::vector<std::string> known;
    for (const EmulatedDevice& each : manifest.devices) known.push_back(emulated_id(*found, each));
    return no_such_target(id, known);
  }
  Connection connection;
  connection.id = id;
  connection.plugin = plugin;
  connection.device = device;
  connection.carrier = child_carrier(installed.folders.runner());
  connection.carrier.files.push_back(manifest.library);
  if (plugin != kCpuPlugin) load_library(connection.carrier, *found);  // the runner looks for that one by itself
  connection.settings = manifest.settings_with(json::object());
  connection.facts_known = plugin == kCpuPlugin && device.empty();
  connection.facts = connection.facts_known ? local_cpu_facts() : named_only(id, plugin);
  return connection;
}

Connection local_connection(const std::string& program_folder) {
  Connection local;
  local.id = kLocalCpu;
  local.facts = local_cpu_facts();
  local.carrier = child_carrier(program_folder + "/nestwright-runner");
  local.plugin = kCpuPlugin;
  local.carrier.files.push_back(program_folder + "/../lib/nestwright/targets/nwt_cpu.so");
  return local;
}

Result<Connection> connect_user_target(const Installed& installed, const UserTarget& target) {
  if (target.carrier.empty()) return described_only(target.name);
  Connection connection;
  if (target.carrier == "child") {
    Result<Connection> here = connect_here(installed, target.name, target.plugin, target.device);
    if (!here.value) return here;
    connection = std::move(*here);
    if (Carrier& carrier = connection.carrier; !target.runner.empty() && carrier.kind == "child")
      carrier.argv.front() = carrier.files.front() = target.runner;
  } else {
    const std::string runner = target.runner.empty() ? installed.folders.runner() : target.runner;
    Result<Carrier> carrier =
        target.carrier == "ssh" ? ssh_carrier_of(installed.folders, target) : command_carrier(target.command, runner);
    if (!carrier.value) return std::move(carrier.diagnostics);
    connection.carrier = std::move(*carrier);
    connection.plugin = target.plugin;
    connection.device = target.device;
    connection.facts_known = false;
    connection.facts = named_only(target.name, target.plugin);
  }
  connection.id = target.name;
  connection.settings.update(target.settings);
  if (target.facts) {
    connection.facts = *target.facts;
    connection.facts_known = true;
  }
  connection.facts.id = target.name;
  return connection;
}

}  // namespace nw::target
