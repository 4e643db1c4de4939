// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner_client.h"
#include "base/write_all.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QElapsedTimer>
#include <QFile>
#include <QThread>
#include <csignal>

namespace nw::test {

using nlohmann::json;

RunnerClient::RunnerClient(const QStringList& arguments, const QStringList& program) {
  std::signal(SIGPIPE, SIG_IGN);
  std::vector<std::string> words;
  for (const QString& argument : program + arguments) words.push_back(argument.toStdString());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  int to[2], from[2];
  if (::pipe2(to, O_CLOEXEC) != 0 || ::pipe2(from, O_CLOEXEC) != 0) return;
  process_ = ::fork();
  if (process_ == 0) {
    ::dup2(to[0], STDIN_FILENO);
    ::dup2(from[1], STDOUT_FILENO);
    if (!qEnvironmentVariableIsSet("NW_RUNNER_ERRORS")) ::dup2(::open("/dev/null", O_WRONLY), STDERR_FILENO);
    ::execvp(argv[0], argv.data());
    ::_exit(127);
  }
  ::close(to[0]);
  ::close(from[1]);
  in_ = to[1];
  out_ = from[0];
  hello_ = next().head;
}

RunnerClient::~RunnerClient() {
  close_input();
  close_output();
  if (wait(3000) < 0 && process_ > 0) {
    ::kill(process_, SIGKILL);
    wait();
  }
}

bool RunnerClient::send_bytes(std::string_view bytes) {
  return write_all(in_, bytes) == 0;
}

int64_t RunnerClient::send(json head, std::string_view body) {
  const int64_t id = next_id_++;
  if (!head.contains("id")) head["id"] = id;
  send_bytes(target::encode(head, body));
  return id;
}

target::Frame RunnerClient::next(int milliseconds) {
  QElapsedTimer time;
  time.start();
  char buffer[65536];
  for (;;) {
    if (auto frame = parser_.next()) {
      if (!frame->head.is_object() || !frame->head.contains("event")) return std::move(*frame);
      events.push_back(frame->head);
      continue;
    }
    pollfd fd{out_, POLLIN, 0};
    const int left = milliseconds - static_cast<int>(time.elapsed());
    if (left <= 0 || ::poll(&fd, 1, left) <= 0) return {};
    const ssize_t n = ::read(out_, buffer, sizeof buffer);
    if (n <= 0) return {};
    parser_.feed({buffer, static_cast<size_t>(n)});
  }
}

target::Frame RunnerClient::ask(json head, std::string_view body) {
  send(std::move(head), body);
  return next();
}

json RunnerClient::result(json head, std::string_view body) {
  const target::Frame reply = ask(std::move(head), body);
  if (reply.head.is_object() && reply.head.contains("ok")) return reply.head.at("ok");
  qWarning("%s", reply.head.dump().c_str());
  return {};
}

std::string RunnerClient::status(json head, std::string_view body) {
  const target::Frame reply = ask(std::move(head), body);
  return reply.head.is_object() ? reply.head.value("status", "ok") : "ended";
}

void RunnerClient::close_input() {
  if (in_ >= 0) ::close(in_);
  in_ = -1;
}

void RunnerClient::close_output() {
  if (out_ >= 0) ::close(out_);
  out_ = -1;
}

int RunnerClient::wait(int milliseconds) {
  QElapsedTimer time;
  time.start();
  while (process_ > 0) {
    if (::waitpid(process_, &status_, WNOHANG) == process_) {
      process_ = -1;
      break;
    }
    if (time.elapsed() > milliseconds) return -1;
    QThread::msleep(1);
  }
  return WIFEXITED(status_) ? WEXITSTATUS(status_) : 1000 + WTERMSIG(status_);
}

std::vector<pid_t> RunnerClient::children() const {
  QFile file(QStringLiteral("/proc/%1/task/%1/children").arg(process_));
  std::vector<pid_t> all;
  if (file.open(QIODevice::ReadOnly))
    for (const QByteArray& id : file.readAll().simplified().split(' '))
      if (!id.isEmpty()) all.push_back(id.toInt());
  return all;
}

bool RunnerClient::open_with(const std::string& image, const std::vector<int64_t>& buffers, int threads) {
  if (result({{"do", "open"}, {"plugin", "cpu"}, {"settings", {{"threads", threads}}}}).is_null()) return false;
  if (result({{"do", "load"}, {"dialect", "elf"}, {"entry", "kernel"}}, image) != json{{"module", 1}}) return false;
  for (const int64_t bytes : buffers)
    if (result({{"do", "allocate"}, {"bytes", bytes}}).is_null()) return false;
  return true;
}

json run_request(const std::vector<int64_t>& buffers, json plan) {
  return {{"do", "run"},
          {"calls", json::array({{{"module", 1}, {"buffers", buffers}, {"sizes", json::array()}}})},
          {"plan", std::move(plan)}};
}

}  // namespace nw::test
