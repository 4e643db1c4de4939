// SPDX-License-Identifier: GPL-3.0-or-later
// Processor time of the command line's shortest answer, `explain` of an error code: what starting costs. The mark is
// 10 ms. Shown per run: own code and the system's for it, no waiting.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <string>

extern char** environ;

namespace {

// Of all children that have ended, in seconds.
double processor_time() {
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Whether `nestwright-cli explain NW2104` ran and answered.
bool explain() {
  std::string program = NW_BIN_DIR "/nestwright-cli", command = "explain", code = "NW2104";
  std::array<char*, 4> arguments = {program.data(), command.data(), code.data(), nullptr};
  posix_spawn_file_actions_t silent{};
  ::posix_spawn_file_actions_init(&silent);
  ::posix_spawn_file_actions_addopen(&silent, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed = ::posix_spawn(&child, program.c_str(), &silent, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&silent);
  int status = 0;
  return failed == 0 && ::waitpid(child, &status, 0) == child && status == 0;
}

void start(benchmark::State& state) {
  for (auto _ : state) {
    const double before = processor_time();
    if (!explain()) return state.SkipWithError("explain failed");
    state.SetIterationTime(processor_time() - before);
  }
}
BENCHMARK(start)->Name("start/explain")->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(50);

}  // namespace

BENCHMARK_MAIN();
