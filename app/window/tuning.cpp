// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/tuning.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QTemporaryDir>
#include <algorithm>
#include <utility>

#include "common/text.h"
#include "common/workbench.h"
#include "models/gain.h"
#include "models/number_text.h"
#include "models/window_words.h"
#include "window/shown_trial.h"
#include "window/tuned_schedules.h"
#include "window/tuning_narrowing.h"
#include "window/tuning_runners.h"
#include "window/tuning_task_rows.h"
#include "window/tuning_text.h"

namespace nw::window {

using namespace nw::views;

Tuning::Tuning(Workbench& workbench, TargetList& targets, TuneView& view, std::unique_ptr<TuningSource> source)
    : QObject(&view),
      workbench_(workbench),
      view_(view),
      source_(std::move(source)),
      trial_(new ShownTrial(workbench, view, this)),
      narrowing_(new TuningNarrowing(view, this)),
      schedules_(new TunedSchedules(workbench, purpose(), this)),
      runners_(new TuningRunners(workbench, targets, *view.options(), this)),
      events_(std::make_shared<TuningEvents>(this)) {
  workbench_.addViewer(this);
  const int cores = workbench_.target().compute.units;
  TuneSettings settings;
  settings.threads = cores;
  settings.records = qs(records());
  view_.options()->set(settings, cores);
  connectView();
  prepare();
}

void Tuning::connectView() {
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
  connect(trial_, &ShownTrial::nestShown, narrowing_, &TuningNarrowing::setNest);
  connect(narrowing_, &TuningNarrowing::changed, this, &Tuning::narrowed);
  connect(schedules_, &TunedSchedules::applied, this,
          [this](const QString& key) { show_applied(ss(key), *view_.tasks()); });
  narrowing_->setShown([this] {
    const std::string key = shownKey();
    const tune::Progress* best = trials_.best(key);
    const TuningTask* shown = task(key);
    return TuningNarrowing::Shown{.task = key,
                                  .knobs = shown ? shown->knobs : std::vector<tune::Knob>(),
                                  .best = best ? best->choice : std::nullopt,
                                  .trial = trials_.choice(key, view_.trial())};
  });
  connect(&workbench_.jobs(), &Jobs::changed, this, &Tuning::jobsChanged);
}

Tuning::~Tuning() {
  // The widgets are gone by now, and the end of a job would have them changed.
  workbench_.jobs().disconnect(this);
  delete trial_;
  workbench_.removeViewer(this);
  events_->close();
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
  limits.marks = settings.marks;
  limits.also = also_;
  return limits;
}

void Tuning::refuse(const QString& why) {
  trouble_ = why;
  begun_ = false;
  view_.setPhase(Phase::Refused);
  showSummary();
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
  narrowing_->clear();
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
  view_.options()->setMarks(tasks_.size() == 1 && tasks_.front().marked);
  const QString chosen = view_.task();
  show_tasks(tasks_, *view_.tasks());
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
  TuningOutlook outlook{.name = source_->name(), .model = source_->model()};
  outlook.settings = view_.options()->settings();
  for (const TuningTask& each : tasks_) {
    if (!searched(each)) continue;
    ++outlook.tasks;
    outlook.space += each.space;
    outlook.recorded += each.recorded;
  }
  view_.setSummary(outlook_text(outlook));
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
  outcome_.clear();
  stopping_ = false;
  std::vector<std::string> keys;
  for (const TuningTask& each : tasks_)
    if (searched(each)) keys.push_back(each.key);
  if (keys.empty()) return;
  Result<std::vector<target::Connection>> chosen = runners_->chosen();
  if (const Diagnostic* wrong = first_error(chosen.diagnostics)) return refuse(window_words(wrong->message));
  also_ = std::move(*chosen.value);
  trials_.begin(keys);
  for (const std::string& key : keys) {
    results_.erase(key);
    show_waiting(key, *view_.tasks());
  }
  if (!source_->model())
    view_.setTrials(trials_.of(keys.front()));
  else if (view_.task().isEmpty())
    view_.showTask(qs(keys.front()));
  narrowing_->clear();
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
  if (const Diagnostic* wrong = first_error(ran.diagnostics)) return refuse(window_words(wrong->message));
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
  for (const tune::TaskRow& row : rows) {
    results_[row.key] = row;
    append(all, row.result.diagnostics);
    show_result(row, *view_.tasks());
  }
  workbench_.session().report(purpose(), all);
  outcome_ = outcome_text(rows);
  view_.setPhase(Phase::Ended);
  findTouched();
  showSummary();
  showCounters();
  showTrial(view_.trial());
}

// ── what it reports ──────────────────────────────────────────────────────────────────────────────────────────────

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
  show_searching(events.back().key, *view_.tasks());
  showCounters();
}

