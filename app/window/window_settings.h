// SPDX-License-Identifier: GPL-3.0-or-later
// What the window remembers from run to run: its place and panels, theme, motion, time limit, preferences, and
// the measured peaks of this machine. Without a store nothing is remembered.
#pragma once

#include <QSettings>

#include "base/target_facts.h"
#include "common/preferences.h"
#include "common/theme.h"
#include "worker/peaks.h"

class QMainWindow;
class QWidget;

namespace nw::window {

struct Docks;

class WindowSettings {
 public:
  explicit WindowSettings(QSettings* store) : store_(store) {}
  QSettings* store() const { return store_; }

  void restoreGeometry(QWidget& window) const;
  void saveGeometry(const QWidget& window);
  void restorePanels(Docks& docks) const;
  void savePanels(const QMainWindow& window);
  bool reduceMotion() const;
  void setReduceMotion(bool reduce);
  int timeLimit() const;  // seconds; 0: none was chosen
  void setTimeLimit(int seconds);
  views::Preferences preferences() const;
  void setPreferences(const views::Preferences& preferences);
  QString language() const;  // a code of languages(); empty: the system's
  void setLanguage(const QString& code);
  void setTheme(views::ThemeSource::Mode mode);
  views::FontChoice fonts() const;
  void setFonts(const views::FontChoice& fonts);
  int autosave() const;  // minutes; 0: never
  void setAutosave(int minutes);
  // Of this processor with this number of cores.
  worker::Peaks peaks(const TargetFacts& machine) const;
  void setPeaks(const TargetFacts& machine, const worker::Peaks& peaks);

 private:
  QVariant value(const QString& key) const { return store_ ? store_->value(key) : QVariant(); }
  void set(const QString& key, const QVariant& value);

  QSettings* store_;
};

}  // namespace nw::window
