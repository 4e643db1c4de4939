// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson under way, above the tabs: its question, the step that one is at, and whether it is done.
#pragma once

#include <QFrame>

#include "common/viewer.h"
#include "window/lessons.h"

class QLabel;
class QPushButton;

namespace nw::workspace {
class Document;
}

namespace nw::window {

class LessonBar : public QFrame, public views::Viewer {
  Q_OBJECT

 public:
  explicit LessonBar(views::Workbench& workbench, QWidget* parent = nullptr);
  ~LessonBar() override;
  // Opens the lesson's example and shows its first step.
  void start(Lesson lesson);
  bool active() const { return !lesson_.steps.empty(); }
  bool owns(const workspace::Document* document) const;  // it is this lesson's example
  bool stepDone() const;

  void documentChanged() override;
  void graphChanged() override { refresh(); }
  void choicesChanged() override { refresh(); }
  void selectionChanged(const views::Selection&) override { refresh(); }
  void reasonChanged() override { refresh(); }
  void diagnosticsChanged() override { refresh(); }

 public Q_SLOTS:
  void next();
  void back();
  void leave();  // back to what was open before

 private:
  void refresh();
  void end();

  views::Workbench& workbench_;
  Lesson lesson_;
  QString opened_;  // the example's path, or its title
  size_t step_ = 0;
  QLabel *title_, *text_, *state_;
  QPushButton *back_, *next_, *away_;
};

}  // namespace nw::window
