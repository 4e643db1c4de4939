// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/operators_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <utility>

#include "common/flame_view.h"
#include "common/run_timeline_view.h"
#include "common/text.h"
#include "common/theme.h"
#include "common/word_cells.h"
#include "common/workbench.h"
#include "models/operators_model.h"
#include "models/overlay.h"
#include "models/query.h"

namespace nw::views {

namespace {

using model::OperatorColumn;
using model::OperatorOrder;

const QString kPurpose = QStringLiteral("operators");
constexpr int kIndent = 14;  // of the operators below their group
// Widths of the columns; the names take the rest.
constexpr std::array kWidths = {210, 200, 170, 92, 92, 84, 92, 124, 96, 60, 84};

// Groups in a heavier face, their operators indented, shares with a bar behind the number.
class OperatorCells : public WordCells {
 public:
  using WordCells::WordCells;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    if (index.data(OperatorsModel::IsGroupRole).toBool()) cell.font.setWeight(QFont::DemiBold);
    if (index.data(OperatorsModel::StaleRole).toBool())
      cell.palette.setColor(QPalette::Text, Theme::of(option.palette).dim);
    const bool first = index.column() == static_cast<int>(OperatorColumn::Operator);
    const bool inside = first && index.data(OperatorsModel::InsideRole).toBool();
    const QVariant share = index.data(OperatorsModel::ShareRole);
    if (inside) {
      QStyleOptionViewItem ground = cell;
      ground.text.clear();
      WordCells::paint(*painter, ground);
      cell.rect.adjust(kIndent, 0, 0, 0);
    }
    WordCells::paint(*painter, cell);
    if (!share.isValid() || !(share.toDouble() > 0)) return;
    const int room = option.rect.width() - 8;
    const int width = std::clamp(static_cast<int>(room * share.toDouble()), 1, room);
    QColor bar = option.palette.color(QPalette::Highlight);
    if (option.state & QStyle::State_Selected) bar = option.palette.color(QPalette::HighlightedText);
    painter->fillRect(QRect(option.rect.right() - 4 - width, option.rect.bottom() - 3, width, 2), bar);
  }
};

const QString kAscending = QStringLiteral("  ▴"), kDescending = QStringLiteral("  ▾");

// The sort arrow is a part of the text: the style's would cover the end of a title that is aligned to the right.
class SortedHeader : public QHeaderView {
 public:
  using QHeaderView::QHeaderView;

  // At least as wide as its title with the arrow.
  void fit(int section) {
    constexpr int kPadding = 2 * 8 + 4;
    const QString title = model()->headerData(section, orientation()).toString();
    const int wanted = fontMetrics().horizontalAdvance(title + kDescending) + kPadding;
    if (sectionSize(section) < wanted) resizeSection(section, wanted);
  }

 protected:
  void initStyleOptionForIndex(QStyleOptionHeader* option, int section) const override {
    QHeaderView::initStyleOptionForIndex(option, section);
    if (!isSortIndicatorShown() || section != sortIndicatorSection()) return;
    option->sortIndicator = QStyleOptionHeader::None;
    option->text += sortIndicatorOrder() == Qt::DescendingOrder ? kDescending : kAscending;
  }
};

}  // namespace

