// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/inspector_panel.h"

#include <QCursor>
#include <QMenu>
#include <QScrollBar>
#include <QUrl>
#include <algorithm>

#include "common/text.h"
#include "common/what_if_menu.h"
#include "common/workbench.h"
#include "models/html.h"

namespace nw::views {

InspectorPanel::InspectorPanel(Workbench& workbench, QWidget* parent)
    : QTextBrowser(parent), workbench_(workbench), theme_(Theme::load(false)) {
  setAccessibleName(tr("Inspector"));
  setOpenLinks(false);
  setFrameShape(QFrame::NoFrame);
  document()->setDocumentMargin(12);
  document()->setUndoRedoEnabled(false);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);  // one that comes late has all of it laid out twice
  connect(this, &QTextBrowser::anchorClicked, this, &InspectorPanel::follow);
  workbench_.addViewer(this);
}

InspectorPanel::~InspectorPanel() {
  workbench_.removeViewer(this);
}

void InspectorPanel::setTheme(const Theme& theme) {
  theme_ = theme;
  refillSoon();
}

InspectorPage InspectorPanel::page() const {
  const auto graph = workbench_.session().graph();
  if (!graph) return {};
  const auto fusion = workbench_.session().fusion();
  const Selection& selection = workbench_.session().selection();
  switch (selection.kind) {
    case Selection::Kind::Node: {
      InspectorPage page = describe_node(*graph, fusion.get(), selection.node);
      for (InspectorSection& section : describe_weights(weights_)) page.sections.push_back(std::move(section));
      return page;
    }
    case Selection::Kind::Edge:
      return describe_edge(*graph, fusion.get(), selection.node, selection.to, workbench_.session().reason());
    case Selection::Kind::Group:
      if (fusion && selection.group.index() < fusion->groups.size())
        return describe_group(*graph, *fusion, selection.group);
      break;
    case Selection::Kind::Scope: {
      const auto tree = workbench_.session().trees()->of(graph);
      if (int32_t scope = tree->find(selection.scope); scope >= 0)
        return describe_scope(*graph, fusion.get(), *tree, scope);
      break;
    }
    case Selection::Kind::None:
      break;
  }
  return pageOfGraph(describe_graph(*graph, fusion.get()));
}

InspectorPage InspectorPanel::pageOfGraph(InspectorPage page) const {
  const auto fusion = workbench_.session().fusion();
  if (fusion && workbench_.session().document()) addWhatIfs(page);
  addSizes(page);
  return page;
}

// What differs from what TVM does by itself, each with a link that drops it.
void InspectorPanel::addWhatIfs(InspectorPage& page) const {
  const auto active = workspace::active_what_ifs(workbench_.session().document()->choices().fusion);
  if (active.empty()) return;
  InspectorSection section{tr("What-ifs in force"), {}, {}};
  for (size_t i = 0; i < active.size(); ++i)
    section.rows.push_back({qs(active[i].text), tr("drop"), QStringLiteral("drop:%1").arg(i), false});
  page.sections.push_back(std::move(section));
}

// The short names that shapes have on the canvas and in lists.
void InspectorPanel::addSizes(InspectorPage& page) const {
  constexpr size_t kMaxRows = 40;
  const auto tree = workbench_.session().trees()->of(workbench_.session().graph());
  const std::vector<SizeName>& all = tree->sizes.all();
  InspectorSection section{tr("Names of sizes"), {}, {}};
  for (size_t i = 0; i < std::min(all.size(), kMaxRows); ++i)
    section.rows.push_back({all[i].name, all[i].expression, {}, true});
  if (all.size() > kMaxRows)
    section.rows.push_back({{}, tr("and %n more", nullptr, static_cast<int>(all.size() - kMaxRows)), {}, false});
  if (!section.rows.empty()) page.sections.push_back(std::move(section));
}

void InspectorPanel::dropWhatIf(int which) {
  const auto active = workspace::active_what_ifs(workbench_.session().document()->choices().fusion);
  if (which >= 0 && static_cast<size_t>(which) < active.size())
    workbench_.session().changeFusion(active[static_cast<size_t>(which)].drop);
}

void InspectorPanel::tryChange(int which) {
  if (which >= 0 && static_cast<size_t>(which) < changes_.size())
    workbench_.session().changeFusion(changes_[static_cast<size_t>(which)]);
}

void InspectorPanel::askWhatIf() {
  QMenu menu(this);
  add_what_ifs(menu, workbench_, workbench_.session().selection());
  menu.exec(QCursor::pos());
}

