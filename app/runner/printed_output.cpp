// SPDX-License-Identifier: GPL-3.0-or-later
#include "printed_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

namespace nw::runner {

PrintedOutput::PrintedOutput() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return;
  ::dup2(ends[1], STDOUT_FILENO);
  ::close(ends[1]);
  out_ = ends[0];
}

std::string PrintedOutput::take() {
  std::fflush(stdout);
  std::string text;
  char buffer[4096];
  for (ssize_t n = 0; out_ >= 0 && (n = ::read(out_, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<size_t>(n));
  return text;
}

}  // namespace nw::runner
