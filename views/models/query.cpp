// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/query.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <optional>
#include <set>

#include "models/node_text.h"
#include "models/overlay.h"

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
      {QStringLiteral("op"), QueryTerm::Kind::Op},          {QStringLiteral("name"), QueryTerm::Kind::Name},
      {QStringLiteral("dtype"), QueryTerm::Kind::DType},    {QStringLiteral("shape"), QueryTerm::Kind::Shape},
      {QStringLiteral("group"), QueryTerm::Kind::Group},    {QStringLiteral("pattern"), QueryTerm::Kind::Pattern},
      {QStringLiteral("dynamic"), QueryTerm::Kind::Dynamic}};
  return table;
}

// What can be compared with a number. `users` is by node.
double measure(const QString& what, const graph::Graph& graph, const graph::Node& node, const std::vector<int>& users) {
  if (what == QStringLiteral("flops")) return flops_of(graph, node);
  if (what == QStringLiteral("bytes")) return bytes_of(node.type);
  if (what == QStringLiteral("inputs")) return static_cast<double>(node.inputs.size());
  return users[node.id.index()];
}

const QStringList& measures() {
  static const QStringList table = {QStringLiteral("flops"), QStringLiteral("bytes"), QStringLiteral("users"),
                                    QStringLiteral("inputs")};
  return table;
}

