// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/weights.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "models/node_text.h"

namespace nw::views {

namespace {

constexpr size_t kSteps = 20;  // as many bars as are on one line of a narrow inspector

struct WeightsText {
  Q_DECLARE_TR_FUNCTIONS(nw::views::Weights)
};
QString number(double value) {
  return QLocale::c().toString(value, 'g', 5);
}

// Two passes: the range, then the steps between.
void count_steps(WeightFacts& facts, const NDArray& data, const CancelToken& cancel) {
  facts.histogram.assign(kSteps, 0);
  const double width = facts.greatest - facts.least;
  for (int64_t i = 0; i < data.size(); ++i) {
    if ((i & 0xfffff) == 0 && cancel.cancelled()) return;
    const double value = data.at(i);
    if (!std::isfinite(value)) continue;
    const double place = width > 0 ? (value - facts.least) / width * kSteps : 0;
    ++facts.histogram[std::min(static_cast<size_t>(place), kSteps - 1)];
  }
}

}  // namespace

WeightFacts weight_facts(const graph::Node& constant, const CancelToken& cancel) {
  WeightFacts facts;
  facts.name = short_name(constant);
  facts.type = type_text(constant.type);
  const NDArray& data = constant.data;
  facts.has_data = data.defined() && data.size() > 0;
  if (!facts.has_data) return facts;
  facts.count = data.size();
  double sum = 0, squares = 0;
  int64_t finite = 0;
  for (int64_t i = 0; i < data.size(); ++i) {
    if ((i & 0xfffff) == 0 && cancel.cancelled()) return facts;
    const double value = data.at(i);
    if (!std::isfinite(value)) {
      ++facts.not_finite;
      continue;
    }
    facts.least = finite == 0 ? value : std::min(facts.least, value);
    facts.greatest = finite == 0 ? value : std::max(facts.greatest, value);
    if (value == 0) ++facts.zeros;
    sum += value;
    squares += value * value;
    ++finite;
  }
  if (finite > 0) {
    facts.mean = sum / static_cast<double>(finite);
    facts.deviation = std::sqrt(std::max(0.0, squares / static_cast<double>(finite) - facts.mean * facts.mean));
    count_steps(facts, data, cancel);
  }
  QStringList first;
  for (int64_t i = 0; i < std::min<int64_t>(8, data.size()); ++i) first << number(data.at(i));
  if (data.size() > 8) first << QStringLiteral("…");
  facts.first = first.join(QStringLiteral(", "));
  return facts;
}

std::vector<WeightFacts> weights_read_by(const graph::Graph& graph, NodeId id, const CancelToken& cancel) {
  std::vector<WeightFacts> all;
  const graph::Node& node = graph.node(id);
  if (node.kind == graph::NodeKind::Constant) all.push_back(weight_facts(node, cancel));
  for (NodeId input : node.inputs)
    if (input.valid() && graph.node(input).kind == graph::NodeKind::Constant && !cancel.cancelled())
      all.push_back(weight_facts(graph.node(input), cancel));
  return all;
}

QString bars(const std::vector<int64_t>& histogram) {
  const int64_t most = histogram.empty() ? 0 : *std::max_element(histogram.begin(), histogram.end());
  QString text;
  for (const int64_t count : histogram) {
    if (count == 0) {
      text += QChar(QChar::Nbsp);
      continue;
    }
    const auto height = static_cast<char16_t>((count * 7 + most - 1) / most);
    text += QChar(static_cast<char16_t>(u'▁' + height));
  }
  return text;
}

std::vector<InspectorSection> describe_weights(const std::vector<WeightFacts>& weights) {
  std::vector<InspectorSection> sections;
  for (const WeightFacts& facts : weights) {
    InspectorSection section{WeightsText::tr("Constant %1").arg(facts.name), {}, {}};
    section.rows.push_back({WeightsText::tr("type"), facts.type, {}, true});
    if (!facts.has_data) {
      section.text = WeightsText::tr("Its values are not in the file.");
      sections.push_back(std::move(section));
      continue;
    }
    section.rows.push_back({WeightsText::tr("range"),
                            WeightsText::tr("%1 to %2").arg(number(facts.least), number(facts.greatest)),
                            {},
                            true});
    if (facts.count > 1) {
      section.rows.push_back({WeightsText::tr("mean, deviation"),
                              number(facts.mean) + QStringLiteral(", ") + number(facts.deviation),
                              {},
                              true});
      section.rows.push_back({WeightsText::tr("histogram"), bars(facts.histogram), {}, true});
    }
    if (facts.zeros > 0)
      section.rows.push_back(
          {WeightsText::tr("zeros"), WeightsText::tr("%1 of %2").arg(facts.zeros).arg(facts.count), {}, false});
    if (facts.not_finite > 0)
      section.rows.push_back({WeightsText::tr("not finite"), QString::number(facts.not_finite), {}, false});
    section.rows.push_back({WeightsText::tr("first values"), facts.first, {}, true});
    sections.push_back(std::move(section));
  }
  return sections;
}

}  // namespace nw::views
