// SPDX-License-Identifier: GPL-3.0-or-later
// Qt's Fusion style with Breeze's icons in the theme's colours where Qt has pictures of its own: file dialogs,
// questions.
#pragma once

#include <QIcon>
#include <QProxyStyle>
#include <map>

#include "common/theme.h"

namespace nw::views {

class WorkbenchStyle : public QProxyStyle {
  Q_OBJECT

 public:
  explicit WorkbenchStyle(const Theme& theme);
  QIcon standardIcon(StandardPixmap sign, const QStyleOption* option, const QWidget* widget) const override;
  QPixmap standardPixmap(StandardPixmap sign, const QStyleOption* option, const QWidget* widget) const override;
  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* data) const override;
  // The box of a check has an outline that is seen on dark surfaces too.
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
  // A label shows its text as it is, whatever it holds; one that is to show tags says so (Qt::RichText).
  void polish(QWidget* widget) override;
  using QProxyStyle::polish;

 private:
  QIcon breeze(StandardPixmap sign) const;

  QColor text_, accent_, warning_, error_;
  mutable std::map<StandardPixmap, QIcon> known_;  // read from the disk once
};

}  // namespace nw::views
