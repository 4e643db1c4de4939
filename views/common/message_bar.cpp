// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/message_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace nw::views {

MessageBar::MessageBar(QWidget* parent) : QFrame(parent), text_(new QLabel(this)), row_(new QHBoxLayout(this)) {
  setObjectName(QStringLiteral("message"));
  text_->setWordWrap(true);
  row_->setContentsMargins(12, 8, 12, 8);
  row_->setSpacing(8);
  row_->addWidget(text_, 1);
  hide();
}

void MessageBar::ask(const QString& text, const std::vector<Choice>& choices) {
  text_->setText(text);
  setAccessibleName(text);
  for (QWidget* button : buttons_) button->deleteLater();
  buttons_.clear();
  for (const auto& [title, work] : choices) {
    auto* button = new QPushButton(title, this);
    connect(button, &QPushButton::clicked, this, [this, run = work] {
      hide();
      run();
    });
    row_->addWidget(button);
    buttons_.push_back(button);
  }
  show();
}

}  // namespace nw::views
