// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/user_targets.h"

#include <fmt/format.h>

#include <algorithm>

#include "target/address.h"
#include "target/carrier.h"
#include "target/diagnostics.h"
#include "target/user_files.h"

namespace nw::target {

using nlohmann::json;

namespace {

constexpr const char* kListSchema = "nestwright-targets";

json entry_of(const UserTarget& target) {
  json entry = {{"name", target.name}, {"plugin", target.plugin}};
  const std::pair<const char*, std::string> texts[] = {
      {"carrier", target.carrier}, {"host", target.host}, {"runner", target.runner}, {"device", target.device}};
  for (const auto& [key, text] : texts)
    if (!text.empty()) entry[key] = text;
  if (!target.options.empty()) entry["options"] = target.options;
  if (!target.command.empty()) entry["command"] = target.command;
  if (!target.settings.empty()) entry["settings"] = target.settings;
  if (target.facts) entry["facts"] = to_json(*target.facts);
  return entry;
}

UserTarget read_entry(JsonObject& entry) {
  UserTarget target;
  entry.get("name", target.name);
  entry.get("carrier", target.carrier);
  entry.get("host", target.host);
  entry.get("options", target.options);
  entry.get("command", target.command);
  entry.get("runner", target.runner);
  entry.get("plugin", target.plugin);
  entry.get("device", target.device);
  entry.get("settings", target.settings, json::value_t::object);
  if (entry.has("facts")) {
    Result<TargetFacts> facts = target_facts_from_json(entry.value("facts"));
    if (!facts.value) entry.refuse("facts", facts.diagnostics.front().message);
    target.facts = std::move(facts.value);
  }
  for (const Diagnostic& wrong : check_user_target(target)) entry.refuse("", wrong.message);
  return target;
}

}  // namespace

Diagnostics check_user_target(const UserTarget& target) {
  const std::string& name = target.name;
  if (!is_plain_name(name)) return {not_added(name, "a name has letters, digits, '.', '_' and '-', at most 64")};
  if (!is_plain_name(target.plugin))
    return {not_added(name, fmt::format("'{}' is no name of a plugin", target.plugin))};
  if (!target.device.empty() && !is_device_name(target.device))
    return {not_added(name, fmt::format("'{}' is no name of a device", target.device))};
  if (target.carrier == "ssh") return check_ssh({target.host, target.options});
  if (target.carrier == "command") {
    if (target.command.empty()) return {not_added(name, "the carrier 'command' needs the arguments of a command")};
  } else if (target.carrier.empty()) {
    if (!target.facts) return {not_added(name, "it has neither a carrier nor facts")};
  } else if (target.carrier != "child") {
    return {not_added(name, fmt::format("there is no carrier '{}'", target.carrier), {"child", "command", "ssh"})};
  }
  if (!target.host.empty()) return {not_added(name, "only the carrier 'ssh' has a host")};
  return {};
}

UserTargets read_user_targets(const std::string& path) {
  UserTargets list;
  UserFile file = read_user_file(path, kListSchema);
  list.problems = std::move(file.problems);
  if (!file.exists || !list.problems.empty()) return list;
  for (JsonObject& entry : JsonObject(file.contents).objects("targets")) {
    const size_t before = file.contents.problems.size();
    UserTarget target = read_entry(entry);
    if (std::ranges::find(list.targets, target.name, &UserTarget::name) != list.targets.end())
      entry.refuse("name", fmt::format("there are two targets '{}'; the first counts", target.name));
    if (file.contents.problems.size() == before) list.targets.push_back(std::move(target));
  }
  list.problems = problems_of(path, file.contents);
  return list;
}

Diagnostics write_user_target(const Folders& folders, const UserTarget& target) {
  if (Diagnostics wrong = check_user_target(target); !wrong.empty()) return wrong;
  return change_user_file(folders.targets_file(), kListSchema, [&](json& file) {
    json& list = list_of(file, "targets");
    remove_where(list, "name", target.name);
    list.push_back(entry_of(target));
  });
}

Diagnostics erase_user_target(const Folders& folders, const std::string& name) {
  return change_user_file(folders.targets_file(), kListSchema,
                          [&](json& file) { remove_where(list_of(file, "targets"), "name", name); });
}

}  // namespace nw::target
