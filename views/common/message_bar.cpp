// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/message_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "models/html.h"

namespace nw::views {

MessageBar::MessageBar(QWidget* parent) : QFrame(parent), text_(new QLabel(this)), row_(new QHBoxLayout(this)) {
  setObjectName(QStringLiteral("message"));
  text_->setTextFormat(Qt::PlainText);
  text_->setWordWrap(true);
  row_->setContentsMargins(12, 8, 12, 8);
  row_->setSpacing(8);
  row_->addWidget(text_, 1);
  hide();
}

void MessageBar::ask(const QString& matter, const QString& text, const std::vector<Choice>& choices) {
  // The newest is shown: it is about what one has just done.
  std::erase_if(waiting_, [&](const Message& m) { return m.matter == matter; });
  waiting_.insert(waiting_.begin(), {matter, text, choices});
  showFirst();
}

void MessageBar::take(const QString& matter) {
  std::erase_if(waiting_, [&](const Message& m) { return m.matter == matter; });
  showFirst();
}

void MessageBar::clear() {
  waiting_.clear();
  showFirst();
}

void MessageBar::showFirst() {
  for (QWidget* button : buttons_) {
    button->hide();
    button->deleteLater();
  }
  buttons_.clear();
  setVisible(!waiting_.empty());
  if (waiting_.empty()) return;
  text_->setText(waiting_.front().text);
  setAccessibleName(waiting_.front().text);
  for (const Choice& choice : waiting_.front().choices) {
    auto* button = new QPushButton(choice.title, this);
    button->setToolTip(plain_tip(choice.tip));
    connect(button, &QPushButton::clicked, this, [this, work = choice.work] {
      waiting_.erase(waiting_.begin());
      showFirst();
      work();
    });
    row_->addWidget(button);
    buttons_.push_back(button);
  }
}

}  // namespace nw::views
