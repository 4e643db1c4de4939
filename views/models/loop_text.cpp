// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/loop_text.h"

#include <QCoreApplication>
#include <QStringList>

#include "models/html.h"

namespace nw::views {

using kernel::BufferFigures;
using kernel::LoopFigures;

namespace {

struct LoopText {
  Q_DECLARE_TR_FUNCTIONS(nw::views::LoopText)
};

QString number(double count) {
  return QString::fromStdString(kernel::in_counts(count));
}

QString bytes(double count) {
  return QString::fromStdString(kernel::in_bytes(count));
}

QString way(const BufferFigures& b) {
  return b.read && b.written ? LoopText::tr("read and written")
         : b.written         ? LoopText::tr("written")
                             : LoopText::tr("read");
}

QString region(const BufferFigures& b, const tir::PrintedNest& shown) {
  return QString::fromStdString(kernel::region_text(b, shown));
}

}  // namespace

QString figuresText(const LoopFigures* loop, const tir::PrintedNest& shown) {
  if (!loop) return {};
  QStringList lines;
  lines << LoopText::tr("Runs %1 times, %2 iterations each; one run computes %3 flop and touches %4 (fits %5).")
               .arg(number(loop->runs), number(loop->iterations), number(loop->flops), bytes(loop->bytes),
                    QString::fromStdString(loop->memory));
  for (const BufferFigures& b : loop->buffers)
    lines << LoopText::tr("%1: %2 %3, each element %4 times")
                 .arg(region(b, shown), bytes(b.bytes), way(b), number(b.reuse));
  return lines.join(QLatin1Char('\n'));
}

QString loopDetails(const QString& name, const LoopFigures* loop, const tir::PrintedNest& shown) {
  if (!loop) return {};
  QString text = LoopText::tr("One run of <b>%1</b> computes %2 flop and touches %3, which %4 holds:")
                     .arg(html_of(name), number(loop->flops), bytes(loop->bytes), QString::fromStdString(loop->memory));
  for (const BufferFigures& b : loop->buffers)
    text += QStringLiteral("<br><code>%1</code> %2")
                .arg(html_of(region(b, shown)),
                     LoopText::tr("%1 %2, each element %3×").arg(bytes(b.bytes), way(b), number(b.reuse)));
  return text;
}

QString extentText(const std::string& extent, const std::string& now) {
  const QString formula = QString::fromStdString(extent);
  return now.empty() ? formula : QStringLiteral("%1 = %2").arg(formula, QString::fromStdString(now));
}

}  // namespace nw::views
