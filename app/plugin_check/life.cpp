// SPDX-License-Identifier: GPL-3.0-or-later
// Beginning and end: of the plugin, and of its devices. What has to be done many times over in one process is the
// runner's request "rehearse".
#include <fmt/format.h>

#include "bench.h"

namespace nw::plugin_check {

using nlohmann::json;

namespace {

constexpr int kStarts = 20, kOpens = 50;
constexpr int64_t kSlack = 65536;  // bytes that allocators keep
constexpr size_t kSettled = 5;     // rounds after which memory is not expected to grow any more
constexpr int64_t kGrowth = 4096;  // bytes a round that are a leak

json rehearse(Bench& bench, int starts, int opens, bool leave_open = false) {
  return bench.get({{"do", "rehearse"},
                    {"plugin", bench.known.id},
                    {"device", bench.known.device},
                    {"settings", bench.subject.settings},
                    {"starts", starts},
                    {"opens", opens},
                    {"leave_open", leave_open}});
}

// `rounds`: what the process held after each.
void does_not_grow(const json& rounds, const std::string& what, bool emulated) {
  if (rounds.size() <= kSettled + 1)
    throw Failed{"the runner counted " + std::to_string(rounds.size()) + " rounds", "more"};
  const json &first = rounds[kSettled], &last = rounds.back();
  const auto count = static_cast<int64_t>(rounds.size() - 1 - kSettled);
  for (const char* kind : {"descriptors", "threads"})
    if (const auto more = last.at(kind).get<int64_t>() - first.at(kind).get<int64_t>(); more >= count / 2)
      throw Failed{fmt::format("{} {} {}: {} more {}", count, what, count == 1 ? "leaves" : "leave", more, kind),
                   fmt::format("no more {} than before", kind)};
  if (emulated) return;  // its memory is the emulator's too, which translates code as it comes
  const auto bytes = last.at("resident_bytes").get<int64_t>() - first.at("resident_bytes").get<int64_t>();
  if (bytes > kSlack + count * kGrowth)
    throw Failed{fmt::format("{} {} leave {} more bytes of memory", count, what, bytes),
                 fmt::format("less than {} a round", kGrowth)};
}

bool is_emulated(const Bench& bench) {
  return bench.subject.carrier.kind == "qemu";
}

void starts_and_ends(Bench& bench) {
  rehearse(bench, 1, 0);
}

void starts_again_and_again(Bench& bench) {
  const json reply = rehearse(bench, kStarts, 0);
  does_not_grow(reply.at("rounds"), "pairs of start and shutdown", is_emulated(bench));
  const auto threads = reply.at("rounds").back().at("threads").get<int64_t>();
  if (const auto before = reply.at("before").at("threads").get<int64_t>(); threads > before)
    throw Failed{fmt::format("{} threads are left after shutdown", threads - before), "none"};
}

void opens_and_closes(Bench& bench) {
  bench.open();
  bench.get({{"do", "close"}});
}

void opens_again_and_again(Bench& bench) {
  does_not_grow(rehearse(bench, 1, kOpens).at("rounds"), "pairs of open and close", is_emulated(bench));
}

void closes_with_contents(Bench& bench) {
  bench.open();
  for (const uint64_t bytes : {1U, 4096U, 1U << 20}) bench.allocate(bytes);
  bench.get({{"do", "close"}});
  bench.open();  // and the device is free again
  bench.get({{"do", "close"}});
}

void refuses_an_unknown_device(Bench& bench) {
  const Reply reply = bench.ask({{"do", "open"}, {"plugin", bench.known.id}, {"device", "no such device"}});
  bench.expect(reply, {"not_found"}, "'open' of a device that is not there");
  bench.open();
}

void ends_with_an_open_device(Bench& bench) {
  rehearse(bench, 1, 1, true);
}

}  // namespace

Checks life_checks() {
  return {{"life.start", "identity.table", starts_and_ends},
          {"life.start_again", "life.start", starts_again_and_again},
          {"life.open", "facts.schema", opens_and_closes},
          {"life.open_again", "life.open", opens_again_and_again},
          {"life.close_with_contents", "life.open", closes_with_contents},
          {"life.unknown_device", "life.open", refuses_an_unknown_device},
          {"life.shutdown_with_open_device", "life.open", ends_with_an_open_device}};
}

}  // namespace nw::plugin_check
