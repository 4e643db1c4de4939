// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/exports.h"

#include <QFileInfo>
#include <QInputDialog>
#include <utility>
#include <vector>

#include "common/message_bar.h"
#include "common/text.h"
#include "common/workbench.h"
#include "common/write_file.h"
#include "graph/export.h"
#include "graph/graph_view.h"
#include "kernel/kernel_page.h"
#include "models/graph_text.h"
#include "patterns/patterns_panel.h"
#include "window/file_dialogs.h"
#include "window/kernel_tabs.h"
#include "window/report.h"

namespace nw::window {

using namespace nw::views;

Exports::Exports(Workbench& workbench, GraphView& graph, KernelTabs& tabs, MessageBar& message, ThemeSource& theme,
                 QObject* parent)
    : QObject(parent), workbench_(workbench), graph_(graph), tabs_(tabs), message_(message), theme_(theme) {}

void Exports::choosePicture() {
  const auto& picture = graph_.canvas()->picture();
  if (!picture) return;
  const QString path = ask_where_to_save(tabs_.window(), tr("Export the graph"), QStringLiteral("graph.svg"),
                                         {tr("SVG (*.svg)"), tr("PDF (*.pdf)"), tr("PNG (*.png)"),
                                          tr("Graphviz (*.dot)"), tr("JSON (*.json)")})
                           .path;
  if (path.isEmpty()) return;
  double scale = 1;
  if (path.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive)) {
    bool chosen = false;
    const int natural = static_cast<int>(exported_width(*picture));
    const int width = QInputDialog::getInt(tabs_.window(), tr("Export the graph"), tr("Width in pixels"), 2 * natural,
                                           16, 1'000'000, 100, &chosen);
    if (!chosen) return;
    scale = width / exported_width(*picture);
  }
  writeGraph(path, scale);
}

void Exports::writeGraph(const QString& path, double scale) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  workbench_.jobs().run<QString>(
      QStringLiteral("export"), tr("Writing %1").arg(QFileInfo(path).fileName()), this,
      [path, scale, suffix, picture = graph_.canvas()->picture(), theme = theme_.theme(),
       graph = workbench_.session().graph(), fusion = workbench_.session().fusion(),
       fills = graph_.canvas()->sharedFills()](const CancelToken&) {
        const bool json = suffix == QStringLiteral("json");
        if (!json && suffix != QStringLiteral("dot") && suffix != QStringLiteral("gv"))
          return export_picture(*picture, theme, path, scale, fills.get());
        return write_file(path, json ? graph_json(*graph, fusion.get()) : graph_dot(*graph, fusion.get()));
      },
      [this, path](const QString& wrong) { written(path, wrong); });
}

void Exports::chooseReport() {
  const QString path =
      ask_where_to_save(tabs_.window(), tr("Export a report"), QStringLiteral("report.html"), {tr("HTML (*.html)")})
          .path;
  if (!path.isEmpty()) writeReport(path);
}

// Of a large graph it takes as long as its picture.
void Exports::writeReport(const QString& path) {
  workbench_.jobs().run<QString>(
      QStringLiteral("report"), tr("Writing %1").arg(QFileInfo(path).fileName()), this,
      [path, facts = report_facts(workbench_, graph_.canvas()->picture(), theme_.theme(),
                                  patterns_ ? patterns_->view() : nullptr)](const CancelToken&) {
        return write_report(facts, path);
      },
      [this, path](const QString& wrong) { written(path, wrong); });
}

void Exports::written(const QString& path, const QString& wrong) {
  Q_EMIT workbench_.message(wrong.isEmpty() ? tr("Wrote %1").arg(path) : wrong);
  if (wrong.isEmpty()) return message_.take(QStringLiteral("written"));
  message_.ask(QStringLiteral("written"), tr("Not exported: %1.").arg(wrong), {{tr("Understood"), [] {}}});
}

void Exports::chooseKernel() {
  KernelPage* page = tabs_.current();
  if (!page) return;
  const std::vector<std::pair<QString, const char*>> forms = {{tr("TE script (*.py)"), "te"},
                                                              {tr("C program with a main (*.c)"), "c"},
                                                              {tr("Halide C++ (*.cpp)"), "halide"},
                                                              {tr("TVM tir.Schedule (*.tir.py)"), "tir"},
                                                              {tr("Tuning record (*.json)"), "ansor"},
                                                              {tr("One HTML file (*.html)"), "html"},
                                                              {tr("Object and header (*.o)"), "object"},
                                                              {tr("LLVM IR (*.ll)"), "llvm"},
                                                              {tr("Assembly (*.s)"), "asm"}};
  QStringList types;
  for (const auto& [type, kind] : forms) types << type;
  const QString folder = QFileInfo(qs(workbench_.session().document()->path())).path();
  const SaveAs chosen =
      ask_where_to_save(tabs_.window(), tr("Export the kernel"), folder + QLatin1Char('/') + page->fileName(), types);
  if (!chosen.path.isEmpty()) page->exportAs(chosen.path, forms[static_cast<size_t>(chosen.type)].second);
}

}  // namespace nw::window
