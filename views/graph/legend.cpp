// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/legend.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>

#include "graph/legend_painter.h"

namespace nw::views {

class Legend::Key : public QWidget {
 public:
  explicit Key(Legend* legend) : QWidget(legend), legend_(legend) {}
  QSize sizeHint() const override {
    return legend_->overlay_ ? legend_key_size(*legend_->overlay_, font()).toSize() : QSize();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    if (!legend_->overlay_) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paint_legend_key(painter, rect(), *legend_->overlay_, legend_->theme_, font());
  }

 private:
  Legend* legend_;
};

Legend::Legend(QWidget* parent)
    : QFrame(parent),
      theme_(Theme::load(false)),
      title_(new QLabel(this)),
      note_(new QLabel(this)),
      close_(new QToolButton(this)),
      top_(new QToolButton(this)),
      scale_(new QComboBox(this)),
      menu_(new QMenu(this)),
      key_(new Key(this)) {
  setObjectName(QStringLiteral("legend"));
  setToolTip(tr("What the colours mean"));
  QFont heavy = title_->font();
  heavy.setWeight(QFont::DemiBold);
  title_->setFont(heavy);
  note_->setObjectName(QStringLiteral("dim"));
  close_->setText(QStringLiteral("✕"));
  close_->setAutoRaise(true);
  close_->setAccessibleName(tr("Take the colours away"));
  close_->setToolTip(close_->accessibleName());
  scale_->addItems({tr("linear"), tr("logarithmic"), tr("by rank")});
  scale_->setAccessibleName(tr("Scale of the colours"));
  scale_->setToolTip(tr("How numbers become colours: by their size, by their logarithm, or by their rank"));
  top_->setText(tr("Top ten"));
  top_->setAccessibleName(tr("The ten greatest"));
  top_->setToolTip(tr("Go to one of the ten nodes with the greatest numbers"));
  top_->setPopupMode(QToolButton::InstantPopup);
  top_->setMenu(menu_);
  auto* head = new QHBoxLayout;
  head->addWidget(title_, 1);
  head->addWidget(close_);
  auto* foot = new QHBoxLayout;
  foot->addWidget(scale_, 1);
  foot->addWidget(top_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 6, 10, 8);
  column->setSpacing(4);
  column->addLayout(head);
  column->addWidget(note_);
  column->addWidget(key_);
  column->addLayout(foot);
  connect(close_, &QToolButton::clicked, this, &Legend::closed);
  connect(scale_, &QComboBox::activated, this,
          [this](int index) { Q_EMIT scaleWanted(static_cast<OverlayScale>(index)); });
  connect(menu_, &QMenu::aboutToShow, this, &Legend::greatestWanted);
  hide();
}

void Legend::setTheme(const Theme& theme) {
  theme_ = theme;
  key_->update();
}

void Legend::setOverlay(std::shared_ptr<const Overlay> overlay) {
  overlay_ = std::move(overlay);
  setVisible(overlay_ != nullptr);
  if (!overlay_) return;
  const bool numbers = overlay_->kinds.isEmpty();
  title_->setText(overlay_->title);
  const QString notes = legend_notes(*overlay_);
  note_->setText(notes);
  note_->setVisible(!notes.isEmpty());
  scale_->setVisible(numbers);
  top_->setVisible(numbers && !overlay_->greatest.empty());
  {
    const QSignalBlocker quiet(scale_);
    scale_->setCurrentIndex(static_cast<int>(overlay_->scale));
    QStandardItem* log = qobject_cast<QStandardItemModel*>(scale_->model())->item(static_cast<int>(OverlayScale::Log));
    log->setEnabled(overlay_->can_log);
    log->setToolTip(overlay_->can_log ? QString() : tr("Needs numbers of which none is below 0 and one is above it"));
  }
  QStringList words{tr("Colours: %1").arg(overlay_->title)};
  if (!notes.isEmpty()) words << notes.split(QLatin1Char('\n'));
  if (numbers)
    words << tr("from %1 to %2").arg(overlay_->text(overlay_->low), overlay_->text(overlay_->high));
  else
    words << overlay_->kinds;
  setAccessibleName(words.join(QStringLiteral(", ")));
  key_->updateGeometry();
  layout()->activate();
  resize(sizeHint());
  key_->update();
}

void Legend::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape)
    Q_EMIT closed();
  else
    QFrame::keyPressEvent(event);
}

}  // namespace nw::views
