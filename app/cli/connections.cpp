// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections.h"

#include "settings.h"
#include "target/diagnostics.h"
#include "target/probe.h"
#include "target/registry.h"

namespace nw::cli {

std::vector<std::string> target_names(const std::string& option) {
  std::vector<std::string> names;
  for (size_t begin = 0; begin <= option.size();) {
    const size_t end = std::min(option.find(',', begin), option.size());
    names.push_back(option.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

Result<target::Connection> read_connection(const std::string& name) {
  if (names_facts_file(name)) {  // as the other commands take it: nothing runs there
    const Result<TargetFacts> facts = read_facts_file(name);
    if (!facts.value) return facts.diagnostics;
    return target::described_only(facts->id.empty() ? name : facts->id);
  }
  const target::Registry registry = target::Registry::load(target::folders_of_this_process());
  Result<target::Connection> found = registry.find(name);
  if (!found.ok() || found->facts_known) return found;
  return target::with_facts(std::move(*found), {});
}

}  // namespace nw::cli
