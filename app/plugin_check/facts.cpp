// SPDX-License-Identifier: GPL-3.0-or-later
// What the plugin says of its devices: whether it can be read, is free of contradictions, and is kept to.
#include <fmt/format.h>

#include <bit>
#include <chrono>
#include <set>

#include "bench.h"

namespace nw::plugin_check {

using nlohmann::json;

namespace {

constexpr auto kDiscoverTime = std::chrono::seconds(5);

json found_devices(Bench& bench) {
  return bench.get({{"do", "discover"}, {"plugin", bench.known.id}, {"settings", bench.subject.settings}})
      .value("devices", json::array());
}

void finds_devices(Bench& bench) {
  const auto begin = Clock::now();
  json devices = found_devices(bench);
  const auto spent = Clock::now() - begin;
  if (spent > kDiscoverTime)
    throw Failed{fmt::format("discover took {:.1f} s", std::chrono::duration<double>(spent).count()), "less than 5 s"};
  if (devices.empty()) throw Skipped{"the plugin finds no device on this machine"};
  std::set<std::string> names;
  for (const json& device : devices)
    if (!names.insert(device.at("device").get<std::string>()).second)
      throw Failed{"two devices are named '" + device.at("device").get<std::string>() + "'", "names of their own"};
  const std::string first = devices[0].at("device").get<std::string>();
  bench.known.device = bench.subject.device.value_or(first);
  if (!names.contains(bench.known.device))
    throw Failed{"there is no device '" + bench.known.device + "'", "one, as it was asked for"};
  bench.known.devices = std::move(devices);
}

void follow_the_schema(Bench& bench) {
  for (const json& device : *bench.known.devices) {
    Result<TargetFacts> facts = target_facts_from_json(device.at("facts"));
    if (!facts.ok())
      throw Failed{fmt::format("the facts of device '{}': {}", device.at("device").get<std::string>(),
                               in_words(facts.diagnostics)),
                   "facts of schema 1"};
    if (device.at("device") == bench.known.device) bench.known.facts = std::move(*facts);
  }
  if (bench.subject.facts) bench.known.facts = bench.subject.facts;
}

// What facts that can be read say and cannot be.
std::string contradiction(const TargetFacts& facts, const std::string& id) {
  if (!facts.plugin.empty() && facts.plugin != id)
    return "'plugin' is '" + facts.plugin + "', and the plugin's id is '" + id + "'";
  if (facts.state == "described") return "'state' is 'described', and the device was found";
  if (facts.code.dialect.empty()) return "'code.dialect' is missing: no code can be written for the device";
  const std::string& clock = facts.clock.kind;
  if (clock != "wall" && clock != "event" && clock != "emulated")
    return "'clock.kind' is '" + clock + "', and not wall, event or emulated";
  if (const int bytes = facts.compute.vector_bytes; bytes > 0 && !std::has_single_bit(static_cast<unsigned>(bytes)))
    return fmt::format("'compute.vector_bytes' is {}, no power of two", bytes);
  int64_t most = 1;
  for (const TargetFacts::ThreadLevel& level : facts.threads.levels)
    if (level.tag.starts_with("threadIdx") && level.max > 0 && most < (int64_t{1} << 40)) most *= level.max;
  if (facts.threads.block > 0 && facts.threads.warp > facts.threads.block)
    return fmt::format("'threads.warp' is {}, more than 'threads.block', {}", facts.threads.warp, facts.threads.block);
  if (facts.threads.block > 0 && !facts.threads.levels.empty() && most > 1 && facts.threads.block > most)
    return fmt::format("'threads.block' is {}, more than all its levels allow, {}", facts.threads.block, most);
  std::set<std::string> counters;
  for (const TargetFacts::Counter& counter : facts.counters)
    if (!counters.insert(counter.name).second) return "'counters' names '" + counter.name + "' twice";
  return {};
}

void do_not_contradict(Bench& bench) {
  for (const json& device : *bench.known.devices) {
    const Result<TargetFacts> facts = target_facts_from_json(device.at("facts"));
    if (const std::string wrong = contradiction(*facts, bench.known.id); !wrong.empty())
      throw Failed{wrong, "facts that hold together"};
  }
}

void are_the_same_again(Bench& bench) {
  const json again = found_devices(bench);
  for (size_t i = 0; i < bench.known.devices->size(); ++i) {
    if (i >= again.size()) throw Failed{fmt::format("the second discover found {} devices", again.size()), "as many"};
    const auto one = target_facts_from_json((*bench.known.devices)[i].at("facts"));
    const auto two = target_facts_from_json(again[i].at("facts"));
    if (!two.ok() || facts_hash(*one) != facts_hash(*two))
      throw Failed{fmt::format("device '{}' has other facts on the second discover",
                               (*bench.known.devices)[i].at("device").get<std::string>()),
                   "the same, but for rates that are measured"};
  }
}

void limit_its_memory(Bench& bench) {
  int64_t bytes = 0;
  for (const TargetFacts::Memory& memory : bench.known.facts->memories)
    if (memory.scope == "global") bytes = memory.bytes;
  if (bytes == 0) throw Skipped{"the facts do not say how much memory the device has"};
  bench.open();
  const Reply reply = bench.ask({{"do", "allocate"}, {"bytes", bytes + 1}});
  bench.expect(reply, {"no_memory"}, fmt::format("'allocate' of {} bytes, one more than the facts state,", bytes + 1));
}

}  // namespace

Checks facts_checks() {
  return {{"facts.discover", "life.start", finds_devices},
          {"facts.schema", "facts.discover", follow_the_schema},
          {"facts.contradictions", "facts.schema", do_not_contradict},
          {"facts.repeatable", "facts.schema", are_the_same_again},
          {"facts.memory", "life.open", limit_its_memory}};
}

}  // namespace nw::plugin_check
