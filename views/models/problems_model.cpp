// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/problems_model.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <map>

#include "models/html.h"
#include "models/window_words.h"

namespace nw::views {

namespace {
QString qs(const std::string& text) {
  return QString::fromStdString(text);
}
// Diagnostics quote names in backticks: a line shows them plain, a page in the code font.
QString plain(const std::string& text) {
  return window_words(text).remove(QLatin1Char('`'));
}
QString marked(const std::string& text) {
  static const QRegularExpression quoted(QStringLiteral("`([^`]*)`"));
  return html_of(window_words(text)).replace(quoted, QStringLiteral("<code>\\1</code>"));
}
}  // namespace

QString place_text(const Diagnostic& diagnostic) {
  if (diagnostic.where.empty()) return {};
  const Place& place = diagnostic.where.front();
  QStringList parts;
  if (place.span.valid()) parts << QCoreApplication::translate("Problems", "line %1").arg(place.span.line);
  if (!place.stage.empty()) parts << QCoreApplication::translate("Problems", "stage %1").arg(qs(place.stage));
  if (!place.axis.empty()) parts << QCoreApplication::translate("Problems", "axis %1").arg(qs(place.axis));
  if (!place.node.empty()) parts << qs(place.node);
  if (parts.isEmpty() && place.byte_offset >= 0)
    parts << QCoreApplication::translate("Problems", "byte %1").arg(place.byte_offset);
  if (parts.isEmpty() && !place.file.empty()) parts << qs(place.file);
  return parts.join(QStringLiteral(", "));
}

QString causes_html(const Diagnostic& diagnostic) {
  QString html;
  auto list = [&](const QString& title, const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    html += QStringLiteral("<p style='margin:0'>%1</p><ul style='margin-top:2px; margin-bottom:4px'>").arg(title);
    for (const std::string& line : lines) html += QStringLiteral("<li>%1</li>").arg(marked(line));
    html += QStringLiteral("</ul>");
  };
  list(QCoreApplication::translate("Problems", "Because"), diagnostic.because);
  list(QCoreApplication::translate("Problems", "This would be possible"), diagnostic.legal);
  return html;
}

QString details_html(const Diagnostic& diagnostic) {
  QString html = QStringLiteral("<p><b>%1</b></p>").arg(marked(diagnostic.message));
  if (const QString place = place_text(diagnostic); !place.isEmpty())
    html += QStringLiteral("<p>%1</p>").arg(html_of(place));
  return html + causes_html(diagnostic);
}

bool ProblemsModel::setDiagnostics(Diagnostics diagnostics) {
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.severity < b.severity; });
  if (diagnostics == diagnostics_) return false;
  beginResetModel();
  diagnostics_ = std::move(diagnostics);
  groups_.clear();
  errors_ = warnings_ = 0;
  std::map<std::string, size_t> group_of_code;
  for (size_t i = 0; i < diagnostics_.size(); ++i) {
    errors_ += diagnostics_[i].severity == Severity::Error ? 1 : 0;
    warnings_ += diagnostics_[i].severity == Severity::Warning ? 1 : 0;
    auto [group, is_new] = group_of_code.try_emplace(diagnostics_[i].code, groups_.size());
    if (is_new) groups_.emplace_back();
    groups_[group->second].push_back(static_cast<int>(i));
  }
  // A few alike are quicker to read one by one.
  std::vector<std::vector<int>> shown;
  for (std::vector<int>& group : groups_) {
    if (group.size() > 3)
      shown.push_back(std::move(group));
    else
      for (int i : group) shown.push_back({i});
  }
  groups_ = std::move(shown);
  endResetModel();
  return true;
}

// The id of a row: its kind in the lowest two bits, the member in the next 30, the top row above them.
ProblemsModel::Place ProblemsModel::place_of(const QModelIndex& index) {
  const quint64 id = index.internalId();
  return {static_cast<Place::Kind>(id & 3), static_cast<size_t>(id >> 32), static_cast<size_t>((id >> 2) & 0x3fffffff)};
}

QModelIndex ProblemsModel::at(int row, int column, const Place& place) const {
  return createIndex(
      row, column,
      static_cast<quintptr>(static_cast<quint64>(place.kind) | quint64{place.member} << 2 | quint64{place.top} << 32));
}

const Diagnostic* ProblemsModel::diagnostic(const QModelIndex& index) const {
  if (!index.isValid()) return nullptr;
  const Place place = place_of(index);
  if (place.kind == Place::Kind::Top && !single(place.top)) return nullptr;
  return &diagnostics_[static_cast<size_t>(groups_[place.top][place.member])];
}

QModelIndex ProblemsModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  if (!parent.isValid()) return at(row, column, {Place::Kind::Top, static_cast<size_t>(row), 0});
  const Place above = place_of(parent);
  if (above.kind == Place::Kind::Top && !single(above.top))
    return at(row, column, {Place::Kind::Member, above.top, static_cast<size_t>(row)});
  return at(row, column, {Place::Kind::Details, above.top, above.member});
}

QModelIndex ProblemsModel::parent(const QModelIndex& child) const {
  if (!child.isValid()) return {};
  const Place place = place_of(child);
  if (place.kind == Place::Kind::Top) return {};
  if (place.kind == Place::Kind::Member || single(place.top))
    return at(static_cast<int>(place.top), 0, {Place::Kind::Top, place.top, 0});
  return at(static_cast<int>(place.member), 0, {Place::Kind::Member, place.top, place.member});
}

int ProblemsModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(groups_.size());
  const Place place = place_of(parent);
  if (parent.column() != 0 || place.kind == Place::Kind::Details) return 0;
  return place.kind == Place::Kind::Top ? static_cast<int>(groups_[place.top].size()) : 1;
}

int ProblemsModel::columnCount(const QModelIndex&) const {
  return ColumnCount;
}

QVariant ProblemsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Place place = place_of(index);
  if (role == DetailsRole) return place.kind == Place::Kind::Details;
  if (place.kind == Place::Kind::Details)
    return role == Qt::AccessibleTextRole && index.column() == 0 ? tr("Details and fixes") : QVariant();
  const Diagnostic* one = diagnostic(index);
  const std::vector<int>& group = groups_[place.top];
  const Diagnostic& sample = one ? *one : diagnostics_[static_cast<size_t>(group.front())];
  if (role == SeverityRole) return static_cast<int>(sample.severity);
  if (role == NodeRole) return one && !one->where.empty() ? qs(one->where.front().node) : QString();
  if (role == LineRole) return one ? line_of(*one) : 0;
  if (role == Qt::ToolTipRole && index.column() == PlaceColumn && one) return plain_tip(place_text(*one));
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case MessageColumn:
      return one ? plain(sample.message)
                 : tr("%n time(s), first: %1", nullptr, static_cast<int>(group.size())).arg(plain(sample.message));
    case PlaceColumn:
      return one ? place_text(sample) : QString();
    case CodeColumn:
      return qs(sample.code);
    default:
      return {};
  }
}

QVariant ProblemsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case MessageColumn:
      return tr("Message");
    case PlaceColumn:
      return tr("Where");
    default:
      return tr("Code");
  }
}

}  // namespace nw::views
