// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/options.h"

#include <QCommandLineParser>
#include <QFileInfo>

#include "window/language.h"

namespace nw::window {

namespace {

QString check(const QCommandLineParser& parser, const QStringList& names, const QString& option) {
  if (!parser.isSet(option) || names.contains(parser.value(option))) return {};
  return QStringLiteral("--%1 is one of %2, not '%3'")
      .arg(option, names.join(QStringLiteral(", ")), parser.value(option));
}

QStringList codes() {
  QStringList all;
  for (const Language& each : languages()) all << each.code;
  return all;
}

QString read_size(const QString& text, QSize& size) {
  const QStringList parts = text.split(QLatin1Char('x'));
  bool w = false, h = false;
  if (parts.size() == 2) size = QSize(parts[0].toInt(&w), parts[1].toInt(&h));
  if (w && h && size.width() >= 200 && size.height() >= 200 && size.width() <= 16384 && size.height() <= 16384)
    return {};
  return QStringLiteral("--size is WIDTHxHEIGHT from 200x200 to 16384x16384, not '%1'").arg(text);
}

}  // namespace

ParsedOptions parse_options(const QStringList& arguments) {
  QCommandLineParser parser;
  parser.setApplicationDescription(
      QStringLiteral("A workbench for tensor programs: open a model, see how it fuses, shape its kernels."));
  const QCommandLineOption help = parser.addHelpOption(), version = parser.addVersionOption();
  parser.addPositionalArgument(
      QStringLiteral("FILE"),
      QStringLiteral("Models (.onnx, Relay text), scripts (.py), notebooks (.ipynb) or projects (.nest)."),
      QStringLiteral("[FILE…]"));
  auto add = [&](const char* name, const QString& what, const char* value) {
    parser.addOption(value ? QCommandLineOption(QString::fromLatin1(name), what, QString::fromLatin1(value))
                           : QCommandLineOption(QString::fromLatin1(name), what));
  };
  add("view", QStringLiteral("What to show: graph or kernel."), "VIEW");
  add("group", QStringLiteral("Select this fused group; with --view kernel, open it."), "ID");
  add("kernel", QStringLiteral("Open the kernel of this name, of a Python file that makes several."), "NAME");
  add("select", QStringLiteral("Select the node of this name, or the edge between two: A,B."), "NAME");
  add("target", QStringLiteral("What kernels are for: cpu, another target's id, or a JSON file with facts."), "TARGET");
  add("theme", QStringLiteral("light or dark, whatever the system has."), "THEME");
  add("language", QStringLiteral("Of the window's texts, for this run: %1.").arg(codes().join(QStringLiteral(", "))),
      "LANGUAGE");
  add("size", QStringLiteral("Size of the window."), "WxH");
  add("patterns", QStringLiteral("Look for the patterns of this table (.pat)."), "TABLE");
  add("grab", QStringLiteral("Write a picture (.png, .svg, .pdf) once all is shown, and end."), "FILE");
  add("report", QStringLiteral("Write a report of the model as one HTML file, and end."), "FILE");
  add("sample", QStringLiteral("Open the sample network that comes along."), nullptr);
  add("outside", QStringLiteral("Read a project's model also where it is outside of the project's folder."), nullptr);
  ParsedOptions parsed;
  if (!parser.parse(arguments)) {
    parsed.error = parser.errorText();
    return parsed;
  }
  if (parser.isSet(help))  // the parser learns the program's name only from an application, and there is none yet
    parsed.text = parser.helpText().replace(QStringLiteral("<executable_name>"), QStringLiteral("nestwright"));
  if (parser.isSet(version))
    parsed.text = QStringLiteral("nestwright %1\n").arg(QCoreApplication::applicationVersion());
  Options& options = parsed.options;
  options.files = parser.positionalArguments();
  options.view = parser.value(QStringLiteral("view"));
  options.target = parser.value(QStringLiteral("target"));
  options.kernel = parser.value(QStringLiteral("kernel"));
  options.select = parser.value(QStringLiteral("select"));
  options.grab = parser.value(QStringLiteral("grab"));
  options.patterns = parser.value(QStringLiteral("patterns"));
  options.report = parser.value(QStringLiteral("report"));
  options.outside = parser.isSet(QStringLiteral("outside"));
  options.sample = parser.isSet(QStringLiteral("sample"));
  parsed.error = check(parser, {QStringLiteral("graph"), QStringLiteral("kernel")}, QStringLiteral("view"));
  if (parsed.error.isEmpty())
    parsed.error = check(parser, {QStringLiteral("light"), QStringLiteral("dark")}, QStringLiteral("theme"));
  options.language = parser.value(QStringLiteral("language"));
  if (parsed.error.isEmpty()) parsed.error = check(parser, codes(), QStringLiteral("language"));
  if (parsed.error.isEmpty() && parser.isSet(QStringLiteral("size")))
    parsed.error = read_size(parser.value(QStringLiteral("size")), options.size);
  if (parser.isSet(QStringLiteral("group"))) {
    bool is_number = false;
    options.group = parser.value(QStringLiteral("group")).toInt(&is_number);
    if (parsed.error.isEmpty() && (!is_number || options.group < 0))
      parsed.error = QStringLiteral("--group is a group's number, not '%1'").arg(parser.value(QStringLiteral("group")));
  }
  const QString suffix = QFileInfo(options.grab).suffix().toLower();
  if (parsed.error.isEmpty() && !options.grab.isEmpty() &&
      !QStringList{QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")}.contains(suffix))
    parsed.error = QStringLiteral("--grab writes .png, .svg or .pdf, not '%1'").arg(options.grab);
  if (parser.isSet(QStringLiteral("theme")))
    options.theme = parser.value(QStringLiteral("theme")) == QStringLiteral("dark") ? views::ThemeSource::Mode::Dark
                                                                                    : views::ThemeSource::Mode::Light;
  return parsed;
}

}  // namespace nw::window
