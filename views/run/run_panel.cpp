// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/run_panel.h"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMimeData>
#include <QPushButton>
#include <QSplitter>
#include <QTreeWidget>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

#include "common/text.h"
#include "common/workbench.h"
#include "data/value_file.h"
#include "models/node_text.h"
#include "run/tensor_view.h"

namespace nw::views {

namespace {

constexpr int kKindRole = Qt::UserRole + 1, kIndexRole = Qt::UserRole + 2;
enum Column { Name, Type, What };

QString type_of(const data::Output& output) {
  return qs(data::kind_text(output.value));
}

QString dropped_file(const QMimeData* data) {
  for (const QUrl& url : data->urls())
    if (RunPanel::isTensorFile(url.toLocalFile())) return url.toLocalFile();
  return {};
}

}  // namespace

bool RunPanel::isTensorFile(const QString& path) {
  return path.endsWith(QStringLiteral(".npy"), Qt::CaseInsensitive) ||
         path.endsWith(QStringLiteral(".pb"), Qt::CaseInsensitive);
}

RunPanel::RunPanel(Workbench& workbench, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      rows_(new QTreeWidget(this)),
      choose_(new QPushButton(tr("File…"), this)),
      clear_(new QPushButton(tr("Without file"), this)),
      value_(new TensorView(this)) {
  setAcceptDrops(true);
  arrange();
  connect(rows_, &QTreeWidget::currentItemChanged, this, &RunPanel::showRow);
  connect(rows_, &QTreeWidget::itemActivated, this, &RunPanel::choose);
  connect(choose_, &QPushButton::clicked, this, &RunPanel::choose);
  connect(clear_, &QPushButton::clicked, this, &RunPanel::clear);
  workbench_.addViewer(this);
  refill();
}

RunPanel::~RunPanel() {
  workbench_.removeViewer(this);
}

void RunPanel::arrange() {
  rows_->setHeaderLabels({tr("Name"), tr("Type"), tr("File, or what was found")});
  rows_->setAccessibleName(tr("Inputs and outputs of the model"));
  rows_->setFrameShape(QFrame::NoFrame);
  rows_->setUniformRowHeights(true);
  rows_->header()->resizeSection(Name, 150);
  rows_->header()->resizeSection(Type, 150);
  choose_->setToolTip(tr("A .npy or .pb for the input, or for what the output is expected to be; or drop one on it"));
  clear_->setToolTip(tr("Fill the input by rule; expect nothing of the output"));
  auto* buttons = new QHBoxLayout;
  buttons->setContentsMargins(8, 4, 8, 4);
  buttons->addWidget(choose_);
  buttons->addWidget(clear_);
  buttons->addStretch(1);
  auto* left = new QWidget(this);
  auto* column = new QVBoxLayout(left);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(rows_, 1);
  column->addLayout(buttons);
  auto* split = new QSplitter(this);
  split->addWidget(left);
  split->addWidget(value_);
  split->setStretchFactor(0, 2);
  split->setStretchFactor(1, 3);
  split->setChildrenCollapsible(false);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->addWidget(split);
}

void RunPanel::documentChanged() {
  inputs_.clear();
  outputs_.clear();
  expected_.clear();
  if (const model::Model* model = workbench_.session().model())
    for (const NodeId id : model->source().inputs)
      inputs_.push_back({model->source().node(id).name, model->source().node(id).type});
  refill();
}

// With other sizes the files stay: whether they fit, the run tells.
void RunPanel::modelChanged() {
  const model::Model* model = workbench_.session().model();
  if (!model) return documentChanged();
  for (Input& input : inputs_)
    if (const NodeId id = model->source().find(input.name); id.valid()) input.type = model->source().node(id).type;
  outputs_.clear();
  refill();
}

QTreeWidgetItem* RunPanel::addRow(QTreeWidgetItem* parent, Row row, const QStringList& cells) {
  auto* item = new QTreeWidgetItem(parent, cells);
  item->setData(0, kKindRole, static_cast<int>(row.kind));
  item->setData(0, kIndexRole, static_cast<int>(row.index));
  for (int cell = 0; cell < cells.size(); ++cell) item->setToolTip(cell, cells[cell]);
  return item;
}

void RunPanel::refill() {
  const std::optional<Row> before = rowOf(rows_->currentItem());
  const QSignalBlocker quiet(rows_);
  rows_->clear();
  auto* inputs = new QTreeWidgetItem(rows_, {tr("Inputs")});
  for (size_t i = 0; i < inputs_.size(); ++i)
    addRow(inputs, {Kind::Input, i},
           {qs(inputs_[i].name), type_text(inputs_[i].type),
            inputs_[i].file.isEmpty() ? tr("filled by rule") : QFileInfo(inputs_[i].file).fileName()});
  auto* outputs = new QTreeWidgetItem(rows_, {outputs_.empty() ? tr("Outputs: after a run") : tr("Outputs")});
  for (size_t i = 0; i < outputs_.size(); ++i) {
    const data::Output& output = outputs_[i];
    QString found;
    if (const auto file = expected_.find(output.name); file != expected_.end()) {
      const auto compared = data::compare_with_file(output, ss(file->second));
      found = !compared.ok() ? qs(compared.diagnostics.front().message)
              : compared->ok ? tr("as expected (largest error %1)").arg(compared->max_abs_error, 0, 'g', 3)
                             : tr("DIFFERS: %1").arg(qs(compared->text));
    }
    addRow(outputs, {Kind::Output, i}, {qs(output.name), type_of(output), found});
  }
  rows_->expandAll();
  QTreeWidgetItem* wanted = nullptr;
  if (before) {
    QTreeWidgetItem* parent = before->kind == Kind::Input ? inputs : outputs;
    wanted = parent->child(static_cast<int>(before->index));
  }
  if (!wanted) wanted = outputs->childCount() > 0 ? outputs->child(0) : inputs->child(0);
  rows_->setCurrentItem(wanted);
  showRow();
}

std::optional<RunPanel::Row> RunPanel::rowOf(const QTreeWidgetItem* item) const {
  if (!item || !item->data(0, kKindRole).isValid()) return std::nullopt;
  const Row row{static_cast<Kind>(item->data(0, kKindRole).toInt()),
                static_cast<size_t>(item->data(0, kIndexRole).toInt())};
  const size_t rows = row.kind == Kind::Input ? inputs_.size() : outputs_.size();
  return row.index < rows ? std::optional(row) : std::nullopt;
}

std::string RunPanel::nameOf(const Row& row) const {
  return row.kind == Kind::Input ? inputs_[row.index].name : outputs_[row.index].name;
}

void RunPanel::showRow() {
  const std::optional<Row> row = rowOf(rows_->currentItem());
  choose_->setEnabled(row.has_value());
  clear_->setEnabled(row && (row->kind == Kind::Input ? !inputs_[row->index].file.isEmpty()
                                                      : expected_.contains(outputs_[row->index].name)));
  if (!row) return value_->setText(workbench_.session().model() ? tr("Run the model to see its outputs.") : QString());
  row->kind == Kind::Input ? showInput(inputs_[row->index]) : showOutput(outputs_[row->index]);
}

void RunPanel::showInput(const Input& input) {
  if (input.file.isEmpty())
    return value_->setText(
        tr("%1 is filled by rule. Drop a .npy or .pb on its row, or on its node.").arg(qs(input.name)));
  const Result<reference::Value> value = data::read_value_file(ss(input.file), input.type);
  if (!value.ok()) return value_->setText(qs(value.diagnostics.front().message));
  showValue(*value, nullptr);
}

void RunPanel::showOutput(const data::Output& output) {
  const auto file = expected_.find(output.name);
  if (file == expected_.end()) return showValue(output.value, nullptr);
  const Result<reference::Value> expected = data::read_value_file(ss(file->second), output.type);
  showValue(output.value, expected.ok() ? &*expected : nullptr);
}

// Of a list: its first tensor, and how many there are.
void RunPanel::showValue(const reference::Value& value, const reference::Value* expected) {
  if (const NDArray* tensor = value.tensor()) {
    const NDArray* wanted = expected ? expected->tensor() : nullptr;
    return value_->setTensor(*tensor, wanted ? std::optional(*wanted) : std::nullopt);
  }
  value_->setText(qs(data::kind_text(value)));
}

std::vector<std::pair<std::string, std::string>> RunPanel::inputFiles() const {
  std::vector<std::pair<std::string, std::string>> files;
  for (const Input& input : inputs_)
    if (!input.file.isEmpty()) files.emplace_back(input.name, ss(input.file));
  return files;
}

void RunPanel::setInput(const std::string& name, const QString& path) {
  const auto input = std::ranges::find(inputs_, name, &Input::name);
  if (input == inputs_.end()) return;
  input->file = path;
  refill();
}

bool RunPanel::dropOn(NodeId node, const QString& path) {
  const auto graph = workbench_.session().graph();
  std::string name = graph && node.valid() ? graph->node(node).name : std::string();
  const bool known = std::ranges::find(inputs_, name, &Input::name) != inputs_.end();
  if (!known && inputs_.size() != 1) return false;
  setInput(known ? name : inputs_.front().name, path);
  return true;
}

void RunPanel::setExpected(const std::string& name, const QString& path) {
  if (path.isEmpty())
    expected_.erase(name);
  else
    expected_[name] = path;
  refill();
}

void RunPanel::setOutputs(std::vector<data::Output> outputs) {
  outputs_ = std::move(outputs);
  refill();
}

void RunPanel::setFile(const Row& row, const QString& path) {
  row.kind == Kind::Input ? setInput(nameOf(row), path) : setExpected(nameOf(row), path);
}

void RunPanel::choose() {
  const std::optional<Row> row = rowOf(rows_->currentItem());
  if (!row) return;
  const QString path = QFileDialog::getOpenFileName(this, tr("A tensor for %1").arg(qs(nameOf(*row))), QString(),
                                                    tr("Tensors (*.npy *.pb)"));
  if (!path.isEmpty()) setFile(*row, path);
}

void RunPanel::clear() {
  if (const std::optional<Row> row = rowOf(rows_->currentItem())) setFile(*row, {});
}

// A place below the header of the list, in coordinates of the panel.
QTreeWidgetItem* RunPanel::rowUnder(const QPoint& where) const {
  return rows_->itemAt(rows_->viewport()->mapFrom(this, where));
}

void RunPanel::dragEnterEvent(QDragEnterEvent* event) {
  if (!dropped_file(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void RunPanel::dragMoveEvent(QDragMoveEvent* event) {
  event->setAccepted(rowOf(rowUnder(event->position().toPoint())).has_value());
}

void RunPanel::dropEvent(QDropEvent* event) {
  const std::optional<Row> row = rowOf(rowUnder(event->position().toPoint()));
  const QString file = dropped_file(event->mimeData());
  if (!row || file.isEmpty()) return;
  rows_->setCurrentItem(rowUnder(event->position().toPoint()));
  setFile(*row, file);
  event->acceptProposedAction();
}

}  // namespace nw::views
