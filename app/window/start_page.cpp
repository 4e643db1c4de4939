// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/start_page.h"

#include <QApplication>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QThreadPool>
#include <QVBoxLayout>
#include <algorithm>

#include "common/text.h"
#include "models/html.h"
#include "window/sample_thumbnail.h"

namespace nw::window {

namespace {

constexpr int kColumn = 440, kGap = 48;
constexpr int kMostRecent = 6;
constexpr QSize kThumbnail(72, 44);

QLabel* heading(const QString& text, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setObjectName(QStringLiteral("heading"));
  return label;
}

QLabel* dim(const QString& text, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setObjectName(QStringLiteral("dim"));
  label->setWordWrap(true);
  return label;
}

}  // namespace

StartPage::StartPage(QWidget* parent)
    : QScrollArea(parent),
      recovery_(new QFrame(this)),
      recovered_(new QVBoxLayout),
      title_(new QLabel(this)),
      text_(dim({}, this)),
      recent_title_(heading(tr("Opened lately"), this)),
      recent_(new QWidget(this)),
      recent_rows_(new QVBoxLayout(recent_)) {
  title_->setObjectName(QStringLiteral("title"));
  text_->setTextFormat(Qt::RichText);
  recent_rows_->setContentsMargins(0, 0, 0, 0);
  recent_rows_->setSpacing(0);
  QVBoxLayout *left = column(kColumn), *right = column(kColumn);
  addRecovery(left);
  addFiles(left);
  addSamples(left);
  left->addStretch(1);
  addLessons(right);
  right->addStretch(1);
  auto* middle = new QHBoxLayout;
  middle->setSpacing(kGap);
  middle->addStretch(1);
  for (QVBoxLayout* side : {left, right}) middle->addWidget(side->parentWidget());
  middle->addStretch(1);
  auto* page = new QWidget(this);
  auto* whole = new QVBoxLayout(page);
  whole->addStretch(2);
  whole->addLayout(middle);
  whole->addStretch(3);
  setWidget(page);
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setWelcome();
  setRecent({});
}

QVBoxLayout* StartPage::column(int width) {
  auto* side = new QWidget(this);
  side->setFixedWidth(width);
  auto* rows = new QVBoxLayout(side);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(8);
  return rows;
}

QPushButton* StartPage::row(QVBoxLayout* rows, const QString& name, const QString& about) {
  auto* button = new QPushButton(this);
  button->setObjectName(QStringLiteral("row"));
  button->setText(name + QStringLiteral("    ") + about);
  button->setToolTip(views::plain_tip(about));
  button->setAccessibleName(tr("Open %1").arg(name));
  button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  rows->addWidget(button);
  return button;
}

void StartPage::addRecovery(QVBoxLayout* rows) {
  recovery_->setObjectName(QStringLiteral("message"));
  auto* all = new QVBoxLayout(recovery_);
  all->setContentsMargins(12, 12, 12, 12);
  all->setSpacing(8);
  all->addWidget(heading(tr("Nestwright ended without being closed"), this));
  all->addWidget(dim(tr("These were open. Their histories and measured times were kept, to the last second."), this));
  recovered_->setContentsMargins(0, 0, 0, 0);
  recovered_->setSpacing(2);
  all->addLayout(recovered_);
  auto* recover = new QPushButton(tr("Recover them"), this);
  recover->setToolTip(tr("Open each in its tab, as it was"));
  auto* leave = new QPushButton(tr("Leave them"), this);
  leave->setToolTip(tr("Nothing is thrown away: a file that is opened later offers what was not saved"));
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  buttons->addWidget(recover);
  buttons->addWidget(leave);
  buttons->addStretch(1);
  all->addLayout(buttons);
  rows->addWidget(recovery_);
  rows->addSpacing(12);
  connect(recover, &QPushButton::clicked, this, &StartPage::recoverWanted);
  connect(leave, &QPushButton::clicked, this, &StartPage::leaveWanted);
  recovery_->hide();
}

void StartPage::setRecovery(const std::vector<OpenDocument>& documents) {
  while (QLayoutItem* item = recovered_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  for (const OpenDocument& document : documents) {
    const QFileInfo file(document.file);
    const QString name = document.file.isEmpty() ? document.title : file.fileName();
    auto* label = new QLabel(document.unsaved ? tr("%1, with changes that were not saved").arg(name) : name, this);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setToolTip(document.file.isEmpty() ? tr("A text without a file") : views::plain_tip(document.file));
    recovered_->addWidget(label);
  }
  recovery_->setVisible(!documents.empty());
}

void StartPage::addFiles(QVBoxLayout* rows) {
  auto* open = new QPushButton(tr("Open a model…"), this);
  open->setDefault(true);
  open->setToolTip(tr("Choose an ONNX file, Relay text, a script or a project (Ctrl+O)"));
  auto* paste = new QPushButton(tr("Paste a script"), this);
  paste->setToolTip(tr("Open what is on the clipboard: Relay text or a TE script (Ctrl+V)"));
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  buttons->addWidget(open);
  buttons->addWidget(paste);
  buttons->addStretch(1);
  rows->addWidget(title_);
  rows->addWidget(text_);
  rows->addLayout(buttons);
  rows->addSpacing(12);
  rows->addWidget(recent_title_);
  rows->addWidget(recent_);
  connect(open, &QPushButton::clicked, this, &StartPage::openWanted);
  connect(paste, &QPushButton::clicked, this, &StartPage::pasteWanted);
}

void StartPage::addSamples(QVBoxLayout* rows) {
  rows->addSpacing(4);
  rows->addWidget(heading(tr("Samples"), this));
  auto* list = new QVBoxLayout;
  list->setSpacing(0);
  rows->addLayout(list);
  connect(addSample(list, QStringLiteral("resnet20.onnx"), tr("a small residual network")), &QPushButton::clicked, this,
          &StartPage::sampleWanted);
  const std::pair<QString, QString> texts[] = {
      {QStringLiteral("detector.relay"), tr("part of a detector, with dynamic sizes")},
      {QStringLiteral("sgemm.py"), tr("a matrix product, scheduled by hand")},
      {QStringLiteral("softmax.py"), tr("four stages, with reductions")},
  };
  for (const auto& [name, about] : texts)
    connect(addSample(list, name, about), &QPushButton::clicked, this,
            [this, name] { Q_EMIT scriptSampleWanted(name); });
}

QPushButton* StartPage::addSample(QVBoxLayout* rows, const QString& name, const QString& about) {
  QPushButton* button = row(rows, name, about);
  button->setText(name + QLatin1Char('\n') + about);
  button->setIconSize(kThumbnail);
  button->setMinimumHeight(kThumbnail.height() + 8);
  const QString folder = name.endsWith(QStringLiteral(".onnx")) ? QStringLiteral(":/nestwright/")
                                                                : QStringLiteral(":/nestwright/samples/");
  samples_.emplace_back(folder + name, button);
  return button;
}

// Off the window's thread, once the page is seen: a model is read and laid out for it.
void StartPage::drawThumbnails() {
  const bool dark = palette().color(QPalette::Base).lightness() < 128;
  if (drawn_ && drawn_dark_ == dark) return;
  drawn_ = true;
  drawn_dark_ = dark;
  const auto theme = std::make_shared<const views::Theme>(views::Theme::load(dark));
  for (const auto& sample : samples_) {
    QThreadPool::globalInstance()->start([theme, dark, resource = sample.first, ratio = devicePixelRatioF(),
                                          page = QPointer<StartPage>(this),
                                          button = QPointer<QPushButton>(sample.second)] {
      const QImage image = sample_thumbnail(resource, *theme, kThumbnail, ratio);
      QMetaObject::invokeMethod(qApp, [page, button, image, dark] {
        if (page && button && !image.isNull() && page->drawn_dark_ == dark)
          button->setIcon(QIcon(QPixmap::fromImage(image)));
      });
    });
  }
}

int StartPage::thumbnails() const {
  return static_cast<int>(
      std::ranges::count_if(samples_, [](const auto& sample) { return !sample.second->icon().isNull(); }));
}

void StartPage::showEvent(QShowEvent* event) {
  QScrollArea::showEvent(event);
  drawThumbnails();
}

void StartPage::changeEvent(QEvent* event) {
  QScrollArea::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && isVisible()) drawThumbnails();
}

// A lesson's question below its title, so that both can be read whole.
void StartPage::addLessons(QVBoxLayout* rows) {
  rows->addWidget(heading(tr("Questions that people asked"), this));
  rows->addWidget(dim(tr("Each is a lesson of a few minutes on a small example."), this));
  for (const Lesson& lesson : lessons()) {
    auto* button = new QPushButton(lesson.title, this);
    button->setObjectName(QStringLiteral("row"));
    button->setToolTip(views::plain_tip(lesson.question));
    button->setAccessibleName(tr("Start the lesson %1").arg(lesson.title));
    button->setAccessibleDescription(lesson.question);
    connect(button, &QPushButton::clicked, this, [this, lesson] { Q_EMIT lessonWanted(lesson); });
    QLabel* question = dim(lesson.question, this);
    question->setContentsMargins(10, 0, 0, 6);
    rows->addWidget(button);
    rows->addWidget(question);
  }
}

void StartPage::setWelcome() {
  title_->setText(tr("Open a model to begin"));
  text_->setText(
      tr("Drop an ONNX file, Relay text, a schedule script or a project here. You see its graph, how it fuses and why, "
         "and shape the loops of every fused group."));
}

void StartPage::setOpening(const QString& file) {
  title_->setText(tr("Opening %1…").arg(QFileInfo(file).fileName()));
  text_->clear();
}

void StartPage::setRecent(const QStringList& files) {
  while (QLayoutItem* item = recent_rows_->takeAt(0)) {
    if (item->widget()) item->widget()->deleteLater();
    delete item;
  }
  recent_title_->setVisible(!files.isEmpty());
  for (const QString& file : files.mid(0, kMostRecent)) {
    QPushButton* opens = row(recent_rows_, QFileInfo(file).fileName(), QFileInfo(file).path());
    opens->setToolTip(views::plain_tip(file));
    opens->setAccessibleName(tr("Open %1").arg(file));
    connect(opens, &QPushButton::clicked, this, [this, file] { Q_EMIT fileWanted(file); });
  }
}

}  // namespace nw::window
