// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/assembly_view.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolTip>
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "kernel/code_font.h"
#include "kernel/kernel_colors.h"
#include "lower/lower.h"
#include "models/loop_tree_model.h"
#include "script/script.h"
#include "tir/print.h"
#include "workspace/kernel_preview.h"

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

// Instructions in columns: tabs of eight leave little room for what they do.
QString in_columns(const QString& text) {
  if (!text.startsWith(QLatin1Char('\t'))) return text;
  QStringList parts = text.mid(1).split(QLatin1Char('\t'));
  const QString name = parts.takeFirst();
  return parts.isEmpty() ? QStringLiteral("    ") + name
                         : QStringLiteral("    %1 %2").arg(name, -11).arg(parts.join(QStringLiteral("  ")));
}

// Tables of numbers and where they stand: no code.
bool is_constant(const QString& text) {
  static const QRegularExpression data(
      QStringLiteral("^(\\s*\\.(quad|long|short|byte|zero|ascii|asciz|octa)\\s|\\.LCPI\\d+_\\d+:)"));
  return data.match(text).hasMatch();
}

// Lowering gives some loops new ids: those of the script's for them.
class ScriptsAxes {
 public:
  void read(const schedule::Schedule& lowered) {
    for (const StageId id : lowered.order())
      for (const schedule::Relation& relation : lowered.stage(id).relations)
        if (const auto* rebase = std::get_if<schedule::RebaseRelation>(&relation))
          parents_[rebase->rebased] = rebase->parent;
  }
  tir::PrintedNest named(tir::PrintedNest nest) const {
    for (tir::PrintedLine& line : nest.lines)
      if (const auto parent = parents_.find(line.from.axis); parent != parents_.end()) line.from.axis = parent->second;
    return nest;
  }

 private:
  std::map<AxisId, AxisId> parents_;
};

// What the lines of a nest come from, each with the loops around it.
struct CodePlace {
  tir::Provenance from;
  std::set<AxisId> around;
};
std::vector<CodePlace> code_places_of(const tir::PrintedNest& nest) {
  std::vector<CodePlace> places;
  std::vector<AxisId> open;
  for (const tir::PrintedLine& line : nest.lines) {
    open.resize(std::min(open.size(), line.text.find_first_not_of(' ') / 2));
    CodePlace place{line.from, {open.begin(), open.end()}};
    place.around.erase(AxisId());
    places.push_back(std::move(place));
    open.push_back(tir::stmt_cast<tir::ForNode>(line.stmt) ? line.from.axis : AxisId());
  }
  return places;
}

// The loops around a line of compiled code, also those that are no loops there any more (vectors, unrolled ones): those
// of the nest's line that it comes from. Of several the one with the fewest more: a sum's first value has the same
// origin as the sum.
std::vector<AxisId> loops_around(const CodePlace& compiled, const std::vector<CodePlace>& nest) {
  const std::set<AxisId>* best = &compiled.around;
  for (const CodePlace& place : nest) {
    const bool same = place.from.stage == compiled.from.stage && place.from.axis == compiled.from.axis;
    if (!same || !std::ranges::includes(place.around, compiled.around)) continue;
    if (best == &compiled.around || place.around.size() < best->size()) best = &place.around;
  }
  return {best->begin(), best->end()};
}

}  // namespace

