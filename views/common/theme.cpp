// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/theme.h"

#include "common/focus_ring.h"

#include <QApplication>
#include <QEvent>
#include <QFile>
#include <QFontDatabase>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStyle>
#include <algorithm>
#include <cmath>
#include <utility>

#include "common/style.h"

namespace nw::views {

namespace {

QByteArray resource(const QString& name) {
  QFile file(QStringLiteral(":/nestwright/") + name);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

double luminance(const QColor& color) {
  auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
  return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

using Names = std::vector<std::pair<const char*, QColor Theme::*>>;
const Names& names() {
  static const Names table = {{"window", &Theme::window},
                              {"base", &Theme::base},
                              {"raised", &Theme::raised},
                              {"alternate", &Theme::alternate},
                              {"hover", &Theme::hover},
                              {"pressed", &Theme::pressed},
                              {"canvas", &Theme::canvas},
                              {"text", &Theme::text},
                              {"dim", &Theme::dim},
                              {"hairline", &Theme::hairline},
                              {"border", &Theme::border},
                              {"accent", &Theme::accent},
                              {"on_accent", &Theme::on_accent},
                              {"selection", &Theme::selection},
                              {"on_selection", &Theme::on_selection},
                              {"edge", &Theme::edge},
                              {"node", &Theme::node},
                              {"node_border", &Theme::node_border},
                              {"box", &Theme::box},
                              {"box_border", &Theme::box_border},
                              {"error", &Theme::error},
                              {"warning", &Theme::warning},
                              {"ok", &Theme::ok},
                              {"match", &Theme::match},
                              {"keyword", &Theme::keyword},
                              {"number", &Theme::number},
                              {"identifier", &Theme::identifier},
                              {"string", &Theme::string}};
  return table;
}

QFont first_of(const QJsonArray& families, double size, QFontDatabase::SystemFont fallback) {
  const QStringList known = QFontDatabase::families();
  QFont font = QFontDatabase::systemFont(fallback);
  for (const auto& family : families) {
    if (!known.contains(family.toString())) continue;
    font = QFont(family.toString());
    break;
  }
  font.setPointSizeF(size);
  // Names stand as they are written: fonts such as Inter draw the x of "conv_1x1" as a sign of multiplication.
  if (fallback == QFontDatabase::GeneralFont) font.setStyleStrategy(QFont::PreferNoShaping);
  return font;
}

}  // namespace

double contrast(const QColor& a, const QColor& b) {
  const double la = luminance(a), lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor mix(const QColor& a, const QColor& b, double share) {
  auto blend = [share](double x, double y) { return static_cast<float>(x * share + y * (1 - share)); };
  return QColor::fromRgbF(blend(a.redF(), b.redF()), blend(a.greenF(), b.greenF()), blend(a.blueF(), b.blueF()));
}

QColor with_contrast(QColor color, const QColor& against, double ratio) {
  const QColor pole = luminance(against) > 0.18 ? QColor(Qt::black) : QColor(Qt::white);
  for (int step = 0; step < 100 && contrast(color, against) < ratio; ++step) color = mix(color, pole, 0.95);
  return color;
}

Theme Theme::load(bool dark, const FontChoice& chosen) {
  Theme theme;
  theme.dark = dark;
  const QJsonObject file = QJsonDocument::fromJson(resource(QStringLiteral("theme.json"))).object();
  const QJsonObject colors = file.value(dark ? QLatin1String("dark") : QLatin1String("light")).toObject();
  for (const auto& [name, member] : names()) theme.*member = QColor(colors.value(QLatin1String(name)).toString());
  const QJsonArray hues = file.value(QLatin1String("groups")).toArray();
  for (const auto& hue : hues) {
    const QColor color(hue.toString());
    theme.group_hues.push_back(color);
    theme.group_fills.push_back(mix(color, theme.canvas, dark ? 0.26 : 0.18));
    theme.group_lines.push_back(with_contrast(color, theme.group_fills.back(), 3.0));
  }
  const QJsonObject fonts = file.value(QLatin1String("fonts")).toObject();
  const double size = fonts.value(QLatin1String("size")).toDouble(10);
  theme.words = first_of(fonts.value(QLatin1String("words")).toArray(), size, QFontDatabase::GeneralFont);
  theme.code = first_of(fonts.value(QLatin1String("code")).toArray(), size, QFontDatabase::FixedFont);
  if (!chosen.words.isEmpty()) theme.words.setFamilies({chosen.words});
  if (!chosen.code.isEmpty()) theme.code.setFamilies({chosen.code});
  for (QFont* font : {&theme.words, &theme.code})
    if (chosen.size > 0) font->setPointSize(chosen.size);
  theme.code.setStyleHint(QFont::Monospace);
  const QJsonObject metrics = file.value(QLatin1String("metrics")).toObject();
  theme.radius = metrics.value(QLatin1String("radius")).toInt(8);
  theme.small_radius = metrics.value(QLatin1String("small_radius")).toInt(4);
  return theme;
}

const Theme& Theme::of(const QPalette& palette) {
  static const Theme light = load(false), dark = load(true);
  return palette.color(QPalette::Base).lightness() < 128 ? dark : light;
}

QPalette Theme::palette() const {
  QPalette palette;
  palette.setColor(QPalette::Window, window);
  palette.setColor(QPalette::WindowText, text);
  palette.setColor(QPalette::Base, base);
  palette.setColor(QPalette::AlternateBase, alternate);
  palette.setColor(QPalette::Text, text);
  palette.setColor(QPalette::PlaceholderText, dim);
  palette.setColor(QPalette::Button, raised);
  palette.setColor(QPalette::ButtonText, text);
  palette.setColor(QPalette::BrightText, error);
  palette.setColor(QPalette::Highlight, accent);
  palette.setColor(QPalette::HighlightedText, on_accent);
  palette.setColor(QPalette::Link, accent);
  palette.setColor(QPalette::LinkVisited, accent);
  palette.setColor(QPalette::ToolTipBase, raised);
  palette.setColor(QPalette::ToolTipText, text);
  palette.setColor(QPalette::Light, raised);
  palette.setColor(QPalette::Midlight, hover);
  palette.setColor(QPalette::Mid, hairline);
  palette.setColor(QPalette::Dark, border);
  palette.setColor(QPalette::Shadow, dark ? QColor(Qt::black) : border);
  for (QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, dim);
  return palette;
}

QString Theme::style_sheet() const {
  QString sheet = QString::fromUtf8(resource(QStringLiteral("theme.qss")));
  Names longest_first = names();
  std::sort(longest_first.begin(), longest_first.end(), [](const auto& a, const auto& b) {
    return std::string_view(a.first).size() > std::string_view(b.first).size();
  });
  for (const auto& [name, member] : longest_first)
    sheet.replace(QLatin1Char('@') + QLatin1String(name), (this->*member).name());
  sheet.replace(QStringLiteral("@name"), dark ? QStringLiteral("dark") : QStringLiteral("light"));
  sheet.replace(QStringLiteral("@small_radius"), QString::number(small_radius));
  sheet.replace(QStringLiteral("@radius"), QString::number(radius));
  return sheet;
}

ThemeSource::ThemeSource(QObject* parent)
    : QObject(parent),
      system_dark_(qApp->palette().color(QPalette::Window).lightness() < 128),
      theme_(Theme::load(wants_dark())) {
  qApp->installEventFilter(this);
  new FocusRing(this);
}

bool ThemeSource::wants_dark() const {
  return mode_ == Mode::Dark || (mode_ == Mode::System && system_dark_);
}

void ThemeSource::setMode(Mode mode) {
  mode_ = mode;
  if (theme_.dark != wants_dark()) theme_ = Theme::load(wants_dark(), fonts_);
  apply();
}

void ThemeSource::setFonts(const FontChoice& fonts) {
  if (fonts == fonts_) return;
  fonts_ = fonts;
  theme_ = Theme::load(wants_dark(), fonts_);
  apply();
}

void ThemeSource::apply() {
  applying_ = true;
  qApp->setStyle(new WorkbenchStyle(theme_));
  qApp->setFont(theme_.words);
  qApp->setProperty(kCodeFont, theme_.code);
  qApp->setPalette(theme_.palette());
  qApp->setStyleSheet(theme_.style_sheet());
  applying_ = false;
  Q_EMIT changed();
}

// The desktop switched between light and dark: its palette arrives as an event (Qt 6.4 has no colour-scheme hint).
bool ThemeSource::eventFilter(QObject* watched, QEvent* event) {
  if (watched == qApp && event->type() == QEvent::ApplicationPaletteChange && !applying_) {
    const bool now_dark = qApp->palette().color(QPalette::Window).lightness() < 128;
    const bool ours = qApp->palette().color(QPalette::Window) == theme_.window;
    if (!ours && now_dark != system_dark_) {
      system_dark_ = now_dark;
      if (mode_ == Mode::System) setMode(mode_);
    }
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace nw::views
