// SPDX-License-Identifier: GPL-3.0-or-later
// Facts from JSON, each value with its type and range.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <set>

#include "base/target_facts.h"

namespace nw {

using nlohmann::json;

namespace {

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

}  // namespace

Result<TargetFacts> target_facts_from_json(const json& from) {
  Diagnostics problems;
  TargetFacts facts;
  Fields in(from, {}, problems);
  int schema = 0;
  in.get("facts", schema);
  if (problems.empty() && schema != kFactsSchema)
    problems.push_back(contradicts("facts", fmt::format("{}, the version of the schema", kFactsSchema)));
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

}  // namespace nw
