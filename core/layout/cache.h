// SPDX-License-Identifier: GPL-3.0-or-later
// What was laid out before, found again by its content.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "layout/layout.h"

namespace nw::layout {

// 128 bits over everything that a piece of layout depends on.
class ContentKey {
 public:
  void add(uint64_t value);
  void add(double value);
  template <class T>
  void add_all(const std::vector<T>& values) {
    add(static_cast<uint64_t>(values.size()));
    for (const T& v : values) {
      if constexpr (std::is_floating_point_v<T>)
        add(static_cast<double>(v));
      else
        add(static_cast<uint64_t>(v));
    }
  }
  auto operator<=>(const ContentKey&) const = default;

 private:
  uint64_t a_ = 0x9e3779b97f4a7c15ULL, b_ = 0xc2b2ae3d27d4eb4fULL;
};

struct LaidBox;  // nest.cpp

class Cache::Store {
 public:
  // Of a stretch (stretch.h): the order of its layers, and where its nodes are.
  std::shared_ptr<const std::vector<int32_t>> find_order(const ContentKey& key);
  void keep_order(const ContentKey& key, std::shared_ptr<const std::vector<int32_t>> order);
  std::shared_ptr<const std::vector<double>> find_places(const ContentKey& key);
  void keep_places(const ContentKey& key, std::shared_ptr<const std::vector<double>> places);
  std::shared_ptr<const LaidBox> find_box(const ContentKey& key);
  void keep_box(const ContentKey& key, std::shared_ptr<const LaidBox> box);

 private:
  void make_room(size_t points);

  std::mutex mutex_;
  std::map<ContentKey, std::shared_ptr<const std::vector<int32_t>>> orders_;
  std::map<ContentKey, std::shared_ptr<const std::vector<double>>> places_;
  std::map<ContentKey, std::shared_ptr<const LaidBox>> boxes_;
  size_t points_ = 0;
};

}  // namespace nw::layout
