// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/lesson_bar.h"

#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStandardPaths>
#include <QVBoxLayout>

#include "common/text.h"
#include "common/workbench.h"
#include "window/laid_out.h"

namespace nw::window {

using namespace nw::views;

LessonBar::LessonBar(Workbench& workbench, QWidget* parent)
    : QFrame(parent),
      workbench_(workbench),
      title_(new QLabel(this)),
      text_(new QLabel(this)),
      state_(new QLabel(this)),
      back_(new QPushButton(tr("Back"), this)),
      next_(new QPushButton(tr("Next"), this)),
      away_(new QPushButton(tr("Leave the lesson"), this)) {
  setObjectName(QStringLiteral("message"));
  title_->setTextFormat(Qt::PlainText);
  QFont bold = title_->font();
  bold.setBold(true);
  title_->setFont(bold);
  title_->setWordWrap(true);  // else the panels beside give way to it
  text_->setTextFormat(Qt::PlainText);
  text_->setWordWrap(true);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* words = new QVBoxLayout;
  words->setSpacing(4);
  words->addWidget(title_);
  words->addWidget(text_);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 8, 12, 8);
  row->setSpacing(8);
  row->addLayout(words, 1);
  for (QWidget* part : std::initializer_list<QWidget*>{state_, back_, next_, away_}) row->addWidget(part);
  connect(back_, &QPushButton::clicked, this, &LessonBar::back);
  connect(next_, &QPushButton::clicked, this, &LessonBar::next);
  connect(away_, &QPushButton::clicked, this, &LessonBar::leave);
  connect(&workbench_.jobs(), &Jobs::changed, this, &LessonBar::refresh, Qt::QueuedConnection);
  workbench_.addViewer(this);
  hide();
}

LessonBar::~LessonBar() {
  disconnect(&workbench_.jobs(), nullptr, this, nullptr);
  workbench_.removeViewer(this);
}

namespace {

// Where its files lie; empty: they cannot be written.
QString lay_out(const Lesson& lesson) {
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) +
                         QStringLiteral("/nestwright/lessons/") + QFileInfo(lesson.file).completeBaseName();
  for (const QString& name : QStringList{lesson.file, lesson.table} + lesson.beside)
    if (!lay_out_resource(QStringLiteral("lessons/") + name, folder + QLatin1Char('/') + name)) return {};
  return folder + QLatin1Char('/');
}

}  // namespace

// One with a table is a folder of files: the table's scripts are looked for beside it.
void LessonBar::start(Lesson lesson) {
  if (!lesson.table.isEmpty()) {
    const QString folder = lay_out(lesson);
    if (folder.isEmpty()) return Q_EMIT workbench_.message(tr("The lesson's files cannot be written"));
    opened_ = folder + lesson.file;
    workbench_.openFileAside(opened_, folder + lesson.table);
  } else {
    QFile file(QStringLiteral(":/nestwright/lessons/") + lesson.file);
    if (!file.open(QIODevice::ReadOnly)) return;
    opened_ = lesson.file;
    workbench_.openAside(QString::fromUtf8(file.readAll()), lesson.file);
  }
  lesson_ = std::move(lesson);
  step_ = 0;
  refresh();
}

bool LessonBar::stepDone() const {
  if (!active()) return false;
  const LessonStep& step = lesson_.steps[step_];
  return !step.done || step.done(workbench_);
}

// Something else was opened: the lesson is over.
void LessonBar::documentChanged() {
  if (active() && workbench_.session().document() && !owns(workbench_.session().document())) end();
  refresh();
}

bool LessonBar::owns(const workspace::Document* document) const {
  return active() && document && document->path() == ss(opened_);
}

void LessonBar::next() {
  if (!active()) return;
  if (step_ + 1 == lesson_.steps.size()) return leave();
  ++step_;
  refresh();
}

void LessonBar::back() {
  if (step_ > 0) --step_;
  refresh();
}

void LessonBar::leave() {
  if (!active()) return;
  const workspace::Document* before = workbench_.waiting();
  const QString title = before ? qs(before->title()) : QString();
  end();
  if (!before) return;
  workbench_.backFromAside();
  Q_EMIT workbench_.message(tr("Back to %1").arg(title));
}

void LessonBar::end() {
  lesson_ = {};
  step_ = 0;
  refresh();
}

void LessonBar::refresh() {
  setVisible(active());
  if (!active()) return;
  const LessonStep& step = lesson_.steps[step_];
  const bool last = step_ + 1 == lesson_.steps.size();
  title_->setText(tr("%1 (step %2 of %3)").arg(lesson_.question).arg(step_ + 1).arg(lesson_.steps.size()));
  text_->setText(step.text);
  state_->setText(!step.done ? QString() : stepDone() ? tr("✓ done") : tr("not yet"));
  back_->setEnabled(step_ > 0);
  next_->setText(last ? tr("Finish") : tr("Next"));
  next_->setEnabled(stepDone() || !last);
  const workspace::Document* before = workbench_.waiting();
  const QString where = before ? tr("Back to %1, which waits as it was").arg(qs(before->title())) : QString();
  away_->setToolTip(where);
  next_->setToolTip(last ? where : QString());
  setAccessibleName(lesson_.title);
  setAccessibleDescription(step.text);
}

}  // namespace nw::window
