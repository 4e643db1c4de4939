// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/command_palette.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>

#include "common/fuzzy.h"

namespace nw::views {

namespace {

constexpr int kWidth = 600, kRows = 12;
constexpr int kDetailRole = Qt::UserRole + 1;

// The detail is at the right, dim.
class Delegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const QString detail = index.data(kDetailRole).toString();
    QStyleOptionViewItem left = option;
    left.textElideMode = Qt::ElideMiddle;
    if (!detail.isEmpty()) {  // the title ends where the detail begins, the selection does not
      option.widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
      left.rect.setRight(option.rect.right() - 24 - option.fontMetrics.horizontalAdvance(detail));
    }
    QStyledItemDelegate::paint(painter, left, index);
    painter->save();
    painter->setPen(option.palette.color(QPalette::PlaceholderText));
    painter->drawText(option.rect.adjusted(8, 0, -12, 0), Qt::AlignRight | Qt::AlignVCenter, detail);
    painter->restore();
  }
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    return {QStyledItemDelegate::sizeHint(option, index).width(), option.fontMetrics.height() + 12};
  }
};

}  // namespace

CommandPalette::CommandPalette(QWidget* window)
    : QFrame(window), edit_(new QLineEdit(this)), list_(new QListWidget(this)) {
  setObjectName(QStringLiteral("palette"));
  setAccessibleName(tr("Command palette"));
  list_->setAccessibleName(tr("What fits"));
  list_->setItemDelegate(new Delegate(list_));
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setUniformItemSizes(true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 4, 4);
  column->setSpacing(4);
  column->addWidget(edit_);
  column->addWidget(list_);
  edit_->installEventFilter(this);
  connect(edit_, &QLineEdit::textChanged, this, &CommandPalette::typed);
  connect(list_, &QListWidget::itemClicked, this, &CommandPalette::runCurrent);
  hide();
}

void CommandPalette::open() {
  commands_.clear();
  for (const Source& source : sources_)
    for (Command& command : source()) commands_.push_back(std::move(command));
  choosing_ = false;
  appear(tr("Search nodes, groups and commands"));
}

void CommandPalette::choose(const QString& what, std::vector<Command> from) {
  commands_ = std::move(from);
  choosing_ = true;
  appear(what);
}

void CommandPalette::appear(const QString& what) {
  edit_->setPlaceholderText(what);
  edit_->setAccessibleName(what);
  edit_->clear();
  typed({});
  const QWidget* window = parentWidget();
  const int rows = choosing_ ? std::clamp(static_cast<int>(commands_.size()), 3, kRows) : kRows;
  resize(std::min(kWidth, window->width() - 32), 60 + rows * (fontMetrics().height() + 12));
  move((window->width() - width()) / 2, std::min(88, window->height() / 8));
  show();
  raise();
  edit_->setFocus();
}

void CommandPalette::typed(const QString& text) {
  searching_ = search_ && !choosing_ && !text.isEmpty();
  if (!searching_) found_.clear();
  fill();
  if (searching_) search_(text);
}

void CommandPalette::showFound(const QString& typed, std::vector<Command> found) {
  if (choosing_ || typed != edit_->text()) return;
  searching_ = false;
  found_ = std::move(found);
  fill();
}

// Until an answer arrives, earlier results are kept if they still match.
void CommandPalette::fill() {
  constexpr size_t kShown = 60;
  constexpr int kGreyedLater = 300;  // what can be done comes before what fits a little better
  const QString typed = edit_->text();
  std::vector<std::pair<int, const Command*>> fits;
  for (const std::vector<Command>* some : {&commands_, &found_})
    for (const Command& command : *some)
      if (const int score = std::max(fuzzy_score(typed, command.title), fuzzy_score(typed, command.detail));
          score >= 0 || typed.isEmpty())
        fits.emplace_back(command.why_not.isEmpty() ? -score : kGreyedLater - score, &command);
  if (!typed.isEmpty())
    std::stable_sort(fits.begin(), fits.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  list_->clear();
  shown_.clear();
  for (size_t k = 0; k < std::min(kShown, fits.size()); ++k) {
    auto* item = new QListWidgetItem(fits[k].second->title, list_);
    const QString& why_not = fits[k].second->why_not;
    item->setData(kDetailRole, why_not.isEmpty() ? fits[k].second->detail : why_not);
    if (!why_not.isEmpty()) item->setFlags(Qt::ItemIsSelectable);  // not enabled: it cannot be chosen
    shown_.push_back(fits[k].second);
  }
  if (fits.empty())
    (new QListWidgetItem(searching_ ? tr("Searching…") : tr("Nothing fits"), list_))->setFlags(Qt::NoItemFlags);
  list_->setCurrentRow(0);
}

void CommandPalette::runCurrent() {
  const int row = list_->currentRow();
  const bool known = row >= 0 && static_cast<size_t>(row) < shown_.size();
  if (known && !shown_[static_cast<size_t>(row)]->why_not.isEmpty()) return;  // it stays open, saying why
  hide();
  parentWidget()->setFocus();
  if (!known) return;
  const std::function<void()> run = shown_[static_cast<size_t>(row)]->run;  // what it does may open the palette again
  run();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusOut && isVisible()) hide();
  if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
  const int step = list_->currentRow();
  switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Down:
      list_->setCurrentRow(std::min(step + 1, list_->count() - 1));
      return true;
    case Qt::Key_Up:
      list_->setCurrentRow(std::max(step - 1, 0));
      return true;
    case Qt::Key_PageDown:
      list_->setCurrentRow(std::min(step + kRows, list_->count() - 1));
      return true;
    case Qt::Key_PageUp:
      list_->setCurrentRow(std::max(step - kRows, 0));
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      runCurrent();
      return true;
    case Qt::Key_Escape:
      hide();
      parentWidget()->setFocus();
      return true;
    default:
      return false;
  }
}

}  // namespace nw::views