OperatorsPanel::OperatorsPanel(Workbench& workbench, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      model_(new OperatorsModel(this)),
      rows_(new QComboBox(this)),
      filter_(new QLineEdit(this)),
      error_(new QLabel(this)),
      table_(new QTableView),
      pages_(new QStackedWidget(this)),
      flame_(new FlameView),
      timeline_(new RunTimelineView),
      totals_(new QLabel(this)),
      empty_page_(new QWidget(this)),
      empty_(new QLabel(empty_page_)),
      clear_filter_(new QPushButton(tr("Clear the filter"), empty_page_)) {
  rows_->addItems({tr("groups and operators"), tr("groups"), tr("operators")});
  rows_->setAccessibleName(tr("Rows of the table"));
  rows_->setToolTip(tr("List groups with their operators below them, groups alone, or operators alone"));
  filter_->setPlaceholderText(tr("Filter: op:conv2d flops>1M"));
  filter_->setAccessibleName(tr("Filter of the table"));
  filter_->setToolTip(tr("Show the operators that a query names, as Find does: op:conv2d, shape:[1,*,56,56], a -> b"));
  filter_->setClearButtonEnabled(true);
  error_->setObjectName(QStringLiteral("error"));
  error_->setWordWrap(true);
  table_->setModel(model_);
  table_->setItemDelegate(new OperatorCells(table_));
  table_->setAccessibleName(tr("Operators and groups"));
  totals_->setObjectName(QStringLiteral("dim"));
  totals_->setAccessibleName(tr("Totals of the table"));
  totals_->setWordWrap(true);
  empty_->setObjectName(QStringLiteral("dim"));
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  clear_filter_->setAccessibleName(clear_filter_->text());
  clear_filter_->setToolTip(tr("Show all rows again"));
  makePages();
  arrange();
  connectPages();
  connect(rows_, &QComboBox::currentIndexChanged, this, [this](int index) {
    order_.rows = static_cast<OperatorOrder::Rows>(index);
    refill();
  });
  connect(filter_, &QLineEdit::textChanged, this, [this] { refill(); });
  connect(clear_filter_, &QPushButton::clicked, this, [this] {
    filter_->setFocus();  // the button goes
    filter_->clear();
  });
  connect(table_->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this,
          [this](int section, Qt::SortOrder direction) {
            order_.column = static_cast<OperatorColumn>(section);
            order_.descending = direction == Qt::DescendingOrder;
            refill();
          });
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& now) { selectFromTable(now); });
  connect(table_, &QTableView::clicked, this, [this](const QModelIndex& index) {
    selectFromTable(index);
    Q_EMIT placeWanted(NodeId(index.data(OperatorsModel::NodeRole).toInt()));
  });
  connect(table_, &QTableView::activated, this, [this](const QModelIndex& index) {
    const GroupId group(index.data(OperatorsModel::GroupRole).toInt());
    if (group.valid()) workbench_.openKernel(group);
  });
  workbench_.addViewer(this);
  showRows();
}

OperatorsPanel::~OperatorsPanel() {
  workbench_.removeViewer(this);
}

void OperatorsPanel::arrange() {
  table_->setFrameShape(QFrame::NoFrame);
  table_->setShowGrid(false);
  table_->setTabKeyNavigation(false);
  table_->setWordWrap(false);
  table_->setTextElideMode(Qt::ElideMiddle);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  table_->verticalHeader()->setDefaultSectionSize(table_->fontMetrics().height() + 6);
  auto* header = new SortedHeader(Qt::Horizontal);
  table_->setHorizontalHeader(header);
  header->setHighlightSections(false);
  header->setSectionsClickable(true);
  header->setSortIndicatorShown(true);
  header->setSortIndicator(static_cast<int>(order_.column), Qt::DescendingOrder);
  header->setAccessibleName(tr("Columns of the table; a click sorts"));
  for (int column = 0; column < model_->columnCount(); ++column)
    header->resizeSection(column, kWidths[static_cast<size_t>(column)]);
  header->ensurePolished();  // else the font is another one
  for (int column = 0; column < model_->columnCount(); ++column) header->fit(column);
  header->setSectionResizeMode(static_cast<int>(OperatorColumn::Name), QHeaderView::Stretch);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(8, 4, 8, 4);
  row->setSpacing(8);
  for (QToolButton* button : page_buttons_) row->addWidget(button);
  row->addWidget(filter_, 1);
  row->addWidget(rows_);
  for (QWidget* of_table : {static_cast<QWidget*>(filter_), static_cast<QWidget*>(rows_)}) {
    QSizePolicy policy = of_table->sizePolicy();
    policy.setRetainSizeWhenHidden(true);  // the buttons stay where they are on the other pages
    of_table->setSizePolicy(policy);
  }
  auto* middle = new QVBoxLayout(empty_page_);
  middle->addStretch(1);
  middle->addWidget(empty_);
  middle->addWidget(clear_filter_, 0, Qt::AlignHCenter);
  middle->addStretch(1);
  totals_->setContentsMargins(12, 4, 12, 4);
  error_->setContentsMargins(12, 0, 12, 4);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(row);
  column->addWidget(error_);
  column->addWidget(pages_, 1);
  column->addWidget(empty_page_, 1);
  column->addWidget(totals_);
}

void OperatorsPanel::setTimes(const NetworkTimes* times, const model::MachineLimits& limits) {
  const bool first = times && !times_;
  times_ = times ? std::make_shared<const NetworkTimes>(*times) : nullptr;
  limits_ = limits;
  known_ = nullptr;
  // Who has measured a network wants to know what was slowest in it.
  if (first && order_.column == OperatorColumn::Operations) sortBy(OperatorColumn::Time, true);
  refill();
}

