// SPDX-License-Identifier: GPL-3.0-or-later
#include "patterns/trial_picture.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <functional>
#include <map>

#include "common/text.h"
#include "kernel/kernel_colors.h"
#include "models/html.h"

namespace nw::views {

namespace {

constexpr double kWidth = 168, kHeight = 30, kGapX = 20, kGapY = 34, kMargin = 28, kBetween = 120;
constexpr double kSmallest = 0.7;  // of its size, so that words can be read

// Rows by the longest way from the result, which is at the bottom; in a row, in the order of their first reader.
std::vector<QRectF> layered(const std::vector<std::vector<int>>& parts, int root, QPointF origin, QSizeF& size) {
  const size_t count = parts.size();
  std::vector<int> depth(count, 0), order, met;  // met: readers first, arguments from left to right
  std::vector<char> seen(count, 0);
  const std::function<void(int)> visit = [&](int at) {
    if (std::exchange(seen[static_cast<size_t>(at)], 1)) return;
    met.push_back(at);
    for (const int part : parts[static_cast<size_t>(at)]) visit(part);
    order.push_back(at);
  };
  if (count > 0) visit(root);
  std::vector<int> from_root(order.rbegin(), order.rend());
  for (size_t i = 0; i < count; ++i)
    if (!seen[i]) {
      from_root.push_back(static_cast<int>(i));
      met.push_back(static_cast<int>(i));
    }
  int deepest = 0;
  for (const int at : from_root)
    for (const int part : parts[static_cast<size_t>(at)]) {
      depth[static_cast<size_t>(part)] = std::max(depth[static_cast<size_t>(part)], depth[static_cast<size_t>(at)] + 1);
      deepest = std::max(deepest, depth[static_cast<size_t>(part)]);
    }
  std::map<int, std::vector<int>> rows;
  for (const int at : met) rows[depth[static_cast<size_t>(at)]].push_back(at);
  size_t widest = 1;
  for (auto& [row, members] : rows) widest = std::max(widest, members.size());
  const double width = static_cast<double>(widest) * (kWidth + kGapX) - kGapX;
  std::vector<QRectF> rects(count);
  for (const auto& [row, members] : rows) {
    const double own = static_cast<double>(members.size()) * (kWidth + kGapX) - kGapX;
    for (size_t i = 0; i < members.size(); ++i)
      rects[static_cast<size_t>(members[i])] =
          QRectF(origin.x() + (width - own) / 2 + static_cast<double>(i) * (kWidth + kGapX),
                 origin.y() + (deepest - row) * (kHeight + kGapY), kWidth, kHeight);
  }
  size = QSizeF(width, deepest * (kHeight + kGapY) + kHeight);
  return rects;
}

template <class Things>
std::vector<std::vector<int>> parts_of(const Things& things) {
  std::vector<std::vector<int>> all;
  for (const auto& each : things) all.push_back(each.parts);
  return all;
}

}  // namespace

TrialPicture::TrialPicture(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("The pattern beside the model's part"));
}

void TrialPicture::setTrial(std::shared_ptr<const pattern::TrialSteps> trial) {
  trial_ = std::move(trial);
  step_ = -1;
  place();
  setMinimumSize((size_ * kSmallest).toSize());
  update();
}

void TrialPicture::place() {
  pieces_.clear();
  parts_.clear();
  size_ = {};
  if (!trial_ || trial_->pattern.empty()) return;
  const QPointF origin(kMargin, kMargin + kHeight);
  QSizeF left, right;
  pieces_ = layered(parts_of(trial_->pattern), static_cast<int>(trial_->pattern.size()) - 1, origin, left);
  parts_ = layered(parts_of(trial_->model), 0, origin + QPointF(left.width() + kBetween, 0), right);
  // Both results on one line.
  const double lower = left.height() - right.height();
  for (QRectF& rect : lower > 0 ? parts_ : pieces_) rect.translate(0, std::abs(lower));
  size_ = QSizeF(left.width() + kBetween + right.width() + 2 * kMargin,
                 std::max(left.height(), right.height()) + 2 * kMargin + kHeight);
}

// As large as it was drawn, or smaller where there is less room.
double TrialPicture::scale() const {
  return size_.isEmpty() ? 1 : std::clamp(width() / size_.width(), kSmallest, 1.0);
}

QSize TrialPicture::sizeHint() const {
  return size_.toSize();
}

const pattern::TrialSteps::Step* TrialPicture::step() const {
  if (!trial_ || step_ < 0 || static_cast<size_t>(step_) >= trial_->steps.size()) return nullptr;
  return &trial_->steps[static_cast<size_t>(step_)];
}

