// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/ssh_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace nw::target {

namespace {

struct KnownWords {
  const char* words;  // of OpenSSH
  const char* why;
  const char* remedy;  // {0} is [USER@]HOST, {1} the host; empty: none
};

// In this order: a changed host key ends with the words of one that is not known.
constexpr KnownWords kKnown[] = {
    {"REMOTE HOST IDENTIFICATION HAS CHANGED", "its host key is not the one that is known here",
     "ask who runs {1} whether its key was changed, and if so: ssh-keygen -R {1}"},
    {"Host key verification failed", "its host key is not known here yet", "connect once in a terminal: ssh {0}"},
    {"Permission denied", "it does not accept your key", "ssh-copy-id {0}"},
    {"Could not resolve hostname", "no host of that name is known", ""},
    {"Connection refused", "no ssh server answers there", ""},
    {"No route to host", "the network has no route to it", ""},
    {"Network is unreachable", "the network has no route to it", ""},
    {"timed out", "it does not answer, and may be off or asleep", ""},
};

}  // namespace

SshReason ssh_reason(const std::string& host, const std::string& errors) {
  for (const KnownWords& known : kKnown) {
    if (errors.find(known.words) == errors.npos) continue;
    SshReason reason{known.why, {}};
    if (*known.remedy)
      reason.legal.push_back(fmt::format(fmt::runtime(known.remedy), host, host.substr(host.rfind('@') + 1)));
    return reason;
  }
  return {};
}

}  // namespace nw::target
