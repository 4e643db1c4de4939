// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sentence_text.h"

#include <QCoreApplication>

namespace nw::views {

QString translated(const Sentence& sentence) {
  return QString::fromStdString(sentence.text([](const Template& pattern) {
    return QCoreApplication::translate(pattern.context, pattern.text).toStdString();
  }));
}

}  // namespace nw::views
