// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/script_help.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <optional>

#include "schedule/catalogue.h"
#include "schedule/legal.h"

namespace nw::views {

using schedule::ArgumentKind;
using schedule::Primitive;
using schedule::Receiver;

namespace {

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

// A primitive of that name that is called on a stage.
std::optional<Primitive> stageStep(const QString& method) {
  return schedule::find_primitive(Receiver::Stage, method.toStdString());
}

// The loops that the step may be about, in the order in which they run; of a step that cannot be tried, all.
std::vector<AxisId> loopsFor(const script::Program& program, StageId stage, std::optional<Primitive> step) {
  const schedule::Stage& of = program.schedule->stage(stage);
  if (!step || of.leaf.empty() || !schedule::typical_step(*program.schedule, stage, of.leaf.front(), *step)) {
    if (step != Primitive::Fuse) return of.leaf;
  }
  std::vector<AxisId> loops;
  for (const schedule::Choice& each : schedule::choices(*program.schedule, stage, *step))
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
  const std::optional<Primitive> step = stageStep(method);
  if (!step) return {};
  const schedule::PrimitiveInfo& row = schedule::info(*step);
  const bool many = !row.parameters.empty() && row.parameters.front().kind == ArgumentKind::Axes;
  const auto place = static_cast<size_t>(given.size());
  if (!many && (place >= row.parameters.size() || row.parameters[place].kind != ArgumentKind::Axis)) {
    QStringList keywords;
    for (size_t i = place; i < row.parameters.size(); ++i)
      if (row.parameters[i].keyword) keywords << QString::fromLatin1(row.parameters[i].name) + QLatin1Char('=');
    return keywords;
  }
  QStringList names;
  if (step == Primitive::Fuse && !given.isEmpty()) {  // only the loop inside the last one
    const std::vector<AxisId>& leaves = program.schedule->stage(*stage).leaf;
    for (size_t i = 0; i + 1 < leaves.size(); ++i)
      if (loopText(program, tensor, *stage, leaves[i]) == given.last())
        names << loopText(program, tensor, *stage, leaves[i + 1]);
    return names;
  }
  for (const AxisId axis : loopsFor(program, *stage, step)) names << loopText(program, tensor, *stage, axis);
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
  for (const schedule::PrimitiveInfo& row : schedule::catalogue()) {
    if (row.receiver != Receiver::Stage) continue;
    if (stage && row.primitive == Primitive::ComputeAt && legalPlaces(program, tensor).empty()) continue;
    if (stage && row.subject == schedule::Subject::Loop && loopsFor(program, *stage, row.primitive).empty()) continue;
    if (stage && schedule::typical_step(*program.schedule, *stage, row.primitive) &&
        !schedule::choice(*program.schedule, *stage, row.primitive).legal)
      continue;
    names << QString::fromLatin1(row.name);
  }
  names.sort();
  return names;
}

// Inside s.rfactor(C, …): the reduce axes that may be taken apart.
QStringList rfactorArguments(const script::Program& program, const QStringList& given) {
  if (given.size() == 1) {
    if (const auto stage = stageNamed(program, given[0])) {
      QStringList names;
      for (const AxisId axis : loopsFor(program, *stage, Primitive::Rfactor))
        names << loopText(program, given[0], *stage, axis);
      names.removeAll(QString());
      return names;
    }
    return {};
  }
  QStringList names;
  for (const auto& [name, stage] : program.stage_names)
    if (given.isEmpty() && program.schedule && !loopsFor(program, stage, Primitive::Rfactor).empty())
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
    for (const schedule::PrimitiveInfo& row : schedule::catalogue())
      if (row.receiver == Receiver::Schedule) names << QString::fromLatin1(row.name);
    names.sort();
    return names;
  }
  if (const auto call = stage_call.match(openCall(before)); call.hasMatch()) {
    // compute_at(s[C], …): the loops are those of the other stage, once it is named.
    const auto other = QRegularExpression(QStringLiteral("\\(\\s*%1\\[(\\w+)\\]\\s*,").arg(schedule)).match(before);
    if (stageStep(call.captured(2)) == Primitive::ComputeAt) {
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
  if (openCall(before).endsWith(QString::fromStdString(program.schedule_name) + QLatin1Char('.') +
                                QLatin1String(name_of(Primitive::Rfactor))))
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
  const QString call = openCall(before), name = wordBefore(call);
  // s[C].split(…), else s.cache_read(…) or g.compute_at(…).
  const QString receiver = call.chopped(name.size());
  const bool of_stage = receiver.endsWith(QStringLiteral("]."));
  for (const schedule::PrimitiveInfo& row : schedule::catalogue())
    if (name == QLatin1String(row.name) && of_stage == (row.receiver == Receiver::Stage))
      return QString::fromUtf8(row.signature) + QLatin1Char('\n') + QCoreApplication::translate("Script", row.summary);
  return {};
}

}  // namespace nw::views
