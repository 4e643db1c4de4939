// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/target_facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/sha256.h"

namespace nw {

using nlohmann::json;

namespace {

constexpr int kSchema = 1;

Diagnostic contradicts(const std::string& key, const std::string& wanted) {
  Diagnostic d;
  d.code = "NW4218";
  d.message = fmt::format("the facts of a target cannot be used: '{}' must be {}", key, wanted);
  return d;
}

// One JSON object, read key by key; what was not asked for is kept.
class Fields {
 public:
  Fields(const json& from, std::string path, Diagnostics& problems)
      : from_(from), path_(std::move(path)), problems_(problems) {
    if (!from_.is_object()) problems_.push_back(contradicts(path_.empty() ? "facts" : path_, "an object"));
  }

  void get(const char* key, std::string& into) {
    if (const json* value = find(key, "a text", &json::is_string)) into = value->get<std::string>();
  }
  void get(const char* key, bool& into) {
    if (const json* value = find(key, "true or false", &json::is_boolean)) into = value->get<bool>();
  }
  void get(const char* key, double& into) {
    const json* value = find(key, "a number of at least 0", &json::is_number);
    if (!value) return;
    if (value->get<double>() >= 0)
      into = value->get<double>();
    else
      refuse(key, "a number of at least 0");
  }
  void get(const char* key, int64_t& into, int64_t least = 0, int64_t most = INT64_MAX) {
    const std::string wanted = fmt::format("a whole number of at least {}", least);
    const json* value = find(key, wanted, &json::is_number_integer);
    if (!value) return;
    if ((value->is_number_unsigned() && value->get<uint64_t>() > static_cast<uint64_t>(most)) ||
        value->get<int64_t>() < least)
      refuse(key, wanted);
    else
      into = value->get<int64_t>();
  }
  void get(const char* key, int& into, int least = 0) {
    int64_t wide = into;
    get(key, wide, least, INT32_MAX);
    into = static_cast<int>(wide);
  }
  void get(const char* key, std::vector<std::string>& into) {
    const json* values = find(key, "a list of texts", &json::is_array);
    for (size_t i = 0; values && i < values->size(); ++i)
      if ((*values)[i].is_string())
        into.push_back((*values)[i].get<std::string>());
      else
        refuse(key, "a list of texts");
  }
  // A text that is one of some words, or absent.
  void get(const char* key, std::string& into, const std::vector<std::string>& words) {
    get(key, into);
    if (!into.empty() && std::ranges::find(words, into) == words.end())
      refuse(key, fmt::format("one of {}", fmt::join(words, ", ")));
  }
  void get(const char* key, std::map<std::string, std::string>& into, const std::vector<std::string>& words) {
    const std::string wanted = fmt::format("an object, each of whose values is one of {}", fmt::join(words, ", "));
    const json* values = find(key, wanted, &json::is_object);
    if (!values) return;
    for (const auto& [name, value] : values->items())
      if (value.is_string() && std::ranges::find(words, value.get<std::string>()) != words.end())
        into[name] = value.get<std::string>();
      else
        return refuse(key, wanted);
  }
  // An object of its own, or each of a list: `read` takes its fields.
  template <class Read>
  void object(const char* key, Read read) {
    if (const json* value = find(key, "an object", &json::is_object)) read(Fields(*value, place(key), problems_));
  }
  template <class T, class Read>
  void list(const char* key, std::vector<T>& into, Read read) {
    const json* values = find(key, "a list", &json::is_array);
    for (size_t i = 0; values && i < values->size(); ++i)
      read(Fields((*values)[i], fmt::format("{}[{}]", place(key), i), problems_), into.emplace_back());
  }
  OtherKeys rest() const {
    OtherKeys kept;
    if (!from_.is_object()) return kept;
    for (const auto& [key, value] : from_.items())
      if (!taken_.contains(key)) kept[key] = value.dump(-1, ' ', false, json::error_handler_t::replace);
    return kept;
  }

 private:
  std::string place(const char* key) const { return path_.empty() ? key : path_ + "." + key; }
  void refuse(const char* key, const std::string& wanted) { problems_.push_back(contradicts(place(key), wanted)); }
  const json* find(const char* key, const std::string& wanted, bool (json::*is)() const noexcept) {
    taken_.insert(key);
    const auto value = from_.is_object() ? from_.find(key) : from_.end();
    if (!from_.is_object() || value == from_.end()) return nullptr;
    if (((*value).*is)()) return &*value;
    refuse(key, wanted);
    return nullptr;
  }

