// SPDX-License-Identifier: GPL-3.0-or-later
// A worker process: requests and their answers.
#pragma once

#include <memory>
#include <string>

#include "target/child_stream.h"
#include "worker/kernel.h"

namespace nw::worker {

// How long a reply may take.
struct Patience {
  std::string what;       // that takes so long, in words: "the kernel"
  double seconds = 60;    // that a person gives it
  double last_words = 0;  // more seconds, in which the worker itself says what it was stopped at
};

class WorkerProcess {
 public:
  // `path`: the program's. NW4123 where it cannot be started.
  static Result<std::unique_ptr<WorkerProcess>> start(const std::string& path);
  // The reply's text, or why there is none; then the worker is of no further use.
  Result<std::string> ask(const std::string& request, const Patience& patience, const CancelToken& cancel,
                          const std::function<void(const RunProgress&)>& progress = {});
  // It may have ended since the last request.
  bool alive() { return child_ && !child_->ended(); }

 private:
  explicit WorkerProcess(std::unique_ptr<target::ChildStream> child) : child_(std::move(child)) {}
  std::unique_ptr<target::ChildStream> child_;
};

// Asks the living worker of the options, where there is one and it has no other request; else one that is started for
// this request only.
Result<std::string> ask_worker(const std::string& request, const Patience& patience, const WorkerOptions& options);

}  // namespace nw::worker