void OperatorsPanel::sortBy(OperatorColumn column, bool descending) {
  table_->horizontalHeader()->setSortIndicator(static_cast<int>(column),
                                               descending ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void OperatorsPanel::documentChanged() {
  times_ = nullptr;
  known_ = nullptr;
  if (order_.column == OperatorColumn::Time) sortBy(OperatorColumn::Operations, true);  // nothing is timed yet
  filter_->clear();
  refill();
}

void OperatorsPanel::graphChanged() {
  known_ = nullptr;
  dropStaleRun();
  refill();
}

void OperatorsPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refill();
}

// Everything is computed on another thread: the table once for a graph, its order at each change of filter or column.
void OperatorsPanel::refill() {
  workbench_.jobs().cancel(kPurpose);
  const auto graph = workbench_.session().graph();
  if (!graph || (model_->rows() && model_->rows()->table->graph != graph)) {  // its rows mean nothing any more
    const QScopedValueRollback<bool> quiet(following_, true);
    model_->setRows(nullptr);
    flame_->setFlame(nullptr);
    timeline_->setRun(nullptr);
    showRows();
  }
  if (!graph || !isVisible()) return;
  const ParsedQuery parsed = parse_query(filter_->text());
  error_->setText(parsed.error);
  error_->setVisible(!parsed.error.isEmpty() && page() == Page::Table);
  if (!parsed.error.isEmpty()) return;
  using Rows = std::shared_ptr<const OrderedOperators>;
  workbench_.jobs().run<Rows>(
      kPurpose, tr("Listing the operators"), this,
      [graph, fusion = workbench_.session().fusion(), known = known_, times = times_, limits = limits_, order = order_,
       query = parsed.query, stale = timesAreStale(),
       trees = workbench_.session().trees()](const CancelToken& cancel) -> Rows {
        auto table = known;
        if (!table) {
          model::OperatorTableOptions all{.limits = limits};
          if (fusion && times) {
            all.target = times->target;
            all.times = times_of_groups(*times, *fusion, *graph);
            all.run_time = times->total;
            all.stale = stale;
          }
          table = model::make_operator_table(graph, fusion, all, cancel);
        }
        std::vector<double> shares;
        if (query.uses_time() && times && !stale) shares = time_shares(*times, *graph);
        return table ? OrderedOperators::make(table, order, query, cancel, trees->of(graph), shares) : nullptr;
      },
      [this, order = order_](const Rows& rows) {
        if (!rows) return;
        known_ = rows->table;
        showRun();
        const QScopedValueRollback<bool> quiet(following_, true);
        model_->setRows(rows);
        showRows();
        selectionChanged(workbench_.session().selection());
        if (std::exchange(shown_order_, order) != order) table_->scrollToTop();  // what was asked for is there
      });
}

void OperatorsPanel::showRows() {
  const bool any = model_->rows() != nullptr;
  const bool table = page() == Page::Table;
  pages_->setVisible(!pageIsEmpty());
  totals_->setVisible(any);
  filter_->setVisible(table);
  rows_->setVisible(table);
  filter_->setEnabled(any);
  rows_->setEnabled(any);
  empty_->setText(emptyText());
  empty_page_->setVisible(pageIsEmpty());
  clear_filter_->setVisible(filterHidesAll());
  if (!table || parse_query(filter_->text()).error.isEmpty()) error_->hide();
  if (any) totals_->setText(totals_text(*model_->rows()));
}

void OperatorsPanel::selectFromTable(const QModelIndex& index) {
  if (following_ || !index.isValid()) return;
  const NodeId node(index.data(OperatorsModel::NodeRole).toInt());
  const GroupId group(index.data(OperatorsModel::GroupRole).toInt());
  const bool is_group = index.data(OperatorsModel::IsGroupRole).toBool();
  workbench_.session().select(is_group ? Selection::of_group(group) : Selection::of_node(node), this);
}

void OperatorsPanel::selectionChanged(const Selection& selection) {
  const QScopedValueRollback<bool> quiet(following_, true);
  followInRun(selection);
  QModelIndex found;
  if (selection.kind == Selection::Kind::Node) found = model_->findNode(selection.node);
  if (selection.kind == Selection::Kind::Edge) found = model_->findNode(selection.to);
  if (selection.kind == Selection::Kind::Group) found = model_->findGroup(selection.group);
  if (!found.isValid()) return table_->selectionModel()->clear();
  table_->setCurrentIndex(found);
  table_->scrollTo(found);
}

}  // namespace nw::views
