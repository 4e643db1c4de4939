// SPDX-License-Identifier: GPL-3.0-or-later
#include "host.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <new>
#include <thread>

#include "base/write_all.h"
#include "batch_requests.h"
#include "confinement.h"
#include "device_buffers.h"
#include "loaded_plugin.h"
#include "printed_output.h"
#include "rehearsal.h"
#include "request.h"
#include "run_request.h"
#include "target/frame.h"

namespace nw::runner {

using nlohmann::json;
using target::Frame;

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kPatience = std::chrono::milliseconds(200);  // with a run that was asked to stop
constexpr size_t kMaxModules = 1'000'000;
constexpr size_t kMaxListing = 262'144;  // bytes of text in a reply's head

Refusal not_confined(const ConfinementFailure& failure) {
  const json why = {"a kernel runs only in a process that can open no file, start no program and reach no network"};
  const json diagnostic = {
      {"code", "NW4070"},
      {"message", "the kernel was not run: its process cannot be confined: " + failure.step + ": " + failure.why},
      {"because", why}};
  return Refusal::with(NWT_DENIED, json::array({diagnostic}));
}

// Ends a run where the plugin can, if it does not end by itself when it is asked to.
class Watcher {
 public:
  Watcher(SharedState& shared, std::function<void()> cancel) : shared_(shared), cancel_(std::move(cancel)) {}
  void start() {
    shared_.can_cancel = 1;
    std::thread([this] { watch(); }).detach();  // for the life of the process
  }
  // No cancel from now on: what would be cancelled is about to go.
  void stop() {
    const std::lock_guard lock(mutex_);
    cancel_ = nullptr;
  }

 private:
  [[noreturn]] void watch() {
    for (uint32_t seen = 0;;) {
      const uint32_t stop = shared_.stop;
      if (stop == seen) {
        ::syscall(SYS_futex, &shared_.stop, FUTEX_WAIT, seen, nullptr, nullptr, 0);
        continue;
      }
      seen = stop;
      std::this_thread::sleep_for(kPatience);
      const std::lock_guard lock(mutex_);
      if (shared_.serving == stop && cancel_) cancel_();
    }
  }

  SharedState& shared_;
  std::function<void()> cancel_;
  std::mutex mutex_;
};

class Host {
 public:
  Host(const Plugin& plugin, int channel, SharedState& shared, char* transfer)
      : plugin_(plugin),
        channel_(channel),
        shared_(shared),
        table_([this](int level, const std::string& line) { log(level, line); }, [this] { return stop_asked(); },
               [this] { return nanoseconds_left(); },
               [this](const char* rule, const std::string& line) { tell_of_breach(rule, line); }),
        transfer_(transfer),
        buffers_(table_, [this] { return stop_asked(); }, transfer) {}

  // The reply's head, without its id; `body` becomes the reply's.
  json serve(const Frame& frame, std::string& body);
  bool send(const json& head, std::string_view body);
  void tell_of_output();

 private:
  using Handler = json (Host::*)(const Request&, const Frame&, std::string&);
  static Handler handler(const std::string& name);

  json identify(const Request&, const Frame&, std::string&);
  json discover(const Request&, const Frame&, std::string&);
  json rehearse(const Request&, const Frame&, std::string&);
  json open(const Request&, const Frame&, std::string&);
  json compile(const Request&, const Frame&, std::string&);
  json load(const Request&, const Frame&, std::string&);
  json unload(const Request&, const Frame&, std::string&);
  json allocate(const Request&, const Frame&, std::string&);
  json view(const Request&, const Frame&, std::string&);
  json release(const Request&, const Frame&, std::string&);
  json write(const Request&, const Frame&, std::string&);
  json fill(const Request&, const Frame&, std::string&);
  json read(const Request&, const Frame&, std::string&);
  json summarize(const Request&, const Frame&, std::string&);
  json run(const Request&, const Frame&, std::string&);
  json batches(const Request&, const Frame&, std::string&);
  json close(const Request&, const Frame&, std::string&);

