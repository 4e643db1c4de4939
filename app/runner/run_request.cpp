// SPDX-License-Identifier: GPL-3.0-or-later
#include "run_request.h"

#include <algorithm>
#include <cstring>

#include "base/json_text.h"
#include "request.h"

namespace nw::runner {

using nlohmann::json;

namespace {

constexpr int64_t kMaxRuns = 1'000'000, kMaxTimes = 50'000;  // of one reply, whose head is bounded
constexpr size_t kMaxCalls = 10'000, kMaxResultBytes = size_t{1} << 20;
constexpr size_t kMaxArguments = 1024;
constexpr int64_t kMaxNumber = INT64_MAX, kMaxThreads = 65'536;

struct Plan {
  explicit Plan(const Request& request)
      : counters(request.texts("counters")),
        c{sizeof(nwt_plan),
          static_cast<int32_t>(request.number("warmup", 0, kMaxRuns, 0)),
          static_cast<int32_t>(request.number("runs", 0, kMaxRuns, 1)),
          request.number("least_ns", 0, kMaxNumber, 0),
          request.number("most_ns", 0, kMaxNumber, 0),
          nullptr,
          counters.size(),
          static_cast<int32_t>(request.number("threads", 0, kMaxThreads, 0)),
          static_cast<int32_t>(request.number("runs_per_sample", 0, kMaxRuns, 1)),
          request.flag("places", false) ? 1 : 0,
          static_cast<int32_t>(request.number("cold_from", 0, kMaxArguments, 0))} {
    for (const std::string& name : counters) names.push_back(text(name));
    c.counters = names.data();
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  std::vector<std::string> counters;
  std::vector<nwt_text> names;
  nwt_plan c;
};

struct Call {
  Call(const json& from, const RunContext& context) {
    const Request request(from, "a call");
    module = context.module(request.number("module", 0, kMaxNumber));
    const json& numbers = request.list("buffers", kMaxArguments);
    for (const json& number : numbers) {
      if (!number.is_number_integer()) throw Refusal(NWT_INVALID, "a call's buffers are no whole numbers");
      buffers.push_back(context.buffer(number.get<int64_t>()));
      if (std::count(buffers.begin(), buffers.end(), buffers.back()) > 1)
        throw Refusal(NWT_INVALID, "a call names buffer " + number.dump() + " twice");
    }
    sizes = request.numbers("sizes");
  }
  nwt_module* module = nullptr;
  std::vector<nwt_buffer*> buffers;
  std::vector<int64_t> sizes;
};

struct Result {
  std::vector<int64_t> time_ns;
  int32_t kernel_status = 0;
  json counters = json::object();
  json samples;  // null: none

