// SPDX-License-Identifier: GPL-3.0-or-later
// What a person rules out while a search runs or is paused: steps that no further candidate may have, choices of the
// best schedule that all are to have, and loops of a nest or lines of a schedule that are locked or forbidden by
// pointing at them. Each is shown, and can be taken back.
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernel/kernel_selection.h"
#include "kernel/preview.h"
#include "tune/search.h"

QT_BEGIN_NAMESPACE
class QMenu;
QT_END_NAMESPACE

namespace nw::views {
class TuneView;
}

namespace nw::window {

class TuningNarrowing : public QObject {
  Q_OBJECT

 public:
  // Of the task whose trials are shown.
  struct Shown {
    std::string task;
    std::vector<tune::Knob> knobs;
    std::optional<tune::Choice> best;   // of the fastest trial; nothing: no choice of the space made it
    std::optional<tune::Choice> trial;  // of the trial whose nest and steps are shown
  };

  TuningNarrowing(views::TuneView& view, QObject* parent);
  // Nothing is ruled out any more.
  void clear();
  // Asked for when a menu opens.
  void setShown(std::function<Shown()> shown) { shown_ = std::move(shown); }
  // The nest of the shown trial.
  void setNest(std::shared_ptr<const kernel::KernelPreview> nest) { nest_ = std::move(nest); }
  tune::Narrowing of(const std::string& task) const;

 Q_SIGNALS:
  void changed();

 private:
  enum class Kind { NoPrimitive, Knob, Lines, NoLine };
  struct Rule {
    Kind kind = Kind::Lines;
    std::string task = {};  // that it is of; empty: of all
    schedule::Primitive primitive = schedule::Primitive::Split;
    size_t knob = 0;
    uint16_t value = 0;
    std::set<std::string> lines = {};
    std::optional<tune::Choice> choice = {};
    QString text = {};
    // The same rule, whichever candidate it was seen in.
    bool same_as(const Rule& other) const;
  };
  void fillMenu();
  void addPrimitives(QMenu* menu);
  void addKnobs(QMenu* menu);
  void showLoopMenu(const views::KernelSelection& loop, const QPoint& place);
  void showStepMenu(const QString& line, const QPoint& place);
  void addLines(QMenu* menu, const QString& lock, const std::set<std::string>& lines);
  QAction* addRule(QMenu* menu, const QString& text, Rule rule);
  void set(const Rule& rule, bool holds);
  bool holds(const Rule& rule) const;
  void showLocks();
  QMenu* newMenu(const QString& name);

  views::TuneView& view_;
  QMenu* menu_;
  std::function<Shown()> shown_;
  std::shared_ptr<const kernel::KernelPreview> nest_;
  std::vector<Rule> rules_;
};

}  // namespace nw::window
