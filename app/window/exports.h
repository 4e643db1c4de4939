// SPDX-License-Identifier: GPL-3.0-or-later
// Writing files that are not the project: the graph as a picture, DOT or JSON, a report, a kernel in another tool's
// form. Large ones take a while and are written off the UI thread.
#pragma once

#include <QObject>
#include <QRectF>
#include <optional>
#include <set>

#include "base/ids.h"

namespace nw::views {
class GraphView;
class MessageBar;
class PatternsPanel;
class ThemeSource;
class Workbench;
}  // namespace nw::views

namespace nw::window {

class KernelTabs;

class Exports : public QObject {
  Q_OBJECT

 public:
  Exports(views::Workbench& workbench, views::GraphView& graph, KernelTabs& tabs, views::MessageBar& message,
          views::ThemeSource& theme, QObject* parent);
  enum class Part : uint8_t { All, Visible, Selection };  // of the graph
  // These ask where to write.
  void choosePicture(Part part = Part::All);
  void chooseReport();
  void chooseKernel(const QString& form = {});  // the form that is proposed, as export_forms() names it
  void previewKernel();

  // SVG, PDF, PNG, DOT or JSON, by the path's ending.
  void writeGraph(const QString& path, double scale, Part part = Part::All);
  void copyPicture();  // what is visible, to the clipboard
  void writeReport(const QString& path);
  void setPatterns(const views::PatternsPanel* panel) { patterns_ = panel; }  // whose matches a report has

 private:
  QRectF areaOf(Part part) const;                            // null: all of it
  std::optional<std::set<NodeId>> nodesOf(Part part) const;  // for DOT and JSON; none: all
  bool hasArea(Part part);                                   // else a message says that nothing of it is there
  QString baseName(Part part) const;                         // of a file for it, after the model's
  void written(const QString& path, const QString& wrong);   // why not, or nothing

  views::Workbench& workbench_;
  views::GraphView& graph_;
  KernelTabs& tabs_;
  views::MessageBar& message_;
  views::ThemeSource& theme_;
  const views::PatternsPanel* patterns_ = nullptr;
};

}  // namespace nw::window
