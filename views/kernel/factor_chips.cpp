// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/factor_chips.h"

#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "kernel/kernel_colors.h"

namespace nw::views {

// A factor, with a small label for the cache, whose space is reserved, so that no chip moves.
class FactorChips::Chip : public QToolButton {
 public:
  using QToolButton::QToolButton;
  void setMemory(const QString& memory) {
    memory_ = memory;
    update();
  }
  QSize sizeHint() const override {
    return QToolButton::sizeHint() + QSize(QFontMetrics(small()).horizontalAdvance(QStringLiteral("RAM")) + 4, 0);
  }

 protected:
  void paintEvent(QPaintEvent* event) override {
    QToolButton::paintEvent(event);
    if (memory_.isEmpty()) return;
    const KernelColors colors = KernelColors::from(palette());
    QPainter painter(this);
    painter.setFont(small());
    painter.setPen(memory_ == QStringLiteral("L1")    ? colors.ok
                   : memory_ == QStringLiteral("RAM") ? colors.warning
                                                      : colors.dim);
    painter.drawText(rect().adjusted(0, 2, -5, -3), Qt::AlignRight | Qt::AlignBottom, memory_);
  }

 private:
  QFont small() const {
    QFont font = this->font();
    font.setPointSizeF(0.78 * font.pointSizeF());
    return font;
  }
  QString memory_;
};

std::vector<qint64> FactorChips::suggestions(std::optional<qint64> extent, int vector_lanes) {
  std::vector<qint64> found;
  if (extent) {
    for (qint64 d = 2; d * d <= *extent && found.size() < 64; ++d)
      if (*extent % d == 0) {
        found.push_back(d);
        if (d != *extent / d) found.push_back(*extent / d);
      }
    // Of a number that little divides, powers of two as well: they leave a tail.
    constexpr size_t kFew = 3;
    if (found.size() < kFew)
      for (qint64 power = *extent < 8 ? 2 : 4; power < *extent && power <= 1024; power *= 2) found.push_back(power);
  } else {
    found = {2, 4, 8, 16, 32, 64};
  }
  if (vector_lanes > 1 && (!extent || vector_lanes < *extent)) found.push_back(vector_lanes);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  // Few chips: the small ones matter most, the great ones are reached by their quotient.
  if (found.size() > 15) found.resize(15);
  return found;
}

FactorChips::FactorChips(Says says, std::optional<qint64> extent, int vector_lanes, QWidget* parent)
    : QFrame(parent, Qt::Popup) {
  setAccessibleName(tr("Split factor"));
  setObjectName(QStringLiteral("chips"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 12, 12, 12);
  column->setSpacing(8);
  const bool parts = says == Says::Parts;
  const QString title = !extent ? (parts ? tr("Split into this many parts") : tr("Split by"))
                        : parts ? tr("Split an extent of %1 into this many parts").arg(*extent)
                                : tr("Split an extent of %1 by").arg(*extent);
  column->addWidget(new QLabel(title, this));
  auto* grid = new QGridLayout;
  grid->setSpacing(4);
  int i = 0;
  for (qint64 factor : suggestions(extent, vector_lanes)) {
    auto* chip = new Chip(this);
    const bool vector = !parts && factor == vector_lanes;
    const bool divides = !extent || *extent % factor == 0;
    chip->setText(vector ? tr("%1 · vector").arg(factor) : QString::number(factor));
    const QString other = extent ? QString::number(*extent / factor) : tr("some");
    const QString own = QString::number(factor);
    chip->setToolTip(divides ? tr("%1 loops of %2").arg(parts ? own : other, parts ? other : own)
                             : tr("leaves a tail of %1, guarded by a predicate").arg(*extent % factor));
    chip->setAccessibleName(tr("factor %1").arg(factor));
    chip->setProperty("factor", factor);
    chip->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    chip->installEventFilter(this);
    connect(chip, &QToolButton::clicked, this, [this, factor] { choose(factor); });
    chips_[factor] = chip;
    grid->addWidget(chip, i / 5, i % 5);
    ++i;
    if (factor <= 8) given_ = factor;
  }
  if (vector_lanes > 1 && !parts && chips_.contains(vector_lanes))
    given_ = vector_lanes;
  else if (given_ == 1)
    given_ = std::min<qint64>(4, extent.value_or(4));
  column->addLayout(grid);
  const auto leaves_tail = [&](const auto& chip) { return extent && *extent % chip.first != 0; };
  if (!chips_.empty() && std::ranges::all_of(chips_, leaves_tail)) {
    auto* note = new QLabel(tr("Nothing divides %1: a tail remains, guarded by a predicate").arg(*extent), this);
    note->setObjectName(QStringLiteral("dim"));
    column->addWidget(note);
  }
  addField(says);
  column->addWidget(own_);
  own_->setFocus();
  own_->selectAll();
}

void FactorChips::addField(Says says) {
  own_ = new QSpinBox(this);
  own_->setAccessibleName(tr("A factor of your own"));
  own_->setRange(1, 1 << 20);
  own_->setValue(static_cast<int>(given_));
  own_->setPrefix(says == Says::Parts ? tr("parts: ") : tr("factor: "));
  connect(own_, &QSpinBox::valueChanged, this, [this](int value) {
    given_ = value;
    Q_EMIT previewed(value);
  });
}

void FactorChips::setFits(qint64 factor, const QString& memory, const QString& bytes) {
  const auto chip = chips_.find(factor);
  if (chip == chips_.end()) return;
  chip->second->setMemory(memory);
  chip->second->setAccessibleName(tr("factor %1, fits %2").arg(factor).arg(memory));
  chip->second->setToolTip(chip->second->toolTip() + QLatin1Char('\n') + tr("this tile: %1 %2").arg(bytes, memory));
}

void FactorChips::tryOut(qint64 factor) {
  const QSignalBlocker quiet(own_);  // the number stays one's own
  own_->setValue(static_cast<int>(factor));
  Q_EMIT previewed(factor);
}

void FactorChips::choose(qint64 factor) {
  done_ = true;
  Q_EMIT chosen(factor);
  close();
}

void FactorChips::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return choose(own_->value());
  QFrame::keyPressEvent(event);
}

bool FactorChips::eventFilter(QObject* watched, QEvent* event) {
  const QVariant factor = watched->property("factor");
  if (factor.isValid() && !done_) {
    if (event->type() == QEvent::Enter || event->type() == QEvent::FocusIn)
      tryOut(factor.toLongLong());
    else if (event->type() == QEvent::Leave || event->type() == QEvent::FocusOut)
      tryOut(given_);
  }
  return QFrame::eventFilter(watched, event);
}

void FactorChips::hideEvent(QHideEvent* event) {
  QFrame::hideEvent(event);
  if (!std::exchange(done_, true)) Q_EMIT cancelled();
  deleteLater();
}

}  // namespace nw::views
