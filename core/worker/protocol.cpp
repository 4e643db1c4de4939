// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/protocol.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

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

json to_json(const KernelSource& kernel) {
  return {{"script", kernel.script}, {"nest_hash", kernel.nest_hash}};
}

KernelSource kernel_source_from_json(const json& j) {
  return {j.at("script"), j.value("nest_hash", "")};
}

json to_json(const measure::RunRequest& o) {
  json j = {{"threads", o.threads}, {"repeat", o.repeat}, {"verify", o.verify},
            {"sample", o.sample},   {"sizes", o.sizes},   {"memory", o.memory_bytes}};
  for (const auto& [key, wanted] : {std::pair("steady", o.steady), std::pair("assembly", o.assembly)})
    if (wanted) j[key] = true;
  if (o.seconds > 0) j["seconds"] = o.seconds;
  if (o.inputs.random) j["seed"] = o.inputs.seed;
  if (o.pass_limit >= 0) j["pass_limit"] = o.pass_limit;
  return j;
}

namespace {

// A whole number within bounds. A request may hold any other: converting 1e300 to an integer is undefined.
int64_t whole(const json& value, const std::string& name, int64_t least, int64_t most) {
  const bool fits = value.is_number_integer() && (!value.is_number_unsigned() || value.get<uint64_t>() <= INT64_MAX) &&
                    value.get<int64_t>() >= least && value.get<int64_t>() <= most;
  if (!fits)
    throw json::out_of_range::create(
        401, name + " must be a whole number from " + std::to_string(least) + " to " + std::to_string(most), &value);
  return value.get<int64_t>();
}
int64_t whole_or(int64_t otherwise, const json& j, const char* key, int64_t least, int64_t most) {
  return j.contains(key) ? whole(j.at(key), key, least, most) : otherwise;
}

}  // namespace

std::map<std::string, int64_t> sizes_from_json(const json& j, const char* key) {
  std::map<std::string, int64_t> sizes;
  if (!j.contains(key)) return sizes;
  if (!j.at(key).is_null())
    for (const auto& [name, value] : j.at(key).get_ref<const json::object_t&>())
      sizes[name] = whole(value, name, INT64_MIN, INT64_MAX);
  return sizes;
}

measure::RunRequest run_request_from_json(const json& j) {
  measure::RunRequest o;
  o.threads = static_cast<int>(whole_or(1, j, "threads", 0, 4096));
  o.repeat = static_cast<int>(whole_or(0, j, "repeat", 0, INT32_MAX));
  constexpr double kLongest = 1e6;
  if (j.contains("seconds")) o.seconds = std::clamp(j.at("seconds").get<double>(), 0.0, kLongest);
  o.verify = j.value("verify", false);
  o.sample = j.value("sample", false);
  o.steady = j.value("steady", false);
  o.assembly = j.value("assembly", false);
  o.sizes = sizes_from_json(j, "sizes");
  o.memory_bytes = whole_or(0, j, "memory", 0, INT64_MAX);
  o.pass_limit = static_cast<int>(whole_or(-1, j, "pass_limit", 0, INT32_MAX));
  if (j.contains("seed")) {
    if (!j.at("seed").is_number_unsigned()) whole(j.at("seed"), "seed", 0, INT64_MAX);
    o.inputs = {true, j.at("seed").get<uint64_t>()};
  }
  return o;
}

