// SPDX-License-Identifier: GPL-3.0-or-later
#include "batch_requests.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace nw::runner {

using target::BatchCommand;
using target::BatchMemory;
using target::BatchSlot;

namespace {

// The words of a batch, one after the other; each is read once, since the client may write to them.
class Words {
 public:
  explicit Words(const BatchSlot& slot) : words_(slot.commands, std::min<size_t>(slot.words, target::kBatchWords)) {}
  bool empty() const { return next_ >= words_.size(); }
  int64_t take() {
    if (empty()) throw Refusal(NWT_INVALID, "a batch ends in the middle of a command");
    return words_[next_++];
  }
  std::vector<int64_t> take_list() {
    const int64_t count = take();
    if (count < 0 || static_cast<size_t>(count) > words_.size() - next_)
      throw Refusal(NWT_INVALID, "a batch has a list of " + std::to_string(count) + " numbers");
    const auto list = words_.subspan(next_, static_cast<size_t>(count));
    next_ += list.size();
    return {list.begin(), list.end()};
  }

 private:
  const std::span<const int64_t> words_;
  size_t next_ = 0;
};

// What one run of a kernel puts.
struct RunSink {
  std::optional<int64_t> time_ns;
  int32_t kernel_status = 0;

  nwt_sink get() {
    return {this, [](void* self, nwt_text name, nwt_bytes value) {
              RunSink& sink = *static_cast<RunSink*>(self);
              const std::string_view called(name.data ? name.data : "", name.data ? name.size : 0);
              int64_t time = 0;
              if (called == "time_ns" && value.data && value.size == sizeof time) {
                std::memcpy(&time, value.data, sizeof time);
                sink.time_ns = time;
              } else if (called == "kernel_status" && value.data && value.size == sizeof sink.kernel_status) {
                std::memcpy(&sink.kernel_status, value.data, sizeof sink.kernel_status);
              }
            }};
  }
};

class Batch {
 public:
  Batch(const RunContext& context, const DeviceBuffers& buffers, BatchSlot& slot, char* elements)
      : context_(context), buffers_(buffers), slot_(slot), elements_(elements), words_(slot) {}

  // False: a kernel returned another status than 0.
  bool carry_out(size_t calls_before);

 private:
  void write();
  void read();
  bool run(size_t calls_before);
  // Of a command's elements.
  char* place(int64_t bytes);

  const RunContext& context_;
  const DeviceBuffers& buffers_;
  BatchSlot& slot_;
  char* const elements_;
  Words words_;
};

char* Batch::place(int64_t bytes) {
  constexpr auto kMost = static_cast<int64_t>(target::kBatchBytes);
  const int64_t at = words_.take();
  if (bytes < 0 || at < 0 || bytes > kMost || at > kMost - bytes)
    throw Refusal(NWT_INVALID, std::to_string(bytes) + " bytes at " + std::to_string(at) +
                                   " lie outside of a batch's " + std::to_string(kMost));
  return elements_ + at;
}

void Batch::write() {
  const int64_t buffer = words_.take(), at = words_.take(), bytes = words_.take();
  const char* from = place(bytes);
  buffers_.write(buffer, at, {from, static_cast<size_t>(bytes)}, {context_.plugin, context_.device});
}

void Batch::read() {
  const int64_t buffer = words_.take(), at = words_.take(), bytes = words_.take();
  char* into = place(bytes);
  buffers_.read(buffer, at, {into, static_cast<size_t>(bytes)}, {context_.plugin, context_.device});
}

bool Batch::run(size_t calls_before) {
  if (context_.stop_asked()) throw Refusal(NWT_CANCELLED, "the runs were stopped");
  const uint32_t call = slot_.calls;
  if (call >= target::kBatchCalls) throw Refusal(NWT_INVALID, "a batch has too many calls");
  context_.begin_call(calls_before + call);
  nwt_module* const module = context_.module(words_.take());
  std::vector<nwt_buffer*> arguments;
  for (const int64_t buffer : words_.take_list()) {
    arguments.push_back(context_.buffer(buffer));
    if (std::count(arguments.begin(), arguments.end(), arguments.back()) > 1)
      throw Refusal(NWT_INVALID, "a call names buffer " + std::to_string(buffer) + " twice");
  }
  const std::vector<int64_t> sizes = words_.take_list();
  const nwt_plan plan{sizeof(nwt_plan), 0, 1, 0, 0, nullptr, 0, slot_.threads, 1, 0, 0};
  const nwt_call c{sizeof(nwt_call), arguments.data(), arguments.size(), sizes.data(), sizes.size(), &plan};
  RunSink sink;
  context_.host.check("run", context_.plugin.run(context_.device, module, &c, sink.get()));
  slot_.ran[call] = {std::max<int64_t>(sink.time_ns.value_or(0), 0), sink.kernel_status};
  slot_.calls = call + 1;
  return sink.kernel_status == 0;
}

bool Batch::carry_out(size_t calls_before) {
  while (!words_.empty()) switch (static_cast<BatchCommand>(words_.take())) {
      case BatchCommand::Write:
        write();
        break;
      case BatchCommand::Read:
        read();
        break;
      case BatchCommand::Run:
        if (!run(calls_before)) return false;
        break;
      default:
        throw Refusal(NWT_INVALID, "a batch has a command that is none");
    }
  return true;
}

void refuse(BatchSlot& slot, const Refusal& why) {
  std::string reply = why.reply().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (reply.size() > target::kBatchRefusal)
    reply = refused_reply(why.status, "the batch was refused, for a reason too long to be said").dump();
  std::memcpy(slot.refusal, reply.data(), reply.size());
  slot.refusal_bytes = static_cast<uint32_t>(reply.size());
}

}  // namespace

void serve_batches(const RunContext& context, const DeviceBuffers& buffers, BatchMemory& memory, char* elements) {
  size_t calls = 0;
  for (uint32_t done = memory.answered.load();; ++done) {
    while (!target::wait_for_change(memory.asked, done, memory.host_sleeps))
      if (context.stop_asked()) throw Refusal(NWT_CANCELLED, "the batches were stopped");
    BatchSlot& slot = memory.slot(done);
    const bool last = slot.words == 0;
    slot.calls = slot.refusal_bytes = 0;
    if (memory.failed.load() == 0) try {
        char* const its_elements = elements + done % target::kBatchSlots * target::kBatchBytes;
        if (!Batch(context, buffers, slot, its_elements).carry_out(calls)) memory.failed.store(1);
      } catch (const Refusal& refusal) {
        refuse(slot, refusal);
        memory.failed.store(1);
      }
    calls += slot.calls;
    memory.answered.store(done + 1);
    target::wake(memory.answered, memory.client_sleeps);
    if (last) return;
  }
}

}  // namespace nw::runner
