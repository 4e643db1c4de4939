// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/flame.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "models/number_text.h"
#include "models/overlay.h"
#include "models/run_text.h"

namespace nw::views {

namespace {

struct FlameTexts {
  Q_DECLARE_TR_FUNCTIONS(nw::views::Flame)
};

using Kind = FlameNode::Kind;

// A node with those below it, before they are in order.
struct Branch {
  FlameNode own;
  std::vector<Branch> below;
  std::map<std::string, size_t> scopes;  // of those below, by their name
};

void add_profile(Branch& group, const GroupProfile& profile) {
  const kernel::NestHeat& heat = *profile.heat;
  const auto& rows = profile.preview->tree;
  if (heat.total <= 0 || heat.rows.size() != rows.size()) return;
  const double each = group.own.inclusive / static_cast<double>(heat.total);  // of a sample
  std::vector<Branch> made(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    const bool loop = rows[i].kind == kernel::LoopTreeRow::Kind::Axis;
    const QString name = QString::fromStdString(rows[i].name);
    FlameNode& own = made[i].own;
    own.kind = loop ? Kind::Loop : Kind::Stage;
    own.title =
        loop ? FlameTexts::tr("%1 in %2", "loop, extent").arg(name, QString::fromStdString(rows[i].extent)) : name;
    own.inclusive = each * static_cast<double>(heat.rows[i].inside);
    own.node = group.own.node;
    own.group = group.own.group;
  }
  // Rows are behind those they are in.
  for (size_t i = rows.size(); i-- > 0;) {
    if (made[i].own.inclusive <= 0) continue;
    Branch& above = rows[i].parent < 0 ? group : made[static_cast<size_t>(rows[i].parent)];
    above.below.push_back(std::move(made[i]));
  }
}

Branch& scope_of(Branch& root, const graph::Node& node) {
  Branch* at = &root;
  for (const std::string& part : node.origin.scope) {
    const auto [known, is_new] = at->scopes.emplace(part, at->below.size());
    if (is_new) {
      Branch scope;
      scope.own.kind = Kind::Scope;
      scope.own.title = QString::fromStdString(part);
      scope.own.node = node.id;
      scope.own.scope = at->own.scope.isEmpty() ? scope.own.title : at->own.scope + QLatin1Char('/') + scope.own.title;
      at->below.push_back(std::move(scope));
    }
    at = &at->below[known->second];
  }
  return *at;
}

// Scopes have the sum of what is below them.
double sum_up(Branch& branch) {
  double below = 0;
  for (Branch& each : branch.below) below += sum_up(each);
  if (branch.own.kind == Kind::Network || branch.own.kind == Kind::Scope) branch.own.inclusive = below;
  branch.own.self = std::max(0.0, branch.own.inclusive - below);
  return branch.own.inclusive;
}

void write(Branch& branch, int parent, int depth, double begin, Flame& flame) {
  const auto place = flame.nodes.size();
  branch.own.parent = parent;
  branch.own.depth = depth;
  branch.own.begin = begin;
  flame.depth = std::max(flame.depth, depth + 1);
  flame.nodes.push_back(branch.own);
  std::ranges::stable_sort(branch.below,
                           [](const Branch& a, const Branch& b) { return a.own.inclusive > b.own.inclusive; });
  for (Branch& each : branch.below) {
    write(each, static_cast<int>(place), depth + 1, begin, flame);
    begin += each.own.inclusive;
  }
  flame.nodes[place].children_end = static_cast<int>(flame.nodes.size());
}

}  // namespace

std::shared_ptr<const Flame> make_flame(const model::OperatorTable& table, const std::vector<GroupProfile>& profiles,
                                        const CancelToken& cancel) {
  auto flame = std::make_shared<Flame>();
  if (!table.graph) return flame;
  flame->timed = table.timed();
  std::map<GroupId, const GroupProfile*> profiled;
  for (const GroupProfile& each : profiles)
    if (each.heat && each.preview) profiled[each.group] = &each;
  Branch root;
  root.own.title = FlameTexts::tr("all");
  for (size_t i = 0; i < table.rows.size(); ++i) {
    if (cancel.cancelled()) return nullptr;
    const model::OperatorRow& row = table.rows[i];
    if (row.group.valid() && !row.is_group) continue;  // in its group
    const double amount = flame->timed ? row.time : row.operations;
    if (!(amount > 0)) continue;
    Branch branch;
    branch.own.kind = row.is_group ? Kind::Group : Kind::Operator;
    branch.own.title = QString::fromStdString(table.titles[i]);
    branch.own.inclusive = amount;
    branch.own.node = row.node;
    branch.own.group = row.group;
    if (const auto known = profiled.find(row.group); flame->timed && known != profiled.end())
      add_profile(branch, *known->second);
    scope_of(root, table.graph->node(row.node)).below.push_back(std::move(branch));
  }
  sum_up(root);
  if (root.own.inclusive > 0) write(root, -1, 0, 0, *flame);
  return flame;
}

QString Flame::text(double value) const {
  return timed ? duration_text(value) : FlameTexts::tr("%1 operations").arg(number_text(value));
}

double Flame::share(double value) const {
  return nodes.empty() || nodes.front().inclusive <= 0 ? 0 : value / nodes.front().inclusive;
}

QString Flame::about(size_t node) const {
  const FlameNode& n = nodes[node];
  const QString percent = QString::number(100 * share(n.inclusive), 'f', share(n.inclusive) < 0.1 ? 1 : 0);
  const QString whole = FlameTexts::tr("%1: %2, %3 %").arg(n.title, text(n.inclusive), percent);
  const bool leaf = n.children_end == static_cast<int>(node) + 1;
  return leaf ? whole
              : FlameTexts::tr("%1; %2 of it itself").arg(whole, n.self > 0 ? text(n.self) : QStringLiteral("0"));
}

}  // namespace nw::views
