// SPDX-License-Identifier: GPL-3.0-or-later
// nestwright-worker: answers requests on its standard input until that closes, or until it has run a kernel: then it is
// confined for good and ends. It may crash or be killed at any time; whoever started it reports that as a diagnostic.
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "base/diagnostic_json.h"
#include "base/sanitized.h"
#include "runtime/confinement.h"
#include "runtime/diagnostics.h"
#include "service.h"
#include "target/protocol.h"

namespace {

void limit_memory(int64_t bytes) {
  if (bytes <= 0 || nw::kSanitized) return;  // the sanitizers' shadow memory is larger than any machine's
  const auto limit = static_cast<rlim_t>(bytes);
  const rlimit both{limit, limit};
  ::setrlimit(RLIMIT_AS, &both);
}

}  // namespace

int main() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  // Replies go to the first standard output; whatever else is printed goes to the standard error.
  const int replies = ::dup(STDOUT_FILENO);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  bool confined = false;
  const auto confine = [&](const nw::runtime::KernelRuntime& threads) {
    confined = true;
    return nw::runtime::enter_confinement(threads, {replies, STDERR_FILENO});
  };
  while (const auto frame = nw::target::read_frame(STDIN_FILENO)) {
    const nlohmann::json request = nlohmann::json::parse(*frame, nullptr, false);
    if (!request.is_object()) return 2;
    limit_memory(request.value("memory_limit", int64_t{0}));
    nlohmann::json reply;
    try {
      reply = nw::worker::serve(request, confine);
    } catch (const std::bad_alloc&) {
      reply = {{"diagnostics", nw::to_json(nw::Diagnostics{nw::runtime::out_of_memory()})}};
    }
    if (!nw::target::write_frame(replies, reply.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)))
      return 1;
    if (confined) ::_exit(0);
  }
  return 0;
}
