// SPDX-License-Identifier: GPL-3.0-or-later
// The two small graphs of a trial, drawn: arguments above what reads them, as on the canvas.
#pragma once

#include <QRectF>
#include <QWidget>
#include <memory>
#include <vector>

#include "pattern/trial_steps.h"

namespace nw::views {

class TrialPicture : public QWidget {
  Q_OBJECT

 public:
  explicit TrialPicture(QWidget* parent = nullptr);
  void setTrial(std::shared_ptr<const pattern::TrialSteps> trial);
  void setStep(int step);
  QSize sizeHint() const override;
  QRectF partRect(int part) const {
    return {parts_[static_cast<size_t>(part)].topLeft() * scale(), parts_[static_cast<size_t>(part)].size() * scale()};
  }

 Q_SIGNALS:
  void partClicked(int part);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void place();
  double scale() const;
  const pattern::TrialSteps::Step* step() const;

  std::shared_ptr<const pattern::TrialSteps> trial_;
  int step_ = -1;
  std::vector<QRectF> pieces_, parts_;
  QSizeF size_;
};

}  // namespace nw::views
