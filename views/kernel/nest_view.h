// SPDX-License-Identifier: GPL-3.0-or-later
// The loop nest as text: keywords coloured, new and changed lines marked against the step before, and the lines that
// come from the selected stage, axis or script line highlighted.
#pragma once

#include <QAbstractScrollArea>
#include <map>
#include <memory>
#include <vector>

#include "kernel/kernel_colors.h"
#include "kernel/kernel_selection.h"
#include "kernel/nest_figures.h"
#include "kernel/nest_heat.h"

namespace nw::views {

class NestView : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit NestView(QWidget* parent = nullptr);

  // `changed` has one entry a line. `note` is above the nest ("without line 12, which was refused"); `wrong` says
  // why there is none.
  void setNest(std::shared_ptr<const kernel::KernelPreview> preview, std::vector<bool> changed, const QString& note,
               const QString& wrong = {});
  void setFigures(std::shared_ptr<const kernel::NestFigures> figures);  // of the nest shown
  void setHeat(std::shared_ptr<const kernel::NestHeat> heat);           // of a run of the nest shown; null: none
  void showFromLeft();                                                  // another nest than the one scrolled
  void setSelection(const KernelSelection& selection);
  void setMarks(const KernelMarks& marks);
  // A stripe beside lines (from 0) whose code is on screen too, each with the number of its colour; none: no stripes.
  void setPairColours(std::map<int, int> colours);
  // A stretch of lines (from 0) is marked and brought into view; of none, the place where it would be.
  void showStretch(int first, int lines);
  void reveal(int line);
  void setNote(const QString& note);  // above the nest that is shown; empty: none
  QString note() const { return note_; }
  QRect noteRect() const;     // in the viewport; of no height without a note
  QString emptyText() const;  // shown instead of a nest
  int lineCount() const;
  QString lineText(int line) const;
  int currentLine() const { return current_; }
  bool isLit(int line) const;
  bool isChanged(int line) const;

 Q_SIGNALS:
  void selected(const nw::views::KernelSelection& selection);  // by click or arrow keys
  void hovered(const nw::views::KernelSelection& selection);   // empty when the pointer leaves
  void pinToggled(const nw::views::KernelSelection& selection);
  // The menu of a line was asked for, at that place of the screen.
  void menuWanted(const nw::views::KernelSelection& selection, const QPoint& place);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  int lineAt(const QPoint& position) const;
  int lineHeight() const;
  KernelSelection selectionOf(int line) const;
  void select(int line);
  void updateScrollBars();
  void paintLine(QPainter& painter, int line, const QRect& rect) const;
  void paintGround(QPainter& painter, int line, const QRect& rect) const;
  void paintHeat(QPainter& painter, int line, const QRect& rect) const;
  void paintElsewhere(QPainter& painter, int top) const;
  QString hintOf(int line) const;
  QString heatText(int line) const;
  int gutter() const;
  int heatLeft() const;
  void measureGutter();
  std::vector<std::pair<QString, QString>> elsewhere() const;
  int extraLines() const;  // below the nest: time that is spent in none of its lines
  void paintFigures(QPainter& painter, int line, const QRect& rect, int text_end) const;
  void copyText() const;

  std::shared_ptr<const kernel::KernelPreview> preview_;
  std::vector<bool> changed_;
  QString note_;
  QString wrong_;  // why there is no nest; empty: it is not written yet
  std::shared_ptr<const kernel::NestFigures> figures_;
  std::shared_ptr<const kernel::NestHeat> heat_;
  std::map<int, int> pairs_;
  KernelSelection selection_;
  KernelMarks marks_;
  int numbers_end_ = 38, heat_width_ = 52;  // pixels of the gutter, of the font
  KernelColors colors_;
  int stretch_first_ = -1, stretch_lines_ = 0;
  int current_ = -1;
  int hovered_ = -1;
};

}  // namespace nw::views
