// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/registry.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/local_cpu.h"
#include "target/diagnostics.h"
#include "target/trust.h"

namespace nw::target {

namespace {

constexpr const char* kFound = "found";
constexpr const char* kFailed = "failed";
constexpr const char* kOff = "off";

// The state of a row by what connecting it would start, and what is known of its facts.
void fill_row(Target& row, Result<Connection> connection) {
  row.problems = std::move(connection.diagnostics);
  const bool elsewhere = row.carrier == "ssh" || row.carrier == "command";
  if (row.state.empty()) row.state = !connection.value ? kFailed : elsewhere && !row.facts ? kOff : kFound;
  if (!row.problems.empty()) row.why = row.problems.front().message;
  if (row.state == kOff) row.why = "nobody has connected to it yet";
  if (connection.value) {
    row.carrier = connection->carrier.kind;
    row.host = connection->carrier.host;
    if (!row.facts && connection->facts_known) row.facts = std::move(connection->facts);
  }
  if (!row.facts) return;
  row.kind = row.facts->kind;
  if (row.name.empty()) row.name = row.facts->name;
}

template <class Rows>
auto with_id(Rows& rows, const std::string& id) {
  return std::ranges::find_if(rows, [&](const auto& row) { return row.id == id; });
}

}  // namespace

Registry Registry::load(const Folders& folders) {
  Registry registry;
  registry.folders_ = folders;
  Result<Trust> trust = read_trust(folders.trust_file());
  registry.diagnostics_ = std::move(trust.diagnostics);
  registry.plugins_ = find_plugins(folders, *trust);
  UserTargets own = read_user_targets(folders.targets_file());
  append(registry.diagnostics_, std::move(own.problems));
  registry.user_targets_ = std::move(own.targets);
  registry.list_targets();
  return registry;
}

void Registry::list_targets() {
  Target cpu;
  cpu.id = kLocalCpu;
  cpu.plugin = kCpuPlugin;
  cpu.facts = local_cpu_facts();
  if (const Plugin* plugin = usable_plugin(plugins_, kCpuPlugin)) cpu.version = plugin->manifest.version;
  cpu.facts->plugin = cpu.plugin;
  cpu.facts->version = cpu.version;
  fill_row(cpu, connect_here(installed(), kLocalCpu, kCpuPlugin, {}));
  targets_.push_back(std::move(cpu));
  for (const Plugin& plugin : plugins_)
    if (plugin.manifest.id != kCpuPlugin && plugin.state != "hidden" && !plugin.manifest.sha256.empty())
      list_plugin(plugin);
  for (const UserTarget& target : user_targets_) list_user_target(target);
}

void Registry::list_plugin(const Plugin& plugin) {
  Target row;
  row.plugin = plugin.manifest.id;
  row.version = plugin.manifest.version;
  if (!plugin.usable() || plugin.manifest.devices.empty()) {  // its devices are not known before it is loaded
    row.id = plugin.manifest.id;
    row.name = Manifest::text(plugin.manifest.name);
    row.state = plugin.state;
    fill_row(row,
             plugin.usable() ? connect_here(installed(), row.id, row.id, {}) : Result<Connection>(plugin.problems));
    targets_.push_back(std::move(row));
    return;
  }
  for (const EmulatedDevice& device : plugin.manifest.devices) {
    Target each = row;
    each.id = plugin.manifest.id + ":" + device.device;
    each.facts = emulated_facts(plugin, device).value;
    fill_row(each, connect_emulated(installed(), plugin, device));
    targets_.push_back(std::move(each));
  }
}

void Registry::list_user_target(const UserTarget& target) {
  Target row;
  row.id = target.name;
  row.plugin = target.plugin;
  row.carrier = target.carrier;
  row.host = target.host;
  row.facts = target.facts;
  if (target.carrier.empty()) row.state = "described";
  if (target.carrier == "child" && !usable_plugin(plugins_, target.plugin)) {
    const auto plugin = std::ranges::find_if(plugins_, [&](const Plugin& p) { return p.manifest.id == target.plugin; });
    if (plugin != plugins_.end()) row.state = plugin->state;
  }
  fill_row(row, connect_user_target(installed(), target));
  if (row.facts) row.facts->id = target.name;
  if (row.name.empty()) row.name = to_string(Address{{}, {}, target.plugin, target.device});
  targets_.push_back(std::move(row));
}

const UserTarget* Registry::user_target(const std::string& name) const {
  const auto found = std::ranges::find(user_targets_, name, &UserTarget::name);
  return found == user_targets_.end() ? nullptr : &*found;
}

std::vector<std::string> Registry::ids() const {
  std::vector<std::string> all;
  for (const Target& target : targets_) all.push_back(target.id);
  return all;
}

Result<Connection> Registry::find(const std::string& text) const {
  if (const UserTarget* own = user_target(text)) return connect_user_target(installed(), *own);
  const Result<Address> address = parse_address(text);
  if (!address.value) return address.diagnostics;
  if (address->carrier.empty()) return find_listed(text);
  UserTarget target;
  target.name = text;
  target.carrier = address->carrier;
  target.host = address->host;
  target.plugin = address->plugin;
  target.device = address->device;
  return connect_user_target(installed(), target);
}

Result<Connection> Registry::find_listed(const std::string& id) const {
  if (const UserTarget* own = user_target(id)) return connect_user_target(installed(), *own);
  const Result<Address> address = parse_address(id);
  const auto has_plugin = [&](const Plugin& plugin) { return plugin.manifest.id == address->plugin; };
  if (!address.value || !address->carrier.empty() ||
      (std::ranges::none_of(plugins_, has_plugin) && with_id(targets_, id) == targets_.end())) {
    Diagnostic missing = no_such_target(id, ids());
    for (const Diagnostic& unread : diagnostics_) missing.because.push_back(unread.message);  // it may be named there
    return missing;
  }
  return connect_here(installed(), id, address->plugin, address->device);
}

Result<TargetFacts> Registry::facts(const std::string& text) const {
  if (const auto row = with_id(targets_, text); row != targets_.end()) {
    if (row->facts) return *row->facts;
    if (!row->problems.empty()) return row->problems;
    return facts_not_known(text);
  }
  Result<Connection> connection = find(text);
  if (!connection.value) return std::move(connection.diagnostics);
  if (!connection->facts_known) return facts_not_known(text);
  return std::move(connection->facts);
}

Diagnostics Registry::after(Diagnostics change) {
  if (!has_errors(change)) *this = load(folders_);
  return change;
}

// A target of this machine needs a plugin that is installed here, and where that lists its devices one of them.
Diagnostics Registry::check_served_here(const UserTarget& target) const {
  if (target.carrier != "child" || target.plugin == kCpuPlugin) return {};
  std::vector<std::string> plugins, devices;
  for (const Plugin& plugin : plugins_) {
    plugins.push_back(plugin.manifest.id);
    if (plugin.manifest.id != target.plugin) continue;
    for (const EmulatedDevice& device : plugin.manifest.devices)
      devices.push_back(plugin.manifest.id + ":" + device.device);
    const std::string wanted = target.device.empty() ? target.plugin : target.plugin + ":" + target.device;
    if (devices.empty() || std::ranges::find(devices, wanted) != devices.end()) return {};
    return {no_such_target(wanted, devices)};
  }
  return {no_such_plugin(target.plugin, plugins)};
}

Diagnostics Registry::add(const UserTarget& target) {
  const auto has_name = [&](const Plugin& plugin) { return plugin.manifest.id == target.name; };
  if (target.name == kLocalCpu || std::ranges::any_of(plugins_, has_name))
    return {not_added(target.name, "a plugin has that name")};
  if (user_target(target.name)) return {not_added(target.name, "there is one of that name already")};
  if (Diagnostics wrong = check_user_target(target); !wrong.empty()) return wrong;
  if (Diagnostics missing = check_served_here(target); !missing.empty()) return missing;
  return after(write_user_target(folders_, target));
}

Diagnostics Registry::replace(const UserTarget& target) {
  return user_target(target.name) ? after(write_user_target(folders_, target)) : add(target);
}

Diagnostics Registry::remember(const std::string& name, const TargetFacts& facts) {
  const UserTarget* own = user_target(name);
  if (!own || own->facts == facts) return {};
  UserTarget changed = *own;
  changed.facts = facts;
  return after(write_user_target(folders_, changed));
}

Diagnostics Registry::remove(const std::string& name) {
  if (user_target(name)) return after(erase_user_target(folders_, name));
  std::vector<std::string> names;
  for (const UserTarget& target : user_targets_) names.push_back(target.name);
  Diagnostic d = no_such_target(name, names);
  if (with_id(targets_, name) != targets_.end()) d.because = {"targets of plugins cannot be removed"};
  return {std::move(d)};
}

Diagnostics Registry::trust(const std::string& id) {
  const Plugin* other = nullptr;
  for (const Plugin& plugin : plugins_) {
    if (plugin.manifest.id != id) continue;
    if (plugin.state == "not trusted") return after(trust_plugin(folders_, plugin.manifest));
    other = &plugin;
  }
  if (other) return other->trusted ? Diagnostics() : other->problems;
  std::vector<std::string> known;
  for (const Plugin& plugin : plugins_) known.push_back(plugin.manifest.id);
  return {no_such_plugin(id, known)};
}

Diagnostics Registry::revoke(const std::string& id) {
  const Result<Trust> trust = read_trust(folders_.trust_file());
  if (trust.value && std::ranges::find(trust->plugins, id, &TrustedPlugin::id) != trust->plugins.end())
    return after(revoke_plugin(folders_, id));
  std::vector<std::string> known;
  for (const TrustedPlugin& plugin : trust->plugins) known.push_back(plugin.id);
  return {no_such_plugin(id, known)};
}

}  // namespace nw::target
