// SPDX-License-Identifier: GPL-3.0-or-later
#include "patterns/selection_page.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QSplitter>
#include <QTreeView>
#include <algorithm>

#include "common/text.h"
#include "common/workbench.h"
#include "kernel/code_font.h"
#include "models/html.h"
#include "models/offered_attributes_model.h"
#include "models/rows_model.h"

namespace nw::views {

namespace {

const QString kJob = QStringLiteral("pattern of a selection");

QTreeView* plain_list(QAbstractItemModel* model, const QString& name, QWidget* parent) {
  auto* list = new QTreeView(parent);
  list->setModel(model);
  list->setAccessibleName(name);
  list->setRootIsDecorated(false);
  list->setUniformRowHeights(true);
  list->setFrameShape(QFrame::NoFrame);
  return list;
}

}  // namespace

SelectionPage::SelectionPage(Workbench& workbench, QWidget* parent) : QWidget(parent), workbench_(workbench) {
  build();
  take(nullptr);
}

QLayout* SelectionPage::buildHead() {
  name_ = new QLineEdit(QStringLiteral("selection"), filled_);
  name_->setAccessibleName(tr("Name of the new line"));
  name_->setToolTip(tr("What the line is listed as; what stands before a dot is the target that takes it"));
  name_->setValidator(new QRegularExpressionValidator(
      QRegularExpression(QStringLiteral("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*")), name_));
  name_->setMaximumWidth(160);
  state_ = new QLabel(filled_);
  state_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  const auto button = [this](const QString& text, const QString& tip) {
    auto* made = new QPushButton(filled_);
    made->setText(text);
    made->setAccessibleName(text);
    made->setToolTip(tip);
    return made;
  };
  add_ = button(tr("Add selected"),
                tr("What is selected on the canvas now, as one more place that the pattern is to cover"));
  remove_ = button(tr("Remove"), tr("Take the chosen place out again"));
  write_ = button(tr("Write into the table"), tr("As lines at the end of the table; undo takes them out"));
  auto* head = new QHBoxLayout;
  head->setContentsMargins(8, 4, 8, 4);
  head->setSpacing(6);
  for (QWidget* each : std::initializer_list<QWidget*>{add_, remove_, name_}) head->addWidget(each);
  head->addWidget(state_, 1);
  head->addWidget(write_);
  return head;
}

void SelectionPage::build() {
  filled_ = new QWidget(this);
  rows_ = new RowsModel({tr("Places")}, this);
  attributes_ = new OfferedAttributesModel(this);
  list_ = plain_list(rows_, tr("Places that the pattern covers"), filled_);
  offered_ = plain_list(attributes_, tr("Attributes that the pattern can ask for"), filled_);
  offered_->header()->resizeSection(OfferedAttributesModel::AttributeColumn, 164);
  offered_->header()->resizeSection(OfferedAttributesModel::HereColumn, 72);
  preview_ = new QPlainTextEdit(filled_);
  preview_->setReadOnly(true);
  preview_->setAccessibleName(tr("The pattern"));
  preview_->setFrameShape(QFrame::NoFrame);
  preview_->setLineWrapMode(QPlainTextEdit::WidgetWidth);
  preview_->setFont(codeFont());
  auto* lower = new QSplitter(filled_);
  for (QWidget* each : std::initializer_list<QWidget*>{list_, offered_, preview_}) lower->addWidget(each);
  lower->setChildrenCollapsible(false);
  lower->setSizes({110, 370, 200});
  auto* inner = new QVBoxLayout(filled_);
  inner->setContentsMargins(0, 0, 0, 0);
  inner->setSpacing(0);
  inner->addLayout(buildHead());
  inner->addWidget(lower, 1);
  empty_ = new QLabel(tr("Select nodes on the canvas (Ctrl+click adds one, Ctrl+drag those in a rectangle), then "
                         "“Pattern from the selection” in the Graph menu or the context menu."),
                      this);
  empty_->setObjectName(QStringLiteral("dim"));
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  empty_->setContentsMargins(16, 8, 16, 8);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(filled_, 1);
  column->addWidget(empty_, 1);
  connect(add_, &QPushButton::clicked, this, &SelectionPage::moreWanted);
  connect(remove_, &QPushButton::clicked, this, &SelectionPage::remove);
  connect(name_, &QLineEdit::textEdited, this, &SelectionPage::compute);
  connect(attributes_, &OfferedAttributesModel::wantedChanged, this,
          [this](const workspace::OfferedAttribute& attribute, bool wanted) {
            const std::pair key(attribute.node, attribute.name);
            wanted ? static_cast<void>(wanted_.insert(key)) : static_cast<void>(wanted_.erase(key));
            compute();
          });
  connect(write_, &QPushButton::clicked, this, [this] {
    if (made_ && !made_->text.empty()) Q_EMIT writeWanted(qs(made_->text));
  });
  connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& row) {
    if (row.isValid() && workbench_.session().graph() == graph_)
      workbench_.session().select(Selection::of_node(selections_[static_cast<size_t>(row.row())].front()));
  });
}

