// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/tuned_schedules.h"

#include <algorithm>
#include <utility>

#include "common/text.h"
#include "common/workbench.h"
#include "script/step_lines.h"
#include "script/text.h"
#include "tune/tuning_section.h"

namespace nw::window {

using namespace nw::views;

namespace {
constexpr const char* kSchedule = "tuned";  // the name of applied schedules
}  // namespace

std::string script_with_steps(const tune::TunedKernel& kernel, const std::vector<std::string>& steps) {
  const Result<std::vector<schedule::Step>> read = tune::steps_of(kernel, steps);
  return read.value ? tune::rewritten(kernel, *read.value) : tune::script_with(kernel, steps);
}

TunedSchedules::TunedSchedules(Workbench& workbench, QString purpose, QObject* parent)
    : QObject(parent), workbench_(workbench), purpose_(std::move(purpose)) {}

void TunedSchedules::take(const Taken& taken) {
  workbench_.jobs().run<std::string>(
      purpose_ + QStringLiteral(" take"), tr("Writing the script of a trial"), this,
      [kernel = taken.kernel, steps = taken.trial.steps](const CancelToken&) {
        return script_with_steps(*kernel, steps);
      },
      [this, taken](const std::string& script) {
        workspace::Document* document = workbench_.session().document();
        if (!document) return;
        const TuneTrial& trial = taken.trial;
        const QString label = trial.number > 0 ? tr("tuned: trial %1").arg(trial.number) : tr("tuned: the start");
        taken_ = script;
        workbench_.session().setScript(taken.task, script, ss(label), false);
        if (taken.threads == workbench_.machine().threads) {
          workspace::Measurement measured;
          measured.median_us = trial.time->median;
          measured.min_us = trial.time->min;
          measured.mad_us = trial.time->mad;
          measured.runs = trial.time->runs;
          measured.check = workspace::Measurement::Check::Equal;  // every trial is compared with the reference first
          measured.sizes = taken.sizes;
          measured.machine = workbench_.machine();
          document->record(taken.task, script, {}, measured);
        }
        Q_EMIT workbench_.message(tr("The schedule of trial %1 is in the editor").arg(trial.number));
      });
}

std::optional<QString> TunedSchedules::touchedLines(const std::string& script) {
  if (taken_.empty() || script.empty() || script == touched_of_) return std::nullopt;
  touched_of_ = script;
  const std::vector<std::string> before = script::lines_of(taken_), lines = script::lines_of(script);
  QStringList touched;
  for (const int line : script::step_lines(script))
    if (std::ranges::find(before, lines[static_cast<size_t>(line) - 1]) == before.end())
      touched << QString::number(line);
  return touched.join(QStringLiteral(","));
}

void TunedSchedules::put(const std::map<std::string, Best>& best, int threads, const std::string& records) {
  if (best.empty()) return Q_EMIT workbench_.message(tr("No schedule is faster than the one in use"));
  using Scripts = std::map<std::string, std::string>;
  workbench_.jobs().run<Scripts>(
      purpose_ + QStringLiteral(" apply"), tr("Writing the tuned schedules"), this,
      [best](const CancelToken&) {
        Scripts made;
        for (const auto& [key, each] : best) made[key] = script_with_steps(*each.kernel, each.steps);
        return made;
      },
      [this, best, threads, records](const Scripts& made) { putScripts(made, best, threads, records); });
}

void TunedSchedules::putScripts(const std::map<std::string, std::string>& scripts,
                                const std::map<std::string, Best>& best, int threads, const std::string& records) {
  workspace::Document* document = workbench_.session().document();
  if (!document) return;
  tune::TunedTasks tuned;
  for (const auto& [key, script] : scripts) {
    const Best& each = best.at(key);
    tuned[key] = {.script = script,
                  .trials = each.trials,
                  .best_us = each.best_us,
                  .start_us = each.start_us > 0 ? std::optional(each.start_us) : std::nullopt,
                  .machine = tune::record_machine(workbench_.target(), threads)};
    Q_EMIT applied(qs(key));
  }
  const std::string& project = document->project_path().empty() ? document->path() : document->project_path();
  document->keep_tuning(tune::tuning_section(document->tuning(), tuned, records, project));
  const auto count = static_cast<int>(scripts.size());
  workbench_.session().useSchedules(scripts, kSchedule,
                                    ss(count == 1 ? tr("tuned schedule") : tr("%n tuned schedule(s)", nullptr, count)));
  Q_EMIT workbench_.message(tr("%n tuned schedule(s) in use", nullptr, count));
}

}  // namespace nw::window
