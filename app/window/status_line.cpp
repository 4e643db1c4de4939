// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/status_line.h"

#include <QLabel>
#include <QStatusBar>

#include "common/workbench.h"
#include "graph/graph_view.h"

namespace nw::window {

using namespace nw::views;

StatusLine::StatusLine(Workbench& workbench, const GraphView& graph, QStatusBar* bar)
    : QObject(bar),
      workbench_(workbench),
      graph_(graph),
      problems_(new QLabel(bar)),
      size_(new QLabel(bar)),
      job_(new QLabel(bar)) {
  constexpr int kMessageShown = 6000;  // milliseconds
  bar->setSizeGripEnabled(false);
  bar->addWidget(problems_);
  bar->addPermanentWidget(job_);
  bar->addPermanentWidget(size_);
  connect(&workbench_.jobs(), &Jobs::changed, this, [this] {
    const auto& running = workbench_.jobs().running();
    if (running.empty()) return job_->clear();
    const QString part = workbench_.jobs().partText(running.back().purpose);
    job_->setText(running.back().title + (part.isEmpty() ? QStringLiteral("…") : QStringLiteral(" · ") + part));
  });
  // The bar does not hide what is not visible yet: a message that comes before the window would lie on the label.
  connect(bar, &QStatusBar::messageChanged, problems_,
          [this](const QString& message) { problems_->setVisible(message.isEmpty()); });
  connect(&workbench_, &Workbench::message, bar, [bar](const QString& text) { bar->showMessage(text, kMessageShown); });
}

QString StatusLine::sizeOfGraph() const {
  if (!workbench_.session().graph() || !graph_.tree()) return {};
  const QString nodes = tr("%n node(s)", nullptr, static_cast<int>(graph_.tree()->order.size()));
  const auto fusion = workbench_.session().fusion();
  if (!fusion) return nodes;
  return nodes + QStringLiteral(", ") + tr("%n group(s)", nullptr, static_cast<int>(fusion->groups.size()));
}

void StatusLine::refresh(const QString& problems) {
  const QString none = workbench_.session().document() ? tr("No problems") : QString();
  problems_->setText(problems.isEmpty() ? none : problems);
  size_->setText(sizeOfGraph());
}

}  // namespace nw::window
