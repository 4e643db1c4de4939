// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/inspector_panel.h"

#include <QCursor>
#include <QMenu>
#include <QScrollBar>
#include <QUrl>
#include <algorithm>
#include <optional>
#include <utility>

#include "common/text.h"
#include "common/what_if_menu.h"
#include "common/workbench.h"
#include "models/html.h"
#include "models/sentence_text.h"

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

namespace {

// What a page is made from.
struct InspectorSubject {
  std::shared_ptr<const graph::Graph> graph;
  std::shared_ptr<const fusion::Fusion> fusion;  // may be null
  std::shared_ptr<ScopeTrees> trees;
  Selection selection;
  std::optional<fusion::Reason> reason;
};

// None: the selection describes nothing in this graph.
std::optional<InspectorPage> page_of_selection(const InspectorSubject& of) {
  const Selection& selection = of.selection;
  switch (selection.kind) {
    case Selection::Kind::Node:
      return describe_node(*of.graph, of.fusion.get(), of.trees->of(of.graph)->readers, selection.node);
    case Selection::Kind::Edge:
      return describe_edge(*of.graph, of.fusion.get(), selection.node, selection.to, of.reason ? &*of.reason : nullptr);
    case Selection::Kind::Group:
      if (of.fusion && selection.group.index() < of.fusion->groups.size())
        return describe_group(*of.graph, *of.fusion, selection.group);
      break;
    case Selection::Kind::Scope: {
      const auto tree = of.trees->of(of.graph);
      if (int32_t scope = tree->find(selection.scope); scope >= 0)
        return describe_scope(*of.graph, of.fusion.get(), *tree, scope);
      break;
    }
    case Selection::Kind::None:
      break;
  }
  return std::nullopt;
}

struct DescribedSubject {
  InspectorPage page;
  bool whole_graph = false;
};

DescribedSubject describe(const InspectorSubject& of) {
  if (auto page = page_of_selection(of)) return {std::move(*page)};
  return {describe_graph(*of.graph, of.fusion.get()), true};
}

}  // namespace

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
    section.rows.push_back({translated(active[i].text), tr("drop"), QStringLiteral("drop:%1").arg(i), false});
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
  constexpr qsizetype kLongLabel = 24;   // letters; a sentence is wrapped
  constexpr qsizetype kShortValue = 12;  // letters; longer ones have the larger part of the width
  const int most = viewport()->width() * 2 / 5;
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
      else if (fontMetrics().horizontalAdvance(row.label) > most && row.value.size() > kShortValue)
        out += QStringLiteral("<tr><td width='%4' style='color:%1; padding-right:12px'>%2</td><td>%3</td></tr>")
                   .arg(theme_.dim.name(), label, value)
                   .arg(most);
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

// Of a large graph the page is made by a job: counting what is in a scope or a model takes several frames.
void InspectorPanel::refill() {
  constexpr size_t kDescribedAtOnce = 5000;  // nodes of a graph
  const DocumentSession& session = workbench_.session();
  workbench_.jobs().cancel(QStringLiteral("inspect"));
  if (!session.graph()) return show({});
  const InspectorSubject subject{session.graph(), session.fusion(), session.trees(), session.selection(),
                                 session.reason() ? std::optional(*session.reason()) : std::nullopt};
  const auto show_complete = [this, selected = subject.selection.kind](DescribedSubject described) {
    if (described.whole_graph) return show(pageOfGraph(std::move(described.page)));
    if (selected == Selection::Kind::Node)
      for (InspectorSection& section : describe_weights(weights_))
        described.page.sections.push_back(std::move(section));
    show(described.page);
  };
  if (subject.graph->size() <= kDescribedAtOnce) return show_complete(describe(subject));
  const bool fusing = session.stage() == DocumentSession::Stage::Fused && !session.fusion();
  if (fusing && session.selection().empty()) return clear();  // layout and fusion have the cores first
  workbench_.jobs().run<DescribedSubject>(
      QStringLiteral("inspect"), tr("Describing what is selected"), this,
      [subject](const CancelToken&) { return describe(subject); }, show_complete);
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
