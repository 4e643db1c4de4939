// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/printed_comparison.h"

#include <QCoreApplication>
#include <algorithm>
#include <optional>

#include "base/budget.h"
#include "base/deep_stack.h"
#include "common/text.h"
#include "tvmscript/compare_nests.h"

namespace nw::views {

namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(nw::views::PrintedComparison)
};

// Why a text has no nest: the first thing that is wrong with it.
QString why_no_nest(const kernel::KernelPreview& preview) {
  const auto error = std::ranges::find(preview.diagnostics, Severity::Error, &Diagnostic::severity);
  if (error == preview.diagnostics.end()) return Texts::tr("it is not complete");
  const QString line = line_of(*error) > 0 ? Texts::tr("line %1: ").arg(line_of(*error)) : QString();
  return line + qs(error->message);
}

QString line_of_difference(const tvmscript::NestDifference& d) {
  QString places;
  if (d.line_before > 0) places = Texts::tr("line %1 there").arg(d.line_before);
  if (d.line_after > 0)
    places += (places.isEmpty() ? QString() : QStringLiteral(", ")) + Texts::tr("line %1 here").arg(d.line_after);
  return (places.isEmpty() ? QString() : places + QStringLiteral(": ")) + qs(d.text);
}

}  // namespace

bool is_printed(const kernel::KernelPreview& before, const kernel::KernelPreview& after) {
  return before.tvmscript || after.tvmscript;
}

QString printed_comparison(const kernel::KernelPreview& before, const kernel::KernelPreview& after) {
  if (!before.nest) return Texts::tr("What it is compared with has no loop nest: %1").arg(why_no_nest(before));
  if (!after.nest) return Texts::tr("This has no loop nest: %1").arg(why_no_nest(after));
  tvmscript::NestComparison found;
  std::optional<Diagnostic> stopped;
  on_deep_stack([&] {
    stopped = within_budget({}, [&] {
      const Phase phase("comparing the nests");
      found = tvmscript::compare_nests(*before.nest, *after.nest);
    });
  });
  if (stopped) return qs(stopped->message);
  if (found.same()) {
    const QString same = Texts::tr("The loop nests are the same schedule of the same computation.");
    if (found.not_proved == 0) return same;
    return same + QLatin1Char(' ') +
           Texts::tr(
               "Indices and conditions that were found equal at the ends of their loops and in some iterations "
               "between: %1.")
               .arg(found.not_proved);
  }
  const auto count = static_cast<int>(found.differences.size());
  QString text = count == 1 ? Texts::tr("The loop nests differ in one place:")
                            : Texts::tr("The loop nests differ in %1 places:").arg(count);
  for (const tvmscript::NestDifference& d : found.differences) text += QLatin1Char('\n') + line_of_difference(d);
  return text;
}

}  // namespace nw::views
