// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/nest_figures.h"

#include <fmt/format.h>
#include <cmath>

#include "arith/analyzer.h"
#include "cost/cost.h"

namespace nw::kernel {

namespace {

// Three digits at most: 1, 12.5, 340.
std::string short_number(double value) {
  return value >= 100 || value == std::trunc(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

std::string scaled(double value, double step, std::initializer_list<const char*> units) {
  auto unit = units.begin();
  while (value >= step && unit + 1 != units.end()) value /= step, ++unit;
  return short_number(value) + (**unit ? " " : "") + *unit;
}

}  // namespace

std::string in_bytes(double bytes) {
  return scaled(bytes, 1024, {"B", "KiB", "MiB", "GiB", "TiB"});
}

std::string in_counts(double count) {
  constexpr double kShortened = 10000;  // lower counts are exact: extents of loops among them
  return std::abs(count) < kShortened ? short_number(count) : scaled(count, 1000, {"", "k", "M", "G", "T"});
}

std::string region_text(const BufferFigures& buffer, const tir::PrintedNest& shown) {
  arith::Analyzer analyzer;
  const auto plain = [](const tir::Expr& e) { return tir::as_const_int(e) || e->kind == tir::ExprKind::Var; };
  std::string text = buffer.name + "[";
  for (size_t d = 0; d < buffer.region.size(); ++d) {
    const tir::Range& range = buffer.region[d];
    const tir::Expr from = analyzer.simplify(range.min), to = analyzer.simplify(range.min + range.extent);
    if (d > 0) text += ", ";
    text += tir::to_string(from, shown.names);
    if (tir::is_one(analyzer.simplify(range.extent))) continue;
    text += (plain(from) && plain(to) ? ".." : " .. ") + tir::to_string(to, shown.names);
  }
  return text + "]";
}

std::string smallest_memory(double bytes, const TargetFacts& machine) {
  if (bytes <= static_cast<double>(machine.cache_bytes(1))) return "L1";
  if (bytes <= static_cast<double>(machine.cache_bytes(2))) return "L2";
  if (bytes <= static_cast<double>(machine.cache_bytes(3))) return "L3";
  return "RAM";
}

const LoopFigures* NestFigures::of_axis(AxisId axis) const {
  const LoopFigures* best = nullptr;
  for (const LoopFigures& loop : loops)
    if (loop.axis == axis && (!best || loop.runs * loop.flops > best->runs * best->flops)) best = &loop;
  return best;
}

const LoopFigures* NestFigures::at_line(size_t nest_line) const {
  for (const LoopFigures& loop : loops)
    if (loop.nest_line == nest_line) return &loop;
  return nullptr;
}

std::vector<std::string> sizes_without_value(const KernelPreview& preview,
                                             const std::map<std::string, int64_t>& sizes) {
  std::vector<std::string> names;
  for (const tir::Var& v : preview.nest ? preview.nest->size_vars : std::vector<tir::Var>())
    if (!sizes.contains(v->name)) names.push_back(v->name);
  return names;
}

NestFigures nest_figures(const KernelPreview& preview, const TargetFacts& machine,
                         const std::map<std::string, int64_t>& sizes) {
  if (!preview.nest || !sizes_without_value(preview, sizes).empty()) return {};
  return figures_of(preview, cost::analyze(*preview.nest, cost::sizes_by_name(*preview.nest, sizes)), machine);
}

NestFigures figures_of(const KernelPreview& preview, const cost::NestCost& cost, const TargetFacts& machine) {
  NestFigures figures;
  figures.flops = cost.flops;
  figures.bytes = cost.bytes;
  figures.allocated_bytes = cost.allocated_bytes;
  std::map<const tir::StmtNode*, size_t> lines;
  for (size_t i = 0; i < preview.printed.lines.size(); ++i) lines.try_emplace(preview.printed.lines[i].stmt, i);
  for (const cost::LoopCost& loop : cost.loops) {
    const auto line = lines.find(loop.loop);
    if (line == lines.end()) continue;
    const tir::Provenance& from = preview.printed.lines[line->second].from;
    LoopFigures f{line->second,
                  from.stage,
                  from.axis,
                  loop.runs,
                  loop.iterations,
                  loop.flops,
                  loop.bytes,
                  smallest_memory(loop.bytes, machine),
                  {}};
    for (const cost::BufferUse& use : loop.buffers)
      f.buffers.push_back({use.buffer->name, use.bytes, use.reuse(), use.read, use.written, use.region});
    figures.loops.push_back(std::move(f));
  }
  return figures;
}

}  // namespace nw::kernel
