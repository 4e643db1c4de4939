// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel's runs: one measurement at a time, what it found about speed and correctness, and where that is shown.
#include <QTabWidget>
#include <algorithm>
#include <utility>

#include "common/text.h"
#include "common/workbench.h"
#include "cost/flops.h"
#include "kernel/assembly_page.h"
#include "kernel/assembly_view.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/machine_peaks.h"
#include "kernel/measure.h"
#include "kernel/roofline_view.h"
#include "kernel/sizes_bar.h"
#include "kernel/slow_default.h"
#include "measure/statistics.h"
#include "models/gain.h"
#include "models/run_text.h"
#include "script/step_lines.h"

namespace nw::views {

namespace {

// What is not a number on both sides is equal, and says nothing.
QString nanDetail(const measure::VerifyReport& v) {
  if (v.nan == 0) return {};
  const QString first = KernelPage::tr("; NaN on both sides at %1 of them").arg(v.nan);
  return v.again ? first + KernelPage::tr(", and at %1 when compared again with positive inputs").arg(v.nan_again)
                 : first;
}

QString countedDetail(const std::map<std::string, measure::Count>& counters) {
  return counters.empty() ? QString() : KernelPage::tr("; in one run %1").arg(counters_text(counters));
}

}  // namespace

void KernelPage::run() {
  if (!view_->preview() || !view_->preview()->complete()) return;
  if (running()) cancelRun();
  stopped_ = false;
  ran_ = ss(view_->script());
  code_that_ran_.reset();
  ran_sizes_ = view_->sizes()->values();
  ran_on_ = workbench_->target();
  verdict_.reset();
  workbench_->session().report(reportName(), diagnostics());
  badge_->set(RunBadge::State::Running, tr("running"));
  kernel::PreviewOptions analysis;
  analysis.target = workbench_->activeTarget().rules;
  workbench_->jobs().run<workspace::SampledRun>(
      purpose("run"), tr("Running %1").arg(title_), this,
      [shown = wholePreview(), script = ran_, analysis, sizes = ran_sizes_, worker = workbench_->workerOptions(),
       threads = workbench_->target().compute.units, jobs = &workbench_->jobs(),
       what = purpose("run")](const CancelToken& cancel) {
        measure::RunRequest options;
        options.sizes = sizes;
        options.verify = true;
        options.threads = threads;
        return workspace::sampled_run(shown ? *shown : kernel::preview(script, analysis), options,
                                      followed(worker, cancel, *jobs, what));
      },
      [this](const workspace::SampledRun& ran) { showReport(ran); });
  workbench_->jobs().setTarget(purpose("run"), workbench_->target().id);
  setRunning(true);
}

// The preview on screen, if it is that of the whole script as it is; else null.
std::shared_ptr<const kernel::KernelPreview> KernelPage::wholePreview() const {
  const std::shared_ptr<const kernel::KernelPreview> shown = view_->sharedPreview();
  const bool whole = shown && !view_->scrubbed() && shown->text == ss(view_->script());
  return whole && shown->target == workbench_->activeTarget().rules ? shown : nullptr;
}

// The measurement of the current script with the current sizes: of this machine, or else of another.
// Null: nothing.
const workspace::Measurement* KernelPage::known() const {
  const workspace::Document* document = workbench_->session().document();
  if (!document) return nullptr;
  const workspace::History& history = document->history();
  if (script_at(history.current(), task_, default_script_) != ss(view_->script())) return nullptr;
  const std::map<std::string, int64_t> sizes = view_->sizes()->values();
  const workspace::Measurement* here = history.measured(history.current().id, task_, &sizes, &workbench_->machine());
  return here ? here : history.measured(history.current().id, task_, &sizes);
}

// Of the last state on the way to the present one that was measured on this machine with these sizes. Null: none was.
const workspace::Measurement* KernelPage::timeBefore() const {
  const workspace::Document* document = workbench_->session().document();
  if (!document) return nullptr;
  const workspace::History& history = document->history();
  const std::map<std::string, int64_t> sizes = view_->sizes()->values();
  const std::vector<workspace::StateId> path = history.path(history.current().id);
  for (auto id = path.rbegin(); id != path.rend(); ++id)
    if (const workspace::Measurement* time = history.measured(*id, task_, &sizes, &workbench_->machine())) return time;
  return nullptr;
}

// Beside a nest that is before the last steps: it is not that one's.
QString KernelPage::verdictText(const QString& text) const {
  return view_->scrubbed() ? tr("all steps: %1").arg(text) : text;
}

// The script, its sizes and the target are those of the last run.
bool KernelPage::showsWhatRan() const {
  return workspace::same_code(ran_, ss(view_->script())) && ran_sizes_ == view_->sizes()->values() &&
         ran_on_ == workbench_->target();
}

// The last run's, while what is shown is what ran; that it was stopped, beside the time that was known before.
void KernelPage::showVerdict() {
  if (running_) return;
  const workspace::Measurement* m = known();
  const bool equal = m && m->check == workspace::Measurement::Check::Equal;
  const Gain gain = equal ? overPlainLoops(ss(view_->script()), *m) : Gain();
  blameDefault(gain);
  if (branch_->running())
    return badge_->set(RunBadge::State::Running,
                       tr("measuring %1 of %2").arg(branch_->runs().done() + 1).arg(branch_->runs().all()),
                       tr("The states of the branch that have no time yet"));
  if (verdict_ && showsWhatRan())
    return badge_->set(verdict_->state, verdictText(verdict_->text), verdict_->detail, verdict_->slow);
  const bool stopped = stopped_ && showsWhatRan();
  if (!m || m->check == workspace::Measurement::Check::Unchecked) {
    const workspace::Measurement* before = m ? nullptr : timeBefore();
    const QString last = before ? tr(" · before the change %1").arg(duration_text(before->median_us))
                         : m    ? QStringLiteral(" · ") + duration_text(m->median_us)
                                : QString();
    return badge_->set(RunBadge::State::Unchecked, (stopped ? tr("stopped") : tr("unchecked")) + last,
                       tr("Run the kernel to compare it with its reference"));
  }
  const bool here = measure::comparable(m->machine, workbench_->machine());
  const QString elsewhere = (here                 ? QString()
                             : m->machine.known() ? tr(" · on %1").arg(qs(measure::to_string(m->machine)))
                                                  : tr(" · unknown machine")) +
                            (stopped ? tr(" · stopped") : QString());
  const QString again = here ? tr("As it was measured before; run it again for more")
                             : tr("As it was measured on another machine; run it again to compare it with others");
  if (m->check == workspace::Measurement::Check::Different)
    return badge_->set(RunBadge::State::Different,
                       verdictText(tr("different · %1").arg(measured_text({m->median_us}, m->machine, {})) + elsewhere),
                       again);
  const double us = std::max(m->median_us, 1e-3);
  const QString text =
      measured_text({us, operations() / us * 1e-3, m->mad_us / us, measure::over_fastest(workspace::timing(*m))},
                    m->machine, m->counters, countsIntegers());
  badge_->set(RunBadge::State::Equal, verdictText(tr("equal · %1").arg(text) + elsewhere + gain.text),
              again + gain.detail + countedDetail(m->counters), gain.slow);
}

// A default schedule that is slower than plain loops is our fault, and is reported as that with a way out.
void KernelPage::blameDefault(const Gain& gain) {
  std::optional<Diagnostic> fault;
  const auto shown = gain.slow && group_.valid() ? wholePreview() : nullptr;
  if (shown && workspace::same_code(shown->text, default_script_))
    fault = kernel::slow_default(*shown, gain.ratio, gain.of_instructions);
  if (fault == fault_) return;
  fault_ = std::move(fault);
  workbench_->session().report(reportName(), diagnostics());
}

Diagnostics KernelPage::diagnostics() const {
  Diagnostics all = view_->diagnostics();
  if (fault_) all.push_back(*fault_);
  return all;
}

// Against the same computation without a step, if a state of the history has its time on the same machine with the same
// sizes.
KernelPage::Gain KernelPage::overPlainLoops(const std::string& script, const workspace::Measurement& ran) {
  const auto is_plain = [this](const std::string& text) {
    const auto [known, is_new] = plain_.try_emplace(text, false);
    if (is_new) known->second = script::step_lines(text).empty();
    return known->second;
  };
  const auto now = workspace::basis(ran);
  if (!now || is_plain(script)) return {};
  const std::map<std::string, int64_t> sizes = view_->sizes()->values();
  const workspace::History& history = workbench_->session().document()->history();
  for (const workspace::State& state : history.states()) {
    const workspace::Measurement* plain =
        state.measured.contains(task_) ? history.measured(state.id, task_, &sizes, &ran.machine) : nullptr;
    const auto before = plain ? workspace::basis(*plain) : std::nullopt;
    if (!before || !measure::same_kind(*before, *now) || !is_plain(script_at(state, task_, default_script_))) continue;
    const QString gain = gain_text(before->amount, now->amount);
    if (!is_slower(before->amount, now->amount))
      return {QStringLiteral(" · ") + gain,
              now->instructions ? tr("; %1 in instructions against the loops without a schedule").arg(gain)
                                : tr("; %1 against the loops without a schedule").arg(gain),
              false};
    const double ratio = now->amount / before->amount;
    if (now->instructions)
      return {tr(" · %1, more instructions than without a schedule").arg(gain),
              tr("; more instructions than the loops without a schedule have: the history has those"), true, ratio,
              true};
    return {tr(" · %1, slower than without a schedule").arg(gain),
            tr("; slower than the loops without a schedule: the history has those, and each state's time shows which "
               "step lost it (Kernel menu, Measure this branch)"),
            true, ratio};
  }
  return {};
}

// Nothing that it computes is a floating-point number: the machine's peak, which is one of those, says nothing of it.
bool KernelPage::countsIntegers() const {
  if (!view_->preview() || view_->preview()->program.tensors.empty()) return false;
  return std::ranges::none_of(view_->preview()->program.tensors, [](const te::Tensor& tensor) {
    return tensor->op->output_dtype(tensor->value_index).is_float();
  });
}

// Of the computation as it was written, at the sizes given: what the speed of every schedule is quoted in.
double KernelPage::operations() const {
  const auto shown = view_->preview();
  if (!shown || !shown->nest) return 0;
  const std::map<std::string, int64_t> given = view_->sizes()->values();
  std::map<tir::Var, int64_t, tir::VarOrder> sizes;
  for (const tir::Var& var : shown->nest->size_vars)
    if (const auto value = given.find(var->name); value != given.end()) sizes[var] = value->second;
  if (sizes.size() != shown->nest->size_vars.size()) return 0;
  std::vector<te::Tensor> outputs;
  for (size_t i = 0; i < shown->program.args.size() && i < shown->nest->arg_is_output.size(); ++i)
    if (shown->nest->arg_is_output[i]) outputs.push_back(shown->program.args[i]);
  return cost::count_flops(outputs, sizes);
}

void KernelPage::check(RunBadge::State state, const QString& text, const QString& detail, bool slow) {
  verdict_ = Verdict{state, text, detail, slow};
  showVerdict();
}

void KernelPage::setRunning(bool running) {
  running_ = running;
  Q_EMIT runningChanged();
}

// One measurement at a time: two would share the processor and both be wrong.
void KernelPage::measureBranch() {
  if (branch_->running()) return branch_->stop();
  if (!opened_ || failed_) return;
  if (running_) cancelRun();
  branch_->start(task_, default_script_, view_->sizes()->values());
}

bool KernelPage::running() const {
  return running_ || branch_->running();
}

QString KernelPage::progress() const {
  return branch_->running() ? branch_->progress() : workbench_->jobs().partText(purpose("run"));
}

// Its phase, or that it was ended by hand.
void KernelPage::followJob() {
  if (running_ && !workbench_->jobs().busy(purpose("run"))) return endStopped();
  const QString now = progress();
  if (std::exchange(progress_, now) == now) return;
  if (running_) badge_->set(RunBadge::State::Running, now.isEmpty() ? tr("running") : now);
  Q_EMIT runningChanged();
}

void KernelPage::cancelRun() {
  branch_->stop();
  if (running_) workbench_->jobs().stop(purpose("run"));  // which followJob() hears
}

void KernelPage::endStopped() {
  stopped_ = true;
  setRunning(false);
  workbench_->session().report(reportName(), diagnostics());  // not what a run before had to say
  showVerdict();
}

void KernelPage::showAssemblyHeat() {
  if (assembly_) assembly_->setHeat(view_->heatOf(assembled_));
}

void KernelPage::record(const std::string& script, const workspace::Measurement& measurement) {
  workspace::Document* document = workbench_->session().document();
  if (!document) return;
  document->record(task_, script, default_script_, measurement);
  Q_EMIT measuredChanged();
  showVerdict();
}

void KernelPage::showReport(const workspace::SampledRun& ran) {
  setRunning(false);
  const Result<measure::RunReport>& report = ran.report;
  view_->addHeat(ran_, ran.heat, ran_on_);
  if (ran.assembly) code_that_ran_ = ran.assembly;
  showAssemblyHeat();
  if (!report.value) {
    const QString why = report.diagnostics.empty() ? tr("no answer") : qs(report.diagnostics.front().message);
    check(RunBadge::State::Failed, tr("did not run"), why);
    Diagnostics all = diagnostics();
    append(all, report.diagnostics);
    workbench_->session().report(reportName(), std::move(all));
    return;
  }
  const measure::RunReport& r = *report;
  const QString time = measured_text({r.time.median}, r.machine, {});
  const double bar = measure::error_bar(r.time);
  const double over_least = measure::over_fastest(r.time);
  const worker::Roof roof =
      worker::under_roof(peaks_->value(), r.flops, view_->figures() ? view_->figures()->bytes : 0, r.time.median);
  const bool integers = countsIntegers();
  const QString shares = peaks_->value().known() && !integers && ran_on_ == workbench_->target()
                             ? tr(" (%1 % of the peak, %2 % of the memory bandwidth)")
                                   .arg(100 * roof.share_of_flops, 0, 'f', 0)
                                   .arg(100 * roof.share_of_memory, 0, 'f', 0)
                             : QString();
  const QString speed = speed_text(r.gflops, integers),
                text = measured_text({r.time.median, r.gflops, bar, over_least}, r.machine, r.counters, integers);
  if (r.verify) {
    const QString detail = tr("%1 of %2 elements compared, largest difference %3; median of %4 runs, ± %5 µs")
                               .arg(r.verify->checked)
                               .arg(r.verify->total)
                               .arg(r.verify->max_abs_error, 0, 'g', 3)
                               .arg(r.time.runs)
                               .arg(r.time.mad, 0, 'f', 1) +
                           nanDetail(*r.verify) + countedDetail(r.counters) +
                           (shares.isEmpty() ? QString() : QStringLiteral("; ") + speed + shares);
    const bool nothing = r.verify->ok && r.verify->only_nan();
    const Gain gain = r.verify->ok && !nothing && workbench_->session().document()
                          ? overPlainLoops(ran_, workspace::measurement(r, ran_sizes_))
                          : Gain();
    check(nothing        ? RunBadge::State::Unchecked
          : r.verify->ok ? RunBadge::State::Equal
                         : RunBadge::State::Different,
          nothing        ? tr("only NaN · %1").arg(text)
          : r.verify->ok ? tr("equal · %1").arg(text) + gain.text
                         : tr("different · %1").arg(time),
          detail + gain.detail, gain.slow);
  }
  record(ran_, workspace::measurement(r, ran_sizes_));
  Diagnostics all = diagnostics();
  for (const Diagnostic& d : report.diagnostics)
    if (d.severity == Severity::Error) all.push_back(d);
  workbench_->session().report(reportName(), std::move(all));
}

std::optional<GroupProfile> KernelPage::profile() const {
  const auto preview = wholePreview();
  if (!group_.valid() || lost_ || !preview) return std::nullopt;
  auto heat = view_->heatOf(preview->text);
  if (!heat) return std::nullopt;
  return GroupProfile{group_, preview, std::move(heat)};
}

// Every state with a time of this machine, in its roofline; states of one script are one point.
void KernelPage::updateRoofline() {
  const workspace::Document* document = workbench_->session().document();
  const kernel::NestFigures* figures = view_->figures();
  if (view_->detailTabs()->currentWidget() != roofline_ || !document || !figures) return;
  std::vector<RooflineView::Point> points;
  const workspace::History& history = document->history();
  const std::map<std::string, int64_t> sizes = view_->sizes()->values();
  const std::vector<workspace::StateId> path = history.path(history.current().id);
  std::map<std::string, size_t> of_script;
  for (const workspace::State& state : history.states()) {
    const workspace::Measurement* time = history.measured(state.id, task_, &sizes, &workbench_->machine());
    if (!time) continue;
    RooflineView::Point point{time->median_us, stateName(state.id), state.id == history.current().id,
                              std::ranges::find(path, state.id) != path.end(), state.id.value};
    if (point.current && state.tag.empty()) point.label = tr("now");
    const auto [known, is_new] = of_script.emplace(script_at(state, task_, default_script_), points.size());
    if (is_new)
      points.push_back(std::move(point));
    else if (point.current || (point.on_path && !points[known->second].current))
      points[known->second] = std::move(point);
  }
  roofline_->setIntegers(countsIntegers());
  roofline_->setKernel(operations(), figures->bytes, std::move(points));
}

}  // namespace nw::views
