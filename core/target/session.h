// SPDX-License-Identifier: GPL-3.0-or-later
// A conversation with one nestwright-runner: started by a carrier, ended with the session. One device is open at a
// time; modules and buffers are of that device and gone with it. Each call waits for its answer.
//
// Diagnostics of all calls: NW4204 the plugin's process died, NW4205 no answer in time, NW4206 the plugin's library has
// changed, NW4208 not reached, NW4210 other protocol, NW4211 the device or its connection is lost, NW4212 no memory,
// NW4213 code refused, NW4223 a request or answer is too large, NW4209 anything else that the other side refuses;
// NW4121 a kernel crashed, NW4122 it took too long, NW4124 a stop was asked for.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/dtype.h"
#include "base/result.h"
#include "base/target_facts.h"
#include "measure/report.h"
#include "measure/request.h"
#include "target/carrier.h"
#include "target/frame.h"
#include "target/transfer_memory.h"

namespace nw::target {

class Batches;
class ChildStream;

// A device as it was found: its name within the plugin, and its facts.
struct FoundDevice {
  std::string device;
  TargetFacts facts;
};

struct ModuleId {
  int64_t value = 0;
};
struct BufferId {
  int64_t value = 0;
};

struct Call {
  ModuleId module;
  std::vector<BufferId> buffers;
  std::vector<int64_t> sizes;
};

// As nwt_plan of nestwright/target.h.
struct Plan {
  int warmup = 0, runs = 1;
  int64_t least_ns = 0, most_ns = 0;
  int runs_per_sample = 1;
  int threads = 0;
  std::vector<std::string> counters = {};
  bool places = false;
  int cold_from = 0;
};

// Where a kernel's threads were met: bytes from its entry, or the name of something outside of it.
struct PlaceCount {
  std::optional<int64_t> offset;
  std::string where;
  int64_t count = 0;
};

struct CallResult {
  std::vector<int64_t> time_ns;  // of each sample as a whole
  int kernel_status = 0;         // what the kernel returned (codegen/abi.h)
  std::map<std::string, int64_t> counters;
  std::vector<PlaceCount> places;
};

class Session {
 public:
  using Clock = std::chrono::steady_clock;

  // Copies our runner to the other machine first, where the carrier can and there is none.
  static Result<std::unique_ptr<Session>> connect(const Carrier& carrier, double seconds, const CancelToken& cancel);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const nlohmann::json& hello() const { return hello_; }
  bool alive() const { return !lost_; }
  // Whether the runner still answers: it may have gone since the last request.
  bool ping();
  // Of all calls from now on. `seconds`: what a person was promised, for words; 0: as long as there is.
  void set_limits(Clock::time_point deadline, const CancelToken& cancel, double seconds = 0);

  Result<std::vector<FoundDevice>> discover(const std::string& plugin,
                                            const nlohmann::json& settings = nlohmann::json::object());
  Diagnostics open(const std::string& plugin, const std::string& device, const nlohmann::json& settings);
  Diagnostics close();
  // `binary` is of the dialect "elf": an image (codegen_llvm/image.h).
  Result<ModuleId> load(std::string_view binary, const std::string& dialect, const std::string& entry,
                        const nlohmann::json& signature);
  Result<BufferId> allocate(uint64_t bytes);
  // Whether the open device can take a part of a buffer for a buffer.
  bool has_views() const { return has_views_; }
  // So many bytes of a buffer, from a multiple of 64 on, as a buffer of its own. It is released before that one.
  Result<BufferId> view(BufferId of, uint64_t at, uint64_t bytes);
  Diagnostics release(BufferId buffer);
  Diagnostics write(BufferId buffer, std::string_view bytes);
  // By rule, as measure::fill fills argument `argument`.
  Diagnostics fill(BufferId buffer, DType dtype, int64_t count, const measure::Inputs& inputs, size_t argument);
  Diagnostics fill_bytes(BufferId buffer, unsigned char byte, uint64_t bytes);
  Diagnostics read(BufferId buffer, void* into, uint64_t bytes);
  // What measure::summarize says of the buffer's elements, without reading them.
  Result<measure::OutputSummary> summarize(BufferId buffer, DType dtype, const std::vector<int64_t>& shape);
  // One result a call; fewer where a kernel returned another status than 0, which is the last.
  Result<std::vector<CallResult>> run(const std::vector<Call>& calls, const Plan& plan);

  // Many small requests to the open device. Any other request ends what was begun by them.
  Batches& batches() { return *batches_; }

  // Which of its calls the last run, or the last batches, had reached when it was stopped; nothing if it was not.
  std::optional<size_t> stopped_call() const { return stopped_call_; }

  // A request as target/frame.h has it, and its reply whatever the status: for programs that check the other side. A
  // head without "deadline_ms" gets that of the session.
  Result<Frame> request(nlohmann::json head, std::string_view body = {});
  // The halves of it, so that a request can be sent while another is served.
  Result<int64_t> send(nlohmann::json head, std::string_view body = {});
  Result<Frame> reply_to(int64_t id, const std::string& what);
  // The last events that came, a few hundred at most.
  const std::vector<nlohmann::json>& events() const { return events_; }
  // What the carrier and the runner wrote to their standard error, as far as it has come; the first 4 KiB.
  const std::string& error_output() const;

 private:
  friend class Batches;
  Session(Carrier carrier, std::unique_ptr<ChildStream> child, std::unique_ptr<TransferMemory> transfer);
  static std::unique_ptr<Session> start(const Carrier& carrier, Diagnostics& problems);
  Diagnostics take_hello();
  Diagnostic no_hello() const;
  bool not_deployed();
  Result<Frame> ask(nlohmann::json head, std::string_view body = {});
  // The next frame, events put aside; or why there is none.
  Result<Frame> next_frame(const std::string& what);
  Diagnostics refusal(const nlohmann::json& head, const std::string& what) const;
  void take_event(nlohmann::json event);
  // Takes the frames that have come, without waiting.
  Diagnostics take_early();
  // Why the request that serves batches has ended, or has to end; nothing: it goes on. `given`: calls of it whose
  // results were given.
  Diagnostics why_no_batch(int64_t request, size_t given);
  Diagnostics refused_batch(std::string_view reply);
  Result<BufferId> made_buffer(const Result<Frame>& reply);
  Diagnostics unreadable(const std::string& why);
  Diagnostics lost(const std::string& what);
  Diagnostic late(const std::string& what) const;

  Carrier carrier_;
  std::unique_ptr<ChildStream> child_;
  std::unique_ptr<TransferMemory> transfer_;  // null: elements go in frames
  std::unique_ptr<Batches> batches_;
  FrameParser parser_;
  nlohmann::json hello_;
  std::vector<nlohmann::json> events_;
  std::set<int64_t> unanswered_;
  std::map<int64_t, Frame> early_;  // replies to other requests than the one that was waited for
  std::string first_bytes_;         // that came, for who is no runner
  int64_t next_id_ = 1;
  Clock::time_point deadline_ = Clock::time_point::max();
  double seconds_ = 0;  // that the deadline allowed, for words
  CancelToken cancel_;
  bool lost_ = false, has_views_ = false;
  std::optional<size_t> stopped_call_;
};

}  // namespace nw::target
