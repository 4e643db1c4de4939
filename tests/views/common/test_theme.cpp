// SPDX-License-Identifier: GPL-3.0-or-later
// Everything can be read: text has a contrast of 4.5 on every ground it is on, lines that mean something 3.
// (Hairlines between panels only separate what spacing separates already; nothing is read from them.)
#include <QApplication>
#include <QDialog>
#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QTest>
#include <algorithm>
#include <map>

#include "common/theme.h"
#include "registry.h"

using namespace nw::views;

class TestTheme : public QObject {
  Q_OBJECT

  static void at_least(double ratio, const QColor& color, const QColor& ground, const char* what) {
    QVERIFY2(contrast(color, ground) >= ratio, qPrintable(QStringLiteral("%1: %2 on %3 has %4")
                                                              .arg(QString::fromUtf8(what), color.name(), ground.name())
                                                              .arg(contrast(color, ground))));
  }

 private Q_SLOTS:
  void contrast_is_as_WCAG_defines_it() {
    QCOMPARE(contrast(Qt::black, Qt::white), 21.0);
    QVERIFY(qAbs(contrast(QColor(0x77, 0x77, 0x77), Qt::white) - 4.478) < 0.001);
  }

  // Fonts that draw the x between digits as a sign of multiplication would change names of nodes and of table lines.
  void names_are_drawn_as_they_are_written() {
    const QFont words = Theme::load(false).words;
    const auto picture = [&](const QString& text, double x, QImage& image) {
      QPainter painter(&image);
      painter.setFont(words);
      painter.drawText(QPointF(x, 30), text);
    };
    QImage whole(200, 40, QImage::Format_ARGB32), letter_by_letter(200, 40, QImage::Format_ARGB32);
    whole.fill(Qt::white);
    letter_by_letter.fill(Qt::white);
    picture(QStringLiteral("1x1"), 10, whole);
    double x = 10;
    for (const QChar letter : QStringLiteral("1x1")) {
      picture(letter, x, letter_by_letter);
      x += QFontMetricsF(words).horizontalAdvance(letter);
    }
    QCOMPARE(whole, letter_by_letter);
  }

  void text_and_lines_data() {
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
  }
  void text_and_lines() {
    QFETCH(bool, dark);
    const Theme t = Theme::load(dark);
    for (const QColor& ground : {t.window, t.base, t.raised, t.alternate, t.hover, t.canvas, t.node, t.box}) {
      at_least(4.5, t.text, ground, "text");
      at_least(4.5, t.dim, ground, "dim text");
    }
    for (const QColor& ground : {t.window, t.base, t.raised, t.canvas})
      for (const QColor& sign : {t.accent, t.error, t.warning, t.ok, t.match})
        at_least(ground == t.canvas ? 3.0 : 4.5, sign, ground, "sign");
    for (const QColor& word : {t.keyword, t.number, t.identifier, t.string})
      for (const QColor& ground : {t.base, t.alternate}) at_least(4.5, word, ground, "code");
    at_least(4.5, t.on_accent, t.accent, "text on the accent");
    at_least(4.5, t.on_selection, t.selection, "selected text");
    for (const QColor& ground : {t.window, t.base, t.raised}) at_least(3.0, t.border, ground, "border of a control");
    for (const QColor& ground : {t.canvas, t.box}) {
      at_least(3.0, t.edge, ground, "edge");
      at_least(3.0, t.node_border, ground, "node");
      at_least(3.0, t.box_border, ground, "scope");
    }
    for (size_t i = 0; i < t.group_hues.size(); ++i) {
      at_least(3.0, t.group_lines[i], t.canvas, "group on the canvas");
      at_least(3.0, t.group_lines[i], t.box, "group in a scope");
      at_least(3.0, t.group_lines[i], t.group_fills[i], "group's edge on its hull");
      at_least(4.5, with_contrast(t.dim, t.group_fills[i], 4.5), t.group_fills[i], "label on a hull");
    }
  }

  // A button that would be the default one, and cannot be pressed, is a pale one; not its text on the accent.
  void a_default_button_that_is_off_can_be_read() {
    for (const auto mode : {ThemeSource::Mode::Light, ThemeSource::Mode::Dark}) {
      ThemeSource source;
      source.setMode(mode);
      QDialog dialog;
      QPushButton button(&dialog);
      button.setDefault(true);
      button.setEnabled(false);
      button.resize(80, 30);
      dialog.show();
      QVERIFY(QTest::qWaitForWindowExposed(&dialog));
      const QColor ground = button.grab().toImage().pixelColor(40, 15);
      QCOMPARE(ground.name(), source.theme().window.name());
      at_least(4.5, source.theme().dim, ground, "text of a default button that is off");
    }
  }

  // Qt's own pictures in file dialogs and questions give way to Breeze's, in colours that can be seen.
  void signs_of_dialogs_are_breezes() {
    for (const auto mode : {ThemeSource::Mode::Light, ThemeSource::Mode::Dark}) {
      ThemeSource source;
      source.setMode(mode);
      const Theme& t = source.theme();
      const auto colour = [](QStyle::StandardPixmap sign) {
        const QImage image = qApp->style()->standardIcon(sign).pixmap(44).toImage();
        std::map<QRgb, int> counts;
        for (int y = 0; y < image.height(); ++y)
          for (int x = 0; x < image.width(); ++x)
            if (qAlpha(image.pixel(x, y)) == 255) ++counts[image.pixel(x, y)];
        const auto most = std::max_element(counts.begin(), counts.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        return most == counts.end() ? QString() : QColor(most->first).name();
      };
      QCOMPARE(colour(QStyle::SP_DirIcon), t.text.name());
      QCOMPARE(colour(QStyle::SP_FileDialogToParent), t.text.name());
      QCOMPARE(colour(QStyle::SP_MessageBoxQuestion), t.accent.name());
      QCOMPARE(colour(QStyle::SP_MessageBoxWarning), t.warning.name());
      QCOMPARE(colour(QStyle::SP_MessageBoxCritical), t.error.name());
    }
  }

  void the_style_sheet_has_no_name_left_to_fill_in() {
    for (bool dark : {false, true}) {
      const QString sheet = Theme::load(dark).style_sheet();
      QVERIFY(sheet.size() > 1000);
      QVERIFY2(!sheet.contains(QLatin1Char('@')), qPrintable(sheet.mid(sheet.indexOf(QLatin1Char('@')), 40)));
    }
  }

  void neighbouring_groups_differ_in_hue_and_hatching() {
    const Theme t = Theme::load(false);
    for (int group = 0; group < 39; ++group) {
      QVERIFY(t.hue_of(group) != t.hue_of(group + 1));
      QVERIFY(Theme::pattern_of(group) != Theme::pattern_of(group + 1));
    }
    QVERIFY(t.hue_of(0) == t.hue_of(8) && Theme::pattern_of(0) != Theme::pattern_of(8));
  }
};

NW_TEST(TestTheme);
#include "test_theme.moc"
