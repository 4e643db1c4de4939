// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/window_settings.h"

#include <QMainWindow>
#include <algorithm>

#include "window/docks.h"

namespace nw::window {

namespace {

const QString kGeometry = QStringLiteral("geometry"), kPanels = QStringLiteral("panels"),
              kReduceMotion = QStringLiteral("reduceMotion"), kTimeLimit = QStringLiteral("timeLimit"),
              kTheme = QStringLiteral("theme"), kIntelSyntax = QStringLiteral("intelSyntax"),
              kWrapScript = QStringLiteral("wrapScript"), kLongChains = QStringLiteral("longChains"),
              kRightward = QStringLiteral("rightward"), kStepsOfSelection = QStringLiteral("stepsOfSelection"),
              kLanguage = QStringLiteral("language"), kWordsFont = QStringLiteral("fonts/words"),
              kCodeFontKey = QStringLiteral("fonts/code"), kFontSize = QStringLiteral("fonts/size"),
              kAutosave = QStringLiteral("autosave");

QString peaks_key(const TargetFacts& machine, const char* what) {
  return QStringLiteral("peaks/%1 x %2/%3")
      .arg(QString::fromStdString(machine.name))
      .arg(machine.compute.units)
      .arg(QLatin1String(what));
}

constexpr int kCacheLevels = 3;

QString cache_key(const TargetFacts& machine, int level) {
  return peaks_key(machine, "L") + QString::number(level);
}

}  // namespace

void WindowSettings::set(const QString& key, const QVariant& value) {
  if (store_) store_->setValue(key, value);
}

void WindowSettings::restoreGeometry(QWidget& window) const {
  if (store_) window.restoreGeometry(value(kGeometry).toByteArray());
}

void WindowSettings::saveGeometry(const QWidget& window) {
  set(kGeometry, window.saveGeometry());
}

void WindowSettings::restorePanels(Docks& docks) const {
  if (store_) docks.restore(value(kPanels).toByteArray());
}

void WindowSettings::savePanels(const QMainWindow& window) {
  set(kPanels, window.saveState(Docks::kStateVersion));
}

bool WindowSettings::reduceMotion() const {
  return value(kReduceMotion).toBool();
}

void WindowSettings::setReduceMotion(bool reduce) {
  set(kReduceMotion, reduce);
}

int WindowSettings::timeLimit() const {
  return value(kTimeLimit).toInt();
}

void WindowSettings::setTimeLimit(int seconds) {
  set(kTimeLimit, seconds);
}

views::Preferences WindowSettings::preferences() const {
  return {.intel_syntax = value(kIntelSyntax).toBool(),
          .wrap_script = value(kWrapScript).toBool(),
          .wrap_chains = !value(kLongChains).toBool(),
          .rightward = value(kRightward).toBool(),
          .steps_of_selection = value(kStepsOfSelection).toBool()};
}

void WindowSettings::setPreferences(const views::Preferences& preferences) {
  set(kIntelSyntax, preferences.intel_syntax);
  set(kWrapScript, preferences.wrap_script);
  set(kLongChains, !preferences.wrap_chains);
  set(kRightward, preferences.rightward);
  set(kStepsOfSelection, preferences.steps_of_selection);
}

QString WindowSettings::language() const {
  return value(kLanguage).toString();
}

void WindowSettings::setLanguage(const QString& code) {
  set(kLanguage, code);
}

void WindowSettings::setTheme(views::ThemeSource::Mode mode) {
  set(kTheme, static_cast<int>(mode));
}

views::FontChoice WindowSettings::fonts() const {
  views::FontChoice fonts{value(kWordsFont).toString(), value(kCodeFontKey).toString(), value(kFontSize).toInt()};
  if (fonts.size < 6 || fonts.size > 40) fonts.size = 0;
  return fonts;
}

void WindowSettings::setFonts(const views::FontChoice& fonts) {
  set(kWordsFont, fonts.words);
  set(kCodeFontKey, fonts.code);
  set(kFontSize, fonts.size);
}

int WindowSettings::autosave() const {
  return std::clamp(value(kAutosave).toInt(), 0, 60);
}

void WindowSettings::setAutosave(int minutes) {
  set(kAutosave, minutes);
}

worker::Peaks WindowSettings::peaks(const TargetFacts& machine) const {
  worker::Peaks peaks;
  peaks.gflops = value(peaks_key(machine, "gflops")).toDouble();
  peaks.gigabytes = value(peaks_key(machine, "gigabytes")).toDouble();
  peaks.threads = machine.compute.units;
  for (int level = 1; level <= kCacheLevels; ++level)
    if (const double rate = value(cache_key(machine, level)).toDouble(); rate > 0)
      peaks.caches.push_back({level, rate});
  return peaks;
}

void WindowSettings::setPeaks(const TargetFacts& machine, const worker::Peaks& peaks) {
  set(peaks_key(machine, "gflops"), peaks.gflops);
  set(peaks_key(machine, "gigabytes"), peaks.gigabytes);
  for (int level = 1; level <= kCacheLevels; ++level) set(cache_key(machine, level), 0);
  for (const worker::CacheRate& cache : peaks.caches) set(cache_key(machine, cache.level), cache.gigabytes);
}

}  // namespace nw::window
