// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/icons.h"

#include <QFile>
#include <QFileInfo>
#include <QIconEngine>
#include <QPainter>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QSvgRenderer>
#include <memory>

namespace nw::views {

namespace {

// A picture in one of Breeze's small sizes, whose lines fall on pixels at 16 and 22.
QString find_svg(const QString& name, int drawn_for) {
  const QString first = QString::number(drawn_for), second = QString::number(drawn_for == 16 ? 22 : 16);
  const QStringList folders = QStandardPaths::locateAll(
      QStandardPaths::GenericDataLocation, QStringLiteral("icons/breeze"), QStandardPaths::LocateDirectory);
  for (const QString& folder : folders) {
    for (const QString& kind : {QStringLiteral("actions"), QStringLiteral("places"), QStringLiteral("status"),
                                QStringLiteral("emblems"), QStringLiteral("devices"), QStringLiteral("mimetypes")}) {
      for (const QString& size : {first, second}) {
        QString path = folder + QLatin1Char('/') + kind + QLatin1Char('/') + size + QLatin1Char('/') + name +
                       QStringLiteral(".svg");
        if (QFile::exists(path)) return path;
      }
    }
  }
  return {};
}

class RecolouredSvg : public QIconEngine {
 public:
  RecolouredSvg(QByteArray svg, QColor color) : svg_(std::move(svg)), color_(color) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    QSvgRenderer renderer(svg_);
    painter->save();
    if (mode == QIcon::Disabled) painter->setOpacity(painter->opacity() * 0.4);
    renderer.setAspectRatioMode(Qt::KeepAspectRatio);
    renderer.render(painter, rect);
    painter->restore();
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return pixmap;
  }
  QIconEngine* clone() const override { return new RecolouredSvg(*this); }

 private:
  QByteArray svg_;
  QColor color_;
};

}  // namespace

QIcon icon(const QString& name, const QColor& color, int drawn_for) {
  const QString path = find_svg(name, drawn_for);
  QFile file(path);
  if (path.isEmpty() || !file.open(QIODevice::ReadOnly)) return QIcon::fromTheme(name);
  QString svg = QString::fromUtf8(file.readAll());
  // Breeze writes its text colour as a style sheet class; Qt's SVG reader does not support currentColor, so it is
  // substituted.
  static const QRegularExpression text_class(
      QStringLiteral("\\.ColorScheme-Text\\s*\\{\\s*color:\\s*#[0-9a-fA-F]{3,8};?\\s*\\}"));
  svg.replace(text_class, QStringLiteral(".ColorScheme-Text { color:%1; }").arg(color.name()));
  svg.replace(QStringLiteral("currentColor"), color.name());
  return QIcon(new RecolouredSvg(svg.toUtf8(), color));
}

}  // namespace nw::views
