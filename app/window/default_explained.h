// SPDX-License-Identifier: GPL-3.0-or-later
// A tab that explains the default schedule of a kernel against the schedule in its editor, step by step; it follows the
// editor. Estimates are made off the window's thread, times are taken when asked for.
#pragma once

#include <QObject>
#include <QPointer>
#include <map>
#include <memory>
#include <string>

#include "tune/default_view.h"
#include "tune/step_effects.h"

namespace nw::views {
class KernelPage;
class Workbench;
}  // namespace nw::views

namespace nw::window {

class KernelTabs;

class DefaultExplained : public QObject {
  Q_OBJECT

 public:
  // Lives as long as the view.
  DefaultExplained(views::Workbench& workbench, views::KernelPage& page, views::DefaultView& view);
  ~DefaultExplained() override;
  bool settled() const;  // what is shown is of the script in the editor

 Q_SIGNALS:
  void lineWanted(int line);  // of the script in the editor

 private:
  struct Found {
    std::shared_ptr<const tune::TunedKernel> kernel;  // null: there is none, and `why_not` says why
    QString why_not = {};
    std::vector<schedule::Step> standard = {};
    std::string with_default = {}, without = {};  // the editor's script with the default schedule, and with none
    tune::ScheduleEffects plain = {}, by_default = {}, mine = {};
  };
  // What the explanation is of.
  struct Subject {
    std::string script;
    std::map<std::string, int64_t> sizes = {};
    TargetFacts machine = {};
    int threads = 1;
    bool operator==(const Subject&) const = default;
  };
  Subject subject() const;
  void follow();
  void show();
  QString whyNotReady() const;  // empty: the buttons are enabled
  void updateButtons();
  void measure();
  void goTo(bool of_default, int step);
  void use(const std::string& script, const QString& label);
  bool measuring() const;
  QString purpose(const char* what) const;
  QString measuredText(const tune::ScheduleEffects& effects) const;

  views::Workbench& workbench_;
  QPointer<views::KernelPage> page_;
  views::DefaultView& view_;
  Subject shown_;
  Found found_;
};

// For the kernel in the current tab; the tab that there is already is shown again.
void open_default_explained(KernelTabs& tabs, views::Workbench& workbench);

}  // namespace nw::window
