// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/memory_panel.h"

#include <QLabel>
#include <QVBoxLayout>

#include "common/workbench.h"
#include "run/memory_picture.h"

namespace nw::views {

namespace {
const QString kPurpose = QStringLiteral("memory plan");
}  // namespace

MemoryPanel::MemoryPanel(Workbench& workbench, QWidget* parent)
    : QWidget(parent), workbench_(workbench), summary_(new QLabel(this)), picture_(new MemoryPicture(this)) {
  summary_->setContentsMargins(12, 6, 12, 2);
  summary_->setWordWrap(true);
  summary_->setAccessibleName(tr("Totals of the memory plan"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(summary_);
  column->addWidget(picture_, 1);
  connect(picture_, &MemoryPicture::blockChosen, this,
          [this](NodeId node) { workbench_.session().selectOptimized(node, this); });
  workbench_.addViewer(this);
  show(nullptr);
}

MemoryPanel::~MemoryPanel() {
  workbench_.removeViewer(this);
}

void MemoryPanel::documentChanged() {
  show(nullptr);
  refill();
}

void MemoryPanel::graphChanged() {
  refill();
}

void MemoryPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refill();
}

void MemoryPanel::refill() {
  const auto fusion = workbench_.session().lastFusion();
  const auto model = workbench_.session().document() ? workbench_.session().document()->model() : nullptr;
  if (planned_ && planned_ != fusion) show(nullptr);
  if (!fusion || !model || planned_ == fusion || !isVisible()) return;
  workbench_.jobs().run<std::shared_ptr<const MemoryChart>>(
      kPurpose, tr("Planning memory"), this,
      [model, fusion](const CancelToken&) {
        return std::make_shared<const MemoryChart>(MemoryChart::of(model->optimized(), *fusion));
      },
      [this, fusion](const std::shared_ptr<const MemoryChart>& chart) {
        if (workbench_.session().lastFusion() != fusion) return;
        show(chart);
        planned_ = fusion;
        selectionChanged(workbench_.session().selection());
      });
}

void MemoryPanel::show(std::shared_ptr<const MemoryChart> chart) {
  planned_ = nullptr;
  summary_->setText(chart                          ? chart->summary()
                    : workbench_.session().model() ? QString()
                                                   : tr("Open a model to see where its values lie in memory."));
  picture_->setChart(std::move(chart));
}

void MemoryPanel::selectionChanged(const Selection&) {
  if (!picture_->chart()) return;
  const NodeId node = workbench_.session().selectedOptimized();
  picture_->setCurrent(node.valid() ? picture_->chart()->blockOf(node) : std::nullopt);
}

}  // namespace nw::views
