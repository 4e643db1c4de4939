// SPDX-License-Identifier: GPL-3.0-or-later
// Semantic zoom: from which scale on the labels of a picture can be read. An expanded scope whose contents have no
// readable labels is drawn closed, as a card with its name, its output and its part of the work. Nothing moves for
// that: a scope opens where it is when the view comes nearer. What is drawn depends on the scale alone, so that tiles
// and exported pictures need no more than it.
#pragma once

#include <QFont>
#include <vector>

#include "graph/scene.h"
#include "graph/spatial_index.h"

namespace nw::views {

struct ZoomLevels {
  static constexpr double kLeastText = 9;      // pixels: nothing smaller is written
  static constexpr double kLeastLine = 11.25;  // pixels: the height of such a line
  static constexpr double kAllOpen = 0.5;      // at this scale every scope is open and every title is written

  std::vector<float> item_label;     // by item: its title is written at this scale and above
  std::vector<float> box_opens;      // by box: at this scale and above it is open if those around it are
  std::vector<float> contents_from;  // by box: at this scale and above it and all boxes around it are open
  std::vector<int32_t> parent;       // by box

  bool open(int32_t box, double scale) const { return box < 0 || scale >= at(contents_from, box); }
  // Drawn as a card: it is closed, and nothing around it is.
  bool closed(int32_t box, double scale) const {
    return scale < at(box_opens, box) && open(parent[static_cast<size_t>(box)], scale);
  }
  bool labelled(int32_t item, double scale) const { return scale >= at(item_label, item); }

 private:
  static double at(const std::vector<float>& of, int32_t index) {
    return static_cast<double>(of[static_cast<size_t>(index)]);
  }
};

// The height of every box' title: the more scopes are nested in it, the smaller the scale that it is to be read at.
std::vector<float> header_heights(const Scene& scene);

ZoomLevels zoom_levels(const Scene& scene, const std::vector<BoxF>& items, const std::vector<BoxF>& boxes,
                       const std::vector<float>& headers, const QFont& words);

}  // namespace nw::views