QString InspectorPanel::html(const InspectorPage& page) const {
  constexpr qsizetype kLongLabel = 24;  // letters; a sentence is wrapped
  if (page.title.isEmpty()) return {};
  QString out;
  const QString dot = page.group < 0 ? QString()
                                     : QStringLiteral("<span style='color:%1'>■ </span>")
                                           .arg(theme_.group_lines[theme_.hue_of(page.group)].name());
  out += QStringLiteral("<p style='margin:0 0 2px 0; font-size:13pt; font-weight:600'>%1%2</p>")
             .arg(dot, html_of(page.title));
  out += QStringLiteral("<p style='margin:0 0 8px 0; color:%1'>%2</p>").arg(theme_.dim.name(), html_of(page.subtitle));
  for (const InspectorSection& section : page.sections) {
    if (section.rows.empty() && section.text.isEmpty()) continue;
    out += QStringLiteral("<p style='margin:12px 0 4px 0; color:%1; font-weight:600'>%2</p>")
               .arg(theme_.dim.name(), html_of(section.title));
    if (!section.text.isEmpty())
      out += QStringLiteral("<p style='margin:0 0 6px 0; line-height:130%'>%1</p>").arg(rich_text(section.text));
    out += QStringLiteral("<table cellspacing='0' cellpadding='2' width='100%'>");
    for (const InspectorRow& row : section.rows) {
      QString value = row.code ? html_of(row.value) : rich_text(row.value), label = html_of(row.label);
      if (row.code)
        value = QStringLiteral("<span style=\"font-family:'%1'; font-size:9pt\">%2</span>")
                    .arg(theme_.code.family(), value);
      if (!row.link.isEmpty()) {
        // A sentence stays text; its label leads on.
        QString& text = row.code || label.isEmpty() || value.size() < 40 ? value : label;
        text = QStringLiteral("<a style='text-decoration:none; color:%1' href=\"%2\">%3</a>")
                   .arg(theme_.accent.name(), html_of(row.link), text);
      }
      if (label.isEmpty())
        out += QStringLiteral("<tr><td colspan='2'>%1</td></tr>").arg(value);
      else
        out += QStringLiteral("<tr><td style='color:%1; padding-right:12px%4'>%2</td><td>%3</td></tr>")
                   .arg(theme_.dim.name(), label, value,
                        row.label.size() > kLongLabel ? QString() : QStringLiteral("; white-space:nowrap"));
    }
    out += QStringLiteral("</table>");
  }
  return out;
}

// `place`: how far it is scrolled then.
void InspectorPanel::refillSoon(int place) {
  place_ = place;
  workbench_.soon().run(this, [this] { refill(); });
}

void InspectorPanel::refill() {
  constexpr size_t kCountedAtOnce = 5000;  // nodes whose operators are counted in no time
  const auto graph = workbench_.session().graph();
  workbench_.jobs().cancel(QStringLiteral("inspect"));
  const bool fusing = workbench_.session().stage() == DocumentSession::Stage::Fused && !workbench_.session().fusion();
  if (graph && graph->size() > kCountedAtOnce && workbench_.session().selection().kind == Selection::Kind::None) {
    if (fusing) return clear();  // layout and fusion have the cores first
    workbench_.jobs().run<InspectorPage>(
        QStringLiteral("inspect"), tr("Counting operators"), this,
        [graph, fusion = workbench_.session().fusion()](const CancelToken&) {
          return describe_graph(*graph, fusion.get());
        },
        [this](InspectorPage page) { show(pageOfGraph(std::move(page))); });
    return;
  }
  show(page());
}

void InspectorPanel::show(const InspectorPage& page) {
  changes_ = page.changes;
  setHtml(html(page));
  verticalScrollBar()->setValue(place_);
}

void InspectorPanel::graphChanged() {
  readWeights();
  refillSoon();
}

void InspectorPanel::selectionChanged(const Selection&) {
  readWeights();
  refillSoon();
}

// Millions of values are read by a job; they are shown below the immediate data.
void InspectorPanel::readWeights() {
  weights_.clear();
  workbench_.jobs().cancel(QStringLiteral("weights"));
  const Selection& selection = workbench_.session().selection();
  const auto graph = workbench_.session().graph();
  if (selection.kind != Selection::Kind::Node || !graph || selection.node.index() >= graph->size()) return;
  const auto& inputs = graph->node(selection.node).inputs;
  const bool any = std::any_of(inputs.begin(), inputs.end(), [&](NodeId input) {
    return input.valid() && graph->node(input).kind == graph::NodeKind::Constant;
  });
  if (!any) return;
  workbench_.jobs().run<std::vector<WeightFacts>>(
      QStringLiteral("weights"), tr("Reading weights"), this,
      [graph, node = selection.node](const CancelToken& cancel) { return weights_read_by(*graph, node, cancel); },
      [this](std::vector<WeightFacts> weights) {
        weights_ = std::move(weights);
        refillSoon(verticalScrollBar()->value());
      });
}

void InspectorPanel::follow(const QUrl& link) {
  const QString text = link.toString();
  const QStringList parts = text.split(QLatin1Char(':'));
  if (parts.size() < 2) return;
  if (parts[0] == QStringLiteral("find"))
    Q_EMIT findRequested(text.mid(5));
  else if (parts[0] == QStringLiteral("try"))
    tryChange(parts[1].toInt());
  else if (parts[0] == QStringLiteral("whatif"))
    askWhatIf();
  else if (parts[0] == QStringLiteral("onnx") && parts.size() == 4)
    Q_EMIT docsRequested(parts[1], parts[2], parts[3].toInt());
  else if (parts[0] == QStringLiteral("drop"))
    dropWhatIf(parts[1].toInt());
  else if (parts[0] == QStringLiteral("node"))
    workbench_.session().select(Selection::of_node(NodeId(parts[1].toInt())));
  else if (parts[0] == QStringLiteral("group"))
    workbench_.session().select(Selection::of_group(GroupId(parts[1].toInt())));
  else if (parts[0] == QStringLiteral("kernel"))
    workbench_.openKernel(GroupId(parts[1].toInt()));
  else if (parts[0] == QStringLiteral("decision") && parts.size() == 3)
    Q_EMIT decisionRequested(NodeId(parts[1].toInt()), NodeId(parts[2].toInt()));
  else if (parts[0] == QStringLiteral("edge") && parts.size() == 3)
    workbench_.session().select(Selection::of_edge(NodeId(parts[1].toInt()), NodeId(parts[2].toInt())));
}

}  // namespace nw::views
