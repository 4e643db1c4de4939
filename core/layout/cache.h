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

// An ordered and placed stretch (stretch.h).
struct Placed {
  std::vector<int32_t> order;
  std::vector<double> x;
};

struct LaidBox;  // nest.cpp

class Cache::Store {
 public:
  std::shared_ptr<const Placed> find_stretch(const ContentKey& key);
  void keep_stretch(const ContentKey& key, std::shared_ptr<const Placed> placed);
  std::shared_ptr<const LaidBox> find_box(const ContentKey& key);
  void keep_box(const ContentKey& key, std::shared_ptr<const LaidBox> box);

 private:
  std::mutex mutex_;
  std::map<ContentKey, std::shared_ptr<const Placed>> stretches_;
  std::map<ContentKey, std::shared_ptr<const LaidBox>> boxes_;
  size_t points_ = 0;
};

}  // namespace nw::layout
