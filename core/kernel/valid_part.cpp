// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/valid_part.h"

#include <algorithm>
#include <set>

#include "script/text.h"

namespace nw::kernel {

namespace {

// Lines of schedule steps that an error is on.
std::set<int> blamed_lines(const KernelPreview& preview) {
  std::set<int> lines;
  for (const Diagnostic& d : preview.diagnostics)
    for (const script::Statement& s : preview.program.statements)
      if (d.severity == Severity::Error && s.primitive && s.span.line == line_of(d))
        for (int line = s.span.line; line <= s.last_line; ++line) lines.insert(line);
  return lines;
}

}  // namespace

KernelPreview preview_valid_part(const std::string& text, const PreviewOptions& options) {
  KernelPreview first = preview(text, options);
  constexpr int kRounds = 4;  // leaving out one step can bring up what it hid
  std::set<int> left_out;
  KernelPreview shown = first;
  for (int round = 0; round < kRounds && !shown.nest && !options.cancel.cancelled(); ++round) {
    const std::set<int> more = blamed_lines(shown);
    if (more.empty()) return first;
    left_out.insert(more.begin(), more.end());
    shown = preview(script::without_lines(text, left_out), options);
  }
  if (left_out.empty() || !shown.nest) return first;
  shown.text = text;
  shown.diagnostics = std::move(first.diagnostics);
  // Steps that were left out appear as refused, in their place.
  for (const script::Statement& s : first.program.statements) {
    if (!left_out.contains(s.span.line)) continue;
    script::Statement refused = s;
    refused.applied = false;
    auto& all = shown.program.statements;
    all.insert(std::find_if(all.begin(), all.end(),
                            [&](const script::Statement& other) { return other.span.line > s.span.line; }),
               std::move(refused));
  }
  return shown;
}

}  // namespace nw::kernel
