// SPDX-License-Identifier: GPL-3.0-or-later
#include "lower/nest_context.h"

namespace nw::lower {

using schedule::Stage;

NestContext::NestContext(const schedule::Schedule& s, const schedule::Bounds& bounds, const CancelToken& token)
    : schedule(s), cancel(token), ranges(s) {
  for (const auto& [axis, range] : bounds.ranges) ranges[axis] = range;
  const auto& order = s.order();
  for (auto it = order.rbegin(); it != order.rend();
       ++it) {  // readers first: the ranges of others are in terms of their loops
    const Stage& stage = s.stage(*it);
    for (const schedule::Axis& a : stage.axes) {
      if (!ranges[a.id].defined()) continue;
      analyzer.bind(a.iter->var, ranges[a.id]);
      domains[a.iter->var] = arith::IntSet::from_range(ranges[a.id]);
    }
    for (const auto& [axis, attr] : stage.attrs)
      if (attr.bind_thread) threads[stage.find_axis(axis)->iter->var] = attr.bind_thread->var;
  }
  for (const auto& [var, range] : bounds.threads) {
    analyzer.bind(var, range);
    domains[var] = arith::IntSet::from_range(range);
  }
}

tir::Provenance NestContext::origin(const Stage& stage) {
  return {stage.id,
          {},
          stage.op->span.line ? stage.op->span.line : stage.origin_op->span.line,
          tir::StmtId(statements_++),
          initial};
}

tir::Provenance NestContext::origin(const Stage& stage, AxisId loop) {
  tir::Provenance here = origin(stage);
  here.axis = loop;
  const schedule::AxisAttr* attr = stage.attr(loop);
  here.line = attr && attr->line ? attr->line : stage.find_axis(loop)->line;
  return here;
}

void NestContext::report(const char* code, const Stage& stage, std::string message, std::vector<std::string> because,
                         int line) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  Place place = line > 0 ? at_line(line) : Place();
  place.stage = stage.name();
  d.where.push_back(std::move(place));
  d.because = std::move(because);
  diagnostics.push_back(std::move(d));
}

void NestContext::report_fault(const Stage& stage, const std::string& what) {
  report("NW9002", stage,
         "the loops of " + stage.name() +
             " cannot be built, though its schedule looks sound: this is a fault of Nestwright",
         {what});
}

}  // namespace nw::lower
