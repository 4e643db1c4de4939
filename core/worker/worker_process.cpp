// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/worker_process.h"

#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "target/session_diagnostics.h"
#include "worker/diagnostics.h"
#include "worker/protocol.h"

namespace nw::worker {

namespace {

using Clock = std::chrono::steady_clock;
using target::ChildStream;

std::string worker_path(const WorkerOptions& options) {
  if (!options.program.empty()) return options.program;
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  return (self.parent_path() / "nestwright-worker").string();
}

std::string forget_request(const std::string& target) {
  return nlohmann::json{{"do", "forget"}, {"target", target}}.dump(-1, ' ', false,
                                                                   nlohmann::json::error_handler_t::replace);
}

uint64_t announced_length(const std::string& reply) {
  uint64_t length = 0;
  std::memcpy(&length, reply.data(), sizeof length);
  return length;
}

bool complete(const std::string& reply) {
  return reply.size() >= sizeof(uint64_t) && reply.size() - sizeof(uint64_t) >= announced_length(reply);
}

// Frames that come before the reply are taken off its beginning.
void take_progress(std::string& reply, const std::function<void(const RunProgress&)>& progress) {
  while (complete(reply)) {
    const size_t end = sizeof(uint64_t) + static_cast<size_t>(announced_length(reply));
    const std::optional<RunProgress> part =
        progress_from_text(std::string_view(reply).substr(sizeof(uint64_t), end - sizeof(uint64_t)));
    if (!part) return;
    if (progress) progress(*part);
    reply.erase(0, end);
  }
}

bool too_long(const std::string& reply) {
  return reply.size() >= sizeof(uint64_t) && announced_length(reply) > kLargestFrame;
}

}  // namespace

Result<std::unique_ptr<WorkerProcess>> WorkerProcess::start(const std::string& path) {
  std::string why;
  std::unique_ptr<ChildStream> child = ChildStream::start({path}, {}, why);
  if (!child) return no_worker(path, why);
  return std::unique_ptr<WorkerProcess>(new WorkerProcess(std::move(child)));
}

Result<std::string> WorkerProcess::ask(const std::string& request, const Patience& patience, const CancelToken& cancel,
                                       const std::function<void(const RunProgress&)>& progress) {
  // Gone with this call, unless all goes well.
  std::unique_ptr<ChildStream> child = std::move(child_);
  const uint64_t length = request.size();
  std::string framed(reinterpret_cast<const char*>(&length), sizeof length);
  framed += request;
  const double seconds = std::clamp(patience.seconds + patience.last_words, 0.0, 1e6);
  const auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  std::string_view out = framed;
  std::string reply;
  while (!complete(reply) && !too_long(reply)) {
    const ChildStream::Event event = child->exchange(out, reply, deadline, cancel);
    take_progress(reply, progress);
    if (event == ChildStream::Event::Cancelled) return target::stopped();
    if (event == ChildStream::Event::Late) return target::took_too_long(patience.what, patience.seconds);
    if (event != ChildStream::Event::Closed || complete(reply)) continue;
    constexpr auto kReap = std::chrono::seconds(1);
    child->wait(Clock::now() + kReap);
    const int status = child->end();
    if (WIFSIGNALED(status)) return worker_died(WTERMSIG(status), child->error_output());
    return bad_reply(child->error_output());
  }
  if (too_long(reply)) return bad_reply(child->error_output());
  child_ = std::move(child);
  return reply.substr(sizeof(uint64_t));
}

Result<std::string> ask_worker(const std::string& request, const Patience& patience, const WorkerOptions& options) {
  const auto ask = [&](std::unique_ptr<WorkerProcess>& process) -> Result<std::string> {
    if (!process || !process->alive()) {
      Result<std::unique_ptr<WorkerProcess>> started = WorkerProcess::start(worker_path(options));
      if (!started.ok()) return started.diagnostics;
      process = std::move(*started);
    }
    return process->ask(request, patience, options.cancel, options.progress);
  };
  if (options.living)
    if (const std::unique_lock lock(options.living->mutex_, std::try_to_lock); lock.owns_lock()) {
      options.living->forget_pending();
      Result<std::string> reply = ask(options.living->process_);
      options.living->forget_pending();
      return reply;
    }
  std::unique_ptr<WorkerProcess> own;
  return ask(own);
}

LivingWorker::LivingWorker() = default;
LivingWorker::~LivingWorker() = default;

void LivingWorker::forget(const std::string& target) {
  {
    const std::lock_guard lock(pending_mutex_);
    pending_.push_back(target);
  }
  if (const std::unique_lock lock(mutex_, std::try_to_lock); lock.owns_lock()) forget_pending();
}

void LivingWorker::forget_pending() {
  std::vector<std::string> targets;
  {
    const std::lock_guard lock(pending_mutex_);
    targets.swap(pending_);
  }
  constexpr double kSeconds = 2;
  for (const std::string& target : targets)
    if (process_ && process_->alive())
      process_->ask(forget_request(target), {"the end of a target's runner", kSeconds}, {});
}

}  // namespace nw::worker
