// SPDX-License-Identifier: GPL-3.0-or-later
// What the plugin is: its file, its symbol, its table.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nestwright/target.h>

#include <algorithm>

#include "bench.h"
#include "exports.h"

namespace nw::plugin_check {

using nlohmann::json;

namespace {

std::vector<std::string> exports_of(const Bench& bench) {
  if (bench.subject.library.empty()) throw Skipped{"the plugin is built into its runner and has no file"};
  std::string why;
  auto symbols = exported_symbols(bench.subject.library, why);
  if (!symbols) throw Failed{why, "a shared library"};
  return std::move(*symbols);
}

void has_the_symbol(Bench& bench) {
  bench.known.is_library = bench.subject.library.empty();
  const std::vector<std::string> symbols = exports_of(bench);
  bench.known.is_library = std::ranges::find(symbols, NWT_ENTRY) != symbols.end();
  if (!bench.known.is_library)
    throw Failed{fmt::format("the library exports {} symbols and not this one", symbols.size()),
                 "the symbol " NWT_ENTRY};
}

void exports_one_symbol(Bench& bench) {
  std::vector<std::string> others = exports_of(bench);
  std::erase(others, NWT_ENTRY);
  if (others.empty()) return;
  constexpr size_t kShown = 8;
  const size_t count = others.size();
  others.resize(std::min(count, kShown));
  throw Failed{
      fmt::format("{} other symbols are exported: {}{}", count, fmt::join(others, ", "), count > kShown ? ", …" : ""),
      "no symbol but " NWT_ENTRY " (-fvisibility=hidden, or a version script)"};
}

void is_loaded(Bench& bench) {
  if (!bench.known.is_library) throw Skipped{"identity.symbol failed"};
  const json plugins = bench.get({{"do", "plugins"}}).value("plugins", json::array());
  for (const json& row : plugins) {
    const bool is_it = bench.subject.library.empty() ? row.value("id", "") == bench.subject.id
                                                     : row.value("library", "") == bench.subject.library;
    if (!is_it) continue;
    bench.known.plugin = row;
    bench.known.id = row.value("id", "");
    if (row.value("state", "") == "ready") return;
    throw Failed{row.value("why", ""), "a plugin for the plugin interface " + std::to_string(NWT_ABI_MAJOR)};
  }
  throw Failed{"the runner does not list the plugin: " + plugins.dump(), "a plugin that it can load"};
}

void keeps_the_interface_version(Bench& bench) {
  const auto abi = bench.known.plugin.value("abi", std::string());
  const auto minor = static_cast<size_t>(abi.find('.'));
  if (minor == std::string::npos || abi.substr(0, minor) != std::to_string(NWT_ABI_MAJOR))
    throw Failed{"the table names version '" + abi + "'", fmt::format("{}.x", NWT_ABI_MAJOR)};
}

void has_a_plain_id(Bench& bench) {
  const std::string& id = bench.known.id;
  const bool plain = !id.empty() && std::ranges::all_of(id, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
  if (!plain) throw Failed{"its id is '" + id + "'", "lower-case letters, digits, '-' and '_'"};
  if (!bench.subject.id.empty() && id != bench.subject.id)
    throw Failed{"its id is '" + id + "'", "'" + bench.subject.id + "', as in the manifest"};
}

void has_a_version(Bench& bench) {
  const auto version = bench.known.plugin.value("version", std::string());
  if (version.empty()) throw Failed{"the version is empty", "a version"};
  if (!bench.subject.version.empty() && version != bench.subject.version)
    throw Failed{"the version is '" + version + "'", "'" + bench.subject.version + "', as in the manifest"};
}

}  // namespace

Checks identity_checks() {
  return {{"identity.symbol", "", has_the_symbol},
          {"identity.one_export", "identity.symbol", exports_one_symbol},
          {"identity.table", "", is_loaded},
          {"identity.abi", "identity.table", keeps_the_interface_version},
          {"identity.id", "identity.table", has_a_plain_id},
          {"identity.version", "identity.table", has_a_version}};
}

}  // namespace nw::plugin_check
