// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/made_stages.h"

#include <algorithm>

#include "schedule/catalogue.h"

#include "te/operation.h"

namespace nw::exporting {

using schedule::Schedule;
using schedule::Stage;
using script::Statement;

namespace {

bool makes_a_stage(schedule::Primitive primitive) {
  return schedule::info(primitive).makes_stages;
}

bool reads(const Stage& stage, const te::Operation& op) {
  return std::ranges::any_of(stage.op->inputs(), [&](const te::Tensor& t) { return t->op == op; });
}

// Whether it only copies, every element to the same place.
bool is_plain_copy(const Stage& stage) {
  const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
  if (!compute || compute->body.size() != 1) return false;
  const auto* load = tir::node_cast<tir::ProducerLoadNode>(compute->body[0]);
  if (!load || load->indices.size() != compute->axis.size()) return false;
  for (size_t i = 0; i < load->indices.size(); ++i)
    if (tir::node_cast<tir::VarNode>(load->indices[i]) != compute->axis[i]->var.get()) return false;
  return true;
}

// Whether only this one of all steps made the stage or took its computation.
bool once(const Stage& stage, int line) {
  return std::ranges::none_of(stage.history,
                              [&](const auto& step) { return step.first != line && makes_a_stage(step.second); });
}

}  // namespace

std::optional<MadeStage> made_by(const script::Program& program, const Statement& step) {
  if (!step.applied || !step.primitive || !makes_a_stage(*step.primitive) || !step.stage) return std::nullopt;
  const Schedule& schedule = *program.schedule;
  const int line = step.span.line;
  MadeStage result;
  result.kind = step.primitive == schedule::Primitive::CacheRead    ? MadeStage::Kind::Read
                : step.primitive == schedule::Primitive::CacheWrite ? MadeStage::Kind::Write
                                                                    : MadeStage::Kind::Factor;
  result.source = step.stage;
  result.line = line;
  for (const StageId id : schedule.order()) {
    const Stage& stage = schedule.stage(id);
    if (id == step.stage || stage.history.empty() || stage.history.front() != std::pair(line, *step.primitive))
      continue;
    if (result.made) return std::nullopt;
    result.made = id;
    result.scope = stage.scope;
  }
  if (!result.made) return std::nullopt;
  const Stage &source = schedule.stage(result.source), &made = schedule.stage(result.made);
  if (!once(source, line) || !once(made, line) || source.op->num_outputs() != 1) return std::nullopt;
  if (result.kind == MadeStage::Kind::Factor) return result;
  if (result.kind == MadeStage::Kind::Write) {
    if (!is_plain_copy(source) || !reads(source, made.op)) return std::nullopt;
    return result;
  }
  for (const StageId id : schedule.order()) {
    const Stage& stage = schedule.stage(id);
    if (reads(stage, made.op)) result.readers.push_back(id);
    if (id != result.made && reads(stage, source.op)) result.for_all = false;
  }
  if (!is_plain_copy(made) || result.readers.empty()) return std::nullopt;
  return result;
}

std::vector<MadeStage> made_stages(const script::Program& program) {
  std::vector<MadeStage> all;
  for (const Statement& step : program.statements)
    if (auto made = made_by(program, step)) all.push_back(std::move(*made));
  return all;
}

}  // namespace nw::exporting
