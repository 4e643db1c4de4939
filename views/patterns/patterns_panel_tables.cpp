// SPDX-License-Identifier: GPL-3.0-or-later
// The panel's tables: opened, brought to the front, closed and saved. Each of these is a change of the document.
#include <QFileInfo>

#include "base/atomic_file.h"
#include "common/text.h"
#include "common/workbench.h"
#include "patterns/pattern_editor.h"
#include "patterns/patterns_panel.h"
#include "patterns/table_tabs.h"

namespace nw::views {

QString PatternsPanel::tablePath() const {
  return qs(choices().table);
}

QStringList PatternsPanel::unsavedTables() const {
  return tables_->unsaved();
}

// To the front, as it stands in its tab or else in its file.
bool PatternsPanel::openTable(const QString& path) {
  if (!workbench_.session().document()) return false;
  flush();
  const std::string absolute = ss(QFileInfo(path).absoluteFilePath());
  const Result<std::string> read = read_whole_file(ss(path));
  workbench_.session().report(QStringLiteral("table file"), read.diagnostics);
  if (!read.value) return false;
  const workspace::Choices now = choices();
  if (now.table == absolute) return true;
  workspace::PatternTables tables{absolute, *read.value, now.tables_behind};
  if (const auto known = tables.behind.find(absolute); known != tables.behind.end()) {
    tables.text = std::move(known->second);
    tables.behind.erase(known);
  }
  // An empty table of the project's gives its place to the file.
  const bool empty = now.table.empty() && qs(now.patterns).trimmed().isEmpty();
  if (!empty) tables.behind[now.table] = now.patterns;
  const QString name = QFileInfo(path).fileName();
  workbench_.session().setTables(std::move(tables), tr("table %1").arg(name), nullptr);
  Q_EMIT workbench_.message(tr("Opened %1").arg(name));
  return true;
}

void PatternsPanel::showTable(const QString& path) {
  flush();
  const workspace::Choices now = choices();
  const auto wanted = now.tables_behind.find(ss(path));
  if (wanted == now.tables_behind.end()) return;
  workspace::PatternTables tables{wanted->first, wanted->second, now.tables_behind};
  tables.behind.erase(tables.front);
  tables.behind[now.table] = now.patterns;
  workbench_.session().setTables(std::move(tables), tr("another table in front"), nullptr);
}

// Undo brings it back, with what was not saved.
void PatternsPanel::closeTable(const QString& path) {
  flush();
  const workspace::Choices now = choices();
  workspace::PatternTables tables{now.table, now.patterns, now.tables_behind};
  const QString name = QFileInfo(path).fileName();
  if (now.table == ss(path)) {
    const auto next = tables.behind.begin();
    tables.front = next == tables.behind.end() ? std::string() : next->first;
    tables.text = next == tables.behind.end() ? std::string() : next->second;
    if (next != tables.behind.end()) tables.behind.erase(next);
  } else {
    tables.behind.erase(ss(path));
  }
  workbench_.session().setTables(std::move(tables), tr("table %1 closed").arg(name), nullptr);
  Q_EMIT workbench_.message(tr("Closed %1; undo brings it back").arg(name));
}

bool PatternsPanel::saveTable(const QString& path) {
  if (!workbench_.session().document()) return false;
  flush();
  const Diagnostics wrong = write_whole_file(ss(path), ss(edit_->text()));
  workbench_.session().report(QStringLiteral("table file"), wrong);
  if (has_errors(wrong)) return false;
  const std::string absolute = ss(QFileInfo(path).absoluteFilePath());
  const workspace::Choices now = choices();
  if (now.table != absolute) {
    workspace::PatternTables tables{absolute, now.patterns, now.tables_behind};
    tables.behind.erase(absolute);
    workbench_.session().setTables(std::move(tables), tr("table saved as %1").arg(QFileInfo(path).fileName()), nullptr);
  }
  tables_->setSaved(absolute, now.patterns);
  tables_->follow(choices());
  Q_EMIT workbench_.message(tr("Saved %1").arg(path));
  return true;
}

bool PatternsPanel::saveTables(const QStringList& paths) {
  flush();
  const workspace::Choices now = choices();
  Diagnostics wrong;
  for (const QString& path : paths) {
    const auto behind = now.tables_behind.find(ss(path));
    const std::string& text = behind == now.tables_behind.end() ? now.patterns : behind->second;
    const Diagnostics failed = write_whole_file(ss(path), text);
    if (!has_errors(failed)) tables_->setSaved(ss(path), text);
    nw::append(wrong, failed);
  }
  workbench_.session().report(QStringLiteral("table file"), wrong);
  tables_->follow(now);
  return !has_errors(wrong);
}

}  // namespace nw::views
