// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/script_help.h"

#include <QCoreApplication>

#include "script/completion.h"
#include "script/tune_mark.h"

namespace nw::views {

namespace {

struct MarkTexts {
  Q_DECLARE_TR_FUNCTIONS(nw::views::TuneMark)
};

QString tried_text(const script::TuneMark& mark) {
  using Form = script::TuneMark::Form;
  QStringList values;
  for (const int64_t value : mark.values) values << QString::number(value);
  switch (mark.form) {
    case Form::List:
      return MarkTexts::tr("A search of the script's marks tries %1 here.").arg(values.join(QStringLiteral(", ")));
    case Form::Factors:
      return mark.most ? MarkTexts::tr("A search of the script's marks tries every divisor of the loop up to %1 here.")
                             .arg(*mark.most)
                       : MarkTexts::tr("A search of the script's marks tries every divisor of the loop here.");
    case Form::Optional:
      return MarkTexts::tr("A search of the script's marks tries the schedule with and without this step.");
    case Form::Order:
      return MarkTexts::tr("A search of the script's marks tries every order of these loops.");
    case Form::AnyPlace:
      return MarkTexts::tr("A search of the script's marks tries every loop of that stage as the place.");
  }
  return {};
}

}  // namespace

QStringList scriptCompletions(const script::Program& program, const QString& before) {
  QStringList fitting;
  for (const script::Completion& each : script::completions(program, before.toStdString()))
    fitting << QString::fromStdString(each.text);
  return fitting;
}

bool asksWhatIsLegal(const QString& before) {
  return script::asks_what_is_legal(before.toStdString());
}

QString wordBefore(const QString& before) {
  const std::string text = before.toStdString();
  return QString::fromStdString(std::string(script::word_before(text)));
}

QString scriptCallTip(const QString& before) {
  const schedule::PrimitiveInfo* called = script::primitive_called(before.toStdString());
  if (!called) return {};
  return QString::fromUtf8(called->signature) + QLatin1Char('\n') +
         QCoreApplication::translate("Script", called->summary);
}

QString scriptTuneHelp(const QString& line) {
  const std::optional<script::TuneMark> mark = script::tune_mark(line.trimmed().toStdString());
  if (!mark) return {};
  if (!mark->why.empty())
    return MarkTexts::tr(
               "This mark gives no values to try: “%1” is no list of numbers, factors, optional, order or "
               "at any.")
        .arg(QString::fromStdString(mark->text));
  return tried_text(*mark) + QLatin1Char(' ') +
         MarkTexts::tr("The line as it is, is in use. Tune, Space: the script's marks.");
}

}  // namespace nw::views
