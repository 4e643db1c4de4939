// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/operators_model.h"

#include <QCoreApplication>
#include <QStringList>
#include <cmath>

#include "models/html.h"
#include "models/node_text.h"
#include "models/number_text.h"
#include "models/overlay.h"
#include "models/run_text.h"

namespace nw::views {

namespace {

using model::OperatorColumn;
using model::OperatorOrder;
using model::OperatorRow;

struct OperatorTexts {
  Q_DECLARE_TR_FUNCTIONS(nw::views::OperatorsModel)
};

bool is_number(OperatorColumn column) {
  return column != OperatorColumn::Operator && column != OperatorColumn::Name && column != OperatorColumn::Target;
}

// Shares of operations are at most what is shown where not all operations are known.
bool is_bound(const model::OperatorTable& table) {
  return !table.timed() && table.totals.unknown > 0;
}

QString percent(double share) {
  return OperatorTexts::tr("%1 %").arg(100 * share, 0, 'f', share < 0.0995 ? 1 : 0);
}

QString header_of(OperatorColumn column, bool timed) {
  switch (column) {
    case OperatorColumn::Operator:
      return OperatorTexts::tr("Operator");
    case OperatorColumn::Name:
      return OperatorTexts::tr("Name");
    case OperatorColumn::Shape:
      return OperatorTexts::tr("Shape");
    case OperatorColumn::Operations:
      return OperatorTexts::tr("Operations");
    case OperatorColumn::Bytes:
      return OperatorTexts::tr("Bytes");
    case OperatorColumn::Intensity:
      return OperatorTexts::tr("Ops/byte");
    case OperatorColumn::Time:
      return OperatorTexts::tr("Time");
    case OperatorColumn::Share:
      return timed ? OperatorTexts::tr("Share of time") : OperatorTexts::tr("Share of ops");
    case OperatorColumn::Roofline:
      return OperatorTexts::tr("Of roofline");
    case OperatorColumn::Group:
      return OperatorTexts::tr("Group");
    case OperatorColumn::Target:
      break;
  }
  return OperatorTexts::tr("Target");
}

QString header_tip(OperatorColumn column, bool timed) {
  switch (column) {
    case OperatorColumn::Operator:
      return OperatorTexts::tr("The operator, or the operators of a fused group");
    case OperatorColumn::Name:
      return OperatorTexts::tr("Name in the file; of a group that of its main operator");
    case OperatorColumn::Shape:
      return OperatorTexts::tr("Shape and type of the result; sorts by the number of elements");
    case OperatorColumn::Operations:
      return OperatorTexts::tr("Arithmetic operations of one call");
    case OperatorColumn::Bytes:
      return OperatorTexts::tr("Bytes that one call reads and writes; a group keeps the values between its operators");
    case OperatorColumn::Intensity:
      return OperatorTexts::tr("Arithmetic intensity: operations for each byte read or written");
    case OperatorColumn::Time:
      return timed ? OperatorTexts::tr("Median time of the group in the last run of the network")
                   : OperatorTexts::tr("Run the network to measure its groups (Run, F5)");
    case OperatorColumn::Share:
      return timed ? OperatorTexts::tr("Part of the time of all groups")
                   : OperatorTexts::tr("Part of all operations; of the time once the network has run");
    case OperatorColumn::Roofline:
      return OperatorTexts::tr(
          "Least time that the machine's measured peaks allow, as a part of the measured time. "
          "Needs a run, and the peaks (Measure the peaks, in a kernel's roofline)");
    case OperatorColumn::Group:
      return OperatorTexts::tr("Number of the fused group");
    case OperatorColumn::Target:
      break;
  }
  return OperatorTexts::tr("Target that the times were measured on");
}

}  // namespace

std::shared_ptr<const OrderedOperators> OrderedOperators::make(std::shared_ptr<const model::OperatorTable> table,
                                                               const OperatorOrder& order, const find::Query& query,
                                                               const CancelToken& cancel,
                                                               std::shared_ptr<const ScopeTree> tree,
                                                               const std::vector<double>& shares) {
  auto made = std::make_shared<OrderedOperators>();
  made->tree = std::move(tree);
  made->table = std::move(table);
  made->order = order;
  const model::OperatorTable& all = *made->table;
  if (!all.graph) return made;
  std::vector<bool> wanted;
  if (!query.empty()) {
    wanted.assign(all.graph->size(), false);
    const std::vector<NodeId> nodes = find::searched_nodes(*all.graph);
    for (const NodeId node : query.run(*all.graph, nodes, all.fusion.get(), cancel, shares))
      wanted[node.index()] = true;
  }
  if (cancel.cancelled()) return nullptr;
  made->rows = model::ordered_rows(all, order, query.empty() ? nullptr : &wanted);
  made->totals = model::totals_of(all, made->rows);
  made->place_of_node.assign(all.graph->size(), -1);
  made->place_of_group.assign(all.fusion ? all.fusion->groups.size() : 0, -1);
  for (size_t place = 0; place < made->rows.size(); ++place) {
    const OperatorRow& row = all.rows[made->rows[place]];
    (row.is_group ? made->place_of_group[row.group.index()] : made->place_of_node[row.node.index()]) =
        static_cast<int32_t>(place);
  }
  return made;
}

void OperatorsModel::setRows(std::shared_ptr<const OrderedOperators> rows) {
  beginResetModel();
  rows_ = std::move(rows);
  endResetModel();
}

QModelIndex OperatorsModel::findNode(NodeId node) const {
  if (!rows_ || !node.valid() || node.index() >= rows_->place_of_node.size()) return {};
  const int32_t place = rows_->place_of_node[node.index()];
  if (place >= 0) return index(place, 0);
  const fusion::Fusion* fusion = rows_->table->fusion.get();  // only its group is shown
  const auto group = fusion ? fusion->group_of.find(node) : decltype(fusion->group_of.find(node))();
  return fusion && group != fusion->group_of.end() ? findGroup(group->second) : QModelIndex();
}

QModelIndex OperatorsModel::findGroup(GroupId group) const {
  if (!rows_ || !group.valid() || group.index() >= rows_->place_of_group.size()) return {};
  const int32_t place = rows_->place_of_group[group.index()];
  return place < 0 ? QModelIndex() : index(place, 0);
}

int OperatorsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !rows_ ? 0 : static_cast<int>(rows_->rows.size());
}

int OperatorsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(model::kOperatorColumns);
}

const graph::Type& OperatorsModel::result(const OperatorRow& row) const {
  const model::OperatorTable& table = *rows_->table;
  const bool root = row.is_group && table.fusion;
  return table.graph->node(root ? table.fusion->groups[row.group.index()].root : row.node).type;
}

QString OperatorsModel::text(size_t row_index, OperatorColumn column) const {
  const model::OperatorTable& table = *rows_->table;
  const OperatorRow& row = table.rows[row_index];
  const auto known = [](double value, QString (*in_words)(double)) {
    return std::isfinite(value) ? in_words(value) : QString();
  };
  switch (column) {
    case OperatorColumn::Operator:
      return QString::fromStdString(table.titles[row_index]);
    case OperatorColumn::Name:
      return QString::fromStdString(table.graph->node(row.node).name);
    case OperatorColumn::Shape:
      return rows_->tree ? rows_->tree->sizes.type(result(row)) : type_text(result(row));
    case OperatorColumn::Operations:
      return known(row.operations, number_text);
    case OperatorColumn::Bytes:
      return known(row.bytes, bytes_text);
    case OperatorColumn::Intensity:
      return known(row.intensity(), number_text);
    case OperatorColumn::Time:
      return known(row.time, duration_text);
    case OperatorColumn::Share: {
      const QString part = known(table.share(row), percent);
      return part.isEmpty() || !is_bound(table) ? part : QStringLiteral("≤ ") + part;
    }
    case OperatorColumn::Roofline:
      return known(row.roofline, percent);
    case OperatorColumn::Group:
      return row.group.valid() ? QString::number(row.group.value) : QString();
    case OperatorColumn::Target:
      break;
  }
  return std::isnan(row.time) ? QString() : QString::fromStdString(table.target);
}

