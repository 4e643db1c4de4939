// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inspector.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>
#include <set>

#include "model/operator_table.h"
#include "model/runnable.h"
#include "models/node_text.h"
#include "models/number_text.h"
#include "models/overlay.h"
#include "models/sentence_text.h"
#include "op/node_figures.h"

namespace nw::views {

namespace {

struct InspectorText {
  Q_DECLARE_TR_FUNCTIONS(nw::views::Inspector)
};
QString qs(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
QString node_link(NodeId id) {
  return QStringLiteral("node:%1").arg(id.value);
}
QString group_link(GroupId id) {
  return QStringLiteral("group:%1").arg(id.value);
}

// The way to the group's kernel, or why it has none.
InspectorRow kernel_row(const graph::Graph& graph, const fusion::Group& group) {
  if (const Sentence why = model::why_no_kernel(graph, group); !why.empty())
    return {InspectorText::tr("kernel"), translated(why), {}, false};
  return {{}, InspectorText::tr("Edit its kernel"), QStringLiteral("kernel:%1").arg(group.id.value), false};
}

// What finds the calls of exactly this operator.
QString operator_link(const QString& op, const QString& more = {}) {
  return QStringLiteral("find:op:=") + op + more;
}

const fusion::Edge* edge_of(const fusion::Fusion& fusion, NodeId from, NodeId to) {
  auto edge = std::find_if(fusion.edges.begin(), fusion.edges.end(),
                           [&](const fusion::Edge& e) { return e.from == from && e.to == to; });
  return edge == fusion.edges.end() ? nullptr : &*edge;
}

InspectorRow node_row(const graph::Graph& graph, const QString& label, NodeId id) {
  const graph::Node& node = graph.node(id);
  return {label, title_of(node) + QStringLiteral("  ") + short_name(node), node_link(id), true};
}

// ONNX's words: the operator, with its domain and the opset version that the file asks for, and the way to its page.
void add_onnx(InspectorSection& section, const graph::Graph& graph, const QString& op) {
  if (op.isEmpty()) return;
  const QString name = op.section(QLatin1Char('.'), -1).section(QStringLiteral("::"), -1);
  const QString domain = op.left(op.size() - name.size() - (op.size() > name.size() ? 1 : 0));
  int64_t version = 0;
  for (const graph::OpSetId& opset : graph.opsets)
    if (qs(opset.domain) == domain || (domain.isEmpty() && opset.domain == "ai.onnx")) version = opset.version;
  section.rows.push_back({InspectorText::tr("operator in the file"), op,
                          QStringLiteral("onnx:%1:%2:%3").arg(name, domain).arg(version), true});
  section.rows.push_back(
      {InspectorText::tr("domain, opset"),
       QStringLiteral("%1, %2").arg(domain.isEmpty() ? QStringLiteral("ai.onnx") : domain).arg(version),
       {},
       true});
}

InspectorSection origin_section(const graph::Graph& graph, const graph::Node& node) {
  InspectorSection section{InspectorText::tr("Where it came from"), {}, {}};
  auto add = [&](const QString& label, const QString& value) {
    if (!value.isEmpty()) section.rows.push_back({label, value, {}, true});
  };
  add(InspectorText::tr("name in the file"), qs(node.origin.name));
  QStringList scope;
  for (const std::string& part : node.origin.scope) scope << qs(part);
  add(InspectorText::tr("scope"), scope.join(QStringLiteral(" / ")));
  if (graph.opsets.empty())
    add(InspectorText::tr("operator in the file"), qs(node.origin.op));
  else
    add_onnx(section, graph, qs(node.origin.op));
  if (node.origin.span.valid())
    add(InspectorText::tr("place"),
        InspectorText::tr("line %1, column %2").arg(node.origin.span.line).arg(node.origin.span.column));
  add(InspectorText::tr("made by"), qs(node.origin.made_by));
  return section;
}

InspectorSection reason_section(const graph::Graph& graph, const fusion::Reason& reason, bool fused, bool neighbours) {
  const QString title =
      neighbours ? (fused ? InspectorText::tr("Why it is fused") : InspectorText::tr("Why it is not fused"))
                 : (fused ? InspectorText::tr("Why they are fused") : InspectorText::tr("Why they are not fused"));
  InspectorSection section{title, translated(reason.text), {}};
  section.rows.push_back({InspectorText::tr("rule"), qs(fusion::to_string(reason.rule)), {}, true});
  section.rows.push_back({InspectorText::tr("patterns"),
                          QStringLiteral("%1 → %2").arg(qs(graph::to_string(reason.producer_pattern)),
                                                        qs(graph::to_string(reason.consumer_pattern))),
                          {},
                          true});
  if (reason.blocker.valid()) section.rows.push_back(node_row(graph, InspectorText::tr("in the way"), reason.blocker));
  if (reason.dominator.valid())
    section.rows.push_back(node_row(graph, InspectorText::tr("uses meet at"), reason.dominator));
  if (reason.phase >= 0)
    section.rows.push_back({fused ? InspectorText::tr("decided in phase") : InspectorText::tr("last tried in phase"),
                            QString::number(reason.phase),
                            {},
                            false});
  return section;
}

// The one change that would fuse the two, with a link that tries it; or that there is none.
void add_change(InspectorPage& page, InspectorSection& section, const fusion::Reason& reason) {
  const QString label = InspectorText::tr("would fuse with");
  if (reason.change) {
    section.rows.push_back(
        {label, translated(fusion::title(*reason.change)), QStringLiteral("try:%1").arg(page.changes.size()), true});
    page.changes.push_back(*reason.change);
  } else if (!reason.no_change.empty()) {
    section.rows.push_back({label, translated(reason.no_change), {}, true});
  }
}

InspectorSection ends_section(const graph::Graph& graph, const fusion::Fusion* fusion, const Readers& readers,
                              NodeId id) {
  InspectorSection section{InspectorText::tr("Neighbours"), {}, {}};
  const graph::Node& node = graph.node(id);
  auto mark = [&](NodeId from, NodeId to) {
    if (!fusion) return QString();
    const auto group = fusion->group_of.find(from), other = fusion->group_of.find(to);
    if (group == fusion->group_of.end() || other == fusion->group_of.end()) return QString();
    return group->second == other->second ? InspectorText::tr(" (fused)") : InspectorText::tr(" (not fused)");
  };
  for (NodeId input : node.inputs) {
    if (!input.valid()) continue;
    InspectorRow row = node_row(graph, InspectorText::tr("reads"), input);
    row.value += mark(input, id);
    row.link = graph.node(input).kind == graph::NodeKind::Constant
                   ? QString()
                   : QStringLiteral("edge:%1:%2").arg(input.value).arg(id.value);
    section.rows.push_back(std::move(row));
  }
  constexpr size_t kMax = 60;
  int more = 0;
  for (const NodeId user : readers.of(id)) {
    if (section.rows.size() >= kMax) {
      ++more;
      continue;
    }
    InspectorRow row = node_row(graph, InspectorText::tr("read by"), user);
    row.value += mark(id, user);
    row.link = QStringLiteral("edge:%1:%2").arg(id.value).arg(user.value);
    section.rows.push_back(std::move(row));
  }
  if (more > 0) section.rows.push_back({{}, InspectorText::tr("and %n more", nullptr, more), {}, false});
  return section;
}

}  // namespace

InspectorPage describe_node(const graph::Graph& graph, const fusion::Fusion* fusion, const Readers& readers,
                            NodeId id) {
  const graph::Node& node = graph.node(id);
  InspectorPage page{title_of(node), qs(node.name), -1};
  InspectorSection what{InspectorText::tr("What it is"), qs(node.why_opaque), {}};
  what.rows.push_back({InspectorText::tr("gives"), type_text(node.type), {}, true});
  for (const auto& [key, value] : node.attrs)
    if (!value.is_none()) what.rows.push_back({qs(key), qs(graph::to_string(value)).left(400), {}, true});
  page.sections.push_back(std::move(what));
  if (fusion) {
    InspectorSection why{InspectorText::tr("Fusion"), {}, {}};
    if (auto pattern = fusion->pattern.find(id); pattern != fusion->pattern.end())
      why.rows.push_back({InspectorText::tr("pattern"), qs(graph::to_string(pattern->second)), {}, true});
    if (auto group = fusion->group_of.find(id); group != fusion->group_of.end()) {
      page.group = group->second.value;
      const fusion::Group& g = fusion->groups[group->second.index()];
      why.rows.push_back({InspectorText::tr("group"),
                          InspectorText::tr("%1, %2")
                              .arg(group->second.value)
                              .arg(InspectorText::tr("%n node(s)", nullptr, static_cast<int>(g.nodes.size()))),
                          group_link(group->second), false});
      why.rows.push_back(kernel_row(graph, g));
      if (g.anchor == id)
        why.text = InspectorText::tr("It is the anchor of its group: its schedule shapes the kernel.");
    } else if (const Sentence no_kernel = model::why_no_kernel(graph, node); !no_kernel.empty()) {
      why.rows.push_back({InspectorText::tr("kernel"), translated(no_kernel), {}, false});
    }
    if (auto dominator = fusion->dominator.find(id); dominator != fusion->dominator.end() && dominator->second.valid())
      why.rows.push_back(node_row(graph, InspectorText::tr("uses meet at"), dominator->second));
    if (fusion->group_of.contains(id))
      why.rows.push_back({{}, InspectorText::tr("Change how it fuses…"), QStringLiteral("whatif:"), false});
    if (!why.rows.empty()) page.sections.push_back(std::move(why));
  }
  page.sections.push_back(ends_section(graph, fusion, readers, id));
  InspectorSection cost{InspectorText::tr("What it costs"), {}, {}};
  double read = 0;
  bool any_size = false;
  for (NodeId input : node.inputs) {
    if (!input.valid()) continue;
    read += op::bytes_of(graph.node(input).type);
    any_size = any_size || graph.node(input).type.is_dynamic();
  }
  const QString unknown = InspectorText::tr("depends on sizes that have no value");
  cost.rows.push_back(
      {InspectorText::tr("writes"), node.type.is_dynamic() ? unknown : bytes_text(op::bytes_of(node.type)), {}, false});
  cost.rows.push_back({InspectorText::tr("reads"), any_size ? unknown : bytes_text(read), {}, false});
  if (const double flops = op::flops_of(graph, node); node.kind == graph::NodeKind::Call && flops == flops) {
    cost.rows.push_back({InspectorText::tr("operations"), number_text(flops), {}, false});
    if (const double bytes = op::traffic_of(graph, node); bytes > 0)
      cost.rows.push_back({InspectorText::tr("operations a byte"), number_text(flops / bytes), {}, false});
  }
  page.sections.push_back(std::move(cost));
  page.sections.push_back(origin_section(graph, node));
  return page;
}

InspectorPage describe_edge(const graph::Graph& graph, const fusion::Fusion* fusion, NodeId from, NodeId to,
                            const fusion::Reason* reason) {
  const graph::Node &a = graph.node(from), &b = graph.node(to);
  const bool neighbours = std::find(b.inputs.begin(), b.inputs.end(), from) != b.inputs.end();
  InspectorPage page{title_of(a) + (neighbours ? QStringLiteral(" → ") : InspectorText::tr(" and ")) + title_of(b),
                     neighbours ? type_text(a.type) : InspectorText::tr("two nodes"), -1};
  const fusion::Edge* edge = fusion ? edge_of(*fusion, from, to) : nullptr;
  if (fusion && (edge || reason)) {
    const auto group = fusion->group_of.find(from), other = fusion->group_of.find(to);
    const bool fused =
        group != fusion->group_of.end() && other != fusion->group_of.end() && group->second == other->second;
    if (fused) page.group = group->second.value;
    const fusion::Reason& why = reason ? *reason : edge->reason;
    InspectorSection section = reason_section(graph, why, fused, neighbours);
    if (!fused) add_change(page, section, why);
    if (neighbours)
      section.rows.push_back({{},
                              InspectorText::tr("Show the deciding step"),
                              QStringLiteral("decision:%1:%2").arg(from.value).arg(to.value),
                              false});
    page.sections.push_back(std::move(section));
    if (neighbours && edge)
      page.sections.push_back({InspectorText::tr("What if"),
                               {},
                               {{{}, InspectorText::tr("Change how this edge fuses…"), QStringLiteral("whatif:")}}});
  }
  InspectorSection what{InspectorText::tr("What it is"), {}, {}};
  what.rows.push_back(node_row(graph, InspectorText::tr("from"), from));
  what.rows.push_back(node_row(graph, InspectorText::tr("to"), to));
  if (neighbours) {
    what.rows.push_back({InspectorText::tr("value"), type_text(a.type), {}, true});
    if (!a.type.is_dynamic())
      what.rows.push_back({InspectorText::tr("size"), bytes_text(op::bytes_of(a.type)), {}, false});
  }
  page.sections.push_back(std::move(what));
  return page;
}

InspectorPage describe_group(const graph::Graph& graph, const fusion::Fusion& fusion, GroupId id) {
  const fusion::Group& group = fusion.groups[id.index()];
  InspectorPage page{InspectorText::tr("Group %1").arg(id.value),
                     InspectorText::tr("%n node(s)", nullptr, static_cast<int>(group.nodes.size())), id.value};
  InspectorSection what{InspectorText::tr("What it is"), {}, {}};
  what.rows.push_back({InspectorText::tr("kind"), qs(graph::to_string(group.kind)), {}, true});
  if (group.anchor.valid()) what.rows.push_back(node_row(graph, InspectorText::tr("anchor"), group.anchor));
  if (group.root.valid()) what.rows.push_back(node_row(graph, InspectorText::tr("gives"), group.root));
  what.rows.push_back(kernel_row(graph, group));
  page.sections.push_back(std::move(what));
  InspectorSection nodes{InspectorText::tr("Nodes"), {}, {}};
  for (NodeId node : group.nodes) nodes.rows.push_back(node_row(graph, {}, node));
  page.sections.push_back(std::move(nodes));
  InspectorSection borders{InspectorText::tr("Why it ends where it ends"), {}, {}};
  const std::set<NodeId> members(group.nodes.begin(), group.nodes.end());
  for (const fusion::Edge& edge : fusion.edges) {
    if (!members.contains(edge.from) || members.contains(edge.to)) continue;
    borders.rows.push_back({title_of(graph.node(edge.to)), translated(edge.reason.text),
                            QStringLiteral("edge:%1:%2").arg(edge.from.value).arg(edge.to.value), false});
  }
  if (!borders.rows.empty()) page.sections.push_back(std::move(borders));
  return page;
}

InspectorPage describe_scope(const graph::Graph& graph, const fusion::Fusion* fusion, const ScopeTree& tree,
                             int32_t scope) {
  const Scope& here = tree.scopes[static_cast<size_t>(scope)];
  InspectorPage page{qs(here.name), qs(here.path), -1};
  std::map<QString, int> ops, others;  // others: what is no operator
  std::set<int32_t> groups;
  double weights = 0;
  // `name:path/` or `name:path`, where that finds the calls of this scope and no others.
  std::vector<std::string> queries;
  if (here.path.find_first_of(" []>") == std::string::npos) queries = {here.path + "/", here.path};
  for (NodeId id : tree.order) {
    const graph::Node& node = graph.node(id);
    const bool call = node.kind == graph::NodeKind::Call, inside = tree.inside(tree.scope_of[id.index()], scope);
    if (call)
      std::erase_if(queries,
                    [&](const std::string& part) { return inside != (node.name.find(part) != std::string::npos); });
    if (!inside) continue;
    ++(call ? ops : others)[title_of(node)];
    if (node.kind == graph::NodeKind::Constant) weights += op::bytes_of(node.type);
    if (fusion)
      if (auto group = fusion->group_of.find(id); group != fusion->group_of.end()) groups.insert(group->second.value);
  }
  InspectorSection what{InspectorText::tr("What is inside"), {}, {}};
  what.rows.push_back({InspectorText::tr("nodes"), QString::number(here.node_count), {}, false});
  if (fusion) what.rows.push_back({InspectorText::tr("groups"), QString::number(groups.size()), {}, false});
  for (const auto& [op, count] : ops)
    what.rows.push_back(
        {op, QString::number(count),
         queries.empty() ? QString() : operator_link(op, QStringLiteral(" name:") + qs(queries.front())), true});
  for (const auto& [title, count] : others) what.rows.push_back({title, QString::number(count), {}, false});
  page.sections.push_back(std::move(what));
  InspectorSection cost{InspectorText::tr("What it costs"), {}, {}};
  if (here.flops > 0)
    cost.rows.push_back(
        {InspectorText::tr("operations"),
         InspectorText::tr("%1, %2 of the model").arg(number_text(here.flops), share_text(tree.share(scope))),
         {},
         false});
  if (weights > 0) cost.rows.push_back({InspectorText::tr("constants"), bytes_text(weights), {}, false});
  if (here.output.valid()) cost.rows.push_back(node_row(graph, InspectorText::tr("gives"), here.output));
  if (!cost.rows.empty()) page.sections.push_back(std::move(cost));
  return page;
}

InspectorPage describe_graph(const graph::Graph& graph, const fusion::Fusion* fusion) {
  InspectorPage page{graph.name.empty() ? InspectorText::tr("Graph") : qs(graph.name), qs(graph.format), -1};
  InspectorSection what{InspectorText::tr("The model"), {}, {}};
  auto add = [&](const QString& label, const QString& value) {
    if (!value.isEmpty()) what.rows.push_back({label, value, {}, false});
  };
  add(InspectorText::tr("producer"), qs(graph.producer));
  QStringList opsets;
  for (const graph::OpSetId& opset : graph.opsets)
    opsets << (opset.domain.empty() ? QString::number(opset.version)
                                    : QStringLiteral("%1 %2").arg(qs(opset.domain)).arg(opset.version));
  add(InspectorText::tr("opsets"), opsets.join(QStringLiteral(", ")));
  int64_t operators = 0;
  double weights = 0;
  std::map<QString, int> ops;
  for (NodeId id : graph.post_order()) {
    const graph::Node& node = graph.node(id);
    if (node.kind == graph::NodeKind::Constant) weights += op::bytes_of(node.type);
    operators += model::is_operator(node) ? 1 : 0;
    if (node.kind != graph::NodeKind::Call) continue;
    ops[title_of(node)] += 1;
  }
  add(InspectorText::tr("operators"), grouped_text(operators));
  if (fusion) add(InspectorText::tr("groups"), grouped_text(std::ssize(fusion->groups)));
  add(InspectorText::tr("constants"), bytes_text(weights));
  for (NodeId id : graph.inputs)
    what.rows.push_back({InspectorText::tr("input"),
                         QStringLiteral("%1: %2").arg(qs(graph.node(id).name), type_text(graph.node(id).type)),
                         node_link(id), true});
  for (NodeId id : graph.outputs)
    what.rows.push_back({InspectorText::tr("output"),
                         QStringLiteral("%1: %2").arg(qs(graph.node(id).name), type_text(graph.node(id).type)),
                         node_link(id), true});
  page.sections.push_back(std::move(what));
  std::vector<std::pair<QString, int>> by_count(ops.begin(), ops.end());
  std::stable_sort(by_count.begin(), by_count.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  InspectorSection kinds{InspectorText::tr("Operators"), {}, {}};
  for (const auto& [op, count] : by_count) kinds.rows.push_back({op, QString::number(count), operator_link(op), true});
  page.sections.push_back(std::move(kinds));
  return page;
}

}  // namespace nw::views
