// SPDX-License-Identifier: GPL-3.0-or-later
// Choice of a split factor: chips for the divisors and the vector width, each with the cache that holds the working set
// of the inner loop, and a field for any number. The nest previews the number in the field, or that of the chip under
// the pointer. A click or Enter applies it, Escape cancels.
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
  // extent: of the axis, if it is constant. vector_lanes: elements in the machine's widest register; 0 where the axis
  // cannot be vectorized.
  FactorChips(Says says, std::optional<qint64> extent, int vector_lanes, QWidget* parent = nullptr);

  // What one run of the inner loop touches, once that is known: "L1" and "24 KiB of 32 KiB".
  void setFits(qint64 factor, const QString& memory, const QString& bytes);
  // The number that the field begins with: whole vectors, else the largest divisor that is no more than 8.
  qint64 start() const { return given_; }

  // At most 15. Of an extent that little divides, powers of two among them, which leave a tail.
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
  class Chip;
  void addField(Says says);
  void tryOut(qint64 factor);
  void choose(qint64 factor);

  QSpinBox* own_ = nullptr;
  std::map<qint64, Chip*> chips_;
  qint64 given_ = 1;  // by a person, in the field
  bool done_ = false;
};

}  // namespace nw::views
