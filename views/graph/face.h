// SPDX-License-Identifier: GPL-3.0-or-later
// The text of an item on the canvas, and its size. Computed on demand: the strings of a hundred thousand nodes are not
// stored.
#pragma once

#include <QFont>
#include <QSizeF>
#include <QString>
#include <QStringList>

#include "graph/scene.h"

namespace nw::views {

struct Face {
  QString title;
  QString name;
  QStringList rows;    // attributes, weights; of a collapsed scope its output's shape and its operations
  bool share = false;  // has a bar for its part of the whole below the rows
};

Face face_of(const Scene& scene, int32_t item);
Face face_of_scope(const Scene& scene, int32_t scope);  // as it is while it is collapsed
// Its label; the torch way repeats the outer scope in the inner one's name ("layer1/layer1.0"): only the new part is
// shown.
QString scope_title(const ScopeTree& tree, int32_t scope);

// Fonts in scene units: sizes scale with the picture.
struct FaceFonts {
  QFont title, small;
  explicit FaceFonts(const QFont& words);
};

// `known`: by node, the size that a picture before this one gave it; empty where there is none.
std::vector<QSizeF> face_sizes(const Scene& scene, const QFont& words, const std::vector<QSizeF>& known = {});

namespace face {
inline constexpr double kMargin = 12, kTitle = 18, kName = 15, kRow = 15, kPadding = 8, kMaxWidth = 260, kMinWidth = 96,
                        kHeader = 28, kShareBar = 4, kShareRow = 10, kHeaderSide = 32,
                        kAboveContents = 14;  // beside a box' title, and free below it
inline constexpr double kAnchorSign = 14;     // beside the title of a group's anchor
}  // namespace face

}  // namespace nw::views
