// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/report.h"

#include <QCoreApplication>
#include <algorithm>

#include "common/text.h"
#include "common/write_file.h"
#include "graph/export.h"
#include "kernel/nest_figures.h"
#include "kernel/report.h"
#include "kernel/valid_part.h"
#include "models/html.h"
#include "models/inspector.h"
#include "models/node_text.h"
#include "models/problems_model.h"
#include "models/sentence_text.h"

namespace nw::window {

using namespace nw::views;

namespace {

struct ReportText {
  Q_DECLARE_TR_FUNCTIONS(nw::window::Report)
};
QString cell(const QString& text) {
  return QStringLiteral("<td>") + html_of(text) + QStringLiteral("</td>");
}

QString style(const Theme& theme) {
  return QStringLiteral(
             "<style>body{font:14px/1.5 Inter,'Segoe UI',sans-serif;margin:32px auto;max-width:1100px;padding:0 "
             "16px;color:%1;background:%2}"
             "h1{font-size:22px;margin:0}h2{font-size:16px;margin:32px 0 8px}table{border-collapse:collapse;width:100%}"
             "td,th{border-bottom:1px solid %3;padding:4px "
             "8px;text-align:left;vertical-align:top}th{color:%4;font-weight:500}"
             "p.dim{color:%4}figure{margin:16px 0;overflow:auto;max-height:80vh;border:1px solid %3;border-radius:8px}"
             "svg{width:100%;height:auto;display:block}code{font-family:'JetBrains "
             "Mono',monospace;font-size:12px}</style>")
      .arg(theme.text.name(), theme.base.name(), theme.hairline.name(), theme.dim.name());
}

QString facts(const InspectorPage& page) {
  QString html;
  for (const InspectorSection& section : page.sections) {
    html += QStringLiteral("<h2>%1</h2><table>").arg(html_of(section.title));
    for (const InspectorRow& row : section.rows)
      html += QStringLiteral("<tr>%1%2</tr>").arg(cell(row.label), cell(row.value));
    html += QStringLiteral("</table>");
  }
  return html;
}

QString groups_table(const graph::Graph& graph, const fusion::Fusion& fusion) {
  QString html = QStringLiteral("<h2>%1</h2><table><tr><th>%2</th><th>%3</th><th>%4</th><th>%5</th></tr>")
                     .arg(ReportText::tr("Groups"), ReportText::tr("group"), ReportText::tr("kind"),
                          ReportText::tr("nodes"), ReportText::tr("gives"));
  for (const fusion::Group& group : fusion.groups) {
    QStringList nodes;
    for (NodeId id : group.nodes) nodes << title_of(graph.node(id));
    html += QStringLiteral("<tr>%1%2%3%4</tr>")
                .arg(cell(QString::number(group.id.value)), cell(qs(graph::to_string(group.kind))),
                     cell(nodes.join(QStringLiteral(" → "))),
                     cell(group.root.valid() ? type_text(graph.node(group.root).type) : QString()));
  }
  return html + QStringLiteral("</table>");
}

QString reasons_table(const graph::Graph& graph, const fusion::Fusion& fusion) {
  QString html = QStringLiteral("<h2>%1</h2><table><tr><th>%2</th><th>%3</th><th>%4</th><th>%5</th></tr>")
                     .arg(ReportText::tr("Edges that are not fused"), ReportText::tr("from"), ReportText::tr("to"),
                          ReportText::tr("rule"), ReportText::tr("why"));
  for (const fusion::Edge& edge : fusion.edges) {
    if (edge.fused) continue;
    html += QStringLiteral("<tr>%1%2%3<td>%4</td></tr>")
                .arg(cell(qs(graph.node(edge.from).name)), cell(qs(graph.node(edge.to).name)),
                     cell(qs(fusion::to_string(edge.reason.rule))), rich_text(translated(edge.reason.text)));
  }
  return html + QStringLiteral("</table>");
}

// What each line of the table takes, and each reason for the rest with its places.
QString patterns_tables(const graph::Graph& graph, const workspace::PatternView& view) {
  QString html = QStringLiteral("<h2>%1</h2><table><tr><th>%2</th><th>%3</th><th>%4</th></tr>")
                     .arg(ReportText::tr("Pattern matches"), ReportText::tr("line"), ReportText::tr("at"),
                          ReportText::tr("operators"));
  for (const pattern::Composite& each : view.composites.list) {
    QStringList ops;
    for (const std::string& op : each.ops) ops << qs(op);
    html += QStringLiteral("<tr>%1%2%3</tr>")
                .arg(cell(qs(each.name)), cell(each.root.valid() ? qs(graph.node(each.root).name) : QString()),
                     cell(ops.join(QStringLiteral(", "))));
  }
  html += QStringLiteral("</table><h2>%1</h2><table><tr><th>%2</th><th>%3</th><th>%4</th><th>%5</th><th>%6</th></tr>")
              .arg(ReportText::tr("Near misses"), ReportText::tr("line"), ReportText::tr("places"),
                   ReportText::tr("why not"), ReportText::tr("at"), ReportText::tr("fix"));
  constexpr size_t kNamed = 20;
  for (const workspace::PatternLine& line : view.lines)
    for (const workspace::MissGroup& group : line.reasons) {
      QStringList places;
      for (size_t i = 0; i < std::min(kNamed, group.misses.size()); ++i)
        places << qs(view.composites.near_misses[group.misses[i]].node_name);
      if (group.misses.size() > kNamed) places << QStringLiteral("…");
      html += QStringLiteral("<tr>%1%2%3%4%5</tr>")
                  .arg(cell(qs(line.name)), cell(QString::number(group.misses.size())), cell(qs(group.text)),
                       cell(places.join(QStringLiteral(", "))), cell(group.fix ? qs(group.fix->title) : QString()));
    }
  return html + QStringLiteral("</table>");
}

QString problems(const Diagnostics& diagnostics) {
  if (diagnostics.empty()) return {};
  QString html = QStringLiteral("<h2>%1</h2>").arg(ReportText::tr("Problems"));
  for (const Diagnostic& diagnostic : diagnostics)
    html += QStringLiteral("<p class='dim'>%1 %2</p>").arg(qs(diagnostic.code), qs(to_string(diagnostic.severity))) +
            details_html(diagnostic);
  return html;
}

}  // namespace

ReportFacts report_facts(const Workbench& workbench, std::shared_ptr<const Picture> picture, const Theme& theme,
                         std::shared_ptr<const workspace::PatternView> patterns) {
  const workspace::Document* document = workbench.session().document();
  std::string script;
  if (document && document->is_script()) script = document->script(workspace::Document::kScriptTask).value_or("");
  return {document ? qs(document->title()) : ReportText::tr("Nestwright"),
          workbench.session().diagnostics(),
          workbench.session().graph(),
          workbench.session().fusion(),
          std::move(picture),
          theme,
          workbench.activeTarget(),
          std::move(patterns),
          std::move(script)};
}

namespace {

// The nest of the valid part of a script and its figures, then what is wrong with it.
QString script_html(const ReportFacts& from) {
  kernel::PreviewOptions options;
  options.target = from.target.rules;
  const kernel::KernelPreview shown = kernel::preview_valid_part(from.script, options);
  QString html = qs(kernel::kernel_html(shown, kernel::nest_figures(shown, from.target.facts)));
  return html.replace(QStringLiteral("</body>"), problems(from.diagnostics) + QStringLiteral("</body>"));
}

}  // namespace

QString report_html(const ReportFacts& from) {
  if (!from.script.empty()) return script_html(from);
  QString html = QStringLiteral(
                     "<!doctype html><html lang='en'><head><meta charset='utf-8'><meta name='viewport' "
                     "content='width=device-width'><title>%1</title>%2</head><body>")
                     .arg(html_of(from.title), style(from.theme));
  html += QStringLiteral("<h1>%1</h1><p class='dim'>Nestwright %2</p>")
              .arg(html_of(from.title), QCoreApplication::applicationVersion());
  html += problems(from.diagnostics);
  if (from.picture) {
    QString svg = QString::fromUtf8(picture_svg(*from.picture, from.theme));
    svg.remove(0, std::max<qsizetype>(0, svg.indexOf(QStringLiteral("<svg"))));
    html += QStringLiteral("<figure>%1</figure>").arg(svg);
  }
  if (from.graph) {
    html += facts(describe_graph(*from.graph, from.fusion.get()));
    if (from.fusion) html += groups_table(*from.graph, *from.fusion) + reasons_table(*from.graph, *from.fusion);
  }
  if (from.graph && from.patterns) html += patterns_tables(*from.graph, *from.patterns);
  return html + QStringLiteral("</body></html>\n");
}

QString write_report(const ReportFacts& facts, const QString& path) {
  const QByteArray html = report_html(facts).toUtf8();
  return write_file(path, html);
}

}  // namespace nw::window
