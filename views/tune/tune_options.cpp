// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/tune_options.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

namespace nw::views {

namespace {

constexpr int kMostTrials = 100'000, kMostSeconds = 7 * 24 * 3600, kKeepWidth = 110, kLeastRecordsWidth = 120;
constexpr int kOptionsGap = 8;

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

QLineEdit* add_text(QLayout* row, const QString& name, const QString& tip) {
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

TuneOptions::TuneOptions(bool lines, QWidget* parent) : QWidget(parent) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(kOptionsGap);
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
    addSpace(row);
  }
  addRunners(row);
  addRecords(row);
  for (QSpinBox* box : {trials_, seconds_, threads_})
    connect(box, &QSpinBox::valueChanged, this, &TuneOptions::changed);
}

// Shown where the script has marks.
void TuneOptions::addSpace(QLayout* row) {
  space_part_ = new QWidget;
  auto* part = new QHBoxLayout(space_part_);
  part->setContentsMargins(0, 0, 0, 0);
  part->setSpacing(kOptionsGap);
  auto* label = new QLabel(tr("Space"));
  space_ = new QComboBox;
  space_->addItems({tr("of the computation"), tr("the script's marks")});
  space_->setAccessibleName(label->text());
  space_->setToolTip(
      tr("All schedules that the computation allows, or only the values that the “# tune:” comments of "
         "the script list"));
  label->setBuddy(space_);
  part->addWidget(label);
  part->addWidget(space_);
  row->addWidget(space_part_);
  space_part_->hide();
  connect(space_, &QComboBox::currentIndexChanged, this, &TuneOptions::changed);
}

void TuneOptions::addRunners(QLayout* row) {
  runners_button_ = new QToolButton;
  runners_button_->setPopupMode(QToolButton::InstantPopup);
  runners_ = new QMenu(runners_button_);
  runners_->setToolTipsVisible(true);
  runners_button_->setMenu(runners_);
  row->addWidget(runners_button_);
  nameRunners();
}

void TuneOptions::addRecords(QLayout* row) {
  records_ = add_text(row, tr("Records"),
                      tr("Every trial is appended to this file at once; what it holds is not measured again"));
  records_->setPlaceholderText(tr("kept until this tab is closed"));
  records_->setMinimumWidth(kLeastRecordsWidth);
  auto* browse = new QToolButton;
  browse->setText(tr("…"));
  browse->setToolTip(tr("Choose the file of the records"));
  browse->setAccessibleName(browse->toolTip());
  row->addWidget(browse);
  connect(browse, &QToolButton::clicked, this, &TuneOptions::chooseRecords);
  connect(records_, &QLineEdit::editingFinished, this, &TuneOptions::changed);
}

void TuneOptions::setMarks(bool there) {
  if (!space_part_) return;
  space_part_->setVisible(there);
  if (!there) space_->setCurrentIndex(0);
}

void TuneOptions::setRunners(const QString& active, const std::vector<TuneRunner>& others) {
  if (active == active_ && others == others_) return;
  const QStringList chosen = settings().runners;
  active_ = active;
  others_ = others;
  runners_->clear();
  QAction* first = runners_->addAction(active);
  first->setCheckable(true);
  first->setChecked(true);
  first->setEnabled(false);
  first->setToolTip(tr("The active target measures in any case"));
  for (const TuneRunner& each : others) {
    QAction* action = runners_->addAction(each.title);
    action->setCheckable(true);
    action->setData(each.id);
    action->setEnabled(each.why_not.isEmpty());
    action->setChecked(each.why_not.isEmpty() && chosen.contains(each.id));
    action->setToolTip(each.why_not.isEmpty() ? tr("It measures candidates beside the active target") : each.why_not);
    connect(action, &QAction::toggled, this, [this] {
      nameRunners();
      Q_EMIT changed();
    });
  }
  nameRunners();
}

void TuneOptions::nameRunners() {
  const auto chosen = static_cast<int>(settings().runners.size());
  runners_button_->setText(tr("%n runner(s)", nullptr, chosen + 1));
  runners_button_->setEnabled(!others_.empty());
  runners_button_->setToolTip(others_.empty()
                                  ? tr("Candidates are measured on the active target; there is no other one")
                                  : tr("Targets that share the candidates: machines that are alike"));
}

void TuneOptions::set(const TuneSettings& settings, int cores) {
  const QSignalBlocker quiet(this);
  threads_->setMaximum(std::max(1, cores));
  trials_->setValue(settings.trials);
  seconds_->setValue(settings.seconds);
  threads_->setValue(settings.threads);
  records_->setText(settings.records);
  if (keep_) keep_->setText(settings.keep);
  if (space_) space_->setCurrentIndex(settings.marks ? 1 : 0);
  for (QAction* action : runners_->actions())
    if (action->data().isValid()) action->setChecked(settings.runners.contains(action->data().toString()));
}

TuneSettings TuneOptions::settings() const {
  TuneSettings settings;
  settings.trials = trials_->value();
  settings.seconds = seconds_->value();
  settings.threads = threads_->value();
  if (keep_) settings.keep = keep_->text().trimmed();
  if (records_) settings.records = records_->text().trimmed();
  settings.marks = space_ && space_->currentIndex() == 1;
  for (const QAction* action : runners_->actions())
    if (action->data().isValid() && action->isChecked()) settings.runners << action->data().toString();
  return settings;
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
