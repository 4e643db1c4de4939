// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/bounds_page.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QTextDocument>
#include <QTextEdit>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "kernel/code_font.h"
#include "models/loop_text.h"

namespace nw::views {

BoundsPage::BoundsPage(BoundsModel* model, QWidget* parent)
    : QWidget(parent), table_(new BoundsView(model, this)), loop_(new QTextEdit(this)) {
  loop_->setObjectName(QStringLiteral("loopDetails"));
  loop_->setAccessibleName(tr("What the selected loop touches"));
  loop_->setReadOnly(true);
  loop_->setFrameShape(QFrame::NoFrame);
  loop_->setTabChangesFocus(true);
  loop_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  loop_->hide();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(table_, 1);
  column->addWidget(loop_);
}

void BoundsPage::setLoop(const QString& name, const kernel::LoopFigures* loop, const kernel::KernelPreview& preview) {
  const QString text = loopDetails(name, loop, preview.printed);
  if (text == text_) return;
  text_ = text;
  loop_->document()->setDefaultFont(font());
  loop_->document()->setDefaultStyleSheet(QStringLiteral("code { font-family: '%1'; }").arg(codeFont().family()));
  loop_->setHtml(text);
  fitLoop();
}

QString BoundsPage::loopText() const {
  return loop_->toPlainText();
}

void BoundsPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitLoop();
}

// As high as its text, within half of the page; beside a scroll bar there is less room for the lines. A page that has
// no room for it beside a few rows of the table leaves it to the tips of the loop.
void BoundsPage::fitLoop() {
  constexpr int kRows = 3;
  const int rows = table_->horizontalHeader()->height() + kRows * table_->verticalHeader()->defaultSectionSize();
  const int most = std::min(height() / 2, height() - rows);
  loop_->setVisible(!text_.isEmpty() && most >= 2 * loop_->fontMetrics().lineSpacing());
  QTextDocument* text = loop_->document();
  text->setTextWidth(width());
  const int whole = static_cast<int>(std::ceil(text->size().height()));
  if (whole > most) text->setTextWidth(width() - loop_->verticalScrollBar()->sizeHint().width());
  loop_->setFixedHeight(std::clamp(most, 0, whole));
}

}  // namespace nw::views
