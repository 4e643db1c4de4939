// SPDX-License-Identifier: GPL-3.0-or-later
// The preferences in one place. Every choice is in force at once; those that menus have too are made by their actions.
#pragma once

#include <QDialog>

#include "window/window_settings.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QSpinBox;

namespace nw::views {
class TargetList;
class ThemeSource;
class Workbench;
}  // namespace nw::views

namespace nw::window {

struct Actions;

class PreferencesDialog : public QDialog {
  Q_OBJECT

 public:
  PreferencesDialog(const Actions& actions, views::Workbench& workbench, views::TargetList& targets,
                    views::ThemeSource& theme, WindowSettings& settings, QWidget* parent = nullptr);

 Q_SIGNALS:
  void autosaveChanged();

 private:
  void addLook(QFormLayout* form);
  void addCode(QFormLayout* form);
  void addGraph(QFormLayout* form);
  void addRuns(QFormLayout* form);
  void addSaving(QFormLayout* form);
  void showTargets();
  void chooseFonts();

  const Actions& actions_;
  views::Workbench& workbench_;
  views::TargetList& targets_;
  views::ThemeSource& theme_;
  WindowSettings& settings_;
  QComboBox *words_ = nullptr, *code_ = nullptr, *target_ = nullptr;
  QSpinBox* size_ = nullptr;
};

}  // namespace nw::window
