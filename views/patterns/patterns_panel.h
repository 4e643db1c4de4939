// SPDX-License-Identifier: GPL-3.0-or-later
// Pattern tables on a model: the editor, what each line takes and why not the rest, regions for accelerators,
// rewriting. Tables that are files have a tab each; the table in front is the one that is matched, and is the
// document's.
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>

#include "common/named_nodes.h"
#include "common/viewer.h"
#include "workspace/choices.h"
#include "workspace/pattern_view.h"

class QLabel;
class QTabWidget;

namespace nw::views {

class OffloadPage;
class PatternEditor;
class PatternResults;
class RewritePage;
class SelectionPage;
class TableTabs;
class Workbench;

class PatternsPanel : public QWidget, public Viewer {
  Q_OBJECT

 public:
  explicit PatternsPanel(Workbench& workbench, QWidget* parent = nullptr);
  ~PatternsPanel() override;
  PatternEditor* edit() const { return edit_; }
  PatternResults* results() const { return results_; }
  OffloadPage* offload() const { return offload_; }
  RewritePage* rewriting() const { return rewrite_; }
  SelectionPage* selection() const { return selection_; }
  TableTabs* tables() const { return tables_; }
  QTabWidget* pages() const { return pages_; }
  std::shared_ptr<const workspace::PatternView> view() const { return view_; }  // of the text, once it is matched
  const std::string& matchedText() const { return matched_; }                   // that the view is of
  QString text() const;                                                         // of the table in front
  QString changes() const;                                                      // what the last edit gained and lost

  // A table's file in a tab of its own, brought to the front; false: it cannot be read, and the problems say why.
  bool openTable(const QString& path);
  bool saveTable(const QString& path);
  // What its pages would like to have must not take it from the docks beside the graph.
  QSize sizeHint() const override { return {400, 150}; }
  QSize minimumSizeHint() const override { return {400, 80}; }
  QString tablePath() const;          // of the table in front; empty: it is no file
  QStringList unsavedTables() const;  // paths
  bool saveTables(const QStringList& paths);
  // A pattern of these nodes of the graph on the canvas, or of one place more.
  void patternFrom(const std::vector<NodeId>& nodes, bool more);
  // False if the diagnostic is not one of the table's.
  bool applyFix(const Diagnostic& diagnostic, const Fix& fix);
  bool goToPlace(const Diagnostic& diagnostic);
  void hoverNode(NodeId node);  // of the canvas: its pieces of the table are marked

  void documentChanged() override;
  void graphChanged() override;
  void choicesChanged() override;
  void selectionChanged(const Selection& selection) override;

 Q_SIGNALS:
  void compositesFound(const std::vector<nw::views::NamedNodes>& composites);
  void nodesHovered(const std::vector<nw::NodeId>& nodes);
  void trialWanted(const QString& line, nw::NodeId root);
  void openWanted();  // a file of a table
  void saveWanted();

 private:
  void build();
  QWidget* buildLeft();
  void connectParts();
  void typed();
  void flush();
  void match();
  void take(std::shared_ptr<const workspace::PatternView> view);
  void findFixes();
  void markLines();
  void move(bool up);
  void hoverPiece(int line, int column);
  void showTable(const QString& path);
  void closeTable(const QString& path);
  void append(const QString& lines);
  void setText(const QString& text, const QString& label);
  workspace::Choices choices() const;  // of the document, with what is being typed

  Workbench& workbench_;
  PatternEditor* edit_ = nullptr;
  PatternResults* results_ = nullptr;
  OffloadPage* offload_ = nullptr;
  RewritePage* rewrite_ = nullptr;
  SelectionPage* selection_ = nullptr;
  TableTabs* tables_ = nullptr;
  QTabWidget* pages_ = nullptr;
  QLabel* state_ = nullptr;
  QTimer pause_;  // until what was typed becomes a change of the document
  std::shared_ptr<const workspace::PatternView> view_, before_;
  QString changes_;
  std::shared_ptr<const graph::Graph> graph_;  // that view_ is of
  std::string matched_;                        // the text that view_ is of
};

}  // namespace nw::views
