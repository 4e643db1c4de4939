// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/facts_model.h"

#include <nlohmann/json.hpp>

#include "kernel/nest_figures.h"

namespace nw::views {

using nlohmann::json;

namespace {

constexpr quintptr kOfGroups = 0;  // internal id of a group's index; a fact's is its group's row + 1

QString key_text(const std::string& text) {
  return QString::fromStdString(text);
}

// A number of bytes as people say it, and exactly.
QString value_text(const std::string& key, const json& value) {
  if (value.is_string()) return key_text(value.get_ref<const std::string&>());
  if (value.is_boolean()) return value.get<bool>() ? FactsModel::tr("yes") : FactsModel::tr("no");
  const QString exact = key_text(value.dump(-1, ' ', false, json::error_handler_t::replace));
  if (key == "bytes" && value.is_number() && value.get<double>() >= 1024)
    return QStringLiteral("%1 (%2)").arg(key_text(kernel::in_bytes(value.get<double>())), exact);
  return exact;
}

// What a list holds is named by its first text: a scope, a tag, a name.
QString element_name(const json& element, size_t at) {
  if (element.is_object())
    for (const char* key : {"scope", "tag", "name", "prefix", "level"})
      if (const auto found = element.find(key); found != element.end()) return value_text(key, *found);
  return QString::number(at + 1);
}

}  // namespace

// Of an object each value by its key; of a list each element by its name.
void FactsModel::collect(std::vector<Fact>& facts, const QString& prefix, const std::string& key, const json& value) {
  const auto below = [&](const QString& name) {
    return prefix.isEmpty() ? name : QStringLiteral("%1 · %2").arg(prefix, name);
  };
  if (value.is_object()) {
    for (const auto& [name, each] : value.items()) collect(facts, prefix, name, each);
  } else if (value.is_array()) {
    for (size_t i = 0; i < value.size(); ++i)
      if (value[i].is_structured())
        collect(facts, below(element_name(value[i], i)), key, value[i]);
      else
        facts.push_back({below(element_name(value[i], i)), value_text(key, value[i])});
  } else {
    facts.push_back({below(key_text(key)), value_text(key, value)});
  }
}

void FactsModel::setFacts(const TargetFacts* facts) {
  beginResetModel();
  groups_.clear();
  json_.clear();
  if (facts) {
    const json all = to_json(*facts);
    json_ = key_text(all.dump(2, ' ', false, json::error_handler_t::replace));
    groups_.push_back({tr("General"), {}});
    for (const auto& [key, value] : all.items()) {
      if (value.is_structured()) groups_.push_back({key_text(key), {}});
      collect(value.is_structured() ? groups_.back().facts : groups_.front().facts, {}, key, value);
      if (groups_.back().facts.empty() && groups_.size() > 1) groups_.pop_back();
    }
  }
  endResetModel();
}

QModelIndex FactsModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kOfGroups);
}

QModelIndex FactsModel::parent(const QModelIndex& child) const {
  if (!child.isValid() || child.internalId() == kOfGroups) return {};
  return createIndex(static_cast<int>(child.internalId()) - 1, 0, kOfGroups);
}

int FactsModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(groups_.size());
  if (parent.column() > 0 || parent.internalId() != kOfGroups) return 0;
  return static_cast<int>(groups_[static_cast<size_t>(parent.row())].facts.size());
}

int FactsModel::columnCount(const QModelIndex&) const {
  return ColumnCount;
}

QVariant FactsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
  if (index.internalId() == kOfGroups)
    return index.column() == NameColumn ? QVariant(groups_[static_cast<size_t>(index.row())].title) : QVariant();
  const Fact& fact = groups_[index.internalId() - 1].facts[static_cast<size_t>(index.row())];
  if (role == Qt::ToolTipRole) return QStringLiteral("%1: %2").arg(fact.name, fact.value);
  return index.column() == NameColumn ? fact.name : fact.value;
}

QVariant FactsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == NameColumn ? tr("Fact") : tr("Value");
}

}  // namespace nw::views
