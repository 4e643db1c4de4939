// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/player.h"

#include <QHBoxLayout>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QSlider>
#include <QStyleOptionSlider>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "common/icons.h"
#include "common/text.h"
#include "models/sentence_text.h"

namespace nw::views {

namespace {

constexpr int kStepMs = 350;

// A slider with a tick where each phase begins, named on hovering.
class PhaseSlider : public QSlider {
 public:
  using QSlider::QSlider;
  void setPhases(std::vector<std::pair<int, QString>> phases) {
    phases_ = std::move(phases);
    update();
  }

 protected:
  void paintEvent(QPaintEvent* event) override {
    QSlider::paintEvent(event);
    QPainter painter(this);
    painter.setPen(QPen(palette().color(QPalette::Text), 2));
    for (const auto& [at, name] : phases_) painter.drawLine(x_of(at), height() / 2 - 7, x_of(at), height() / 2 + 7);
  }
  bool event(QEvent* event) override {
    if (event->type() != QEvent::ToolTip) return QSlider::event(event);
    constexpr int kNear = 6;
    const auto* help = static_cast<QHelpEvent*>(event);
    QString text;
    for (const auto& [at, name] : phases_)
      if (std::abs(help->pos().x() - x_of(at)) <= kNear) text = name;
    QToolTip::showText(help->globalPos(), text, this);
    return true;
  }

 private:
  int x_of(int value) const {
    QStyleOptionSlider option;
    initStyleOption(&option);
    const int handle = style()->pixelMetric(QStyle::PM_SliderLength, &option, this);
    return handle / 2 + QStyle::sliderPositionFromValue(minimum(), maximum(), value, width() - handle);
  }
  std::vector<std::pair<int, QString>> phases_;
};

}  // namespace

Player::Player(QWidget* parent) : QFrame(parent) {
  setObjectName(QStringLiteral("bar"));
  setAccessibleName(tr("Fusion, step by step"));
  setFocusPolicy(Qt::StrongFocus);
  auto button = [this](const QString& tip) {
    auto* made = new QToolButton(this);
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    made->setFocusPolicy(Qt::TabFocus);
    return made;
  };
  first_ = button(tr("To the phase before (Page Up)"));
  back_ = button(tr("One decision back (Left)"));
  play_ = button(tr("Play (Space)"));
  play_->setCheckable(true);
  forward_ = button(tr("One decision on (Right)"));
  last_ = button(tr("To the next phase (Page Down)"));
  close_ = button(tr("Leave the algorithm (Esc)"));
  slider_ = new PhaseSlider(Qt::Horizontal, this);
  slider_->setAccessibleName(tr("Decisions of the algorithm"));
  slider_->setFocusProxy(this);
  where_ = new QLabel(this);
  where_->setObjectName(QStringLiteral("dim"));
  what_ = new QLabel(this);
  what_->setTextFormat(Qt::RichText);
  what_->setWordWrap(true);
  what_->setMinimumHeight(2 * fontMetrics().height());
  what_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  auto* row = new QHBoxLayout;
  row->setSpacing(4);
  for (QToolButton* each : {first_, back_, play_, forward_, last_}) row->addWidget(each);
  row->addWidget(slider_, 1);
  row->addWidget(where_);
  row->addWidget(close_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 4, 8, 4);
  column->setSpacing(2);
  column->addLayout(row);
  column->addWidget(what_);
  connect(first_, &QToolButton::clicked, this, [this] { nextPhase(-1); });
  connect(back_, &QToolButton::clicked, this, [this] { step(-1); });
  connect(forward_, &QToolButton::clicked, this, [this] { step(1); });
  connect(last_, &QToolButton::clicked, this, [this] { nextPhase(1); });
  connect(play_, &QToolButton::toggled, this, &Player::play);
  connect(close_, &QToolButton::clicked, this, &Player::closed);
  connect(slider_, &QSlider::valueChanged, this, &Player::go);
  timer_.setInterval(kStepMs);
  connect(&timer_, &QTimer::timeout, this, [this] {
    step(1);
    if (!playback_ || at_ >= static_cast<int>(playback_->events.size())) play_->setChecked(false);
  });
}

void Player::setTheme(const Theme& theme) {
  const std::pair<QToolButton*, const char*> icons[] = {{first_, "media-skip-backward"}, {back_, "go-previous"},
                                                        {play_, "media-playback-start"}, {forward_, "go-next"},
                                                        {last_, "media-skip-forward"},   {close_, "window-close"}};
  for (const auto& [each, name] : icons) each->setIcon(icon(QString::fromLatin1(name), theme.text));
}

void Player::setPlayback(std::shared_ptr<const graph::Graph> graph, std::shared_ptr<const fusion::Playback> playback) {
  graph_ = std::move(graph);
  playback_ = std::move(playback);
  play_->setChecked(false);
  at_ = -1;
  slider_->setRange(0, playback_ ? static_cast<int>(playback_->events.size()) : 0);
  std::vector<std::pair<int, QString>> phases;
  for (const int at : phaseSteps())
    phases.emplace_back(at, tr("Phase %1 begins").arg(playback_->events[static_cast<size_t>(at) - 1].phase));
  static_cast<PhaseSlider*>(slider_)->setPhases(std::move(phases));
  go(0);
}

std::vector<int> Player::phaseSteps() const {
  std::vector<int> steps;
  for (size_t i = 0; playback_ && i < playback_->events.size(); ++i)
    if (playback_->events[i].kind == fusion::PlayEvent::Kind::Phase) steps.push_back(static_cast<int>(i) + 1);
  return steps;
}

QString Player::sentence() const {
  if (!playback_) return {};
  if (at_ == 0) return tr("Every node is alone. First the tree of dominators: where do a node's uses all meet again?");
  return translated(fusion::sentence(*graph_, playback_->events[static_cast<size_t>(at_) - 1]));
}

void Player::go(int count) {
  if (!playback_) return;
  count = std::clamp(count, 0, static_cast<int>(playback_->events.size()));
  if (count == at_) return;
  at_ = count;
  slider_->setValue(at_);
  where_->setText(tr("%1 of %2").arg(at_).arg(playback_->events.size()));
  what_->setText(rich_text(sentence()));
  back_->setEnabled(at_ > 0);
  first_->setEnabled(at_ > 0);
  forward_->setEnabled(at_ < slider_->maximum());
  last_->setEnabled(at_ < slider_->maximum());
  setAccessibleDescription(sentence());
  Q_EMIT moved();
}

// To where a phase begins, or the end.
void Player::nextPhase(int direction) {
  if (!playback_) return;
  int to = at_ + direction;
  while (to > 0 && to < slider_->maximum() &&
         playback_->events[static_cast<size_t>(to) - 1].kind != fusion::PlayEvent::Kind::Phase)
    to += direction;
  go(to);
}

void Player::play(bool on) {
  if (on && at_ == slider_->maximum()) go(0);
  on ? timer_.start() : timer_.stop();
}

void Player::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
      step(-1);
      break;
    case Qt::Key_Right:
      step(1);
      break;
    case Qt::Key_Home:
      go(0);
      break;
    case Qt::Key_End:
      go(slider_->maximum());
      break;
    case Qt::Key_PageUp:
      nextPhase(-1);
      break;
    case Qt::Key_PageDown:
      nextPhase(1);
      break;
    case Qt::Key_Space:
      play_->toggle();
      break;
    case Qt::Key_Escape:
      Q_EMIT closed();
      break;
    default:
      QFrame::keyPressEvent(event);
  }
}

}  // namespace nw::views
