// SPDX-License-Identifier: GPL-3.0-or-later
// nestwright: the window.
#include <QApplication>
#include <QSettings>
#include <QTimer>
#include <csignal>
#include <cstdio>
#include <memory>
#include <vector>

#include "base/allocator.h"
#include "base/deep_stack.h"
#include "common/theme.h"
#include "window/documents_window.h"
#include "window/file_session.h"
#include "window/grab.h"
#include "window/language.h"
#include "window/main_window.h"
#include "window/options.h"
#include "window/window_session.h"
#include "window/window_settings.h"

namespace {

// With something to point at: waits for the fusion, then points.
void point_when_ready(nw::window::MainWindow* window, const nw::window::Options& options) {
  if (!options.points()) return;
  auto* timer = new QTimer(window);
  QObject::connect(timer, &QTimer::timeout, window, [window, options, timer] {
    if (!window->settled() || !window->workbench().session().document()) return;
    timer->deleteLater();
    nw::window::point_at(*window, options);
  });
  timer->start(30);
}

}  // namespace

int main(int argc, char** argv) {
  nw::keep_freed_memory();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is a message
  nw::deepen_stacks();
  QCoreApplication::setOrganizationName(QStringLiteral("Nestwright"));
  QCoreApplication::setApplicationName(QStringLiteral("nestwright"));
  QCoreApplication::setApplicationVersion(QStringLiteral(NW_VERSION));
  QStringList arguments;
  for (int i = 0; i < argc; ++i) arguments << QString::fromLocal8Bit(argv[i]);
  const nw::window::ParsedOptions parsed = nw::window::parse_options(arguments);
  if (!parsed.error.isEmpty()) {
    std::fprintf(stderr, "nestwright: %s\n", qPrintable(parsed.error));
    return 2;
  }
  if (!parsed.text.isEmpty()) {
    std::fputs(qPrintable(parsed.text), stdout);
    return 0;
  }
  const nw::window::Options& options = parsed.options;
  QApplication app(argc, argv);
  std::unique_ptr<QSettings> settings;
  if (!options.batch()) settings = std::make_unique<QSettings>();
  const QString kept = nw::window::WindowSettings(settings.get()).language();
  nw::window::install_language(options.language.isEmpty() ? kept : options.language);

  using Mode = nw::views::ThemeSource::Mode;
  nw::views::ThemeSource theme;
  theme.setFonts(nw::window::WindowSettings(settings.get()).fonts());
  const int saved = settings ? settings->value(QStringLiteral("theme"), 0).toInt() : static_cast<int>(Mode::Light);
  theme.setMode(options.theme.value_or(saved >= 0 && saved <= 2 ? static_cast<Mode>(saved) : Mode::System));

  nw::window::DocumentsWindow window(theme, settings.get(), [&options](nw::window::MainWindow& page) {
    if (!options.target.isEmpty()) page.targets().chooseNamed(options.target);
    if (options.outside) page.files().trustAllModels();
  });
  if (options.size.isValid())
    window.resize(options.size);
  else if (options.batch())
    window.resize(1280, 800);
  const bool opens = !options.files.isEmpty() || options.sample;
  if (window.session()) window.session()->restore(!opens);
  // First, so that they are read while the window comes up.
  for (const QString& file : options.files) window.open(file);
  if (options.sample && options.files.isEmpty()) window.active().files().openSample();
  if (options.files.size() > 1) window.open(options.files.front());  // which is in front
  window.show();
  std::unique_ptr<nw::window::Grab> grab;
  if (options.batch())
    grab = std::make_unique<nw::window::Grab>(window, theme, options);
  else
    point_when_ready(&window.active(), options);
  const int code = QApplication::exec();
  // The system takes a large graph back at once; taking it apart node by node would take a tenth of a second.
  static auto* const left_standing = new std::vector<std::shared_ptr<const void>>();
  for (int i = 0; i < window.count(); ++i)
    if (const nw::window::MainWindow* page = window.page(i))
      for (auto& value : page->largeValues()) left_standing->push_back(std::move(value));
  return code;
}