  void start(const Request& request);
  void confine();
  const nwt_target& opened() const;
  OpenDevice open_device() const { return {opened(), device_}; }
  nwt_module* module(int64_t id) const;
  nwt_code code(const Request& request, std::string_view body);
  RunContext run_context();

  void log(int level, const std::string& line) { send({{"event", "log"}, {"level", level}, {"line", line}}, {}); }
  // A rule of the interface that the plugin broke, and that no call failed by.
  void tell_of_breach(const char* rule, const std::string& line) {
    send({{"event", "log"}, {"level", 2}, {"line", line}, {"breach", rule}}, {});
  }
  bool stop_asked() const {
    const uint32_t stop = shared_.stop;
    return stop != 0 && stop == shared_.serving;
  }
  int64_t nanoseconds_left() const;

  const Plugin& plugin_;
  int channel_;
  SharedState& shared_;
  std::mutex sending_;
  PrintedOutput printed_;
  HostTable table_;
  const nwt_target* target_ = nullptr;  // started
  nwt_device* device_ = nullptr;
  std::unique_ptr<Watcher> watcher_;
  Clock::time_point deadline_ = Clock::time_point::max();
  bool confined_ = false;
  int64_t next_id_ = 1;
  char* const transfer_;
  DeviceBuffers buffers_;
  std::map<int64_t, nwt_module*> modules_;
  std::string dialect_, entry_, signature_;  // of the code at hand
};

Host::Handler Host::handler(const std::string& name) {
  static const std::map<std::string, Handler> handlers = {
      {"identify", &Host::identify},   {"discover", &Host::discover}, {"rehearse", &Host::rehearse},
      {"open", &Host::open},           {"compile", &Host::compile},   {"load", &Host::load},
      {"unload", &Host::unload},       {"allocate", &Host::allocate}, {"release", &Host::release},
      {"write", &Host::write},         {"fill", &Host::fill},         {"read", &Host::read},
      {"summarize", &Host::summarize}, {"run", &Host::run},           {"close", &Host::close},
      {"view", &Host::view},           {"batches", &Host::batches}};
  const auto found = handlers.find(name);
  return found == handlers.end() ? nullptr : found->second;
}

json Host::serve(const Frame& frame, std::string& body) {
  try {
    const Request request(frame.head);
    const std::string name = request.text("do");
    const Handler found = handler(name);
    if (!found) return refused_reply(NWT_INVALID, "there is no request '" + name + "'");
    const int64_t ms = request.number("deadline_ms", 0, INT64_MAX / 1'000'000, -1);
    constexpr int64_t kNever = int64_t{1} << 40;  // milliseconds: thirty years
    deadline_ = ms < 0 || ms > kNever ? Clock::time_point::max() : Clock::now() + std::chrono::milliseconds(ms);
    return ok_reply((this->*found)(request, frame, body));
  } catch (const Refusal& refusal) {
    return refusal.reply();
  } catch (const std::bad_alloc&) {
    return refused_reply(NWT_NO_MEMORY, "the runner has no memory left");
  } catch (const std::exception& fault) {
    return refused_reply(NWT_INTERNAL, std::string("an exception left the plugin: ") + fault.what());
  } catch (...) {
    return refused_reply(NWT_INTERNAL, "an exception left the plugin");
  }
}

bool Host::send(const json& head, std::string_view body) {
  std::string bytes = target::encode(head, body);
  if (const std::string large = target::too_large(bytes, body); !large.empty()) {
    json small = refused_reply(NWT_INTERNAL, "the answer has " + large + " of a frame");
    if (head.contains("id")) small["id"] = head.at("id");
    bytes = target::encode(small);
  }
  const std::lock_guard lock(sending_);
  return write_all(channel_, bytes) == 0;
}

int64_t Host::nanoseconds_left() const {
  if (deadline_ == Clock::time_point::max()) return INT64_MAX;
  return std::max<int64_t>(0, std::chrono::duration_cast<std::chrono::nanoseconds>(deadline_ - Clock::now()).count());
}

const nwt_target& Host::opened() const {
  if (!device_) throw Refusal(NWT_INVALID, "no device is open");
  return *target_;
}

nwt_module* Host::module(int64_t id) const {
  const auto found = modules_.find(id);
  if (found == modules_.end()) throw Refusal(NWT_INVALID, "there is no module " + std::to_string(id));
  return found->second;
}

json Host::identify(const Request&, const Frame&, std::string&) {
  const nwt_target& target = load_plugin(plugin_);
  return {{"id", text_of(target.id)},
          {"version", text_of(target.version)},
          {"abi", std::to_string(target.abi_major) + "." + std::to_string(target.abi_minor)},
          {"cancel", NWT_HAS(&target, nwt_target, cancel)}};
}

void Host::start(const Request& request) {
  if (target_) throw Refusal(NWT_INVALID, "the plugin has been started");
  const nwt_target& target = load_plugin(plugin_);
  const std::string settings = request.object_text("settings");
  table_.check("start", target.start(table_.get(), text(settings)));
  target_ = &target;
}

json Host::discover(const Request& request, const Frame&, std::string&) {
  start(request);
  Sink sink(target::kMaxHead);
  table_.check("discover", target_->discover(sink.get()));
  sink.check("discover");
  json devices = json::array();
  for (const auto& [name, facts] : sink.results()) {
    json parsed = json::parse(facts, nullptr, false);
    if (!parsed.is_object()) throw Refusal(NWT_INVALID, "the plugin's facts of '" + name + "' are no JSON object");
    devices.push_back({{"device", name}, {"facts", std::move(parsed)}});
  }
  target_->shutdown();
  return {{"devices", std::move(devices)}};
}

json Host::rehearse(const Request& request, const Frame&, std::string&) {
  return runner::rehearse(load_plugin(plugin_), table_, request);
}

json Host::open(const Request& request, const Frame&, std::string&) {
  const std::string device = request.text("device", ""), settings = request.object_text("settings");
  start(request);
  if (!plugin_.needs_files)
    if (const auto failure = lock_files()) throw not_confined(*failure);
  nwt_device* made = nullptr;
  table_.check("open", target_->open(text(device), text(settings), &made));
  if (!made) throw Refusal(NWT_INTERNAL, "the plugin opened no device and said that it had");
  device_ = made;
  if (NWT_HAS(target_, nwt_target, cancel)) {
    watcher_ = std::make_unique<Watcher>(shared_, [this] { target_->cancel(device_); });
    watcher_->start();
  }
  return {{"views", NWT_HAS(target_, nwt_target, view)}};
}

nwt_code Host::code(const Request& request, std::string_view body) {
  dialect_ = request.text("dialect", "");
  entry_ = request.text("entry", "");
  signature_ = request.object_text("signature");
  return {sizeof(nwt_code), text(dialect_), text(entry_), bytes(body), text(signature_)};
}

json Host::compile(const Request& request, const Frame& frame, std::string& body) {
  const nwt_target& target = opened();
  const nwt_code source = code(request, frame.body);
  if (!NWT_HAS(&target, nwt_target, compile)) {
    body = frame.body;
    return json::object();
  }
  Sink sink(target::kMaxBody);
  table_.check("compile", target.compile(device_, &source, sink.get()));
  sink.check("compile");
  json result = json::object();
  for (const auto& [name, value] : sink.results()) {
    if (name == "binary") body = value;
    if (name == "listing") result["listing"] = value.substr(0, kMaxListing);
    if (name == "resources")
      if (json resources = json::parse(value, nullptr, false); resources.is_object())
        result["resources"] = std::move(resources);
  }
  return result;
}

json Host::load(const Request& request, const Frame& frame, std::string&) {
  const nwt_target& target = opened();
  if (confined_)
    throw Refusal(NWT_INVALID,
                  "no kernel can be loaded after the first run, which confines the process; open the "
                  "device again");
  if (modules_.size() >= kMaxModules) throw Refusal(NWT_NO_MEMORY, "too many kernels are loaded");
  const nwt_code with = code(request, frame.body);
  nwt_module* made = nullptr;
  table_.check("load", target.load(device_, bytes(frame.body), &with, &made));
  if (!made) throw Refusal(NWT_INTERNAL, "the plugin loaded no kernel and said that it had");
  modules_[next_id_] = made;
  return {{"module", next_id_++}};
}

json Host::unload(const Request& request, const Frame&, std::string&) {
  const nwt_target& target = opened();
  const int64_t id = request.number("module", 0, INT64_MAX);
  target.unload(device_, module(id));
  modules_.erase(id);
  return json::object();
}

json Host::allocate(const Request& request, const Frame&, std::string&) {
  const json made = buffers_.allocate(request, open_device(), next_id_);
  ++next_id_;
  return made;
}

json Host::release(const Request& request, const Frame&, std::string&) {
  return buffers_.release(request, open_device());
}

json Host::view(const Request& request, const Frame&, std::string&) {
  const json made = buffers_.view(request, open_device(), next_id_);
  ++next_id_;
  return made;
}

json Host::write(const Request& request, const Frame& frame, std::string&) {
  return buffers_.write(request, open_device(), frame.body);
}

json Host::fill(const Request& request, const Frame&, std::string&) {
  return buffers_.fill(request, open_device());
}

json Host::read(const Request& request, const Frame&, std::string& body) {
  return buffers_.read(request, open_device(), body);
}

json Host::summarize(const Request& request, const Frame&, std::string&) {
  return buffers_.summarize(request, open_device());
}

// Descriptors that the process keeps: its channel, where output and errors are written, and an emulator's counters.
void Host::confine() {
  if (confined_ || plugin_.needs_files) return;
  std::vector<int> keep{channel_, STDOUT_FILENO, STDERR_FILENO, printed_.descriptor()};
  if (const char* counters = std::getenv("NESTWRIGHT_COUNTERS_FD")) keep.push_back(std::atoi(counters));
  if (const auto failure = enter_confinement(keep)) throw not_confined(*failure);
  confined_ = true;
}

RunContext Host::run_context() {
  return {opened(),
          device_,
          table_,
          [this](int64_t id) { return module(id); },
          [this](int64_t id) { return buffers_.handle(id); },
          [this] { return stop_asked(); },
          [this](size_t call) { shared_.call = static_cast<uint32_t>(call); }};
}

json Host::run(const Request&, const Frame& frame, std::string&) {
  const RunContext context = run_context();
  confine();
  return runner::run(frame.head, context);
}

json Host::batches(const Request&, const Frame&, std::string&) {
  const RunContext context = run_context();
  if (!transfer_) throw Refusal(NWT_UNSUPPORTED, "no memory is shared with the client");
  confine();
  auto* memory = reinterpret_cast<target::BatchMemory*>(transfer_ + target::TransferMemory::kBytes);
  serve_batches(context, buffers_, *memory, transfer_);
  return json::object();
}

json Host::close(const Request&, const Frame&, std::string&) {
  const nwt_target& target = opened();
  if (watcher_) watcher_->stop();
  target.close(device_);
  device_ = nullptr;
  target.shutdown();
  return json::object();
}

// Before the reply, so that a client knows which request it was.
void Host::tell_of_output() {
  const std::string text = printed_.take();
  if (!text.empty()) tell_of_breach("output", "the plugin printed to the standard output: " + text);
}

}  // namespace

void serve_requests(const Plugin& plugin, int channel, SharedState& shared, char* transfer) {
  Host host(plugin, channel, shared, transfer);
  target::FrameParser parser;
  for (uint32_t number = 1; const auto frame = target::read_frame(channel, parser); ++number) {
    shared.serving = number;
    std::string body;
    json reply = host.serve(*frame, body);
    host.tell_of_output();
    shared.serving = 0;
    reply["id"] = frame->head.is_object() ? frame->head.value("id", json()) : json();
    if (!host.send(reply, body)) return;
  }
}

}  // namespace nw::runner
