// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/patterns_panel.h"

#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTreeWidget>
#include <map>

#include "common/text.h"
#include "common/theme.h"
#include "common/workbench.h"
#include "models/html.h"
#include "models/node_text.h"

namespace nw::views {

namespace {
constexpr int kNodeRole = Qt::UserRole + 1;
constexpr int kPauseMs = 300;  // after the last key
}  // namespace

PatternsPanel::PatternsPanel(Workbench& workbench, QWidget* parent) : QWidget(parent), workbench_(workbench) {
  auto* splitter = new QSplitter(this);
  edit_ = new QPlainTextEdit(splitter);
  edit_->setAccessibleName(tr("Patterns"));
  edit_->setToolTip(tr("One pattern a line, longest first, as in TVM's Python"));
  edit_->setPlaceholderText(
      tr("conv = is_op(\"nn.conv2d\")(wildcard(), is_constant())\nmy.conv2d_relu: is_op(\"nn.relu\")(conv)"));
  edit_->setLineWrapMode(QPlainTextEdit::NoWrap);
  edit_->setTabChangesFocus(true);
  edit_->setFrameShape(QFrame::NoFrame);
  edit_->setFont(Theme::load(false).code);
  tree_ = new QTreeWidget(splitter);
  tree_->setAccessibleName(tr("What the patterns take"));
  tree_->setHeaderLabels({tr("Pattern"), tr("Why")});
  tree_->setColumnWidth(0, 260);
  tree_->setFrameShape(QFrame::NoFrame);
  tree_->setUniformRowHeights(true);
  splitter->addWidget(edit_);
  splitter->addWidget(tree_);
  splitter->setStretchFactor(0, 2);
  splitter->setStretchFactor(1, 3);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(splitter);
  typing_.setSingleShot(true);
  typing_.setInterval(kPauseMs);
  connect(edit_, &QPlainTextEdit::textChanged, this, [this] {
    if (!filling_) typing_.start();
  });
  connect(&typing_, &QTimer::timeout, this, [this] {
    workbench_.session().setPatterns(edit_->toPlainText(), this);
    match();
  });
  connect(tree_, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* row_) { go(row_); });
  workbench_.addViewer(this);
}

PatternsPanel::~PatternsPanel() {
  workbench_.removeViewer(this);
}

void PatternsPanel::documentChanged() {
  typing_.stop();
  choicesChanged();
}

// Undo, or a project that was opened: the text follows.
void PatternsPanel::choicesChanged() {
  setEnabled(workbench_.session().model() != nullptr);
  const QString text =
      workbench_.session().document() ? qs(workbench_.session().document()->choices().patterns) : QString();
  if (text == edit_->toPlainText() || typing_.isActive()) return;
  filling_ = true;
  edit_->setPlainText(text);
  filling_ = false;
  match();
}

void PatternsPanel::match() {
  const auto graph = workbench_.session().graph();
  workbench_.jobs().cancel(QStringLiteral("patterns"));
  if (!graph || edit_->toPlainText().trimmed().isEmpty()) {
    take({});
    return;
  }
  workbench_.jobs().run<workspace::PatternView>(
      QStringLiteral("patterns"), tr("Matching patterns"), this,
      [graph, text = ss(edit_->toPlainText())](const CancelToken&) {
        return workspace::compute_patterns(*graph, text);
      },
      [this](const workspace::PatternView& view) { take(view); });
}

void PatternsPanel::take(const workspace::PatternView& view) {
  tree_->clear();
  workbench_.session().report(QStringLiteral("patterns"), view.diagnostics);
  const auto graph = workbench_.session().graph();
  std::map<std::string, QTreeWidgetItem*> tops;
  std::map<std::string, std::pair<int, int>> counts;
  for (const auto& each : view.composites.list) ++counts[each.name].first;
  for (const auto& each : view.composites.near_misses) ++counts[each.name].second;
  for (const std::string& name : view.names) {
    auto* top = new QTreeWidgetItem(
        tree_, {qs(name), tr("%1 found, %2 came near").arg(counts[name].first).arg(counts[name].second)});
    tops[name] = top;
  }
  auto add = [&](const std::string& name, NodeId node, const QString& text) {
    const auto top = tops.find(name);
    if (top == tops.end()) return;
    auto* row = new QTreeWidgetItem(top->second, {node.valid() ? qs(graph->node(node).name) : tr("results"), text});
    row->setToolTip(1, plain_tip(text));
    if (node.valid()) row->setData(0, kNodeRole, node.value);
  };
  std::vector<NamedNodes> found;
  for (const pattern::Composite& each : view.composites.list) {
    QStringList ops;
    for (NodeId node : each.nodes)
      if (graph->node(node).kind != graph::NodeKind::Constant) ops << title_of(graph->node(node));
    add(each.name, each.root, tr("takes %1").arg(ops.join(QStringLiteral(", "))));
    found.push_back({qs(each.name), each.nodes});
  }
  for (const pattern::NearMiss& each : view.composites.near_misses)
    add(each.name, each.node.valid() ? each.node : each.root, tr("not: %1").arg(qs(each.text)));
  if (tree_->topLevelItemCount() == 1) tree_->expandAll();
  Q_EMIT compositesFound(found);
}

void PatternsPanel::go(const QTreeWidgetItem* row) {
  const QVariant node = row ? row->data(0, kNodeRole) : QVariant();
  if (node.isValid()) workbench_.session().select(Selection::of_node(NodeId(node.toInt())), this);
}

}  // namespace nw::views
