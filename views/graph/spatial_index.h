// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the items in a rectangle. A loose grid of many levels: an item is stored in the level whose cells are no
// smaller than it, in the cell of its centre, and so exactly once; a query extends half a cell on every side. Tall
// pictures with edges as long as the picture cost no more than small ones. Twelve bytes for each item.
#pragma once

#include <QRectF>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace nw::views {

struct BoxF {
  float x = 0, y = 0, w = 0, h = 0;
  QRectF rect() const { return {double(x), double(y), double(w), double(h)}; }
  bool meets(const QRectF& r) const {
    return double(x) <= r.right() && double(x + w) >= r.left() && double(y) <= r.bottom() && double(y + h) >= r.top();
  }
};

class SpatialIndex {
 public:
  SpatialIndex() = default;
  SpatialIndex(const std::vector<BoxF>& things, const QRectF& bounds) : origin_(bounds.topLeft()) {
    keys_.reserve(things.size());
    for (const BoxF& thing : things) keys_.push_back(key_of(thing));
    ids_.resize(things.size());
    std::iota(ids_.begin(), ids_.end(), 0);
    sort_by_key();
    for (uint64_t level = 0; level < kLevels; ++level) {
      const auto begin = std::lower_bound(keys_.begin(), keys_.end(), level << 58);
      const auto end =
          level + 1 == kLevels ? keys_.end() : std::lower_bound(keys_.begin(), keys_.end(), (level + 1) << 58);
      levels_.push_back({static_cast<size_t>(begin - keys_.begin()), static_cast<size_t>(end - keys_.begin())});
    }
  }

  // Calls `found(i)` for all items that may intersect `area`; the caller checks for false positives.
  template <class Found>
  void query(const QRectF& area, Found&& found) const {
    for (uint64_t level = 0; level < levels_.size(); ++level) {
      const auto [begin, end] = levels_[level];
      if (begin == end) continue;
      const double cell = cell_of(level);
      auto index = [&](double v, double origin) {
        return std::clamp(std::floor((v - origin) / cell), 0.0, double(kMax));
      };
      const auto x0 = static_cast<uint64_t>(index(area.left() - cell / 2, origin_.x()));
      const auto x1 = static_cast<uint64_t>(index(area.right() + cell / 2, origin_.x()));
      const auto y0 = static_cast<uint64_t>(index(area.top() - cell / 2, origin_.y()));
      const auto y1 = static_cast<uint64_t>(index(area.bottom() + cell / 2, origin_.y()));
      if ((y1 - y0) * 8 > end - begin) {
        for (size_t i = begin; i < end; ++i) found(ids_[i]);
        continue;
      }
      for (uint64_t y = y0; y <= y1; ++y) {
        const uint64_t last = pack(level, y, x1);
        auto it = std::lower_bound(keys_.begin() + static_cast<std::ptrdiff_t>(begin),
                                   keys_.begin() + static_cast<std::ptrdiff_t>(end), pack(level, y, x0));
        for (; it != keys_.begin() + static_cast<std::ptrdiff_t>(end) && *it <= last; ++it)
          found(ids_[static_cast<size_t>(it - keys_.begin())]);
      }
    }
  }

 private:
  static constexpr uint64_t kLevels = 24;
  static constexpr uint64_t kMax = (uint64_t{1} << 29) - 1;
  static double cell_of(uint64_t level) { return 64.0 * static_cast<double>(uint64_t{1} << level); }
  static uint64_t pack(uint64_t level, uint64_t y, uint64_t x) { return level << 58 | y << 29 | x; }
  uint64_t key_of(const BoxF& box) const {
    uint64_t level = 0;
    while (level + 1 < kLevels && cell_of(level) < double(std::max(box.w, box.h))) ++level;
    auto index = [&](double centre, double origin) {
      return static_cast<uint64_t>(std::clamp(std::floor((centre - origin) / cell_of(level)), 0.0, double(kMax)));
    };
    return pack(level, index(double(box.y + box.h / 2), origin_.y()), index(double(box.x + box.w / 2), origin_.x()));
  }

  // By one digit of eleven bits after the other, the lowest first; digits that are the same in all keys are most of
  // them, for a picture fills a small part of the coordinates.
  void sort_by_key() {
    constexpr uint64_t kBits = 11, kDigits = 6, kValues = uint64_t{1} << kBits;
    std::vector<uint32_t> next(kDigits * kValues, 0);
    auto digit = [](uint64_t key, uint64_t d) { return key >> (d * kBits) & (kValues - 1); };
    for (const uint64_t key : keys_)
      for (uint64_t d = 0; d < kDigits; ++d) ++next[d * kValues + digit(key, d)];
    std::vector<uint64_t> keys(keys_.size());
    std::vector<int32_t> ids(ids_.size());
    for (uint64_t d = 0; d < kDigits && !keys_.empty(); ++d) {
      uint32_t* const place = next.data() + d * kValues;
      if (place[digit(keys_.front(), d)] == keys_.size()) continue;
      std::exclusive_scan(place, place + kValues, place, uint32_t{0});
      for (size_t i = 0; i < keys_.size(); ++i) {
        const size_t to = place[digit(keys_[i], d)]++;
        keys[to] = keys_[i];
        ids[to] = ids_[i];
      }
      keys_.swap(keys);
      ids_.swap(ids);
    }
  }

  struct Range {
    size_t begin, end;
  };
  QPointF origin_;
  std::vector<uint64_t> keys_;
  std::vector<int32_t> ids_;
  std::vector<Range> levels_;
};

}  // namespace nw::views