Result<std::vector<AssemblyView::Line>> AssemblyView::lines_of(const std::string& script,
                                                               const target::WorkerOptions& worker) {
  const Result<target::Emitted> emitted = target::emit_kernel(script, "asm", {}, worker);
  if (!emitted.value) return emitted.diagnostics;
  // The line table speaks of the nest as it was compiled: the same lowering tells where its lines come from.
  const script::Program program = script::read(script);
  std::vector<CodePlace> shown, origins;
  tir::PrintedNest compiled;
  std::set<AxisId> vectors;
  if (program.schedule) {
    const Result<lower::LoopNest> loops = lower::lower_loops(*program.schedule, program.args, program.kernel_name);
    const Result<lower::LoopNest> nest = loops.value ? lower::lower_code(*loops) : Result<lower::LoopNest>();
    ScriptsAxes axes;
    if (loops.value) axes.read(loops->schedule);
    if (loops.value) shown = code_places_of(axes.named(tir::print(loops->body)));
    if (nest.value) compiled = axes.named(tir::print(nest->body, workspace::names_in_script(loops->schedule)));
    origins = code_places_of(compiled);
    for (StageId id : program.schedule->order())
      for (const auto& [axis, attr] : program.schedule->stage(id).attrs)
        if (attr.iter_type == tir::IterType::Vectorized) vectors.insert(axis);
  }
  std::vector<Line> lines;
  int heading = 0;  // the line of the nest that was named last
  size_t constants = 0;
  for (size_t i = 0; i < emitted->assembly.lines.size(); ++i) {
    const int nest_line = emitted->assembly.nest_lines[i];
    Line line{in_columns(QString::fromStdString(emitted->assembly.lines[i])),
              {},
              nest_line,
              emitted->assembly.instructions[i],
              Concern::None};
    if (nest_line > 0 && static_cast<size_t>(nest_line) <= origins.size()) {
      const CodePlace& place = origins[static_cast<size_t>(nest_line) - 1];
      line.from = place.from;
      if (line.from.stage.valid()) line.around = loops_around(place, shown);
    }
    line.concern = concern_of(line.text, vectors.contains(line.from.axis));
    if (line.text.trimmed().startsWith(QLatin1Char('#'))) continue;  // the compiler's own words about loops
    if (is_constant(line.text)) {
      ++constants;
      continue;
    }
    if (constants > 0) {
      lines.push_back({tr("# %n line(s) of constants", nullptr, static_cast<int>(std::exchange(constants, 0))), {}});
      lines.back().heading = true;
    }
    if (line.instruction >= 0 && nest_line != heading && nest_line > 0 &&
        static_cast<size_t>(nest_line) <= compiled.lines.size()) {
      heading = nest_line;
      Line above = line;
      above.text = QStringLiteral("# ") +
                   QString::fromStdString(compiled.lines[static_cast<size_t>(nest_line) - 1].text).trimmed();
      above.instruction = -1;
      above.concern = Concern::None;
      above.heading = true;
      lines.push_back(std::move(above));
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

constexpr int kPinStripe = 4;

// Left of the code: what share of the time each instruction takes, and the colours of what is pinned.
class AssemblyView::Margin : public QWidget {
 public:
  static constexpr int kWidth = 56;
  explicit Margin(AssemblyView* view) : QWidget(view), view_(view) {}

 protected:
  void paintEvent(QPaintEvent* event) override { view_->paintMargin(event); }
  bool event(QEvent* event) override {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QTextCursor at = view_->cursorForPosition(QPoint(0, help->pos().y()));
    QToolTip::showText(help->globalPos(), view_->aboutTime(static_cast<size_t>(at.blockNumber())), this);
    return true;
  }

 private:
  AssemblyView* view_;
};

AssemblyView::AssemblyView(QWidget* parent) : QPlainTextEdit(parent), margin_(new Margin(this)) {
  setReadOnly(true);
  setFont(codeFont());
  setLineWrapMode(NoWrap);
  setFrameShape(NoFrame);
  setAccessibleName(tr("Assembly"));
  margin_->hide();
  connect(this, &QPlainTextEdit::updateRequest, margin_, qOverload<>(&QWidget::update));
}

void AssemblyView::setHeat(std::shared_ptr<const workspace::NestHeat> heat) {
  heat_ = std::move(heat);
  each_ = heat_ && heat_->instruction_count > 0 && heat_->instruction_count == instructions_;
  placeMargin();
  margin_->update();
  // Where nothing else asks to be seen, what takes the time does.
  if (!heat_ || lit_ > 0 || verticalScrollBar()->value() > 0) return;
  for (size_t i = 0; i < lines_.size(); ++i) {
    if (samples(i) == 0 || samples(i) < hottest()) continue;
    verticalScrollBar()->setValue(std::max(0, static_cast<int>(i) - inSight() / 2));
    break;
  }
}

void AssemblyView::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  placeMargin();
}

void AssemblyView::placeMargin() {
  const int width = (heat_ ? Margin::kWidth : 0) + pinWidth();
  margin_->setVisible(width > 0);
  if (viewportMargins().left() != width) setViewportMargins(width, 0, 0, 0);
  const QRect inside = contentsRect();
  margin_->setGeometry(inside.left(), inside.top(), width, viewport()->height());
}

int AssemblyView::pinWidth() const {
  size_t most = 0;
  for (size_t i = 0; i < lines_.size() && !marks_.pins.empty(); ++i) most = std::max(most, pinsAt(i).size());
  return most == 0 ? 0 : static_cast<int>(most) * kPinStripe + 2;
}

void AssemblyView::setMarks(const KernelMarks& marks) {
  marks_ = marks;
  placeMargin();
  margin_->update();
}

std::vector<size_t> AssemblyView::pinsAt(size_t line) const {
  if (line >= lines_.size() || lines_[line].heading) return {};
  std::vector<size_t> found = marks_.pins_of(lines_[line].from);
  for (size_t i = 0; i < marks_.pins.size(); ++i) {
    const KernelSelection& pin = marks_.pins[i];
    const bool around =
        pin.axis.valid() && std::ranges::find(lines_[line].around, pin.axis) != lines_[line].around.end();
    if (around && std::ranges::find(found, i) == found.end()) found.push_back(i);
  }
  return found;
}

int AssemblyView::inSight() const {
  return viewport()->height() / std::max(1, fontMetrics().height());
}

int64_t AssemblyView::samples(size_t line) const {
  if (!heat_ || line >= lines_.size()) return 0;
  if (each_) {
    const auto met = heat_->instructions.find(lines_[line].instruction);
    return met == heat_->instructions.end() ? 0 : met->second;
  }
  const int at = lines_[line].nest_line;
  if (at < 1 || static_cast<size_t>(at) > heat_->code_lines.size()) return 0;
  return heat_->code_lines[static_cast<size_t>(at) - 1].own;
}

int64_t AssemblyView::hottest() const {
  if (!heat_) return 0;
  return each_ ? heat_->hottest_instruction : heat_->hottest;
}

QString AssemblyView::aboutTime(size_t line) const {
  if (!heat_ || samples(line) == 0) return {};
  const QString share = shareText(heat_->share(samples(line)));
  if (!each_)
    return tr("%1 of the time: %2 of %3 samples, at all that this line of the nest computes.")
        .arg(share)
        .arg(samples(line))
        .arg(heat_->total);
  return tr("%1 of the time: %2 of %3 samples. A processor that waits for memory stands at the instruction that needs "
            "what was loaded.")
      .arg(share)
      .arg(samples(line))
      .arg(heat_->total);
}

// Where a whole line of the nest is known, its figure stands once where a stretch begins, and on top of the view.
void AssemblyView::paintMargin(QPaintEvent* event) {
  const KernelColors colors = KernelColors::from(palette());
  QPainter painter(margin_);
  painter.setFont(font());
  painter.fillRect(event->rect(), colors.margin);
  bool first = true;
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    const QRect row = blockBoundingGeometry(block).translated(contentOffset()).toRect();
    if (row.top() > margin_->height()) break;
    const auto line = static_cast<size_t>(block.blockNumber());
    colors.paint_pins(painter, pinsAt(line), QRect(heat_ ? Margin::kWidth : 0, row.top(), kPinStripe, row.height()));
    if (const int64_t taken = samples(line); taken > 0) {
      const QRect cell(0, row.top(), Margin::kWidth, row.height());
      painter.fillRect(cell, colors.warmth(static_cast<double>(taken) / static_cast<double>(hottest())));
      painter.setPen(taken * 10 >= hottest() ? colors.text : colors.dim);
      if (each_ || first || line == 0 || lines_[line - 1].nest_line != lines_[line].nest_line)
        painter.drawText(cell.adjusted(0, 0, -6, 0), Qt::AlignRight | Qt::AlignVCenter, shareText(heat_->share(taken)));
    }
    first = false;
  }
}

void AssemblyView::setLines(std::vector<Line> lines) {
  lines_ = std::move(lines);
  instructions_ = 0;
  QString all;
  for (const Line& line : lines_) {
    all += line.text + QLatin1Char('\n');
    instructions_ += line.instruction >= 0;
  }
  const int top = verticalScrollBar()->value();
  setLineWrapMode(NoWrap);
  setPlainText(all);
  verticalScrollBar()->setValue(top);
  placeMargin();
  mark();
  reveal();
}

void AssemblyView::setMessage(const QString& text) {
  lines_.clear();
  setLineWrapMode(WidgetWidth);
  setPlainText(text);
  placeMargin();
  mark();
}

void AssemblyView::setSelection(const KernelSelection& selection) {
  if (selection == selection_) return;
  selection_ = selection;
  mark();
  reveal();
}

int AssemblyView::relation(const Line& line) const {
  const int own = selection_.relation(line.from);
  if (own > 0 || !selection_.axis.valid()) return own;
  return std::find(line.around.begin(), line.around.end(), selection_.axis) != line.around.end() ? 1 : 0;
}

// The first instruction of what is selected, unless any is in sight.
void AssemblyView::reveal() {
  if (selection_.empty()) return;
  const auto related = [this](const Line& line) { return relation(line) > 0; };
  const auto top = lines_.begin() + std::min<std::ptrdiff_t>(verticalScrollBar()->value(), std::ssize(lines_));
  const auto bottom = top + std::min<std::ptrdiff_t>(inSight(), lines_.end() - top);
  if (std::any_of(top, bottom, related)) return;
  const auto first = std::find_if(lines_.begin(), lines_.end(), related);
  if (first != lines_.end()) verticalScrollBar()->setValue(std::max(0, static_cast<int>(first - lines_.begin()) - 2));
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
    if (lines_[i].heading) {
      QTextEdit::ExtraSelection mark;
      mark.cursor = QTextCursor(document()->findBlockByNumber(static_cast<int>(i)));
      mark.cursor.select(QTextCursor::LineUnderCursor);
      mark.format.setForeground(colors.dim);
      marks << mark;
    }
    const int related = selection_.empty() ? 0 : relation(lines_[i]);
    const QColor ground = related == 2 ? colors.selection : related == 1 ? colors.related : colors.background;
    if (related > 0) ++lit_;
    if (lines_[i].concern != Concern::None)  // seen on what is lit too
      paint(i, KernelColors::blend(colors.warning, ground, related > 0 ? 0.32 : 0.16));
    else if (related > 0)
      paint(i, ground);
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
