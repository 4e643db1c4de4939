// SPDX-License-Identifier: GPL-3.0-or-later
// The look: every colour, font and measure comes from one file (resources/themes), for light and dark.
#pragma once

#include <QColor>
#include <QFont>
#include <QObject>
#include <QPalette>
#include <QString>
#include <vector>

namespace nw::views {

// What a person prefers to the designed fonts; empty and 0: as designed.
struct FontChoice {
  static constexpr int kDesigned = 10;  // points

  QString words, code;  // families
  int size = 0;         // points, of texts and code

  bool operator==(const FontChoice&) const = default;
};

struct Theme {
  bool dark = false;
  QColor window, base, raised, alternate, hover, pressed, canvas;
  QColor text, dim, hairline, border;  // hairline only separates; border bounds what can be acted on
  QColor accent, on_accent, selection, on_selection;
  QColor edge, node, node_border, box, box_border;
  QColor error, warning, ok, match;
  QColor keyword, number, identifier, string;    // in code
  std::vector<QColor> group_hues;                // colour-blind-safe, as in the file
  std::vector<QColor> group_fills, group_lines;  // those hues against this theme's canvas; lines have contrast ≥ 3
  QFont words, code;
  int radius = 8, small_radius = 4;

  static Theme load(bool dark, const FontChoice& fonts = {});
  static const Theme& of(const QPalette& palette);  // the one that the palette was made of
  QPalette palette() const;
  QString style_sheet() const;

  static constexpr int kPatterns = 5;
  size_t hue_of(int group) const { return static_cast<size_t>(group) % group_hues.size(); }
  // Hatch of a group: steps through another cycle than the hues, so that a pair of both names more groups.
  static int pattern_of(int group) { return group % kPatterns; }
};

// WCAG 2 contrast of two opaque colours: 1 to 21.
double contrast(const QColor& a, const QColor& b);
// `color`, moved towards black or white until its contrast to `against` is at least `ratio`.
QColor with_contrast(QColor color, const QColor& against, double ratio);
QColor mix(const QColor& a, const QColor& b, double share_of_a);

// Of code, as the application has it: a property of it, for views that are made without a theme.
inline constexpr const char* kCodeFont = "nestwrightCodeFont";

// The active theme. Follows the system unless set otherwise; every view of one window shares one.
class ThemeSource : public QObject {
  Q_OBJECT

 public:
  enum class Mode { System, Light, Dark };
  Q_ENUM(Mode)

  explicit ThemeSource(QObject* parent = nullptr);
  const Theme& theme() const { return theme_; }
  Mode mode() const { return mode_; }
  void setMode(Mode mode);
  void setFonts(const FontChoice& fonts);
  void apply();  // to the application

 Q_SIGNALS:
  void changed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool wants_dark() const;

  Mode mode_ = Mode::System;
  FontChoice fonts_;
  bool system_dark_ = false;
  bool applying_ = false;
  Theme theme_;
};

}  // namespace nw::views
