// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/name_search.h"

#include <QCoreApplication>
#include <algorithm>

#include "common/fuzzy.h"

namespace nw::views {

std::vector<NameHit> search_names(const graph::Graph& graph, const fusion::Fusion* fusion, const QString& typed,
                                  size_t most, const CancelToken& cancel) {
  struct Fit {
    int score;
    size_t index;  // groups, then nodes
  };
  const size_t groups = fusion ? fusion->groups.size() : 0;
  // By its operators too: users do not know a group by its number.
  const auto group_title = [&](size_t i) {
    constexpr qsizetype kMax = 60;
    QString ops;
    for (const NodeId id : fusion->groups[i].nodes) {
      if (graph.node(id).kind != graph::NodeKind::Call) continue;
      if (!ops.isEmpty()) ops += QStringLiteral(" + ");
      ops += QString::fromStdString(graph.node(id).op);
      if (ops.size() <= kMax) continue;
      ops = ops.left(kMax - 1) + QStringLiteral("…");
      break;
    }
    return QCoreApplication::translate("NameSearch", "Group %1: edit the kernel of %2")
        .arg(QString::number(fusion->groups[i].id.value), ops);
  };
  const auto& nodes = graph.nodes();
  std::vector<Fit> fits;
  for (size_t i = 0; i < groups + nodes.size(); ++i) {
    if (i % 1024 == 0 && cancel.cancelled()) return {};
    if (i >= groups && nodes[i - groups].kind == graph::NodeKind::Constant) continue;
    const int score = fuzzy_score(typed, i < groups ? group_title(i) : QString::fromStdString(nodes[i - groups].name));
    if (score >= 0) fits.push_back({score, i});
  }
  const auto better = [](const Fit& a, const Fit& b) {
    return a.score != b.score ? a.score > b.score : a.index < b.index;
  };
  const size_t count = std::min(most, fits.size());
  std::partial_sort(fits.begin(), fits.begin() + static_cast<std::ptrdiff_t>(count), fits.end(), better);
  std::vector<NameHit> hits;
  for (size_t k = 0; k < count; ++k) {
    const size_t i = fits[k].index;
    if (i < groups) {
      const fusion::Group& group = fusion->groups[i];
      hits.push_back(
          {group_title(i),
           QCoreApplication::translate("NameSearch", "%n node(s)", nullptr, static_cast<int>(group.nodes.size())),
           NodeId(), group.id});
    } else {
      const graph::Node& node = nodes[i - groups];
      hits.push_back({QString::fromStdString(node.name), QString::fromStdString(node.op), node.id, GroupId()});
    }
  }
  return hits;
}

}  // namespace nw::views
