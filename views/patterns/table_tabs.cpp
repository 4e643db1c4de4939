// SPDX-License-Identifier: GPL-3.0-or-later
#include "patterns/table_tabs.h"

#include <QFileInfo>
#include <QSignalBlocker>
#include <algorithm>

#include "base/input_file.h"
#include "common/text.h"
#include "models/html.h"

namespace nw::views {

namespace {

constexpr int64_t kLargestTable = int64_t{8} << 20;

std::optional<std::string> text_of_file(const std::string& path) {
  Result<std::string> read = read_whole_file(path, kLargestTable);
  return std::move(read.value);
}

}  // namespace

TableTabs::TableTabs(QWidget* parent) : QTabBar(parent) {
  setAccessibleName(tr("Tables"));
  setDrawBase(false);
  setExpanding(false);
  setTabsClosable(true);
  setElideMode(Qt::ElideMiddle);
  connect(this, &QTabBar::currentChanged, this, [this](int index) {
    if (!following_ && index >= 0) Q_EMIT frontWanted(qs(tables_[static_cast<size_t>(index)].path));
  });
  connect(this, &QTabBar::tabCloseRequested, this,
          [this](int index) { Q_EMIT closeWanted(qs(tables_[static_cast<size_t>(index)].path)); });
}

void TableTabs::forget() {
  tables_.clear();
}

void TableTabs::setSaved(const std::string& path, const std::string& text) {
  for (Table& table : tables_)
    if (table.path == path) table.saved = text;
}

QStringList TableTabs::unsaved() const {
  QStringList paths;
  for (const Table& table : tables_)
    if (table.changed) paths << qs(table.path);
  return paths;
}

void TableTabs::setTables(const workspace::Choices& choices) {
  const auto is_there = [&](const std::string& path) {
    return path == choices.table || choices.tables_behind.contains(path);
  };
  std::erase_if(tables_, [&](const Table& table) { return !is_there(table.path); });
  const auto add = [&](const std::string& path) {
    if (std::ranges::find(tables_, path, &Table::path) != tables_.end()) return;
    if (path.empty())
      tables_.insert(tables_.begin(), Table{path, std::string(), false});
    else
      tables_.push_back({path, text_of_file(path), false});
  };
  for (const auto& [path, text] : choices.tables_behind) add(path);
  add(choices.table);
}

void TableTabs::follow(const workspace::Choices& choices) {
  const QSignalBlocker quiet(this);
  following_ = true;
  setTables(choices);
  showTabs();
  showNames(choices);
  following_ = false;
  setVisible(tables_.size() > 1 || !tables_.front().path.empty());
}

// Tabs keep their close buttons, and the project's own table has none: other tables are other tabs.
void TableTabs::showTabs() {
  QStringList paths;
  for (const Table& table : tables_) paths << qs(table.path);
  if (paths == shown_) return;
  shown_ = paths;
  while (count() > 0) removeTab(count() - 1);
  for (const QString& path : paths)
    if (const int tab = addTab(QString()); path.isEmpty()) setTabButton(tab, QTabBar::RightSide, nullptr);
}

void TableTabs::showNames(const workspace::Choices& choices) {
  for (int i = 0; i < count(); ++i) {
    Table& table = tables_[static_cast<size_t>(i)];
    const bool front = table.path == choices.table;
    const std::string& text = front ? choices.patterns : choices.tables_behind.at(table.path);
    table.changed = !table.path.empty() && table.saved != text;
    const QString path = qs(table.path), name = path.isEmpty() ? tr("Of the project") : QFileInfo(path).fileName();
    setTabText(i, table.changed ? name + QLatin1Char('*') : name);
    setTabToolTip(i, path.isEmpty()  ? tr("Kept in the project")
                     : table.changed ? plain_tip(tr("%1: not saved").arg(path))
                                     : plain_tip(path));
    if (front) setCurrentIndex(i);
  }
}

}  // namespace nw::views
