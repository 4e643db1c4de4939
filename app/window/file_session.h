// SPDX-License-Identifier: GPL-3.0-or-later
// Opening and saving files in one window: recent files, models that may be read outside of their project's folder, and
// what to ask before a document closes or a file is written over.
#pragma once

#include <QObject>
#include <QSettings>

#include "window/recent_files.h"
#include "window/script_file.h"
#include "window/trusted_models.h"
#include "workspace/document.h"

namespace nw::views {
class PatternsPanel;
}

namespace nw::window {

class LessonBar;

class FileSession : public QObject {
  Q_OBJECT

 public:
  // Without settings nothing is remembered, and one is never asked before a document closes.
  FileSession(views::Workbench& workbench, KernelTabs& tabs, LessonBar& lesson, views::MessageBar& message,
              QSettings* settings, QObject* parent);

  void chooseFile();
  void open(const QString& path);
  void openSample();
  void openSampleText(const QString& name);  // of resources/samples, as the program carries it
  void openPasted(const QString& text, const QString& title);
  void trustAllModels() { trusted_.trust_all = true; }  // also those outside of their project's folder
  void trustAndOpen(const QString& project, const QString& model);

  bool save(bool ask_name);  // false: it was not saved, and why not is shown
  bool modified() const;
  bool mayClose();                                                      // saves, or asks whether changes may be lost
  void setPatterns(views::PatternsPanel* panel) { patterns_ = panel; }  // whose tables may be unsaved

  bool remembers() const { return settings_ != nullptr; }
  RecentFiles& recent() { return recent_; }
  ScriptFile& script() { return script_; }

 Q_SIGNALS:
  void opening(const QString& path);
  void recentChanged();
  void stateChanged();  // whether there is something to save

 private:
  void start(const QString& path, const workspace::Consent& consent);
  bool saveAs(const QString& path);
  bool saveKernel();
  void notSaved(const QString& path, const QString& why);
  bool projectChangedByOthers(const QString& path);
  QString scriptPath() const;
  bool mayLeaveTables();

  views::Workbench& workbench_;
  KernelTabs& tabs_;
  LessonBar& lesson_;
  views::MessageBar& message_;
  views::PatternsPanel* patterns_ = nullptr;
  QSettings* settings_;
  RecentFiles recent_;
  TrustedModels trusted_;
  ScriptFile script_;
};

}  // namespace nw::window
