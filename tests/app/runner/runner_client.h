// SPDX-License-Identifier: GPL-3.0-or-later
// A runner as a child of the test, with pipes to it.
#pragma once

#include <sys/types.h>

#include <QStringList>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "target/frame.h"

namespace nw::test {

class RunnerClient {
 public:
  // The installed runner, or another program that is one.
  explicit RunnerClient(const QStringList& arguments = {},
                        const QStringList& program = {QStringLiteral(NW_BIN_DIR "/nestwright-runner")});
  ~RunnerClient();
  RunnerClient(const RunnerClient&) = delete;
  RunnerClient& operator=(const RunnerClient&) = delete;

  const nlohmann::json& hello() const { return hello_; }
  pid_t process() const { return process_; }
  // Sends a request and waits for its reply; events before it are kept in `events`. A null head: the runner has ended.
  target::Frame ask(nlohmann::json head, std::string_view body = {});
  nlohmann::json result(nlohmann::json head, std::string_view body = {});  // "ok" of the reply, or null
  std::string status(nlohmann::json head, std::string_view body = {});     // of the reply; "ok"
  // One after the other.
  int64_t send(nlohmann::json head, std::string_view body = {});  // its id
  bool send_bytes(std::string_view bytes);
  target::Frame next(int milliseconds = 30'000);  // a reply; events are kept

  void close_input();
  void close_output();
  // The exit status; -1: it has not ended in time.
  int wait(int milliseconds = 5000);
  // Processes that it has started.
  std::vector<pid_t> children() const;

  std::vector<nlohmann::json> events;

  // Opens the plugin cpu and loads the kernel; buffers of so many bytes follow, numbered from 2.
  bool open_with(const std::string& image, const std::vector<int64_t>& buffers = {}, int threads = 1);

 private:
  pid_t process_ = -1;
  int in_ = -1, out_ = -1;
  int64_t next_id_ = 1;
  int status_ = -1;
  target::FrameParser parser_;
  nlohmann::json hello_;
};

// Runs module 1 with buffers.
nlohmann::json run_request(const std::vector<int64_t>& buffers = {}, nlohmann::json plan = nlohmann::json::object());

}  // namespace nw::test
