// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows before anything is open: files and samples on the left, questions to begin with on the right.
#pragma once

#include <QScrollArea>

#include <utility>
#include <vector>

#include "window/lessons.h"
#include "window/open_document.h"

class QFrame;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace nw::window {

// It scrolls where the window is small, and asks for no width of its own: the window's other pages do not get it.
class StartPage : public QScrollArea {
  Q_OBJECT

 public:
  explicit StartPage(QWidget* parent = nullptr);
  void setRecent(const QStringList& files);
  void setWelcome();
  // While a file is read: large ones take a moment.
  void setOpening(const QString& file);

  // What was open when the program ended without being closed; none: nothing is offered.
  void setRecovery(const std::vector<OpenDocument>& documents);
  int thumbnails() const;  // of samples, that are shown

 Q_SIGNALS:
  void recoverWanted();
  void leaveWanted();  // what was open is not opened again
  void openWanted();
  void pasteWanted();
  void sampleWanted();                           // the network
  void scriptSampleWanted(const QString& name);  // of resources/samples
  void fileWanted(const QString& path);
  void lessonWanted(const nw::window::Lesson& lesson);

 protected:
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  // A row that is a button: what it opens, and below it or beside it what that is.
  QPushButton* row(QVBoxLayout* rows, const QString& name, const QString& about);
  QVBoxLayout* column(int width);
  void addRecovery(QVBoxLayout* rows);
  void addFiles(QVBoxLayout* rows);
  void addSamples(QVBoxLayout* rows);
  QPushButton* addSample(QVBoxLayout* rows, const QString& name, const QString& about);
  void drawThumbnails();
  void addLessons(QVBoxLayout* rows);

  QFrame* recovery_;
  QVBoxLayout* recovered_;  // a row for each document
  QLabel* title_;
  QLabel* text_;
  QLabel* recent_title_;
  QWidget* recent_;
  QVBoxLayout* recent_rows_;
  std::vector<std::pair<QString, QPushButton*>> samples_;  // by resource
  bool drawn_dark_ = false, drawn_ = false;                // the thumbnails, for the dark theme
};

}  // namespace nw::window
