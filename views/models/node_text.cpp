// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/node_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace nw::views {

namespace {

struct NodeTexts {
  Q_DECLARE_TR_FUNCTIONS(nw::views::NodeText)
};
QString qs(const std::string& text) {
  return QString::fromStdString(text);
}

QString product_text(const std::vector<int64_t>& values) {
  QStringList parts;
  for (int64_t value : values) parts << QString::number(value);
  return parts.join(QChar(0x00d7));
}

bool all_equal_to(const std::vector<int64_t>& values, int64_t value) {
  return std::all_of(values.begin(), values.end(), [&](int64_t v) { return v == value; });
}

// "2" for [2, 2], "1×2" for [1, 2].
QString folded(const std::vector<int64_t>& values) {
  if (values.empty()) return {};
  return all_equal_to(values, values.front()) ? QString::number(values.front()) : product_text(values);
}

}  // namespace

QString marked_if_empty(const graph::Type& type, const QString& text) {
  const bool empty = type.is_tensor() && type.rank_known &&
                     std::ranges::any_of(type.shape, [](const graph::Dim& dim) { return dim.constant() == 0; });
  return empty ? NodeTexts::tr("%1, empty").arg(text) : text;
}

QString shape_text(const graph::Type& type) {
  if (!type.is_tensor() || !type.rank_known) return QStringLiteral("?");
  if (type.shape.empty()) return NodeTexts::tr("scalar");
  QStringList parts;
  for (const graph::Dim& dim : type.shape) {
    const QString text = qs(graph::to_string(dim));
    parts << (text.contains(QLatin1Char(' ')) ? QLatin1Char('(') + text + QLatin1Char(')') : text);
  }
  return parts.join(QChar(0x00d7));
}

QString type_text(const graph::Type& type) {
  if (type.is_tensor()) return marked_if_empty(type, shape_text(type) + QLatin1Char(' ') + qs(to_string(type.dtype)));
  if (type.is_tuple()) {
    constexpr int64_t kMaxLeaves = 64;  // more are not readable
    if (type.fields.leaves() > kMaxLeaves) return qs(graph::brief(type));
    QStringList parts;
    for (const graph::Type& field : type.fields) parts << type_text(field);
    return QLatin1Char('(') + parts.join(QStringLiteral(", ")) + QLatin1Char(')');
  }
  if (type.kind == graph::Type::Kind::Unknown) return NodeTexts::tr("type not known");
  return qs(graph::to_string(type));
}

QString title_of(const graph::Node& node) {
  using graph::NodeKind;
  switch (node.kind) {
    case NodeKind::Input:
      return NodeTexts::tr("input");
    case NodeKind::Constant:
      return NodeTexts::tr("constant");
    case NodeKind::Call:
      return qs(node.op);
    case NodeKind::CallNode:
      return NodeTexts::tr("call");
    case NodeKind::Tuple:
      return NodeTexts::tr("tuple");
    case NodeKind::TupleGet:
      return NodeTexts::tr("field %1").arg(graph::int_attr(node.attrs, "index", 0));
    case NodeKind::Let:
      return NodeTexts::tr("let");
    case NodeKind::If:
      return NodeTexts::tr("if");
    case NodeKind::Function:
      return NodeTexts::tr("function");
    case NodeKind::GlobalRef:
      return QLatin1Char('@') + qs(node.name);
    case NodeKind::RefCreate:
      return NodeTexts::tr("new reference");
    case NodeKind::RefRead:
      return NodeTexts::tr("read reference");
    case NodeKind::RefWrite:
      return NodeTexts::tr("write reference");
    case NodeKind::Match:
      return NodeTexts::tr("match");
    case NodeKind::Opaque:
      break;
  }
  return node.op.empty() ? NodeTexts::tr("opaque") : qs(node.op);
}

QString short_name(const graph::Node& node) {
  const QString name = qs(node.name);
  if (name.isEmpty()) return QLatin1Char('%') + QString::number(node.id.value);
  // "/layer1/conv1/Conv/1": trailing numbers only distinguish the nodes that a pass made of one node; the name itself
  // stands before.
  QStringList parts = name.split(QLatin1Char('/'), Qt::SkipEmptyParts);
  auto is_number = [](const QString& part) {
    return std::all_of(part.begin(), part.end(), [](QChar c) { return c.isDigit(); });
  };
  while (parts.size() > 1 && is_number(parts.back())) parts.removeLast();
  return parts.size() < 2 ? name : parts[parts.size() - 2] + QLatin1Char('/') + parts.back();
}

QString attrs_summary(const graph::Node& node) {
  QStringList parts;
  auto ints = [&](const char* key) { return graph::ints_attr(node.attrs, key, {}); };
  for (const char* key : {"kernel_size", "pool_size"})
    if (auto values = ints(key); !values.empty()) parts << product_text(values);
  if (auto values = ints("strides");
      !values.empty() && !all_equal_to(values, 1) && node.op.find("slice") == std::string::npos)
    parts << NodeTexts::tr("stride %1").arg(folded(values));
  if (auto values = ints("padding"); !values.empty() && !all_equal_to(values, 0))
    parts << NodeTexts::tr("padding %1").arg(folded(values));
  if (auto values = ints("dilation"); !values.empty() && !all_equal_to(values, 1))
    parts << NodeTexts::tr("dilation %1").arg(folded(values));
  if (int64_t groups = graph::int_attr(node.attrs, "groups", 1); groups > 1)
    parts << NodeTexts::tr("groups %1").arg(groups);
  if (auto values = ints("axes"); !values.empty())
    parts << NodeTexts::tr("axes %1").arg(product_text(values).replace(QChar(0x00d7), QLatin1Char(' ')));
  if (auto axis = node.attrs.find("axis"); axis != node.attrs.end() && !axis->second.is_none())
    parts << NodeTexts::tr("axis %1").arg(qs(graph::to_string(axis->second)));
  if (auto values = ints("newshape"); !values.empty()) parts << QStringLiteral("→ ") + product_text(values);
  return parts.mid(0, 3).join(QStringLiteral(", "));
}

QStringList weights_of(const graph::Graph& graph, const graph::Node& node) {
  QStringList rows;
  for (NodeId id : node.inputs) {
    if (!id.valid()) continue;
    const graph::Node& input = graph.node(id);
    if (input.kind != graph::NodeKind::Constant) continue;
    if (input.type.is_tensor() && input.type.shape.empty())
      rows << NodeTexts::tr("constant, %1").arg(qs(to_string(input.type.dtype)));
    else
      rows << NodeTexts::tr("constant %1").arg(shape_text(input.type));
  }
  return rows;
}

QString bytes_text(double bytes) {
  if (bytes < 1024) return NodeTexts::tr("%1 B").arg(bytes, 0, 'f', 0);
  if (bytes < 1024 * 1024) return NodeTexts::tr("%1 KiB").arg(bytes / 1024, 0, 'f', 1);
  if (bytes < 1024.0 * 1024 * 1024) return NodeTexts::tr("%1 MiB").arg(bytes / 1024 / 1024, 0, 'f', 1);
  return NodeTexts::tr("%1 GiB").arg(bytes / 1024 / 1024 / 1024, 0, 'f', 1);
}

}  // namespace nw::views
