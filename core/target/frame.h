// SPDX-License-Identifier: GPL-3.0-or-later
// The frames that pass between nestwright-runner and who uses it, on any stream of bytes. A frame is the size of its
// head and the size of its body (uint32, little endian each), the head (a JSON object) and the body (raw bytes).
//
// The first frame comes from the runner, and its form never changes:
//   {"nestwright":"runner","protocol":[oldest,newest],"abi":"1.0","version":"0.1.0","machine":"x86_64",
//    "confined":"full" or, where the system cannot filter what kernels ask of it, "limits",
//    "transfer":bytes of memory that it shares with the client (target/transfer_memory.h); absent: none}
// Then each request {"id":n,"do":WHAT,…} gets one reply, {"id":n,"ok":{…}} or
// {"id":n,"status":STATUS,"diagnostics":[{"message",…}]}, in the order of the requests. A request may have
// "deadline_ms". The reply to a run, or to batches, that was stopped has "call": which of its calls it had reached,
// counted from 0. Between replies come events: {"event":"log","level":0…3,"line":TEXT}, with a "breach" where the
// plugin broke a rule of its interface: "report" (it failed and did not say why) or "output" (it printed to the
// standard output).
//
// The plugin's process may die: status "device_lost", with "died":{"signal" or "exit","during":WHAT}. A deadline or a
// cancel that only its end could keep has "closed":true. Then no device is open. A plugin that is not loaded because
// its library is not the one that was trusted: status "denied", with "untrusted":PATH.
//
//   plugins         → {"plugins":[{"id","name","version","abi","state","why","library","cancel"}]}
//   discover {plugin,settings}                → {"devices":[{"device","facts"}]}
//   rehearse {plugin,device,settings,starts,opens,leave_open} → {"before","rounds":[{"descriptors","threads",
//     "resident_bytes"}]}; starts the plugin so often, and opens the device so often each time: what the process holds
//   open {plugin,device,settings}             → {}; one device at a time. All below are of the open device.
//   compile {entry,dialect,signature} + code  → {"listing","resources"} + binary
//   load {entry,dialect,signature} + binary   → {"module":n}; none after the first run, where kernels run confined
//   allocate {bytes}                          → {"buffer":n}
//   write {buffer,at} + bytes                 → {}; with {transfer:n}: the first n bytes of the shared memory
//   fill {buffer,dtype,count,random,seed,positive,argument} → {}; inputs by rule (measure::fill)
//   fill {buffer,byte,bytes}                  → {}; every byte the same
//   read {buffer,at,bytes}                    → {} + bytes; with {transfer:n} for bytes: into the shared memory
//   summarize {buffer,dtype,count}            → {"sum","weighted_sum","first"}: measure::OutputSums, each float64 as
//   the
//                                                whole number of its bits
//   run {calls:[{module,buffers,sizes}],plan:{warmup,runs,least_ns,most_ns,runs_per_sample,threads,counters,places,
//     cold_from}}
//     → {"results":[{"time_ns":[…],"kernel_status","counters":{…},"samples":[…]}]}, one a call. One call runs by the
//     plan
//       (nestwright/target.h). Several calls run one after the other, `warmup` + `runs` times over; a call whose kernel
//       returns no 0 ends that, and is the last result.
//   batches {}                                → {}, once the client has ended it by a batch; only where memory is
//   shared.
//       Kernels, and the elements that they read and write, without a message for each (target/batch_memory.h).
//   unload {module} · release {buffer} · close {} · ping {} → {}
//   cancel {of}                               → {}, at once, also while another request runs
//
// An unknown "do", a missing key or a wrong type is answered with status "invalid". A frame whose sizes are out of
// bounds, or whose head is no JSON object, is answered with status "invalid" and id null; the third ends the stream.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace nw::target {

inline constexpr int kOldestProtocol = 1, kNewestProtocol = 1;
inline constexpr uint32_t kMaxHead = uint32_t{1} << 20;   // bytes
inline constexpr uint32_t kMaxBody = uint32_t{64} << 20;  // bytes; what is larger goes in pieces

struct Frame {
  nlohmann::json head;
  std::string body;
  std::string problem;     // why the head could not be read; empty: it was
  bool too_large = false;  // that is why; the frame was skipped
};

// The frame as bytes. The head is written as UTF-8; what is not becomes U+FFFD.
std::string encode(const nlohmann::json& head, std::string_view body = {});
// What of an encoded frame is larger than the other side takes, "a head of 2000000 bytes, and 1048576 is the most";
// empty: nothing.
std::string too_large(std::string_view frame, std::string_view body);

// Takes bytes as they come and gives frames as they are whole. Memory grows with what has come, not with what was
// announced.
class FrameParser {
 public:
  void feed(std::string_view bytes);
  // The next whole frame. One that is out of bounds has a `problem`, and its bytes are skipped.
  std::optional<Frame> next();
  // Bytes that are not yet a whole frame.
  bool in_a_frame() const { return !pending_.empty() || skip_ > 0; }
  const std::string& pending() const { return pending_; }

 private:
  std::string pending_;
  size_t begin_ = 0;   // of what is not yet taken in pending_
  uint64_t skip_ = 0;  // bytes of a refused frame that have not come yet
};

// Blocking. Nothing at the end of the stream, also in the middle of a frame.
std::optional<Frame> read_frame(int fd, FrameParser& parser);

}  // namespace nw::target
