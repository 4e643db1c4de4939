// SPDX-License-Identifier: GPL-3.0-or-later
// NW2329: what reads a scan's state is computed inside the scan, a step at a time. The state before the scan has no
// values yet: a copy of it that is made there, as cache_read makes it, has none either.
#include <algorithm>

#include "schedule/names.h"
#include "schedule/refusal.h"
#include "schedule/rewrite.h"
#include "schedule/verify/rules.h"

namespace nw::schedule {

namespace {

bool is_inlined(const Attach& attach) {
  return attach.kind == AttachKind::Inline || attach.kind == AttachKind::InlinedAlready;
}

bool is_inside(const Schedule& n, StageId stage, StageId scan) {
  for (size_t steps = 0; steps < n.order().size(); ++steps) {
    const Attach& attach = n.attach_of(stage);
    if (attach.kind != AttachKind::At && attach.kind != AttachKind::ScanUpdate) return false;
    stage = attach.stage;
    if (stage == scan) return true;
  }
  return false;
}

// "half.op.axis[0]", or the name that the script has for the reader's outermost loop.
std::string outermost_loop(const Schedule& n, const Stage& reader, const std::string& schedule_name) {
  if (reader.leaf.empty()) return {};
  if (std::string name = script_text(n, reader.leaf[0], schedule_name); !name.empty()) return name;
  const auto root = std::ranges::find(reader.root, reader.leaf[0]);
  const std::string stage = script_text(reader, schedule_name);
  if (root == reader.root.end() || stage.empty()) return {};
  return stage + ".op.axis[" + std::to_string(root - reader.root.begin()) + "]";
}

void report(const Schedule& n, const Stage& stage, const Stage& scan, const std::string& state, Findings& found) {
  Finding& f = found.add("NW2329", stage.name(),
                         stage.name() + " reads " + state + ", the state of the scan " + scan.name() +
                             ", but is computed outside of the scan");
  f.diagnostic.because.push_back("the scan makes its state step by step: before it, the state has no values");
  f.diagnostic.where.push_back(at_stage(scan.name()));
  for (const auto& [line, primitive] : stage.history) f.lines.push_back(line);
  f.add_fixes = [&n, id = stage.id](Diagnostic& d, const StepSource& at) {
    const Stage& outside = n.stage(id);
    const std::string own = script_text(outside, at.schedule_name);
    for (const StageId reader : readers_of(n, id)) {
      const std::string of = script_text(n.stage(reader), at.schedule_name);
      const std::string loop = outermost_loop(n, n.stage(reader), at.schedule_name);
      if (own.empty() || of.empty() || loop.empty()) continue;
      d.legal.push_back(loop);
      d.fixes.push_back({"compute " + outside.name() + " where " + n.stage(reader).name() + " reads it",
                         {{Edit::Kind::Insert, at.span.line + 1, own + ".compute_at(" + of + ", " + loop + ")"}}});
    }
    d.fixes.push_back({"delete the step", delete_statement(at)});
  };
}

}  // namespace

void check_scans(const Schedule& normalized, Findings& found) {
  for (const StageId scan_id : normalized.order()) {
    const Stage& stage = normalized.stage(scan_id);
    const auto* scan = te::op_cast<te::ScanNode>(stage.origin_op);
    if (!scan) continue;
    for (const te::Tensor& state : scan->state_placeholder) {
      const StageId made = normalized.find(state->op);
      if (!made) continue;
      for (const StageId reader : readers_of(normalized, made))
        if (reader != scan_id && !is_inlined(normalized.attach_of(reader)) && !is_inside(normalized, reader, scan_id))
          report(normalized, normalized.stage(reader), stage, state->op->name, found);
    }
  }
}

}  // namespace nw::schedule
