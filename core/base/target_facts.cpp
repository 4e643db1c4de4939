// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/target_facts.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace nw {

using nlohmann::json;

namespace {

json with(const OtherKeys& other) {
  json out = json::object();
  for (const auto& [key, text] : other) out[key] = json::parse(text);
  return out;
}
void put(json& out, const char* key, const std::string& text) {
  if (!text.empty()) out[key] = text;
}
void put(json& out, const char* key, int64_t value) {
  if (value != 0) out[key] = value;
}
void put(json& out, const char* key, json value) {
  if (!value.empty()) out[key] = std::move(value);
}

json code_json(const TargetFacts::Code& code) {
  json out = with(code.other);
  put(out, "dialect", code.dialect);
  put(out, "triple", code.triple);
  put(out, "cpu", code.cpu);
  put(out, "features", code.features);
  put(out, "lowering", code.lowering);
  return out;
}

json compute_json(const TargetFacts::Compute& compute) {
  json out = with(compute.other);
  out["units"] = compute.units;
  if (compute.clock_mhz > 0) out["clock_mhz"] = compute.clock_mhz;
  put(out, "vector_bytes", int64_t{compute.vector_bytes});
  out["vector_registers"] = compute.vector_registers;
  out["fma"] = compute.fma;
  out["parallel_start_us"] = compute.parallel_start_us;
  return out;
}

json threads_json(const TargetFacts::Threads& threads) {
  json out = with(threads.other), levels = json::array();
  for (const TargetFacts::ThreadLevel& level : threads.levels) {
    json& one = levels.emplace_back(with(level.other));
    one["tag"] = level.tag;
    put(one, "max", level.max);
  }
  put(out, "levels", std::move(levels));
  put(out, "block", threads.block);
  put(out, "warp", threads.warp);
  if (threads.virtual_threads) out["virtual"] = true;
  return out;
}

template <class T, class Write>
json list_json(const std::vector<T>& values, Write write) {
  json out = json::array();
  for (const T& value : values) write(value, out.emplace_back(with(value.other)));
  return out;
}

void write_memory(const TargetFacts::Memory& memory, json& out) {
  out["scope"] = memory.scope;
  out["bytes"] = memory.bytes;
  put(out, "per", memory.per);
  put(out, "element_bytes", memory.element_bytes);
  put(out, "elements", memory.elements);
}

void write_cache(const TargetFacts::Cache& cache, json& out) {
  out["level"] = cache.level;
  out["bytes"] = cache.bytes;
  put(out, "line_bytes", cache.line_bytes);
}

void write_intrinsic(const TargetFacts::Intrinsic& intrinsic, json& out) {
  out["prefix"] = intrinsic.prefix;
  put(out, "needs", intrinsic.needs);
  put(out, "computes", intrinsic.computes);
}

void write_counter(const TargetFacts::Counter& counter, json& out) {
  out["name"] = counter.name;
  put(out, "unit", counter.unit);
  out["exact"] = counter.exact;
}

}  // namespace

bool TargetFacts::runs_on_threads() const {
  if (!code.lowering.empty()) return code.lowering == "device";
  return !threads.levels.empty() || std::ranges::find(memories, "block", &Memory::per) != memories.end();
}

int64_t TargetFacts::cache_bytes(int level) const {
  const auto found = std::ranges::find(caches, level, &Cache::level);
  return found == caches.end() ? 0 : found->bytes;
}

int64_t TargetFacts::line_bytes() const {
  constexpr int64_t kUsual = 64;
  const auto found = std::ranges::find_if(caches, [](const Cache& cache) { return cache.line_bytes > 0; });
  return found == caches.end() ? kUsual : found->line_bytes;
}

double TargetFacts::cycles_per_us() const {
  constexpr double kUsual = 3000;
  return compute.clock_mhz > 0 ? compute.clock_mhz : kUsual;
}

int TargetFacts::vector_width() const {
  return compute.vector_bytes > 0 ? compute.vector_bytes : 16;
}

int TargetFacts::lanes(int element_bytes) const {
  return std::max(1, vector_width() / std::max(1, element_bytes));
}

json to_json(const TargetFacts& facts) {
  json out = with(facts.other);
  out["facts"] = kFactsSchema;
  out["id"] = facts.id;
  put(out, "name", facts.name);
  put(out, "kind", facts.kind);
  put(out, "plugin", facts.plugin);
  put(out, "version", facts.version);
  put(out, "driver", facts.driver);
  put(out, "state", facts.state);
  put(out, "code", code_json(facts.code));
  out["compute"] = compute_json(facts.compute);
  put(out, "threads", threads_json(facts.threads));
  put(out, "memories", list_json(facts.memories, write_memory));
  put(out, "caches", list_json(facts.caches, write_cache));
  put(out, "dtypes", json(facts.dtypes));
  put(out, "intrinsics", list_json(facts.intrinsics, write_intrinsic));
  put(out, "pragmas", json(facts.pragmas));
  json clock = with(facts.clock.other);
  clock["kind"] = facts.clock.kind;
  put(clock, "resolution_ns", facts.clock.resolution_ns);
  out["clock"] = std::move(clock);
  put(out, "counters", list_json(facts.counters, write_counter));
  out["parallel_runs"] = facts.parallel_runs;
  put(out, "cancel", facts.cancel);
  put(out, "config", with(facts.config));
  return out;
}

}  // namespace nw
