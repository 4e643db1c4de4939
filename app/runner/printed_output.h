// SPDX-License-Identifier: GPL-3.0-or-later
// The standard output of a plugin's process: a pipe to itself, which is read after each request. What a plugin prints
// harms nobody, and is not lost.
#pragma once

#include <string>

namespace nw::runner {

class PrintedOutput {
 public:
  // From now on the process's standard output; what does not fit into the pipe is lost to who prints it.
  PrintedOutput();
  PrintedOutput(const PrintedOutput&) = delete;
  PrintedOutput& operator=(const PrintedOutput&) = delete;

  int descriptor() const { return out_; }  // -1: there is none
  // What was printed since the last call.
  std::string take();

 private:
  int out_ = -1;
};

}  // namespace nw::runner
