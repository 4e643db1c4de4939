// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/report_json.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "worker/protocol.h"
#include "worker/trace_json.h"

namespace nw::worker {

using nlohmann::json;

json number_to_json(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return value;
}

double number_from_json(const json& j) {
  if (j.is_number()) return j.get<double>();
  if (j == "inf") return std::numeric_limits<double>::infinity();
  if (j == "-inf") return -std::numeric_limits<double>::infinity();
  return std::numeric_limits<double>::quiet_NaN();
}

json assembly_to_json(const measure::AssemblyText& text) {
  return {{"lines", text.lines}, {"nest_lines", text.nest_lines}, {"instructions", text.instructions}};
}

measure::AssemblyText assembly_from_json(const json& j) {
  return {j.at("lines").get<std::vector<std::string>>(), j.at("nest_lines").get<std::vector<int>>(),
          j.at("instructions").get<std::vector<int>>()};
}

namespace {

json timing_to_json(const measure::Timing& t) {
  return {{"min", t.min}, {"median", t.median}, {"mad", t.mad}, {"runs", t.runs}};
}

measure::Timing timing_from_json(const json& j) {
  return {j.at("min"), j.at("median"), j.at("mad"), j.at("runs")};
}

json verify_to_json(const measure::VerifyReport& v) {
  return {{"ok", v.ok},
          {"max_abs_error", number_to_json(v.max_abs_error)},
          {"max_rel_error", number_to_json(v.max_rel_error)},
          {"checked", v.checked},
          {"total", v.total},
          {"nan", v.nan},
          {"again", v.again},
          {"nan_again", v.nan_again}};
}

measure::VerifyReport verify_from_json(const json& v) {
  return {v.at("ok"),
          number_from_json(v.at("max_abs_error")),
          number_from_json(v.at("max_rel_error")),
          v.at("checked"),
          v.at("total"),
          v.value("nan", int64_t{0}),
          v.value("again", false),
          v.value("nan_again", int64_t{0})};
}

json comparison_to_json(const measure::NetworkComparison& c) {
  json nodes = json::array();
  for (const measure::NetworkComparison::Node& n : c.nodes)
    nodes.push_back({{"node", n.node}, {"ok", n.ok}, {"max_abs_error", number_to_json(n.max_abs_error)}});
  return {{"by", measure::NetworkComparison::kBy},
          {"ok", c.ok},
          {"max_abs_error", number_to_json(c.max_abs_error)},
          {"max_rel_error", number_to_json(c.max_rel_error)},
          {"checked", c.checked},
          {"total", c.total},
          {"nan", c.nan},
          {"nodes", std::move(nodes)},
          {"not_compared", c.not_compared}};
}

measure::NetworkComparison comparison_from_json(const json& j) {
  measure::NetworkComparison c;
  c.ok = j.at("ok");
  c.max_abs_error = number_from_json(j.at("max_abs_error"));
  c.max_rel_error = number_from_json(j.at("max_rel_error"));
  c.checked = j.at("checked");
  c.total = j.at("total");
  c.nan = j.at("nan");
  for (const json& n : j.at("nodes"))
    c.nodes.push_back({n.at("node"), n.at("ok"), number_from_json(n.at("max_abs_error"))});
  c.not_compared = j.at("not_compared");
  return c;
}

json profile_to_json(const measure::TimeProfile& p) {
  json lines = json::array(), elsewhere = json::array();
  for (const auto& l : p.lines) lines.push_back({{"line", l.nest_line}, {"text", l.text}, {"samples", l.samples}});
  for (const auto& e : p.elsewhere) elsewhere.push_back({{"where", e.where}, {"samples", e.samples}});
  json instructions = json::array();
  for (const auto& i : p.instructions) instructions.push_back({i.number, i.samples});
  return {{"samples", p.samples},
          {"lines", std::move(lines)},
          {"unplaced", p.unplaced},
          {"instructions", std::move(instructions)},
          {"instruction_count", p.instruction_count},
          {"elsewhere", std::move(elsewhere)}};
}

measure::TimeProfile profile_from_json(const json& j) {
  measure::TimeProfile p;
  p.samples = j.at("samples");
  for (const json& l : j.at("lines")) p.lines.push_back({l.at("line"), l.at("text"), l.at("samples")});
  p.unplaced = j.at("unplaced");
  for (const json& i : j.at("instructions")) p.instructions.push_back({i.at(0), i.at(1)});
  p.instruction_count = j.at("instruction_count");
  for (const json& e : j.at("elsewhere")) p.elsewhere.push_back({e.at("where"), e.at("samples")});
  return p;
}

json sizes_to_json(const std::vector<int64_t>& shape) {
  json sizes = json::array();
  for (const int64_t size : shape) sizes.push_back(size == measure::OutputSummary::kAnySize ? json("?") : json(size));
  return sizes;
}

json outputs_to_json(const std::vector<measure::OutputSummary>& outputs);

// A tensor of strings has no sums; what is no tensor names its type.
json output_to_json(const measure::OutputSummary& o) {
  using Kind = measure::OutputSummary::Kind;
  if (o.kind == Kind::Absent) return {{"name", o.name}, {"type", "optional"}, {"of", nullptr}, {"present", false}};
  if (o.kind == Kind::Sequence) {
    const bool empty = o.length == 0;
    json of = {{"shape", empty ? json() : sizes_to_json(o.shape)},
               {"dtype", empty ? json() : json(to_string(o.dtype))}};
    return {{"name", o.name},
            {"type", "sequence"},
            {"of", std::move(of)},
            {"length", o.length},
            {"entries", outputs_to_json(o.entries)}};
  }
  json j = {{"name", o.name}, {"shape", o.shape}, {"dtype", to_string(o.dtype)}};
  if (o.dtype.is_string()) {
    j["texts"] = json::array();
    for (const std::string& text : o.texts) j["texts"].push_back(valid_utf8(text));
    return j;
  }
  json first = json::array();
  for (const double v : o.first) first.push_back(number_to_json(v));
  j["sum"] = number_to_json(o.sum);
  j["wsum"] = number_to_json(o.weighted_sum);
  j["first"] = std::move(first);
  return j;
}

json outputs_to_json(const std::vector<measure::OutputSummary>& outputs) {
  json all = json::array();
  for (const measure::OutputSummary& o : outputs) all.push_back(output_to_json(o));
  return all;
}

measure::OutputSummary output_from_json(const json& o) {
  using Kind = measure::OutputSummary::Kind;
  measure::OutputSummary s;
  s.name = o.at("name");
  const json& type = o.contains("of") ? o.at("of") : o;
  if (o.contains("type")) s.kind = o.at("type") == "sequence" ? Kind::Sequence : Kind::Absent;
  if (type.is_object() && type.at("dtype").is_string()) {
    for (const json& size : type.at("shape"))
      s.shape.push_back(size.is_string() ? measure::OutputSummary::kAnySize : size.get<int64_t>());
    s.dtype = parse_dtype(type.at("dtype").get<std::string>()).value_or(DType{});
  }
  if (s.kind == Kind::Sequence) {
    s.length = o.at("length");
    for (const json& entry : o.at("entries")) s.entries.push_back(output_from_json(entry));
  } else if (o.contains("texts")) {
    s.texts = o.at("texts").get<std::vector<std::string>>();
  } else if (s.kind == Kind::Tensor) {
    s.sum = number_from_json(o.at("sum"));
    s.weighted_sum = number_from_json(o.at("wsum"));
    for (const json& v : o.at("first")) s.first.push_back(number_from_json(v));
  }
  return s;
}

std::vector<measure::OutputSummary> outputs_from_json(const json& all) {
  std::vector<measure::OutputSummary> outputs;
  for (const json& o : all) outputs.push_back(output_from_json(o));
  return outputs;
}

struct SpentPart {
  const char* name;
  double measure::Spent::* milliseconds;
};
constexpr SpentPart kSpentParts[] = {{"connect", &measure::Spent::connect}, {"compile", &measure::Spent::compile},
                                     {"link", &measure::Spent::link},       {"load", &measure::Spent::load},
                                     {"write", &measure::Spent::write},     {"run", &measure::Spent::run},
                                     {"read", &measure::Spent::read},       {"verify", &measure::Spent::verify}};

// How the figures came about: what the clock is, what was counted, and where the request's time went.
void device_to_json(const measure::RunReport& r, json& j) {
  j["clock"] = r.clock;
  j["counters"] = json::object();
  for (const auto& [name, count] : r.counters)
    j["counters"][name] = {{"value", count.value}, {"unit", count.unit}, {"exact", count.exact}};
  // The CPU plugins count no others.
  j["resources"] = {
      {"registers", nullptr}, {"spill_bytes", nullptr}, {"shared_bytes", nullptr}, {"code_bytes", r.code_bytes}};
  for (const SpentPart& part : kSpentParts) j["spent_ms"][part.name] = r.spent.*part.milliseconds;
}

void device_from_json(const json& j, measure::RunReport& r) {
  r.clock = r.machine.clock = j.value("clock", r.clock);
  if (j.contains("counters"))
    for (const auto& [name, count] : j.at("counters").items())
      r.counters[name] = {count.at("value"), count.at("unit"), count.at("exact")};
  if (j.contains("resources")) r.code_bytes = j.at("resources").at("code_bytes");
  if (j.contains("spent_ms"))
    for (const SpentPart& part : kSpentParts) r.spent.*part.milliseconds = j.at("spent_ms").at(part.name);
}

}  // namespace

json to_json(const measure::RunReport& r) {
  json j;
  if (r.machine.known()) {
    j["target"] = {{"id", r.machine.target}, {"name", r.machine.name}, {"facts_hash", r.machine.facts_hash}};
    j["threads"] = r.machine.threads;
  }
  j["time_us"] = timing_to_json(r.time);
  j["flops"] = number_to_json(r.flops);
  j["gflops"] = number_to_json(r.gflops);
  if (r.verify) j["verify"] = verify_to_json(*r.verify);
  if (r.profile) j["profile"] = profile_to_json(*r.profile);
  if (r.assembly) j["assembly"] = assembly_to_json(*r.assembly);
  j["outputs"] = outputs_to_json(r.outputs);
  if (r.passes > 0) j["passes"] = {{"count", r.passes}, {"last", r.last_pass}};
  device_to_json(r, j);
  return j;
}

measure::RunReport run_report_from_json(const json& j) {
  measure::RunReport r;
  if (j.contains("target")) {
    const json& target = j["target"];
    r.machine = {target.at("id"), target.at("name"), target.at("facts_hash"), j.at("threads")};
  }
  r.time = timing_from_json(j.at("time_us"));
  r.flops = number_from_json(j.at("flops"));
  r.gflops = number_from_json(j.at("gflops"));
  if (j.contains("verify")) r.verify = verify_from_json(j["verify"]);
  if (j.contains("profile")) r.profile = profile_from_json(j["profile"]);
  if (j.contains("assembly")) r.assembly = assembly_from_json(j["assembly"]);
  r.outputs = outputs_from_json(j.at("outputs"));
  if (j.contains("passes")) {
    r.passes = j["passes"].at("count");
    r.last_pass = j["passes"].at("last");
  }
  device_from_json(j, r);
  return r;
}

namespace {

json expected_to_json(const measure::ExpectedReport& e) {
  json outputs = json::array();
  for (const measure::ExpectedReport::Output& o : e.outputs)
    outputs.push_back(
        {{"name", o.name}, {"ok", o.ok}, {"max_abs_error", number_to_json(o.max_abs_error)}, {"text", o.text}});
  return {{"ok", e.ok}, {"outputs", std::move(outputs)}};
}

measure::ExpectedReport expected_from_json(const json& j) {
  measure::ExpectedReport e;
  e.ok = j.at("ok");
  for (const json& o : j.at("outputs"))
    e.outputs.push_back({o.at("name"), o.at("ok"), number_from_json(o.at("max_abs_error")), o.at("text")});
  return e;
}

json memory_to_json(const measure::MemoryUse& m) {
  json j = {{"weights_bytes", m.weights}, {"packed_bytes", m.packed},  {"arena_bytes", nullptr},
            {"live_bytes", nullptr},      {"unshared_bytes", nullptr}, {"peak_bytes", m.peak}};
  if (!m.planned) return j;
  j["arena_bytes"] = m.planned->arena;
  j["live_bytes"] = m.planned->live;
  j["unshared_bytes"] = m.planned->unshared;
  return j;
}

measure::MemoryUse memory_from_json(const json& j) {
  measure::MemoryUse m{j.at("weights_bytes"), j.at("packed_bytes"), j.at("peak_bytes")};
  if (!j.at("arena_bytes").is_null())
    m.planned = measure::MemoryUse::Planned{j.at("arena_bytes"), j.at("live_bytes"), j.at("unshared_bytes")};
  return m;
}

// A call without its kernels.
json call_to_json(const measure::NetworkReport& r) {
  json j = {{"dims", r.dims},
            {"first_us", number_to_json(r.first_us)},
            {"time_us", timing_to_json(r.time)},
            {"calls", r.kernels.size()},
            {"compiled", r.compiled},
            {"from_cache", r.from_cache},
            {"compile_ms", number_to_json(r.compile_ms)},
            {"memory", memory_to_json(r.memory)},
            {"outputs", outputs_to_json(r.outputs)}};
  j["data"] = r.data.empty() ? json() : json(r.data);
  if (r.comparison) j["verify"] = comparison_to_json(*r.comparison);
  if (r.expected) j["expected"] = expected_to_json(*r.expected);
  if (r.trace) j["trace"] = trace_to_json(*r.trace);
  return j;
}

measure::NetworkReport call_from_json(const json& j) {
  measure::NetworkReport r;
  if (j.contains("data") && j["data"].is_string()) r.data = j["data"];
  r.dims = sizes_from_json(j, "dims");
  r.first_us = number_from_json(j.at("first_us"));
  r.time = timing_from_json(j.at("time_us"));
  r.compiled = j.at("compiled");
  r.from_cache = j.at("from_cache");
  r.compile_ms = number_from_json(j.at("compile_ms"));
  r.memory = memory_from_json(j.at("memory"));
  r.outputs = outputs_from_json(j.at("outputs"));
  if (j.contains("verify")) r.comparison = comparison_from_json(j["verify"]);
  if (j.contains("expected")) r.expected = expected_from_json(j["expected"]);
  if (j.contains("trace")) r.trace = trace_from_json(j["trace"]);
  return r;
}

}  // namespace

// The first call as it was before there were several; all of them in "runs".
json to_json(const measure::ModelReport& model) {
  json runs = json::array();
  for (const measure::NetworkReport& call : model.calls) runs.push_back(call_to_json(call));
  json j = {{"open_ms", number_to_json(model.open_ms)}};
  if (!model.calls.empty()) {
    const measure::NetworkReport& r = model.calls.front();
    j["compile_ms"] = number_to_json(r.compile_ms);
    j["time_us"] = timing_to_json(r.time);
    j["flops"] = number_to_json(r.flops);
    j["gflops"] = number_to_json(r.time.median > 0 ? r.flops / r.time.median / 1e3 : 0);
    j["kernels"] = json::array();
    for (const measure::KernelEntry& k : r.kernels) j["kernels"].push_back(kernel_to_json(k));
    for (const char* key : {"memory", "outputs", "verify", "expected"})
      if (runs[0].contains(key)) j[key] = runs[0][key];
  }
  j["runs"] = std::move(runs);
  return j;
}

measure::ModelReport model_report_from_json(const json& j) {
  measure::ModelReport model;
  model.open_ms = number_from_json(j.at("open_ms"));
  for (const json& call : j.at("runs")) model.calls.push_back(call_from_json(call));
  if (model.calls.empty()) return model;
  measure::NetworkReport& first = model.calls.front();
  first.flops = number_from_json(j.at("flops"));
  for (const json& k : j.at("kernels")) first.kernels.push_back(kernel_from_json(k));
  return model;
}

}  // namespace nw::worker
