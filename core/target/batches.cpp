// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/batches.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "target/session_diagnostics.h"

namespace nw::target {

namespace {

constexpr uint64_t kAlignment = 64;

}  // namespace

Diagnostics Batches::begin() {
  if (request_) return {};
  memory_->asked.store(memory_->answered.load());
  memory_->failed.store(0);
  next_ = collected_ = memory_->asked.load();
  words_ = calls_ = 0;
  bytes_ = 0;
  given_ = 0;
  sent() = {};
  const Result<int64_t> request = session_.send({{"do", "batches"}});
  if (!request.ok()) return request.diagnostics;
  request_ = *request;
  return {};
}

void Batches::add(int64_t word) {
  slot().commands[words_++] = word;
}

Diagnostics Batches::reserve(size_t words, uint64_t bytes, size_t calls) {
  if (Diagnostics failed = begin(); has_errors(failed)) return failed;
  if (words > kBatchWords) return {request_too_large("run", std::to_string(words) + " words")};
  if (words_ + words <= kBatchWords && bytes_ + bytes <= kBatchBytes && calls_ + calls <= kBatchCalls) return {};
  return send();
}

Diagnostics Batches::send() {
  if (words_ == 0) return {};
  slot().words = static_cast<uint32_t>(words_);
  slot().threads = threads_;
  sent().calls = calls_;
  memory_->asked.store(++next_);
  wake(memory_->asked, memory_->host_sleeps);
  words_ = calls_ = 0;
  bytes_ = 0;
  if (next_ - collected_ == kBatchSlots)
    if (Diagnostics failed = collect(); has_errors(failed)) return failed;
  sent() = {};
  return {};
}

Diagnostics Batches::wait_for(uint32_t batch) {
  for (;;) {
    const uint32_t answered = memory_->answered.load(std::memory_order_acquire);
    if (answered - collected_ <= next_ - collected_ && answered - collected_ > batch - collected_) return {};
    if (wait_for_change(memory_->answered, answered, memory_->client_sleeps)) continue;
    if (Diagnostics why = session_.why_no_batch(*request_, given_); !why.empty()) return fail(std::move(why));
  }
}

// Nothing of what was sent counts.
Diagnostics Batches::fail(Diagnostics why) {
  request_.reset();
  collected_ = next_;
  words_ = calls_ = 0;
  ran_.clear();
  stopped_ = false;
  return why;
}

Diagnostics Batches::collect() {
  if (Diagnostics failed = wait_for(collected_); has_errors(failed)) return failed;
  BatchSlot& slot = memory_->slot(collected_);
  const Sent& sent = sent_[collected_ % kBatchSlots];
  if (const uint32_t size = slot.refusal_bytes; size > 0) {
    Diagnostics why = session_.refused_batch({slot.refusal, std::min<size_t>(size, kBatchRefusal)});
    const std::optional<int64_t> request = request_;
    fail({});
    request_ = request;
    append(why, end());
    return why;
  }
  for (size_t i = 0; i < std::min<size_t>(slot.calls, sent.calls) && !stopped_; ++i) {
    ran_.push_back({slot.ran[i].time_ns, static_cast<int>(slot.ran[i].kernel_status)});
    stopped_ = ran_.back().kernel_status != 0;
  }
  if (!stopped_)
    for (const Copy& copy : sent.copies)
      std::memcpy(copy.into, elements_ + collected_ % kBatchSlots * kBatchBytes + copy.from, copy.bytes);
  ++collected_;
  return {};
}

Diagnostics Batches::collect_all() {
  if (Diagnostics failed = send(); has_errors(failed)) return failed;
  while (request_ && collected_ != next_)
    if (Diagnostics failed = collect(); has_errors(failed)) return failed;
  return {};
}

Diagnostics Batches::end() {
  if (!request_) return {};
  if (Diagnostics failed = collect_all(); has_errors(failed) || !request_) return failed;
  slot().words = 0;
  memory_->asked.store(++next_);
  wake(memory_->asked, memory_->host_sleeps);
  const Result<Frame> reply = session_.reply_to(*std::exchange(request_, std::nullopt), "run");
  return reply.diagnostics;
}

Diagnostics Batches::write(BufferId buffer, std::string_view bytes) {
  if (!memory_) {
    if (Diagnostics failed = run_queue(); has_errors(failed)) return failed;
    return session_.write(buffer, bytes);
  }
  for (uint64_t at = 0; at < bytes.size(); at += kBatchBytes) {
    const std::string_view part = bytes.substr(at, kBatchBytes);
    if (Diagnostics failed = reserve(5, part.size(), 0); has_errors(failed)) return failed;
    std::memcpy(elements_ + next_ % kBatchSlots * kBatchBytes + bytes_, part.data(), part.size());
    for (const uint64_t word : {static_cast<uint64_t>(BatchCommand::Write), static_cast<uint64_t>(buffer.value), at,
                                uint64_t{part.size()}, bytes_})
      add(static_cast<int64_t>(word));
    bytes_ = std::min((bytes_ + part.size() + kAlignment - 1) / kAlignment * kAlignment, kBatchBytes);
  }
  return {};
}

Diagnostics Batches::read(BufferId buffer, void* into, uint64_t bytes) {
  if (!memory_) {
    if (Diagnostics failed = run_queue(); has_errors(failed)) return failed;
    return session_.read(buffer, into, bytes);
  }
  for (uint64_t at = 0; at < bytes; at += kBatchBytes) {
    const uint64_t part = std::min(kBatchBytes, bytes - at);
    if (Diagnostics failed = reserve(5, part, 0); has_errors(failed)) return failed;
    for (const uint64_t word :
         {static_cast<uint64_t>(BatchCommand::Read), static_cast<uint64_t>(buffer.value), at, part, bytes_})
      add(static_cast<int64_t>(word));
    sent().copies.push_back({static_cast<char*>(into) + at, bytes_, part});
    bytes_ = std::min((bytes_ + part + kAlignment - 1) / kAlignment * kAlignment, kBatchBytes);
  }
  return {};
}

Diagnostics Batches::run(const Call& call) {
  constexpr size_t kMostQueued = 256;
  if (!memory_) {
    queue_.push_back(call);
    return queue_.size() < kMostQueued ? Diagnostics{} : run_queue();
  }
  if (Diagnostics failed = reserve(4 + call.buffers.size() + call.sizes.size(), 0, 1); has_errors(failed))
    return failed;
  add(static_cast<int64_t>(BatchCommand::Run));
  add(call.module.value);
  add(static_cast<int64_t>(call.buffers.size()));
  for (const BufferId buffer : call.buffers) add(buffer.value);
  add(static_cast<int64_t>(call.sizes.size()));
  for (const int64_t size : call.sizes) add(size);
  ++calls_;
  return is_idle() ? send() : Diagnostics{};
}

Diagnostics Batches::run_queue() {
  if (queue_.empty()) return {};
  Plan once;
  once.threads = threads_;
  const Result<std::vector<CallResult>> results = session_.run(std::exchange(queue_, {}), once);
  if (!results.ok()) return results.diagnostics;
  for (const CallResult& result : *results)
    ran_.push_back({result.time_ns.empty() ? 0 : result.time_ns.front(), result.kernel_status});
  return {};
}

Result<std::vector<Batches::Ran>> Batches::finish() {
  if (Diagnostics failed = memory_ ? collect_all() : run_queue(); has_errors(failed)) return failed;
  given_ += ran_.size();
  if (std::exchange(stopped_, false))
    if (Diagnostics failed = end(); has_errors(failed)) return failed;
  return std::exchange(ran_, {});
}

}  // namespace nw::target