  const json& from_;
  std::string path_;
  Diagnostics& problems_;
  std::set<std::string> taken_;
};

void read_code(Fields in, TargetFacts::Code& code) {
  in.get("dialect", code.dialect);
  in.get("triple", code.triple);
  in.get("cpu", code.cpu);
  in.get("features", code.features);
  in.get("lowering", code.lowering, {"cpu", "device"});
  code.other = in.rest();
}

void read_compute(Fields in, TargetFacts::Compute& compute) {
  in.get("units", compute.units, 1);
  in.get("clock_mhz", compute.clock_mhz);
  in.get("vector_bytes", compute.vector_bytes, 1);
  in.get("vector_registers", compute.vector_registers);
  in.get("fma", compute.fma);
  in.get("parallel_start_us", compute.parallel_start_us);
  compute.other = in.rest();
}

void read_threads(Fields in, TargetFacts::Threads& threads) {
  in.list("levels", threads.levels, [](Fields level, TargetFacts::ThreadLevel& into) {
    level.get("tag", into.tag);
    level.get("max", into.max);
    into.other = level.rest();
  });
  in.get("block", threads.block);
  in.get("warp", threads.warp);
  in.get("virtual", threads.virtual_threads);
  threads.other = in.rest();
}

void read_memory(Fields in, TargetFacts::Memory& memory) {
  in.get("scope", memory.scope);
  in.get("bytes", memory.bytes);
  in.get("per", memory.per);
  in.get("element_bytes", memory.element_bytes);
  in.get("elements", memory.elements);
  memory.other = in.rest();
}

void read_cache(Fields in, TargetFacts::Cache& cache) {
  in.get("level", cache.level, 1);
  in.get("bytes", cache.bytes);
  in.get("line_bytes", cache.line_bytes, 1);
  cache.other = in.rest();
}

void read_intrinsic(Fields in, TargetFacts::Intrinsic& intrinsic) {
  in.get("prefix", intrinsic.prefix);
  in.get("needs", intrinsic.needs);
  in.get("computes", intrinsic.computes);
  intrinsic.other = in.rest();
}

void read_clock(Fields in, TargetFacts::Clock& clock) {
  in.get("kind", clock.kind);
  in.get("resolution_ns", clock.resolution_ns);
  clock.other = in.rest();
}

void read_counter(Fields in, TargetFacts::Counter& counter) {
  in.get("name", counter.name);
  in.get("unit", counter.unit);
  in.get("exact", counter.exact);
  counter.other = in.rest();
}

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
  out["facts"] = kSchema;
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

Result<TargetFacts> target_facts_from_json(const json& from) {
  Diagnostics problems;
  TargetFacts facts;
  Fields in(from, {}, problems);
  int schema = 0;
  in.get("facts", schema);
  if (problems.empty() && schema != kSchema)
    problems.push_back(contradicts("facts", fmt::format("{}, the version of the schema", kSchema)));
  in.get("id", facts.id);
  in.get("name", facts.name);
  in.get("kind", facts.kind);
  in.get("plugin", facts.plugin);
  in.get("version", facts.version);
  in.get("driver", facts.driver);
  in.get("state", facts.state);
  in.object("code", [&](Fields code) { read_code(std::move(code), facts.code); });
  in.object("compute", [&](Fields compute) { read_compute(std::move(compute), facts.compute); });
  in.object("threads", [&](Fields threads) { read_threads(std::move(threads), facts.threads); });
  in.list("memories", facts.memories, read_memory);
  in.list("caches", facts.caches, read_cache);
  in.get("dtypes", facts.dtypes, {"native", "convert", "none"});
  in.list("intrinsics", facts.intrinsics, read_intrinsic);
  in.get("pragmas", facts.pragmas);
  in.object("clock", [&](Fields clock) { read_clock(std::move(clock), facts.clock); });
  in.list("counters", facts.counters, read_counter);
  in.get("parallel_runs", facts.parallel_runs);
  in.get("cancel", facts.cancel);
  in.object("config", [&](const Fields& config) { facts.config = config.rest(); });
  facts.other = in.rest();
  if (!problems.empty()) return problems;
  return facts;
}

std::string facts_hash(const TargetFacts& facts) {
  json out = to_json(facts);
  for (const char* label : {"id", "name", "plugin", "version", "driver"}) out.erase(label);
  for (const char* rate : {"clock_mhz", "parallel_start_us"}) out["compute"].erase(rate);
  return text_sha256(out.dump(-1, ' ', false, json::error_handler_t::replace));
}

}  // namespace nw
