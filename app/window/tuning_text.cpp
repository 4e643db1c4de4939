// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/tuning_text.h"

#include <algorithm>
#include <cmath>

#include "common/text.h"
#include "models/gain.h"
#include "models/number_text.h"
#include "models/run_text.h"
#include "models/window_words.h"
#include "window/tuning.h"

namespace nw::window {

using namespace nw::views;

namespace {

constexpr double kSecondsATrial = 0.3;                     // compiling and timing one
constexpr double kSecondsATask = 1.5, kSecondsBefore = 2;  // estimating thousands; the peak

// "3200", "2.1 × 10¹²": numbers of schedules are of any size.
QString count_text(double count) {
  constexpr double kLong = 1e7;
  if (count < kLong) return grouped_text(std::llround(count));
  const int power = static_cast<int>(std::floor(std::log10(count)));
  QString exponent;
  for (const QChar digit : QString::number(power)) {
    static const QString kRaised = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    exponent += kRaised[digit.digitValue()];
  }
  return Tuning::tr("%1 × 10%2").arg(count / std::pow(10, power), 0, 'f', 1).arg(exponent);
}

QString time_text(double seconds) {
  if (seconds < 90) return Tuning::tr("%n second(s)", nullptr, static_cast<int>(std::ceil(seconds)));
  if (seconds < 5400) return Tuning::tr("%n minute(s)", nullptr, static_cast<int>(std::ceil(seconds / 60)));
  return Tuning::tr("%1 hours").arg(seconds / 3600, 0, 'f', 1);
}

QString refusal_text(const std::string& kind, int64_t count) {
  static const std::map<std::string, const char*> kNames = {
      {"illegal", QT_TRANSLATE_NOOP("nw::window::Tuning", "illegal")},
      {"compile", QT_TRANSLATE_NOOP("nw::window::Tuning", "not compiled")},
      {"crashed", QT_TRANSLATE_NOOP("nw::window::Tuning", "crashed")},
      {"late", QT_TRANSLATE_NOOP("nw::window::Tuning", "late")},
      {"wrong", QT_TRANSLATE_NOOP("nw::window::Tuning", "wrong numbers")},
      {"memory", QT_TRANSLATE_NOOP("nw::window::Tuning", "too much memory")},
      {"narrowed", QT_TRANSLATE_NOOP("nw::window::Tuning", "ruled out")}};
  const auto name = kNames.find(kind);
  return QStringLiteral("%1 %2").arg(grouped_text(count), name == kNames.end() ? qs(kind) : Tuning::tr(name->second));
}

double weighted(const tune::TaskRow& row, const measure::Timing& time) {
  return static_cast<double>(row.weight) * time.median;
}

QString outcome_of_one(const tune::TaskResult& result) {
  if (result.state == tune::TaskState::Exhausted && result.trials == 0)
    return Tuning::tr("Nothing is left to try: what may still be changed was measured before, or is ruled out.");
  if (!result.start || !result.best) {
    const Diagnostic* wrong = first_error(result.diagnostics);
    return wrong ? window_words(wrong->message) : Tuning::tr("Nothing was measured.");
  }
  const measure::Timing &start = *result.start, &best = result.best->time;
  if (result.best->trial == 0 && result.in_network)
    return Tuning::tr("What was found is faster alone, and slower in the network: %1 a run, where the start takes %2.")
        .arg(duration_text(result.in_network->best_us), duration_text(result.in_network->start_us));
  if (result.best->trial == 0)
    return Tuning::tr("Nothing that was measured is faster than the start, %1, when both are measured in turns.")
        .arg(duration_text(start.median));
  if (!is_faster(result))
    return Tuning::tr("Trial %1 takes %2 ± %3 and the start %4 ± %5: the difference is within the noise.")
        .arg(result.best->trial)
        .arg(duration_text(best.median), duration_text(best.mad), duration_text(start.median),
             duration_text(start.mad));
  return Tuning::tr("%1: trial %2 takes %3 ± %4 where the start takes %5 ± %6, medians of runs in turns.")
      .arg(gain_text(start.median, best.median))
      .arg(result.best->trial)
      .arg(duration_text(best.median), duration_text(best.mad), duration_text(start.median), duration_text(start.mad));
}

QString space_text(const TuningOutlook& outlook, const QString& how_long) {
  const TuneSettings& settings = outlook.settings;
  const QString trials = grouped_text(settings.trials * outlook.tasks);
  if (settings.marks)
    return Tuning::tr("Of %1 schedules that the marks of %2 list, up to %3 are measured on %n thread(s), %4.", nullptr,
                      settings.threads)
        .arg(count_text(outlook.space), outlook.name, trials, how_long);
  if (!settings.keep.isEmpty())
    return Tuning::tr(
               "Other factors and orders of the script's own steps, lines %1 kept: up to %2 are measured on %n "
               "thread(s), %3.",
               nullptr, settings.threads)
        .arg(settings.keep, trials, how_long);
  if (outlook.space > 0)
    return Tuning::tr("Of %1 schedules of %2 thousands are estimated and up to %3 are measured on %n thread(s), %4.",
                      nullptr, settings.threads)
        .arg(count_text(outlook.space), outlook.name, trials, how_long);
  return Tuning::tr("Changes of the steps of %1 are estimated, and up to %2 are measured on %n thread(s), %3.", nullptr,
                    settings.threads)
      .arg(outlook.name, trials, how_long);
}

}  // namespace

const Diagnostic* first_error(const Diagnostics& diagnostics) {
  const auto found = std::ranges::find(diagnostics, Severity::Error, &Diagnostic::severity);
  return found == diagnostics.end() ? nullptr : &*found;
}

bool is_faster(const tune::TaskResult& result) {
  return result.best && result.best->trial != 0 &&
         (!result.start || result.start->median - result.best->time.median > result.start->mad + result.best->time.mad);
}

QString refusals_text(const std::map<std::string, int64_t>& refused) {
  QStringList why;
  for (const auto& [kind, count] : refused)
    if (count > 0) why << refusal_text(kind, count);
  return why.join(QStringLiteral(", "));
}

QString outlook_text(const TuningOutlook& outlook) {
  const TuneSettings& settings = outlook.settings;
  const int trials = settings.trials * outlook.tasks;
  const auto runners = static_cast<double>(settings.runners.size()) + 1;
  const double expected = trials * kSecondsATrial / runners + outlook.tasks * kSecondsATask + kSecondsBefore;
  const bool limited = settings.seconds > 0 && settings.seconds < expected;
  const QString how_long = limited ? Tuning::tr("at most %1").arg(time_text(settings.seconds))
                                   : Tuning::tr("about %1").arg(time_text(expected));
  QString text = outlook.model
                     ? Tuning::tr("%n task(s) of %1 in turns: ", nullptr, outlook.tasks).arg(outlook.name) +
                           Tuning::tr("up to %1 schedules are measured on %n thread(s), %2.", nullptr, settings.threads)
                               .arg(grouped_text(trials), how_long)
                     : space_text(outlook, how_long);
  if (outlook.recorded > 0)
    text += Tuning::tr(" %n trial(s) of earlier searches are taken over.", nullptr, static_cast<int>(outlook.recorded));
  return text;
}

QString outcome_text(const std::vector<tune::TaskRow>& rows) {
  if (rows.size() == 1) return outcome_of_one(rows.front().result);
  double start = 0, best = 0;
  for (const tune::TaskRow& row : rows) {
    if (!row.result.start || !row.result.best) continue;
    start += weighted(row, *row.result.start);
    best += weighted(row, row.result.best->time);
  }
  if (best <= 0) return Tuning::tr("Nothing was measured.");
  return Tuning::tr("%1 over the tasks that were measured: %2 of kernels a run of the model become %3.")
      .arg(gain_text(start, best), duration_text(start), duration_text(best));
}

}  // namespace nw::window
