// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/exports.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QImage>
#include <QInputDialog>
#include <algorithm>
#include <utility>
#include <vector>

#include "common/message_bar.h"
#include "common/text.h"
#include "common/workbench.h"
#include "common/write_file.h"
#include "graph/export.h"
#include "graph/graph_colours.h"
#include "graph/graph_marks.h"
#include "graph/graph_view.h"
#include "kernel/kernel_page.h"
#include "models/graph_text.h"
#include "patterns/patterns_panel.h"
#include "window/export_preview.h"
#include "window/file_dialogs.h"
#include "window/kernel_tabs.h"
#include "window/report.h"

namespace nw::window {

using namespace nw::views;

Exports::Exports(Workbench& workbench, GraphView& graph, KernelTabs& tabs, MessageBar& message, ThemeSource& theme,
                 QObject* parent)
    : QObject(parent), workbench_(workbench), graph_(graph), tabs_(tabs), message_(message), theme_(theme) {}

QRectF Exports::areaOf(Part part) const {
  const Canvas& canvas = *graph_.canvas();
  switch (part) {
    case Part::Visible:
      return canvas.view().to_scene(QRectF(canvas.rect())).intersected(canvas.picture()->bounds);
    case Part::Selection:
      return rect_of_nodes(*canvas.picture(), graph_.selectedNodes());
    case Part::All:
      break;
  }
  return {};
}

bool Exports::hasArea(Part part) {
  if (part == Part::All || !areaOf(part).isEmpty()) return true;
  Q_EMIT workbench_.message(part == Part::Selection ? tr("Nothing is exported: what is selected is not in the picture")
                                                    : tr("Nothing is exported: no part of the graph is visible"));
  return false;
}

// Of a collapsed scope that is visible, all that is in it.
std::optional<std::set<NodeId>> Exports::nodesOf(Part part) const {
  if (part == Part::All) return std::nullopt;
  if (part == Part::Selection) {
    const std::vector<NodeId> nodes = graph_.selectedNodes();
    return std::set(nodes.begin(), nodes.end());
  }
  std::set<NodeId> visible;
  const Picture& picture = *graph_.canvas()->picture();
  const QRectF area = areaOf(part);
  for (size_t i = 0; i < picture.items.size(); ++i) {
    if (!picture.items[i].meets(area)) continue;
    const SceneItem& item = picture.scene.items[i];
    if (item.node.valid()) {
      visible.insert(item.node);
      continue;
    }
    const std::vector<NodeId> inside = picture.scene.tree->nodes_in(item.scope);
    visible.insert(inside.begin(), inside.end());
  }
  return visible;
}

QString Exports::baseName(Part part) const {
  const QString model = QFileInfo(qs(workbench_.session().document()->title())).completeBaseName();
  const QString name = model.isEmpty() ? QStringLiteral("graph") : model;
  return part == Part::Visible     ? name + QStringLiteral("-visible")
         : part == Part::Selection ? name + QStringLiteral("-selection")
                                   : name;
}

void Exports::choosePicture(Part part) {
  const auto& picture = graph_.canvas()->picture();
  if (!picture || !hasArea(part)) return;
  const QStringList types{tr("SVG (*.svg)"), tr("PDF (*.pdf)"), tr("PNG (*.png)"), tr("Graphviz (*.dot)"),
                          tr("JSON (*.json)")};
  const QString path =
      ask_where_to_save(tabs_.window(), tr("Export the graph"), baseName(part) + QStringLiteral(".svg"), types).path;
  if (path.isEmpty()) return;
  double scale = 1;
  if (path.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive)) {
    bool chosen = false;
    const double natural =
        exported_width(*picture, theme_.theme(), {.legend = graph_.colours().shown().get(), .area = areaOf(part)});
    const int width = QInputDialog::getInt(tabs_.window(), tr("Export the graph"), tr("Width in pixels"),
                                           2 * static_cast<int>(natural), 16, 1'000'000, 100, &chosen);
    if (!chosen) return;
    scale = width / natural;
  }
  writeGraph(path, scale, part);
}

void Exports::writeGraph(const QString& path, double scale, Part part) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  const bool json = suffix == QStringLiteral("json"),
             dot = suffix == QStringLiteral("dot") || suffix == QStringLiteral("gv");
  if (!hasArea(part)) return;
  workbench_.jobs().run<QString>(
      QStringLiteral("export"), tr("Writing %1").arg(QFileInfo(path).fileName()), this,
      [path, scale, json, dot, area = areaOf(part), nodes = json || dot ? nodesOf(part) : std::nullopt,
       picture = graph_.canvas()->picture(), theme = theme_.theme(), graph = workbench_.session().graph(),
       fusion = workbench_.session().fusion(), fills = graph_.canvas()->sharedFills(),
       legend = graph_.colours().shown()](const CancelToken&) {
        if (!json && !dot)
          return export_picture(*picture, theme, path,
                                {.scale = scale, .fills = fills.get(), .legend = legend.get(), .area = area});
        const std::set<NodeId>* only = nodes ? &*nodes : nullptr;
        return write_file(path, json ? graph_json(*graph, fusion.get(), only) : graph_dot(*graph, fusion.get(), only));
      },
      [this, path](const QString& wrong) { written(path, wrong); });
}

void Exports::copyPicture() {
  constexpr int kMost = 4096;  // pixels a side: what other programs take
  if (!graph_.canvas()->picture() || !hasArea(Part::Visible)) return;
  workbench_.jobs().run<QImage>(
      QStringLiteral("copy picture"), tr("Painting the picture"), this,
      [area = areaOf(Part::Visible), picture = graph_.canvas()->picture(), theme = theme_.theme(),
       fills = graph_.canvas()->sharedFills(), legend = graph_.colours().shown()](const CancelToken&) {
        return picture_image(*picture, theme, {.scale = 2, .fills = fills.get(), .legend = legend.get(), .area = area},
                             kMost);
      },
      [this](const QImage& image) {
        QGuiApplication::clipboard()->setImage(image);
        Q_EMIT workbench_.message(tr("The visible part of the graph is in the clipboard as a picture"));
      });
}

void Exports::chooseReport() {
  const QString path = ask_where_to_save(tabs_.window(), tr("Export a report"),
                                         baseName(Part::All) + QStringLiteral(".html"), {tr("HTML (*.html)")})
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

void Exports::chooseKernel(const QString& form) {
  KernelPage* page = tabs_.current();
  if (!page) return;
  QStringList types;
  for (const auto& [type, kind] : export_forms()) types << type;
  if (const qsizetype first = types.indexOf(form); first > 0) types.move(first, 0);
  const QString folder = QFileInfo(qs(workbench_.session().document()->path())).path();
  const SaveAs chosen =
      ask_where_to_save(tabs_.window(), tr("Export the kernel"), folder + QLatin1Char('/') + page->fileName(), types);
  if (chosen.path.isEmpty()) return;
  const auto wanted = std::ranges::find(export_forms(), types[static_cast<qsizetype>(chosen.type)],
                                        &std::pair<QString, std::string>::first);
  page->exportAs(chosen.path, wanted->second);
}

void Exports::previewKernel() {
  KernelPage* page = tabs_.current();
  if (!page) return;
  auto* dialog = new ExportPreview(page, tabs_.window());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &ExportPreview::saveWanted, this, &Exports::chooseKernel);
  dialog->show();
}

}  // namespace nw::window
