// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows before anything is open: what to do next.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace nw::window {

class StartPage : public QWidget {
  Q_OBJECT

 public:
  explicit StartPage(QWidget* parent = nullptr);
  void setRecent(const QStringList& files);
  // Instead of the welcome: why a file could not be shown.
  void setFailure(const QString& file, const QString& why);
  void setWelcome();
  // While a file is read: large ones take a moment.
  void setOpening(const QString& file);

 Q_SIGNALS:
  void openWanted();
  void sampleWanted();
  void fileWanted(const QString& path);

 private:
  QLabel* title_;
  QLabel* text_;
  QPushButton* open_;
  QPushButton* sample_;
  QLabel* recent_title_;
  QWidget* recent_;
  QVBoxLayout* recent_rows_;
};

}  // namespace nw::window
