// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/protocol.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "base/json_text.h"

namespace nw::worker {

using nlohmann::json;

json to_json(const KernelSource& kernel) {
  return {{"script", kernel.script}, {"nest_hash", kernel.nest_hash}};
}

KernelSource kernel_source_from_json(const json& j) {
  return {j.at("script"), j.value("nest_hash", "")};
}

json to_json(const measure::RunRequest& o) {
  json j = {{"threads", o.threads}, {"repeat", o.repeat}, {"verify", o.verify},
            {"sample", o.sample},   {"sizes", o.sizes},   {"memory", o.memory_bytes}};
  for (const auto& [key, wanted] :
       {std::pair("steady", o.steady), std::pair("assembly", o.assembly), std::pair("trace", o.trace)})
    if (wanted) j[key] = true;
  if (o.seconds > 0) j["seconds"] = o.seconds;
  if (o.slowest_us > 0) j["slowest_us"] = o.slowest_us;
  if (!o.reference.empty()) j["reference"] = o.reference;
  if (o.inputs.random) j["seed"] = o.inputs.seed;
  if (!o.kernel_cache.empty()) j["kernel_cache"] = o.kernel_cache;
  if (o.cold_from > 0) j["cold_from"] = o.cold_from;
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
  if (j.contains("slowest_us")) o.slowest_us = std::clamp(j.at("slowest_us").get<double>(), 0.0, kLongest * 1e6);
  o.reference = j.value("reference", "");
  o.verify = j.value("verify", false);
  o.sample = j.value("sample", false);
  o.steady = j.value("steady", false);
  o.assembly = j.value("assembly", false);
  o.trace = j.value("trace", false);
  o.cold_from = static_cast<int>(whole_or(0, j, "cold_from", 0, 1024));
  o.sizes = sizes_from_json(j, "sizes");
  o.memory_bytes = whole_or(0, j, "memory", 0, INT64_MAX);
  o.kernel_cache = j.value("kernel_cache", "");
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
          {"patterns", r.patterns},
          {"rewrite", r.rewrite},
          {"patterns_text", r.patterns_text},
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
          j.value("save", ""),
          j.value("patterns", ""),
          j.value("rewrite", false),
          j.value("patterns_text", "")};
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

namespace {
constexpr std::string_view kProgressHead = "{\"progress\":";
}

std::string progress_to_text(const RunProgress& p) {
  const json j = {{"progress", {{"doing", p.doing}, {"done", p.done}, {"of", p.of}}}};
  return j.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::optional<RunProgress> progress_from_text(std::string_view text) {
  if (!text.starts_with(kProgressHead)) return std::nullopt;
  const json j = read_json(text);
  if (!j.is_object() || !j["progress"].is_object()) return std::nullopt;
  const json& part = j["progress"];
  return RunProgress{part.value("doing", std::string()), part.value("done", 0), part.value("of", 0)};
}

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

}  // namespace nw::worker
