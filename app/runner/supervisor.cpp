// SPDX-License-Identifier: GPL-3.0-or-later
#include "supervisor.h"

#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstring>

#include "request.h"

namespace nw::runner {

using nlohmann::json;
using target::Frame;

namespace {

constexpr int kMaxUnreadable = 3;
constexpr size_t kMaxQueued = size_t{128} << 20, kMaxJobs = 10'000;  // bytes, requests that wait
constexpr size_t kMaxUnsent = size_t{128} << 20;                     // bytes for a client that does not read
constexpr int kMaxEvents = 1000;                                     // of one request
constexpr auto kAskTime = std::chrono::seconds(5), kDiscoverTime = std::chrono::seconds(10);
constexpr auto kCancelTime = std::chrono::seconds(1);  // for a plugin that can cancel
constexpr auto kLastReplies = std::chrono::seconds(1);

// The replies of a host are read as anybody's.
bool is_reply(const json& head) {
  if (head.contains("ok")) return head.at("ok").is_object();
  return head.contains("status") && head.at("status").is_string() &&
         is_status_name(head.at("status").get<std::string>()) && head.contains("diagnostics") &&
         head.at("diagnostics").is_array();
}

std::string text_in(const json& object, const char* key) {
  const bool there = object.is_object() && object.contains(key) && object.at(key).is_string();
  return there ? object.at(key).get<std::string>() : std::string();
}

int64_t level_in(const json& event) {
  const bool there = event.contains("level") && event.at("level").is_number_integer();
  return there ? std::clamp<int64_t>(event.at("level").get<int64_t>(), 0, 3) : 1;
}

json event_of(const json& head, const std::string& line) {
  json event{{"event", "log"}, {"level", level_in(head)}, {"line", line}};
  if (const std::string rule = text_in(head, "breach"); !rule.empty()) event["breach"] = rule;
  return event;
}

// A request that goes to the host of the open device.
bool needs_device(const std::string& name) {
  for (const char* known : {"compile", "load", "allocate", "view", "write", "fill", "read", "summarize", "run",
                            "batches", "unload", "release", "close"})
    if (name == known) return true;
  return false;
}

}  // namespace

std::string Supervisor::Job::name() const {
  return text_in(frame.head, "do");
}

json Supervisor::Job::id() const {
  return frame.head.is_object() ? frame.head.value("id", json()) : json();
}

Supervisor::Supervisor(PluginList plugins, HostLimits limits, ClientStream client)
    : plugins_(std::move(plugins)), limits_(std::move(limits)), client_(std::move(client)) {
  limits_.private_to_parent = {client_.in() == 0 ? -1 : client_.in(), client_.out()};
}

int Supervisor::serve() {
  while (!done()) {
    wait();
    look_at_clock();
    start_jobs();
  }
  return unreadable_ >= kMaxUnreadable ? 1 : 0;
}

bool Supervisor::done() const {
  if (client_gone_) return true;
  if (input_open_) return false;
  return Clock::now() >= end_by_ || (jobs_.empty() && !under_way_ && client_.unsent() == 0);
}

// ── frames of the client

bool Supervisor::reads_more() const {
  return input_open_ && queued_bytes_ < kMaxQueued && jobs_.size() < kMaxJobs && client_.unsent() < kMaxUnsent;
}

void Supervisor::take_frames() {
  if (!client_.read_some()) {
    input_open_ = false;
    end_by_ = Clock::now() + kLastReplies;
  }
  while (auto frame = client_.next_frame()) {
    if (unreadable_ >= kMaxUnreadable) return;
    take(std::move(*frame));
  }
}

void Supervisor::take(Frame frame) {
  if (!frame.problem.empty() && ++unreadable_ >= kMaxUnreadable) {
    input_open_ = false;
    end_by_ = Clock::now() + kLastReplies;
  }
  Job job{std::move(frame)};
  if (job.frame.problem.empty() && job.name() == "cancel") {
    cancel(job.frame.head.value("of", json()));
    return reply(job, ok_reply());
  }
  queued_bytes_ += job.frame.body.size();
  jobs_.push_back(std::move(job));
}

void Supervisor::cancel(const json& of) {
  for (Job& job : jobs_)
    if (job.frame.problem.empty() && job.id() == of) job.cancelled = true;
  if (under_way_ && !under_way_->job.ask && under_way_->job.id() == of) ask_to_stop("cancelled");
}

// ── jobs

void Supervisor::start_jobs() {
  while (!under_way_ && !jobs_.empty() && !client_gone_) {
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    queued_bytes_ -= job.frame.body.size();
    start(std::move(job));
  }
}

void Supervisor::start(Job job) {
  if (job.ask) return start_with_host(std::move(job), *job.ask, true);
  const Frame& frame = job.frame;
  if (!frame.problem.empty()) return reply(job, refused_reply(NWT_INVALID, frame.problem));
  if (job.cancelled) return reply(job, refused_reply(NWT_CANCELLED, "the request was cancelled"));
  const std::string name = job.name();
  if (!frame.head.contains("id") || !frame.head.at("id").is_number_integer())
    return reply(job, refused_reply(NWT_INVALID, "the request needs 'id', a whole number"));
  if (name == "ping") return reply(job, ok_reply());
  if (name == "close" && lost_) {
    lost_ = false;
    return reply(job, ok_reply());
  }
  if (needs_device(name)) {
    if (host_) return hand_over(std::move(job), false);
    return reply(job, lost_ ? refused_reply(NWT_DEVICE_LOST, "the device was lost; open it again")
                            : refused_reply(NWT_INVALID, "no device is open"));
  }
  if (name != "plugins" && name != "discover" && name != "rehearse" && name != "open")
    return reply(job, refused_reply(NWT_INVALID, name.empty() ? "the request needs 'do', a text"
                                                              : "there is no request '" + name + "'"));
  if (name == "open" && host_) return reply(job, refused_reply(NWT_INVALID, "a device is open; close it first"));
  if (ask_plugins_first(job)) return;
  if (name == "plugins") return reply(job, ok_reply({{"plugins", plugins_.rows()}}));
  const std::string id = text_in(frame.head, "plugin");
  const Plugin* plugin = plugins_.find(id);
  if (id.empty()) return reply(job, refused_reply(NWT_INVALID, "the request needs 'plugin', a text"));
  if (!plugin) return reply(job, no_plugin(id));
  start_with_host(std::move(job), *plugin, name != "open");
}

json Supervisor::no_plugin(const std::string& id) const {
  if (const Plugin* changed = plugins_.changed()) {
    json head = refused_reply(NWT_DENIED, changed->why);
    head["untrusted"] = changed->library;
    return head;
  }
  return refused_reply(NWT_NOT_FOUND, "there is no plugin '" + id + "'" + plugins_.failures());
}

// Libraries that were named without an id are asked for it, one after the other, before the job goes on.
bool Supervisor::ask_plugins_first(const Job& job) {
  Plugin* plugin = plugins_.next_to_ask(job.name() == "plugins");
  if (!plugin) return false;
  queued_bytes_ += job.frame.body.size();
  jobs_.push_front(job);
  Job ask{{{{"do", "identify"}}, {}, {}}, false, plugin};
  plugin->asked = true;
  start(std::move(ask));
  return true;
}

void Supervisor::start_with_host(Job job, const Plugin& plugin, bool temporary) {
  std::string why;
  std::unique_ptr<HostProcess>& host = temporary ? temporary_ : host_;
  HostLimits limits = limits_;
  if (host_) limits.private_to_parent.push_back(host_->channel());
  host = HostProcess::start(plugin, limits, why);
  if (!host) {
    if (job.ask) {
      job.ask->why = "no process can be started: " + why;
      return;
    }
    return reply(job, refused_reply(NWT_NO_MEMORY, "no process can be started for the plugin: " + why));
  }
  if (!temporary) lost_ = false;
  hand_over(std::move(job), temporary);
}

void Supervisor::hand_over(Job job, bool temporary) {
  UnderWay next;
  next.temporary = temporary;
  const json& head = job.frame.head;
  const auto now = Clock::now();
  if (job.ask) next.deadline = now + kAskTime;
  if (job.name() == "discover") next.deadline = now + kDiscoverTime;
  if (const auto ms = head.find("deadline_ms"); ms != head.end() && ms->is_number()) {
    constexpr double kLongest = 1e9;  // milliseconds
    next.deadline = now + std::chrono::milliseconds(static_cast<int64_t>(std::clamp(ms->get<double>(), 0.0, kLongest)));
  }
  next.number = (temporary ? temporary_ : host_)->send(target::encode(head, job.frame.body));
  job.frame.body = {};
  next.job = std::move(job);
  under_way_ = std::move(next);
  events_ = 0;
}

void Supervisor::reply(const Job& job, json head, std::string_view body) {
  head["id"] = job.frame.problem.empty() ? job.id() : json();
  client_.send(head, body);
}

// ── the host

HostProcess* Supervisor::busy_host() const {
  return !under_way_ ? nullptr : under_way_->temporary ? temporary_.get() : host_.get();
}

void Supervisor::take_host_frames(std::unique_ptr<HostProcess>& host) {
  const bool open = host->read_some();
  while (host) {
    std::optional<Frame> frame = host->next_frame();
    if (!frame) break;
    if (frame->problem.empty() && frame->head.contains("event")) {
      take_event(frame->head);
      continue;
    }
    if (host.get() != busy_host()) return host_ended(host);  // it answers what nobody asked
    take_host_frame(std::move(*frame));
  }
  if (host && !open) host_ended(host);
}

void Supervisor::take_event(const json& event) {
  if (++events_ <= kMaxEvents) client_.send(event_of(event, text_in(event, "line")));
}

void Supervisor::take_host_frame(Frame frame) {
  std::unique_ptr<HostProcess>& host = under_way_->temporary ? temporary_ : host_;
  if (!frame.problem.empty()) return host_ended(host);
  if (!is_reply(frame.head)) return host_ended(host);
  json head = std::move(frame.head);
  // A plugin that did as it was asked.
  if (under_way_->stop_status && head.contains("status") && head.at("status") == "cancelled")
    stopped_at(head, *host, under_way_->stop_status);
  const std::string name = under_way_->job.name();
  const bool ok = head.contains("ok");
  if (under_way_->temporary || (name == "open" && !ok) || (name == "close" && ok)) host.reset();
  finish(std::move(head), frame.body);
}

// Why the request under way was stopped, and how far a run had come.
void Supervisor::stopped_at(json& head, const HostProcess& host, const char* status) const {
  head["status"] = status;
  if (const std::string name = under_way_->job.name(); name == "run" || name == "batches") head["call"] = host.call();
}

// The request under way has its reply.
void Supervisor::finish(json head, std::string_view body) {
  const UnderWay done = std::move(*under_way_);
  under_way_.reset();
  if (Plugin* plugin = done.job.ask) {
    note_answer(*plugin, head);
    return;
  }
  reply(done.job, std::move(head), body);
}

// What a library said of itself, or why it said nothing.
void Supervisor::note_answer(Plugin& plugin, const json& head) {
  if (head.contains("ok")) {
    const json& said = head.at("ok");
    plugin.version = text_in(said, "version");
    plugin.abi = text_in(said, "abi");
    plugin.can_cancel = said.value("cancel", json()) == true;
    if (plugin.id.empty()) plugin.id = text_in(said, "id");
    return;
  }
  for (const json& diagnostic : head.at("diagnostics")) plugin.why += text_in(diagnostic, "message");
  if (plugin.why.empty()) plugin.why = text_in(head, "status");
}

json Supervisor::death(int status, const std::string& during) {
  json died{{"during", during}};
  std::string how = "ended without an answer";
  if (WIFSIGNALED(status)) {
    died["signal"] = WTERMSIG(status);
    how =
        std::string("died of signal ") + std::to_string(WTERMSIG(status)) + " (" + ::strsignal(WTERMSIG(status)) + ")";
  } else if (WIFEXITED(status)) {
    died["exit"] = WEXITSTATUS(status);
    how = "ended with exit status " + std::to_string(WEXITSTATUS(status));
  }
  json head = refused_reply(NWT_DEVICE_LOST, "the plugin's process " + how + " during '" + during + "'");
  head["died"] = std::move(died);
  return head;
}

// It has died, closed its channel, was killed, or speaks another protocol.
void Supervisor::host_ended(std::unique_ptr<HostProcess>& host) {
  const bool busy = host.get() == busy_host(), device = &host == &host_;
  const int status = host->end();
  const std::unique_ptr<HostProcess> ended = std::move(host);
  if (device) lost_ = !busy || under_way_->job.name() != "open";
  if (!busy) return;
  if (!under_way_->stop_status) return finish(death(status, under_way_->job.name()), {});
  json head = refused_reply(NWT_CANCELLED, "the plugin's process was ended during '" + under_way_->job.name() + "'");
  stopped_at(head, *ended, under_way_->stop_status);
  head["closed"] = true;
  finish(std::move(head), {});
}

// ── time

void Supervisor::ask_to_stop(const char* status) {
  if (under_way_->stop_status) return;
  HostProcess* host = busy_host();
  under_way_->stop_status = status;
  under_way_->kill_at = Clock::now();
  if (!host->can_cancel()) return;
  under_way_->kill_at += kCancelTime;
  host->ask_to_stop(under_way_->number);
}

void Supervisor::look_at_clock() {
  if (!under_way_) return;
  const auto now = Clock::now();
  if (now >= under_way_->deadline) ask_to_stop("deadline");
  if (now >= under_way_->kill_at) host_ended(under_way_->temporary ? temporary_ : host_);
}

int Supervisor::milliseconds_to_wait() const {
  auto next = end_by_;
  if (under_way_) next = std::min({next, under_way_->stop_status ? under_way_->kill_at : under_way_->deadline});
  constexpr int64_t kLongest = 1000;  // where a child may die just before the call
  const auto time = next == Clock::time_point::max() ? Clock::duration::max() : next - Clock::now();
  const int64_t left = std::chrono::duration_cast<std::chrono::milliseconds>(time).count() + 1;
  if (host_ || temporary_) return static_cast<int>(std::clamp<int64_t>(left, 0, kLongest));
  return next == Clock::time_point::max() ? -1 : static_cast<int>(std::clamp<int64_t>(left, 0, INT32_MAX));
}

// Until a stream can go on, a child has died (SIGCHLD interrupts the call), or time is up.
void Supervisor::wait() {
  pollfd fds[4];
  const auto watch = [](HostProcess* host, bool reads) {
    if (!host) return pollfd{-1, 0, 0};
    return pollfd{host->channel(), static_cast<short>((reads ? POLLIN : 0) | (host->wants_to_write() ? POLLOUT : 0)),
                  0};
  };
  const bool client_reads = client_.unsent() < kMaxUnsent;
  fds[0] = {reads_more() ? client_.in() : -1, POLLIN, 0};
  fds[1] = {client_.out(), static_cast<short>(client_.unsent() > 0 ? POLLOUT : 0), 0};
  fds[2] = watch(host_.get(), client_reads);
  fds[3] = watch(temporary_.get(), client_reads);
  if (::poll(fds, 4, milliseconds_to_wait()) < 0)
    for (pollfd& one : fds) one.revents = 0;
  if ((fds[1].revents & (POLLERR | POLLHUP | POLLNVAL)) || ((fds[1].revents & POLLOUT) && !client_.write_some()))
    client_gone_ = true;
  for (auto* host : {&host_, &temporary_}) {
    const short happened = fds[host == &host_ ? 2 : 3].revents;
    if (*host && (happened & POLLOUT)) (*host)->write_some();
    if (*host && (happened & (POLLIN | POLLHUP | POLLERR)))
      take_host_frames(*host);
    else if (*host && (*host)->has_died())  // and a process that it has started keeps the channel open
      host_ended(*host);
  }
  if (fds[0].revents) take_frames();
}

}  // namespace nw::runner
