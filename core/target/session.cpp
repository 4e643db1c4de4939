// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/session.h"

#include <sys/wait.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/diagnostic_json.h"
#include "base/ndarray.h"
#include "target/batches.h"
#include "target/child_stream.h"
#include "target/deployment.h"
#include "target/diagnostics.h"
#include "target/run_results.h"
#include "target/session_diagnostics.h"
#include "target/ssh_words.h"

namespace nw::target {

using nlohmann::json;

namespace {

// After its deadline the runner ends what it does within a second; then its process is ended from here.
constexpr auto kGrace = std::chrono::seconds(2);
constexpr size_t kMostEvents = 256;
constexpr uint64_t kPiece = TransferMemory::kBytes;  // of a buffer in one request

double seconds_until(Session::Clock::time_point deadline) {
  return std::chrono::duration<double>(deadline - Session::Clock::now()).count();
}

// Whatever another program sent: no text where there is none.
std::string text_in(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

int number_in(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number_integer() ? found->get<int>() : 0;
}

std::string first_sentence(const json& head) {
  const auto all = head.find("diagnostics");
  if (all == head.end() || !all->is_array()) return {};
  std::string text;
  for (const json& d : *all) {
    if (!d.is_object()) continue;
    if (!text.empty()) text += "; ";
    text += text_in(d, "message");
    if (const auto because = d.find("because"); because != d.end() && because->is_array())
      for (const json& why : *because)
        if (why.is_string()) text += (text.empty() ? "" : ": ") + why.get<std::string>();
  }
  constexpr size_t kMaxText = 2000;
  return text.substr(0, kMaxText);
}

constexpr size_t kFirstBytes = 120;

// A shell over there that prints a greeting does so before the first frame.
std::string no_runner(const std::string& first_bytes) {
  std::string text;
  for (const char c : first_bytes) text += c >= ' ' && c <= '~' ? c : ' ';
  return "what comes from there first is not a runner's: '" + text.substr(0, kFirstBytes) + "'";
}

json to_json(const Call& call) {
  json buffers = json::array();
  for (const BufferId buffer : call.buffers) buffers.push_back(buffer.value);
  return {{"module", call.module.value}, {"buffers", std::move(buffers)}, {"sizes", call.sizes}};
}

json to_json(const Plan& plan) {
  return {{"warmup", plan.warmup},
          {"runs", plan.runs},
          {"least_ns", plan.least_ns},
          {"most_ns", plan.most_ns},
          {"runs_per_sample", plan.runs_per_sample},
          {"threads", plan.threads},
          {"counters", plan.counters},
          {"places", plan.places},
          {"cold_from", plan.cold_from}};
}

}  // namespace

Session::Session(Carrier carrier, std::unique_ptr<ChildStream> child, std::unique_ptr<TransferMemory> transfer)
    : carrier_(std::move(carrier)),
      child_(std::move(child)),
      transfer_(std::move(transfer)),
      batches_(std::make_unique<Batches>(*this, nullptr, nullptr)) {}

Session::~Session() = default;

std::unique_ptr<Session> Session::start(const Carrier& carrier, Diagnostics& problems) {
  std::string why;
  std::unique_ptr<TransferMemory> transfer = carrier.kind == "child" ? TransferMemory::create() : nullptr;
  std::map<std::string, std::string> environment = carrier.environment;
  ChildStream::Inherited inherited;
  if (transfer) {
    environment[TransferMemory::kVariable] = std::to_string(TransferMemory::kDescriptor);
    inherited.emplace_back(transfer->descriptor(), TransferMemory::kDescriptor);
  }
  std::unique_ptr<ChildStream> child =
      ChildStream::start(carrier.argv, environment, why, carrier.counters_descriptor, inherited);
  if (child) return std::unique_ptr<Session>(new Session(carrier, std::move(child), std::move(transfer)));
  problems.push_back(not_reached(carrier.description, (carrier.argv.empty() ? "" : carrier.argv[0] + ": ") + why));
  return nullptr;
}

Result<std::unique_ptr<Session>> Session::connect(const Carrier& carrier, double seconds, const CancelToken& cancel) {
  for (bool deployed = false;; deployed = true) {
    Diagnostics problems;
    std::unique_ptr<Session> session = start(carrier, problems);
    if (!session) return problems;
    const auto time = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    session->set_limits(Clock::now() + time, cancel);
    problems = session->take_hello();
    session->set_limits(Clock::time_point::max(), {});
    if (problems.empty()) return session;
    if (deployed || carrier.runners.empty() || !session->not_deployed()) return problems;
    if (Diagnostics failed = deploy(carrier); has_errors(failed)) return failed;
  }
}

// Whether its process ended with the word that there is no runner of ours yet.
bool Session::not_deployed() {
  constexpr auto kReap = std::chrono::milliseconds(500);
  const int status = child_->wait(Clock::now() + kReap);
  return status >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == kNotDeployed;
}

void Session::set_limits(Clock::time_point deadline, const CancelToken& cancel, double seconds) {
  if (deadline != deadline_ && !lost_) batches_->end();
  deadline_ = deadline;
  seconds_ = seconds > 0                            ? seconds
             : deadline == Clock::time_point::max() ? 0
                                                    : std::round(seconds_until(deadline) * 100) / 100;
  cancel_ = cancel;
}

Diagnostics Session::take_hello() {
  Result<Frame> first = next_frame("connecting");
  if (!first.ok()) {
    lost_ = true;
    if (cancel_.cancelled()) return first.diagnostics;
    return {no_hello()};
  }
  hello_ = std::move(first->head);
  if (hello_.value("transfer", json()) != TransferMemory::kBytes) transfer_.reset();
  if (transfer_)
    batches_ = std::make_unique<Batches>(*this, static_cast<BatchMemory*>(transfer_->control()), transfer_->bytes());
  const auto versions = hello_.find("protocol");
  if (hello_.value("nestwright", json()) != "runner" || versions == hello_.end() || !versions->is_array() ||
      versions->size() != 2 || !(*versions)[0].is_number_integer() || !(*versions)[1].is_number_integer()) {
    lost_ = true;
    return {not_reached(carrier_.description, no_runner(first_bytes_), child_->last_words())};
  }
  const int oldest = (*versions)[0].get<int>(), newest = (*versions)[1].get<int>();
  if (oldest <= kNewestProtocol && newest >= kOldestProtocol) return {};
  lost_ = true;
  const auto range = [](int from, int to) {
    return from == to ? std::to_string(from) : std::to_string(from) + " to " + std::to_string(to);
  };
  return {other_protocol(range(oldest, newest), range(kOldestProtocol, kNewestProtocol))};
}

// What came in place of a runner's first frame, or why nothing did.
Diagnostic Session::no_hello() const {
  if (!first_bytes_.empty()) return not_reached(carrier_.description, no_runner(first_bytes_), child_->last_words());
  const SshReason ssh = carrier_.kind == "ssh" ? ssh_reason(carrier_.host, child_->error_output()) : SshReason();
  Diagnostic d =
      not_reached(carrier_.description, ssh.why.empty() ? "no runner answers there" : ssh.why, child_->last_words());
  d.legal = ssh.legal;
  return d;
}

Diagnostics Session::unreadable(const std::string& why) {
  lost_ = true;
  child_->end();
  return {connection_lost(carrier_.description, "reading an answer", why)};
}

// The other side has closed the stream.
Diagnostics Session::lost(const std::string& what) {
  lost_ = true;
  constexpr auto kReap = std::chrono::milliseconds(500);
  child_->wait(Clock::now() + kReap);
  child_->end();
  return {connection_lost(carrier_.description, what, child_->last_words())};
}

// Nothing has come, although a runner answers at the deadline.
Diagnostic Session::late(const std::string& what) const {
  const bool elsewhere = carrier_.kind == "ssh" || carrier_.kind == "command";
  if (elsewhere) return no_more_answers(carrier_.description, what, seconds_);
  return what == "run" ? took_too_long("the kernel", seconds_) : no_answer(what, seconds_);
}

void Session::take_event(json event) {
  if (events_.size() == kMostEvents) events_.erase(events_.begin());
  events_.push_back(std::move(event));
}

Diagnostics Session::take_early() {
  for (;;) {
    while (std::optional<Frame> frame = parser_.next()) {
      if (!frame->problem.empty()) return unreadable(frame->problem);
      if (frame->head.contains("event")) {
        take_event(std::move(frame->head));
        continue;
      }
      const json of = frame->head.value("id", json());
      if (!of.is_number_integer() || unanswered_.erase(of.get<int64_t>()) == 0)
        return unreadable("it answers another request");
      early_.emplace(of.get<int64_t>(), std::move(*frame));
    }
    if (!child_->has_input()) return {};
    std::string_view nothing;
    std::string came;
    const auto event = child_->exchange(nothing, came, Clock::now() + kGrace, {});
    if (event == ChildStream::Event::Closed) return lost("run");
    if (event == ChildStream::Event::Received) parser_.feed(came);
  }
}

Diagnostics Session::why_no_batch(int64_t request, size_t given) {
  if (Diagnostics failed = take_early(); has_errors(failed)) return failed;
  if (const auto reply = early_.find(request); reply != early_.end()) {
    const json head = std::move(reply->second.head);
    early_.erase(reply);
    stopped_call_.reset();
    if (const auto call = head.find("call"); call != head.end() && call->is_number_unsigned())
      stopped_call_ = call->get<size_t>() - std::min(given, call->get<size_t>());
    return head.contains("ok") ? unreadable("it has ended its batches") : refusal(head, "run");
  }
  const bool cancelled = cancel_.cancelled();
  if (!cancelled && (deadline_ == Clock::time_point::max() || Clock::now() < deadline_ + kGrace)) return {};
  lost_ = true;
  child_->end();
  return {cancelled ? stopped() : late("run")};
}

Diagnostics Session::refused_batch(std::string_view reply) {
  const json head = json::parse(reply, nullptr, false);
  if (!head.is_object()) return unreadable("a batch was refused without a reason");
  return refusal(head, "run");
}

Result<Frame> Session::next_frame(const std::string& what) {
  for (;;) {
    if (std::optional<Frame> frame = parser_.next()) {
      const bool skipped = frame->too_large && !hello_.is_null();  // before that it is a greeting of somebody else
      if (!frame->problem.empty() && !skipped) return unreadable(frame->problem);
      if (skipped || !frame->head.contains("event")) return std::move(*frame);
      take_event(std::move(frame->head));
      continue;
    }
    std::string_view nothing;
    std::string came;
    const auto end = deadline_ == Clock::time_point::max() ? deadline_ : deadline_ + kGrace;
    switch (child_->exchange(nothing, came, end, cancel_)) {
      case ChildStream::Event::Received:
        if (hello_.is_null()) first_bytes_ += came.substr(0, kFirstBytes - std::min(kFirstBytes, first_bytes_.size()));
        parser_.feed(came);
        break;
      case ChildStream::Event::Closed:
        return lost(what);
      case ChildStream::Event::Late:
        lost_ = true;
        child_->end();
        return late(what);
      case ChildStream::Event::Cancelled:
        lost_ = true;
        child_->end();
        return stopped();
      case ChildStream::Event::Sent:
        break;
    }
  }
}

Result<int64_t> Session::send(json head, std::string_view body) {
  const auto what = head.at("do").get<std::string>();
  if (lost_) return connection_lost(carrier_.description, what, "it was lost before");
  if (what != "batches")
    if (Diagnostics failed = batches_->end(); has_errors(failed)) return failed;
  const int64_t id = next_id_;
  head["id"] = id;
  if (deadline_ != Clock::time_point::max() && !head.contains("deadline_ms"))
    head["deadline_ms"] = std::max<int64_t>(static_cast<int64_t>(seconds_until(deadline_) * 1000), 1);
  const std::string bytes = encode(head, body);
  if (const std::string large = too_large(bytes, body); !large.empty()) return request_too_large(what, large);
  ++next_id_;
  std::string_view out = bytes;
  std::string came;
  while (!out.empty()) {
    const auto event = child_->exchange(out, came, deadline_, cancel_);
    if (!came.empty()) parser_.feed(came);
    came.clear();
    if (event == ChildStream::Event::Closed) return lost(what);
    if (event == ChildStream::Event::Late || event == ChildStream::Event::Cancelled) {
      lost_ = true;  // in the middle of a frame
      child_->end();
      return event == ChildStream::Event::Cancelled ? stopped() : late(what);
    }
  }
  unanswered_.insert(id);
  return id;
}

Result<Frame> Session::reply_to(int64_t id, const std::string& what) {
  for (;;) {
    if (const auto known = early_.find(id); known != early_.end()) {
      Frame frame = std::move(known->second);
      early_.erase(known);
      return frame;
    }
    Result<Frame> frame = next_frame(what);
    if (!frame.ok()) return frame.diagnostics;
    if (frame->too_large && unanswered_.size() == 1 && unanswered_.contains(id)) {  // it can be of no other request
      unanswered_.clear();
      return answer_too_large(what, frame->problem);
    }
    if (frame->too_large) return unreadable(frame->problem);
    const json of = frame->head.value("id", json());
    if (!of.is_number_integer() || unanswered_.erase(of.get<int64_t>()) == 0)
      return unreadable("it answers another request");
    early_.emplace(of.get<int64_t>(), std::move(*frame));
  }
}

Result<Frame> Session::request(json head, std::string_view body) {
  const auto what = head.at("do").get<std::string>();
  const Result<int64_t> id = send(std::move(head), body);
  if (!id.ok()) return id.diagnostics;
  return reply_to(*id, what);
}

Result<Frame> Session::ask(json head, std::string_view body) {
  const auto what = head.at("do").get<std::string>();
  Result<Frame> frame = request(std::move(head), body);
  if (!frame.ok() || frame->head.contains("ok")) return frame;
  if (const auto call = frame->head.find("call"); call != frame->head.end() && call->is_number_unsigned())
    stopped_call_ = call->get<size_t>();
  return refusal(frame->head, what);
}

Diagnostics Session::refusal(const json& head, const std::string& what) const {
  const json status = head.value("status", json());
  const std::string said = first_sentence(head);
  if (const auto died = head.find("died"); died != head.end() && died->is_object()) {
    const int signal = number_in(*died, "signal");
    const std::string named = text_in(*died, "during"), during = named.empty() ? what : named;
    if ((during == "run" || during == "batches") && signal > 0) return {kernel_crashed(signal, said)};
    return {plugin_died(signal, during, said)};
  }
  if (const std::string library = text_in(head, "untrusted"); !library.empty()) return {library_changed(library)};
  if (status == "deadline") return {what == "run" ? took_too_long("the kernel", seconds_) : no_answer(what, seconds_)};
  if (status == "cancelled") return {stopped()};
  if (status == "no_memory") return {no_device_memory(said)};
  if (status == "device_lost") return {connection_lost(carrier_.description, what, said)};
  if (what == "load" || what == "compile") return {code_refused(said)};
  return {refused_there(what, said)};
}

Result<std::vector<FoundDevice>> Session::discover(const std::string& plugin, const json& settings) {
  const Result<Frame> reply = ask({{"do", "discover"}, {"plugin", plugin}, {"settings", settings}});
  if (!reply.ok()) return reply.diagnostics;
  std::vector<FoundDevice> devices;
  Diagnostics diagnostics;
  try {
    for (const json& found : reply->head.at("ok").at("devices")) {
      Result<TargetFacts> facts = target_facts_from_json(found.at("facts"));
      append(diagnostics, facts.diagnostics);
      if (facts.ok()) devices.push_back({found.at("device").get<std::string>(), std::move(*facts)});
    }
  } catch (const json::exception& problem) {
    return unreadable(problem.what());
  }
  if (!devices.empty())  // one that says nonsense of itself does not hide the others
    for (Diagnostic& d : diagnostics) d.severity = Severity::Warning;
  return {std::move(devices), std::move(diagnostics)};
}

bool Session::ping() {
  return ask({{"do", "ping"}}).ok();
}

Diagnostics Session::open(const std::string& plugin, const std::string& device, const json& settings) {
  const Result<Frame> reply = ask({{"do", "open"}, {"plugin", plugin}, {"device", device}, {"settings", settings}});
  if (!reply.ok()) return reply.diagnostics;
  const json& ok = reply->head.at("ok");  // a runner of an earlier version does not say
  has_views_ = ok.is_object() && ok.contains("views") && ok.at("views") == true;
  return {};
}

Diagnostics Session::close() {
  return ask({{"do", "close"}}).diagnostics;
}

Result<ModuleId> Session::load(std::string_view binary, const std::string& dialect, const std::string& entry,
                               const json& signature) {
  const Result<Frame> reply =
      ask({{"do", "load"}, {"dialect", dialect}, {"entry", entry}, {"signature", signature}}, binary);
  if (!reply.ok()) return reply.diagnostics;
  const json& ok = reply->head.at("ok");
  if (!ok.is_object() || !ok.contains("module") || !ok.at("module").is_number_integer())
    return unreadable("no module was made");
  return ModuleId{ok.at("module").get<int64_t>()};
}

Result<BufferId> Session::allocate(uint64_t bytes) {
  return made_buffer(ask({{"do", "allocate"}, {"bytes", bytes}}));
}

Result<BufferId> Session::view(BufferId of, uint64_t at, uint64_t bytes) {
  return made_buffer(ask({{"do", "view"}, {"buffer", of.value}, {"at", at}, {"bytes", bytes}}));
}

Result<BufferId> Session::made_buffer(const Result<Frame>& reply) {
  if (!reply.ok()) return reply.diagnostics;
  const json& ok = reply->head.at("ok");
  if (!ok.is_object() || !ok.contains("buffer") || !ok.at("buffer").is_number_integer())
    return unreadable("no buffer was made");
  return BufferId{ok.at("buffer").get<int64_t>()};
}

Diagnostics Session::release(BufferId buffer) {
  return ask({{"do", "release"}, {"buffer", buffer.value}}).diagnostics;
}

Diagnostics Session::write(BufferId buffer, std::string_view bytes) {
  for (uint64_t at = 0; at < bytes.size(); at += kPiece) {
    const std::string_view part = bytes.substr(at, kPiece);
    json request{{"do", "write"}, {"buffer", buffer.value}, {"at", at}};
    if (transfer_) {
      std::memcpy(transfer_->bytes(), part.data(), part.size());
      request["transfer"] = part.size();
    }
    const Result<Frame> reply = ask(std::move(request), transfer_ ? std::string_view() : part);
    if (!reply.ok()) return reply.diagnostics;
  }
  return {};
}

Diagnostics Session::fill(BufferId buffer, DType dtype, int64_t count, const measure::Inputs& inputs, size_t argument) {
  return ask({{"do", "fill"},
              {"buffer", buffer.value},
              {"dtype", to_string(dtype)},
              {"count", count},
              {"random", inputs.random},
              {"seed", static_cast<int64_t>(inputs.seed)},
              {"positive", inputs.positive},
              {"argument", argument}})
      .diagnostics;
}

Diagnostics Session::fill_bytes(BufferId buffer, unsigned char byte, uint64_t bytes) {
  return ask({{"do", "fill"}, {"buffer", buffer.value}, {"byte", byte}, {"bytes", bytes}}).diagnostics;
}

Diagnostics Session::read(BufferId buffer, void* into, uint64_t bytes) {
  for (uint64_t at = 0; at < bytes; at += kPiece) {
    const uint64_t wanted = std::min(kPiece, bytes - at);
    const json request{
        {"do", "read"}, {"buffer", buffer.value}, {"at", at}, {transfer_ ? "transfer" : "bytes", wanted}};
    const Result<Frame> reply = ask(request);
    if (!reply.ok()) return reply.diagnostics;
    if (!transfer_ && reply->body.size() != wanted) return unreadable("it has another size than was asked for");
    std::memcpy(static_cast<char*>(into) + at, transfer_ ? transfer_->bytes() : reply->body.data(), wanted);
  }
  return {};
}

Result<measure::OutputSummary> Session::summarize(BufferId buffer, DType dtype, const std::vector<int64_t>& shape) {
  const Result<Frame> reply = ask(
      {{"do", "summarize"}, {"buffer", buffer.value}, {"dtype", to_string(dtype)}, {"count", element_count(shape)}});
  if (!reply.ok()) return reply.diagnostics;
  const auto number = [](const json& bits) {
    return std::bit_cast<double>(bits.is_number_integer() ? bits.get<uint64_t>() : uint64_t{0});
  };
  measure::OutputSummary summary;
  summary.shape = shape;
  summary.dtype = dtype;
  try {
    const json& ok = reply->head.at("ok");
    summary.sum = number(ok.at("sum"));
    summary.weighted_sum = number(ok.at("weighted_sum"));
    for (const json& value : ok.at("first")) summary.first.push_back(number(value));
  } catch (const json::exception& problem) {
    return unreadable(problem.what());
  }
  return summary;
}

const std::string& Session::error_output() const {
  return child_->error_output();
}

Result<std::vector<CallResult>> Session::run(const std::vector<Call>& calls, const Plan& plan) {
  json all = json::array();
  for (const Call& call : calls) all.push_back(to_json(call));
  stopped_call_.reset();
  const Result<Frame> reply = ask({{"do", "run"}, {"calls", std::move(all)}, {"plan", to_json(plan)}});
  if (!reply.ok()) return reply.diagnostics;
  std::string why;
  std::optional<std::vector<CallResult>> results = read_run_results(reply->head, why);
  if (!results) return refused_results(why);
  return std::move(*results);
}

}  // namespace nw::target
