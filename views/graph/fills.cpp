// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/fills.h"

#include <algorithm>
#include <array>

namespace nw::views {

QColor ramp(double share) {
  static const std::array stops = {QColor(0x00, 0x22, 0x4e), QColor(0x35, 0x45, 0x6c), QColor(0x66, 0x69, 0x70),
                                   QColor(0x94, 0x8e, 0x77), QColor(0xc8, 0xb8, 0x66), QColor(0xfe, 0xe8, 0x38)};
  const double place = std::clamp(share, 0.0, 1.0) * (stops.size() - 1);
  const size_t left = std::min(static_cast<size_t>(place), stops.size() - 2);
  return mix(stops[left + 1], stops[left], place - static_cast<double>(left));
}

QColor color_of(const Overlay& overlay, float value, const Theme& theme) {
  if (overlay.kinds.isEmpty()) return ramp(overlay.share(value));
  return mix(theme.group_hues[static_cast<size_t>(value) % theme.group_hues.size()], theme.canvas, 0.6);
}

QColor ink_on(const QColor& ground) {
  return contrast(ground, QColor(Qt::white)) > contrast(ground, QColor(Qt::black)) ? QColor(Qt::white)
                                                                                   : QColor(Qt::black);
}

namespace {

// What the items of a picture add to the sum of all numbers.
struct Sums {
  std::vector<double> of_items;
  double all = 0;
};

Sums sums_of(const Scene& scene, const Overlay& overlay) {
  Sums sums{std::vector<double>(scene.items.size(), 0), 0};
  if (!overlay.adds_up) return sums;
  for (size_t node = 0; node < scene.item_of_node.size(); ++node)
    if (const int32_t item = scene.item_of_node[node]; item >= 0 && overlay.has(node)) {
      const auto part = static_cast<double>(overlay.parts.empty() ? overlay.values[node] : overlay.parts[node]);
      sums.of_items[static_cast<size_t>(item)] += part;
      sums.all += part;
    }
  return sums;
}

// What an expanded scope has where it is drawn closed: its share of the whole where numbers add up, else the greatest
// number in it.
void fill_boxes(Fills& fills, const Picture& picture, const Overlay& overlay, const std::vector<float>& of_items,
                const Sums& sums, const Theme& theme) {
  const Scene& scene = picture.scene;
  std::vector<float> of_boxes(scene.boxes.size(), Overlay::kNothing);
  const auto merge = [&](float& into, float value) {
    if (!(into == into))
      into = value;
    else
      into = overlay.adds_up ? into + value : std::max(into, value);
  };
  for (size_t i = 0; i < of_items.size(); ++i)
    if (const int32_t box = scene.items[i].box; box >= 0 && of_items[i] == of_items[i])
      merge(of_boxes[static_cast<size_t>(box)], overlay.adds_up ? static_cast<float>(sums.of_items[i]) : of_items[i]);
  for (size_t b = scene.boxes.size(); b-- > 0;)  // parents come before children
    if (const int32_t parent = scene.boxes[b].parent; parent >= 0 && of_boxes[b] == of_boxes[b])
      merge(of_boxes[static_cast<size_t>(parent)], of_boxes[b]);
  fills.boxes.assign(of_boxes.size(), 0);
  fills.item_shares.assign(of_items.size(), Overlay::kNothing);
  fills.box_shares.assign(of_boxes.size(), Overlay::kNothing);
  for (size_t b = 0; b < of_boxes.size(); ++b) {
    if (!(of_boxes[b] == of_boxes[b])) continue;
    fills.boxes[b] = color_of(overlay, of_boxes[b], theme).rgb();
    if (!(sums.all > 0)) continue;
    const double share = static_cast<double>(of_boxes[b]) / sums.all;
    fills.box_shares[b] = static_cast<float>(share);
    fills.boxes[b] = ramp(share).rgb();
  }
  if (sums.all > 0)
    for (size_t i = 0; i < of_items.size(); ++i) fills.item_shares[i] = static_cast<float>(sums.of_items[i] / sums.all);
}

}  // namespace

std::shared_ptr<const Fills> make_fills(const Picture& picture, const Overlay& overlay, const Theme& theme) {
  auto fills = std::make_shared<Fills>();
  const Scene& scene = picture.scene;
  fills->items.assign(scene.items.size(), 0);
  fills->lines = overlay.of_values;
  std::vector<float> value(scene.items.size(), Overlay::kNothing);
  for (size_t node = 0; node < scene.item_of_node.size(); ++node) {
    const int32_t item = scene.item_of_node[node];
    if (item < 0 || !overlay.has(node)) continue;
    float& of_item = value[static_cast<size_t>(item)];
    const float here = overlay.values[node];
    if (!(of_item == of_item))
      of_item = here;
    else
      of_item = overlay.adds_up ? of_item + here : std::max(of_item, here);
  }
  const Sums sums = sums_of(scene, overlay);
  for (size_t i = 0; i < value.size(); ++i) {
    if (!(value[i] == value[i])) continue;
    const bool sum = !scene.items[i].node.valid() && sums.all > 0;  // above any node's number
    fills->items[i] = (sum ? ramp(sums.of_items[i] / sums.all) : color_of(overlay, value[i], theme)).rgb();
  }
  fill_boxes(*fills, picture, overlay, value, sums, theme);
  return fills;
}

}  // namespace nw::views
