// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/session_diagnostics.h"

#include <fmt/format.h>

#include <csignal>
#include <cstring>

namespace nw::target {

namespace {

Diagnostic make(const char* code, std::string message, const std::string& because = {}) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  if (!because.empty()) d.because.push_back(because);
  return d;
}

const char* meaning(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "it touched memory that is not its own";
    case SIGBUS:
      return "it touched memory that is not there";
    case SIGFPE:
      return "it divided an integer by zero, or the least integer by -1";
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

std::string name_of(int signal) {
  const char* name = sigabbrev_np(signal);
  return name ? name : std::to_string(signal);
}

}  // namespace

Diagnostic kernel_crashed(int signal, const std::string& said) {
  return make("NW4121", fmt::format("the kernel's process died of SIG{}: {}", name_of(signal), meaning(signal)), said);
}

Diagnostic took_too_long(const std::string& what, double seconds) {
  Diagnostic d = make("NW4122", fmt::format("{} was stopped: it was not done after {:g} s", what, seconds));
  d.legal = {fmt::format("--deadline {:g}", seconds * 4)};
  return d;
}

Diagnostic stopped() {
  return make("NW4124", "stopped on request");
}

Diagnostic plugin_died(int signal, const std::string& during, const std::string& said) {
  return make("NW4204",
              signal > 0 ? fmt::format("the plugin's process died of SIG{} during {}: {}", name_of(signal), during,
                                       meaning(signal))
                         : fmt::format("the plugin ended its process during {}", during),
              said);
}

Diagnostic no_answer(const std::string& during, double seconds) {
  return make("NW4205", fmt::format("the plugin was stopped: {} was not done after {:g} s", during, seconds));
}

Diagnostic refused_there(const std::string& during, const std::string& said) {
  return make("NW4209", fmt::format("the target refuses {}", during), said);
}

Diagnostic refused_results(const std::string& why) {
  return make("NW4209", "what the target says of the run cannot be true", why);
}

Diagnostic library_changed(const std::string& library) {
  Diagnostic d = make("NW4206", fmt::format("the plugin's library '{}' was not loaded: it has changed since it was "
                                            "trusted",
                                            library));
  d.legal = {"nestwright-cli targets trust PLUGIN"};
  return d;
}

Diagnostic other_protocol(const std::string& theirs, const std::string& ours) {
  return make("NW4210", fmt::format("the runner there speaks protocol {}, and this program {}", theirs, ours));
}

Diagnostic connection_lost(const std::string& machine, const std::string& during, const std::string& said) {
  return make("NW4211", fmt::format("the connection to {} was lost during {}", machine, during), said);
}

Diagnostic no_more_answers(const std::string& machine, const std::string& during, double seconds) {
  Diagnostic d =
      make("NW4211",
           fmt::format("{} has stopped answering: nothing came back from {} within {:g} s", machine, during, seconds),
           "a runner ends what it does at its deadline, and says so: the machine may be asleep, or its "
           "network down");
  d.legal = {"wake the machine, and run again"};
  return d;
}

Diagnostic no_device_memory(const std::string& said) {
  return make("NW4212", "the target has not enough memory", said);
}

Diagnostic request_too_large(const std::string& during, const std::string& what) {
  return make("NW4223", fmt::format("the request {} was not sent, as it is too large", during),
              fmt::format("it has {} of a frame", what));
}

Diagnostic answer_too_large(const std::string& during, const std::string& what) {
  return make("NW4223", fmt::format("the answer to {} was not taken, as it is too large", during), what);
}

Diagnostic code_refused(const std::string& said) {
  return make("NW4213", "the target does not load the kernel's code", said);
}

Diagnostic no_device(const std::string& target, const std::string& device) {
  return make("NW4214", device.empty() ? fmt::format("'{}' has no device", target)
                                       : fmt::format("'{}' has no device '{}'", target, device));
}

}  // namespace nw::target
