// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/cache.h"

#include <bit>

namespace nw::layout {
namespace {

constexpr size_t most_points = 4000000;  // kept at once; then everything is forgotten

uint64_t mix(uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ULL;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ULL;
  return x ^ (x >> 32);
}

}  // namespace

void ContentKey::add(uint64_t value) {
  a_ = mix(a_ + value * 0x9e3779b97f4a7c15ULL);
  b_ = (b_ ^ value) * 0xff51afd7ed558ccdULL;
  b_ ^= std::rotl(b_, 29) + a_;
}

void ContentKey::add(double value) {
  add(std::bit_cast<uint64_t>(value));
}

std::shared_ptr<const Placed> Cache::Store::find_stretch(const ContentKey& key) {
  const std::lock_guard lock(mutex_);
  const auto found = stretches_.find(key);
  return found == stretches_.end() ? nullptr : found->second;
}

void Cache::Store::keep_stretch(const ContentKey& key, std::shared_ptr<const Placed> placed) {
  const std::lock_guard lock(mutex_);
  points_ += placed->order.size();
  if (points_ > most_points) {
    stretches_.clear();
    boxes_.clear();
    points_ = placed->order.size();
  }
  stretches_[key] = std::move(placed);
}

std::shared_ptr<const LaidBox> Cache::Store::find_box(const ContentKey& key) {
  const std::lock_guard lock(mutex_);
  const auto found = boxes_.find(key);
  return found == boxes_.end() ? nullptr : found->second;
}

void Cache::Store::keep_box(const ContentKey& key, std::shared_ptr<const LaidBox> box) {
  const std::lock_guard lock(mutex_);
  boxes_[key] = std::move(box);
}

Cache::Cache() : store_(std::make_shared<Store>()) {}
void Cache::clear() {
  *this = Cache();
}

}  // namespace nw::layout
