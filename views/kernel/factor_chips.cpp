// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/factor_chips.h"

#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace nw::views {

std::vector<qint64> FactorChips::suggestions(std::optional<qint64> extent, int vector_lanes) {
  std::vector<qint64> found;
  if (extent) {
    for (qint64 d = 2; d * d <= *extent && found.size() < 64; ++d)
      if (*extent % d == 0) {
        found.push_back(d);
        if (d != *extent / d) found.push_back(*extent / d);
      }
  } else {
    found = {2, 4, 8, 16, 32, 64};
  }
  if (!extent || vector_lanes < *extent) found.push_back(vector_lanes);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  // Few chips: the small ones matter most, the great ones are reached by their quotient.
  if (found.size() > 15) found.resize(15);
  return found;
}

FactorChips::FactorChips(Says says, std::optional<qint64> extent, int vector_lanes, QWidget* parent)
    : QFrame(parent, Qt::Popup), own_(new QSpinBox(this)) {
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
    auto* chip = new QToolButton(this);
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
    connect(chip, &QToolButton::clicked, this, [this, factor] {
      done_ = true;
      Q_EMIT chosen(factor);
      close();
    });
    chips_[factor] = chip;
    grid->addWidget(chip, i / 5, i % 5);
    ++i;
  }
  column->addLayout(grid);
  own_->setAccessibleName(tr("A factor of your own"));
  own_->setRange(1, 1 << 20);
  own_->setValue(static_cast<int>(std::min<qint64>(vector_lanes, extent.value_or(vector_lanes))));
  own_->setPrefix(tr("own: "));
  connect(own_, &QSpinBox::valueChanged, this, [this](int value) { Q_EMIT previewed(value); });
  column->addWidget(own_);
  own_->setFocus();
  own_->selectAll();
}

void FactorChips::setFits(qint64 factor, const QString& memory) {
  const auto chip = chips_.find(factor);
  if (chip == chips_.end()) return;
  chip->second->setText(tr("%1 · fits %2").arg(chip->second->text(), memory));
  chip->second->setToolTip(tr("%1; the largest of these whose inner loop touches no more than %2 holds")
                               .arg(chip->second->toolTip(), memory));
  adjustSize();
}

void FactorChips::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    done_ = true;
    Q_EMIT chosen(own_->value());
    close();
    return;
  }
  QFrame::keyPressEvent(event);
}

bool FactorChips::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Enter || event->type() == QEvent::FocusIn)
    if (const QVariant factor = watched->property("factor"); factor.isValid()) Q_EMIT previewed(factor.toLongLong());
  return QFrame::eventFilter(watched, event);
}

void FactorChips::hideEvent(QHideEvent* event) {
  QFrame::hideEvent(event);
  if (!done_) Q_EMIT cancelled();
  done_ = true;
  deleteLater();
}

}  // namespace nw::views
