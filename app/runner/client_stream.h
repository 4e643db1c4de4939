// SPDX-License-Identifier: GPL-3.0-or-later
// The client's side of the runner: frames come on one descriptor and go on another. Never waits.
#pragma once

#include <optional>
#include <string>

#include "target/frame.h"

namespace nw::runner {

class ClientStream {
 public:
  ClientStream(int in, int out);

  int in() const { return in_; }
  int out() const { return out_; }
  // False once the client has ended its requests.
  bool read_some();
  std::optional<target::Frame> next_frame() { return parser_.next(); }

  void send(const nlohmann::json& head, std::string_view body = {});
  size_t unsent() const { return pending_.size() - sent_; }
  // False where nobody reads any more.
  bool write_some();

 private:
  int in_, out_;
  size_t piece_;  // bytes that can be written without waiting once poll has said that some can
  target::FrameParser parser_;
  std::string pending_;
  size_t sent_ = 0;
};

}  // namespace nw::runner
