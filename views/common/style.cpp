// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/style.h"

#include <QLabel>
#include <QMessageBox>
#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>
#include <algorithm>
#include <array>

#include "common/icons.h"

namespace nw::views {

namespace {

constexpr int kMessageIcon = 44;  // twice the grid that Breeze draws its signs in

struct Sign {
  QStyle::StandardPixmap sign;
  const char* name;
};
constexpr std::array kSigns = {Sign{QStyle::SP_DirIcon, "folder"},
                               Sign{QStyle::SP_DirOpenIcon, "folder"},
                               Sign{QStyle::SP_DirClosedIcon, "folder"},
                               Sign{QStyle::SP_DirLinkIcon, "folder"},
                               Sign{QStyle::SP_DirLinkOpenIcon, "folder"},
                               Sign{QStyle::SP_DirHomeIcon, "user-home"},
                               Sign{QStyle::SP_DesktopIcon, "user-desktop"},
                               Sign{QStyle::SP_ComputerIcon, "computer"},
                               Sign{QStyle::SP_DriveHDIcon, "drive-harddisk"},
                               Sign{QStyle::SP_DriveNetIcon, "network-server"},
                               Sign{QStyle::SP_FileIcon, "unknown"},
                               Sign{QStyle::SP_FileLinkIcon, "unknown"},
                               Sign{QStyle::SP_FileDialogBack, "go-previous"},
                               Sign{QStyle::SP_FileDialogToParent, "go-up"},
                               Sign{QStyle::SP_FileDialogNewFolder, "folder-new"},
                               Sign{QStyle::SP_FileDialogListView, "view-list-icons"},
                               Sign{QStyle::SP_FileDialogDetailedView, "view-list-details"},
                               Sign{QStyle::SP_ArrowBack, "go-previous"},
                               Sign{QStyle::SP_ArrowForward, "go-next"},
                               Sign{QStyle::SP_ArrowLeft, "go-previous"},
                               Sign{QStyle::SP_ArrowRight, "go-next"},
                               Sign{QStyle::SP_LineEditClearButton, "edit-clear"},
                               Sign{QStyle::SP_MessageBoxInformation, "dialog-information"},
                               Sign{QStyle::SP_MessageBoxQuestion, "dialog-question"},
                               Sign{QStyle::SP_MessageBoxWarning, "dialog-warning"},
                               Sign{QStyle::SP_MessageBoxCritical, "dialog-error"}};

}  // namespace

WorkbenchStyle::WorkbenchStyle(const Theme& theme)
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))),
      text_(theme.text),
      accent_(theme.accent),
      warning_(theme.warning),
      error_(theme.error) {}

// Null: Breeze has none for it.
QIcon WorkbenchStyle::breeze(StandardPixmap sign) const {
  const auto drawn = std::find_if(kSigns.begin(), kSigns.end(), [sign](const Sign& each) { return each.sign == sign; });
  if (drawn == kSigns.end()) return {};
  const auto known = known_.find(sign);
  if (known != known_.end()) return known->second;
  constexpr int kLarge = 22;
  const QString name = QString::fromLatin1(drawn->name);
  switch (sign) {
    case SP_MessageBoxInformation:
    case SP_MessageBoxQuestion:
      return known_[sign] = icon(name, accent_, kLarge);
    case SP_MessageBoxWarning:
      return known_[sign] = icon(name, warning_, kLarge);
    case SP_MessageBoxCritical:
      return known_[sign] = icon(name, error_, kLarge);
    default:
      return known_[sign] = icon(name, text_);
  }
}

QIcon WorkbenchStyle::standardIcon(StandardPixmap sign, const QStyleOption* option, const QWidget* widget) const {
  const QIcon found = breeze(sign);
  return found.isNull() ? QProxyStyle::standardIcon(sign, option, widget) : found;
}

QPixmap WorkbenchStyle::standardPixmap(StandardPixmap sign, const QStyleOption* option, const QWidget* widget) const {
  const bool message = sign == SP_MessageBoxInformation || sign == SP_MessageBoxQuestion ||
                       sign == SP_MessageBoxWarning || sign == SP_MessageBoxCritical;
  if (message) return standardIcon(sign, option, widget).pixmap(kMessageIcon);
  return QProxyStyle::standardPixmap(sign, option, widget);
}

int WorkbenchStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
  return metric == PM_MessageBoxIconSize ? kMessageIcon : QProxyStyle::pixelMetric(metric, option, widget);
}

// Buttons say in words what they do.
int WorkbenchStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                              QStyleHintReturn* data) const {
  return hint == SH_DialogButtonBox_ButtonsHaveIcons ? 0 : QProxyStyle::styleHint(hint, option, widget, data);
}

void WorkbenchStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                   const QWidget* widget) const {
  QProxyStyle::drawPrimitive(element, option, painter, widget);
  if (element != PE_IndicatorItemViewItemCheck && element != PE_IndicatorCheckBox) return;
  painter->save();
  painter->setPen(option->palette.color(QPalette::PlaceholderText));
  painter->setBrush(Qt::NoBrush);
  painter->drawRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5));
  painter->restore();
}

void WorkbenchStyle::polish(QWidget* widget) {
  if (auto* label = qobject_cast<QLabel*>(widget); label && label->textFormat() == Qt::AutoText &&
                                                   !label->inherits("QTipLabel") &&
                                                   !qobject_cast<QMessageBox*>(label->window()))
    label->setTextFormat(Qt::PlainText);
  QProxyStyle::polish(widget);
}

}  // namespace nw::views
