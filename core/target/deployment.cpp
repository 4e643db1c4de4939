// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/deployment.h"

#include <fmt/format.h>

#include <array>
#include <sstream>

#include "base/escape.h"
#include "base/sha256.h"
#include "target/child_process.h"
#include "target/diagnostics.h"
#include "target/ssh_words.h"

namespace nw::target {

namespace {

// What the far side's sh is given, in single quotes: no text has one in it. They use what POSIX demands, and sha256sum.
// $1, $2, $3 are the hashes of the runners for the machines of kMachines, in that order; "-" where there is none.
constexpr std::array<const char*, 3> kMachines = {"aarch64", "riscv64", "x86_64"};

constexpr const char* kChooseRunner =
    "m=$(uname -m); case $m in aarch64) h=$1;; riscv64) h=$2;; x86_64) h=$3;; *) h=-;; esac; "
    "r=$HOME/.cache/nestwright/runner-$h; ";
constexpr const char* kAsk =
    "if [ -x \"$r\" ]; then echo \"nestwright $m present\"; else echo \"nestwright $m absent\"; fi";
constexpr const char* kSend =
    "umask 077; d=$HOME/.cache/nestwright; mkdir -p \"$d\" || exit 1; t=$d/part-$1-$$; "
    "if cat >\"$t\" && s=$(sha256sum \"$t\") && [ \"${s%% *}\" = \"$1\" ] && chmod 700 \"$t\" && mv \"$t\" "
    "\"$d/runner-$1\"; "
    "then exit 0; fi; rm -f \"$t\"; echo \"the runner did not arrive whole\" >&2; exit 1";
constexpr const char* kPurge =
    "rm -f \"$HOME\"/.cache/nestwright/runner-* \"$HOME\"/.cache/nestwright/part-*; "
    "rmdir \"$HOME/.cache/nestwright\" 2>/dev/null; exit 0";

std::string run_text() {
  return fmt::format("{}[ -x \"$r\" ] || exit {}; exec \"$r\"", kChooseRunner, kNotDeployed);
}

// What ssh or the far side's shell said, for people.
std::string said_by(const EndedProcess& ended) {
  std::istringstream lines(ended.errors.substr(0, 2000));
  std::string words;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty()) words += (words.empty() ? "" : "; ") + line;
  }
  return valid_utf8(words);
}

Diagnostic failed(const SshHost& ssh, const EndedProcess& ended) {
  const SshReason known = ssh_reason(ssh.host, ended.errors);
  std::string why = ended.problem;
  if (why.empty()) why = known.why.empty() ? fmt::format("ssh ended with {}", ended.exit) : known.why;
  Diagnostic d = not_reached(ssh.host, why, said_by(ended));
  d.legal = known.legal;
  return d;
}

// It was reached, and its disk may be full.
Diagnostic not_copied(const SshHost& ssh, const EndedProcess& ended) {
  return not_reached(ssh.host,
                     fmt::format("the runner could not be copied there: {}",
                                 ended.problem.empty() ? fmt::format("ssh ended with {}", ended.exit) : ended.problem),
                     said_by(ended));
}

struct FarSide {
  std::string machine;  // empty: it did not answer as asked
  bool has_runner = false;
};

// Programs of the far side's login may print lines of their own before ours.
FarSide read_answer(const std::string& output) {
  FarSide far;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first, machine, state;
    words >> first >> machine >> state;
    if (first == "nestwright" && (state == "present" || state == "absent")) far = {machine, state == "present"};
  }
  return far;
}

}  // namespace

DeploymentSteps deployment_steps(const SshHost& ssh, const std::map<std::string, std::string>& hashes) {
  std::vector<std::string> all;
  for (const char* machine : kMachines) all.push_back(hashes.contains(machine) ? hashes.at(machine) : "-");
  DeploymentSteps steps;
  steps.ask = ssh_argv(ssh, std::string(kChooseRunner) + kAsk, all);
  for (const auto& [machine, hash] : hashes) steps.send[machine] = ssh_argv(ssh, kSend, {hash});
  steps.run = ssh_argv(ssh, run_text(), all);
  steps.purge = ssh_argv(ssh, kPurge, {});
  return steps;
}

Diagnostics deploy(const Carrier& carrier, double deadline_seconds) {
  if (carrier.runners.empty()) return {};
  if (Diagnostics wrong = check_ssh(carrier.ssh); !wrong.empty()) return wrong;
  std::map<std::string, std::string> hashes;
  for (const auto& [machine, file] : carrier.runners)
    if (std::string hash = file_sha256(file); !hash.empty()) hashes[machine] = std::move(hash);
  const DeploymentSteps steps = deployment_steps(carrier.ssh, hashes);
  const EndedProcess asked = run_to_end(steps.ask, {}, deadline_seconds);
  const FarSide far = read_answer(asked.output);
  if (asked.exit != 0 || far.machine.empty()) return {failed(carrier.ssh, asked)};
  if (far.has_runner) return {};
  const auto send = steps.send.find(far.machine);
  if (send == steps.send.end())
    return {not_reached(carrier.ssh.host, fmt::format("there is no static runner for its processor, {}", far.machine))};
  const EndedProcess sent = run_to_end(send->second, carrier.runners.at(far.machine), deadline_seconds);
  if (sent.exit != 0) return {not_copied(carrier.ssh, sent)};
  return {};
}

Diagnostics purge(const SshHost& ssh, double deadline_seconds) {
  if (Diagnostics wrong = check_ssh(ssh); !wrong.empty()) return wrong;
  const EndedProcess ended = run_to_end(deployment_steps(ssh, {}).purge, {}, deadline_seconds);
  if (ended.exit != 0) return {failed(ssh, ended)};
  return {};
}

}  // namespace nw::target
