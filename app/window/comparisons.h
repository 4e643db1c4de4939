// SPDX-License-Identifier: GPL-3.0-or-later
// Tabs that compare: with another file, with the graph as the file has it, the groups before and after a what-if, or
// under two fusion settings.
#pragma once

#include <QObject>
#include <memory>

#include "workspace/what_ifs.h"

namespace nw::views {
class CompareView;
class GraphView;
class ThemeSource;
class Workbench;
}  // namespace nw::views

namespace nw::window {

class KernelTabs;

class Comparisons : public QObject {
  Q_OBJECT

 public:
  Comparisons(views::Workbench& workbench, views::GraphView& graph, KernelTabs& tabs, views::ThemeSource& theme,
              QObject* parent);
  void chooseFile();
  void withFile(const QString& path);
  void withSource();
  void ofWhatIf();
  void ofRewriting(std::shared_ptr<const graph::Graph> before, std::shared_ptr<const graph::Graph> after);
  void chooseSettings();
  void ofSettings(const workspace::FusionChoices& left, const workspace::FusionChoices& right);

 private:
  views::CompareView* open(const QString& title);

  views::Workbench& workbench_;
  views::GraphView& graph_;
  KernelTabs& tabs_;
  views::ThemeSource& theme_;
};

}  // namespace nw::window
