// SPDX-License-Identifier: GPL-3.0-or-later
// Answers a client's requests by handing them to a host, a process that holds the plugin. The supervisor itself loads
// no plugin and runs no kernel, so it outlives both: a host that dies is a reply, deadlines and cancels are kept, and
// when the client has gone everything ends.
//
// One request is under way at a time. A host lives from "open" to "close"; "discover", and asking a library for its id,
// have a host of their own each.
#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <optional>

#include "client_stream.h"
#include "host_process.h"
#include "plugin_list.h"

namespace nw::runner {

class Supervisor {
 public:
  using Clock = std::chrono::steady_clock;

  // The client's first frame has been sent.
  Supervisor(PluginList plugins, HostLimits limits, ClientStream client);
  // Until the client has gone; the program's exit status.
  int serve();

 private:
  struct Job {
    target::Frame frame;
    bool cancelled = false;  // before it began
    Plugin* ask = nullptr;   // not of the client: a plugin is asked for its id

    std::string name() const;
    nlohmann::json id() const;
  };
  struct UnderWay {
    Job job;
    bool temporary = false;  // its host ends with it
    uint32_t number = 0;     // as the host counts
    Clock::time_point deadline = Clock::time_point::max();
    Clock::time_point kill_at = Clock::time_point::max();  // it was asked to stop
    const char* stop_status = nullptr;                     // "deadline" or "cancelled": why
  };

  // Frames of the client.
  void take_frames();
  void take(target::Frame frame);
  void cancel(const nlohmann::json& of);
  bool reads_more() const;

  // Jobs.
  void start_jobs();
  void start(Job job);
  nlohmann::json no_plugin(const std::string& id) const;
  bool ask_plugins_first(const Job& job);
  void start_with_host(Job job, const Plugin& plugin, bool temporary);
  void hand_over(Job job, bool temporary);
  void reply(const Job& job, nlohmann::json head, std::string_view body = {});

  // The host.
  HostProcess* busy_host() const;
  void take_host_frames(std::unique_ptr<HostProcess>& host);
  void take_event(const nlohmann::json& event);
  void take_host_frame(target::Frame frame);
  void stopped_at(nlohmann::json& head, const HostProcess& host, const char* status) const;
  void finish(nlohmann::json head, std::string_view body);
  void host_ended(std::unique_ptr<HostProcess>& host);
  static void note_answer(Plugin& plugin, const nlohmann::json& head);
  static nlohmann::json death(int status, const std::string& during);

  // Time.
  void ask_to_stop(const char* status);
  void look_at_clock();
  int milliseconds_to_wait() const;
  void wait();
  bool done() const;

  PluginList plugins_;
  HostLimits limits_;
  ClientStream client_;
  std::deque<Job> jobs_;
  size_t queued_bytes_ = 0;
  std::optional<UnderWay> under_way_;
  std::unique_ptr<HostProcess> host_;       // of the open device
  std::unique_ptr<HostProcess> temporary_;  // of one request
  bool lost_ = false;                       // the device that was open died
  int unreadable_ = 0;                      // frames
  int events_ = 0;                          // since the last request began
  bool input_open_ = true, client_gone_ = false;
  Clock::time_point end_by_ = Clock::time_point::max();  // where the input has ended
};

}  // namespace nw::runner
