// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/face.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QHash>
#include <algorithm>
#include <cmath>

#include "models/node_text.h"
#include "models/number_text.h"
#include "models/overlay.h"
#include "op/registry.h"

namespace nw::views {

namespace {
struct FaceText {
  Q_DECLARE_TR_FUNCTIONS(nw::views::Face)
};
}  // namespace

QString scope_title(const ScopeTree& tree, int32_t scope) {
  const Scope& here = tree.scopes[static_cast<size_t>(scope)];
  QString name = QString::fromStdString(here.label);
  if (here.parent > 0 && here.label == here.name) {
    const QString outer = QString::fromStdString(tree.scopes[static_cast<size_t>(here.parent)].name);
    if (name.startsWith(outer + QLatin1Char('.'))) name = name.mid(outer.size());
  }
  return name;
}

Face face_of_scope(const Scene& scene, int32_t index) {
  const Scope& scope = scene.tree->scopes[static_cast<size_t>(index)];
  Face face;
  face.title = scope_title(*scene.tree, index);
  face.name = FaceText::tr("%n node(s)", nullptr, scope.node_count);
  if (scope.output.valid()) face.rows << scene.tree->sizes.label(scene.graph->node(scope.output).type);
  face.share = scope.flops > 0;
  if (face.share)
    face.rows << FaceText::tr("%1 operations, %2").arg(number_text(scope.flops), share_text(scene.tree->share(index)));
  return face;
}

Face face_of(const Scene& scene, int32_t index) {
  const SceneItem& item = scene.items[static_cast<size_t>(index)];
  if (!item.node.valid()) return face_of_scope(scene, item.scope);
  Face face;
  const graph::Node& node = scene.graph->node(item.node);
  face.title = title_of(node);
  face.name = short_name(node);
  if (node.kind == graph::NodeKind::Input) face.rows << scene.tree->sizes.label(node.type);
  if (QString attrs = attrs_summary(node); !attrs.isEmpty()) face.rows << attrs;
  const QStringList weights = weights_of(*scene.graph, node);
  face.rows << weights.mid(0, 2);
  if (weights.size() > 2) face.rows << FaceText::tr("and %n more", nullptr, static_cast<int>(weights.size()) - 2);
  return face;
}

FaceFonts::FaceFonts(const QFont& words) : title(words), small(words) {
  title.setPixelSize(13);
  title.setWeight(QFont::DemiBold);
  small.setPixelSize(11);
  for (QFont* font : {&title, &small}) {
    font->setHintingPreference(QFont::PreferNoHinting);
    font->setStyleStrategy(QFont::StyleStrategy(QFont::PreferAntialias | QFont::PreferNoShaping));
  }
}

std::vector<QSizeF> face_sizes(const Scene& scene, const QFont& words, const std::vector<QSizeF>& known) {
  const FaceFonts fonts(words);
  const QFontMetricsF title(fonts.title), small(fonts.small);
  QHash<QString, double> widths;
  auto width = [&](const QFontMetricsF& metrics, const QString& text, char16_t kind) {
    double& w = widths[text + QChar(kind)];
    if (w == 0) w = metrics.horizontalAdvance(text);
    return w;
  };
  // Names are all different and are cut where they do not fit; measuring each would cost more than the layout.
  const double letter = small.averageCharWidth();
  const auto may_be_anchor = [&](const SceneItem& item) {
    if (item.anchor || !item.node.valid()) return item.anchor;
    const op::OpInfo* info = op::registry_of(*scene.graph).find(scene.graph->node(item.node).op);
    return info && info->traits.pattern == graph::OpPattern::OutElemwiseFusable;
  };
  std::vector<QSizeF> sizes;
  sizes.reserve(scene.items.size());
  for (size_t i = 0; i < scene.items.size(); ++i) {
    const NodeId node = scene.items[i].node;
    if (node.valid() && node.index() < known.size() && !known[node.index()].isEmpty()) {
      sizes.push_back(known[node.index()]);
      continue;
    }
    const Face face = face_of(scene, static_cast<int32_t>(i));
    double w =
        std::max(width(title, face.title, u't'), std::min(160.0, letter * static_cast<double>(face.name.size())));
    for (const QString& row : face.rows) w = std::max(w, width(small, row, u's'));
    if (may_be_anchor(scene.items[i])) w += face::kAnchorSign;
    w = std::clamp(w + 2 * face::kMargin, face::kMinWidth, face::kMaxWidth);
    const double h = 2 * face::kPadding + face::kTitle + face::kName +
                     face::kRow * static_cast<double>(face.rows.size()) + (face.share ? face::kShareRow : 0);
    sizes.emplace_back(std::ceil(w / 4) * 4, h);
  }
  return sizes;
}

}  // namespace nw::views
