// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/step_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <algorithm>

namespace nw::views {

namespace {

// Which lines of a text are those of the one before.
class LineMatch {
 public:
  LineMatch(const QStringList& before, const QStringList& after) {
    const auto n = static_cast<int>(before.size()), m = static_cast<int>(after.size());
    int tail = 0;
    while (head < std::min(n, m) && before[head] == after[head]) ++head;
    while (tail < std::min(n, m) - head && before[n - 1 - tail] == after[m - 1 - tail]) ++tail;
    changed = m - tail;
    old_changed_ = n - tail;
    pair(before.mid(head, old_changed_ - head), after.mid(head, changed - head));
  }

  // As many lines as came to be of the first `lines` of the text before.
  int now(int lines) const {
    if (lines <= head) return lines;
    if (lines > old_changed_) return lines + changed - old_changed_;
    std::pair<int, int> last{-1, -1}, next{old_changed_ - head, changed - head};
    for (const auto& pair : pairs_)
      if (pair.first < lines - head)
        last = pair;
      else if (pair.first < next.first)
        next = pair;
    // After the last unchanged line: rewritten text counts line by line.
    return head + last.second + 1 + std::min(lines - head - 1 - last.first, next.second - last.second - 1);
  }

  int head = 0;     // lines at the beginning that are as they were
  int changed = 0;  // the last changed line in the new text

 private:
  // A longest common subsequence; none for texts that are too long.
  void pair(const QStringList& a, const QStringList& b) {
    const auto n = static_cast<size_t>(a.size()), m = static_cast<size_t>(b.size());
    if (n * m > 250'000) return;
    std::vector<std::vector<int>> best(n + 1, std::vector<int>(m + 1, 0));
    const auto same = [&](size_t i, size_t j) { return a[static_cast<int>(i)] == b[static_cast<int>(j)]; };
    for (size_t i = n; i-- > 0;)
      for (size_t j = m; j-- > 0;)
        best[i][j] = same(i, j) ? best[i + 1][j + 1] + 1 : std::max(best[i + 1][j], best[i][j + 1]);
    for (size_t i = 0, j = 0; i < n && j < m;)
      if (same(i, j))
        pairs_.emplace_back(static_cast<int>(i++), static_cast<int>(j++));
      else if (best[i + 1][j] >= best[i][j + 1])
        ++i;
      else
        ++j;
  }

  int old_changed_ = 0;
  std::vector<std::pair<int, int>> pairs_;  // of lines behind the head, in rising order
};

}  // namespace

StepBar::StepBar(QWidget* parent)
    : QWidget(parent),
      back_(new QToolButton(this)),
      forward_(new QToolButton(this)),
      slider_(new QSlider(Qt::Horizontal, this)),
      label_(new QLabel(this)) {
  back_->setArrowType(Qt::LeftArrow);
  back_->setAutoRaise(true);
  back_->setAccessibleName(tr("One step back"));
  back_->setToolTip(tr("One step back"));
  forward_->setArrowType(Qt::RightArrow);
  forward_->setAutoRaise(true);
  forward_->setAccessibleName(tr("One step forward"));
  forward_->setToolTip(tr("One step forward"));
  slider_->setAccessibleName(tr("Step of the schedule"));
  slider_->setPageStep(1);
  label_->setMinimumWidth(label_->fontMetrics().horizontalAdvance(tr("step %1 of %2").arg(88).arg(88)) + 8);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 4, 8, 4);
  row->setSpacing(4);
  row->addWidget(back_);
  row->addWidget(slider_, 1);
  row->addWidget(forward_);
  row->addWidget(label_);
  connect(back_, &QToolButton::clicked, this, [this] { slider_->setValue(slider_->value() - 1); });
  connect(forward_, &QToolButton::clicked, this, [this] { slider_->setValue(slider_->value() + 1); });
  connect(slider_, &QSlider::valueChanged, this, [this](int value) {
    const auto at = static_cast<size_t>(value);
    stop_ = at >= lines_.size() ? 0 : at == 0 ? lines_.front() - 1 : lines_[at - 1];
    update();
    Q_EMIT scrubbed(stop_, value > 0 ? lines_[at - 1] : 0);
  });
  setSteps({});
}

void StepBar::setSteps(const std::vector<int>& lines) {
  const QSignalBlocker block(slider_);
  lines_ = lines;
  const auto end = stop_ == 0 ? lines_.end() : std::upper_bound(lines_.begin(), lines_.end(), stop_);
  if (end == lines_.end()) stop_ = 0;
  slider_->setRange(0, static_cast<int>(lines_.size()));
  slider_->setValue(static_cast<int>(end - lines_.begin()));
  update();
}

void StepBar::goTo(int stop_after_line) {
  if (stop_ == stop_after_line) return;
  stop_ = stop_after_line;
  setSteps(std::vector<int>(lines_));
  Q_EMIT scrubbed(stop_, 0);
}

void StepBar::follow(const QString& before, const QString& after, int line) {
  if (stop_ == 0 || before == after) return;
  const LineMatch match(before.split(QLatin1Char('\n')), after.split(QLatin1Char('\n')));
  stop_ = match.now(stop_);
  if (match.changed > match.head) stop_ = std::max(stop_, line == kWhatChanged ? match.changed : line);
  stop_ = std::max(stop_, 1);
}

void StepBar::update() {
  back_->setEnabled(slider_->value() > 0);
  forward_->setEnabled(slider_->value() < slider_->maximum());
  slider_->setEnabled(!lines_.empty());
  label_->setText(lines_.empty() ? tr("no steps") : tr("step %1 of %2").arg(slider_->value()).arg(lines_.size()));
}

}  // namespace nw::views
