// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/memory_chart.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

#include "model/joined_groups.h"
#include "models/node_text.h"

namespace nw::views {

namespace {

struct MemoryChartText {
  Q_DECLARE_TR_FUNCTIONS(nw::views::MemoryChart)
};

QString name_of(const QString& node, size_t field) {
  return field == 0 ? node : QStringLiteral("%1 (%2)").arg(node).arg(field);
}

QString bytes(int64_t count) {
  return bytes_text(static_cast<double>(count));
}

// Bytes that the blocks cover together: those that share memory count once.
int64_t covered(std::vector<std::pair<int64_t, int64_t>> ranges) {
  std::ranges::sort(ranges);
  int64_t sum = 0, end = 0;
  for (const auto& [from, to] : ranges) {
    sum += std::max<int64_t>(0, to - std::max(from, end));
    end = std::max(end, to);
  }
  return sum;
}

std::vector<int64_t> alive_by_step(const MemoryChart& chart) {
  std::vector<std::vector<std::pair<int64_t, int64_t>>> ranges(chart.steps);
  for (const MemoryChart::Block& block : chart.blocks)
    for (size_t step = block.first; step <= std::min(block.last, chart.steps - 1); ++step)
      ranges[step].emplace_back(block.offset, block.offset + block.bytes);
  std::vector<int64_t> alive;
  for (auto& step : ranges) alive.push_back(covered(std::move(step)));
  return alive;
}

}  // namespace

MemoryChart MemoryChart::of(const graph::Graph& graph, const fusion::Fusion& fusion) {
  const model::RunFusion run = model::with_joined_apart(graph, fusion);
  const model::MemoryPlan plan = model::plan_memory(graph, run.fusion);
  MemoryChart chart;
  chart.steps = plan.groups.size();
  chart.arena = plan.arena_bytes;
  chart.live = plan.live_bytes;
  chart.unshared = plan.unshared_bytes;
  for (const model::PlannedValue& value : plan.values) {
    const model::PlannedValue* placed = plan.placed(value.id);
    if (!placed || value.bytes == 0) {
      ++chart.outside;
      continue;
    }
    const auto group = fusion.group_of.find(value.id.node);
    const auto node_name = [&](const model::ValueId& id) {
      return name_of(QString::fromStdString(graph.node(id.node).name), id.field);
    };
    chart.blocks.push_back({value.id, group == fusion.group_of.end() ? GroupId() : group->second, node_name(value.id),
                            *placed->offset, value.bytes, value.first, value.last, value.sharing,
                            value.shares_with ? node_name(*value.shares_with) : QString()});
  }
  std::ranges::stable_sort(chart.blocks, {}, &Block::first);
  if (chart.steps > 0) chart.alive = alive_by_step(chart);
  return chart;
}

std::optional<size_t> MemoryChart::at(size_t step, int64_t address) const {
  std::optional<size_t> found;
  for (size_t i = 0; i < blocks.size() && blocks[i].first <= step; ++i)
    if (step <= blocks[i].last && address >= blocks[i].offset && address < blocks[i].offset + blocks[i].bytes)
      found = i;
  return found;
}

std::optional<size_t> MemoryChart::blockOf(NodeId node) const {
  const auto block = std::ranges::find_if(blocks, [&](const Block& b) { return b.value.node == node; });
  if (block == blocks.end()) return std::nullopt;
  return static_cast<size_t>(block - blocks.begin());
}

QString MemoryChart::summary() const {
  if (blocks.empty())
    return outside > 0
               ? MemoryChartText::tr("No value has a place in the plan: their sizes are not known before a run.")
               : MemoryChartText::tr("No value needs memory of its own.");
  QString text = MemoryChartText::tr("Arena %1; %2 are alive at once; %3 if each value had its own.")
                     .arg(bytes(arena), bytes(live), bytes(unshared));
  if (outside > 0)
    text +=
        QLatin1Char(' ') + MemoryChartText::tr("%n value(s) lie outside of it.", nullptr, static_cast<int>(outside));
  return text;
}

QString MemoryChart::describe(size_t index) const {
  const Block& block = blocks[index];
  QString text = block.name + QLatin1Char('\n') +
                 MemoryChartText::tr("%1 at %2, written by step %3 of %4")
                     .arg(bytes(block.bytes), bytes(block.offset))
                     .arg(block.first + 1)
                     .arg(steps);
  text += block.last >= steps ? MemoryChartText::tr(", kept to the end")
                              : MemoryChartText::tr(", last read by step %1").arg(block.last + 1);
  if (block.sharing == model::Sharing::InPlace)
    text += QLatin1Char('\n') + MemoryChartText::tr("written over %1").arg(block.shares_with);
  if (block.sharing == model::Sharing::View)
    text += QLatin1Char('\n') + MemoryChartText::tr("the elements of %1 in another shape").arg(block.shares_with);
  return text;
}

}  // namespace nw::views
