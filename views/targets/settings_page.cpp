// SPDX-License-Identifier: GPL-3.0-or-later
#include "targets/settings_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QScrollArea>
#include <QVBoxLayout>

#include "common/text.h"
#include "targets/target_list.h"

namespace nw::views {

namespace {

QString shown_value(const nlohmann::json& value) {
  return qs(value.is_string() ? value.get<std::string>() : value.is_null() ? std::string() : value.dump());
}

}  // namespace

SettingsPage::SettingsPage(TargetList& targets, QWidget* parent)
    : QWidget(parent), targets_(targets), note_(new QLabel(this)) {
  note_->setWordWrap(true);
  note_->setContentsMargins(12, 8, 12, 8);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(note_);
  column->addStretch(1);
}

void SettingsPage::clear() {
  delete form_;
  form_ = nullptr;
  rows_ = nullptr;
  fields_.clear();
}

// Filled again only for another target or for other values: what is being typed stays.
void SettingsPage::setTarget(const TargetEntry* entry) {
  const target::Plugin* plugin = entry ? targets_.plugin(entry->plugin) : nullptr;
  const target::UserTarget* own = entry ? targets_.userTarget(entry->id) : nullptr;
  const bool settable = plugin && own && !plugin->manifest.settings.empty();
  const nlohmann::json values = settable ? plugin->manifest.settings_with(own->settings) : nlohmann::json();
  if (entry && entry->id == target_ && values == shown_ && form_ != nullptr) return;
  clear();
  target_ = entry ? entry->id : std::string();
  shown_ = values;
  note_->setVisible(!settable);
  if (!settable) {
    note_->setText(!plugin || plugin->manifest.settings.empty()
                       ? tr("The plugin of this target has no settings.")
                       : tr("Settings belong to targets of your list: add this device to it to change them."));
    return;
  }
  form_ = new QScrollArea(this);
  auto* area = static_cast<QScrollArea*>(form_);
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  auto* inside = new QWidget(area);
  rows_ = new QFormLayout(inside);
  rows_->setContentsMargins(12, 8, 12, 8);
  for (const target::Setting& setting : plugin->manifest.settings)
    add(setting, values.value(setting.key, setting.initial));
  area->setWidget(inside);
  static_cast<QVBoxLayout*>(layout())->insertWidget(0, form_, 1);
}

void SettingsPage::add(const target::Setting& setting, const nlohmann::json& value) {
  const std::string language = ss(QLocale().name());
  const QString title = qs(target::Manifest::text(setting.title, language)), key = qs(setting.key);
  const QString name = title.isEmpty() ? key : title;
  QWidget* parent = rows_->parentWidget();
  QWidget* editor = nullptr;
  if (setting.type == "boolean") {
    auto* box = new QCheckBox(parent);
    box->setChecked(value.is_boolean() && value.get<bool>());
    connect(box, &QCheckBox::toggled, this,
            [this, setting](bool on) { take(setting, on ? QStringLiteral("true") : QStringLiteral("false")); });
    editor = box;
  } else if (setting.type == "choice") {
    auto* box = new QComboBox(parent);
    for (const std::string& choice : setting.choices) box->addItem(qs(choice));
    box->setCurrentText(shown_value(value));
    connect(box, &QComboBox::textActivated, this, [this, setting](const QString& text) { take(setting, text); });
    editor = box;
  } else {
    auto* line = new QLineEdit(shown_value(value), parent);
    connect(line, &QLineEdit::editingFinished, this, [this, setting, line] { take(setting, line->text()); });
    editor = line;
  }
  editor->setAccessibleName(name);
  editor->setToolTip(qs(target::Manifest::text(setting.help, language)));
  auto* problem = new QLabel(parent);
  problem->setObjectName(QStringLiteral("error"));
  problem->setAccessibleName(tr("What is wrong with %1").arg(name));
  problem->setWordWrap(true);
  problem->hide();
  auto* cell = new QWidget(parent);
  auto* column = new QVBoxLayout(cell);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  column->addWidget(editor);
  column->addWidget(problem);
  auto* label = new QLabel(name, parent);
  label->setBuddy(editor);
  rows_->addRow(label, cell);
  fields_.push_back({setting.key, editor, problem});
}

QWidget* SettingsPage::field(const std::string& key) const {
  for (const Field& field : fields_)
    if (field.key == key) return field.editor;
  return nullptr;
}

QString SettingsPage::problem(const std::string& key) const {
  for (const Field& field : fields_)
    if (field.key == key) return field.problem->text();
  return {};
}

void SettingsPage::take(const target::Setting& setting, const QString& text) {
  const std::optional<nlohmann::json> value = setting.read(ss(text));
  for (Field& field : fields_) {
    if (field.key != setting.key) continue;
    field.problem->setText(value ? QString() : tr("“%1” is no %2").arg(text, qs(setting.type)));
    field.problem->setVisible(!value);
  }
  const target::UserTarget* own = targets_.userTarget(target_);
  if (!value || !own || shown_.value(setting.key, setting.initial) == *value) return;
  target::UserTarget changed = *own;
  changed.settings[setting.key] = *value;
  shown_[setting.key] = *value;
  targets_.change(std::move(changed), tr("setting %1 of %2").arg(qs(setting.key), qs(target_)));
}

}  // namespace nw::views
