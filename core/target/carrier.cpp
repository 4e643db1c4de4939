// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/carrier.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/sha256.h"
#include "target/address.h"
#include "target/deployment.h"
#include "target/diagnostics.h"

namespace nw::target {

using nlohmann::json;

namespace {

constexpr const char* kRunnerWord = "{runner}";

// A path, or a name, that every shell takes as one word and no program as an option.
bool is_plain_path(const std::string& path) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("/._+-").find(c) != std::string_view::npos;
  };
  const std::string_view rest = path.starts_with("~/") ? std::string_view(path).substr(1) : std::string_view(path);
  return !rest.empty() && rest.front() != '-' && rest.size() <= 4096 && std::ranges::all_of(rest, plain);
}

// Inside an option of qemu a comma is written twice.
std::string qemu_text(const std::string& text) {
  std::string doubled;
  for (const char c : text) doubled.append(c == ',' ? 2 : 1, c);
  return doubled;
}

Carrier ssh_to(const SshHost& ssh, std::vector<std::string> argv) {
  Carrier carrier;
  carrier.kind = "ssh";
  carrier.host = ssh.host;
  carrier.argv = std::move(argv);
  carrier.description = fmt::format("ssh {}", ssh.host);
  return carrier;
}

}  // namespace

Carrier child_carrier(const std::string& runner) {
  Carrier carrier;
  carrier.kind = "child";
  carrier.argv = {runner};
  carrier.files = {runner};
  carrier.description = "a process of this machine";
  return carrier;
}

Carrier emulated_carrier(const Emulation& emulation) {
  Carrier carrier;
  carrier.kind = "qemu";
  carrier.argv = {emulation.emulator};
  carrier.argv.insert(carrier.argv.end(), emulation.arguments.begin(), emulation.arguments.end());
  if (!emulation.counters.empty()) {
    carrier.counters_descriptor = kCountersDescriptor;
    carrier.argv.insert(carrier.argv.end(),
                        {"-plugin", fmt::format("{},fd={}", qemu_text(emulation.counters), kCountersDescriptor)});
    carrier.environment["NESTWRIGHT_COUNTERS_FD"] = std::to_string(kCountersDescriptor);
  }
  carrier.argv.push_back(emulation.runner);
  carrier.files = {emulation.emulator, emulation.runner};
  if (!emulation.counters.empty()) carrier.files.push_back(emulation.counters);
  carrier.description = fmt::format("the emulator {}", emulation.emulator);
  return carrier;
}

Result<Carrier> command_carrier(const std::vector<std::string>& argv, const std::string& runner) {
  if (argv.empty() || argv.front().empty()) return not_reached("", "its command is empty");
  Carrier carrier;
  carrier.kind = "command";
  for (std::string word : argv) {
    for (size_t at = 0; (at = word.find(kRunnerWord, at)) != word.npos; at += runner.size())
      word.replace(at, std::string_view(kRunnerWord).size(), runner);
    carrier.argv.push_back(std::move(word));
  }
  carrier.description = fmt::format("{}", fmt::join(carrier.argv, " "));
  return carrier;
}

Diagnostics check_ssh(const SshHost& ssh) {
  if (Diagnostics wrong = check_host(ssh.host); !wrong.empty()) return wrong;
  for (const std::string& option : ssh.options)
    if (!option.starts_with("-o") || option.find('=') == option.npos || option.find('\0') != option.npos)
      return {not_reached(ssh.host, fmt::format("an option of ssh is -oKEY=VALUE, not '{}'", option))};
  return {};
}

std::vector<std::string> ssh_argv(const SshHost& ssh, const std::string& text, const std::vector<std::string>& words) {
  std::vector<std::string> argv = {ssh.program, "-T", "-o", "BatchMode=yes"};
  argv.insert(argv.end(), ssh.options.begin(), ssh.options.end());
  argv.insert(argv.end(), {"-o", "ConnectTimeout=5", "-o", "ServerAliveInterval=5", ssh.host});
  argv.insert(argv.end(), {"sh", "-c", "'" + text + "'", "nestwright"});  // ssh joins them for the shell there
  argv.insert(argv.end(), words.begin(), words.end());
  return argv;
}

Result<Carrier> ssh_carrier(const SshHost& ssh, const std::string& runner) {
  if (Diagnostics wrong = check_ssh(ssh); !wrong.empty()) return wrong;
  if (!is_plain_path(runner))
    return not_reached(ssh.host,
                       fmt::format("the runner's path there has letters, digits and /._+- only, not '{}'", runner));
  return ssh_to(ssh, ssh_argv(ssh, "exec \"$1\"", {runner}));
}

Result<Carrier> ssh_carrier(const SshHost& ssh, const std::map<std::string, std::string>& runners) {
  if (Diagnostics wrong = check_ssh(ssh); !wrong.empty()) return wrong;
  std::map<std::string, std::string> hashes;
  for (const auto& [machine, file] : runners)
    if (std::string hash = file_sha256(file); !hash.empty()) hashes[machine] = std::move(hash);
  if (hashes.empty()) return not_reached(ssh.host, "there is no static runner here that could be copied to it");
  Carrier carrier = ssh_to(ssh, deployment_steps(ssh, hashes).run);
  carrier.runners = runners;
  for (const auto& [machine, file] : runners) carrier.files.push_back(file);
  carrier.ssh = ssh;
  return carrier;
}

json to_json(const Carrier& carrier) {
  return {{"kind", carrier.kind},
          {"host", carrier.host},
          {"argv", carrier.argv},
          {"environment", carrier.environment},
          {"counters_descriptor", carrier.counters_descriptor},
          {"runners", carrier.runners},
          {"files", carrier.files},
          {"ssh", {{"host", carrier.ssh.host}, {"options", carrier.ssh.options}, {"program", carrier.ssh.program}}},
          {"description", carrier.description}};
}

Carrier carrier_from_json(const json& from) {
  Carrier carrier;
  from.at("kind").get_to(carrier.kind);
  from.at("host").get_to(carrier.host);
  from.at("argv").get_to(carrier.argv);
  from.at("environment").get_to(carrier.environment);
  from.at("counters_descriptor").get_to(carrier.counters_descriptor);
  from.at("runners").get_to(carrier.runners);
  from.at("files").get_to(carrier.files);
  const json& ssh = from.at("ssh");
  ssh.at("host").get_to(carrier.ssh.host);
  ssh.at("options").get_to(carrier.ssh.options);
  ssh.at("program").get_to(carrier.ssh.program);
  from.at("description").get_to(carrier.description);
  return carrier;
}

}  // namespace nw::target