int64_t memory_limit_from_json(const json& j) {
  return whole_or(0, j, "memory_limit", 0, INT64_MAX);
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

json assembly_to_json(const measure::AssemblyText& text) {
  return {{"lines", text.lines}, {"nest_lines", text.nest_lines}, {"instructions", text.instructions}};
}

measure::AssemblyText assembly_from_json(const json& j) {
  return {j.at("lines").get<std::vector<std::string>>(), j.at("nest_lines").get<std::vector<int>>(),
          j.at("instructions").get<std::vector<int>>()};
}

json outputs_to_json(const std::vector<measure::OutputSummary>& outputs) {
  json all = json::array();
  for (const measure::OutputSummary& o : outputs) {
    json first = json::array();
    for (const double v : o.first) first.push_back(number_to_json(v));
    all.push_back({{"name", o.name},
                   {"shape", o.shape},
                   {"dtype", to_string(o.dtype)},
                   {"sum", number_to_json(o.sum)},
                   {"wsum", number_to_json(o.weighted_sum)},
                   {"first", std::move(first)}});
  }
  return all;
}

std::vector<measure::OutputSummary> outputs_from_json(const json& all) {
  std::vector<measure::OutputSummary> outputs;
  for (const json& o : all) {
    measure::OutputSummary s;
    s.name = o.at("name");
    s.shape = o.at("shape").get<std::vector<int64_t>>();
    s.dtype = parse_dtype(o.at("dtype").get<std::string>()).value_or(DType{});
    s.sum = number_from_json(o.at("sum"));
    s.weighted_sum = number_from_json(o.at("wsum"));
    for (const json& v : o.at("first")) s.first.push_back(number_from_json(v));
    outputs.push_back(std::move(s));
  }
  return outputs;
}

}  // namespace

namespace {

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
  j["resources"] = {{"code_bytes", r.code_bytes}};
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

// A call without its kernels.
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

json call_to_json(const measure::NetworkReport& r) {
  json j = {{"dims", r.dims},
            {"first_us", number_to_json(r.first_us)},
            {"time_us", timing_to_json(r.time)},
            {"calls", r.kernels.size()},
            {"compiled", r.compiled},
            {"compile_ms", number_to_json(r.compile_ms)},
            {"memory", memory_to_json(r.memory)},
            {"outputs", outputs_to_json(r.outputs)}};
  if (!r.data.empty()) j["data"] = r.data;
  if (r.comparison) j["verify"] = comparison_to_json(*r.comparison);
  if (r.expected) j["expected"] = expected_to_json(*r.expected);
  return j;
}

measure::NetworkReport call_from_json(const json& j) {
  measure::NetworkReport r;
  r.data = j.value("data", "");
  r.dims = sizes_from_json(j, "dims");
  r.first_us = number_from_json(j.at("first_us"));
  r.time = timing_from_json(j.at("time_us"));
  r.compiled = j.at("compiled");
  r.compile_ms = number_from_json(j.at("compile_ms"));
  r.memory = memory_from_json(j.at("memory"));
  r.outputs = outputs_from_json(j.at("outputs"));
  if (j.contains("verify")) r.comparison = comparison_from_json(j["verify"]);
  if (j.contains("expected")) r.expected = expected_from_json(j["expected"]);
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
    for (const measure::NetworkReport::Kernel& k : r.kernels)
      j["kernels"].push_back({{"group", k.group.value},
                              {"task", k.task},
                              {"time_us", k.time},
                              {"flops", k.flops},
                              {"kind", k.kind},
                              {"node", k.node},
                              {"calls", k.calls}});
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
  for (const json& k : j.at("kernels"))
    first.kernels.push_back({GroupId(k.at("group").get<int32_t>()), k.at("task"), k.at("time_us"), k.at("flops"),
                             k.at("kind"), k.at("node"), k.at("calls")});
  return model;
}

namespace {

json fusion_to_json(const NetworkFusion& f) {
  return {{"opt_level", f.opt_level}, {"max_depth", f.max_depth}, {"patterns", f.patterns},
          {"fences", f.fences},       {"joins", f.joins},         {"cuts", f.cuts}};
}

NetworkFusion fusion_from_json(const json& j) {
  return {static_cast<int>(whole(j.at("opt_level"), "opt_level", 0, 100)),
          static_cast<int>(whole(j.at("max_depth"), "max_depth", 0, INT32_MAX)),
          j.at("patterns"),
          j.at("fences"),
          j.at("joins"),
          j.at("cuts")};
}

}  // namespace

json to_json(const NetworkRequest& r) {
  return {{"path", r.path},
          {"outside", r.outside},
          {"passes", r.passes},
          {"dims", r.dims},
          {"fusion", fusion_to_json(r.fusion)},
          {"scripts", r.scripts},
          {"inputs", r.inputs},
          {"data", r.data},
          {"expect", r.expect},
          {"save", r.save},
          {"options", to_json(r.run)}};
}

NetworkRequest network_request_from_json(const json& j) {
  return {j.at("path"),
          j.value("outside", false),
          j.at("passes"),
          sizes_from_json(j, "dims"),
          fusion_from_json(j.at("fusion")),
          j.at("scripts"),
          run_request_from_json(j.at("options")),
          j.value("inputs", std::vector<std::pair<std::string, std::string>>{}),
          j.value("data", std::vector<std::string>{}),
          j.value("expect", false),
          j.value("save", "")};
}

namespace {

// JSON text holds no arbitrary bytes: two digits a byte.
std::string to_hex(const std::string& bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    text += digits[static_cast<unsigned char>(c) >> 4];
    text += digits[static_cast<unsigned char>(c) & 15];
  }
  return text;
}

std::string from_hex(const std::string& text) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string bytes;
  for (size_t i = 0; i + 1 < text.size(); i += 2)
    bytes += static_cast<char>((digit(text[i]) << 4) | digit(text[i + 1]));
  return bytes;
}

}  // namespace

