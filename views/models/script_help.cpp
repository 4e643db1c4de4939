// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/script_help.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <optional>

#include "schedule/legal.h"

namespace nw::views {

namespace {

struct Call {
  const char* name;
  const char* signature;  // arguments by TVM's names for them, as diagnostics call them
  const char* what;
  bool of_stage;  // s[C].name(…), else s.name(…)
};

constexpr std::array kCalls = {
    Call{"split", "outer, inner = s[C].split(parent, factor=8)",
         QT_TRANSLATE_NOOP("Script", "Two loops in place of one; nparts=… fixes the outer one"), true},
    Call{"fuse", "fused = s[C].fuse(outer, inner)", QT_TRANSLATE_NOOP("Script", "One loop in place of neighbours"),
         true},
    Call{"reorder", "s[C].reorder(axis, axis, …)",
         QT_TRANSLATE_NOOP("Script", "These loops in this order, outermost first"), true},
    Call{"tile", "yo, xo, yi, xi = s[C].tile(y, x, 8, 8)",
         QT_TRANSLATE_NOOP("Script", "Splits two loops and puts both inner ones inside"), true},
    Call{"compute_at", "s[P].compute_at(s[C], scope)",
         QT_TRANSLATE_NOOP("Script", "Computes P where C needs it, once for each run of that loop of C"), true},
    Call{"compute_inline", "s[P].compute_inline()",
         QT_TRANSLATE_NOOP("Script", "Computes P inside its readers, with no memory of its own"), true},
    Call{"compute_root", "s[P].compute_root()",
         QT_TRANSLATE_NOOP("Script", "Computes all of P before its readers begin"), true},
    Call{"vectorize", "s[C].vectorize(var)", QT_TRANSLATE_NOOP("Script", "The loop becomes vector instructions"), true},
    Call{"unroll", "s[C].unroll(var)", QT_TRANSLATE_NOOP("Script", "The loop's body is written out for each iteration"),
         true},
    Call{"parallel", "s[C].parallel(var)", QT_TRANSLATE_NOOP("Script", "Iterations run on all cores"), true},
    Call{"pragma", "s[C].pragma(var, \"auto_unroll_max_step\", 16)",
         QT_TRANSLATE_NOOP("Script", "A hint for code generation"), true},
    Call{"bind", "s[C].bind(ivar, te.thread_axis(\"threadIdx.x\"))",
         QT_TRANSLATE_NOOP("Script", "The loop becomes a dimension of the thread grid"), true},
    Call{"tensorize", "s[C].tensorize(var, tensor_intrin)",
         QT_TRANSLATE_NOOP("Script", "The loops from here inwards become one hardware instruction"), true},
    Call{"storage_align", "s[C].storage_align(axis, factor, offset)",
         QT_TRANSLATE_NOOP("Script", "Pads the memory of C so that rows begin at aligned places"), true},
    Call{"double_buffer", "s[C].double_buffer()",
         QT_TRANSLATE_NOOP("Script", "Two copies in memory: one is filled while the other is used"), true},
    Call{"set_scope", "s[C].set_scope(\"local\")", QT_TRANSLATE_NOOP("Script", "Which memory holds C"), true},
    Call{"set_store_predicate", "s[C].set_store_predicate(tx.var.equal(0))",
         QT_TRANSLATE_NOOP("Script", "Which of the threads that share a reduction stores it"), true},
    Call{"prefetch", "s[C].prefetch(tensor, var, offset)",
         QT_TRANSLATE_NOOP("Script", "Brings into the cache what a later iteration reads"), true},
    Call{"cache_read", "A_local = s.cache_read(A, \"local\", [C])", QT_TRANSLATE_NOOP("Script", "C reads a copy of A"),
         false},
    Call{"cache_write", "C_local = s.cache_write(C, \"local\")",
         QT_TRANSLATE_NOOP("Script", "C is computed in a copy, which is then stored"), false},
    Call{"rfactor", "C_rf = s.rfactor(C, axis, factor_axis)",
         QT_TRANSLATE_NOOP("Script",
                           "Partial sums over this axis, added up in a second stage; factor_axis: which of "
                           "their axes it becomes, the first unless given"),
         false},
};

bool isWord(QChar c) {
  return c.isLetterOrNumber() || c == QLatin1Char('_');
}

// The innermost call that is still open: what stands before its parenthesis.
QString openCall(const QString& before) {
  int depth = 0;
  for (qsizetype i = before.size(); i-- > 0;) {
    if (before[i] == QLatin1Char(')') || before[i] == QLatin1Char(']')) ++depth;
    if (before[i] == QLatin1Char('[') && depth > 0) --depth;
    if (before[i] != QLatin1Char('(')) continue;
    if (depth == 0) return before.left(i);
    --depth;
  }
  return {};
}

std::optional<StageId> stageNamed(const script::Program& program, const QString& tensor) {
  const auto stage = program.stage_names.find(tensor.toStdString());
  if (!program.schedule || stage == program.stage_names.end()) return std::nullopt;
  return stage->second;
}

// How the script writes a loop of the stage: its variable, or where it is found; empty if it has neither.
QString loopText(const script::Program& program, const QString& tensor, StageId stage, AxisId axis) {
  for (const auto& [name, known] : program.axis_names)
    if (known == axis) return QString::fromStdString(name);
  const auto* compute = te::op_cast<te::ComputeNode>(program.schedule->stage(stage).op);
  if (!compute) return {};
  const schedule::Stage& of = program.schedule->stage(stage);
  const auto in = [&](const std::vector<te::IterVar>& axes, const char* which) {
    for (size_t i = 0; i < axes.size(); ++i)
      if (const schedule::Axis* root = of.find_axis(axes[i]); root && root->id == axis)
        return QStringLiteral("%1[%2].op.%3[%4]")
            .arg(QString::fromStdString(program.schedule_name), tensor, QLatin1String(which))
            .arg(i);
    return QString();
  };
  const QString data = in(compute->axis, "axis");
  return data.isEmpty() ? in(compute->reduce_axis, "reduce_axis") : data;
}

using schedule::LoopStep;
constexpr std::array<std::pair<const char*, LoopStep>, 9> kLoopSteps = {{{"split", LoopStep::Split},
                                                                         {"fuse", LoopStep::Fuse},
                                                                         {"reorder", LoopStep::Reorder},
                                                                         {"vectorize", LoopStep::Vectorize},
                                                                         {"unroll", LoopStep::Unroll},
                                                                         {"parallel", LoopStep::Parallel},
                                                                         {"pragma", LoopStep::Pragma},
                                                                         {"rfactor", LoopStep::Rfactor},
                                                                         {"storage_align", LoopStep::StorageAlign}}};
using schedule::StageStep;
constexpr std::array<std::pair<const char*, StageStep>, 3> kStageSteps = {{{"compute_inline", StageStep::ComputeInline},
                                                                           {"compute_root", StageStep::ComputeRoot},
                                                                           {"double_buffer", StageStep::DoubleBuffer}}};

// The loops that the step may be about, in the order in which they run; of a step that cannot be tried, all.
std::vector<AxisId> loopsFor(const script::Program& program, StageId stage, const QString& method) {
  const auto step =
      std::ranges::find_if(kLoopSteps, [&](const auto& known) { return method == QLatin1String(known.first); });
  const schedule::Stage& of = program.schedule->stage(stage);
  if (step == kLoopSteps.end()) return of.leaf;
  std::vector<AxisId> loops;
  for (const schedule::Choice& each : schedule::choices(*program.schedule, stage, step->second))
    if (each.legal) loops.push_back(each.axis);
  return loops;
}

// What stands in the open call so far, without the word at the cursor.
QStringList argumentsBefore(const QString& before, const QString& word) {
  const QString call = openCall(before);
  QStringList parts = before.mid(call.size() + 1).chopped(word.size()).split(QLatin1Char(','));
  parts.removeLast();
  for (QString& part : parts) part = part.trimmed();
  return parts;
}

// Of a call about loops: those that fit at this place of its arguments, or the names of arguments.
QStringList argumentsOf(const script::Program& program, const QString& tensor, const QString& method,
                        const QStringList& given) {
  const auto stage = stageNamed(program, tensor);
  if (!stage) return {};
  const bool many = method == QStringLiteral("reorder") || method == QStringLiteral("fuse");
  const qsizetype loops = many ? given.size() + 1 : method == QStringLiteral("tile") ? 2 : 1;
  if (given.size() >= loops) {
    if (method == QStringLiteral("split") && given.size() == 1)
      return {QStringLiteral("factor="), QStringLiteral("nparts=")};
    return {};
  }
  QStringList names;
  if (method == QStringLiteral("fuse") && !given.isEmpty()) {  // only the loop inside the last one
    const std::vector<AxisId>& leaves = program.schedule->stage(*stage).leaf;
    for (size_t i = 0; i + 1 < leaves.size(); ++i)
      if (loopText(program, tensor, *stage, leaves[i]) == given.last())
        names << loopText(program, tensor, *stage, leaves[i + 1]);
    return names;
  }
  for (const AxisId axis : loopsFor(program, *stage, method)) names << loopText(program, tensor, *stage, axis);
  names.removeAll(QString());
  for (const QString& taken : given) names.removeAll(taken);
  return names;
}

// Where a stage may be computed: the loops of each stage that may take it, of the nearest reader first.
std::vector<schedule::Choice> legalPlaces(const script::Program& program, const QString& tensor) {
  const auto stage = program.stage_names.find(tensor.toStdString());
  if (!program.schedule || stage == program.stage_names.end()) return {};
  std::vector<schedule::Choice> places = schedule::places(*program.schedule, stage->second);
  std::erase_if(places, [](const schedule::Choice& place) { return !place.legal; });
  return places;
}

QStringList stagesTaking(const script::Program& program, const QString& tensor) {
  QStringList names;
  for (const schedule::Choice& place : legalPlaces(program, tensor))
    for (const auto& [name, stage] : program.stage_names)
      if (stage == place.stage && !names.contains(QString::fromStdString(name))) names << QString::fromStdString(name);
  return names;
}

QStringList axesTaking(const script::Program& program, const QString& tensor, const QString& other) {
  QStringList names;
  const auto stage = program.stage_names.find(other.toStdString());
  if (stage == program.stage_names.end()) return names;
  for (const schedule::Choice& place : legalPlaces(program, tensor))
    for (const auto& [name, axis] : program.axis_names)
      if (place.stage == stage->second && axis == place.axis) names << QString::fromStdString(name);
  names.sort();
  return names;
}

QStringList computedStages(const script::Program& program) {
  QStringList names;
  for (const auto& [name, stage] : program.stage_names)
    if (program.schedule && program.schedule->stage(stage).op->kind != te::OpKind::Placeholder)
      names << QString::fromStdString(name);
  return names;
}

// The primitives that the stage may have as it stands.
QStringList stepsOf(const script::Program& program, const QString& tensor) {
  QStringList names;
  const auto stage = stageNamed(program, tensor);
  for (const Call& call : kCalls) {
    if (!call.of_stage) continue;
    const QString name = QLatin1String(call.name);
    const auto is = [&](const auto& known) { return name == QLatin1String(known.first); };
    if (stage && name == QStringLiteral("compute_at") && legalPlaces(program, tensor).empty()) continue;
    if (stage && std::ranges::any_of(kLoopSteps, is) && loopsFor(program, *stage, name).empty()) continue;
    if (const auto step = std::ranges::find_if(kStageSteps, is); stage && step != kStageSteps.end())
      if (!schedule::choice(*program.schedule, *stage, step->second).legal) continue;
    names << name;
  }
  names.sort();
  return names;
}

// Inside s.rfactor(C, …): the reduce axes that may be taken apart.
QStringList rfactorArguments(const script::Program& program, const QStringList& given) {
  if (given.size() == 1) {
    if (const auto stage = stageNamed(program, given[0])) {
      QStringList names;
      for (const AxisId axis : loopsFor(program, *stage, QStringLiteral("rfactor")))
        names << loopText(program, given[0], *stage, axis);
      names.removeAll(QString());
      return names;
    }
    return {};
  }
  QStringList names;
  for (const auto& [name, stage] : program.stage_names)
    if (given.isEmpty() && program.schedule && !loopsFor(program, stage, QStringLiteral("rfactor")).empty())
      names << QString::fromStdString(name);
  return names;
}

QStringList candidates(const script::Program& program, const QString& before, const QString& word) {
  const QString schedule = QRegularExpression::escape(QString::fromStdString(program.schedule_name));
  const QString head = before.left(before.size() - word.size());
  static const QString of = QStringLiteral("%1\\[\\s*(\\w+)\\s*\\]\\.");
  const QRegularExpression stage_dot(of.arg(schedule) + QStringLiteral("$"));
  const QRegularExpression stage_call(of.arg(schedule) + QStringLiteral("(\\w+)$"));
  const QRegularExpression schedule_dot(QStringLiteral("(^|[^\\w])%1\\.$").arg(schedule));
  const QRegularExpression stage_of(QStringLiteral("(^|[^\\w])%1\\[$").arg(schedule));
  QStringList names;
  if (const auto stage = stage_dot.match(head); stage.hasMatch()) return stepsOf(program, stage.captured(1));
  if (schedule_dot.match(head).hasMatch()) {
    for (const Call& call : kCalls)
      if (!call.of_stage) names << QLatin1String(call.name);
    names.sort();
    return names;
  }
  if (const auto call = stage_call.match(openCall(before)); call.hasMatch()) {
    // compute_at(s[C], …): the loops are those of the other stage, once it is named.
    const auto other = QRegularExpression(QStringLiteral("\\(\\s*%1\\[(\\w+)\\]\\s*,").arg(schedule)).match(before);
    if (call.captured(2) == QStringLiteral("compute_at")) {
      if (other.hasMatch()) return axesTaking(program, call.captured(1), other.captured(1));
      names = stagesTaking(program, call.captured(1));
      if (stage_of.match(head).hasMatch()) return names;
      for (QString& name : names)
        name = QStringLiteral("%1[%2]").arg(QString::fromStdString(program.schedule_name), name);
      return names;
    }
    if (stage_of.match(head).hasMatch()) return computedStages(program);
    return argumentsOf(program, call.captured(1), call.captured(2), argumentsBefore(before, word));
  }
  if (openCall(before).endsWith(QString::fromStdString(program.schedule_name) + QStringLiteral(".rfactor")))
    return rfactorArguments(program, argumentsBefore(before, word));
  if (stage_of.match(head).hasMatch()) return computedStages(program);
  for (const auto& [name, id] : program.axis_names) names << QString::fromStdString(name);
  for (const auto& [name, id] : program.stage_names) names << QString::fromStdString(name);
  names.sort();
  return names;
}

}  // namespace

QString wordBefore(const QString& before) {
  qsizetype start = before.size();
  while (start > 0 && isWord(before[start - 1])) --start;
  return before.mid(start);
}

QStringList scriptCompletions(const script::Program& program, const QString& before) {
  const QString word = wordBefore(before);
  QStringList fitting;
  for (const QString& name : candidates(program, before, word))
    if (name.startsWith(word) && name != word) fitting << name;
  fitting.removeDuplicates();
  return fitting;
}

bool asksWhatIsLegal(const QString& before) {
  static const QRegularExpression step(QStringLiteral("\\w\\[[^\\]]*\\]\\.\\w*$"));
  return !openCall(before).isEmpty() || step.match(before).hasMatch();
}

QString scriptCallTip(const QString& before) {
  const QString name = wordBefore(openCall(before));
  for (const Call& call : kCalls)
    if (name == QLatin1String(call.name))
      return QString::fromUtf8(call.signature) + QLatin1Char('\n') + QCoreApplication::translate("Script", call.what);
  return {};
}

}  // namespace nw::views
