// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/trace_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

namespace nw::worker {

using nlohmann::json;

json kernel_to_json(const measure::KernelEntry& k) {
  return {{"group", k.group.value}, {"task", k.task}, {"time_us", k.time}, {"flops", k.flops}, {"bytes", k.bytes},
          {"kind", k.kind},         {"node", k.node}, {"nodes", k.nodes},  {"calls", k.calls}};
}

measure::KernelEntry kernel_from_json(const json& j) {
  measure::KernelEntry k;
  k.group = GroupId(j.at("group").get<int32_t>());
  k.task = j.at("task");
  k.time = j.at("time_us");
  k.flops = j.at("flops");
  k.bytes = j.at("bytes");
  k.kind = j.at("kind");
  k.node = j.at("node");
  k.nodes = j.at("nodes").get<std::vector<std::string>>();
  k.calls = j.at("calls");
  return k;
}

json trace_to_json(const measure::Trace& trace) {
  json spans = json::array(), memory = json::array();
  for (const measure::Trace::Span& span : trace.spans)
    spans.push_back({{"entry", kernel_to_json(span.entry)}, {"begin", span.begin}, {"sizes", span.sizes}});
  for (const measure::Trace::Memory& m : trace.memory) memory.push_back({m.at, m.bytes});
  return {{"spans", std::move(spans)}, {"memory", std::move(memory)}};
}

measure::Trace trace_from_json(const json& j) {
  measure::Trace trace;
  for (const json& span : j.at("spans"))
    trace.spans.push_back({kernel_from_json(span.at("entry")), span.at("begin"), span.at("sizes")});
  for (const json& m : j.at("memory")) trace.memory.push_back({m.at(0), m.at(1)});
  return trace;
}

namespace {

void add_events(const measure::NetworkReport& call, size_t process, json& events) {
  const std::string name = call.data.empty() ? "run" : call.data;
  events.push_back({{"ph", "M"}, {"pid", process}, {"tid", 0}, {"name", "process_name"}, {"args", {{"name", name}}}});
  events.push_back({{"ph", "M"}, {"pid", process}, {"tid", 0}, {"name", "thread_name"}, {"args", {{"name", "calls"}}}});
  // What encloses others comes before them, as viewers expect of events that begin together.
  std::vector<const measure::Trace::Span*> spans;
  for (const measure::Trace::Span& span : call.trace->spans) spans.push_back(&span);
  std::ranges::stable_sort(spans, [](const measure::Trace::Span* a, const measure::Trace::Span* b) {
    return a->begin != b->begin ? a->begin < b->begin : a->entry.time > b->entry.time;
  });
  for (const measure::Trace::Span* span : spans) {
    json args = kernel_to_json(span->entry);
    args["sizes"] = span->sizes;
    events.push_back({{"ph", "X"},
                      {"pid", process},
                      {"tid", 0},
                      {"ts", span->begin},
                      {"dur", span->entry.time},
                      {"cat", span->entry.kind},
                      {"name", span->entry.node},
                      {"args", std::move(args)}});
  }
  for (const measure::Trace::Memory& memory : call.trace->memory)
    events.push_back({{"ph", "C"},
                      {"pid", process},
                      {"tid", 0},
                      {"ts", memory.at},
                      {"name", "memory"},
                      {"args", {{"bytes", memory.bytes}}}});
}

}  // namespace

std::string trace_events(const measure::ModelReport& model) {
  json events = json::array();
  for (size_t call = 0; call < model.calls.size(); ++call)
    if (model.calls[call].trace) add_events(model.calls[call], call, events);
  const json file = {{"traceEvents", std::move(events)}, {"displayTimeUnit", "ns"}};
  return file.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace nw::worker
