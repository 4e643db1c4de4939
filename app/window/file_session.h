// SPDX-License-Identifier: GPL-3.0-or-later
// Opening and saving files in one window: recent files, models that may be read outside of their project's folder, and
// what to ask before a document closes or a file is written over.
#pragma once

#include <QObject>
#include <QSettings>
#include <QTimer>

#include "window/open_document.h"
#include "window/recent_files.h"
#include "window/script_file.h"
#include "window/trusted_models.h"
#include "workspace/document.h"

namespace nw::views {
class PatternsPanel;
}

namespace nw::window {

class FileSession;
class LessonBar;

// Where documents open: a window with several in tabs.
class DocumentPlaces {
 public:
  virtual ~DocumentPlaces() = default;
  // That of an empty tab, brought to the front. Null: the file (empty: a text) is open already, and its tab came there.
  virtual FileSession* placeFor(const QString& file) = 0;
  virtual QString freeTitle(const QString& title) const = 0;  // for a text: a title that no other tab has
};

class FileSession : public QObject {
  Q_OBJECT

 public:
  // Without settings nothing is remembered, and one is never asked before a document closes.
  FileSession(views::Workbench& workbench, KernelTabs& tabs, LessonBar& lesson, views::MessageBar& message,
              QSettings* settings, QObject* parent);

  // Without places, documents open here, one after the other.
  void setPlaces(DocumentPlaces* places) { places_ = places; }
  void chooseFile();
  void open(const QString& path);
  void reopen(const OpenDocument& document);  // here, whatever is open elsewhere
  void readAgain();                           // the file that is open here
  void openSample();
  void openSampleText(const QString& name);  // of resources/samples, as the program carries it
  void openPasted(const QString& text, const QString& title);
  void trustAllModels() { trusted_.trust_all = true; }  // also those outside of their project's folder
  void trustAndOpen(const QString& project, const QString& model);

  bool save(bool ask_name);       // false: it was not saved, and why not is shown
  void saveByItself();            // what has a file, unless another program has written to it
  void setAutosave(int minutes);  // 0: never
  bool modified() const;
  bool mayClose();          // saves, or asks whether changes may be lost
  void leave();             // after that: nothing of the document is kept for the case of a crash
  void leaveForNextTime();  // the same, but times that no file has come back with the document
  bool hasUnsaved() const;  // mayClose() would ask
  void setPatterns(views::PatternsPanel* panel) { patterns_ = panel; }  // whose tables may be unsaved

  bool remembers() const { return settings_ != nullptr; }
  const QString& file() const { return file_; }        // absolute; empty: none, or a text
  const QString& textTitle() const { return title_; }  // of a text without a file
  bool isOpening() const;
  OpenDocument opened() const;
  bool takeRecover();  // whether this document is to be recovered; says so once
  RecentFiles& recent() { return recent_; }
  ScriptFile& script() { return script_; }

 Q_SIGNALS:
  void opening(const QString& path);
  void recentChanged();
  void stateChanged();  // whether there is something to save

 private:
  FileSession* place(const QString& file);
  void start(const QString& path, const workspace::Consent& consent, const QString& view_state = {});
  void startText(const QString& text, const QString& title);
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
  DocumentPlaces* places_ = nullptr;
  QString file_, title_, text_;  // that are open here, or being opened
  QString view_state_;           // that the document is being opened with
  bool recover_ = false;
  RecentFiles recent_;
  TrustedModels trusted_;
  ScriptFile script_;
  QTimer autosave_;
};

}  // namespace nw::window
