// SPDX-License-Identifier: GPL-3.0-or-later
// The find language (find/query.h) in the find bar's strings.
#pragma once

#include <QString>
#include <QStringList>

#include "find/query.h"

namespace nw::views {

struct ParsedQuery {
  find::Query query;
  QString error;         // empty: the query can be used
  int error_column = 0;  // from 0
};
ParsedQuery parse_query(const QString& text);
QStringList query_candidates(const QString& word, const graph::Graph& graph);

}  // namespace nw::views
