// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/overlay.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/json_text.h"
#include "models/node_text.h"
#include "models/number_text.h"
#include "models/run_text.h"
#include "op/node_figures.h"

namespace nw::views {

namespace {

struct OverlayText {
  Q_DECLARE_TR_FUNCTIONS(nw::views::Overlay)
};

// The least number, where there is a logarithm of it; the numbers in bins of the ramp.
void set_scale(Overlay& overlay, OverlayScale scale) {
  overlay.scale = scale;
  if (overlay.sorted.empty()) return;
  overlay.low = overlay.sorted.front();
  overlay.high = overlay.sorted.back();
  if (scale == OverlayScale::Log)
    if (const auto positive = std::ranges::upper_bound(overlay.sorted, 0.0f); positive != overlay.sorted.end())
      overlay.low = *positive;
  overlay.histogram.assign(Overlay::kBins, 0);
  for (const float value : overlay.sorted) {
    const auto bin = static_cast<int>(overlay.share(value) * Overlay::kBins);
    ++overlay.histogram[static_cast<size_t>(std::clamp(bin, 0, Overlay::kBins - 1))];
  }
}

void find_greatest(Overlay& overlay, const fusion::Fusion* fusion) {
  std::vector<uint32_t> nodes;
  for (uint32_t node = 0; node < overlay.values.size(); ++node)
    if (overlay.has(node)) nodes.push_back(node);
  std::ranges::stable_sort(nodes, [&](uint32_t a, uint32_t b) { return overlay.values[a] > overlay.values[b]; });
  std::set<GroupId> listed;
  for (const uint32_t node : nodes) {
    if (overlay.greatest.size() == Overlay::kTop) break;
    if (fusion)
      if (const auto group = fusion->group_of.find(NodeId(size_t{node})); group != fusion->group_of.end())
        if (!listed.insert(group->second).second) continue;
    overlay.greatest.push_back(node);
  }
}

// Logarithmic where the numbers span more than a few powers of ten. `fusion`: nodes of one group have one number.
void find_range(Overlay& overlay, const fusion::Fusion* fusion = nullptr) {
  constexpr float kWide = 50;
  for (const float value : overlay.values)
    if (value == value) overlay.sorted.push_back(value);
  if (overlay.sorted.empty()) return;
  std::ranges::sort(overlay.sorted);
  const auto positive = std::ranges::upper_bound(overlay.sorted, 0.0f);
  overlay.can_log = overlay.sorted.front() >= 0 && positive != overlay.sorted.end();
  const bool wide = overlay.can_log && overlay.sorted.back() > kWide * *positive;
  set_scale(overlay, wide ? OverlayScale::Log : OverlayScale::Linear);
  find_greatest(overlay, fusion);
}

using NodeNumber = double (*)(const graph::Graph&, const graph::Node&);

void fill_numbers(Overlay& overlay, const graph::Graph& graph, NodeNumber number, const CancelToken& cancel) {
  for (const graph::Node& node : graph.nodes()) {
    if (cancel.cancelled()) return;
    if (node.kind == graph::NodeKind::Call) overlay.values[node.id.index()] = static_cast<float>(number(graph, node));
  }
  find_range(overlay);
}

void fill_kinds(Overlay& overlay, const graph::Graph& graph, QString (*kind)(const graph::Type&)) {
  std::map<QString, float> known;
  for (const graph::Node& node : graph.nodes()) {
    if (node.kind == graph::NodeKind::Constant) continue;
    const QString text = kind(node.type);
    if (text.isEmpty()) continue;
    const auto [at, is_new] = known.try_emplace(text, static_cast<float>(overlay.kinds.size()));
    if (is_new) overlay.kinds << text;
    overlay.values[node.id.index()] = at->second;
  }
}

QString dtype_text(const graph::Type& type) {
  if (type.is_tensor()) return QString::fromStdString(to_string(type.dtype));
  if (!type.is_tuple() || type.fields.empty()) return OverlayText::tr("not a tensor");
  const QString first = dtype_text(type.fields.front());
  const bool mixed = std::any_of(type.fields.begin(), type.fields.end(),
                                 [&](const graph::Type& field) { return dtype_text(field) != first; });
  return mixed ? OverlayText::tr("a tuple of several") : first;
}

QString dynamic_text(const graph::Type& type) {
  if (type.kind == graph::Type::Kind::Unknown || (type.is_tensor() && !type.rank_known))
    return OverlayText::tr("unknown shape");
  return type.is_dynamic() ? OverlayText::tr("dynamic") : OverlayText::tr("fixed");
}

double intensity_of(const graph::Graph& graph, const graph::Node& node) {
  const double bytes = op::traffic_of(graph, node);
  return bytes > 0 ? op::flops_of(graph, node) / bytes : std::numeric_limits<double>::quiet_NaN();
}

QString title_of_kind(OverlayKind kind) {
  switch (kind) {
    case OverlayKind::Flops:
      return OverlayText::tr("Operations");
    case OverlayKind::Bytes:
      return OverlayText::tr("Bytes given");
    case OverlayKind::Intensity:
      return OverlayText::tr("Operations a byte");
    case OverlayKind::DType:
      return OverlayText::tr("Data type");
    case OverlayKind::Dynamic:
      return OverlayText::tr("Dynamic shapes");
    case OverlayKind::GroupSize:
      return OverlayText::tr("Operators in the group");
    case OverlayKind::None:
    case OverlayKind::Time:
    case OverlayKind::Numbers:
      break;
  }
  return {};
}

QString clock_text(const std::string& clock) {
  return clock == "emulated" ? OverlayText::tr("emulated, not a device's speed")
         : clock == "event"  ? OverlayText::tr("device events")
                             : OverlayText::tr("wall clock");
}

}  // namespace

double Overlay::share(float value) const {
  if (high <= low) return 0;
  if (scale == OverlayScale::Log)
    return std::clamp(std::log(std::max(value, low) / low) / std::log(high / low), 0.0f, 1.0f);
  if (scale == OverlayScale::Quantile) {
    const auto below = std::ranges::lower_bound(sorted, value) - sorted.begin();
    return std::clamp(static_cast<double>(below) / static_cast<double>(std::max<size_t>(1, sorted.size() - 1)), 0.0,
                      1.0);
  }
  return std::clamp(static_cast<double>(value - low) / static_cast<double>(high - low), 0.0, 1.0);
}

QString Overlay::text(float value) const {
  if (kind == OverlayKind::Time) return duration_text(static_cast<double>(value));
  if (kinds.isEmpty())
    return kind == OverlayKind::Bytes ? bytes_text(static_cast<double>(value))
                                      : number_text(static_cast<double>(value));
  return kinds.value(static_cast<qsizetype>(value));
}

std::shared_ptr<const Overlay> compute_overlay(OverlayKind kind, const graph::Graph& graph,
                                               const fusion::Fusion* fusion, const CancelToken& cancel) {
  auto overlay = std::make_shared<Overlay>();
  overlay->kind = kind;
  overlay->title = title_of_kind(kind);
  overlay->values.assign(graph.size(), Overlay::kNothing);
  overlay->adds_up = kind == OverlayKind::Flops || kind == OverlayKind::Bytes;
  overlay->of_values = kind == OverlayKind::Bytes || kind == OverlayKind::DType || kind == OverlayKind::Dynamic;
  switch (kind) {
    case OverlayKind::Flops:
      fill_numbers(*overlay, graph, op::flops_of, cancel);
      break;
    case OverlayKind::Bytes:
      fill_numbers(
          *overlay, graph, [](const graph::Graph&, const graph::Node& node) { return op::bytes_of(node.type); },
          cancel);
      break;
    case OverlayKind::Intensity:
      fill_numbers(*overlay, graph, intensity_of, cancel);
      break;
    case OverlayKind::DType:
      fill_kinds(*overlay, graph, dtype_text);
      break;
    case OverlayKind::Dynamic:
      fill_kinds(*overlay, graph, dynamic_text);
      break;
    case OverlayKind::GroupSize:
      if (!fusion) break;
      for (const auto& [node, group] : fusion->group_of)
        if (node.index() < overlay->values.size())
          overlay->values[node.index()] = static_cast<float>(fusion->groups[group.index()].nodes.size());
      find_range(*overlay, fusion);
      break;
    case OverlayKind::None:
    case OverlayKind::Time:
    case OverlayKind::Numbers:
      break;
  }
  return overlay;
}

std::shared_ptr<const Overlay> on_scale(std::shared_ptr<const Overlay> overlay, OverlayScale scale) {
  if (!overlay || !overlay->kinds.isEmpty() || overlay->scale == scale) return overlay;
  if (scale == OverlayScale::Log && !overlay->can_log) return overlay;
  auto changed = std::make_shared<Overlay>(*overlay);
  set_scale(*changed, scale);
  return changed;
}

std::vector<std::string> names_of(const fusion::Group& group, const graph::Graph& graph) {
  std::vector<std::string> names;
  for (const NodeId node : group.nodes) names.push_back(graph.node(node).name);
  std::ranges::sort(names);
  return names;
}

std::map<GroupId, double> times_of_groups(const NetworkTimes& times, const fusion::Fusion& fusion,
                                          const graph::Graph& graph) {
  std::map<GroupId, double> known;
  for (const fusion::Group& group : fusion.groups)
    if (const auto time = times.groups.find(names_of(group, graph)); time != times.groups.end())
      known[group.id] = time->second;
  return known;
}

std::vector<double> time_shares(const NetworkTimes& times, const graph::Graph& graph) {
  std::vector<double> shares(graph.size(), std::numeric_limits<double>::quiet_NaN());
  double all = 0;
  for (const auto& [names, microseconds] : times.groups) all += microseconds;
  for (const auto& [names, microseconds] : times.groups)
    for (const std::string& name : names)
      if (const NodeId node = graph.find(name); node.valid() && all > 0) shares[node.index()] = microseconds / all;
  return shares;
}

std::shared_ptr<const Overlay> time_overlay(const NetworkTimes& times, const graph::Graph& graph,
                                            const fusion::Fusion* fusion) {
  auto overlay = std::make_shared<Overlay>();
  overlay->kind = OverlayKind::Time;
  overlay->title = OverlayText::tr("Time on %1").arg(QString::fromStdString(times.target));
  overlay->note = OverlayText::tr("%1 in all, %2").arg(duration_text(times.total), clock_text(times.clock));
  overlay->values.assign(graph.size(), Overlay::kNothing);
  for (const auto& [names, microseconds] : times.groups)
    for (const std::string& name : names)
      if (const NodeId node = graph.find(name); node.valid())
        overlay->values[node.index()] = static_cast<float>(microseconds);
  // A group's time counts once in a scope: each of its nodes adds a part of it.
  if (fusion) {
    overlay->adds_up = true;
    overlay->parts = overlay->values;
    for (const fusion::Group& group : fusion->groups)
      for (const NodeId node : group.nodes)
        if (node.index() < overlay->parts.size())
          overlay->parts[node.index()] /= static_cast<float>(group.nodes.size());
  }
  find_range(*overlay, fusion);
  return overlay;
}

ReadNumbers read_numbers(const QByteArray& json, const QString& title, const graph::Graph& graph) {
  const nlohmann::json file = read_json({json.constData(), static_cast<size_t>(json.size())});
  if (!file.is_object())
    return {nullptr, OverlayText::tr("%1 is not a JSON object of node names and numbers").arg(title)};
  auto overlay = std::make_shared<Overlay>();
  overlay->kind = OverlayKind::Numbers;
  overlay->title = title;
  overlay->values.assign(graph.size(), Overlay::kNothing);
  int unknown = 0, known = 0;
  for (const auto& [name, value] : file.items()) {
    const NodeId node = graph.find(name);
    if (!node.valid() || !value.is_number()) {
      ++unknown;
      continue;
    }
    overlay->values[node.index()] = value.get<float>();
    ++known;
  }
  if (known == 0) return {nullptr, OverlayText::tr("%1 names no node of this graph with a number").arg(title)};
  find_range(*overlay);
  return {overlay, unknown == 0
                       ? QString()
                       : OverlayText::tr("%n entry(s) of the file name no node of this graph", nullptr, unknown)};
}

}  // namespace nw::views
