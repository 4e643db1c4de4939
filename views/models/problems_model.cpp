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
constexpr quintptr kTop = 0;  // internal id of top rows; children hold their top row + 1
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

QString details_html(const Diagnostic& diagnostic) {
  QString html = QStringLiteral("<p><b>%1</b></p>").arg(marked(diagnostic.message));
  auto list = [&](const QString& title, const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    html += QStringLiteral("<p>%1</p><ul>").arg(title);
    for (const std::string& line : lines) html += QStringLiteral("<li>%1</li>").arg(marked(line));
    html += QStringLiteral("</ul>");
  };
  if (const QString place = place_text(diagnostic); !place.isEmpty())
    html += QStringLiteral("<p>%1</p>").arg(html_of(place));
  list(QCoreApplication::translate("Problems", "Because"), diagnostic.because);
  list(QCoreApplication::translate("Problems", "This would be possible"), diagnostic.legal);
  return html;
}

void ProblemsModel::setDiagnostics(Diagnostics diagnostics) {
  beginResetModel();
  diagnostics_ = std::move(diagnostics);
  std::stable_sort(diagnostics_.begin(), diagnostics_.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.severity < b.severity; });
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
}

const Diagnostic* ProblemsModel::diagnostic(const QModelIndex& index) const {
  if (!index.isValid()) return nullptr;
  if (index.internalId() != kTop)
    return &diagnostics_[static_cast<size_t>(groups_[index.internalId() - 1][static_cast<size_t>(index.row())])];
  const std::vector<int>& group = group_of(index);
  return group.size() == 1 ? &diagnostics_[static_cast<size_t>(group.front())] : nullptr;
}

QModelIndex ProblemsModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kTop);
}

QModelIndex ProblemsModel::parent(const QModelIndex& child) const {
  if (!child.isValid() || child.internalId() == kTop) return {};
  return createIndex(static_cast<int>(child.internalId() - 1), 0, kTop);
}

int ProblemsModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(groups_.size());
  if (parent.internalId() != kTop || parent.column() != 0 || group_of(parent).size() < 2) return 0;
  return static_cast<int>(group_of(parent).size());
}

int ProblemsModel::columnCount(const QModelIndex&) const {
  return ColumnCount;
}

QVariant ProblemsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Diagnostic* one = diagnostic(index);
  const Diagnostic& sample = one ? *one : diagnostics_[static_cast<size_t>(group_of(index).front())];
  if (role == SeverityRole) return static_cast<int>(sample.severity);
  if (role == NodeRole) return one && !one->where.empty() ? qs(one->where.front().node) : QString();
  if (role == LineRole) return one ? line_of(*one) : 0;
  if (role == Qt::ToolTipRole) return one ? details_html(*one) : QVariant();
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case MessageColumn:
      return one ? plain(sample.message)
                 : tr("%n time(s): %1 …", nullptr, static_cast<int>(group_of(index).size())).arg(plain(sample.message));
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
      return tr("What is wrong");
    case PlaceColumn:
      return tr("Where");
    default:
      return tr("Code");
  }
}

}  // namespace nw::views
