// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/pattern_help.h"

#include <QRegularExpression>
#include <algorithm>

#include "op/attribute_defaults.h"
#include "op/registry.h"

namespace nw::views {

namespace {

const QStringList& words() {
  static const QStringList all = QStringLiteral(
                                     "wildcard is_op is_constant is_var is_expr is_tuple is_tuple_get_item is_if "
                                     "is_let dominates has_attr has_dtype has_shape has_type optional supports custom "
                                     "lambda relay const TensorType TupleType CallPattern FunctionPattern TuplePattern "
                                     "TupleGetItemPattern IfPattern LetPattern VarPattern None True False")
                                     .split(QLatin1Char(' '));
  return all;
}

QStringList starting(const QStringList& from, const QString& typed) {
  QStringList fitting;
  for (const QString& each : from)
    if (each.startsWith(typed) && each != typed) fitting << each;
  fitting.sort();
  return fitting;
}

QStringList operators() {
  QStringList all;
  for (const auto& [name, info] : op::Registry::standard().ops()) all << QString::fromStdString(name);
  return all;
}

// Of the operator that is named last on the line.
QStringList attributes(const QString& line) {
  static const QRegularExpression op(QStringLiteral("is_op\\(\\s*[\"']([^\"']*)[\"']"));
  QString name;
  for (auto it = op.globalMatch(line); it.hasNext();) name = it.next().captured(1);
  QStringList all;
  if (const op::AttributeFields* fields = op::attribute_fields(name.toStdString()))
    for (const auto& [key, value] : *fields) all << QString::fromStdString(key);
  return all;
}

QStringList names(const QString& before) {
  static const QRegularExpression name(QStringLiteral("^([A-Za-z_]\\w*)\\s*=(?!=)"),
                                       QRegularExpression::MultilineOption);
  QStringList all;
  for (auto it = name.globalMatch(before); it.hasNext();) all << it.next().captured(1);
  return all;
}

}  // namespace

PatternCompletions pattern_completions(const QString& before) {
  const QString line = before.section(QLatin1Char('\n'), -1);
  if (line.trimmed().startsWith(QLatin1Char('#'))) return {};
  static const QRegularExpression in_text(QStringLiteral("[\"']([\\w.]*)$")),
      in_word(QStringLiteral("([A-Za-z_]\\w*)$"));
  const qsizetype quotes = line.count(QLatin1Char('"')) + line.count(QLatin1Char('\''));
  if (quotes % 2 == 1) {
    const auto at = in_text.match(line);
    if (!at.hasMatch()) return {};
    const QString typed = at.captured(1), head = line.left(at.capturedStart());
    static const QRegularExpression op(QStringLiteral("is_op\\(\\s*$|supports\\([^)]*\\[[^\\]]*$")),
        key(QStringLiteral("has_attr\\(\\s*\\{(.*,)?\\s*$"));
    if (head.contains(op)) return {starting(operators(), typed), static_cast<int>(typed.size())};
    if (head.contains(key)) return {starting(attributes(head), typed), static_cast<int>(typed.size())};
    return {};
  }
  const auto at = in_word.match(line);
  if (!at.hasMatch() || at.captured(1).size() < 2 || at.capturedStart() == 0) {
    if (!at.hasMatch() || at.captured(1).size() < 2) return {};
    return {starting({QStringLiteral("supports"), QStringLiteral("custom")}, at.captured(1)),
            static_cast<int>(at.captured(1).size())};
  }
  QStringList all = words() + names(before);
  all.removeDuplicates();
  return {starting(all, at.captured(1)), static_cast<int>(at.captured(1).size())};
}

}  // namespace nw::views