QString SelectionPage::preview() const {
  return preview_->toPlainText();
}

QString SelectionPage::state() const {
  return state_->toolTip();
}

// ── places ───────────────────────────────────────────────────────────────────────────────────────────────────────

void SelectionPage::start(std::vector<NodeId> nodes) {
  selections_.clear();
  wanted_.clear();
  add(std::move(nodes));
}

void SelectionPage::add(std::vector<NodeId> nodes) {
  if (workbench_.session().graph() != graph_) setGraph(workbench_.session().graph());
  if (!graph_ || nodes.empty()) return;
  selections_.push_back(std::move(nodes));
  changed();
}

void SelectionPage::remove() {
  const QModelIndex row = list_->currentIndex();
  const size_t at = row.isValid() ? static_cast<size_t>(row.row()) : selections_.size() - 1;
  if (at >= selections_.size()) return;
  selections_.erase(selections_.begin() + static_cast<std::ptrdiff_t>(at));
  if (at == 0) wanted_.clear();  // they are named by the nodes of the first
  changed();
}

void SelectionPage::setGraph(std::shared_ptr<const graph::Graph> graph) {
  if (graph == graph_) return;
  graph_ = std::move(graph);
  if (selections_.empty()) return;
  selections_.clear();
  wanted_.clear();
  changed();
}

void SelectionPage::setTable(const std::string& text) {
  if (text == table_) return;
  table_ = text;
  if (!selections_.empty()) compute();
}

void SelectionPage::changed() {
  showPlaces();
  announce();
  compute();
}

void SelectionPage::showPlaces() {
  std::vector<RowsModel::Row> rows;
  for (size_t i = 0; i < selections_.size(); ++i) {
    const std::vector<NodeId>& nodes = selections_[i];
    QStringList names;
    for (const NodeId id : nodes) names << qs(graph_->node(id).name);
    const bool matches = made_ && i < made_->matches.size() && !made_->matches[i];
    const QString last =
        qs(graph_->node(nodes.back()).op.empty() ? graph_->node(nodes.back()).name : graph_->node(nodes.back()).op);
    const QString of = nodes.size() == 1 ? last : tr("%1 +%2").arg(last).arg(nodes.size() - 1);
    const QString text = tr("%1: %2").arg(i + 1).arg(of);
    rows.push_back({{matches ? tr("%1 (no match)").arg(text) : text},
                    plain_tip(names.join(QStringLiteral(", "))),
                    static_cast<int>(i),
                    matches});
  }
  const int row = list_->currentIndex().row();
  const QSignalBlocker quiet(list_->selectionModel());
  rows_->setRows(std::move(rows));
  if (row >= 0) list_->setCurrentIndex(rows_->index(std::min(row, rows_->rowCount() - 1), 0));
}

// ── the pattern ──────────────────────────────────────────────────────────────────────────────────────────────────

void SelectionPage::compute() {
  if (selections_.empty() || !graph_) {
    workbench_.jobs().cancel(kJob);
    return take(nullptr);
  }
  if (!name_->hasAcceptableInput()) return take(nullptr);
  using Made = std::shared_ptr<const workspace::PatternOfSelections>;
  workbench_.jobs().run<Made>(
      kJob, tr("Making a pattern of the selection"), this,
      [graph = graph_, table = table_, selections = selections_, name = ss(name_->text()),
       wanted = wanted_](const CancelToken&) {
        return std::make_shared<const workspace::PatternOfSelections>(
            workspace::pattern_of_selections(*graph, table, selections, name, wanted));
      },
      [this](Made made) { take(std::move(made)); });
}

void SelectionPage::take(std::shared_ptr<const workspace::PatternOfSelections> made) {
  made_ = std::move(made);
  const bool any = !selections_.empty();
  filled_->setVisible(any);
  empty_->setVisible(!any);
  attributes_->setAttributes(made_ ? made_->attributes : std::vector<workspace::OfferedAttribute>());
  preview_->setPlainText(made_ ? qs(made_->text).trimmed() : QString());
  write_->setEnabled(made_ && !made_->text.empty());
  QString text;
  if (any && !name_->hasAcceptableInput())
    text = tr("A name is letters, digits and dots, as in my.block");
  else if (made_ && made_->text.empty())
    text = made_->diagnostics.empty() ? QString() : qs(made_->diagnostics.front().message);
  else if (made_)
    text = tr("takes %n place(s)", nullptr, static_cast<int>(made_->places));
  if (made_ && made_->name != ss(name_->text())) text = tr("as %1: ").arg(qs(made_->name)) + text;
  state_->setText(text);
  state_->setToolTip(text);
  if (any) showPlaces();
}

void SelectionPage::announce() {
  std::vector<NamedNodes> places;
  for (size_t i = 0; i < selections_.size() && isVisible(); ++i)
    places.push_back({tr("place %1").arg(i + 1), selections_[i]});
  Q_EMIT placesChanged(places);
}

void SelectionPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  announce();
}

void SelectionPage::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  announce();
}

}  // namespace nw::views
