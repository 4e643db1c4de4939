// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QRegularExpression>
#include <QTranslator>
#include <algorithm>
#include <memory>

namespace nw::window {

namespace {

bool is_known(const QString& code) {
  const auto& known = languages();
  return std::find_if(known.begin(), known.end(), [&code](const Language& each) { return each.code == code; }) !=
         known.end();
}

// "de-AT" is German; "zh-Hant-TW" is in other characters than zh_CN.
QString code_for(const QString& wanted) {
  if (wanted.startsWith(QStringLiteral("zh")))
    return QLocale(wanted).script() == QLocale::SimplifiedHanScript ? QStringLiteral("zh_CN") : QString();
  const QString code = wanted.section(QLatin1Char('-'), 0, 0);
  return is_known(code) ? code : QString();
}

void install(const QString& file, const QString& folder) {
  auto translator = std::make_unique<QTranslator>(QCoreApplication::instance());
  if (translator->load(file, folder)) QCoreApplication::installTranslator(translator.release());
}

}  // namespace

const std::vector<Language>& languages() {
  static const std::vector<Language> all = {{QStringLiteral("en"), QStringLiteral("English")},
                                            {QStringLiteral("de"), QStringLiteral("Deutsch")},
                                            {QStringLiteral("zh_CN"), QStringLiteral("简体中文")}};
  return all;
}

QString first_known(const QStringList& languages) {
  for (const QString& wanted : languages)
    if (const QString code = code_for(wanted); !code.isEmpty()) return code;
  return QStringLiteral("en");
}

QString install_language(const QString& code) {
  const QString used = is_known(code) ? code : first_known(QLocale::system().uiLanguages());
  if (used == code && QLocale(code).language() != QLocale::system().language()) QLocale::setDefault(QLocale(code));
  install(QStringLiteral("qtbase_") + used, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
  install(QStringLiteral("nestwright_") + used, QStringLiteral(":/i18n"));
  return used;
}

QString without_key(const QString& entry) {
  static const QRegularExpression key(QStringLiteral("\\(&\\w\\)|&"));
  return QString(entry).remove(key);
}

}  // namespace nw::window
