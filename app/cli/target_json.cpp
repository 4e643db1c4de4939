// SPDX-License-Identifier: GPL-3.0-or-later
#include "target_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace nw::cli {

using nlohmann::json;

namespace {

std::string why_of(const target::Plugin& plugin) {
  return plugin.problems.empty() ? "" : plugin.problems.front().message;
}

json setting_json(const target::Setting& setting) {
  return {{"key", setting.key},
          {"type", setting.type},
          {"default", setting.initial},
          {"choices", setting.choices},
          {"title", target::Manifest::text(setting.title)},
          {"help", target::Manifest::text(setting.help)}};
}

}  // namespace

json target_json(const target::Target& target) {
  json row = {{"id", target.id},           {"name", target.name},
              {"kind", target.kind},       {"state", target.state},
              {"why", target.why},         {"plugin", target.plugin},
              {"version", target.version}, {"carrier", target.carrier},
              {"host", target.host},       {"queue", 0},
              {"facts_hash", nullptr}};
  const json facts = target.facts ? to_json(*target.facts) : json::object();
  if (target.facts) row["facts_hash"] = facts_hash(*target.facts);
  for (const char* list : {"memories", "intrinsics", "pragmas"}) row[list] = facts.value(list, json::array());
  row["config"] = facts.value("config", json::object());
  return row;
}

json plugin_json(const target::Plugin& plugin) {
  const target::Manifest& manifest = plugin.manifest;
  json settings = json::array();
  for (const target::Setting& setting : manifest.settings) settings.push_back(setting_json(setting));
  return {{"id", manifest.id},
          {"name", target::Manifest::text(manifest.name)},
          {"description", target::Manifest::text(manifest.description)},
          {"version", manifest.version},
          {"abi", manifest.abi},
          {"library", manifest.library},
          {"manifest", manifest.path},
          {"state", plugin.state},
          {"why", why_of(plugin)},
          {"trusted", plugin.trusted},
          {"settings", std::move(settings)}};
}

std::string targets_text(const std::vector<target::Target>& targets) {
  size_t widest = 0;
  for (const target::Target& target : targets) widest = std::max(widest, target.id.size());
  std::string text;
  for (const target::Target& target : targets) {
    text += fmt::format("{:<{}}  {:<11}  {}", target.id, widest, target.state, target.name);
    if (!target.host.empty()) text += fmt::format(" at {}", target.host);
    text += target.why.empty() ? "\n" : fmt::format("\n{:<{}}  {}\n", "", widest, target.why);
  }
  return text;
}

std::string plugins_text(const std::vector<target::Plugin>& plugins) {
  std::string text;
  for (const target::Plugin& plugin : plugins) {
    const target::Manifest& manifest = plugin.manifest;
    text += fmt::format("plugin {} {}  {}  {}\n", manifest.id, manifest.version, plugin.state, manifest.path);
    if (!plugin.problems.empty()) text += fmt::format("  {}\n", why_of(plugin));
  }
  return text;
}

}  // namespace nw::cli
