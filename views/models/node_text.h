// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of graph values for the canvas, lists and the inspector.
#pragma once

#include <QString>
#include <QStringList>

#include "graph/graph.h"

namespace nw::views {

// "1×64×56×56", "scalar", "?" if not even the rank is known.
QString shape_text(const graph::Type& type);
// "0×4, empty": a text of a tensor's type, where it has no elements whatever its other sizes are.
QString marked_if_empty(const graph::Type& type, const QString& text);
// "1×64×56×56 float32", "(1×10 float32, 1×4 int64)".
QString type_text(const graph::Type& type);
// What is on a node: its operator, or what else it is.
QString title_of(const graph::Node& node);
// The last part of its name.
QString short_name(const graph::Node& node);
// "3×3, stride 2, padding 1": the attributes that differ from nothing special, at most three.
QString attrs_summary(const graph::Node& node);
// "weight 64×3×7×7": one entry a constant argument.
QStringList weights_of(const graph::Graph& graph, const graph::Node& node);
QString bytes_text(double bytes);

}  // namespace nw::views
