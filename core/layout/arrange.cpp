// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/arrange.h"

#include <algorithm>

#include "layout/at.h"
#include "layout/position.h"

namespace nw::layout {
namespace {

constexpr int32_t large = 2000;  // nodes; what is smaller is reordered before anybody notices

void add_shape(ContentKey& key, const Stretch& s) {
  key.add_all(s.layer_first);
  key.add_all(s.down_first);
  for (const Arm& a : s.down) {
    key.add(static_cast<uint64_t>(a.node) << 32 | static_cast<uint32_t>(a.weight));
    if (a.port != 0.5F || a.far_port != 0.5F)
      key.add(static_cast<double>(a.port)), key.add(static_cast<double>(a.far_port));
  }
  key.add_all(s.side);
  key.add_all(s.trunk);
}

bool has_ports(const Stretch& s) {
  return std::any_of(s.down.begin(), s.down.end(), [](const Arm& a) { return a.port != 0.5F || a.far_port != 0.5F; });
}

Stretch without_ports(Stretch s) {
  for (std::vector<Arm>* arms : {&s.up, &s.down})
    for (Arm& a : *arms) a.port = a.far_port = 0.5F;
  return s;
}

std::shared_ptr<const std::vector<int32_t>> found_order(const Stretch& s, Cache::Store& cache,
                                                        const CancelToken& cancel) {
  ContentKey key;
  add_shape(key, s);
  if (auto found = cache.find_order(key)) return found;
  auto made = std::make_shared<const std::vector<int32_t>>(order_layers(s, cancel));
  if (!cancel.cancelled()) cache.keep_order(key, made);
  return made;
}

std::vector<int32_t> order_of(const Stretch& s, Cache::Store& cache, const CancelToken& cancel) {
  if (s.size() < large || !has_ports(s)) return *found_order(s, cache, cancel);
  return adapt_to_ports(s, *found_order(without_ports(s), cache, cancel), cancel);
}

}  // namespace

std::shared_ptr<const std::vector<double>> arrange(const Stretch& stretch, const Options& options, Cache::Store& cache,
                                                   const CancelToken& cancel) {
  ContentKey key;
  add_shape(key, stretch);
  key.add_all(stretch.width);
  for (const double gap : {options.node_gap, options.edge_gap}) key.add(gap);
  if (auto found = cache.find_places(key)) return found;
  const auto order = order_of(stretch, cache, cancel);
  auto places = std::make_shared<const std::vector<double>>(place_across(stretch, order, options, cancel));
  if (!cancel.cancelled()) cache.keep_places(key, places);
  return places;
}

}  // namespace nw::layout
