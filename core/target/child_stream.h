// SPDX-License-Identifier: GPL-3.0-or-later
// A program of ours or of a carrier, started with a stream of bytes to and from it. Never left running, never left
// unreaped; what it writes to its standard error is kept for diagnostics.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/cancel.h"

namespace nw::target {

class ChildStream {
 public:
  using Clock = std::chrono::steady_clock;

  // Descriptors of this process that the child has under other numbers.
  using Inherited = std::vector<std::pair<int, int>>;
  // The child has an empty file that only it knows as descriptor `empty_file`, if that is not -1.
  // argv[0] is looked for in PATH unless it has a slash; no shell. `environment` is added to this process's. Nothing
  // where it cannot be started: `why` says so.
  static std::unique_ptr<ChildStream> start(const std::vector<std::string>& argv,
                                            const std::map<std::string, std::string>& environment, std::string& why,
                                            int empty_file = -1, const Inherited& inherited = {});
  ~ChildStream();
  ChildStream(const ChildStream&) = delete;
  ChildStream& operator=(const ChildStream&) = delete;

  enum class Event { Received, Sent, Closed, Late, Cancelled };
  // Sends from the front of `out` and takes bytes that have come to the end of `in`, until some have come (Received),
  // `out` is empty (Sent), the other side has closed (Closed), time is up or a stop was asked for.
  Event exchange(std::string_view& out, std::string& in, Clock::time_point deadline, const CancelToken& cancel);

  // Whether exchange() would find bytes, or the end of the stream, at once.
  bool has_input() const;

  // Ends it, unless it has ended: its wait status.
  int end();
  // Waits for its end until then: its wait status, or -1.
  int wait(Clock::time_point deadline);
  bool ended() { return wait(Clock::now()) >= 0; }
  const std::string& error_output() const { return error_output_; }  // the first 4 KiB
  // The last lines of it as one text: what a program says before it gives up.
  std::string last_words() const;

 private:
  ChildStream(pid_t pid, int stream, int errors) : pid_(pid), stream_(stream), errors_(errors) {}
  void take_errors();

  pid_t pid_;
  int stream_, errors_;
  int status_ = 0;
  std::string error_output_;
};

}  // namespace nw::target
