// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing a split factor: chips for the divisors, the vector width and what fits the caches, and a number of one's
// own. Moving over a chip previews it; choosing commits it; Escape takes the preview back.
#pragma once

#include <QFrame>
#include <map>
#include <optional>
#include <vector>

class QSpinBox;
class QToolButton;

namespace nw::views {

class FactorChips : public QFrame {
  Q_OBJECT

 public:
  enum class Says { Factor, Parts };  // how many iterations the inner loop has, or the outer one
  // extent: of the axis, if it is constant. vector_lanes: elements in the machine's widest register.
  FactorChips(Says says, std::optional<qint64> extent, int vector_lanes, QWidget* parent = nullptr);

  // The largest factor that fits a memory says so once that is known.
  void setFits(qint64 factor, const QString& memory);

  static std::vector<qint64> suggestions(std::optional<qint64> extent, int vector_lanes);

 Q_SIGNALS:
  void previewed(qint64 factor);
  void chosen(qint64 factor);
  void cancelled();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  QSpinBox* own_;
  std::map<qint64, QToolButton*> chips_;
  bool done_ = false;
};

}  // namespace nw::views