  json to_json() const {
    json out{{"time_ns", time_ns}};
    if (kernel_status != 0) out["kernel_status"] = kernel_status;
    if (!counters.empty()) out["counters"] = counters;
    if (!samples.is_null()) out["samples"] = samples;
    return out;
  }
};

Refusal wrong_result(const std::string& name, const std::string& why) {
  return {NWT_INVALID, "the plugin's result '" + name + "' of 'run' " + why};
}

template <class T>
std::vector<T> numbers_in(const std::string& name, const std::string& value, size_t most) {
  if (value.size() % sizeof(T) != 0 || value.size() / sizeof(T) > most)
    throw wrong_result(name, "has " + std::to_string(value.size()) + " bytes");
  std::vector<T> numbers(value.size() / sizeof(T));
  if (!numbers.empty()) std::memcpy(numbers.data(), value.data(), value.size());
  return numbers;
}

template <class T>
T number_in(const std::string& name, const std::string& value) {
  const std::vector<T> numbers = numbers_in<T>(name, value, 1);
  if (numbers.empty()) throw wrong_result(name, "is empty");
  return numbers.front();
}

json places_in(const std::string& name, const std::string& value) {
  const json places = read_json(value);
  if (!places.is_array()) throw wrong_result(name, "is no JSON list");
  json kept = json::array();
  for (const json& place : places) {
    const bool known = place.is_object() && place.contains("count") && place.at("count").is_number_integer() &&
                       ((place.contains("offset") && place.at("offset").is_number_integer()) ||
                        (place.contains("where") && place.at("where").is_string()));
    if (!known) throw wrong_result(name, "has an entry without a place and a count");
    const char* key = place.contains("offset") ? "offset" : "where";
    kept.push_back({{key, place.at(key)}, {"count", place.at("count")}});
  }
  return kept;
}

Result read_results(const Sink& sink, const Plan& plan) {
  sink.check("run");
  Result result;
  for (const auto& [name, value] : sink.results()) {
    constexpr std::string_view kCounter = "counter:";
    if (name == "time_ns") {
      result.time_ns = numbers_in<int64_t>(name, value, static_cast<size_t>(kMaxTimes));
      if (std::ranges::any_of(result.time_ns, [](int64_t ns) { return ns < 0; }))
        throw wrong_result(name, "is negative");
    } else if (name == "kernel_status") {
      result.kernel_status = number_in<int32_t>(name, value);
    } else if (name == "samples") {
      result.samples = places_in(name, value);
    } else if (name.starts_with(kCounter)) {
      const std::string counter = name.substr(kCounter.size());
      if (std::ranges::find(plan.counters, counter) != plan.counters.end())
        result.counters[counter] = number_in<int64_t>(name, value);
    }
  }
  return result;
}

Result run_once(const Call& call, const Plan& plan, const RunContext& context) {
  const nwt_call c{sizeof(nwt_call),  call.buffers.data(), call.buffers.size(),
                   call.sizes.data(), call.sizes.size(),   &plan.c};
  Sink sink(kMaxResultBytes);
  context.host.check("run", context.plugin.run(context.device, call.module, &c, sink.get()));
  return read_results(sink, plan);
}

// One after the other, `warmup` and `runs` times over, each timed by itself.
std::vector<Result> run_in_turn(const std::vector<Call>& calls, Plan& plan, const RunContext& context) {
  if (!plan.counters.empty() || plan.c.sample_places != 0)
    throw Refusal(NWT_INVALID,
                  "counters and places are of one call, and the request has " + std::to_string(calls.size()));
  const int32_t warmup = plan.c.warmup, rounds = warmup + plan.c.runs;
  if (static_cast<int64_t>(calls.size()) * plan.c.runs > kMaxTimes)
    throw Refusal(NWT_INVALID, "the request asks for more than " + std::to_string(kMaxTimes) + " times");
  plan.c = {sizeof(nwt_plan), 0, 1, 0, 0, nullptr, 0, plan.c.threads, 1, 0, 0};
  std::vector<Result> results(calls.size());
  for (int32_t round = 0; round < rounds; ++round)
    for (size_t i = 0; i < calls.size(); ++i) {
      if (context.stop_asked()) throw Refusal(NWT_CANCELLED, "the runs were stopped");
      context.begin_call(i);
      const Result one = run_once(calls[i], plan, context);
      if (round >= warmup) results[i].time_ns.insert(results[i].time_ns.end(), one.time_ns.begin(), one.time_ns.end());
      results[i].kernel_status = one.kernel_status;
      if (one.kernel_status == 0) continue;
      results.resize(i + 1);
      return results;
    }
  return results;
}

}  // namespace

json run(const json& head, const RunContext& context) {
  const Request request(head);
  std::vector<Call> calls;
  for (const json& call : request.list("calls", kMaxCalls)) calls.emplace_back(call, context);
  if (calls.empty()) throw Refusal(NWT_INVALID, "the request names no call");
  const json none = json::object();
  Plan plan(Request(request.has("plan") ? head.at("plan") : none, "the plan"));
  json results = json::array();
  context.begin_call(0);
  if (calls.size() == 1)
    results.push_back(run_once(calls.front(), plan, context).to_json());
  else
    for (const Result& result : run_in_turn(calls, plan, context)) results.push_back(result.to_json());
  return {{"results", std::move(results)}};
}

}  // namespace nw::runner
