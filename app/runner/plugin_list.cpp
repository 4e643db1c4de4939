// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugin_list.h"

#include <algorithm>
#include <filesystem>

#include "sealed_library.h"

namespace nw::runner {

namespace {

void seal(Plugin& plugin, const std::string& sha256) {
  const SealedLibrary sealed = seal_library(plugin.library);
  plugin.sealed = sealed.descriptor;
  plugin.changed = sealed.descriptor >= 0 && sealed.sha256 != sha256;
  if (sealed.descriptor < 0) plugin.why = "the plugin cannot be loaded: " + plugin.library + ": " + sealed.why;
  if (plugin.changed) plugin.why = plugin.library + " is not the file that was trusted: it has changed since";
  plugin.asked = !plugin.why.empty();
}

}  // namespace

void PluginList::add_cpu() {
  Plugin cpu;
  cpu.id = "cpu";
#if defined(NW_STATIC_RUNNER)
  cpu.built_in = nestwright_target;
#else
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  cpu.library = (self.parent_path().parent_path() / "lib/nestwright/targets/nwt_cpu.so").string();
#endif
  plugins_.push_back(std::move(cpu));
}

void PluginList::add_library(std::string path, bool needs_files, const std::string& sha256) {
  Plugin plugin;
  plugin.library = std::move(path);
  plugin.needs_files = needs_files;
  if (!sha256.empty()) seal(plugin, sha256);
  plugins_.push_back(std::move(plugin));
}

const Plugin* PluginList::find(const std::string& id) const {
  const auto found = std::find_if(plugins_.rbegin(), plugins_.rend(), [&](const Plugin& p) { return p.id == id; });
  return found == plugins_.rend() ? nullptr : &*found;
}

Plugin* PluginList::next_to_ask(bool all) {
  for (Plugin& plugin : plugins_)
    if (!plugin.asked && (all || plugin.id.empty())) return &plugin;
  return nullptr;
}

std::string PluginList::failures() const {
  std::string all;
  for (const Plugin& plugin : plugins_)
    if (plugin.id.empty() && !plugin.why.empty()) all += "; " + plugin.library + ": " + plugin.why;
  return all;
}

const Plugin* PluginList::changed() const {
  const auto found = std::find_if(plugins_.begin(), plugins_.end(), [](const Plugin& p) { return p.changed; });
  return found == plugins_.end() ? nullptr : &*found;
}

nlohmann::json PluginList::rows() const {
  nlohmann::json rows = nlohmann::json::array();
  for (const Plugin& plugin : plugins_)
    rows.push_back({{"id", plugin.id},
                    {"name", plugin.label()},
                    {"version", plugin.version},
                    {"abi", plugin.abi},
                    {"library", plugin.library},
                    {"cancel", plugin.can_cancel},
                    {"state", plugin.why.empty() ? "ready" : "failed"},
                    {"why", plugin.why}});
  return rows;
}

}  // namespace nw::runner
