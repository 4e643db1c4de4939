// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/preferences_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <algorithm>

#include "common/text.h"
#include "common/workbench.h"
#include "targets/target_list.h"
#include "window/actions.h"
#include "window/language.h"

namespace nw::window {

using namespace nw::views;

namespace {

// One of several actions that exclude each other, as a list.
QComboBox* choice_of(const std::vector<QAction*>& actions, const QString& name, QWidget* parent) {
  auto* box = new QComboBox(parent);
  box->setAccessibleName(name);
  for (size_t i = 0; i < actions.size(); ++i) {
    box->addItem(without_key(actions[i]->text()));
    box->setItemData(static_cast<int>(i), actions[i]->statusTip(), Qt::ToolTipRole);
    if (actions[i]->isChecked()) box->setCurrentIndex(static_cast<int>(i));
  }
  QObject::connect(box, &QComboBox::activated, box,
                   [actions](int index) { actions[static_cast<size_t>(index)]->trigger(); });
  return box;
}

QCheckBox* switch_of(QAction* action, QWidget* parent) {
  auto* box = new QCheckBox(without_key(action->text()), parent);
  box->setToolTip(action->statusTip());
  box->setChecked(action->isChecked());
  QObject::connect(box, &QCheckBox::clicked, action, &QAction::trigger);
  QObject::connect(action, &QAction::toggled, box, &QCheckBox::setChecked);
  return box;
}

void heading(QFormLayout* form, const QString& text) {
  auto* label = new QLabel(text);
  label->setObjectName(QStringLiteral("heading"));
  form->addRow(label);
}

QComboBox* families(const QStringList& known, const QString& chosen, const QString& name, QWidget* parent) {
  auto* box = new QComboBox(parent);
  box->setAccessibleName(name);
  box->addItem(PreferencesDialog::tr("As designed"));
  box->addItems(known);
  box->setMaximumWidth(320);
  box->setCurrentIndex(std::max(0, box->findText(chosen)));
  return box;
}

}  // namespace

PreferencesDialog::PreferencesDialog(const Actions& actions, Workbench& workbench, TargetList& targets,
                                     ThemeSource& theme, WindowSettings& settings, QWidget* parent)
    : QDialog(parent), actions_(actions), workbench_(workbench), targets_(targets), theme_(theme), settings_(settings) {
  setWindowTitle(tr("Preferences"));
  auto* form = new QFormLayout;
  form->setHorizontalSpacing(16);
  form->setVerticalSpacing(8);
  addLook(form);
  addCode(form);
  addGraph(form);
  addRuns(form);
  addSaving(form);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(24, 20, 24, 16);
  column->setSpacing(16);
  column->addLayout(form);
  column->addWidget(buttons);
}

void PreferencesDialog::addLook(QFormLayout* form) {
  heading(form, tr("Look"));
  form->addRow(tr("Colours"),
               choice_of({actions_.theme_system, actions_.theme_light, actions_.theme_dark}, tr("Colours"), this));
  form->addRow(tr("Language"), choice_of(actions_.languages, tr("Language"), this));
  const FontChoice fonts = settings_.fonts();
  words_ = families(QFontDatabase::families(), fonts.words, tr("Font of texts"), this);
  form->addRow(tr("Font of texts"), words_);
  size_ = new QSpinBox(this);
  size_->setRange(8, 20);
  size_->setSuffix(tr(" pt"));
  size_->setValue(fonts.size > 0 ? fonts.size : FontChoice::kDesigned);
  size_->setAccessibleName(tr("Size of texts"));
  form->addRow(tr("Size of texts"), size_);
  form->addRow(QString(), switch_of(actions_.reduce_motion, this));
  connect(words_, &QComboBox::activated, this, &PreferencesDialog::chooseFonts);
  connect(size_, &QSpinBox::valueChanged, this, &PreferencesDialog::chooseFonts);
}

void PreferencesDialog::addCode(QFormLayout* form) {
  heading(form, tr("Code"));
  QStringList fixed;
  for (const QString& family : QFontDatabase::families())
    if (QFontDatabase::isFixedPitch(family)) fixed << family;
  code_ = families(fixed, settings_.fonts().code, tr("Font of code"), this);
  code_->setToolTip(tr("In tabs that are opened from now on"));
  form->addRow(tr("Font of code"), code_);
  connect(code_, &QComboBox::activated, this, &PreferencesDialog::chooseFonts);
  auto* syntax = new QComboBox(this);
  syntax->addItems({tr("AT&T, as GNU tools write it"), tr("Intel, as its manuals write it")});
  syntax->setAccessibleName(tr("Assembly of x86"));
  syntax->setCurrentIndex(workbench_.preferences().intel_syntax ? 1 : 0);
  form->addRow(tr("Assembly of x86"), syntax);
  connect(syntax, &QComboBox::activated, this, [this](int index) {
    Preferences preferences = workbench_.preferences();
    preferences.intel_syntax = index == 1;
    workbench_.setPreferences(preferences);
  });
  auto* wrap = new QCheckBox(tr("Continue long lines of a script below"), this);
  wrap->setChecked(workbench_.preferences().wrap_script);
  form->addRow(QString(), wrap);
  connect(wrap, &QCheckBox::clicked, this, [this](bool checked) {
    Preferences preferences = workbench_.preferences();
    preferences.wrap_script = checked;
    workbench_.setPreferences(preferences);
  });
}

void PreferencesDialog::addGraph(QFormLayout* form) {
  heading(form, tr("Graph"));
  form->addRow(QString(), switch_of(actions_.wrap_chains, this));
  form->addRow(QString(), switch_of(actions_.rightward, this));
}

void PreferencesDialog::addRuns(QFormLayout* form) {
  constexpr int kDay = 24 * 60 * 60;
  heading(form, tr("Targets and runs"));
  target_ = new QComboBox(this);
  target_->setAccessibleName(tr("Target"));
  target_->setToolTip(tr("What kernels are scheduled and checked for, and where they run"));
  auto* add = new QPushButton(without_key(actions_.add_target->text()), this);
  add->setToolTip(actions_.add_target->statusTip());
  add->setAutoDefault(false);
  auto* row = new QHBoxLayout;
  row->addWidget(target_, 1);
  row->addWidget(add);
  form->addRow(tr("Target"), row);
  showTargets();
  connect(&targets_, &TargetList::changed, this, &PreferencesDialog::showTargets);
  connect(target_, &QComboBox::activated, this,
          [this](int index) { targets_.choose(ss(target_->itemData(index).toString())); });
  connect(add, &QPushButton::clicked, actions_.add_target, &QAction::trigger);
  auto* limit = new QSpinBox(this);
  limit->setRange(1, kDay);
  limit->setSuffix(tr(" s"));
  limit->setValue(workbench_.timeLimit());
  limit->setAccessibleName(tr("Time limit of a run"));
  limit->setToolTip(actions_.time_limit->statusTip());
  form->addRow(tr("Time limit of a run"), limit);
  connect(limit, &QSpinBox::valueChanged, this, [this](int seconds) {
    workbench_.setTimeLimit(seconds);
    settings_.setTimeLimit(seconds);
  });
}

void PreferencesDialog::addSaving(QFormLayout* form) {
  heading(form, tr("Saving"));
  auto* minutes = new QSpinBox(this);
  minutes->setRange(0, 60);
  minutes->setSpecialValueText(tr("never"));
  minutes->setSuffix(tr(" min"));
  minutes->setValue(settings_.autosave());
  minutes->setAccessibleName(tr("Save by itself after"));
  minutes->setToolTip(
      tr("A project or script with changes is saved this often; one without a file is kept for the case of a crash"));
  form->addRow(tr("Save by itself after"), minutes);
  connect(minutes, &QSpinBox::valueChanged, this, [this](int value) {
    settings_.setAutosave(value);
    Q_EMIT autosaveChanged();
  });
}

void PreferencesDialog::showTargets() {
  target_->clear();
  for (const TargetEntry& entry : targets_.entries()) {
    target_->addItem(entry.name, qs(entry.id));
    if (entry.id == targets_.active()) target_->setCurrentIndex(target_->count() - 1);
  }
}

void PreferencesDialog::chooseFonts() {
  FontChoice fonts;
  if (words_->currentIndex() > 0) fonts.words = words_->currentText();
  if (code_ && code_->currentIndex() > 0) fonts.code = code_->currentText();
  if (size_->value() != FontChoice::kDesigned) fonts.size = size_->value();
  settings_.setFonts(fonts);
  theme_.setFonts(fonts);
}

}  // namespace nw::window
