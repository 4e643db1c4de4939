// SPDX-License-Identifier: GPL-3.0-or-later
// What a check works with: the plugin that is checked, what is known of it, and a runner of its own that has loaded it.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/target_facts.h"
#include "check.h"
#include "kernels.h"
#include "runtime/kernel_image.h"
#include "subject.h"
#include "target/connection.h"
#include "target/session.h"

namespace nw::plugin_check {

using Clock = std::chrono::steady_clock;

// What earlier checks have learnt.
struct Known {
  bool is_library = true;                            // with the symbol of plugins, or no file at all
  nlohmann::json plugin = nlohmann::json::object();  // its row of the request "plugins"
  std::string id;
  std::string device;
  std::optional<nlohmann::json> devices;  // as `discover` gave them
  std::optional<TargetFacts> facts;       // of the first device
};

// A reply, whatever its status.
struct Reply {
  std::string status;  // "ok", or that of target/frame.h
  nlohmann::json ok, head;
  std::string body;
  std::string said;  // the first message, with its reasons

  bool is_ok() const { return status == "ok"; }
  std::string text() const;  // "no_memory: …"
};

// A kernel as it is loaded.
struct CompiledKernel {
  std::string script;
  lower::LoopNest nest;
  std::vector<te::Tensor> args;
  runtime::KernelImage image;
  std::vector<int64_t> sizes = {};
};

class Bench {
 public:
  Bench(const Subject& subject, Known& known, double deadline_seconds);

  const Subject& subject;
  Known& known;
  const double deadline;  // seconds, of one check

  // The runner of this check, started when it is first asked for; another one for a check that needs two.
  target::Session& session();
  std::unique_ptr<target::Session> another_session();
  // A new one: what the last one held is gone.
  void start_again() { session_.reset(); }

  // Requests as target/frame.h has them. `ask` fails only where no reply comes; `get` fails unless the status is OK.
  Reply ask(nlohmann::json head, std::string_view body = {});
  nlohmann::json get(nlohmann::json head, std::string_view body = {});
  Reply reply_to(int64_t id, const std::string& what);
  int64_t send(nlohmann::json head, std::string_view body = {});
  // Fails unless the status is one of those.
  void expect(const Reply& reply, const std::vector<std::string>& statuses, const std::string& call) const;

  void open();
  int64_t allocate(uint64_t bytes);
  void write(int64_t buffer, uint64_t at, std::string_view bytes);
  std::string read(int64_t buffer, uint64_t at, uint64_t bytes);
  int64_t load(const CompiledKernel& kernel);
  // A call of the request "run"; its first result.
  static nlohmann::json call(int64_t module, const std::vector<int64_t>& buffers, const std::vector<int64_t>& sizes);
  nlohmann::json run(const nlohmann::json& call, const nlohmann::json& plan);

  // Compiled for the device's facts; skipped where this program writes no code for it.
  CompiledKernel compile(const KernelScript& script);
  target::Connection connection() const;

  // Files that help to see a failure again, by name; kept on request.
  void keep(const std::string& name, std::string bytes) { kept_[name] = std::move(bytes); }
  const std::map<std::string, std::string>& kept() const { return kept_; }

 private:
  Reply reply_of(const Result<target::Frame>& frame, const std::string& what) const;

  std::unique_ptr<target::Session> session_;
  std::map<std::string, std::string> kept_;
};

// Elements and bytes of the arrays of most checks: no vector width divides them.
inline constexpr int64_t kCount = 203;
inline constexpr uint64_t kBytes = kCount * sizeof(float);

// Bytes that are unlike their neighbours.
std::string noise(uint64_t size, uint64_t seed = 1);

// The sentences of diagnostics, in one.
std::string in_words(const Diagnostics& diagnostics);

}  // namespace nw::plugin_check