void TrialPicture::setStep(int step) {
  step_ = step;
  update();
}

void TrialPicture::paintEvent(QPaintEvent*) {
  const KernelColors colors = KernelColors::from(palette());
  QPainter painter(this);
  painter.fillRect(rect(), colors.background);
  if (!trial_ || pieces_.empty()) return;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.scale(scale(), scale());
  const pattern::TrialSteps::Step* now = step();
  std::vector<char> tied_piece(pieces_.size(), 0), tied_part(parts_.size(), 0);
  if (now)
    for (const auto& [piece, part] : now->ties)
      tied_piece[static_cast<size_t>(piece)] = tied_part[static_cast<size_t>(part)] = 1;
  const auto edges = [&](const auto& things, const std::vector<QRectF>& rects) {
    painter.setPen(QPen(colors.border, 1.5));
    for (size_t i = 0; i < rects.size(); ++i)
      for (const int part : things[i].parts) {
        const QRectF& from = rects[static_cast<size_t>(part)];
        const QPointF a(from.center().x(), from.bottom()), b(rects[i].center().x(), rects[i].top());
        QPainterPath path(a);
        path.cubicTo(a + QPointF(0, kGapY / 2), b - QPointF(0, kGapY / 2), b);
        painter.drawPath(path);
      }
  };
  edges(trial_->pattern, pieces_);
  edges(trial_->model, parts_);
  const auto tie = [&](int piece, int part, const QPen& pen) {
    const QRectF &a = pieces_[static_cast<size_t>(piece)], &b = parts_[static_cast<size_t>(part)];
    const QPointF from(a.right(), a.center().y()), to(b.left(), b.center().y());
    QPainterPath path(from);
    path.cubicTo(from + QPointF(kBetween / 2, 0), to - QPointF(kBetween / 2, 0), to);
    painter.setPen(pen);
    painter.drawPath(path);
  };
  const bool failed = now && now->what == pattern::TrialSteps::What::Failed;
  if (now) {
    for (const auto& [piece, part] : now->ties) tie(piece, part, QPen(colors.ok, 1.5, Qt::DashLine));
    if (now->piece >= 0 && now->part >= 0)
      tie(now->piece, now->part,
          QPen(failed ? colors.error : colors.accent, 2.5, failed ? Qt::DotLine : Qt::SolidLine));
  }
  const auto boxes = [&](const auto& things, const std::vector<QRectF>& rects, const std::vector<char>& tied, int at) {
    for (size_t i = 0; i < rects.size(); ++i) {
      const bool current = static_cast<int>(i) == at;
      const QColor line = current ? (failed ? colors.error : colors.accent) : tied[i] ? colors.ok : colors.border;
      painter.setPen(QPen(line, current ? 2.5 : 1.5));
      painter.setBrush(tied[i] ? KernelColors::blend(colors.ok, colors.background, 0.12) : colors.margin);
      painter.drawRoundedRect(rects[i], 6, 6);
      painter.setPen(colors.text);
      painter.drawText(rects[i].adjusted(8, 0, -8, 0), Qt::AlignCenter,
                       fontMetrics().elidedText(qs(things[i].label), Qt::ElideRight, static_cast<int>(kWidth) - 16));
    }
  };
  boxes(trial_->pattern, pieces_, tied_piece, now ? now->piece : -1);
  boxes(trial_->model, parts_, tied_part, now ? now->part : -1);
  painter.setPen(colors.dim);
  const double right = parts_.front().left();
  painter.drawText(QPointF(kMargin, kMargin), tr("Pattern"));
  double first = right;
  for (const QRectF& rect : parts_) first = std::min(first, rect.left());
  painter.drawText(QPointF(first, kMargin), tr("Model"));
}

void TrialPicture::mousePressEvent(QMouseEvent* event) {
  for (size_t i = 0; i < parts_.size(); ++i)
    if (parts_[i].contains(event->position() / scale())) Q_EMIT partClicked(static_cast<int>(i));
}

bool TrialPicture::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip && trial_) {
    auto* help = static_cast<QHelpEvent*>(event);
    const QPointF at = QPointF(help->pos()) / scale();
    QString text;
    for (size_t i = 0; i < parts_.size(); ++i)
      if (parts_[i].contains(at)) text = qs(trial_->model[i].label + "\n" + trial_->model[i].name);
    for (size_t i = 0; i < pieces_.size(); ++i)
      if (pieces_[i].contains(at)) text = qs(trial_->pattern[i].label);
    text.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), plain_tip(text), this);
    return true;
  }
  return QWidget::event(event);
}

}  // namespace nw::views
