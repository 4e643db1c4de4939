// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/script_help.h"

#include <QCoreApplication>

#include "script/completion.h"

namespace nw::views {

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

}  // namespace nw::views
