// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/tune_tabs.h"

#include <QCoreApplication>
#include <QPointer>
#include <algorithm>

#include "common/text.h"
#include "common/workbench.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/sizes_bar.h"
#include "tune/tune_view.h"
#include "window/kernel_tabs.h"
#include "window/network_run.h"
#include "window/tuning.h"

namespace nw::window {

using namespace nw::views;

namespace {

constexpr size_t kMostOwn = 16;              // measured schedules of a person's that are candidates
constexpr const char* kTuned = "tunedTask";  // property of a tab

struct TuneTexts {
  Q_DECLARE_TR_FUNCTIONS(nw::window::TuneTabs)
};

class KernelSource : public TuningSource {
 public:
  KernelSource(Workbench& workbench, KernelPage* page)
      : workbench_(workbench), page_(page), task_(page->task()), name_(page->title()) {}

  bool model() const override { return false; }
  QString name() const override { return name_; }
  std::string task(const std::string&) const override { return task_; }
  std::string script() const override { return page_ ? ss(page_->view()->script()) : std::string(); }
  TuningSubject subject() const override {
    TuningSubject subject;
    if (!page_) return subject;
    subject.script = script();
    subject.sizes = page_->view()->sizes()->values();
    if (page_->group().valid()) subject.key = task_;
    subject.own = measured(subject);
    return subject;
  }

 private:
  // The schedules of the history with a time on this machine, the fastest first.
  std::vector<TuningSubject::Own> measured(const TuningSubject& subject) const {
    std::map<std::string, const workspace::Measurement*> times;
    const workspace::History& history = workbench_.session().document()->history();
    for (const workspace::State& state : history.states()) {
      const std::string script = script_at(state, task_, {});
      if (script.empty() || script == subject.script || !state.measured.contains(task_)) continue;
      const workspace::Measurement* time = history.measured(state.id, task_, &subject.sizes, &workbench_.machine());
      if (time && time->check == workspace::Measurement::Check::Equal) times[script] = time;
    }
    std::vector<TuningSubject::Own> own;
    for (const auto& [script, time] : times)
      own.push_back({script, {time->median_us, time->median_us, time->mad_us, time->runs}});
    std::ranges::sort(own, {}, [](const TuningSubject::Own& each) { return each.time.median; });
    if (own.size() > kMostOwn) own.resize(kMostOwn);
    return own;
  }

  Workbench& workbench_;
  QPointer<KernelPage> page_;
  std::string task_;
  QString name_;
};

class ModelSource : public TuningSource {
 public:
  explicit ModelSource(Workbench& workbench)
      : workbench_(workbench), name_(qs(workbench.session().document()->title())) {}

  bool model() const override { return true; }
  QString name() const override { return name_; }
  TuningSubject subject() const override {
    TuningSubject subject;
    if (!workbench_.session().model()) return subject;
    subject.model = workbench_.session().document()->model();
    subject.fusion = workbench_.session().lastFusion();
    subject.network = network_request(workbench_);
    return subject;
  }

 private:
  Workbench& workbench_;
  QString name_;
};

// True where there is one, which is shown then.
bool show_known(KernelTabs& tabs, const QString& task) {
  for (int i = 0; i < tabs.count(); ++i)
    if (tabs.widget(i)->property(kTuned).toString() == task) {
      tabs.setCurrentIndex(i);
      return true;
    }
  return false;
}

void add_tab(KernelTabs& tabs, Workbench& workbench, TargetList& targets, TuneView::Subject subject,
             std::unique_ptr<TuningSource> source, const QString& task) {
  auto* view = new TuneView(subject, &tabs);
  view->setProperty(kTuned, task);
  const QString title = TuneTexts::tr("Tuning %1").arg(source->name());
  new Tuning(workbench, targets, *view, std::move(source));
  tabs.setCurrentIndex(tabs.addTab(view, title));
}

}  // namespace

QString why_not_tuned(const Workbench& workbench, const KernelPage* page) {
  const ActiveTarget& target = workbench.activeTarget();
  if (!target.why_not_run.isEmpty()) return target.why_not_run;
  if (target.facts.code.lowering == "device")
    return TuneTexts::tr("Schedules are searched for processors, not for a %1 yet").arg(qs(target.facts.kind));
  if (target.facts.clock.kind == "emulated")
    return TuneTexts::tr("An emulator's times do not say which schedule is faster");
  if (page && page->failed()) return TuneTexts::tr("This group has no loops to shape");
  if (page && page->view()->preview() && page->view()->preview()->tvmscript)
    return TuneTexts::tr("TVMScript has its schedule in its loops: there are no steps to search");
  return {};
}

void open_tuning(KernelTabs& tabs, Workbench& workbench, TargetList& targets) {
  KernelPage* page = tabs.current();
  if (!page || show_known(tabs, QStringLiteral("kernel ") + qs(page->task()))) return;
  const QString task = QStringLiteral("kernel ") + qs(page->task());
  add_tab(tabs, workbench, targets, TuneView::Subject::Kernel, std::make_unique<KernelSource>(workbench, page), task);
}

void open_model_tuning(KernelTabs& tabs, Workbench& workbench, TargetList& targets) {
  if (!workbench.session().model() || !workbench.session().lastFusion()) return;
  const QString task = QStringLiteral("model");
  if (show_known(tabs, task)) return;
  add_tab(tabs, workbench, targets, TuneView::Subject::Model, std::make_unique<ModelSource>(workbench), task);
}

}  // namespace nw::window