json to_json(const Emitted& e) {
  json files = json::array();
  for (const EmittedFile& f : e.files) files.push_back({{"suffix", f.suffix}, {"hex", to_hex(f.bytes)}});
  return {{"files", std::move(files)}, {"assembly", assembly_to_json(e.assembly)}};
}

Emitted emitted_from_json(const json& j) {
  Emitted e;
  for (const json& f : j.at("files")) e.files.push_back({f.at("suffix"), from_hex(f.at("hex").get<std::string>())});
  e.assembly = assembly_from_json(j.at("assembly"));
  return e;
}

namespace {

// As many bytes as come, up to `count`.
size_t read_some(int fd, char* to, size_t count) {
  size_t done = 0;
  while (done < count) {
    const ssize_t n = ::read(fd, to + done, count - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    done += static_cast<size_t>(n);
  }
  return done;
}

}  // namespace

bool write_frame(int fd, const std::string& bytes) {
  uint64_t length = bytes.size();
  std::string all(reinterpret_cast<const char*>(&length), sizeof length);
  all += bytes;
  for (size_t at = 0; at < all.size();) {
    const ssize_t n = ::write(fd, all.data() + at, all.size() - at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += static_cast<size_t>(n);
  }
  return true;
}

std::optional<Frame> read_frame(int fd) {
  uint64_t length = 0;
  char head[sizeof length];
  const size_t begun = read_some(fd, head, sizeof head);
  if (begun == 0) return std::nullopt;
  if (begun < sizeof head)
    return Frame{{}, "it ended after " + std::to_string(begun) + " of the 8 bytes of its length"};
  std::memcpy(&length, head, sizeof length);
  if (length > kLargestFrame)
    return Frame{
        {}, "it has " + std::to_string(length) + " bytes, and at most " + std::to_string(kLargestFrame) + " are read"};
  constexpr size_t kPiece = size_t{1} << 20;  // memory is taken for what has come, not for what was announced
  Frame frame;
  while (frame.bytes.size() < length) {
    const size_t at = frame.bytes.size(), wanted = std::min<size_t>(kPiece, length - at);
    frame.bytes.resize(at + wanted);
    const size_t came = read_some(fd, frame.bytes.data() + at, wanted);
    frame.bytes.resize(at + came);
    if (came == wanted) continue;
    frame.problem = "it ended after " + std::to_string(at + came) + " of " + std::to_string(length) + " bytes";
    break;
  }
  return frame;
}

}  // namespace nw::worker
