// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/version_times.h"

#include <algorithm>
#include <utility>

#include "common/text.h"
#include "common/workbench.h"
#include "kernel/measure.h"
#include "models/window_words.h"

namespace nw::views {

VersionTimes::VersionTimes(Workbench& workbench, QString title, std::string task, std::map<std::string, int64_t> sizes,
                           QObject* parent)
    : QObject(parent),
      workbench_(workbench),
      title_(std::move(title)),
      task_(std::move(task)),
      sizes_(std::move(sizes)) {
  connect(&workbench_.jobs(), &Jobs::changed, this, [this] {
    if (under_way_ && !workbench_.jobs().busy(purpose())) stop();  // its job was ended by hand
  });
}

VersionTimes::~VersionTimes() {
  workbench_.jobs().disconnect(this);
  workbench_.jobs().cancel(purpose());
}

QString VersionTimes::purpose() const {
  return QStringLiteral("measure compared %1").arg(reinterpret_cast<quintptr>(this));
}

// ── what is known ────────────────────────────────────────────────────────────────────────────────────────────────

const VersionTimes::Run* VersionTimes::runOf(const Subject& subject) const {
  const auto run = std::ranges::find_if(runs_, [&](const Run& each) {
    return each.script == subject.version.script && each.target == subject.target.facts;
  });
  return run == runs_.end() ? nullptr : &*run;
}

const workspace::Measurement* VersionTimes::time(const Subject& subject) const {
  const workspace::Document* document = workbench_.session().document();
  const workspace::StateId state = subject.version.state;
  if (document && state.valid() && state.index() < document->history().states().size()) {
    const workspace::History& history = document->history();
    const workspace::Measurement* known = subject.target.facts == workbench_.target()
                                              ? history.measured(state, task_, &sizes_, &workbench_.machine())
                                              : history.measured_on(state, task_, subject.target.facts.id);
    if (known) return known;
  }
  const Run* run = runOf(subject);
  return run ? &run->time : nullptr;
}

std::shared_ptr<const kernel::NestHeat> VersionTimes::heat(const Subject& subject) const {
  const Run* run = runOf(subject);
  return run ? run->heat : nullptr;
}

QString VersionTimes::whyNotMeasured(const Subject& subject) const {
  const ActiveTarget& target = subject.target;
  const QString name = qs(target.facts.name.empty() ? target.facts.id : target.facts.name);
  if (!target.why_not_run.isEmpty())
    return tr("%1: %2", "target, why nothing runs there").arg(name, target.why_not_run);
  return {};
}

bool VersionTimes::allMeasured(const std::vector<Subject>& subjects) const {
  return std::ranges::all_of(subjects,
                             [this](const Subject& each) { return time(each) || !whyNotMeasured(each).isEmpty(); });
}

// ── runs ─────────────────────────────────────────────────────────────────────────────────────────────────────────

void VersionTimes::measure(const std::vector<Subject>& subjects) {
  if (running()) return;
  const bool again = allMeasured(subjects);
  for (const Subject& subject : subjects) {
    if (!whyNotMeasured(subject).isEmpty() || (!again && time(subject))) continue;
    const bool same = std::ranges::any_of(waiting_, [&](const Subject& each) {
      return each.version.script == subject.version.script && each.target.facts == subject.target.facts;
    });
    if (!same) waiting_.push_back(subject);
  }
  next();
}

void VersionTimes::stop() {
  if (!running()) return;
  waiting_.clear();
  under_way_ = false;
  workbench_.jobs().stop(purpose());
  Q_EMIT changed();
}

void VersionTimes::next() {
  if (waiting_.empty()) return Q_EMIT changed();
  const Subject& now = waiting_.front();
  worker::WorkerOptions worker = workbench_.workerOptions();
  worker.connection = now.target.connection;
  measure::RunRequest request;
  request.sizes = sizes_;
  request.verify = true;
  request.threads = now.target.facts.compute.units;
  const auto title = [this](const Subject& of) { return tr("Measuring %1, %2").arg(title_, of.version.name); };
  workbench_.jobs().run<workspace::SampledRun>(
      purpose(), title(now), this,
      [script = now.version.script, rules = now.target.rules, request, worker](const CancelToken& cancel) {
        return workspace::sampled_run(script, rules, request, cancellable(worker, cancel));
      },
      [this](const workspace::SampledRun& ran) { finished(ran); });
  under_way_ = true;
  QStringList behind;
  for (size_t i = 1; i < waiting_.size(); ++i) behind << title(waiting_[i]);
  workbench_.jobs().setTarget(purpose(), now.target.facts.id, behind);
  Q_EMIT changed();
}

void VersionTimes::finished(const workspace::SampledRun& ran) {
  if (!running()) return;
  under_way_ = false;
  const Subject was = std::move(waiting_.front());
  waiting_.pop_front();
  if (ran.report.value) {
    std::erase_if(runs_,
                  [&](const Run& run) { return run.script == was.version.script && run.target == was.target.facts; });
    runs_.push_back(
        {was.version.script, was.target.facts, workspace::measurement(*ran.report.value, sizes_), ran.heat});
    Q_EMIT measured(was.version.script, runs_.back().time);
  } else {
    const auto& why = ran.report.diagnostics;
    Q_EMIT workbench_.message(
        tr("%1 did not run: %2")
            .arg(was.version.name, why.empty() ? tr("no answer") : window_words(why.front().message)));
  }
  next();
}

}  // namespace nw::views
