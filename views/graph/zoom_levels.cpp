// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/zoom_levels.h"

#include <QFontMetricsF>
#include <QHash>
#include <algorithm>
#include <array>

#include "graph/face.h"
#include "models/node_text.h"

namespace nw::views {

namespace {

// Widths of words in the smallest size, each measured once.
class SmallWords {
 public:
  explicit SmallWords(const QFont& words) : metrics_(small(words)) {}

  double width(const QString& word) {
    double& known = widths_[word];
    if (known == 0) known = std::max(1.0, metrics_.horizontalAdvance(word));
    return known;
  }

 private:
  static QFont small(const QFont& words) {
    QFont font = FaceFonts(words).title;
    font.setPixelSize(static_cast<int>(ZoomLevels::kLeastText));
    return font;
  }

  QFontMetricsF metrics_;
  QHash<QString, double> widths_;
};

// The least scale at which a line of `width` pixels fits into w×h of the scene.
double fits_from(double width, double w, double h) {
  return std::max(ZoomLevels::kLeastLine / std::max(1.0, h), width / std::max(1.0, w));
}

// The scale at which three of four are readable.
double most_from(std::vector<double>& scales) {
  if (scales.empty()) return 0;
  const auto at = scales.begin() + static_cast<std::ptrdiff_t>(scales.size() * 3 / 4);
  std::nth_element(scales.begin(), std::min(at, scales.end() - 1), scales.end());
  return *std::min(at, scales.end() - 1);
}

}  // namespace

std::vector<float> header_heights(const Scene& scene) {
  static constexpr std::array kTimes = {1.0, 1.5, 3.0, 5.0};
  std::vector<size_t> nested(scene.boxes.size(), 0);
  std::vector<float> heights(scene.boxes.size());
  for (size_t b = scene.boxes.size(); b-- > 0;) {  // parents come before children
    heights[b] = static_cast<float>(face::kHeader * kTimes[std::min(nested[b], kTimes.size() - 1)]);
    if (const int32_t parent = scene.boxes[b].parent; parent >= 0) {
      size_t& around = nested[static_cast<size_t>(parent)];
      around = std::max(around, nested[b] + 1);
    }
  }
  return heights;
}

ZoomLevels zoom_levels(const Scene& scene, const std::vector<BoxF>& items, const std::vector<BoxF>& boxes,
                       const std::vector<float>& headers, const QFont& words) {
  constexpr double kLargestCard = 360;  // pixels: a scope that is larger on the screen is open
  ZoomLevels levels;
  SmallWords small(words);
  std::vector<bool> has_scopes(boxes.size(), false);
  for (const SceneBox& box : scene.boxes)
    if (box.parent >= 0) has_scopes[static_cast<size_t>(box.parent)] = true;
  for (const SceneItem& item : scene.items)
    if (item.box >= 0 && !item.node.valid()) has_scopes[static_cast<size_t>(item.box)] = true;
  std::vector<std::vector<double>> inside(boxes.size());  // from where on each name in a box can be read
  levels.item_label.reserve(items.size());
  for (size_t i = 0; i < items.size(); ++i) {
    const SceneItem& item = scene.items[i];
    const QString word = item.node.valid() ? title_of(scene.graph->node(item.node)).section(QLatin1Char('.'), -1)
                                           : scope_title(*scene.tree, item.scope);
    const double from = std::min(fits_from(small.width(word), double(items[i].w) - face::kMargin, double(items[i].h)),
                                 ZoomLevels::kAllOpen);
    levels.item_label.push_back(static_cast<float>(from));
    // Of nodes beside scopes the names may go first: the scopes' names stay.
    if (item.box >= 0 && (!item.node.valid() || !has_scopes[static_cast<size_t>(item.box)]))
      inside[static_cast<size_t>(item.box)].push_back(from);
  }
  for (size_t b = 0; b < boxes.size(); ++b)
    if (const int32_t parent = scene.boxes[b].parent; parent >= 0)
      inside[static_cast<size_t>(parent)].push_back(
          fits_from(small.width(scope_title(*scene.tree, scene.boxes[b].scope)), double(boxes[b].w) - face::kMargin,
                    double(boxes[b].h)));
  levels.box_opens.reserve(boxes.size());
  levels.contents_from.reserve(boxes.size());
  for (size_t b = 0; b < boxes.size(); ++b) {
    const double w = double(boxes[b].w), free = double(headers[b]) + face::kAboveContents;
    const double title = small.width(scope_title(*scene.tree, scene.boxes[b].scope));
    const double side = std::max({1.0, w, double(boxes[b].h)});
    // Most of what is inside is named, and so is the box itself.
    const double named = std::max(most_from(inside[b]), fits_from(title, w - face::kHeaderSide, free));
    const double opens = std::max(fits_from(0, w, free), std::min(named, kLargestCard / side));
    const auto from = static_cast<float>(std::min(opens, ZoomLevels::kAllOpen));
    const int32_t parent = scene.boxes[b].parent;
    levels.parent.push_back(parent);
    levels.box_opens.push_back(from);
    levels.contents_from.push_back(parent < 0 ? from
                                              : std::max(from, levels.contents_from[static_cast<size_t>(parent)]));
  }
  return levels;
}

}  // namespace nw::views
