// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/cache.h"

#include <bit>

namespace nw::layout {
namespace {

constexpr size_t most_points = 8000000;  // kept at once; then everything is forgotten

uint64_t mix(uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ULL;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ULL;
  return x ^ (x >> 32);
}

template <class Map>
typename Map::mapped_type find_in(const Map& map, const ContentKey& key) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : found->second;
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

std::shared_ptr<const std::vector<int32_t>> Cache::Store::find_order(const ContentKey& key) {
  const std::lock_guard lock(mutex_);
  return find_in(orders_, key);
}

void Cache::Store::keep_order(const ContentKey& key, std::shared_ptr<const std::vector<int32_t>> order) {
  const std::lock_guard lock(mutex_);
  make_room(order->size());
  orders_[key] = std::move(order);
}

std::shared_ptr<const std::vector<double>> Cache::Store::find_places(const ContentKey& key) {
  const std::lock_guard lock(mutex_);
  return find_in(places_, key);
}

void Cache::Store::keep_places(const ContentKey& key, std::shared_ptr<const std::vector<double>> places) {
  const std::lock_guard lock(mutex_);
  make_room(places->size());
  places_[key] = std::move(places);
}

void Cache::Store::make_room(size_t points) {
  points_ += points;
  if (points_ <= most_points) return;
  orders_.clear();
  places_.clear();
  boxes_.clear();
  points_ = points;
}

std::shared_ptr<const LaidBox> Cache::Store::find_box(const ContentKey& key) {
  const std::lock_guard lock(mutex_);
  return find_in(boxes_, key);
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
