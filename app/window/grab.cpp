// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/grab.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <cstdio>

#include "common/write_file.h"
#include "graph/export.h"
#include "graph/graph_view.h"
#include "patterns/patterns_panel.h"
#include "window/kernel_tabs.h"
#include "window/report.h"
#include "window/select_node.h"

namespace nw::window {

namespace {
constexpr int kEvery = 5, kQuietTimes = 4;
constexpr qint64 kDeadline = 60'000;
}  // namespace

bool point_at(MainWindow& window, const Options& options) {
  bool found = true;
  const bool kernel = options.view == QStringLiteral("kernel");
  const auto fusion = window.workbench().session().lastFusion();
  if (!options.patterns.isEmpty()) window.openPatterns(options.patterns);
  if (options.group >= 0) {
    found = fusion && static_cast<size_t>(options.group) < fusion->groups.size();
    window.kernels().showGroup(GroupId(options.group), kernel);
  } else if (kernel && fusion && !fusion->groups.empty()) {
    window.kernels().showGroup(fusion->groups.front().id, true);
  }
  if (!options.kernel.isEmpty()) found = window.kernels().openKernelOfFile(options.kernel) && found;
  if (!options.select.isEmpty()) found = select_node(window.workbench().session(), options.select) && found;
  return found;
}

Grab::Grab(DocumentsWindow& window, const views::ThemeSource& theme, const Options& options)
    : window_(window), theme_(theme), options_(options) {
  clock_.start();
  timer_.setInterval(kEvery);
  connect(&timer_, &QTimer::timeout, this, &Grab::look);
  timer_.start();
}

void Grab::look() {
  if (clock_.elapsed() > kDeadline) {
    std::fprintf(stderr, "nestwright: not complete after a minute\n");
    QCoreApplication::exit(3);
    return;
  }
  quiet_ = window_.settled() ? quiet_ + 1 : 0;
  if (quiet_ < kQuietTimes) return;
  const bool points = options_.points();
  if (points && !pointed_) {
    pointed_ = true;
    quiet_ = 0;
    if (!point_at(window_.active(), options_)) std::fprintf(stderr, "nestwright: no such node, group or kernel\n");
    return;
  }
  timer_.stop();
  const bool written = write();
  QCoreApplication::exit(written && !window_.active().hasErrors() ? 0 : 1);
}

bool Grab::write() {
  MainWindow& page = window_.active();
  if (!options_.report.isEmpty()) {
    const auto facts =
        report_facts(page.workbench(), page.graphView()->canvas()->picture(), theme_.theme(), page.patterns()->view());
    if (const QString wrong = write_report(facts, options_.report); !wrong.isEmpty())
      std::fprintf(stderr, "nestwright: %s\n", qPrintable(wrong));
  }
  if (options_.grab.isEmpty()) return QFile::exists(options_.report);
  if (const QSize is = window_.size(); options_.size.isValid() && is != options_.size) {
    std::fprintf(stderr, "nestwright: --size %dx%d is too small: the window is at least %dx%d\n", options_.size.width(),
                 options_.size.height(), is.width(), is.height());
    return false;
  }
  const QString wrong = writePicture(options_.grab);
  if (!wrong.isEmpty()) std::fprintf(stderr, "nestwright: %s\n", qPrintable(wrong));
  return wrong.isEmpty();
}

// PNG shows the window as it is; SVG and PDF of the graph show all of it, of other views the window.
QString Grab::writePicture(const QString& path) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  if (suffix == QStringLiteral("png")) {
    window_.grab().save(&buffer, "PNG");
    return views::write_file(path, bytes);
  }
  const auto& picture = window_.active().graphView()->canvas()->picture();
  if (picture && !window_.active().kernels().current()) return views::export_picture(*picture, theme_.theme(), path);
  QPainter painter;
  QSvgGenerator svg;
  QPdfWriter pdf(&buffer);
  bool begun = false;
  if (suffix == QStringLiteral("svg")) {
    svg.setOutputDevice(&buffer);
    svg.setSize(window_.size());
    svg.setViewBox(window_.rect());
    begun = painter.begin(&svg);
  } else {
    pdf.setPageSize(QPageSize(QSizeF(window_.size()), QPageSize::Point));
    pdf.setPageMargins({});
    begun = painter.begin(&pdf);
    painter.scale(pdf.resolution() / 72.0, pdf.resolution() / 72.0);
  }
  if (!begun) return tr("%1 cannot be painted").arg(path);
  window_.render(&painter);
  painter.end();
  return views::write_file(path, bytes);
}

}  // namespace nw::window
