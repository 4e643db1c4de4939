// SPDX-License-Identifier: GPL-3.0-or-later
// The window without a person: waits until all is shown, writes the picture or the report, ends the program.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "window/documents_window.h"
#include "window/main_window.h"
#include "window/options.h"

namespace nw::window {

class Grab : public QObject {
  Q_OBJECT

 public:
  // Ends the event loop with 0; 1 if the file has errors or nothing could be written; 3 after a minute.
  Grab(DocumentsWindow& window, const views::ThemeSource& theme, const Options& options);

 private:
  void look();
  bool write();
  QString writePicture(const QString& path);

  DocumentsWindow& window_;
  const views::ThemeSource& theme_;
  Options options_;
  QElapsedTimer clock_;
  QTimer timer_;
  int quiet_ = 0;         // times in a row that nothing was under way
  bool pointed_ = false;  // --group and --select were done
};

// Does what --group, --select and --view ask for. False if there is no such thing.
bool point_at(MainWindow& window, const Options& options);

}  // namespace nw::window
