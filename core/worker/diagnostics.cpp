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

}  // namespace

Diagnostic worker_died(int signal, const std::string& said) {
  const char* name = sigabbrev_np(signal);
  Diagnostic d = make("NW9104", fmt::format("the worker died of SIG{}", name ? name : std::to_string(signal)));
  if (!said.empty()) d.because.push_back(said);
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
