// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/diagnostics.h"

#include <fmt/format.h>

#include <csignal>
#include <cstring>

namespace nw::worker {

namespace {

Diagnostic make(const char* code, std::string message) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  return d;
}

const char* meaning(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "it touched memory that is not its own";
    case SIGBUS:
      return "it touched memory that is not there";
    case SIGFPE:
      return "it divided an integer by zero";
    case SIGILL:
      return "it used an instruction that this processor does not have";
    case SIGSYS:
      return "it asked the system for something that kernels may not do: files, programs, other processes or the "
             "network";
    case SIGABRT:
      return "it gave up";
    case SIGKILL:
      return "the system ended it, most likely for want of memory";
    default:
      return "it was ended from outside";
  }
}

}  // namespace

Diagnostic crashed(int signal, const std::string& said) {
  Diagnostic d =
      make("NW4121",
           fmt::format("the kernel's process died of SIG{}: {}",
                       sigabbrev_np(signal) ? sigabbrev_np(signal) : std::to_string(signal).c_str(), meaning(signal)));
  if (!said.empty()) d.because.push_back(said);
  return d;
}

Diagnostic took_too_long(double seconds) {
  Diagnostic d = make("NW4122", fmt::format("the kernel was stopped: it was not done after {:g} s", seconds));
  d.legal = {fmt::format("--deadline {:g}", seconds * 4)};
  return d;
}

Diagnostic bad_request(const std::string& why) {
  Diagnostic d = make("NW4060", "the request to the worker cannot be read");
  d.because.push_back(why);
  return d;
}

Diagnostic no_worker(const std::string& path, const std::string& why) {
  return make("NW4123", fmt::format("the program that runs kernels cannot be started: {}: {}", path, why));
}

Diagnostic stopped() {
  return make("NW4124", "stopped on request");
}

Diagnostic no_such_form(const std::string& kind, const std::vector<std::string>& kinds) {
  Diagnostic d = make("NW4125", fmt::format("a kernel cannot be written as '{}'", kind));
  d.legal = kinds;
  return d;
}

Diagnostic bad_reply(const std::string& said) {
  Diagnostic d = make("NW9103", "the worker's answer cannot be read");
  if (!said.empty()) d.because.push_back(said);
  return d;
}

}  // namespace nw::worker