// "1.5M" → 1500000. Nothing if it is no number.
std::optional<double> number_of(QString text) {
  static const QString units = QStringLiteral("kmgt");
  double factor = 1;
  if (const qsizetype unit = text.isEmpty() ? -1 : units.indexOf(text.back().toLower()); unit >= 0) {
    for (qsizetype i = 0; i <= unit; ++i) factor *= 1000;
    text.chop(1);
  }
  bool ok = false;
  const double value = QLocale::c().toDouble(text, &ok);
  return ok ? std::optional(value * factor) : std::nullopt;
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

  // "flops > ", with or without spaces, where the term begins so; what it is compared with follows as a word.
  QString comparison() {
    static const QRegularExpression form(QStringLiteral("-?[a-z]+\\s*(<=|>=|<|>|=)\\s*"),
                                         QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match =
        form.match(text_, at_, QRegularExpression::NormalMatch, QRegularExpression::AnchorAtOffsetMatchOption);
    at_ += match.capturedLength();
    return match.captured();
  }

  void term() {
    const qsizetype begin = at_;
    QString whole = comparison();
    whole += word();
    QueryTerm term;
    term.negated = whole.size() > 1 && whole.startsWith(QLatin1Char('-'));
    if (term.negated) whole.remove(0, 1);
    const qsizetype colon = whole.indexOf(QLatin1Char(':'));
    term.text = whole.toLower();
    if (number(term, whole, begin)) {
      query_.path.back().push_back(std::move(term));
      return;
    }
    if (colon > 0) {
      const QString key = whole.left(colon).toLower();
      auto known = std::find_if(keys().begin(), keys().end(), [&](const auto& entry) { return entry.first == key; });
      if (known == keys().end()) {
        fail(begin, tr("'%1:' is not a key: op, name, dtype, shape, group, pattern and dynamic are").arg(key));
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
      if (term.kind == QueryTerm::Kind::Pattern && !graph::parse_pattern(term.text.toStdString()))
        fail(begin + colon + 1, tr("'%1' is not a pattern: elemwise, broadcast, injective, comm_reduce, "
                                   "out_elemwise_fusable, tuple and opaque are")
                                    .arg(term.text));
      if (term.kind == QueryTerm::Kind::Dynamic && term.text != QStringLiteral("yes") &&
          term.text != QStringLiteral("no"))
        fail(begin + colon + 1, tr("'dynamic:' is yes or no"));
    }
    query_.path.back().push_back(std::move(term));
  }

  // "flops>1G": true if it is one, or wants to be.
  bool number(QueryTerm& term, const QString& whole, qsizetype begin) {
    static const QRegularExpression form(QStringLiteral("^([a-z]+)\\s*(<=|>=|<|>|=)\\s*(.*)$"),
                                         QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = form.match(whole);
    if (!match.hasMatch()) return false;
    term.kind = QueryTerm::Kind::Number;
    term.text = match.captured(1).toLower();
    term.comparison = match.captured(2);
    if (!measures().contains(term.text)) {
      fail(begin, tr("'%1' cannot be compared with a number: flops, bytes, users and inputs can").arg(term.text));
      return true;
    }
    const auto value = number_of(match.captured(3));
    if (!value) fail(begin + match.capturedStart(3), tr("a number is wanted here, like 3, 1.5k or 2G"));
    term.number = value.value_or(0);
    return true;
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

bool compare(double a, const QString& comparison, double b) {
  if (comparison == QStringLiteral("<")) return a < b;
  if (comparison == QStringLiteral("<=")) return a <= b;
  if (comparison == QStringLiteral(">")) return a > b;
  if (comparison == QStringLiteral(">=")) return a >= b;
  return a == b;
}

// What terms are analysed by.
struct Ground {
  const graph::Graph& graph;
  const fusion::Fusion* fusion;
  std::vector<int> users;  // filled where a term asks for it
};

bool holds(const QueryTerm& term, const graph::Node& node, const Ground& ground) {
  auto has = [&](const std::string& text) { return qs(text).contains(term.text, Qt::CaseInsensitive); };
  auto has_op = [&] { return has(node.op) || (node.origin.op != node.op && has(node.origin.op)); };
  switch (term.kind) {
    case QueryTerm::Kind::Any:
      return has_op() || has(node.name);
    case QueryTerm::Kind::Op:
      return has_op();
    case QueryTerm::Kind::Name:
      return has(node.name);
    case QueryTerm::Kind::DType:
      return node.type.is_tensor() && qs(to_string(node.type.dtype)) == term.text;
    case QueryTerm::Kind::Shape:
      return shape_matches(term.shape, node.type);
    case QueryTerm::Kind::Dynamic:
      return node.type.is_dynamic() == (term.text == QStringLiteral("yes"));
    case QueryTerm::Kind::Number:
      return compare(measure(term.text, ground.graph, node, ground.users), term.comparison, term.number);
    case QueryTerm::Kind::Group:
    case QueryTerm::Kind::Pattern:
      break;
  }
  if (!ground.fusion) return false;
  if (term.kind == QueryTerm::Kind::Pattern) {
    const auto pattern = ground.fusion->pattern.find(node.id);
    return pattern != ground.fusion->pattern.end() && qs(std::string(graph::to_string(pattern->second))) == term.text;
  }
  auto group = ground.fusion->group_of.find(node.id);
  return group != ground.fusion->group_of.end() && group->second.value == term.text.toInt();
}

std::vector<int> count_users(const graph::Graph& graph) {
  std::vector<int> users(graph.size(), 0);
  for (const graph::Node& node : graph.nodes())
    for (NodeId input : node.inputs)
      if (input.valid()) ++users[input.index()];
  return users;
}

}  // namespace

Query Query::parse(const QString& text) {
  return Parser(text).run();
}

std::vector<NodeId> Query::run(const graph::Graph& graph, const std::vector<NodeId>& nodes,
                               const fusion::Fusion* fusion, const CancelToken& cancel) const {
  if (path.empty() || !error.isEmpty()) return {};
  const bool counts = std::any_of(path.begin(), path.end(), [](const std::vector<QueryTerm>& step) {
    return std::any_of(step.begin(), step.end(),
                       [](const QueryTerm& term) { return term.kind == QueryTerm::Kind::Number; });
  });
  const Ground ground{graph, fusion, counts ? count_users(graph) : std::vector<int>()};
  auto matches = [&](size_t step, NodeId id) {
    return std::all_of(path[step].begin(), path[step].end(),
                       [&](const QueryTerm& term) { return holds(term, graph.node(id), ground) != term.negated; });
  };
  // reached[k]: nodes that end a path of the first k + 1 steps; then backwards, those from which the rest goes on.
  std::vector<std::vector<bool>> reached(path.size(), std::vector<bool>(graph.size()));
  const auto in = [](const std::vector<bool>& set, NodeId id) { return id.valid() && set[id.index()]; };
  for (NodeId id : nodes) {
    if (cancel.cancelled()) return {};
    reached[0][id.index()] = matches(0, id);
    for (size_t k = 1; k < path.size(); ++k) {
      const std::vector<NodeId>& inputs = graph.node(id).inputs;
      if (std::any_of(inputs.begin(), inputs.end(), [&](NodeId input) { return in(reached[k - 1], input); }))
        reached[k][id.index()] = matches(k, id);
    }
  }
  std::vector<bool> found = reached.back(), last = reached.back();
  for (size_t k = path.size() - 1; k-- > 0;) {
    std::vector<bool> before(graph.size());
    for (NodeId id : nodes) {
      if (!last[id.index()]) continue;
      for (NodeId input : graph.node(id).inputs)
        if (in(reached[k], input)) before[input.index()] = found[input.index()] = true;
    }
    last = std::move(before);
  }
  std::vector<NodeId> ordered;
  for (NodeId id : nodes)
    if (found[id.index()]) ordered.push_back(id);
  return ordered;
}

QStringList query_candidates(const QString& word, const graph::Graph& graph) {
  constexpr qsizetype kMost = 40;
  QStringList found;
  const QString typed = word.toLower();
  const qsizetype colon = typed.indexOf(QLatin1Char(':'));
  if (colon < 0) {
    for (const auto& [key, kind] : keys())
      if (key.startsWith(typed)) found << key + QLatin1Char(':');
    for (const QString& what : measures())
      if (what.startsWith(typed)) found << what + QLatin1Char('>');
  }
  const QString key = typed.left(std::max<qsizetype>(colon, 0)), value = typed.mid(colon + 1);
  std::set<QString> values;
  const QString before = colon < 0 ? QString() : key + QLatin1Char(':');
  if (key == QStringLiteral("pattern"))
    for (int i = 0; i <= 8; ++i)
      if (const auto name = graph::to_string(static_cast<graph::OpPattern>(i)); graph::parse_pattern(name))
        values.insert(qs(std::string(name)));
  if (key == QStringLiteral("dynamic")) values = {QStringLiteral("yes"), QStringLiteral("no")};
  for (const graph::Node& node : graph.nodes()) {
    if ((colon < 0 && !typed.isEmpty()) || key == QStringLiteral("op")) {
      if (!node.op.empty()) values.insert(qs(node.op));
    } else if (key == QStringLiteral("dtype") && node.type.is_tensor()) {
      values.insert(qs(to_string(node.type.dtype)));
    }
  }
  for (const QString& each : values)
    if (found.size() < kMost && each.toLower().contains(value) && before + each != word) found << before + each;
  return found;
}

}  // namespace nw::views
