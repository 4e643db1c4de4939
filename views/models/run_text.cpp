// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_text.h"

#include <QCoreApplication>
#include <QStringList>

#include "kernel/nest_figures.h"
#include "measure/statistics.h"
#include "models/number_text.h"

namespace nw::views {

namespace {

struct RunTexts {
  Q_DECLARE_TR_FUNCTIONS(nw::views::RunText)
};

}  // namespace

QString duration_text(double us) {
  return us >= 1000  ? RunTexts::tr("%1 ms").arg(us / 1000, 0, 'f', 2)
         : us >= 0.1 ? RunTexts::tr("%1 µs").arg(us, 0, 'f', 1)
                     : RunTexts::tr("%1 ns").arg(1000 * us, 0, 'f', 0);
}

QString speed_text(double gflops, bool integers) {
  return (integers ? RunTexts::tr("%1 GOP/s") : RunTexts::tr("%1 GFLOP/s")).arg(gflops, 0, 'f', gflops < 10 ? 2 : 1);
}

QString counters_text(const std::map<std::string, measure::Count>& counters) {
  QStringList texts;
  for (const auto& [name, count] : counters) {
    const QString text = QStringLiteral("%1 %2").arg(QString::fromStdString(name), grouped_text(count.value));
    texts << (count.exact ? text : RunTexts::tr("%1 (about)").arg(text));
  }
  return texts.join(QStringLiteral("; "));
}

QString over_fastest_text(double over_least) {
  return over_least > measure::kNearFastest
             ? RunTexts::tr(" · noisy: %1 % over the fastest").arg(100 * over_least, 0, 'f', 0)
             : QString();
}

QString measured_text(const MeasuredTime& time, const measure::Machine& machine,
                      const std::map<std::string, measure::Count>& counters, bool integers) {
  QString text = duration_text(time.microseconds);
  if (machine.emulated()) {
    text = RunTexts::tr("%1 emulated").arg(text);
    if (const auto instructions = counters.find("instructions"); instructions != counters.end())
      text += RunTexts::tr(" · %1 instructions")
                  .arg(QString::fromStdString(kernel::in_counts(static_cast<double>(instructions->second.value))));
    return text;
  }
  if (time.gflops > 0) text += QStringLiteral(" · ") + speed_text(time.gflops, integers);
  constexpr double kSteady = 0.02;  // above it, another run may give another time
  if (const QString noisy = over_fastest_text(time.over_least); !noisy.isEmpty()) return text + noisy;
  if (time.bar > kSteady) text += RunTexts::tr(" · noisy: ± %1 %").arg(100 * time.bar, 0, 'f', 0);
  return text;
}

}  // namespace nw::views
