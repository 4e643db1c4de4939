// SPDX-License-Identifier: GPL-3.0-or-later
// Names of closed scopes that are too small on the screen to have them inside: they are written beside the scope, where
// no node, no other scope and no other name is.
#pragma once

#include <QPainter>
#include <optional>
#include <vector>

#include "graph/face.h"
#include "graph/painter.h"

namespace nw::views {

struct ScopeName {
  int32_t scope;
  int32_t box;  // that the scope is in; -1: none
  QString title;
  QRectF place;   // in the scene
  QLineF leader;  // from the scope to its name; null: the name is next to it
};

// Of the outermost scopes, as many as there is space for. It depends on the picture and the scale alone: tiles and
// whole pictures have the same. `around`: pixels beside the picture that are free; none: as in a window that all of the
// picture is fitted into, with much space left and right of a tall one.
std::vector<ScopeName> names_beside_scopes(const Picture& picture, const FaceFonts& fonts, double scale,
                                           std::optional<double> around);
void paint_scope_name(QPainter& painter, const ScopeName& name, const FaceFonts& fonts, const Theme& theme,
                      const QColor& ground, double scale);

}  // namespace nw::views
