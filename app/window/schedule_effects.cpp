// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/schedule_effects.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <utility>

#include "common/text.h"
#include "kernel/nest_figures.h"
#include "kernel/slow_default.h"
#include "models/gain.h"
#include "models/run_text.h"

namespace nw::window {

using namespace nw::views;

namespace {

struct EffectTexts {
  Q_DECLARE_TR_FUNCTIONS(nw::window::EffectTexts)
};

QString traffic_text(const tune::EstimateTerms& terms) {
  QStringList parts;
  const std::pair<double, QString> levels[] = {{terms.from_l2, QStringLiteral("L2")},
                                               {terms.from_l3, QStringLiteral("L3")},
                                               {terms.from_ram, QStringLiteral("RAM")}};
  for (const auto& [bytes, name] : levels)
    if (bytes > 0) parts << EffectTexts::tr("%1 from %2").arg(qs(kernel::in_bytes(bytes)), name);
  return parts.isEmpty() ? EffectTexts::tr("all in L1") : parts.join(QStringLiteral(", "));
}

QString as_sentence(const QString& message) {
  return message.left(1).toUpper() + message.mid(1);
}

}  // namespace

std::vector<TuneEffect> effect_rows(const tune::ScheduleEffects& effects, const std::vector<std::string>& also_in,
                                    const QString& where_else) {
  std::vector<TuneEffect> rows;
  for (size_t i = 0; i < effects.steps.size(); ++i) {
    const tune::StepEffect& step = effects.steps[i];
    TuneEffect row{.line = qs(step.line)};
    const double before = i == 0 ? effects.plain.us : effects.steps[i - 1].until_us;
    if (before > 0 && step.until_us > 0) row.gain = before / step.until_us;
    if (step.without_us > 0 && effects.whole.us > 0) row.worth = step.without_us / effects.whole.us;
    if (step.measured && effects.measured) {
      row.measured = step.measured->median / effects.measured->median;
      row.noise = step.measured->mad / step.measured->median + effects.measured->mad / effects.measured->median;
    }
    for (const size_t other : step.with) row.with << qs(effects.steps[other].line);
    if (std::ranges::find(also_in, step.line) != also_in.end()) row.also = where_else;
    rows.push_back(std::move(row));
  }
  return rows;
}

QString terms_text(const tune::EstimateTerms& terms) {
  return EffectTexts::tr("%1 (arithmetic %2 with %3 elements an operation, traffic %4: %5)")
      .arg(duration_text(terms.us), duration_text(terms.compute_us))
      .arg(terms.lanes, 0, 'g', 3)
      .arg(duration_text(terms.traffic_us), traffic_text(terms));
}

QString slow_default_text(const std::optional<measure::Timing>& plain, const std::optional<measure::Timing>& standard) {
  if (!plain || !standard || !is_slower(plain->median + plain->mad, standard->median - standard->mad)) return {};
  const QString message = qs(kernel::slow_default_message(standard->median / plain->median, false));
  return EffectTexts::tr("%1: %2 against %3. %4.", "message, times, whose fault it is")
      .arg(as_sentence(message), duration_text(standard->median), duration_text(plain->median),
           as_sentence(QString::fromLatin1(kernel::kSlowDefaultFault)));
}

std::vector<std::string> lines_of_steps(const tune::ScheduleEffects& effects) {
  std::vector<std::string> lines;
  for (const tune::StepEffect& step : effects.steps) lines.push_back(step.line);
  return lines;
}

}  // namespace nw::window
