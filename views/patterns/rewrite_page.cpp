// SPDX-License-Identifier: GPL-3.0-or-later
#include "patterns/rewrite_page.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "common/text.h"
#include "common/workbench.h"
#include "models/rows_model.h"

namespace nw::views {

namespace {
const QString kRewriteJob = QStringLiteral("rewriting");
}  // namespace

RewritePage::RewritePage(Workbench& workbench, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      summary_(new QLabel(this)),
      findings_(new QLabel(this)),
      empty_(new QLabel(tr("No rule: a line `name: pattern => replacement` is one."), this)),
      compare_(new QPushButton(this)),
      apply_(new QPushButton(this)),
      list_(new QTreeView(this)),
      rows_(new RowsModel({tr("Round"), tr("Rule"), tr("At"), tr("Removed"), tr("Made")}, this)) {
  build();
  connect(compare_, &QPushButton::clicked, this, [this] {
    if (view_ && graph_) Q_EMIT compareWanted(graph_, view_->after);
  });
  connect(apply_, &QPushButton::clicked, this, [this](bool applied) { Q_EMIT applyWanted(applied); });
  connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& row) {
    if (!view_ || !row.isValid() || workbench_.session().graph() != graph_) return;
    const NodeId root = view_->steps[static_cast<size_t>(row.row())].root;
    if (root.valid()) workbench_.session().select(Selection::of_node(root));
  });
  take(nullptr);
}

void RewritePage::build() {
  compare_->setText(tr("Compare before and after"));
  compare_->setAccessibleName(compare_->text());
  compare_->setToolTip(tr("The model as it is and with all rules applied, side by side"));
  apply_->setText(tr("Apply to the model"));
  apply_->setAccessibleName(apply_->text());
  apply_->setToolTip(
      tr("Fusion and kernels are those of the rewritten model then; undo, or a second press, takes it back"));
  apply_->setCheckable(true);
  list_->setModel(rows_);
  list_->setAccessibleName(tr("Applications of rules"));
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->setFrameShape(QFrame::NoFrame);
  list_->header()->resizeSection(0, 64);
  list_->header()->resizeSection(1, 110);
  list_->header()->resizeSection(2, 150);
  list_->header()->resizeSection(3, 200);
  findings_->setWordWrap(true);
  findings_->setContentsMargins(8, 0, 8, 4);
  findings_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  findings_->setAccessibleName(tr("What is wrong with the rules"));
  empty_->setObjectName(QStringLiteral("dim"));
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(8, 4, 8, 4);
  head->setSpacing(6);
  head->addWidget(summary_, 1);
  head->addWidget(compare_);
  head->addWidget(apply_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(head);
  column->addWidget(findings_);
  column->addWidget(list_, 1);
  column->addWidget(empty_, 1);
}

QString RewritePage::summary() const {
  return summary_->text();
}

void RewritePage::setApplied(bool applied) {
  apply_->setChecked(applied);
}

void RewritePage::setTable(std::shared_ptr<const graph::Graph> graph, std::string text,
                           const workspace::PatternView* lines) {
  const bool rules = lines && std::ranges::any_of(lines->lines, &workspace::PatternLine::rule);
  if (!rules) graph.reset();
  if (graph == graph_ && text == text_) return;
  graph_ = std::move(graph);
  text_ = std::move(text);
  outdated_ = true;
  if (isVisible() || !graph_) compute();
}

// A page that nobody looks at costs nothing.
void RewritePage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (outdated_) compute();
}

void RewritePage::compute() {
  outdated_ = false;
  if (!graph_) {
    workbench_.jobs().cancel(kRewriteJob);
    return take(nullptr);
  }
  using View = std::shared_ptr<const workspace::RewriteView>;
  workbench_.jobs().run<View>(
      kRewriteJob, tr("Applying rules"), this,
      [graph = graph_, text = text_](const CancelToken& cancel) {
        return std::make_shared<const workspace::RewriteView>(workspace::compute_rewrite(*graph, text, cancel));
      },
      [this](View view) { take(std::move(view)); });
}

void RewritePage::take(std::shared_ptr<const workspace::RewriteView> view) {
  view_ = std::move(view);
  workbench_.session().report(kRewriteJob, view_ ? view_->diagnostics : Diagnostics());
  std::vector<RowsModel::Row> rows;
  for (size_t i = 0; view_ && i < view_->steps.size(); ++i) {
    const workspace::RewriteView::Step& step = view_->steps[i];
    rows.push_back({{QString::number(step.round), qs(step.rule), qs(step.at), qs(step.removed), qs(step.made)},
                    {},
                    static_cast<int>(i),
                    false});
  }
  rows_->setRows(std::move(rows));
  if (view_ && view_->steps.empty())
    summary_->setText(tr("No rule finds its pattern in this model"));
  else if (view_)
    summary_->setText(tr("%n application(s) of rules", nullptr, static_cast<int>(view_->steps.size())) +
                      tr(" in %n round(s)", nullptr, view_->rounds));
  QStringList findings;
  for (const Diagnostic& d : view_ ? view_->diagnostics : Diagnostics()) {
    findings << qs(d.message);
    for (const std::string& because : d.because) findings << qs(because);
  }
  findings_->setText(findings.join(QLatin1Char('\n')));
  findings_->setVisible(!findings.isEmpty());
  for (QWidget* each : std::initializer_list<QWidget*>{summary_, compare_, apply_, list_})
    each->setVisible(graph_ != nullptr);
  compare_->setEnabled(view_ && !view_->steps.empty());
  apply_->setEnabled(apply_->isChecked() || (view_ && !view_->steps.empty() && !has_errors(view_->diagnostics)));
  empty_->setVisible(!graph_);
}

}  // namespace nw::views
