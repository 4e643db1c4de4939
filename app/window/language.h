// SPDX-License-Identifier: GPL-3.0-or-later
// The language of the window: which there are, and the translations of one, for the whole program. Diagnostics and
// pages are English in each.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace nw::window {

struct Language {
  QString code;  // of translations/nestwright_CODE.ts: "de"
  QString name;  // in the language itself: "Deutsch"
};

const std::vector<Language>& languages();

// The code of the first of these languages that there is, else "en"; they are named as by QLocale: "de-AT",
// "zh-Hans-CN".
QString first_known(const QStringList& languages);

// Before the first window. `code`: of languages(); empty or unknown: the first of the system's that there is, else
// English. Numbers and manifests of plugins follow a language that was chosen; texts of Qt's own dialogs follow where
// Qt's translations are installed. Returns the code that is used.
QString install_language(const QString& code);

// Of a menu's entry, without the mark of its key, as buttons and lists show it: "Open…" of "&Open…". Languages whose
// letters are no keys name one in parentheses: "打开…" of "打开(&O)…".
QString without_key(const QString& entry);

}  // namespace nw::window
