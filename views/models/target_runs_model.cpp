// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/target_runs_model.h"

#include <QStringList>
#include <algorithm>
#include <set>

#include "measure/statistics.h"
#include "models/gain.h"
#include "models/number_text.h"
#include "models/run_text.h"
#include "models/window_words.h"

namespace nw::views {

void TargetRunsModel::setRuns(std::vector<TargetRun> runs) {
  beginResetModel();
  runs_ = std::move(runs);
  findExtras();
  endResetModel();
}

void TargetRunsModel::setRun(size_t row, TargetRun run) {
  std::vector<TargetRun> all = runs_;
  if (row >= all.size()) return;
  all[row] = std::move(run);
  setRuns(std::move(all));  // there may be another column, and another baseline
}

void TargetRunsModel::setBaseline(int row) {
  if (row < 0 || row >= rowCount()) return;
  beginResetModel();
  baseline_ = runs_[static_cast<size_t>(row)].id;
  endResetModel();
}

void TargetRunsModel::findExtras() {
  std::set<std::string> names;
  for (const TargetRun& run : runs_)
    if (run.report)
      for (const auto& [name, count] : run.report->counters) names.insert(name);
  extras_ = {{Extra::Kind::Peak}, {Extra::Kind::Spills}, {Extra::Kind::Code}};
  for (const std::string& name : names) extras_.push_back({Extra::Kind::Counter, name});
  std::erase_if(extras_, [this](const Extra& extra) {
    return std::ranges::all_of(runs_, [&](const TargetRun& run) { return extraText(run, extra).isEmpty(); });
  });
}

const TargetRunsModel::Extra* TargetRunsModel::extra(int column) const {
  return column < FirstExtra ? nullptr : &extras_[static_cast<size_t>(column - FirstExtra)];
}

QString TargetRunsModel::extraText(const TargetRun& run, const Extra& extra) {
  if (!run.report) return {};
  switch (extra.kind) {
    case Extra::Kind::Peak:
      if (run.peak <= 0 || run.report->gflops <= 0 || run.report->machine.emulated()) return {};
      return tr("%1 %").arg(100 * run.report->gflops / run.peak, 0, 'f', 1);
    case Extra::Kind::Spills:
      if (run.assembly.empty()) return {};
      return grouped_text(
          std::ranges::count(run.assembly, kernel::AssemblyLine::Concern::Spill, &kernel::AssemblyLine::concern));
    case Extra::Kind::Code:
      return run.report->code_bytes > 0 ? grouped_text(run.report->code_bytes) : QString();
    case Extra::Kind::Counter:
      break;
  }
  const auto count = run.report->counters.find(extra.counter);
  return count == run.report->counters.end() ? QString() : grouped_text(count->second.value);
}

QString TargetRunsModel::extraTip(const TargetRun& run, const Extra& extra) const {
  const QString text = extraText(run, extra);
  if (text.isEmpty()) return {};
  switch (extra.kind) {
    case Extra::Kind::Peak:
      return tr("Of %1 that its units, clock and vectors could compute by its facts").arg(speed_text(run.peak));
    case Extra::Kind::Spills:
      return tr("Instructions that keep a register in memory for lack of registers");
    case Extra::Kind::Code:
      return tr("Bytes of the code that was loaded");
    case Extra::Kind::Counter:
      break;
  }
  return text;
}

std::optional<measure::Basis> TargetRun::basis() const {
  return report ? measure::basis(report->machine, report->time, report->counters) : std::nullopt;
}

int TargetRunsModel::baseline(const measure::Basis& of) const {
  const auto fits = [&of](const TargetRun& other) {
    const auto basis = other.basis();
    return basis && measure::same_kind(*basis, of);
  };
  const auto chosen = std::ranges::find(runs_, baseline_, &TargetRun::id);
  const auto found = chosen != runs_.end() && fits(*chosen) ? chosen : std::ranges::find_if(runs_, fits);
  return static_cast<int>(found - runs_.begin());  // `of` is of one of them
}

QString TargetRunsModel::gainText(const TargetRun& run, int row) const {
  const auto now = run.basis();
  if (!now) return {};
  const int from = baseline(*now);
  if (from == row) return tr("baseline");
  const QString gain = gain_text(runs_[static_cast<size_t>(from)].basis()->amount, now->amount);
  return now->instructions ? tr("%1 in instructions").arg(gain) : gain;
}

QString TargetRunsModel::gainTip(const TargetRun& run, int row) const {
  if (!run.report) return {};
  const auto now = run.basis();
  if (!now)
    return run.report->machine.emulated()
               ? tr("The emulator counted no instructions, and its times are compared with nothing: they are not the "
                    "device's")
               : tr("No time was taken");
  const int from = baseline(*now);
  const QString against = runs_[static_cast<size_t>(from)].name;
  if (!now->instructions)
    return from == row ? tr("The other times are compared with this one") : tr("Against the time on %1").arg(against);
  return from == row ? tr("The instructions of other emulated targets are compared with these. An emulator's times are "
                          "compared with nothing: they are not the device's")
                     : tr("Fewer or more instructions than on %1. An emulator's times are compared with nothing: they "
                          "are not the device's")
                           .arg(against);
}

static QString check_text(const TargetRun& run) {
  switch (run.state) {
    case TargetRun::State::Waiting:
      return TargetRunsModel::tr("waiting");
    case TargetRun::State::Running:
      return TargetRunsModel::tr("running");
    case TargetRun::State::Failed:
      return TargetRunsModel::tr("did not run");
    case TargetRun::State::Done:
      break;
  }
  if (!run.report || !run.report->verify || run.report->verify->only_nan()) return TargetRunsModel::tr("unchecked");
  return run.report->verify->ok ? TargetRunsModel::tr("equal") : TargetRunsModel::tr("different");
}

QString TargetRunsModel::cell(const QModelIndex& index) const {
  const TargetRun& run = runs_[static_cast<size_t>(index.row())];
  if (index.column() == TargetColumn) return run.name;
  if (index.column() == CheckColumn) return check_text(run);
  if (!run.report) return {};
  const measure::RunReport& report = *run.report;
  switch (index.column()) {
    case TimeColumn:
      return QStringLiteral("%1 ± %2 %")
          .arg(duration_text(report.time.median))
          .arg(100 * measure::error_bar(report.time), 0, 'f', 1);
    case ClockColumn:
      return QString::fromStdString(report.clock);
    case SpeedColumn:
      return report.machine.emulated() || report.gflops <= 0 ? QString() : speed_text(report.gflops);
    case GainColumn:
      return gainText(run, index.row());
    default:
      return extraText(run, *extra(index.column()));
  }
}

QString TargetRunsModel::tip(const QModelIndex& index) const {
  const TargetRun& run = runs_[static_cast<size_t>(index.row())];
  QStringList lines;
  for (const Diagnostic& problem : run.problems)
    if (problem.severity == Severity::Error) lines << window_words(problem.message);
  if (!lines.isEmpty()) return lines.join(QLatin1Char('\n'));
  if (index.column() == GainColumn) return gainTip(run, index.row());
  if (const Extra* of = extra(index.column())) return extraTip(run, *of);
  if (index.column() == SpeedColumn && run.report && run.report->machine.emulated())
    return tr("An emulator's speed is not the device's");
  return cell(index);
}

QString TargetRunsModel::asText() const {
  QStringList lines;
  QStringList heads;
  for (int column = 0; column < columnCount(); ++column)
    heads << headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
  lines << heads.join(QLatin1Char('\t'));
  for (int row = 0; row < rowCount(); ++row) {
    QStringList cells;
    for (int column = 0; column < columnCount(); ++column) cells << cell(index(row, column));
    lines << cells.join(QLatin1Char('\t'));
  }
  return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

int TargetRunsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(runs_.size());
}

int TargetRunsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : FirstExtra + static_cast<int>(extras_.size());
}

QVariant TargetRunsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (role == Qt::DisplayRole) return cell(index);
  if (role == Qt::ToolTipRole) return tip(index);
  if (role == Qt::TextAlignmentRole && index.column() >= TimeColumn && index.column() != ClockColumn)
    return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  return {};
}

QVariant TargetRunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case TargetColumn:
      return tr("Target");
    case CheckColumn:
      return tr("Check");
    case TimeColumn:
      return tr("Time");
    case ClockColumn:
      return tr("Clock");
    case SpeedColumn:
      return tr("Speed");
    case GainColumn:
      return tr("Gain");
    default:
      break;
  }
  switch (extra(section)->kind) {
    case Extra::Kind::Peak:
      return tr("Of its peak");
    case Extra::Kind::Spills:
      return tr("Spills");
    case Extra::Kind::Code:
      return tr("Code");
    case Extra::Kind::Counter:
      break;
  }
  return QString::fromStdString(extra(section)->counter);
}

}  // namespace nw::views
