// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/primitives/marks.h"

#include "schedule/primitives.h"

namespace nw::schedule {

AxisAttr& mark(Schedule& s, StageId stage, AxisId axis, const StepSource& at, const std::string& step) {
  Stage& to = s.edit(stage);
  to.history.emplace_back(at.span.line, step);
  AxisAttr& attr = to.attrs[axis];
  attr.line = at.span.line;
  return attr;
}

}  // namespace nw::schedule
