// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/window_words.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace nw::views {

namespace {

struct WindowWords {
  Q_DECLARE_TR_FUNCTIONS(nw::views::WindowWords)
};

QRegularExpressionMatch matched(const QString& text, const QString& pattern) {
  return QRegularExpression(QRegularExpression::anchoredPattern(pattern)).match(text);
}

}  // namespace

QString window_words(const std::string& text) {
  const QString said = QString::fromStdString(text);
  if (!said.contains(QStringLiteral("--"))) return said;
  if (const auto size = matched(said, QStringLiteral("--set (.+)=\\S+")); size.hasMatch())
    return WindowWords::tr("Give %1 a value in its box above the script").arg(size.captured(1));
  if (const auto dim = matched(said, QStringLiteral("--dim (.+)=\\S+")); dim.hasMatch())
    return WindowWords::tr("Give %1 a value: Inspector, Dynamic dimensions, with nothing selected")
        .arg(dim.captured(1));
  if (const auto line = matched(said, QStringLiteral("--keep names line (\\d+), (.+)")); line.hasMatch())
    return WindowWords::tr("Line %1 is to be kept, and is no step of the schedule").arg(line.captured(1));
  if (const auto lines = matched(said, QStringLiteral("--keep: ('.*' .+)")); lines.hasMatch())
    return WindowWords::tr("Lines to be kept: %1").arg(lines.captured(1));
  if (matched(said, QStringLiteral("--deadline \\S+")).hasMatch())
    return WindowWords::tr("Allow it more time: Kernel menu, Time limit of a run");
  if (said == QStringLiteral("a greater --max-depth"))
    return WindowWords::tr("A greater limit: Graph menu, What if, At most this many operators in a group");
  if (const auto pattern = matched(said, QStringLiteral("(.*): --pattern (.+)=(\\w+)")); pattern.hasMatch())
    return WindowWords::tr("%1: %2 as %3, in the node's menu under What if")
        .arg(pattern.captured(1), pattern.captured(2), pattern.captured(3));
  return said;
}

}  // namespace nw::views
