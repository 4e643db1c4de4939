// SPDX-License-Identifier: GPL-3.0-or-later
// What a run of the model is given and what it gave: files for inputs, dropped on their rows or chosen; outputs of the
// last run, each beside a file of what is expected, where one was dropped on it. The value of the row is shown at the
// right.
#pragma once

#include <QWidget>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/viewer.h"
#include "data/expected.h"

class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace nw::views {

class TensorView;
class Workbench;

class RunPanel : public QWidget, public Viewer {
  Q_OBJECT

 public:
  explicit RunPanel(Workbench& workbench, QWidget* parent = nullptr);
  ~RunPanel() override;

  // Whether a file's name is that of a tensor.
  static bool isTensorFile(const QString& path);
  // The file for an input; empty: filled by rule again.
  void setInput(const std::string& name, const QString& path);
  // A file that was dropped on the canvas, on a node of the displayed snapshot: whether it is for an input. Where the
  // model has one input only, the node does not matter.
  bool dropOn(NodeId node, const QString& path);
  // A file with what the output is expected to be; empty: nothing is expected.
  void setExpected(const std::string& name, const QString& path);
  // By the names of inputs.
  std::vector<std::pair<std::string, std::string>> inputFiles() const;
  void setOutputs(std::vector<data::Output> outputs);
  QTreeWidget* rows() const { return rows_; }
  TensorView* value() const { return value_; }

  void documentChanged() override;
  void modelChanged() override;

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  struct Input {
    std::string name;
    graph::Type type;
    QString file = {};
  };
  enum class Kind { Input, Output };
  struct Row {
    Kind kind;
    size_t index;
  };

  void arrange();
  void refill();
  void refillOutputs();
  QTreeWidgetItem* addRow(QTreeWidgetItem* parent, Row row, const QStringList& cells);
  std::optional<Row> rowOf(const QTreeWidgetItem* item) const;
  QTreeWidgetItem* rowUnder(const QPoint& where) const;
  void showRow();
  void showInput(const Input& input);
  void showOutput(const data::Output& output);
  void showValue(const reference::Value& value, const reference::Value* expected);
  void choose();
  void clear();
  void setFile(const Row& row, const QString& path);
  std::string nameOf(const Row& row) const;

  Workbench& workbench_;
  QTreeWidget* rows_;
  QPushButton *choose_, *clear_;
  TensorView* value_;
  std::vector<Input> inputs_;
  std::vector<data::Output> outputs_;
  std::map<std::string, QString> expected_;  // files, by output
};

}  // namespace nw::views
