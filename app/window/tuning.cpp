// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/tuning.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>
#include <QMenu>
#include <QPointer>
#include <QTemporaryDir>
#include <algorithm>
#include <utility>

#include "common/text.h"
#include "common/workbench.h"
#include "kernel/preview.h"
#include "models/gain.h"
#include "models/run_text.h"
#include "models/window_words.h"
#include "script/step_lines.h"
#include "script/text.h"
#include "tune/tuning_section.h"
#include "window/tuning_why.h"
#include "workspace/task_name.h"

namespace nw::window {

using namespace nw::views;

namespace {

constexpr double kSecondsATrial = 0.3;                     // compiling and timing one
constexpr double kSecondsATask = 1.5, kSecondsBefore = 2;  // estimating thousands; the peak
constexpr const char* kSchedule = "tuned";                 // the name of applied schedules

TuneTrial::Origin origin_of(tune::CandidateOrigin origin) {
  switch (origin) {
    case tune::CandidateOrigin::Given:
      return TuneTrial::Origin::Given;
    case tune::CandidateOrigin::Default:
      return TuneTrial::Origin::Default;
    case tune::CandidateOrigin::Seed:
      return TuneTrial::Origin::Own;
    case tune::CandidateOrigin::Searched:
      break;
  }
  return TuneTrial::Origin::Searched;
}

TuneTrial row_of(const TuningEvent& event) {
  const tune::Progress& p = event.progress;
  return {.number = p.trial,
          .origin = origin_of(p.origin),
          .recorded = p.recorded,
          .time = p.time,
          .code = qs(p.code),
          .why = window_words(p.why),
          .best_us = p.best_us,
          .estimate_us = p.estimate_us,
          .seconds = event.seconds,
          .steps = p.steps};
}

// "3,200", "2.1 × 10¹²": numbers of schedules are of any size.
QString count_text(double count) {
  constexpr double kLong = 1e7;
  if (count < kLong) return QLocale().toString(count, 'f', 0);
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
  return QStringLiteral("%1 %2").arg(QLocale().toString(count),
                                     name == kNames.end() ? qs(kind) : Tuning::tr(name->second));
}

// By more than the runs of both differ among themselves.
bool is_faster(const tune::TaskResult& result) {
  return result.best && result.best->trial != 0 &&
         (!result.start || result.start->median - result.best->time.median > result.start->mad + result.best->time.mad);
}

const Diagnostic* first_error(const Diagnostics& diagnostics) {
  const auto found = std::ranges::find(diagnostics, Severity::Error, &Diagnostic::severity);
  return found == diagnostics.end() ? nullptr : &*found;
}

}  // namespace

Tuning::Tuning(Workbench& workbench, TuneView& view, std::unique_ptr<TuningSource> source)
    : QObject(&view),
      workbench_(workbench),
      view_(view),
      source_(std::move(source)),
      why_(new TuningWhy(workbench, *view.why(), this)),
      events_(std::make_shared<TuningEvents>(this)) {
  workbench_.addViewer(this);
  const int cores = workbench_.target().compute.units;
  TuneSettings settings;
  settings.threads = cores;
  settings.records = qs(records());
  view_.options()->set(settings, cores);
  connect(&view_, &TuneView::startWanted, this, [this] { start(); });
  connect(&view_, &TuneView::startOneWanted, this, [this](const QString& key) { start(ss(key)); });
  connect(&view_, &TuneView::pauseWanted, this, &Tuning::pause);
  connect(&view_, &TuneView::resumeWanted, this, &Tuning::resume);
  connect(&view_, &TuneView::stopWanted, this, &Tuning::stop);
  connect(&view_, &TuneView::taskShown, this, &Tuning::showTask);
  connect(&view_, &TuneView::trialShown, this, &Tuning::showTrial);
  connect(&view_, &TuneView::takeWanted, this, &Tuning::take);
  connect(&view_, &TuneView::applyWanted, this, [this](const QString& key) { apply(ss(key)); });
  connect(&view_, &TuneView::applyAllWanted, this, &Tuning::applyAll);
  connect(&view_, &TuneView::openWanted, this, &Tuning::openKernel);
  connect(view_.options(), &TuneOptions::changed, this, [this] {
    if (view_.phase() == Phase::Ready || view_.phase() == Phase::Ended || view_.phase() == Phase::Refused) look();
  });
  connect(&view_, &TuneView::phaseChanged, this, [this] { why_->setBusy(view_.measures()); });
  connect(&workbench_.jobs(), &Jobs::changed, this, &Tuning::jobsChanged);
  prepare();
}

Tuning::~Tuning() {
  delete why_;  // its widget is gone by now, and the end of a job would have it changed
  workbench_.removeViewer(this);
  events_->close();
  workbench_.jobs().disconnect(this);
  workbench_.jobs().cancel(purpose());
}

QString Tuning::purpose() const {
  return QStringLiteral("tune %1").arg(reinterpret_cast<quintptr>(this));
}

// Beside the document; a text that was pasted has no file.
std::string Tuning::records() const {
  const workspace::Document* document = workbench_.session().document();
  if (!document) return {};
  const std::string& path = document->project_path().empty() ? document->path() : document->project_path();
  const QFileInfo file(qs(path));
  if (!file.exists()) return {};
  return ss(file.absolutePath() + QLatin1Char('/') + file.completeBaseName() + QStringLiteral(".tune.jsonl"));
}

TuningLimits Tuning::limits() const {
  const TuneSettings settings = view_.options()->settings();
  TuningLimits limits;
  limits.trials = settings.trials;
  limits.seconds = settings.seconds;
  limits.threads = settings.threads;
  limits.keep = ss(settings.keep);
  limits.only = only_;
  limits.records = settings.records.isEmpty() && folder_ ? ss(folder_->filePath(QStringLiteral("records.jsonl")))
                                                         : ss(settings.records);
  limits.version = ss(QCoreApplication::applicationVersion());
  limits.machine = workbench_.target();
  limits.worker = workbench_.workerOptions();
  return limits;
}

// ── before a search ──────────────────────────────────────────────────────────────────────────────────────────────

void Tuning::prepare() {
  TuningSubject subject = source_->subject();
  if (subject.script.empty() && !subject.model) {
    trouble_ = tr("The kernel is not open any more.");
    view_.setPhase(Phase::Refused);
    return showSummary();
  }
  if (!folder_) folder_ = std::make_unique<QTemporaryDir>();
  search_ = std::make_shared<TuningSearch>(
      std::move(subject), [events = events_](const std::string& key, const tune::Progress& progress, double seconds) {
        events->push({key, progress, seconds});
      });
  begun_ = false;
  narrowing_ = {};
  prepared_ = source_->script();
  view_.setPhase(Phase::Preparing);
  workbench_.jobs().run<Ready>(
      purpose(), tr("Looking at what %1 can be tuned for").arg(source_->name()), this,
      [search = search_, limits = limits()](const CancelToken& cancel) {
        search->prepare(limits.machine, cancel);
        Ready ready;
        ready.diagnostics = search->look(limits);
        ready.tasks = search->tasks();
        return ready;
      },
      [this](Ready ready) { prepared(std::move(ready)); });
}

// What the options change: records, lines to keep, how long.
void Tuning::look() {
  if (!search_) return;
  workbench_.jobs().run<Ready>(
      purpose(), tr("Reading the records of %1").arg(source_->name()), this,
      [search = search_, limits = limits()](const CancelToken&) {
        Ready ready;
        ready.diagnostics = search->look(limits);
        ready.tasks = search->tasks();
        return ready;
      },
      [this](Ready ready) { prepared(std::move(ready)); });
}

void Tuning::prepared(Ready ready) {
  tasks_ = std::move(ready.tasks);
  workbench_.session().report(purpose(), ready.diagnostics);
  trouble_.clear();
  if (const Diagnostic* wrong = first_error(ready.diagnostics)) trouble_ = window_words(wrong->message);
  const bool any = std::ranges::any_of(tasks_, [](const TuningTask& each) { return each.code.empty(); });
  if (!any && trouble_.isEmpty() && !tasks_.empty())
    trouble_ = tasks_.size() == 1
                   ? QStringLiteral("%1: %2").arg(qs(tasks_.front().code), window_words(tasks_.front().why))
                   : tr("No task of this model can be tuned: the table says why.");
  std::vector<TuneTask> rows;
  for (const TuningTask& each : tasks_) {
    const int row = view_.tasks()->rowOf(each.key);
    TuneTask shown = row >= 0 ? view_.tasks()->tasks()[static_cast<size_t>(row)] : TuneTask{.key = each.key};
    shown.name = tr("%1 · %2").arg(qs(workspace::kernel_name(each.key))).arg(each.group);
    shown.group = each.group;
    shown.weight = each.weight;
    if (!each.code.empty()) {
      shown.state = TuneTask::State::Left;
      shown.code = qs(each.code);
      shown.why = window_words(each.why);
    }
    rows.push_back(std::move(shown));
  }
  const QString chosen = view_.task();
  view_.tasks()->setTasks(std::move(rows));
  if (!chosen.isEmpty()) view_.showTask(chosen);
  const bool ended = !results_.empty();
  view_.setPhase(!any || !trouble_.isEmpty() ? Phase::Refused : ended ? Phase::Ended : Phase::Ready);
  showSummary();
  if (std::exchange(start_after_look_, false) && view_.phase() != Phase::Refused) startNow();
}

void Tuning::showSummary() {
  if (!trouble_.isEmpty()) return view_.setSummary(trouble_);
  if (view_.phase() == Phase::Ended) {
    view_.setSummary(outcome_);
    return;
  }
  const TuneSettings settings = view_.options()->settings();
  int tasks = 0;
  double space = 0;
  int64_t recorded = 0;
  for (const TuningTask& each : tasks_) {
    if (!searched(each)) continue;
    ++tasks;
    space += each.space;
    recorded += each.recorded;
  }
  const int trials = settings.trials * tasks;
  const double expected = trials * kSecondsATrial + tasks * kSecondsATask + kSecondsBefore;
  const bool limited = settings.seconds > 0 && settings.seconds < expected;
  const QString long_ =
      limited ? tr("at most %1").arg(time_text(settings.seconds)) : tr("about %1").arg(time_text(expected));
  QString text;
  if (source_->model())
    text = tr("%n task(s) of %1 in turns: ", nullptr, tasks).arg(source_->name()) +
           tr("up to %1 schedules are measured on %n thread(s), %2.", nullptr, settings.threads)
               .arg(QLocale().toString(trials), long_);
  else if (!settings.keep.isEmpty())
    text =
        tr("Other factors and orders of the script's own steps, lines %1 kept: up to %2 are measured on %n thread(s), "
           "%3.",
           nullptr, settings.threads)
            .arg(settings.keep, QLocale().toString(trials), long_);
  else if (space > 0)
    text = tr("Of %1 schedules of %2 thousands are estimated and up to %3 are measured on %n thread(s), %4.", nullptr,
              settings.threads)
               .arg(count_text(space), source_->name(), QLocale().toString(trials), long_);
  else
    text = tr("Changes of the steps of %1 are estimated, and up to %2 are measured on %n thread(s), %3.", nullptr,
              settings.threads)
               .arg(source_->name(), QLocale().toString(trials), long_);
  if (recorded > 0) text += tr(" %n trial(s) of earlier searches are taken over.", nullptr, static_cast<int>(recorded));
  view_.setSummary(text);
}

// ── the search ───────────────────────────────────────────────────────────────────────────────────────────────────

bool Tuning::searched(const TuningTask& task) const {
  return task.code.empty() && (only_.empty() || task.key == only_);
}

// A search of a kernel that ended goes on from the script that is in the editor now; a model's tasks start from their
// default schedules each time.
void Tuning::start(const std::string& only) {
  only_ = only;
  if (begun_ && !source_->model()) {
    start_after_look_ = true;
    return prepare();
  }
  startNow();
}

void Tuning::startNow() {
  last_.clear();
  outcome_.clear();
  seconds_ = 0;
  at_start_ = 0;
  stopping_ = false;
  const auto first = std::ranges::find_if(tasks_, [this](const TuningTask& each) { return searched(each); });
  if (first == tasks_.end()) return;
  for (const TuningTask& each : tasks_) {
    if (!searched(each)) continue;
    results_.erase(each.key);
    best_.erase(each.key);
    trials(each.key)->clear();
    TuneTask shown = view_.tasks()->tasks()[static_cast<size_t>(view_.tasks()->rowOf(each.key))];
    shown.trials = 0;
    shown.best_us = shown.start_us = 0;
    shown.state = TuneTask::State::Waiting;
    shown.code.clear();
    shown.why.clear();
    view_.tasks()->set(shown);
  }
  if (!source_->model())
    view_.setTrials(trials(first->key));
  else if (view_.task().isEmpty())
    view_.showTask(qs(first->key));
  makeNarrowing();
  since_.invalidate();
  run(true);
}

void Tuning::run(bool first) {
  const double waited = since_.isValid() ? static_cast<double>(since_.elapsed()) / 1e3 : 0;
  since_.invalidate();
  begun_ = true;
  workbench_.jobs().run<Ran>(
      purpose(), tr("Tuning %1").arg(source_->name()), this,
      [search = search_, limits = limits(), first, waited, known = peak_](const CancelToken& cancel) {
        Ran ran;
        if (first) {
          ran.diagnostics = search->look(limits);
          if (!has_errors(ran.diagnostics)) append(ran.diagnostics, search->begin());
          if (has_errors(ran.diagnostics)) return ran;
        }
        ran.peak = known > 0 ? known : search->peak(cancel);
        search->run(cancel, waited);
        ran.ended = search->ended();
        if (ran.ended && !cancel.cancelled()) ran.rows = search->finish(cancel);
        return ran;
      },
      [this](Ran result) { ran(std::move(result)); });
  workbench_.jobs().setTarget(purpose(), workbench_.target().id);
  view_.setPhase(Phase::Running);
  showSummary();
}

// The job ends by itself, so that its answer comes.
void Tuning::pause() {
  for (const Jobs::Info& job : workbench_.jobs().running())
    if (job.purpose == purpose()) job.cancel.cancel();
  if (view_.phase() == Phase::Running) view_.setPhase(Phase::Pausing);
}

void Tuning::resume() {
  if (view_.phase() == Phase::Paused) run(false);
}

void Tuning::stop() {
  if (view_.phase() == Phase::Paused) return close();
  stopping_ = true;
  pause();
}

// Of a search that is paused: the results of what was measured.
void Tuning::close() {
  stopping_ = false;
  workbench_.jobs().run<std::vector<tune::TaskRow>>(
      purpose(), tr("Measuring start and best of %1 in turns").arg(source_->name()), this,
      [search = search_](const CancelToken& cancel) { return search->finish(cancel); },
      [this](const std::vector<tune::TaskRow>& rows) { finished(rows); });
  view_.setPhase(Phase::Closing);
}

// Somebody ended the job in the panel of jobs: the search is paused.
void Tuning::jobsChanged() {
  if (!view_.measures() || workbench_.jobs().busy(purpose())) return;
  since_.start();
  view_.setPhase(Phase::Paused);
  showCounters();
}

void Tuning::ran(Ran ran) {
  takeEvents();
  workbench_.session().report(purpose(), ran.diagnostics);
  if (ran.peak > 0) peak_ = ran.peak;
  if (const Diagnostic* wrong = first_error(ran.diagnostics)) {
    trouble_ = window_words(wrong->message);
    begun_ = false;
    view_.setPhase(Phase::Refused);
    return showSummary();
  }
  showPeak();
  if (!ran.rows.empty()) return finished(ran.rows);
  since_.start();
  view_.setPhase(Phase::Paused);
  if (stopping_) return close();
  showCounters();
}

void Tuning::finished(const std::vector<tune::TaskRow>& rows) {
  takeEvents();
  Diagnostics all;
  double start = 0, best = 0;
  for (const tune::TaskRow& row : rows) {
    results_[row.key] = row;
    append(all, row.result.diagnostics);
    const int at = view_.tasks()->rowOf(row.key);
    if (at < 0) continue;
    TuneTask shown = view_.tasks()->tasks()[static_cast<size_t>(at)];
    if (shown.state == TuneTask::State::Left) continue;
    shown.state = TuneTask::State::Searched;
    if (row.result.start) shown.start_us = row.result.start->median;
    if (row.result.best) shown.best_us = row.result.best->time.median;
    shown.code = qs(row.result.why);
    if (const Diagnostic* wrong = first_error(row.result.diagnostics)) shown.why = window_words(wrong->message);
    if (row.result.start && row.result.best) {
      start += static_cast<double>(row.weight) * row.result.start->median;
      best += static_cast<double>(row.weight) * row.result.best->time.median;
    }
    view_.tasks()->set(shown);
  }
  workbench_.session().report(purpose(), all);
  const tune::TaskRow* only = rows.size() == 1 ? &rows.front() : nullptr;
  const bool nothing_left = only && only->result.state == tune::TaskState::Exhausted && only->result.trials == 0;
  if (nothing_left)
    outcome_ = tr("Nothing is left to try: what may still be changed was measured before, or is ruled out.");
  else if (best <= 0)
    outcome_ = only && first_error(only->result.diagnostics)
                   ? window_words(first_error(only->result.diagnostics)->message)
                   : tr("Nothing was measured.");
  else if (only && only->result.best->trial == 0)
    outcome_ = tr("Nothing that was measured is faster than the start, %1, when both are measured in turns.")
                   .arg(duration_text(start));
  else if (only && !is_faster(only->result))
    outcome_ = tr("Trial %1 takes %2 ± %3 and the start %4 ± %5: the difference is within the noise.")
                   .arg(only->result.best->trial)
                   .arg(duration_text(best), duration_text(only->result.best->time.mad), duration_text(start),
                        duration_text(only->result.start->mad));
  else if (only)
    outcome_ = tr("%1: trial %2 takes %3 ± %4 where the start takes %5 ± %6, medians of runs in turns.")
                   .arg(gain_text(start, best))
                   .arg(only->result.best->trial)
                   .arg(duration_text(best), duration_text(only->result.best->time.mad), duration_text(start),
                        duration_text(only->result.start->mad));
  else
    outcome_ = tr("%1 over the tasks that were measured: %2 of kernels a run of the model become %3.")
                   .arg(gain_text(start, best), duration_text(start), duration_text(best));
  view_.setPhase(Phase::Ended);
  findTouched();
  showSummary();
  showCounters();
  showTrial(view_.trial());
}

// ── what it reports ──────────────────────────────────────────────────────────────────────────────────────────────

TuneTrialsModel* Tuning::trials(const std::string& key) {
  std::unique_ptr<TuneTrialsModel>& model = trials_[key];
  if (!model) model = std::make_unique<TuneTrialsModel>();
  return model.get();
}

const TuningTask* Tuning::task(const std::string& key) const {
  const auto found = std::ranges::find(tasks_, key, &TuningTask::key);
  return found == tasks_.end() ? nullptr : &*found;
}

std::string Tuning::shownKey() const {
  if (!view_.task().isEmpty()) return ss(view_.task());
  return tasks_.size() == 1 ? tasks_.front().key : std::string();
}

void Tuning::takeEvents() {
  const std::vector<TuningEvent> events = events_->take();
  for (const TuningEvent& event : events) heard(event);
  if (events.empty()) return;
  const std::string& key = events.back().key;
  for (TuneTask each : view_.tasks()->tasks()) {
    if (each.state != TuneTask::State::Searching || each.key == key) continue;
    each.state = TuneTask::State::Waiting;
    view_.tasks()->set(each);
  }
  showCounters();
}

void Tuning::heard(const TuningEvent& event) {
  const tune::Progress& p = event.progress;
  trials(event.key)->add(row_of(event));
  last_[event.key] = p;
  seconds_ = std::max(seconds_, event.seconds);
  if (p.recorded) ++at_start_;
  if (p.time && p.time->min <= p.best_us) best_[event.key] = p;
  const int row = view_.tasks()->rowOf(event.key);
  if (row >= 0) {
    TuneTask shown = view_.tasks()->tasks()[static_cast<size_t>(row)];
    if (!p.recorded) shown.state = TuneTask::State::Searching;
    if (p.origin == tune::CandidateOrigin::Given && p.time) shown.start_us = p.time->min;
    if (p.best_us > 0) shown.best_us = p.best_us;
    if (p.origin != tune::CandidateOrigin::Given) ++shown.trials;
    shown.applied = false;
    view_.tasks()->set(shown);
  }
  if (p.origin == tune::CandidateOrigin::Given && event.key == shownKey()) showPeak();
}

int64_t Tuning::measured() const {
  int64_t all = 0;
  for (const TuningTask& each : tasks_)
    if (const auto known = trials_.find(each.key); known != trials_.end() && searched(each))
      all += known->second->rowCount();
  return all - at_start_;
}

void Tuning::showCounters() {
  int64_t considered = 0;
  std::map<std::string, int64_t> refused;
  for (const auto& [key, progress] : last_) {
    considered += progress.considered;
    for (const auto& [kind, count] : progress.refused) refused[kind] += count;
  }
  QStringList parts;
  if (view_.phase() == Phase::Paused) parts << tr("paused");
  if (considered > 0) parts << tr("%1 estimated").arg(QLocale().toString(considered));
  parts << tr("%1 measured").arg(QLocale().toString(measured()));
  QStringList why;
  for (const auto& [kind, count] : refused)
    if (count > 0) why << refusal_text(kind, count);
  if (!why.isEmpty()) parts << tr("refused: %1").arg(why.join(QStringLiteral(", ")));
  if (seconds_ > 0 && measured() > 1)
    parts << tr("%1 trials a second").arg(static_cast<double>(measured()) / seconds_, 0, 'f', 1);
  if (const auto totals = view_.tasks()->totals(); source_->model() && totals.second > 0)
    parts << tr("model so far %1").arg(gain_text(totals.first, totals.second));
  view_.setCounters(last_.empty() ? QString() : parts.join(QStringLiteral(" · ")));
  const TuneSettings settings = view_.options()->settings();
  const auto tasks = std::ranges::count_if(tasks_, [this](const TuningTask& each) { return searched(each); });
  const int parts_of_all = settings.trials * static_cast<int>(tasks);
  if (view_.phase() == Phase::Running)
    workbench_.jobs().setPart(purpose(), std::min(parts_of_all, static_cast<int>(measured())), parts_of_all);
}

void Tuning::showTask(const QString& key) {
  if (key.isEmpty()) return;
  view_.setTrials(trials(ss(key)));
  showPeak();
  showTrial(view_.trial());
}

void Tuning::showPeak() {
  const TuningTask* shown = task(shownKey());
  view_.setPeak(shown && peak_ > 0 ? shown->flops / peak_ * 1e-3 : 0);
}

// The nest of a trial, against the start's: while it runs only for one that was asked for.
void Tuning::showTrial(int row) {
  const std::string key = shownKey();
  if (!search_ || key.empty() || row < 0) return why_->show(nullptr, {}, 1);
  const TuneTrial& trial = trials(key)->trials()[static_cast<size_t>(row)];
  const std::shared_ptr<const tune::TunedKernel> kernel = search_->kernel(key);
  if (!kernel) return why_->show(nullptr, {}, 1);
  why_->show(kernel, trial.steps, view_.options()->settings().threads);
  using Nest = std::shared_ptr<const kernel::KernelPreview>;
  workbench_.jobs().run<Nest>(
      purpose() + QStringLiteral(" nest"), tr("Making the loop nest of a trial"), this,
      [kernel, steps = trial.steps](const CancelToken& cancel) {
        kernel::PreviewOptions options;
        options.fixes = false;
        options.cancel = cancel;
        return std::make_shared<const kernel::KernelPreview>(
            kernel::preview(TuningSearch::script(*kernel, steps), options));
      },
      [this, number = trial.number, start = kernel->text](Nest nest) {
        view_.compare(number > 0 ? tr("Loop nest of trial %1").arg(number) : tr("Loop nest of the start"),
                      std::move(nest), start);
      });
}

// ── schedules into the document ──────────────────────────────────────────────────────────────────────────────────

void Tuning::take(int row) {
  const std::string key = shownKey();
  if (!search_ || !workbench_.session().document()) return;
  const TuneTrial trial = trials(key)->trials()[static_cast<size_t>(row)];
  const std::shared_ptr<const tune::TunedKernel> kernel = search_->kernel(key);
  if (!kernel || !trial.time) return;
  workbench_.jobs().run<std::string>(
      purpose() + QStringLiteral(" take"), tr("Writing the script of a trial"), this,
      [kernel, steps = trial.steps](const CancelToken&) { return TuningSearch::script(*kernel, steps); },
      [this, key, trial](const std::string& script) {
        workspace::Document* document = workbench_.session().document();
        if (!document) return;
        const std::string of_document = source_->task(key);
        const QString label = trial.number > 0 ? tr("tuned: trial %1").arg(trial.number) : tr("tuned: the start");
        taken_ = script;
        workbench_.session().setScript(of_document, script, ss(label), false);
        const TuneSettings settings = view_.options()->settings();
        if (settings.threads == workbench_.machine().threads) {
          workspace::Measurement measured;
          measured.median_us = trial.time->median;
          measured.mad_us = trial.time->mad;
          measured.runs = trial.time->runs;
          measured.check = workspace::Measurement::Check::Equal;  // every trial is compared with the reference first
          measured.sizes = source_->subject().sizes;
          measured.machine = workbench_.machine();
          document->history().record(of_document, script, {}, measured);
        }
        Q_EMIT workbench_.message(tr("The schedule of trial %1 is in the editor").arg(trial.number));
      });
}

// The lines of the script in the editor that a person changed since it was taken there.
void Tuning::findTouched() {
  const std::string now = source_->script();
  if (taken_.empty() || now.empty() || now == touched_of_) return;
  touched_of_ = now;
  const std::vector<std::string> before = script::lines_of(taken_), lines = script::lines_of(now);
  QStringList touched;
  for (const int line : script::step_lines(now))
    if (std::ranges::find(before, lines[static_cast<size_t>(line) - 1]) == before.end())
      touched << QString::number(line);
  view_.options()->setKeep(touched.join(QStringLiteral(",")));
}

void Tuning::choicesChanged() {
  if (view_.measures() || source_->model()) return;
  const std::string now = source_->script();
  if (now.empty() || now == prepared_) return;
  findTouched();
  // A search that has not begun starts from the script as it is now, which may have been repaired.
  if (!begun_ || view_.phase() == Phase::Refused) prepare();
}

void Tuning::apply(const std::string& key) {
  const auto best = best_.find(key);
  if (best == best_.end()) return;
  put({{key, {}}});
}

void Tuning::applyAll() {
  std::map<std::string, std::string> wanted;
  for (const auto& [key, progress] : best_) wanted[key];
  put(std::move(wanted));
}

// The best schedules of these tasks become those in use, in one step of undo.
void Tuning::put(std::map<std::string, std::string> scripts) {
  struct Best {
    std::shared_ptr<const tune::TunedKernel> kernel;
    std::vector<std::string> steps;
  };
  std::map<std::string, Best> best;
  for (const auto& [key, none] : scripts) {
    const auto known = best_.find(key);
    const auto result = results_.find(key);
    // In turns with the start it may have been no faster after all.
    const bool no_faster = result != results_.end() && !is_faster(result->second.result);
    if (known == best_.end() || no_faster || known->second.origin == tune::CandidateOrigin::Given) continue;
    best[key] = {search_->kernel(key), known->second.steps};
  }
  if (best.empty()) return Q_EMIT workbench_.message(tr("No schedule is faster than the one in use"));
  using Scripts = std::map<std::string, std::string>;
  workbench_.jobs().run<Scripts>(
      purpose() + QStringLiteral(" apply"), tr("Writing the tuned schedules"), this,
      [best](const CancelToken&) {
        Scripts made;
        for (const auto& [key, each] : best) made[key] = TuningSearch::script(*each.kernel, each.steps);
        return made;
      },
      [this](const Scripts& made) {
        workspace::Document* document = workbench_.session().document();
        if (!document) return;
        tune::TunedTasks tuned;
        for (const auto& [key, script] : made) {
          const int row = view_.tasks()->rowOf(key);
          TuneTask shown = view_.tasks()->tasks()[static_cast<size_t>(row)];
          tuned[key] = {.script = script,
                        .trials = shown.trials,
                        .best_us = shown.best_us,
                        .start_us = shown.start_us > 0 ? std::optional(shown.start_us) : std::nullopt,
                        .machine = tune::record_machine(workbench_.target(), view_.options()->settings().threads)};
          shown.applied = true;
          view_.tasks()->set(shown);
        }
        const std::string& project = document->project_path().empty() ? document->path() : document->project_path();
        document->keep_tuning(tune::tuning_section(document->tuning(), tuned, limits().records, project));
        workbench_.session().useSchedules(
            made, kSchedule,
            ss(made.size() == 1 ? tr("tuned schedule")
                                : tr("%n tuned schedule(s)", nullptr, static_cast<int>(made.size()))));
        Q_EMIT workbench_.message(tr("%n tuned schedule(s) in use", nullptr, static_cast<int>(made.size())));
      });
}

void Tuning::openKernel(const QString& key) {
  const TuningTask* wanted = task(ss(key));
  if (wanted && wanted->group >= 0) workbench_.openKernel(GroupId(wanted->group));
}

}  // namespace nw::window
