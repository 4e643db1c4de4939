// SPDX-License-Identifier: GPL-3.0-or-later
#include "advise/hottest_loop.h"

#include <algorithm>

#include "cost/estimate.h"
#include "kernel/nest_figures.h"

namespace nw::advise {

namespace {

// `own`: time by row of the loop tree.
std::optional<HottestLoop> hottest_row(const kernel::KernelPreview& preview, const std::vector<double>& own,
                                       double total) {
  std::optional<size_t> best;
  for (size_t i = 0; i < own.size() && i < preview.tree.size(); ++i)
    if (preview.tree[i].axis.valid() && own[i] > (best ? own[*best] : 0)) best = i;
  if (!best || total <= 0) return std::nullopt;
  const kernel::LoopTreeRow& row = preview.tree[*best];
  return HottestLoop{row.stage, row.axis, preview.program.schedule->stage(row.stage).name(), row.name,
                     own[*best] / total};
}

}  // namespace

std::optional<HottestLoop> hottest_loop(const kernel::KernelPreview& preview, const kernel::NestHeat& heat) {
  if (!preview.program.schedule || heat.rows.size() != preview.tree.size()) return std::nullopt;
  std::vector<double> own;
  for (const kernel::NestHeat::Samples& row : heat.rows) own.push_back(static_cast<double>(row.own));
  return hottest_row(preview, own, static_cast<double>(heat.total));
}

std::optional<HottestLoop> hottest_loop(const kernel::KernelPreview& preview, const TargetFacts& machine,
                                        const std::map<std::string, int64_t>& sizes) {
  if (!preview.nest || !preview.program.schedule || !kernel::sizes_without_value(preview, sizes).empty())
    return std::nullopt;
  const cost::Estimate estimate = cost::estimate(*preview.nest, machine, cost::sizes_by_name(*preview.nest, sizes));
  // Of each line of the nest what is left without the loops inside; lines are behind those around them.
  const std::vector<tir::PrintedLine>& lines = preview.printed.lines;
  std::vector<double> seconds(lines.size(), 0), inside(lines.size(), 0), own(preview.tree.size(), 0);
  for (const auto& [loop, time] : estimate.loops)
    if (const auto line = std::ranges::find(lines, static_cast<const tir::StmtNode*>(loop), &tir::PrintedLine::stmt);
        line != lines.end())
      seconds[static_cast<size_t>(line - lines.begin())] = time;
  for (size_t i = lines.size(); i-- > 0;) {
    const bool loop = lines[i].from.axis.valid() && seconds[i] > 0;
    if (loop) {
      const auto row = std::ranges::find_if(preview.tree, [&](const kernel::LoopTreeRow& each) {
        return each.stage == lines[i].from.stage && each.axis == lines[i].from.axis;
      });
      if (row != preview.tree.end())
        own[static_cast<size_t>(row - preview.tree.begin())] += std::max(0.0, seconds[i] - inside[i]);
    }
    if (lines[i].around >= 0) inside[static_cast<size_t>(lines[i].around)] += std::max(seconds[i], inside[i]);
  }
  return hottest_row(preview, own, estimate.seconds);
}

}  // namespace nw::advise
