// SPDX-License-Identifier: GPL-3.0-or-later
// A host as the supervisor sees it: a child process, a channel of frames to it, and memory that both share. Its
// destructor kills it, with the processes that it has started.
#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plugin_list.h"
#include "shared_state.h"
#include "target/frame.h"

namespace nw::runner {

struct HostLimits {
  int64_t memory_bytes = 0;            // of a plugin's process; 0: no limit
  std::vector<int> private_to_parent;  // descriptors that the child closes
  char* transfer = nullptr;            // memory shared with the client (target/transfer_memory.h); null: none
};

class HostProcess {
 public:
  // Null, with the reason, where the system refuses.
  static std::unique_ptr<HostProcess> start(const Plugin& plugin, const HostLimits& limits, std::string& why);
  ~HostProcess();
  HostProcess(const HostProcess&) = delete;
  HostProcess& operator=(const HostProcess&) = delete;

  // Takes the frame to send it as the channel takes bytes; the number of the request.
  uint32_t send(std::string frame);
  bool wants_to_write() const { return sent_ < out_.size(); }
  int channel() const { return channel_; }
  // Neither waits. Reading gives false once the channel is closed.
  void write_some();
  bool read_some();
  std::optional<target::Frame> next_frame() { return parser_.next(); }

  // Asks the request of that number to stop.
  void ask_to_stop(uint32_t number);
  uint32_t call() const { return shared_->call; }  // that the last run has reached
  bool can_cancel() const { return shared_->can_cancel != 0; }
  bool has_died() const;
  // Kills it if it has not ended; what waitpid says of its end.
  int end();

 private:
  HostProcess(pid_t process, int channel, SharedState* shared)
      : process_(process), channel_(channel), shared_(shared) {}

  pid_t process_;
  int channel_;
  SharedState* shared_;
  int status_ = 0;
  uint32_t number_ = 0;
  std::string out_;
  size_t sent_ = 0;
  target::FrameParser parser_;
};

}  // namespace nw::runner
