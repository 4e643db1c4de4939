// SPDX-License-Identifier: GPL-3.0-or-later
#include "dot_reader.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/input_file.h"
#include "base/json_text.h"
#include "layout/diagnostics.h"

extern "C" char** environ;

namespace nw::cli {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds patience{60};

std::string reader_path() {
  std::error_code error;
  return (std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "nestwright-dot").string();
}

// What the program writes, until it closes its end; false when it takes too long.
bool drain(int from, std::string& answer) {
  const auto deadline = Clock::now() + patience;
  std::array<char, 65536> buffer{};
  while (Clock::now() < deadline) {
    pollfd ready{from, POLLIN, 0};
    if (::poll(&ready, 1, 100) <= 0) continue;
    const ssize_t n = ::read(from, buffer.data(), buffer.size());
    if (n == 0 || (n < 0 && errno != EINTR)) return true;
    if (n > 0) answer.append(buffer.data(), static_cast<size_t>(n));
  }
  return false;
}

Result<std::string> run_reader(const std::string& path) {
  const Result<InputFile> input = InputFile::open(path, kLargestText);
  if (!input.value) return input.diagnostics;
  const std::string program = reader_path();
  int out[2];
  if (::pipe2(out, O_CLOEXEC) != 0) return layout::no_dot_reader(std::strerror(errno));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input->descriptor(), 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  pid_t pid = -1;
  std::string name = program;
  char* const arguments[] = {name.data(), nullptr};
  const int failed = ::posix_spawn(&pid, program.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(out[1]);
  std::string answer;
  const bool in_time = failed == 0 && drain(out[0], answer);
  ::close(out[0]);
  if (failed != 0) return layout::no_dot_reader(fmt::format("{}: {}", program, std::strerror(failed)));
  if (!in_time) ::kill(pid, SIGKILL);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (!in_time) return layout::no_dot_reader(fmt::format("it took longer than {} s", patience.count()));
  if (!WIFEXITED(status)) return layout::no_dot_reader("the reader broke down");
  return answer;
}

}  // namespace

Result<layout::GraphFile> read_dot(const std::string& path) {
  Result<std::string> answer = run_reader(path);
  if (!answer.value) return answer.diagnostics;
  const nlohmann::json reply = read_json(*answer);
  if (reply.is_discarded()) return layout::no_dot_reader("its answer is cut off");
  if (!reply.contains("error")) return layout::read_graph_json(*answer);
  return layout::not_dot(reply["error"].value("line", 1), reply["error"].value("message", std::string()));
}

}  // namespace nw::cli
