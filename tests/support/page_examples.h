// SPDX-License-Identifier: GPL-3.0-or-later
// Examples in the pages of diagnostics, for the tests that run them.
#pragma once

#include <QFile>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace nw::test {

// The text of the first code block behind `label` ("Fails:"), whatever its language; empty where there is none.
inline std::string page_example(std::string_view page, std::string_view label) {
  const size_t at = page.find(label);
  const size_t fence = at == std::string_view::npos ? at : page.find("```", at);
  if (fence == std::string_view::npos) return {};
  const size_t begin = page.find('\n', fence) + 1;
  return std::string(page.substr(begin, page.find("```", begin) - begin));
}

inline bool write_text(const QString& path, const QString& text) {
  QFile file(path);
  return file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) >= 0;
}

// The codes that a command of nestwright-cli reports, each followed by a blank.
inline std::string reported_codes(const QStringList& arguments) {
  QProcess process;
  process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"), arguments + QStringList{QStringLiteral("--json")});
  if (!process.waitForFinished(60000)) return "no answer";
  const auto reply = nlohmann::json::parse(process.readAllStandardOutput().toStdString());
  std::string codes;
  for (const auto& d : reply["diagnostics"]) codes += d["code"].get<std::string>() + " ";
  return codes;
}

}  // namespace nw::test