bool OperatorsModel::isStale(const OperatorRow& row, OperatorColumn column) const {
  return column == OperatorColumn::Time && rows_->table->stale && !std::isnan(row.time);
}

QVariant OperatorsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !rows_) return {};
  const size_t row_index = rows_->rows[static_cast<size_t>(index.row())];
  const OperatorRow& row = rows_->table->rows[row_index];
  const auto column = static_cast<OperatorColumn>(index.column());
  switch (role) {
    case Qt::DisplayRole:
      return text(row_index, column);
    case Qt::ToolTipRole:
      if (isStale(row, column))
        return plain_tip(OperatorTexts::tr("%1, measured before the groups or sizes changed; run the network again")
                             .arg(text(row_index, column)));
      if (column == OperatorColumn::Share && is_bound(*rows_->table))
        return plain_tip(OperatorTexts::tr("At most: operators of unknown size are not counted"));
      return plain_tip(column == OperatorColumn::Shape ? type_text(result(row)) : text(row_index, column));
    case StaleRole:
      return isStale(row, column);
    case Qt::TextAlignmentRole:
      return QVariant(is_number(column) && column != OperatorColumn::Shape ? Qt::AlignRight | Qt::AlignVCenter
                                                                           : Qt::AlignLeft | Qt::AlignVCenter);
    case NodeRole:
      return row.node.value;
    case GroupRole:
      return row.group.value;
    case IsGroupRole:
      return row.is_group;
    case InsideRole:
      return !row.is_group && row.group.valid() && rows_->order.rows == OperatorOrder::Rows::Both;
    case ShareRole:
      return column == OperatorColumn::Share ? rows_->table->share(row) : QVariant();
    default:
      return {};
  }
}

QVariant OperatorsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const auto column = static_cast<OperatorColumn>(section);
  if (role == Qt::DisplayRole) return header_of(column, timed());
  if (role == Qt::ToolTipRole) return header_tip(column, timed());
  if (role == Qt::InitialSortOrderRole) return is_number(column) ? Qt::DescendingOrder : Qt::AscendingOrder;
  if (role == Qt::TextAlignmentRole)
    return QVariant(is_number(column) && column != OperatorColumn::Shape ? Qt::AlignRight | Qt::AlignVCenter
                                                                         : Qt::AlignLeft | Qt::AlignVCenter);
  return {};
}

QString totals_text(const OrderedOperators& rows) {
  const model::OperatorTotals& sums = rows.totals;
  const model::OperatorTable& table = *rows.table;
  QStringList parts;
  const QString operators = OperatorTexts::tr("%n operator(s)", nullptr, sums.operators);
  parts << (sums.groups > 0
                ? OperatorTexts::tr("%1 in %2").arg(operators, OperatorTexts::tr("%n group(s)", nullptr, sums.groups))
                : operators);
  parts << OperatorTexts::tr("%1 operations").arg(number_text(sums.operations));
  if (sums.unknown > 0) parts << OperatorTexts::tr("%n of unknown size", nullptr, sums.unknown);
  parts << OperatorTexts::tr("%1 read and written").arg(bytes_text(sums.bytes));
  if (sums.time > 0) parts << OperatorTexts::tr("their kernels take %1 in sum").arg(duration_text(sums.time));
  QStringList whole;
  if (table.run_time > 0) whole << OperatorTexts::tr("a run takes %1").arg(duration_text(table.run_time));
  if (table.constants > 0)
    whole << OperatorTexts::tr("%1 parameters in %2, %3")
                 .arg(number_text(static_cast<double>(table.parameters)),
                      OperatorTexts::tr("%n constant(s)", nullptr, table.constants), bytes_text(table.parameter_bytes));
  if (table.peak_bytes)
    whole << OperatorTexts::tr("values take %1 at most").arg(bytes_text(static_cast<double>(*table.peak_bytes)));
  const QString between = QStringLiteral("  ·  ");
  const QString shown = OperatorTexts::tr("Rows shown: %1").arg(parts.join(between));
  if (whole.isEmpty()) return shown;
  return shown + QStringLiteral("   |   ") + OperatorTexts::tr("Whole model: %1").arg(whole.join(between));
}

}  // namespace nw::views
