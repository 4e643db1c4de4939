// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/slow_default.h"

#include <fmt/format.h>

#include "script/step_lines.h"

namespace nw::kernel {

std::string slow_default_message(double ratio, bool of_instructions) {
  return of_instructions
             ? fmt::format("the default schedule takes {:.2f} times the instructions of the loops without a schedule",
                           ratio)
             : fmt::format("the default schedule takes {:.2f} times as long as the loops without a schedule", ratio);
}

Diagnostic slow_default(const KernelAnalysis& with_default, double ratio, bool of_instructions) {
  const int made = script::schedule_line(with_default.text);
  Diagnostic d;
  d.code = "NW9106";
  d.severity = Severity::Warning;
  d.message = slow_default_message(ratio, of_instructions);
  if (made > 0) d.where.push_back(at_line(made));
  d.because = {"both were measured on the same machine with the same sizes", kSlowDefaultFault};
  Fix plain{"use the loops without a schedule", {}};
  for (const script::Statement& s : with_default.program.statements)
    if (s.part == script::Statement::Part::Schedule && s.span.line != made)
      for (int line = s.span.line; line <= s.last_line; ++line) plain.edits.push_back({Edit::Kind::Delete, line, {}});
  d.fixes.push_back(std::move(plain));
  return d;
}

}  // namespace nw::kernel
