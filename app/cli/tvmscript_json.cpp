// SPDX-License-Identifier: GPL-3.0-or-later
#include "tvmscript_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tir/print.h"

namespace nw::cli {

using nlohmann::json;
using tvmscript::Block;
using tvmscript::Kernel;

namespace {

const char* kind_of(tir::IterType type) {
  switch (type) {
    case tir::IterType::CommReduce:
      return "reduce";
    case tir::IterType::Ordered:
      return "ordered";
    case tir::IterType::Opaque:
      return "opaque";
    default:
      return "data";
  }
}

std::string region_text(const std::vector<tir::Range>& ranges) {
  std::vector<std::string> dims;
  for (const tir::Range& r : ranges)
    dims.push_back(tir::is_one(r.extent)
                       ? tir::to_string(r.min)
                       : fmt::format("{}:{}", tir::to_string(r.min), tir::to_string(r.min + r.extent)));
  return fmt::format("[{}]", fmt::join(dims, ", "));
}

json ranges_json(const std::vector<tir::Range>& ranges) {
  json all = json::array();
  for (const tir::Range& r : ranges)
    all.push_back({{"min", tir::to_string(r.min)}, {"extent", tir::to_string(r.extent)}});
  return all;
}

// What a block declares; if it declares nothing, what it does.
json regions_json(const Kernel& k, const Block& b, bool written) {
  json all = json::array();
  const bool declared = written ? b.declares_writes : b.declares_reads;
  for (const tvmscript::Region& r : written ? b.writes : b.reads)
    all.push_back({{"buffer", r.buffer->name}, {"region", region_text(r.ranges)}});
  if (declared) return all;
  for (const tvmscript::Touched& t : tvmscript::touched(k, static_cast<int>(&b - k.function.blocks.data())))
    if (const auto& ranges = written ? t.written : t.read; !ranges.empty())
      all.push_back({{"buffer", t.buffer->name}, {"region", region_text(ranges)}});
  return all;
}

std::string kind_of(const tir::ForNode& loop, const Block& b) {
  if (!loop.thread_tag.empty()) return "thread";
  if (loop.for_kind != tir::ForKind::Serial) return std::string(tir::to_string(loop.for_kind));
  for (const tvmscript::BlockIter& i : b.iters)
    if (i.iter->type == tir::IterType::CommReduce && tir::uses_var(i.binding, loop.var)) return "reduce";
  return "data";
}

// The block that it is computed inside the loops of, and at which loop.
json attach_of(const Kernel& k, int block) {
  const Block& b = k.function.blocks[static_cast<size_t>(block)];
  json attach = "root";
  for (const tir::ForNode* loop : b.loops) {
    const int owner = tvmscript::owner_of(k.function, *loop);
    if (owner != block && owner >= 0)
      attach = {{"stage", k.function.blocks[static_cast<size_t>(owner)].name}, {"axis", loop->var->name}};
  }
  return attach;
}

const char* scope_of(const Kernel& k, const Block& b) {
  (void)k;
  const tir::BufferNode* written = b.writes.empty() ? nullptr : b.writes.front().buffer.get();
  return written && !written->scope.empty() ? written->scope.c_str() : "global";
}

}  // namespace

json blocks_json(const Kernel& k) {
  json all = json::array();
  for (const Block& b : k.function.blocks) {
    json iters = json::array(), loops = json::array();
    for (const tvmscript::BlockIter& i : b.iters)
      iters.push_back({{"name", i.iter->var->name},
                       {"kind", kind_of(i.iter->type)},
                       {"min", tir::to_string(i.iter->dom.min)},
                       {"extent", tir::to_string(i.iter->dom.extent)},
                       {"value", tir::to_string(i.binding)}});
    for (const tir::ForNode* loop : b.loops) loops.push_back(loop->var->name);
    json entry = {{"name", b.name},
                  {"line", b.span.line},
                  {"iters", std::move(iters)},
                  {"loops", std::move(loops)},
                  {"init", b.init != nullptr}};
    entry["parent"] = b.parent < 0 ? json() : json(k.function.blocks[static_cast<size_t>(b.parent)].name);
    entry["where"] = b.predicate ? json(tir::to_string(b.predicate)) : json();
    entry["reads"] = regions_json(k, b, false);
    entry["writes"] = regions_json(k, b, true);
    for (const auto& [key, value] : b.annotations) entry["annotations"][key] = value;
    all.push_back(std::move(entry));
  }
  return all;
}

std::string blocks_text(const Kernel& k) {
  std::string text;
  const json blocks = blocks_json(k);
  for (const json& b : blocks) {
    text += fmt::format("block {} (line {})\n", b["name"].get<std::string>(), b["line"].get<int>());
    for (const json& i : b["iters"])
      text += fmt::format("  {:<12} {:<7} {:>6} = {}\n", i["name"].get<std::string>(), i["kind"].get<std::string>(),
                          i["extent"].get<std::string>(), i["value"].get<std::string>());
    if (b["where"].is_string()) text += fmt::format("  where {}\n", b["where"].get<std::string>());
    for (const auto& [key, word] : {std::pair("reads", "reads "), std::pair("writes", "writes")})
      for (const json& r : b[key])
        text += fmt::format("  {} {}{}\n", word, r["buffer"].get<std::string>(), r["region"].get<std::string>());
  }
  return text;
}

json block_stages_json(const Kernel& k) {
  json stages = json::array();
  for (size_t n = 0; n < k.function.blocks.size(); ++n) {
    const Block& b = k.function.blocks[n];
    json axes = json::array();
    for (const tvmscript::BlockIter& i : b.iters)
      axes.push_back({{"name", i.iter->var->name},
                      {"kind", kind_of(i.iter->type)},
                      {"min", tir::to_string(i.iter->dom.min)},
                      {"extent", tir::to_string(i.iter->dom.extent)},
                      {"leaf", false},
                      {"thread", json()},
                      {"value", tir::to_string(i.binding)}});
    for (const tir::ForNode* loop : b.loops) {
      if (tvmscript::owner_of(k.function, *loop) != static_cast<int>(n)) continue;
      axes.push_back({{"name", loop->var->name},
                      {"kind", kind_of(*loop, b)},
                      {"min", tir::to_string(loop->min)},
                      {"extent", tir::to_string(loop->extent)},
                      {"leaf", true},
                      {"thread", loop->thread_tag.empty() ? json() : json(loop->thread_tag)}});
    }
    stages.push_back({{"name", b.name},
                      {"line", b.span.line},
                      {"attach", attach_of(k, static_cast<int>(n))},
                      {"scope", scope_of(k, b)},
                      {"axes", std::move(axes)},
                      {"reads", regions_json(k, b, false)},
                      {"writes", regions_json(k, b, true)}});
  }
  return stages;
}

json buffers_json(const Kernel& k) {
  const std::vector<tvmscript::Touched> all = tvmscript::touched(k);
  json buffers = json::array();
  const auto shape = [](const tir::BufferNode& b) {
    json dims = json::array();
    for (const tir::Expr& d : b.shape) dims.push_back(tir::to_string(d));
    return dims;
  };
  const auto add = [&](const tir::Buffer& b, bool argument) {
    json entry = {{"name", b->name},
                  {"shape", shape(*b)},
                  {"dtype", to_string(b->dtype)},
                  {"scope", b->scope},
                  {"argument", argument}};
    const auto as = k.stored_as.find(b.get());
    entry["stored"] = shape(as == k.stored_as.end() ? *b : *as->second);
    entry["read"] = entry["written"] = json::array();
    if (const auto t = std::ranges::find(all, b, &tvmscript::Touched::buffer); t != all.end()) {
      entry["read"] = ranges_json(t->read);
      entry["written"] = ranges_json(t->written);
    }
    buffers.push_back(std::move(entry));
  };
  for (const tir::Buffer& b : k.function.args) add(b, true);
  for (const tir::Buffer& b : k.function.allocated) add(b, false);
  return buffers;
}

std::string block_bounds_text(const Kernel& k) {
  std::string text;
  const json stages = block_stages_json(k), buffers = buffers_json(k);
  for (const json& stage : stages) {
    const json& attach = stage["attach"];
    text += fmt::format("{} ({}, {})\n", stage["name"].get<std::string>(),
                        attach.is_string()
                            ? attach.get<std::string>()
                            : "at " + attach["stage"].get<std::string>() + "." + attach["axis"].get<std::string>(),
                        stage["scope"].get<std::string>());
    for (const json& axis : stage["axes"]) {
      const std::string min = axis["min"], extent = axis["extent"];
      text += fmt::format(
          "  {}{:<24} {:<10} [{}, {})\n", axis["leaf"].get<bool>() ? "  " : "", axis["name"].get<std::string>(),
          axis["thread"].is_string() ? axis["thread"].get<std::string>() : axis["kind"].get<std::string>(), min,
          min == "0" ? extent : min + " + " + extent);
    }
    for (const auto& [key, word] : {std::pair("reads", "reads "), std::pair("writes", "writes")})
      for (const json& r : stage[key])
        text += fmt::format("  {} {}{}\n", word, r["buffer"].get<std::string>(), r["region"].get<std::string>());
  }
  for (const json& b : buffers) {
    const auto dims = [](const json& list) {
      return fmt::format("({})", fmt::join(list.get<std::vector<std::string>>(), ", "));
    };
    text += fmt::format("buffer {} {} {}, {}", b["name"].get<std::string>(), dims(b["shape"]),
                        b["dtype"].get<std::string>(),
                        b["argument"].get<bool>() ? "argument" : b["scope"].get<std::string>());
    if (b["stored"] != b["shape"]) text += ", stored as " + dims(b["stored"]);
    text += "\n";
    for (const auto& [key, word] : {std::pair("read", "read   "), std::pair("written", "written")}) {
      std::vector<std::string> ranges;
      for (const json& r : b[key])
        ranges.push_back(fmt::format("[{}, {} + {})", r["min"].get<std::string>(), r["min"].get<std::string>(),
                                     r["extent"].get<std::string>()));
      if (!ranges.empty()) text += fmt::format("  {} {}\n", word, fmt::join(ranges, " "));
    }
  }
  return text;
}

}  // namespace nw::cli
