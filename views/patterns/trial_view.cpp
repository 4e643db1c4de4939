// SPDX-License-Identifier: GPL-3.0-or-later
#include "patterns/trial_view.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "common/text.h"
#include "common/workbench.h"
#include "models/html.h"
#include "patterns/trial_picture.h"
#include "workspace/pattern_view.h"

namespace nw::views {

namespace {
const QString kTrialJob = QStringLiteral("trial");
constexpr int kEveryMs = 700;
}  // namespace

TrialView::TrialView(Workbench& workbench, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      title_(new QLabel(this)),
      what_(new QLabel(this)),
      slider_(new QSlider(Qt::Horizontal, this)),
      back_(new QToolButton(this)),
      play_(new QToolButton(this)),
      forward_(new QToolButton(this)) {
  slider_->setAccessibleName(tr("Attempts"));
  slider_->setToolTip(tr("Each attempt in its order (arrow keys)"));
  slider_->setFixedWidth(220);
  const auto button = [](QToolButton* made, const QString& sign, const QString& tip) {
    made->setText(sign);
    made->setToolTip(tip);
    made->setAccessibleName(tip);
  };
  button(back_, QStringLiteral("◀"), tr("The attempt before (←)"));
  button(play_, QStringLiteral("▶▶"), tr("Play (Space)"));
  button(forward_, QStringLiteral("▶"), tr("The next attempt (→)"));
  play_->setCheckable(true);
  what_->setWordWrap(true);
  what_->setObjectName(QStringLiteral("dim"));
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(12, 8, 12, 4);
  for (QWidget* each : std::initializer_list<QWidget*>{back_, play_, forward_, slider_}) bar->addWidget(each);
  bar->addSpacing(12);
  bar->addWidget(title_, 1);
  title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* words = new QHBoxLayout;
  words->setContentsMargins(12, 0, 12, 8);
  words->addWidget(what_);
  auto* area = new QScrollArea(this);
  picture_ = new TrialPicture(area);
  area->setWidget(picture_);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(bar);
  column->addLayout(words);
  column->addWidget(area, 1);
  setFocusPolicy(Qt::StrongFocus);
  connect(slider_, &QSlider::valueChanged, this, &TrialView::go);
  connect(back_, &QToolButton::clicked, this, [this] { go(step_ - 1); });
  connect(forward_, &QToolButton::clicked, this, [this] { go(step_ + 1); });
  connect(play_, &QToolButton::toggled, this, &TrialView::play);
  connect(&timer_, &QTimer::timeout, this, [this] {
    if (!trial_ || step_ + 1 >= static_cast<int>(trial_->steps.size())) return play_->setChecked(false);
    go(step_ + 1);
  });
  connect(picture_, &TrialPicture::partClicked, this, [this](int part) {
    if (!trial_ || workbench_.session().graph() != graph_) return;
    const NodeId node = trial_->model[static_cast<size_t>(part)].node;
    if (node.valid()) workbench_.session().select(Selection::of_node(node));
  });
}

TrialView::~TrialView() {
  workbench_.jobs().cancel(kTrialJob);
}

void TrialView::setTrial(std::shared_ptr<const graph::Graph> graph, const std::string& table, const QString& name,
                         NodeId root, const QString& reason) {
  graph_ = graph;
  name_ = name;
  reason_ = reason;
  if (!graph || !root.valid()) return;
  const QString full = tr("%1 at %2").arg(name, qs(graph->node(root).name));
  title_->setText(name);
  title_->setToolTip(plain_tip(full));
  setAccessibleName(full);
  using Steps = std::shared_ptr<const pattern::TrialSteps>;
  workbench_.jobs().run<Steps>(
      kTrialJob, tr("Trying a pattern"), this,
      [graph, table, line = ss(name), root](const CancelToken&) {
        return std::make_shared<const pattern::TrialSteps>(workspace::compute_trial(*graph, table, line, root));
      },
      [this](Steps trial) { take(std::move(trial)); });
}

// It is shown as it ended; from there one goes back.
void TrialView::take(std::shared_ptr<const pattern::TrialSteps> trial) {
  trial_ = std::move(trial);
  picture_->setTrial(trial_);
  const int count = static_cast<int>(trial_->steps.size());
  const QSignalBlocker quiet(slider_);
  slider_->setRange(0, std::max(0, count - 1));
  int farthest = count - 1;
  // Of a failure, the attempt that failed by itself with the most tied: what follows is only the way back.
  if (!trial_->ok)
    for (int i = 0, most = -1; i < count; ++i) {
      const pattern::TrialSteps::Step& step = trial_->steps[static_cast<size_t>(i)];
      if (step.text.empty() || static_cast<int>(step.ties.size()) <= most) continue;
      most = static_cast<int>(step.ties.size());
      farthest = i;
    }
  go(std::max(0, farthest));
}

void TrialView::go(int step) {
  if (!trial_ || trial_->steps.empty()) return;
  step_ = std::clamp(step, 0, static_cast<int>(trial_->steps.size()) - 1);
  const QSignalBlocker quiet(slider_);
  slider_->setValue(step_);
  picture_->setStep(step_);
  what_->setText(sentence());
  back_->setEnabled(step_ > 0);
  forward_->setEnabled(step_ + 1 < static_cast<int>(trial_->steps.size()));
}

QString TrialView::sentence() const {
  using What = pattern::TrialSteps::What;
  if (!trial_ || trial_->steps.empty()) return {};
  const pattern::TrialSteps::Step& now = trial_->steps[static_cast<size_t>(step_)];
  const QString where = tr("%1 of %2: ").arg(step_ + 1).arg(trial_->steps.size());
  const QString piece = now.piece >= 0 ? qs(trial_->pattern[static_cast<size_t>(now.piece)].label) : QString();
  const QString part = now.part >= 0 ? qs(trial_->model[static_cast<size_t>(now.part)].name) : QString();
  switch (now.what) {
    case What::Try:
      return where + tr("is %2 `%1`?").arg(piece, part);
    case What::Tied: {
      const bool last = step_ + 1 == static_cast<int>(trial_->steps.size());
      const QString tied = where + tr("%2 is `%1`").arg(piece, part);
      return last && trial_->ok && !reason_.isEmpty() ? tr("%1. It matches, and is not taken: %2").arg(tied, reason_)
                                                      : tied;
    }
    case What::Turned:
      return where + tr("the arguments of `%1` the other way round").arg(piece);
    case What::Failed:
      break;
  }
  return where + (now.text.empty() ? tr("%2 is not `%1`").arg(piece, part) : qs(now.text));
}

void TrialView::play(bool on) {
  if (on && trial_ && step_ + 1 >= static_cast<int>(trial_->steps.size())) go(0);
  on ? timer_.start(kEveryMs) : timer_.stop();
}

void TrialView::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
      return go(step_ - 1);
    case Qt::Key_Right:
      return go(step_ + 1);
    case Qt::Key_Home:
      return go(0);
    case Qt::Key_End:
      return go(trial_ ? static_cast<int>(trial_->steps.size()) - 1 : 0);
    case Qt::Key_Space:
      return play_->toggle();
    default:
      QWidget::keyPressEvent(event);
  }
}

}  // namespace nw::views
