// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/query.h"

namespace nw::views {

ParsedQuery parse_query(const QString& text) {
  const QByteArray bytes = text.toUtf8();
  Result<find::Query> query = find::Query::parse(bytes.toStdString());
  if (query.value) return {std::move(*query), {}, 0};
  const Diagnostic& wrong = query.diagnostics.front();
  const int at = wrong.where.front().span.column - 1;  // in bytes
  return {{}, QString::fromStdString(wrong.message), static_cast<int>(QString::fromUtf8(bytes.left(at)).size())};
}

QStringList query_candidates(const QString& word, const graph::Graph& graph) {
  QStringList found;
  for (const std::string& each : find::query_candidates(word.toStdString(), graph))
    found << QString::fromStdString(each);
  return found;
}

}  // namespace nw::views
