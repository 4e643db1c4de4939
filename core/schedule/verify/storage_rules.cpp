// SPDX-License-Identifier: GPL-3.0-or-later
// Storage that no machine has: the memory of a stage, with its strides as storage_align makes them, against a limit.
#include <algorithm>
#include <cmath>

#include "schedule/names.h"
#include "schedule/refusal.h"
#include "schedule/verify/rules.h"

namespace nw::schedule {

namespace {

constexpr double kMaxBytes = 1099511627776.0;  // 1 TB (2^40)

std::string rounded(double bytes) {
  static constexpr const char* kUnits[] = {"bytes", "KB", "MB", "GB", "TB", "PB", "EB"};
  size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < std::size(kUnits); ++unit) bytes /= 1024;
  if (bytes >= 1e6) return "over a million " + std::string(kUnits[unit]);
  return std::to_string(static_cast<long long>(bytes)) + " " + kUnits[unit];
}

// Elements of the stage's memory; 0 where an extent is no number. A reduction keeps none of its reduction axes.
double elements(const Stage& stage, const Bounds& bounds) {
  const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
  double stride = 1;
  for (size_t d = compute ? compute->axis.size() : stage.root.size(); d-- > 0;) {
    const auto range = bounds.ranges.find(stage.root[d]);
    const int64_t* extent = range == bounds.ranges.end() ? nullptr : tir::as_const_int(range->second.extent);
    if (!extent) return 0;
    if (const AxisAttr* attr = stage.attr(stage.root[d]); attr && attr->align_factor > 0) {
      const auto factor = static_cast<double>(attr->align_factor), offset = static_cast<double>(attr->align_offset);
      stride += std::fmod(factor + offset - std::fmod(stride, factor), factor);
    }
    stride *= static_cast<double>(*extent);
  }
  return stage.double_buffer ? 2 * stride : stride;
}

int last_align(const Stage& stage) {
  int line = 0;
  for (const auto& [at, step] : stage.history)
    if (step == Primitive::StorageAlign) line = std::max(line, at);
  return line;
}

}  // namespace

double memory_bytes(const Stage& stage, const Bounds& bounds) {
  double bytes = 0;
  for (int i = 0; i < stage.op->num_outputs(); ++i)
    bytes += elements(stage, bounds) * static_cast<double>(stage.op->output_dtype(i).bytes());
  return bytes;
}

void check_storage(const Schedule& normalized, const Bounds& bounds, Findings& found) {
  for (StageId id : normalized.order()) {
    const Stage& stage = normalized.stage(id);
    const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
    if (!compute || stage.is_output || stage.attach.kind == AttachKind::InlinedAlready) continue;
    const double bytes = memory_bytes(stage, bounds);
    if (bytes <= kMaxBytes) continue;
    Finding& f = found.add(
        "NW2703", stage.name(),
        stage.name() + " needs " + rounded(bytes) + " of memory, and a stage may have at most " + rounded(kMaxBytes));
    const int aligned = last_align(stage);
    if (aligned > 0)
      f.diagnostic.because.push_back("its rows are as long as storage_align makes them" + in_line(aligned));
    else
      f.diagnostic.where[0].span = stage.op->span;
    f.diagnostic.legal = {"a smaller part of it, computed where it is read: compute_at"};
    if (aligned > 0) f.diagnostic.legal.insert(f.diagnostic.legal.begin(), "a smaller factor");
    f.lines = {aligned};
    f.add_fixes = [aligned](Diagnostic& d, const StepSource& at) {
      if (aligned > 0 && at.span.line == aligned) d.fixes.push_back({"delete the step", delete_statement(at)});
    };
  }
}

}  // namespace nw::schedule
