// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/assembly_view.h"

#include <QEvent>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>
#include <set>

#include "kernel/code_font.h"
#include "kernel/kernel_colors.h"
#include "lower/lower.h"
#include "script/script.h"
#include "tir/print.h"

namespace nw::views {

namespace {

using Concern = AssemblyView::Line::Concern;

Concern concern_of(const QString& text, bool in_vector_loop) {
  if (text.contains(QStringLiteral("-byte Spill")) || text.contains(QStringLiteral("-byte Reload")))
    return Concern::Spill;
  static const QRegularExpression scalar(
      QStringLiteral("^\\s*v?(add|sub|mul|div|max|min|sqrt|fn?m(add|sub)\\d*)s[sd]\\s"));
  return in_vector_loop && scalar.match(text).hasMatch() ? Concern::Scalar : Concern::None;
}

}  // namespace

Result<std::vector<AssemblyView::Line>> AssemblyView::lines_of(const std::string& script, const CancelToken& cancel) {
  target::WorkerOptions worker;
  worker.cancel = cancel;
  const Result<target::Emitted> emitted = target::emit_kernel(script, "asm", {}, worker);
  if (!emitted.value) return emitted.diagnostics;
  // The line table speaks of the nest as it was compiled: the same lowering tells where its lines come from.
  const script::Program program = script::read(script);
  std::vector<tir::Provenance> origins;
  std::set<AxisId> vectors;
  if (program.schedule) {
    const Result<lower::LoopNest> loops = lower::lower_loops(*program.schedule, program.args, program.kernel_name);
    const Result<lower::LoopNest> nest = loops.value ? lower::lower_code(*loops) : Result<lower::LoopNest>();
    if (nest.value)
      for (const tir::PrintedLine& line : tir::print(nest->body).lines) origins.push_back(line.from);
    for (StageId id : program.schedule->order())
      for (const auto& [axis, attr] : program.schedule->stage(id).attrs)
        if (attr.iter_type == tir::IterType::Vectorized) vectors.insert(axis);
  }
  std::vector<Line> lines;
  for (size_t i = 0; i < emitted->assembly.lines.size(); ++i) {
    Line line{QString::fromStdString(emitted->assembly.lines[i]), {}, Concern::None};
    const int nest_line = emitted->assembly.nest_lines[i];
    if (nest_line > 0 && static_cast<size_t>(nest_line) <= origins.size())
      line.from = origins[static_cast<size_t>(nest_line) - 1];
    line.concern = concern_of(line.text, vectors.contains(line.from.axis));
    lines.push_back(std::move(line));
  }
  return lines;
}

AssemblyView::AssemblyView(QWidget* parent) : QPlainTextEdit(parent) {
  setReadOnly(true);
  setFont(codeFont());
  setLineWrapMode(NoWrap);
  setFrameShape(NoFrame);
  setAccessibleName(tr("Assembly"));
}

void AssemblyView::setLines(std::vector<Line> lines) {
  lines_ = std::move(lines);
  QString all;
  for (const Line& line : lines_) all += line.text + QLatin1Char('\n');
  const int top = verticalScrollBar()->value();
  setPlainText(all);
  verticalScrollBar()->setValue(top);
  mark();
}

void AssemblyView::setMessage(const QString& text) {
  lines_.clear();
  setPlainText(text);
  mark();
}

void AssemblyView::setSelection(const KernelSelection& selection) {
  if (selection == selection_) return;
  selection_ = selection;
  mark();
  for (size_t i = 0; i < lines_.size(); ++i) {
    if (selection_.relation(lines_[i].from) == 0) continue;
    const QTextBlock block = document()->findBlockByNumber(static_cast<int>(i));
    if (!viewport()->rect().intersects(blockBoundingGeometry(block).translated(contentOffset()).toRect())) {
      QTextCursor cursor(block);
      verticalScrollBar()->setValue(std::max(0, static_cast<int>(i) - 2));
    }
    break;
  }
}

void AssemblyView::mark() {
  const KernelColors colors = KernelColors::from(palette());
  QList<QTextEdit::ExtraSelection> marks;
  lit_ = 0;
  auto paint = [&](size_t line, const QColor& ground) {
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(document()->findBlockByNumber(static_cast<int>(line)));
    mark.format.setBackground(ground);
    mark.format.setProperty(QTextFormat::FullWidthSelection, true);
    marks << mark;
  };
  for (size_t i = 0; i < lines_.size(); ++i) {
    const int relation = selection_.empty() ? 0 : selection_.relation(lines_[i].from);
    if (relation > 0) ++lit_;
    if (relation > 0)
      paint(i, relation == 2 ? colors.selection : colors.related);
    else if (lines_[i].concern != Concern::None)
      paint(i, KernelColors::blend(colors.warning, colors.background, 0.16));
  }
  setExtraSelections(marks);
}

QString AssemblyView::summary() const {
  int spills = 0, scalars = 0;
  for (const Line& line : lines_) {
    spills += line.concern == Concern::Spill;
    scalars += line.concern == Concern::Scalar;
  }
  QStringList parts;
  if (spills > 0) parts << tr("%n spill(s) and reload(s)", nullptr, spills);
  if (scalars > 0) parts << tr("%n scalar operation(s) in vector loops", nullptr, scalars);
  return parts.join(QStringLiteral(" · "));
}

void AssemblyView::mouseReleaseEvent(QMouseEvent* event) {
  QPlainTextEdit::mouseReleaseEvent(event);
  const auto line = static_cast<size_t>(cursorForPosition(event->pos()).blockNumber());
  if (event->button() != Qt::LeftButton || textCursor().hasSelection() || line >= lines_.size()) return;
  const tir::Provenance& from = lines_[line].from;
  if (from.stage.valid()) Q_EMIT selected({from.stage, from.axis, from.line});
}

void AssemblyView::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) mark();
}

}  // namespace nw::views
