// SPDX-License-Identifier: GPL-3.0-or-later
// nestwright-worker: compiles, verifies and interprets; answers requests on its standard input until that closes.
// Kernels run in nestwright-runner. It may crash or be killed at any time; whoever started it reports that as a
// diagnostic.
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/address_space.h"
#include "base/allocator.h"
#include "base/diagnostic_json.h"
#include "base/json_text.h"
#include "codegen_llvm/image.h"
#include "runtime/diagnostics.h"
#include "service.h"
#include "worker/diagnostics.h"
#include "worker/protocol.h"

namespace {

nlohmann::json refused(const nw::Diagnostic& d) {
  return {{"diagnostics", nw::to_json(nw::Diagnostics{d})}};
}

// There is a reply to every frame, whatever it holds.
nlohmann::json reply_to(const nw::worker::Frame& frame, nw::worker::Devices& devices, int replies) {
  using nw::worker::bad_request;
  try {
    if (!frame.problem.empty()) return refused(bad_request(frame.problem));
    nw::JsonProblem problem;
    const nlohmann::json request = nw::read_json(frame.bytes, &problem);
    if (request.is_discarded()) return refused(bad_request(problem.what));
    if (!request.is_object()) return refused(bad_request("it is no JSON object"));
    nw::limit_address_space(nw::worker::memory_limit_from_json(request));
    return nw::worker::serve(request, devices,
                             [replies](const std::string& part) { nw::worker::write_frame(replies, part); });
  } catch (const nlohmann::json::exception& problem) {
    return refused(bad_request(problem.what()));
  } catch (const std::bad_alloc&) {
    return refused(nw::runtime::out_of_memory());
  } catch (const std::exception& fault) {
    nw::Diagnostic d;
    d.code = "NW9001";
    d.message = std::string("internal fault: ") + fault.what();
    return refused(d);
  }
}

// A client that has gone needs no answer, however long the request at hand takes. Its death signal would not do: that
// is sent when the client's thread ends, and a worker that lives on is used by several.
void end_with_client() {
  pollfd client{STDIN_FILENO, 0, 0};
  struct stat facts{};
  if (::fstat(STDIN_FILENO, &facts) != 0 || !S_ISSOCK(facts.st_mode)) return;
  while (::poll(&client, 1, -1) < 0 || (client.revents & (POLLHUP | POLLERR)) == 0) {
  }
  ::_exit(1);
}

int answer_requests(int replies) {
  nw::worker::Devices devices;
  while (const auto frame = nw::worker::read_frame(STDIN_FILENO)) {
    const nlohmann::json reply = reply_to(*frame, devices, replies);
    if (!nw::worker::write_frame(replies, reply.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)))
      return 1;
    if (!frame->problem.empty()) return 1;          // where the next one begins is not known
    if (!nw::codegen::can_link_images()) return 1;  // the client starts another
  }
  return 0;
}

}  // namespace

int main() {
  nw::keep_freed_memory();
  std::thread(end_with_client).detach();
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  // Replies go to the first standard output; whatever else is printed goes to the standard error.
  const int replies = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);  // ours alone
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return answer_requests(replies);
}
