// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/query.h"

#include <QCoreApplication>
#include <algorithm>
#include <set>

namespace nw::views {

namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("Query", text);
}
QString qs(const std::string& text) {
  return QString::fromStdString(text);
}

const std::vector<std::pair<QString, QueryTerm::Kind>>& keys() {
  static const std::vector<std::pair<QString, QueryTerm::Kind>> table = {
      {QStringLiteral("op"), QueryTerm::Kind::Op},
      {QStringLiteral("name"), QueryTerm::Kind::Name},
      {QStringLiteral("dtype"), QueryTerm::Kind::DType},
      {QStringLiteral("shape"), QueryTerm::Kind::Shape},
      {QStringLiteral("group"), QueryTerm::Kind::Group}};
  return table;
}

class Parser {
 public:
  explicit Parser(const QString& text) : text_(text) {}

  Query run() {
    query_.path.emplace_back();
    while (skip_space(), at_ < text_.size() && query_.error.isEmpty()) {
      if (text_.mid(at_, 2) == QStringLiteral("->")) {
        if (query_.path.back().empty()) fail(at_, tr("an arrow needs something on its left"));
        query_.path.emplace_back();
        at_ += 2;
      } else {
        term();
      }
    }
    if (query_.error.isEmpty() && query_.path.size() > 1 && query_.path.back().empty())
      fail(at_, tr("an arrow needs something on its right"));
    if (query_.path.size() == 1 && query_.path.back().empty()) query_.path.clear();
    return query_;
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && text_[at_].isSpace()) ++at_;
  }
  void fail(qsizetype column, const QString& why) {
    if (!query_.error.isEmpty()) return;
    query_.error = why;
    query_.error_column = static_cast<int>(column);
  }

  QString word() {
    const qsizetype begin = at_;
    int open = 0;
    while (at_ < text_.size() && (open > 0 || (!text_[at_].isSpace() && text_.mid(at_, 2) != QStringLiteral("->")))) {
      if (text_[at_] == QLatin1Char('[')) ++open;
      if (text_[at_] == QLatin1Char(']')) --open;
      ++at_;
    }
    return text_.mid(begin, at_ - begin);
  }

  void term() {
    const qsizetype begin = at_;
    const QString whole = word();
    const qsizetype colon = whole.indexOf(QLatin1Char(':'));
    QueryTerm term;
    term.text = whole.toLower();
    if (colon > 0) {
      const QString key = whole.left(colon).toLower();
      auto known = std::find_if(keys().begin(), keys().end(), [&](const auto& entry) { return entry.first == key; });
      if (known == keys().end()) {
        fail(begin, tr("'%1:' is not a key: op, name, dtype, shape and group are").arg(key));
        return;
      }
      term.kind = known->second;
      term.text = whole.mid(colon + 1).toLower();
      if (term.text.isEmpty()) fail(begin + colon + 1, tr("'%1:' needs a value").arg(key));
      if (term.kind == QueryTerm::Kind::Shape) shape(term, begin + colon + 1);
      if (term.kind == QueryTerm::Kind::Group) {
        bool is_number = false;
        term.text.toInt(&is_number);
        if (!is_number) fail(begin + colon + 1, tr("a group is named by its number"));
      }
    }
    query_.path.back().push_back(std::move(term));
  }

  void shape(QueryTerm& term, qsizetype column) {
    QString inner = term.text;
    if (inner.startsWith(QLatin1Char('['))) {
      if (!inner.endsWith(QLatin1Char(']'))) {
        fail(column + inner.size(), tr("the shape has no ']'"));
        return;
      }
      inner = inner.mid(1, inner.size() - 2);
    }
    inner.replace(QChar(0x00d7), QLatin1Char(','));
    for (const QString& part : inner.split(QLatin1Char(','))) term.shape.push_back(part.trimmed());
  }

  QString text_;
  qsizetype at_ = 0;
  Query query_;
};

bool shape_matches(const std::vector<QString>& wanted, const graph::Type& type) {
  if (!type.is_tensor() || !type.rank_known) return false;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] == QStringLiteral("...")) return true;
    if (i >= type.shape.size()) return false;
    if (wanted[i] != QStringLiteral("*") && wanted[i] != qs(graph::to_string(type.shape[i])).toLower()) return false;
  }
  return wanted.size() == type.shape.size() || (wanted.size() == 1 && wanted[0].isEmpty() && type.shape.empty());
}

bool matches(const QueryTerm& term, const graph::Node& node, const fusion::Fusion* fusion) {
  auto holds = [&](const std::string& text) { return qs(text).toLower().contains(term.text); };
  switch (term.kind) {
    case QueryTerm::Kind::Any:
      return holds(node.op) || holds(node.name) || holds(node.origin.op);
    case QueryTerm::Kind::Op:
      return holds(node.op) || holds(node.origin.op);
    case QueryTerm::Kind::Name:
      return holds(node.name);
    case QueryTerm::Kind::DType:
      return node.type.is_tensor() && qs(to_string(node.type.dtype)) == term.text;
    case QueryTerm::Kind::Shape:
      return shape_matches(term.shape, node.type);
    case QueryTerm::Kind::Group:
      break;
  }
  if (!fusion) return false;
  auto group = fusion->group_of.find(node.id);
  return group != fusion->group_of.end() && group->second.value == term.text.toInt();
}

}  // namespace

Query Query::parse(const QString& text) {
  return Parser(text).run();
}

std::vector<NodeId> Query::run(const graph::Graph& graph, const std::vector<NodeId>& nodes,
                               const fusion::Fusion* fusion) const {
  if (path.empty() || !error.isEmpty()) return {};
  auto holds = [&](size_t step, NodeId id) {
    return std::all_of(path[step].begin(), path[step].end(),
                       [&](const QueryTerm& term) { return matches(term, graph.node(id), fusion); });
  };
  // reached[k]: nodes that end a path of the first k + 1 steps; then backwards, those from which the rest goes on.
  std::vector<std::set<NodeId>> reached(path.size());
  for (NodeId id : nodes) {
    if (holds(0, id)) reached[0].insert(id);
    for (size_t k = 1; k < path.size(); ++k)
      if (holds(k, id) && std::any_of(graph.node(id).inputs.begin(), graph.node(id).inputs.end(),
                                      [&](NodeId input) { return reached[k - 1].contains(input); }))
        reached[k].insert(id);
  }
  std::set<NodeId> found = reached.back(), last = reached.back();
  for (size_t k = path.size() - 1; k-- > 0;) {
    std::set<NodeId> before;
    for (NodeId id : last)
      for (NodeId input : graph.node(id).inputs)
        if (reached[k].contains(input)) before.insert(input);
    found.insert(before.begin(), before.end());
    last = std::move(before);
  }
  std::vector<NodeId> ordered;
  for (NodeId id : nodes)
    if (found.contains(id)) ordered.push_back(id);
  return ordered;
}

}  // namespace nw::views
