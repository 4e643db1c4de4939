// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/problems_panel.h"

#include <QHeaderView>
#include <QIdentityProxyModel>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "common/icons.h"
#include "common/problem_details.h"
#include "common/problems_tree.h"
#include "common/text.h"
#include "common/theme.h"
#include "common/workbench.h"
#include "models/problems_model.h"

namespace nw::views {

namespace {

// Adds the severity's icon to the model, which has no images.
class SeverityIcons : public QIdentityProxyModel {
 public:
  using QIdentityProxyModel::QIdentityProxyModel;
  QVariant data(const QModelIndex& index, int role) const override {
    if (role == Qt::DecorationRole && index.column() == 0) {
      const QVariant severity = index.data(ProblemsModel::SeverityRole);
      if (!severity.isValid()) return {};
      return severity.toInt() == 0 ? error : severity.toInt() == 1 ? warning : note;
    }
    return QIdentityProxyModel::data(index, role);
  }
  QIcon error, warning, note;
};

SeverityIcons* signs_of(const QTreeView* tree) {
  return static_cast<SeverityIcons*>(tree->model());
}

// Every row of the tree that has a diagnostic, from above.
std::vector<QModelIndex> diagnostic_rows(const QAbstractItemModel& model) {
  std::vector<QModelIndex> rows;
  for (int row = 0; row < model.rowCount(); ++row) {
    const QModelIndex top = model.index(row, 0);
    if (model.index(0, 0, top).data(ProblemsModel::DetailsRole).toBool()) {
      rows.push_back(top);
      continue;
    }
    for (int member = 0; member < model.rowCount(top); ++member) rows.push_back(model.index(member, 0, top));
  }
  return rows;
}

bool is_same_problem(const Diagnostic& a, const Diagnostic& b) {
  return a.code == b.code && a.message == b.message;
}

}  // namespace

ProblemsPanel::ProblemsPanel(Workbench& workbench, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      model_(new ProblemsModel(this)),
      tree_(new ProblemsTree(this)),
      others_(new QPushButton(this)),
      empty_(new QLabel(tr("No problems."), this)) {
  arrange();
  connect(tree_, &QTreeView::expanded, this, &ProblemsPanel::addDetails);
  connect(tree_, &QTreeView::clicked, this, &ProblemsPanel::toggle);
  connect(tree_, &QTreeView::activated, this, [this](const QModelIndex& index) {
    if (const Diagnostic* one = model_->diagnostic(signs_of(tree_)->mapToSource(index.siblingAtColumn(0))))
      Q_EMIT placeWanted(Diagnostic(*one));  // the rows may be made again by it
  });
  connect(others_, &QPushButton::clicked, this, [this] { setSources({}); });
  workbench_.addViewer(this);
  diagnosticsChanged();
}

ProblemsPanel::~ProblemsPanel() {
  workbench_.removeViewer(this);
}

void ProblemsPanel::arrange() {
  auto* signs = new SeverityIcons(this);
  signs->setObjectName(QStringLiteral("signs"));
  signs->setSourceModel(model_);
  tree_->setModel(signs);
  tree_->setAccessibleName(tr("Problems"));
  tree_->header()->setSectionResizeMode(ProblemsModel::MessageColumn, QHeaderView::Stretch);
  tree_->header()->resizeSection(ProblemsModel::PlaceColumn, 200);
  tree_->header()->resizeSection(ProblemsModel::CodeColumn, 72);
  others_->setFlat(true);
  others_->setToolTip(tr("Show the problems of the graph, of other kernels and of files too"));
  empty_->setObjectName(QStringLiteral("dim"));
  empty_->setAlignment(Qt::AlignCenter);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(tree_, 1);
  column->addWidget(empty_, 1);
  column->addWidget(others_, 0, Qt::AlignLeft);
}

void ProblemsPanel::setTheme(const Theme& theme) {
  SeverityIcons* signs = signs_of(tree_);
  signs->error = icon(QStringLiteral("error"), theme.error);
  if (signs->error.isNull()) signs->error = icon(QStringLiteral("emblem-error"), theme.error);
  signs->warning = icon(QStringLiteral("dialog-warning"), theme.warning);
  signs->note = icon(QStringLiteral("dialog-information"), theme.accent);
  tree_->viewport()->update();
}

void ProblemsPanel::setSources(const QStringList& sources) {
  if (sources_ == sources) return;
  sources_ = sources;
  refill();
}

void ProblemsPanel::diagnosticsChanged() {
  refill();
  Q_EMIT summaryChanged();
}

void ProblemsPanel::refill() {
  const DocumentSession& session = workbench_.session();
  Diagnostics shown = sources_.isEmpty() ? session.diagnostics() : session.diagnosticsOf(sources_);
  const auto others = static_cast<int>(session.diagnostics().size()) - static_cast<int>(shown.size());
  others_->setText(tr("Show %n more of the graph and other kernels", nullptr, others));
  others_->setVisible(others > 0);
  const Diagnostics before = open();
  if (model_->setDiagnostics(std::move(shown))) openRows(before);
  const bool any = model_->rowCount() > 0;
  tree_->setVisible(any);
  empty_->setText(others > 0 ? tr("No problems in this kernel.") : tr("No problems."));
  empty_->setVisible(!any);
}

// Those that had their details open have them again; where none has, the first error or warning.
void ProblemsPanel::openRows(const Diagnostics& before) {
  constexpr int kFew = 24;  // errors are read one by one; notes can wait
  const QAbstractItemModel& rows = *tree_->model();
  for (int row = 0; row < rows.rowCount(); ++row) {
    const QModelIndex top = rows.index(row, 0);
    if (rows.rowCount(top) > 1 && rows.rowCount(top) <= kFew && top.data(ProblemsModel::SeverityRole).toInt() < 2)
      tree_->expand(top);
  }
  bool any = false;
  const std::vector<QModelIndex> all = diagnostic_rows(rows);
  for (const QModelIndex& row : all) {
    const Diagnostic& one = *model_->diagnostic(signs_of(tree_)->mapToSource(row));
    if (std::ranges::none_of(before, [&](const Diagnostic& other) { return is_same_problem(one, other); })) continue;
    tree_->expand(row);
    any = true;
  }
  if (any || all.empty() || all.front().data(ProblemsModel::SeverityRole).toInt() > 1) return;
  tree_->expand(all.front().parent());
  tree_->expand(all.front());
}

Diagnostics ProblemsPanel::open() const {
  Diagnostics found;
  for (const QModelIndex& row : diagnostic_rows(*tree_->model()))
    if (tree_->isExpanded(row)) found.push_back(*model_->diagnostic(signs_of(tree_)->mapToSource(row)));
  return found;
}

void ProblemsPanel::addDetails(const QModelIndex& row) {
  const QModelIndex place = tree_->model()->index(0, 0, row);
  const Diagnostic* diagnostic = model_->diagnostic(signs_of(tree_)->mapToSource(row));
  if (!diagnostic || !place.data(ProblemsModel::DetailsRole).toBool() || tree_->indexWidget(place)) return;
  tree_->setFirstColumnSpanned(0, row, true);
  auto* details = new ProblemDetails(*diagnostic);
  connect(details, &ProblemDetails::fixWanted, this, &ProblemsPanel::fixWanted);
  connect(details, &ProblemDetails::placeWanted, this, &ProblemsPanel::placeWanted);
  connect(details, &ProblemDetails::explainWanted, this, &ProblemsPanel::explainWanted);
  tree_->setIndexWidget(place, details);
  tree_->doItemsLayout();
}

// A click on a row opens it, closes the others and shows the place; one more closes it.
void ProblemsPanel::toggle(const QModelIndex& index) {
  const QModelIndex row = index.siblingAtColumn(0);
  if (row.data(ProblemsModel::DetailsRole).toBool()) return;
  const bool was_open = tree_->isExpanded(row);
  const Diagnostic* diagnostic = model_->diagnostic(signs_of(tree_)->mapToSource(row));
  if (diagnostic)
    for (const QModelIndex& other : diagnostic_rows(*tree_->model()))
      if (other != row) tree_->collapse(other);
  tree_->setExpanded(row, !was_open);
  if (diagnostic && !was_open) Q_EMIT placeWanted(Diagnostic(*diagnostic));  // the rows may be made again by it
}

QString ProblemsPanel::summary() const {
  int errors = 0, warnings = 0, notes = 0;
  for (const Diagnostic& each : workbench_.session().diagnostics())
    ++(each.severity == Severity::Error ? errors : each.severity == Severity::Warning ? warnings : notes);
  QStringList parts;
  if (errors > 0) parts << tr("%n error(s)", nullptr, errors);
  if (warnings > 0) parts << tr("%n warning(s)", nullptr, warnings);
  if (notes > 0) parts << tr("%n note(s)", nullptr, notes);
  return parts.join(QStringLiteral(", "));
}

}  // namespace nw::views
