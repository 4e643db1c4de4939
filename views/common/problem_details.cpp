// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/problem_details.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "common/text.h"
#include "models/html.h"
#include "models/problems_model.h"

namespace nw::views {

namespace {

constexpr int kMargin = 8, kPadding = 32;  // of a button's text, both sides

// Broken between words where a line would be wider than `room`; a longer word stays whole.
QString wrapped(const QString& text, const QFontMetrics& metrics, int room) {
  QString lines, line;
  for (const QString& word : text.split(QLatin1Char(' '))) {
    const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
    if (line.isEmpty() || metrics.horizontalAdvance(longer) <= room) {
      line = longer;
      continue;
    }
    lines += line + QLatin1Char('\n');
    line = word;
  }
  return lines + line;
}

// An ampersand in a button's text marks its key.
QString button_text(QString text) {
  return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

}  // namespace

ProblemDetails::ProblemDetails(Diagnostic diagnostic, QWidget* parent)
    : QWidget(parent), diagnostic_(std::move(diagnostic)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kMargin, 2, kMargin, kMargin);
  column->setSpacing(4);
  if (const QString html = causes_html(diagnostic_); !html.isEmpty()) {
    auto* text = new QLabel(html, this);
    text->setTextFormat(Qt::RichText);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text->setAccessibleName(tr("Causes, and what is possible"));
    column->addWidget(text);
  }
  for (const Fix& fix : diagnostic_.fixes) {
    QPushButton* apply = button(qs(fix.title), tr("%1. It can be undone").arg(qs(fix.title)));
    connect(apply, &QPushButton::clicked, this, [this, fix] { Q_EMIT fixWanted(diagnostic_, fix); });
    column->addWidget(apply, 0, Qt::AlignLeft);
  }
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  if (const QString place = place_text(diagnostic_); !place.isEmpty()) {
    QPushButton* go = button(tr("Go to %1").arg(place), tr("Select the place of this problem"));
    go->setFlat(true);
    connect(go, &QPushButton::clicked, this, [this] { Q_EMIT placeWanted(diagnostic_); });
    row->addWidget(go);
  }
  QPushButton* explain = button(tr("What is %1?").arg(qs(diagnostic_.code)),
                                tr("The page about this problem, with an example and its fix"));
  explain->setFlat(true);
  connect(explain, &QPushButton::clicked, this, [this] { Q_EMIT explainWanted(qs(diagnostic_.code)); });
  row->addWidget(explain);
  row->addStretch(1);
  column->addLayout(row);
}

QPushButton* ProblemDetails::button(const QString& text, const QString& tip) {
  auto* made = new QPushButton(button_text(text), this);
  made->setAccessibleName(text);
  made->setToolTip(plain_tip(tip));
  buttons_.push_back(made);
  return made;
}

int ProblemDetails::heightFor(int width) {
  for (QPushButton* each : buttons_)
    each->setText(button_text(
        wrapped(each->accessibleName(), each->fontMetrics(), std::max(80, width - 2 * kMargin - kPadding))));
  layout()->invalidate();
  layout()->activate();
  return layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width) : layout()->totalSizeHint().height();
}

}  // namespace nw::views
