// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/diagnostics.h"

namespace nw::exporting {

Diagnostic cannot_say(const std::string& tool, const std::string& step, int line) {
  Diagnostic d;
  d.code = "NW4126";
  d.severity = Severity::Warning;
  d.message = "this step is not written for " + tool + " and was left out: " + step;
  if (line > 0) d.where.push_back(at_line(line));
  return d;
}

Diagnostic cannot_compute(const std::string& tool, const std::string& stage, const std::string& why, int line) {
  Diagnostic d;
  d.code = "NW4127";
  d.message = stage + " cannot be written for " + tool + ": it " + why;
  d.where.push_back(line > 0 ? at_line(line) : at_stage(stage));
  return d;
}

}  // namespace nw::exporting
