// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/kernel_comparison.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <tuple>
#include <utility>

#include "common/text.h"
#include "common/workbench.h"
#include "common/wrapped_rows.h"
#include "kernel/assembly_view.h"
#include "kernel/measure.h"
#include "kernel/nest_view.h"
#include "kernel/state_name.h"
#include "measure/statistics.h"
#include "models/gain.h"
#include "models/html.h"
#include "models/run_text.h"

namespace nw::views {

namespace {

QString name_of(const TargetFacts& facts) {
  return qs(facts.name.empty() ? facts.id : facts.name);
}

QToolButton* step_button(QWidget* parent, Qt::ArrowType arrow, const QString& name) {
  auto* button = new QToolButton(parent);
  button->setArrowType(arrow);
  button->setAutoRaise(true);
  button->setAccessibleName(name);
  button->setToolTip(name);
  return button;
}

}  // namespace

KernelComparison::KernelComparison(Workbench& workbench, Kernel kernel, Targets targets, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      kernel_(std::move(kernel)),
      targets_of_(std::move(targets)),
      targets_(targets_of_()),
      times_(new VersionTimes(workbench, kernel_.title, kernel_.task, kernel_.sizes, this)),
      summary_(new QLabel(this)),
      list_(new QListWidget(this)),
      measure_(new QPushButton(tr("Measure both"), this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  buildHead(column);
  auto* halves = new QSplitter(this);
  halves->setChildrenCollapsible(false);
  for (const size_t side : {0u, 1u}) halves->addWidget(makeSide(side, halves));
  halves->addWidget(list_);
  list_->hide();  // the code has its room until there is a difference
  list_->setAccessibleName(tr("Differences of the two versions"));
  list_->setMinimumWidth(180);
  list_->setResizeMode(QListView::Adjust);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setItemDelegate(new WrappedRows(list_));
  halves->setStretchFactor(0, 3);
  halves->setStretchFactor(1, 3);
  halves->setStretchFactor(2, 1);
  halves->setSizes({440, 440, 260});
  column->addWidget(halves, 1);
  for (const size_t side : {0u, 1u}) connectSide(side);
  connect(list_, &QListWidget::currentRowChanged, this, &KernelComparison::showDifference);
  connect(measure_, &QPushButton::clicked, this, &KernelComparison::measureOrStop);
  connect(times_, &VersionTimes::changed, this, &KernelComparison::showTimes);
  connect(times_, &VersionTimes::measured, this, &KernelComparison::measured);
  workbench_.addViewer(this);
  fillVersions();
  fillTargets();
  showTimes();
}

KernelComparison::~KernelComparison() {
  workbench_.removeViewer(this);
  times_->disconnect(this);
  workbench_.jobs().cancel(purpose());
}

QString KernelComparison::purpose() const {
  return QStringLiteral("compare kernels %1").arg(reinterpret_cast<quintptr>(this));
}

void KernelComparison::buildHead(QVBoxLayout* column) {
  summary_->setWordWrap(true);
  summary_->setAccessibleName(tr("How the two differ"));
  auto* head = new QHBoxLayout;
  head->setContentsMargins(12, 6, 12, 6);
  head->addWidget(summary_, 1);
  for (const auto& [arrow, name, direction, key] :
       {std::tuple{Qt::UpArrow, tr("The difference before (Alt+Up)"), -1, Qt::Key_Up},
        std::tuple{Qt::DownArrow, tr("The next difference (Alt+Down)"), 1, Qt::Key_Down}}) {
    QToolButton* button = step_button(this, arrow, name);
    connect(button, &QToolButton::clicked, this, [this, by = direction] { step(by); });
    auto* shortcut = new QShortcut(QKeySequence(Qt::ALT | key), this);
    shortcut->setContext(Qt::WidgetWithChildrenShortcut);
    connect(shortcut, &QShortcut::activated, this, [this, by = direction] { step(by); });
    head->addWidget(button);
  }
  head->addWidget(measure_);
  column->addLayout(head);
}

QWidget* KernelComparison::makeSide(size_t side, QWidget* parent) {
  const bool left = side == 0;
  Side& made = sides_[side];
  auto* half = new QWidget(parent);
  made.version = new QComboBox(half);
  made.version->setAccessibleName(left ? tr("Version on the left") : tr("Version on the right"));
  made.target = new QComboBox(half);
  made.target->setAccessibleName(left ? tr("Target on the left") : tr("Target on the right"));
  for (QComboBox* box : {made.version, made.target}) {
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(10);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  }
  made.time = new QLabel(half);
  made.time->setAccessibleName(left ? tr("Time on the left") : tr("Time on the right"));
  made.code = new QLabel(half);
  made.code->setObjectName(QStringLiteral("dim"));
  made.code->setWordWrap(true);
  made.code->setAccessibleName(left ? tr("Code on the left, in numbers") : tr("Code on the right, in numbers"));
  made.code->setContentsMargins(8, 2, 8, 2);
  auto* faces = new QSplitter(Qt::Vertical, half);
  faces->setChildrenCollapsible(false);
  made.nest = new NestView(faces);
  made.nest->setAccessibleName(left ? tr("Loop nest on the left") : tr("Loop nest on the right"));
  auto* below = new QWidget(faces);
  made.assembly = new AssemblyView(below);
  made.assembly->setAccessibleName(left ? tr("Assembly on the left") : tr("Assembly on the right"));
  auto* below_column = new QVBoxLayout(below);
  below_column->setContentsMargins(0, 0, 0, 0);
  below_column->setSpacing(0);
  below_column->addWidget(made.code);
  below_column->addWidget(made.assembly, 1);
  faces->addWidget(made.nest);
  faces->addWidget(below);
  faces->setStretchFactor(0, 1);
  faces->setStretchFactor(1, 1);
  auto* boxes = new QHBoxLayout;
  boxes->setContentsMargins(8, 2, 8, 2);
  boxes->addWidget(made.version, 2);
  boxes->addWidget(made.target, 1);
  auto* times = new QHBoxLayout;
  times->setContentsMargins(12, 2, 12, 4);
  times->addWidget(made.time, 1);
  auto* column = new QVBoxLayout(half);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(boxes);
  column->addLayout(times);
  column->addWidget(faces, 1);
  return half;
}

void KernelComparison::connectSide(size_t side) {
  Side& made = sides_[side];
  for (QComboBox* box : {made.version, made.target})
    connect(box, &QComboBox::activated, this, &KernelComparison::showChosen);
  connect(made.nest->verticalScrollBar(), &QScrollBar::valueChanged, this, [this, side] { follow(side); });
  connect(made.assembly->verticalScrollBar(), &QScrollBar::valueChanged, this, [this, side] { followCode(side); });
  connect(made.nest, &NestView::selected, this,
          [this, side](const KernelSelection& selection) { select(side, selection); });
  connect(made.assembly, &AssemblyView::selected, this,
          [this, side](const KernelSelection& selection) { select(side, selection); });
}

// The present state first, then the others from the newest; states of one script are one version. Then named schedules
// that no state's present one is, the default, and those from elsewhere.
std::vector<KernelVersion> KernelComparison::versions() const {
  std::vector<KernelVersion> found;
  const workspace::Document* document = workbench_.session().document();
  if (!document) return found;
  const workspace::History& history = document->history();
  const auto add = [&](const QString& name, const std::string& script, workspace::StateId state) {
    if (!script.empty() && std::ranges::find(found, script, &KernelVersion::script) == found.end())
      found.push_back({name, script, state});
  };
  const auto script_of = [&](const workspace::State& state) {
    return script_at(state, kernel_.task, kernel_.default_script);
  };
  add(tr("present: %1").arg(state_name(history, history.current().id, kernel_.task, kernel_.default_script)),
      script_of(history.current()), history.current().id);
  for (size_t i = history.states().size(); i-- > 0;) {
    const workspace::State& state = history.states()[i];
    add(state_name(history, state.id, kernel_.task, kernel_.default_script), script_of(state), state.id);
  }
  if (const auto own = history.choices().kernels.find(kernel_.task); own != history.choices().kernels.end())
    for (const auto& [name, script] : own->second.scripts) add(qs(name), script, {});
  add(tr("the default schedule"), kernel_.default_script, {});
  for (const auto& [name, script] : kernel_.others) add(name, script, {});
  return found;
}

// What was chosen stays so, also under a new name, or with what was typed into it since.
void KernelComparison::fillVersions() {
  const std::vector<KernelVersion> before = std::exchange(versions_, versions());
  for (const size_t side : {0u, 1u}) {
    QComboBox* box = sides_[side].version;
    const auto was = static_cast<size_t>(std::max(0, box->currentIndex()));
    const KernelVersion chosen = was < before.size() ? before[was] : KernelVersion();
    const QSignalBlocker quiet(box);
    box->clear();
    for (const KernelVersion& each : versions_) {
      box->addItem(each.name);
      box->setItemData(box->count() - 1, plain_tip(each.name), Qt::ToolTipRole);
    }
    auto same = std::ranges::find(versions_, chosen.script, &KernelVersion::script);
    if (same == versions_.end() && chosen.state.valid())
      same = std::ranges::find(versions_, chosen.state, &KernelVersion::state);
    box->setCurrentIndex(same == versions_.end() ? 0 : static_cast<int>(same - versions_.begin()));
  }
}

void KernelComparison::fillTargets() {
  for (const size_t side : {0u, 1u}) {
    QComboBox* box = sides_[side].target;
    const QSignalBlocker quiet(box);
    box->clear();
    for (const ActiveTarget& each : targets_) box->addItem(name_of(each.facts));
    box->setVisible(targets_.size() > 1);
  }
}

// A side for the active target follows it.
void KernelComparison::refreshTargets() {
  std::array<std::string, 2> chosen;
  for (const size_t side : {0u, 1u})
    if (sides_[side].target->currentIndex() > 0) chosen[side] = target(side).facts.id;
  targets_ = targets_of_();
  fillTargets();
  for (const size_t side : {0u, 1u}) {
    const auto same = std::ranges::find_if(
        targets_, [&](const ActiveTarget& each) { return !chosen[side].empty() && each.facts.id == chosen[side]; });
    const QSignalBlocker quiet(sides_[side].target);
    sides_[side].target->setCurrentIndex(same == targets_.end() ? 0 : static_cast<int>(same - targets_.begin()));
  }
  showChosen();
}

void KernelComparison::targetChanged() {
  refreshTargets();
}

// Typing changes them with each key: what is not on screen follows when it is shown.
void KernelComparison::choicesChanged() {
  stale_ = !isVisible();
  if (stale_) return;
  fillVersions();
  showChosen();
}

void KernelComparison::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (!std::exchange(stale_, false)) return showTimes();
  fillVersions();
  showChosen();
}

void KernelComparison::preferencesChanged() {
  if (!compared_.empty()) make();
}

void KernelComparison::compare(const std::string& left, const std::string& right) {
  for (const auto& [side, script] : {std::pair{0u, &left}, std::pair{1u, &right}}) {
    const auto found = std::ranges::find(versions_, *script, &KernelVersion::script);
    if (found != versions_.end()) sides_[side].version->setCurrentIndex(static_cast<int>(found - versions_.begin()));
  }
  showChosen();
}

const KernelVersion* KernelComparison::version(size_t side) const {
  const int at = sides_[side].version->currentIndex();
  return at >= 0 && static_cast<size_t>(at) < versions_.size() ? &versions_[static_cast<size_t>(at)] : nullptr;
}

const ActiveTarget& KernelComparison::target(size_t side) const {
  const int at = std::max(0, sides_[side].target->currentIndex());
  return targets_[static_cast<size_t>(at)];
}

VersionTimes::Subject KernelComparison::subject(size_t side) const {
  return {version(side) ? *version(side) : KernelVersion(), target(side)};
}

// Makes what is chosen, unless that is shown.
void KernelComparison::showChosen() {
  if (!version(0) || !version(1)) return showTimes();
  std::vector<VersionToCompare> chosen;
  for (const size_t side : {0u, 1u}) chosen.push_back({version(side)->script, target(side).rules});
  if (chosen == compared_) return showTimes();
  compared_ = std::move(chosen);
  make();
}

void KernelComparison::make() {
  workbench_.jobs().run<VersionPair>(
      purpose(), tr("Comparing two versions of %1").arg(kernel_.title), this,
      [versions = std::array{compared_[0], compared_[1]}, intel = workbench_.preferences().intel_syntax,
       worker = workbench_.workerOptions()](const CancelToken& cancel) {
        return compare_versions(versions, cancellable(worker, cancel), intel);
      },
      [this](VersionPair made) { take(std::move(made)); });
  showTimes();
}

void KernelComparison::take(VersionPair made) {
  if (!made.previews[0] || !made.previews[1]) return;
  following_ = true;
  pair_ = std::move(made.nests);
  same_code_ =
      std::ranges::equal(made.lines[0], made.lines[1], {}, &kernel::AssemblyLine::text, &kernel::AssemblyLine::text);
  of_ = made.of;
  differences_ = std::move(made.differences);
  for (const size_t side : {0u, 1u}) {
    Side& shown = sides_[side];
    shown.preview = made.previews[side];
    shown.lines = made.lines[side];
    shown.heat.reset();
    shown.nest->setNest(shown.preview, side == 0 ? pair_.left_changed : pair_.right_changed, {},
                        shown.preview->nest ? QString() : tr("this version does not lower to a loop nest"));
    if (made.lines[side].empty())
      shown.assembly->setMessage(tr("No code: %1").arg(made.why_no_code[side]));
    else
      shown.assembly->setLines(std::move(made.lines[side]));
    shown.nest->setPairColours(shown.assembly->pairColours());
    shown.code->setText(shown.assembly->summary());
  }
  list_->clear();
  for (const NestPair::Difference& each : differences_) {
    auto* item = new QListWidgetItem(each.text, list_);
    item->setToolTip(plain_tip(each.text));
  }
  list_->setVisible(!differences_.empty());
  following_ = false;
  showTimes();
  if (list_->count() > 0) list_->setCurrentRow(0);
}

QString KernelComparison::summary() const {
  const auto count = static_cast<int>(differences_.size());
  QString differ = tr("The loop nests are the same.");
  if (count > 0 && of_ == VersionPair::Of::Nests)
    differ = tr("%n difference(s) of the loop nests.", nullptr, count);
  else if (count > 0 && of_ == VersionPair::Of::Scripts)
    differ = tr("The loop nests are the same; %n difference(s) of the scripts.", nullptr, count);
  else if (count > 0)
    differ = tr("The loop nests are the same; %n difference(s) of the code.", nullptr, count);
  const workspace::Measurement *left = times_->time(subject(0)), *right = times_->time(subject(1));
  if (!left || !right || left->median_us <= 0 || right->median_us <= 0) return differ;
  if (!measure::times_compare(left->machine, right->machine)) return differ;
  const QString gain = gain_text(left->median_us, right->median_us);
  return differ + QLatin1Char(' ') + tr("The right one against the left: %1.").arg(gain);
}

bool KernelComparison::settled() const {
  return !workbench_.jobs().busy(purpose()) && !times_->running();
}

QString KernelComparison::timeText(size_t side) const {
  const workspace::Measurement* known = times_->time(subject(side));
  if (!known) return tr("not measured on %1").arg(name_of(target(side).facts));
  const double spread = known->median_us > 0 ? 100 * known->mad_us / known->median_us : 0;
  return tr("%1 ± %2 % on %3")
             .arg(duration_text(known->median_us))
             .arg(spread, 0, 'f', 1)
             .arg(name_of(target(side).facts)) +
         over_fastest_text(measure::over_fastest(workspace::timing(*known)));
}

// Of each side: its time, what cut names are in full, and where the time of the code that is shown goes.
void KernelComparison::showTimes() {
  QStringList why_not;
  for (const size_t side : {0u, 1u}) {
    Side& shown = sides_[side];
    const VersionTimes::Subject now = subject(side);
    shown.time->setText(timeText(side));
    shown.version->setToolTip(plain_tip(now.version.name));
    shown.target->setToolTip(plain_tip(name_of(now.target.facts)));
    if (const QString why = times_->whyNotMeasured(now); !why.isEmpty() && !why_not.contains(why)) why_not << why;
  }
  showHeat();
  summary_->setText(summary());
  const bool running = times_->running(), possible = measurable(0) || measurable(1);
  const bool again = possible && times_->allMeasured({subject(0), subject(1)});
  measure_->setText(running ? tr("Stop measuring") : again ? tr("Measure again") : tr("Measure both"));
  measure_->setAccessibleName(measure_->text());
  measure_->setEnabled(running || possible);
  measure_->setToolTip(running    ? tr("Stops the run, and what waits behind it")
                       : again    ? tr("Run each again on its target; the new times replace those that are shown")
                       : possible ? tr("Run each that has no time yet on its target, one after the other")
                                  : plain_tip(why_not.join(QLatin1Char('\n'))));
}

// Heat scrolls the assembly to the hottest line: the other side follows once both have theirs.
void KernelComparison::showHeat() {
  std::array<int, 2> before{};
  following_ = true;
  for (const size_t side : {0u, 1u}) {
    Side& shown = sides_[side];
    before[side] = shown.assembly->verticalScrollBar()->value();
    auto heat = workbench_.jobs().busy(purpose()) ? nullptr : times_->heat(subject(side));
    if (heat == shown.heat) continue;
    shown.nest->setHeat(heat);
    shown.assembly->setHeat(heat);
    shown.heat = std::move(heat);
  }
  following_ = false;
  for (const size_t side : {0u, 1u})
    if (sides_[side].assembly->verticalScrollBar()->value() != before[side]) return followCode(side);
}

bool KernelComparison::measurable(size_t side) const {
  return version(side) && times_->whyNotMeasured(subject(side)).isEmpty();
}

void KernelComparison::measureOrStop() {
  if (times_->running()) return times_->stop();
  times_->measure({subject(0), subject(1)});
}

}  // namespace nw::views
