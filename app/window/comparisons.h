// SPDX-License-Identifier: GPL-3.0-or-later
// Tabs that compare: with another file, with the graph as the file has it, the groups before and after a what-if, or
// under two fusion settings; and two versions of a kernel.
#pragma once

#include <QObject>
#include <memory>
#include <string>
#include <vector>

#include "common/active_target.h"
#include "workspace/what_ifs.h"

namespace nw::views {
class CompareView;
class GraphView;
class KernelPage;
class TargetList;
class ThemeSource;
class Workbench;
}  // namespace nw::views

namespace nw::window {

class KernelTabs;

class Comparisons : public QObject {
  Q_OBJECT

 public:
  Comparisons(views::Workbench& workbench, views::GraphView& graph, KernelTabs& tabs, views::TargetList& targets,
              views::ThemeSource& theme, QObject* parent);
  void chooseFile();
  void withFile(const QString& path);
  // The schedule in the tab against one in a file, in the tab's own comparison.
  void withSchedule(views::KernelPage& page, const QString& path);
  void withSource();
  void ofWhatIf();
  void ofRewriting(std::shared_ptr<const graph::Graph> before, std::shared_ptr<const graph::Graph> after);
  // Of the kernel in the current tab: the state before the present one, and that.
  void ofVersions();
  // Of that kernel: two of its scripts.
  void ofVersions(const views::KernelPage& page, const std::string& left, const std::string& right);
  void chooseSettings();
  void ofSettings(const workspace::FusionChoices& left, const workspace::FusionChoices& right);

 private:
  views::CompareView* open(const QString& title);
  QString timeOf(const std::shared_ptr<const fusion::Fusion>& fusion) const;
  std::vector<views::ActiveTarget> compiledTargets() const;  // the active one first

  views::Workbench& workbench_;
  views::GraphView& graph_;
  KernelTabs& tabs_;
  views::TargetList& targets_;
  views::ThemeSource& theme_;
};

}  // namespace nw::window
