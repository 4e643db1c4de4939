// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/tune_options.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

namespace nw::views {

namespace {

constexpr int kMostTrials = 100'000, kMostSeconds = 7 * 24 * 3600, kKeepWidth = 110;

QSpinBox* add_number(QHBoxLayout* row, const QString& name, const QString& tip, int least, int most) {
  auto* label = new QLabel(name);
  auto* box = new QSpinBox;
  box->setRange(least, most);
  box->setToolTip(tip);
  box->setAccessibleName(name);
  box->setKeyboardTracking(false);
  label->setBuddy(box);
  row->addWidget(label);
  row->addWidget(box);
  return box;
}

QLineEdit* add_text(QHBoxLayout* row, const QString& name, const QString& tip) {
  auto* label = new QLabel(name);
  auto* edit = new QLineEdit;
  edit->setToolTip(tip);
  edit->setAccessibleName(name);
  label->setBuddy(edit);
  row->addWidget(label);
  row->addWidget(edit);
  return edit;
}

}  // namespace

TuneOptions::TuneOptions(bool lines, QWidget* parent) : QWidget(parent), keep_(nullptr) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  trials_ = add_number(row, tr("Trials"),
                       lines ? tr("Schedules that are compiled and measured in addition to those of the records")
                             : tr("Schedules that are measured for each task, on average: tasks from which more is "
                                  "expected get more"),
                       1, kMostTrials);
  seconds_ =
      add_number(row, tr("Seconds"), tr("The search ends after so long; 0: it ends after its trials"), 0, kMostSeconds);
  seconds_->setSpecialValueText(tr("no limit"));
  threads_ = add_number(row, tr("Threads"), tr("That the kernels run on"), 1, 4096);
  if (lines) {
    keep_ = add_text(row, tr("Keep lines"),
                     tr("Lines of the script that every candidate keeps, such as 12, 15-17; those that you change in a "
                        "schedule that you took are entered here"));
    keep_->setFixedWidth(kKeepWidth);
    keep_->setPlaceholderText(tr("none"));
    connect(keep_, &QLineEdit::textChanged, this, &TuneOptions::changed);
  }
  records_ = add_text(row, tr("Records"),
                      tr("Every trial is appended to this file at once; what it holds is not measured again"));
  records_->setPlaceholderText(tr("kept until this tab is closed"));
  auto* browse = new QToolButton;
  browse->setText(tr("…"));
  browse->setToolTip(tr("Choose the file of the records"));
  browse->setAccessibleName(browse->toolTip());
  row->addWidget(browse);
  connect(browse, &QToolButton::clicked, this, &TuneOptions::chooseRecords);
  connect(records_, &QLineEdit::editingFinished, this, &TuneOptions::changed);
  for (QSpinBox* box : {trials_, seconds_, threads_})
    connect(box, &QSpinBox::valueChanged, this, &TuneOptions::changed);
}

void TuneOptions::set(const TuneSettings& settings, int cores) {
  const QSignalBlocker quiet(this);
  threads_->setMaximum(std::max(1, cores));
  trials_->setValue(settings.trials);
  seconds_->setValue(settings.seconds);
  threads_->setValue(settings.threads);
  records_->setText(settings.records);
  if (keep_) keep_->setText(settings.keep);
}

TuneSettings TuneOptions::settings() const {
  return {trials_->value(), seconds_->value(), threads_->value(), keep_ ? keep_->text().trimmed() : QString(),
          records_->text().trimmed()};
}

void TuneOptions::setKeep(const QString& lines) {
  if (keep_ && keep_->text() != lines) keep_->setText(lines);
}

// The dialog does not ask before a file is overwritten: records are appended.
void TuneOptions::chooseRecords() {
  auto* dialog = new QFileDialog(window(), tr("Records of searches"), records_->text(),
                                 tr("Records of searches (*.jsonl);;All files (*)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setOption(QFileDialog::DontConfirmOverwrite);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
    records_->setText(path);
    Q_EMIT changed();
  });
  dialog->open();
}

}  // namespace nw::views
