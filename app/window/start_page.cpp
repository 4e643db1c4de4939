// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/start_page.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "common/text.h"
#include "models/html.h"

namespace nw::window {

using views::rich_text;

StartPage::StartPage(QWidget* parent)
    : QWidget(parent),
      title_(new QLabel(this)),
      text_(new QLabel(this)),
      open_(new QPushButton(tr("Open a model…"), this)),
      sample_(new QPushButton(tr("Open the sample network"), this)),
      recent_title_(new QLabel(tr("Opened lately"), this)),
      recent_(new QWidget(this)),
      recent_rows_(new QVBoxLayout(recent_)) {
  title_->setObjectName(QStringLiteral("title"));
  text_->setObjectName(QStringLiteral("dim"));
  text_->setTextFormat(Qt::RichText);
  text_->setWordWrap(true);
  recent_title_->setObjectName(QStringLiteral("heading"));
  open_->setDefault(true);
  open_->setToolTip(tr("Choose an ONNX file, Relay text, a script or a project (Ctrl+O)"));
  sample_->setToolTip(tr("A small residual network that comes with Nestwright"));
  recent_rows_->setContentsMargins(0, 0, 0, 0);
  recent_rows_->setSpacing(0);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  buttons->addWidget(open_);
  buttons->addWidget(sample_);
  buttons->addStretch(1);
  auto* card = new QWidget(this);
  card->setFixedWidth(520);
  auto* rows = new QVBoxLayout(card);
  rows->setSpacing(12);
  for (QWidget* part : {title_, text_}) rows->addWidget(part);
  rows->addLayout(buttons);
  rows->addSpacing(16);
  for (QWidget* part : std::initializer_list<QWidget*>{recent_title_, recent_}) rows->addWidget(part);
  auto* middle = new QHBoxLayout;
  middle->addStretch(1);
  middle->addWidget(card);
  middle->addStretch(1);
  auto* column = new QVBoxLayout(this);
  column->addStretch(2);
  column->addLayout(middle);
  column->addStretch(3);
  connect(open_, &QPushButton::clicked, this, &StartPage::openWanted);
  connect(sample_, &QPushButton::clicked, this, &StartPage::sampleWanted);
  setWelcome();
  setRecent({});
}

void StartPage::setWelcome() {
  title_->setText(tr("Open a model to begin"));
  text_->setObjectName(QStringLiteral("dim"));
  text_->setText(
      tr("Drop an ONNX file, Relay text, a schedule script or a project here. You see its graph, how it fuses and why, "
         "and shape the loops of every fused group."));
}

void StartPage::setOpening(const QString& file) {
  title_->setText(tr("Opening %1…").arg(QFileInfo(file).fileName()));
  text_->clear();
}

void StartPage::setFailure(const QString& file, const QString& why) {
  title_->setText(tr("%1 cannot be shown").arg(QFileInfo(file).fileName()));
  text_->setText(rich_text(why));
}

void StartPage::setRecent(const QStringList& files) {
  while (QLayoutItem* item = recent_rows_->takeAt(0)) {
    if (item->widget()) item->widget()->deleteLater();
    delete item;
  }
  recent_title_->setVisible(!files.isEmpty());
  for (const QString& file : files.mid(0, 6)) {
    auto* row = new QPushButton(recent_);
    row->setObjectName(QStringLiteral("row"));
    row->setText(QFileInfo(file).fileName() + QStringLiteral("    ") + QFileInfo(file).path());
    row->setToolTip(views::plain_tip(file));
    row->setAccessibleName(tr("Open %1").arg(file));
    row->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(row, &QPushButton::clicked, this, [this, file] { Q_EMIT fileWanted(file); });
    recent_rows_->addWidget(row);
  }
}

}  // namespace nw::window
