// SPDX-License-Identifier: GPL-3.0-or-later
// What all parts of the nest builder know and add to: the normalized schedule, its ranges, what is proved of its
// variables, the ids of statements, diagnostics.
#pragma once

#include "lower/lower.h"
#include "schedule/message_passing.h"

namespace nw::lower {

struct NestContext {
  NestContext(const schedule::Schedule& s, const schedule::Bounds& bounds, const CancelToken& cancel);

  // The origin of one more statement: of a stage, or of one of its loops.
  tir::Provenance origin(const schedule::Stage& stage);
  tir::Provenance origin(const schedule::Stage& stage, AxisId loop);

  void report(const char* code, const schedule::Stage& stage, std::string message,
              std::vector<std::string> because = {}, int line = 0);
  // Reports a case that the rules for schedules should have rejected.
  void report_fault(const schedule::Stage& stage, const std::string& what);

  const schedule::Schedule& schedule;
  const CancelToken& cancel;
  schedule::RangeTable ranges;
  arith::Analyzer analyzer;
  arith::DomainMap domains;   // of all axes and threads
  tir::Substitution threads;  // axis variable → thread that it is bound to
  Diagnostics diagnostics;
  bool initial = false;  // the current nest initializes a reduction

 private:
  int32_t statements_ = 0;  // numbered so far
};

}  // namespace nw::lower
