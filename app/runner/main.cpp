// SPDX-License-Identifier: GPL-3.0-or-later
// nestwright-runner: runs kernels on the devices of its plugins, for who speaks frames (target/frame.h) with it on its
// standard input and output. It opens no file that a request names.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>

#include "confinement.h"
#include "supervisor.h"
#include "target/transfer_memory.h"

namespace {

using nlohmann::json;

constexpr const char* kUsage =
    "usage: nestwright-runner [--hello] [--memory BYTES] [--library PATH]... [--unconfined-library PATH]...\n"
    "Runs kernels for a client on its standard input and output.\n"
    "  --hello         print what the first frame says, and end\n"
    "  --memory BYTES  most memory that a plugin's process may have\n"
    "  --library PATH  a plugin beside the one for this processor\n"
    "  --unconfined-library PATH\n"
    "                  the same for one whose driver needs files while kernels run\n"
    "  --sha256 HEX    of the library named last: load a copy that has this hash, or nothing\n";

struct Options {
  bool hello = false, help = false;
  int64_t memory_bytes = 0;
  struct Library {
    std::string path;
    bool needs_files = false;
    std::string sha256;
  };
  std::vector<Library> libraries;
};

// Nothing: a mistake, which was printed.
std::optional<Options> read_options(int count, char** words) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    const char* value = i + 1 < count ? words[i + 1] : nullptr;
    if (word == "--hello") {
      options.hello = true;
    } else if (word == "--help") {
      options.help = true;
    } else if (word == "--library" && value) {
      options.libraries.push_back({words[++i], false, {}});
    } else if (word == "--unconfined-library" && value) {
      options.libraries.push_back({words[++i], true, {}});
    } else if (word == "--sha256" && value && *value && !options.libraries.empty()) {
      options.libraries.back().sha256 = words[++i];
    } else if (word == "--memory" && value) {
      const char* end = value + std::strlen(value);
      const auto read = std::from_chars(value, end, options.memory_bytes);
      if (read.ec != std::errc() || read.ptr != end || options.memory_bytes < 0) {
        std::fprintf(stderr, "nestwright-runner: --memory needs a number of bytes, not '%s'\n", value);
        return std::nullopt;
      }
      ++i;
    } else {
      std::fprintf(stderr, "nestwright-runner: unknown or incomplete option '%s'\n%s", words[i], kUsage);
      return std::nullopt;
    }
  }
  return options;
}

json hello(bool transfers) {
  utsname system{};
  ::uname(&system);
  json facts{{"nestwright", "runner"},
             {"protocol", {nw::target::kOldestProtocol, nw::target::kNewestProtocol}},
             {"abi", std::to_string(NWT_ABI_MAJOR) + "." + std::to_string(NWT_ABI_MINOR)},
             {"version", NW_VERSION},
             {"machine", system.machine},
             {"confined", nw::runner::filters_system_calls() ? "full" : "limits"}};
  if (transfers) facts["transfer"] = nw::target::TransferMemory::kBytes;
  return facts;
}

}  // namespace

int main(int count, char** words) {
  const std::optional<Options> options = read_options(count, words);
  if (!options) return 2;
  if (options->help) return std::fputs(kUsage, stdout) < 0;
  if (options->hello) return std::printf("%s\n", hello(false).dump().c_str()) < 0;
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGCHLD, [](int) {});  // it interrupts waiting
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  nw::runner::PluginList plugins;
  plugins.add_cpu();
  for (const Options::Library& each : options->libraries) plugins.add_library(each.path, each.needs_files, each.sha256);
  // Replies go to the first standard output; whatever else is printed goes to the standard error.
  const int replies = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  nw::runner::ClientStream client(STDIN_FILENO, replies);
  const auto transfer = nw::target::TransferMemory::inherited();
  client.send(hello(transfer != nullptr));
  nw::runner::HostLimits limits;
  limits.transfer = transfer ? transfer->bytes() : nullptr;
  limits.memory_bytes = options->memory_bytes;
  return nw::runner::Supervisor(std::move(plugins), limits, std::move(client)).serve();
}
