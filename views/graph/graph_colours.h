// SPDX-License-Identifier: GPL-3.0-or-later
// Colours by numbers: which overlay is on, its legend, and its colours for each new picture.
#pragma once

#include <QByteArray>
#include <QObject>
#include <memory>
#include <optional>

#include "common/theme.h"
#include "graph/picture.h"
#include "models/overlay.h"

namespace nw::views {

class Canvas;
class Legend;
class Workbench;

class GraphColours : public QObject {
  Q_OBJECT

 public:
  GraphColours(Workbench& workbench, Canvas& canvas);
  Legend* legend() const { return legend_; }
  void setTheme(const Theme& theme);

  OverlayKind overlay() const;  // on screen
  std::shared_ptr<const Overlay> shown() const { return suspended_ ? nullptr : overlay_; }
  void setOverlay(OverlayKind kind);
  bool setNumbers(const QString& path);  // a JSON file {node: number}; false if it cannot be read
  // How long a network of these groups took on a target; shown by OverlayKind::Time, that of the active target first.
  void addTimes(NetworkTimes times);
  // The same of earlier sessions, of the present groups; left out if these have times already. The overlay stays.
  void restoreTimes(std::vector<NetworkTimes> times);
  bool hasTimes() const;  // of the present groups
  // On the active target, else on the one that was measured last; null: none. They may be of earlier groups.
  const NetworkTimes* times() const;
  void followTarget();
  bool suspended() const { return suspended_; }
  void suspend(bool suspended);  // the groups are what is looked at: no colours by numbers meanwhile

  void setPicture(std::shared_ptr<const Picture> picture);  // null: nothing is open, and no overlay is on
  void setGroups(std::shared_ptr<const Picture> picture);   // the same picture, now with the groups of its fusion

 Q_SIGNALS:
  void changed();
  void timesChanged();

 private:
  void setScale(OverlayScale scale);
  void listGreatest();
  void compute();
  void showNumbers(const QByteArray& json, const QString& title);
  void show(std::shared_ptr<const Overlay> overlay);
  void paint();

  Workbench& workbench_;
  Canvas& canvas_;
  Legend* legend_;
  Theme theme_;
  std::shared_ptr<const Picture> picture_;
  OverlayKind wanted_ = OverlayKind::None;
  bool suspended_ = false;
  std::optional<OverlayScale> scale_;  // as a person chose it for this overlay; none: by its numbers
  std::shared_ptr<const Overlay> overlay_;
  QByteArray numbers_;  // of an overlay from a file
  QString numbers_title_;
  std::vector<NetworkTimes> times_;  // of the same groups, one a target, the newest last
};

}  // namespace nw::views