void Tuning::heard(const TuningEvent& event) {
  trials_.add(event);
  show_trial(event, *view_.tasks());
  if (event.progress.origin == tune::CandidateOrigin::Given && event.key == shownKey()) showPeak();
}

void Tuning::showCounters() {
  const int64_t measured = trials_.measured();
  QStringList parts;
  if (view_.phase() == Phase::Paused) parts << tr("paused");
  if (trials_.considered() > 0) parts << tr("%1 estimated").arg(grouped_text(trials_.considered()));
  parts << tr("%1 measured").arg(grouped_text(measured));
  if (const QString refused = refusals_text(trials_.refused()); !refused.isEmpty())
    parts << tr("refused: %1").arg(refused);
  if (trials_.seconds() > 0 && measured > 1)
    parts << tr("%1 trials a second").arg(static_cast<double>(measured) / trials_.seconds(), 0, 'f', 1);
  if (const auto totals = view_.tasks()->totals(); source_->model() && totals.second > 0)
    parts << tr("model so far %1").arg(gain_text(totals.first, totals.second));
  view_.setCounters(trials_.any() ? parts.join(QStringLiteral(" · ")) : QString());
  const TuneSettings settings = view_.options()->settings();
  const auto tasks = std::ranges::count_if(tasks_, [this](const TuningTask& each) { return searched(each); });
  const int parts_of_all = settings.trials * static_cast<int>(tasks);
  if (view_.phase() == Phase::Running)
    workbench_.jobs().setPart(purpose(), std::min(parts_of_all, static_cast<int>(measured)), parts_of_all);
}

void Tuning::showTask(const QString& key) {
  if (key.isEmpty()) return;
  view_.setTrials(trials_.of(ss(key)));
  showPeak();
  showTrial(view_.trial());
}

void Tuning::showPeak() {
  const TuningTask* shown = task(shownKey());
  view_.setPeak(shown && peak_ > 0 ? shown->flops / peak_ * 1e-3 : 0);
}

void Tuning::showTrial(int row) {
  const std::string key = shownKey();
  if (!search_ || key.empty() || row < 0) return trial_->showNone();
  trial_->show(search_->kernel(key), trials_.of(key)->trials()[static_cast<size_t>(row)],
               view_.options()->settings().threads);
}

// ── schedules into the document ──────────────────────────────────────────────────────────────────────────────────

void Tuning::take(int row) {
  const std::string key = shownKey();
  if (!search_ || !workbench_.session().document()) return;
  const TuneTrial trial = trials_.of(key)->trials()[static_cast<size_t>(row)];
  const std::shared_ptr<const tune::TunedKernel> kernel = search_->kernel(key);
  if (!kernel || !trial.time) return;
  schedules_->take({.task = source_->task(key),
                    .kernel = kernel,
                    .trial = trial,
                    .sizes = source_->subject().sizes,
                    .threads = view_.options()->settings().threads});
}

// The lines of the script in the editor that a person changed since it was taken there.
void Tuning::findTouched() {
  if (const std::optional<QString> lines = schedules_->touchedLines(source_->script()))
    view_.options()->setKeep(*lines);
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
  if (trials_.best(key)) put({key});
}

void Tuning::applyAll() {
  std::vector<std::string> keys;
  for (const auto& [key, progress] : trials_.bests()) keys.push_back(key);
  put(keys);
}

// The best schedules of these tasks become those in use, in one step of undo.
void Tuning::put(const std::vector<std::string>& keys) {
  std::map<std::string, TunedSchedules::Best> best;
  for (const std::string& key : keys) {
    const tune::Progress* known = trials_.best(key);
    const auto result = results_.find(key);
    // In turns with the start it may have been no faster after all.
    const bool no_faster = result != results_.end() && !is_faster(result->second.result);
    if (!known || no_faster || known->origin == tune::CandidateOrigin::Given) continue;
    const TuneTask& row = view_.tasks()->tasks()[static_cast<size_t>(view_.tasks()->rowOf(key))];
    best[key] = {search_->kernel(key), known->steps, row.trials, row.best_us, row.start_us};
  }
  schedules_->put(best, view_.options()->settings().threads, limits().records);
}

void Tuning::openKernel(const QString& key) {
  const TuningTask* wanted = task(ss(key));
  if (wanted && wanted->group >= 0) workbench_.openKernel(GroupId(wanted->group));
}

void Tuning::narrowed() {
  for (const TuningTask& each : tasks_)
    if (search_) search_->narrow(each.key, narrowing_->of(each.key));
}

}  // namespace nw::window
