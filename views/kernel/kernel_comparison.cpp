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
#include "kernel/assembly_view.h"
#include "kernel/measure.h"
#include "kernel/nest_view.h"
#include "kernel/state_name.h"
#include "kernel/valid_part.h"
#include "models/gain.h"
#include "models/html.h"
#include "models/run_text.h"
#include "models/window_words.h"

namespace nw::views {

// What is computed on another thread for two versions.
struct KernelComparison::Made {
  std::array<std::shared_ptr<const kernel::KernelPreview>, 2> previews;
  NestPair pair;
  std::array<std::vector<kernel::AssemblyLine>, 2> lines;
  std::array<QString, 2> why_no_code;
};

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

KernelComparison::KernelComparison(Workbench& workbench, Kernel kernel, std::vector<ActiveTarget> targets,
                                   QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      kernel_(std::move(kernel)),
      targets_(std::move(targets)),
      summary_(new QLabel(this)),
      list_(new QListWidget(this)),
      measure_(new QPushButton(tr("Measure both"), this)) {
  summary_->setWordWrap(true);
  summary_->setAccessibleName(tr("How the two differ"));
  list_->setAccessibleName(tr("Differences of the loop nests"));
  list_->setTextElideMode(Qt::ElideRight);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  measure_->setAccessibleName(measure_->text());
  measure_->setToolTip(tr("Run each that has no time yet on the active target, one after the other"));
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
  auto* halves = new QSplitter(this);
  halves->setChildrenCollapsible(false);
  for (const size_t side : {0u, 1u}) halves->addWidget(makeSide(side, halves));
  halves->addWidget(list_);
  list_->setMinimumWidth(180);
  halves->setStretchFactor(0, 3);
  halves->setStretchFactor(1, 3);
  halves->setStretchFactor(2, 1);
  halves->setSizes({440, 440, 260});
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(head);
  column->addWidget(halves, 1);
  for (const size_t side : {0u, 1u}) connectSide(side);
  connect(list_, &QListWidget::currentRowChanged, this, &KernelComparison::showDifference);
  connect(measure_, &QPushButton::clicked, this, &KernelComparison::measureNext);
  workbench_.addViewer(this);
  refill();
}

KernelComparison::~KernelComparison() {
  workbench_.removeViewer(this);
  for (const char* what : {"compare kernels", "measure compared"}) workbench_.jobs().cancel(purpose(what));
}

QString KernelComparison::purpose(const char* what) const {
  return QStringLiteral("%1 %2").arg(QLatin1String(what)).arg(reinterpret_cast<quintptr>(this));
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
  for (const ActiveTarget& each : targets_) made.target->addItem(name_of(each.facts));
  made.target->setVisible(targets_.size() > 1);
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
  for (QComboBox* box : {made.version, made.target}) connect(box, &QComboBox::activated, this, &KernelComparison::make);
  connect(made.nest->verticalScrollBar(), &QScrollBar::valueChanged, this, [this, side] { follow(side); });
  connect(made.assembly->verticalScrollBar(), &QScrollBar::valueChanged, this, [this, side] { followCode(side); });
  connect(made.nest, &NestView::selected, this,
          [this, side](const KernelSelection& selection) { select(side, selection); });
  connect(made.assembly, &AssemblyView::selected, this,
          [this, side](const KernelSelection& selection) { select(side, selection); });
}

// The present state first, then the others from the newest; states of one script are one version. Then named schedules
// that no state's present one is, and the default.
std::vector<KernelComparison::Version> KernelComparison::versions() const {
  std::vector<Version> found;
  const workspace::Document* document = workbench_.session().document();
  if (!document) return found;
  const workspace::History& history = document->history();
  const auto add = [&](const QString& name, const std::string& script, workspace::StateId state) {
    if (!script.empty() && std::ranges::find(found, script, &Version::script) == found.end())
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
  return found;
}

// What was chosen stays so, also under a new name.
void KernelComparison::refill() {
  const std::vector<Version> before = std::exchange(versions_, versions());
  for (const size_t side : {0u, 1u}) {
    QComboBox* box = sides_[side].version;
    const auto was = static_cast<size_t>(std::max(0, box->currentIndex()));
    const std::string script = was < before.size() ? before[was].script : std::string();
    const QSignalBlocker quiet(box);
    box->clear();
    for (const Version& each : versions_) box->addItem(each.name);
    const auto same = std::ranges::find(versions_, script, &Version::script);
    box->setCurrentIndex(same == versions_.end() ? 0 : static_cast<int>(same - versions_.begin()));
  }
  showTimes();
}

void KernelComparison::choicesChanged() {
  refill();
}

void KernelComparison::preferencesChanged() {
  make();
}

void KernelComparison::compare(const std::string& left, const std::string& right) {
  for (const auto& [side, script] : {std::pair{0u, &left}, std::pair{1u, &right}}) {
    const auto found = std::ranges::find(versions_, *script, &Version::script);
    if (found != versions_.end()) sides_[side].version->setCurrentIndex(static_cast<int>(found - versions_.begin()));
  }
  make();
}

const KernelComparison::Version* KernelComparison::version(size_t side) const {
  const int at = sides_[side].version->currentIndex();
  return at >= 0 && static_cast<size_t>(at) < versions_.size() ? &versions_[static_cast<size_t>(at)] : nullptr;
}

const ActiveTarget& KernelComparison::target(size_t side) const {
  const int at = std::max(0, sides_[side].target->currentIndex());
  return targets_[static_cast<size_t>(at)];
}

void KernelComparison::make() {
  showTimes();
  if (!version(0) || !version(1)) return;
  workbench_.jobs().run<Made>(
      purpose("compare kernels"), tr("Comparing two versions of %1").arg(kernel_.title), this,
      [scripts = std::array{version(0)->script, version(1)->script},
       rules = std::array{target(0).rules, target(1).rules}, intel = workbench_.preferences().intel_syntax,
       worker = workbench_.workerOptions()](const CancelToken& cancel) {
        Made made;
        for (const size_t side : {0u, 1u}) {
          kernel::PreviewOptions options;
          options.fixes = false;
          options.cancel = cancel;
          options.target = rules[side];
          made.previews[side] =
              std::make_shared<const kernel::KernelPreview>(kernel::preview_valid_part(scripts[side], options));
          if (cancel.cancelled()) return made;
        }
        made.pair = pair_nests(made.previews[0]->printed, made.previews[1]->printed);
        for (const size_t side : {0u, 1u}) {
          worker::WorkerOptions here = cancellable(worker, cancel);
          here.connection.reset();  // code is made on this computer, whatever it is for
          auto lines = kernel::compiled_lines(*made.previews[side], {}, here, intel);
          if (lines.value)
            made.lines[side] = std::move(*lines.value);
          else if (!lines.diagnostics.empty())
            made.why_no_code[side] = window_words(lines.diagnostics.front().message);
        }
        return made;
      },
      [this](Made made) { take(std::move(made)); });
}

void KernelComparison::take(Made made) {
  if (!made.previews[0] || !made.previews[1]) return;
  following_ = true;
  pair_ = std::move(made.pair);
  for (const size_t side : {0u, 1u}) {
    Side& shown = sides_[side];
    shown.preview = made.previews[side];
    shown.lines = made.lines[side];
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
  for (const NestPair::Difference& each : pair_.differences) {
    auto* item = new QListWidgetItem(each.text, list_);
    item->setToolTip(plain_tip(each.text));
  }
  following_ = false;
  summary_->setText(summary());
  if (list_->count() > 0) list_->setCurrentRow(0);
}

QString KernelComparison::summary() const {
  const auto count = static_cast<int>(pair_.differences.size());
  const QString nests =
      count == 0 ? tr("The loop nests are the same.") : tr("%n difference(s) of the loop nests.", nullptr, count);
  const workspace::Measurement *left = time(0), *right = time(1);
  if (!left || !right || left->median_us <= 0 || right->median_us <= 0) return nests;
  if (!measure::times_compare(left->machine, right->machine)) return nests;
  const QString gain = gain_text(left->median_us, right->median_us);
  return nests + QLatin1Char(' ') + tr("The right one against the left: %1.").arg(gain);
}

bool KernelComparison::settled() const {
  return !workbench_.jobs().busy(purpose("compare kernels")) && !workbench_.jobs().busy(purpose("measure compared"));
}

// ── times ────────────────────────────────────────────────────────────────────────────────────────────────────────

const workspace::Measurement* KernelComparison::time(size_t side) const {
  const Version* shown = version(side);
  const workspace::Document* document = workbench_.session().document();
  if (!shown || !document || !shown->state.valid()) return nullptr;
  const workspace::History& history = document->history();
  if (shown->state.index() >= history.states().size()) return nullptr;
  if (target(side).facts == workbench_.target())
    return history.measured(shown->state, kernel_.task, &kernel_.sizes, &workbench_.machine());
  return history.measured_on(shown->state, kernel_.task, target(side).facts.id);
}

QString KernelComparison::timeText(size_t side) const {
  const workspace::Measurement* known = time(side);
  if (!known) return tr("not measured on %1").arg(name_of(target(side).facts));
  const double spread = known->median_us > 0 ? 100 * known->mad_us / known->median_us : 0;
  return tr("%1 ± %2 % on %3")
      .arg(duration_text(known->median_us))
      .arg(spread, 0, 'f', 1)
      .arg(name_of(target(side).facts));
}

bool KernelComparison::measurable(size_t side) const {
  return version(side) && version(side)->state.valid() && target(side).facts == workbench_.target() &&
         workbench_.activeTarget().why_not_run.isEmpty() && !time(side);
}

void KernelComparison::showTimes() {
  for (const size_t side : {0u, 1u}) sides_[side].time->setText(timeText(side));
  summary_->setText(summary());
  measure_->setEnabled((measurable(0) || measurable(1)) && !workbench_.jobs().busy(purpose("measure compared")));
}

// One at a time: two would share the processor and both be wrong.
void KernelComparison::measureNext() {
  const size_t side = measurable(0) ? 0 : 1;
  if (!measurable(side)) return showTimes();
  workbench_.jobs().run<workspace::SampledRun>(
      purpose("measure compared"), tr("Measuring %1, %2").arg(kernel_.title, version(side)->name), this,
      [script = version(side)->script, rules = target(side).rules, sizes = kernel_.sizes,
       worker = workbench_.workerOptions(), threads = workbench_.target().compute.units](const CancelToken& cancel) {
        measure::RunRequest request;
        request.sizes = sizes;
        request.verify = true;
        request.threads = threads;
        return workspace::sampled_run(script, rules, request, cancellable(worker, cancel));
      },
      [this, side, state = version(side)->state](const workspace::SampledRun& ran) {
        workspace::Document* document = workbench_.session().document();
        if (!document) return;
        if (!ran.report.value) {
          const auto& why = ran.report.diagnostics;
          Q_EMIT workbench_.message(tr("%1 did not run: %2")
                                        .arg(sides_[side].version->currentText(),
                                             why.empty() ? tr("no answer") : window_words(why.front().message)));
          return showTimes();
        }
        document->history().record(state, kernel_.task, workspace::measurement(*ran.report.value, kernel_.sizes));
        sides_[side].nest->setHeat(ran.heat);
        sides_[side].assembly->setHeat(ran.heat);
        measureNext();
      });
  workbench_.jobs().setTarget(purpose("measure compared"), workbench_.target().id);
  measure_->setEnabled(false);
}

// ── moving together ──────────────────────────────────────────────────────────────────────────────────────────────

void KernelComparison::step(int direction) {
  const int count = list_->count();
  if (count == 0) return;
  list_->setCurrentRow((list_->currentRow() + direction + count) % count);
}

void KernelComparison::showDifference(int row) {
  if (row < 0 || static_cast<size_t>(row) >= pair_.differences.size()) return;
  const NestPair::Difference& shown = pair_.differences[static_cast<size_t>(row)];
  following_ = true;
  sides_[0].nest->showStretch(shown.left, shown.left_lines);
  sides_[1].nest->showStretch(shown.right, shown.right_lines);
  showCode(0, shown.left);
  showCode(1, shown.right);
  following_ = false;
}

// The first code of that line of the nest, or of the next one that has some.
void KernelComparison::showCode(size_t side, int nest_line) {
  const std::vector<kernel::AssemblyLine>& lines = sides_[side].lines;
  int best = -1;
  for (size_t i = 0; i < lines.size(); ++i) {
    const int line = lines[i].shown_line;
    if (line < nest_line || (best >= 0 && line >= lines[static_cast<size_t>(best)].shown_line)) continue;
    best = static_cast<int>(i);
  }
  if (best >= 0) sides_[side].assembly->verticalScrollBar()->setValue(best);
}

void KernelComparison::follow(size_t moved) {
  const std::vector<int>& other_of = moved == 0 ? pair_.right_of : pair_.left_of;
  const int top = sides_[moved].nest->verticalScrollBar()->value();
  if (following_ || top < 0 || static_cast<size_t>(top) >= other_of.size()) return;
  following_ = true;
  const int there = other_of[static_cast<size_t>(top)];
  sides_[1 - moved].nest->verticalScrollBar()->setValue(there);
  showCode(moved, top);
  showCode(1 - moved, there);
  following_ = false;
}

void KernelComparison::followCode(size_t moved) {
  const std::vector<int>& other_of = moved == 0 ? pair_.right_of : pair_.left_of;
  const std::vector<kernel::AssemblyLine>& lines = sides_[moved].lines;
  const int top = sides_[moved].assembly->verticalScrollBar()->value();
  if (following_ || top < 0 || static_cast<size_t>(top) >= lines.size()) return;
  const int line = lines[static_cast<size_t>(top)].shown_line;
  if (line < 0 || static_cast<size_t>(line) >= other_of.size()) return;
  following_ = true;
  const int there = other_of[static_cast<size_t>(line)];
  showCode(1 - moved, there);
  sides_[moved].nest->reveal(line);
  sides_[1 - moved].nest->reveal(there);
  following_ = false;
}

// The same place on the other side: its stages and loops are others, even where they read alike.
void KernelComparison::select(size_t side, const KernelSelection& selection) {
  following_ = true;
  sides_[side].nest->setSelection(selection);
  sides_[side].assembly->setSelection(selection);
  const auto& lines = sides_[side].preview ? sides_[side].preview->printed.lines : std::vector<tir::PrintedLine>();
  const auto at =
      std::ranges::find_if(lines, [&](const tir::PrintedLine& line) { return selection.relation(line.from) > 0; });
  const std::vector<int>& other_of = side == 0 ? pair_.right_of : pair_.left_of;
  if (at != lines.end() && sides_[1 - side].preview) {
    const auto there = static_cast<size_t>(other_of[static_cast<size_t>(at - lines.begin())]);
    const auto& others = sides_[1 - side].preview->printed.lines;
    if (there < others.size()) {
      const tir::Provenance& from = others[there].from;
      const KernelSelection same{from.stage, from.axis, from.line};
      sides_[1 - side].nest->setSelection(same);
      sides_[1 - side].assembly->setSelection(same);
    }
  }
  following_ = false;
}

}  // namespace nw::views
