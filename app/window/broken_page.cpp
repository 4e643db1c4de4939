// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/broken_page.h"

#include <QFileInfo>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBlock>
#include <QVBoxLayout>
#include <algorithm>

#include "common/text.h"
#include "common/theme.h"
#include "common/workbench.h"
#include "models/html.h"
#include "models/node_text.h"
#include "models/problems_model.h"

namespace nw::window {

using namespace nw::views;
using workspace::ReadableParts;

namespace {

QString names_of(const std::vector<std::string>& names) {
  constexpr size_t kMost = 8;
  QStringList some;
  for (size_t i = 0; i < std::min(kMost, names.size()); ++i) some << qs(names[i]);
  if (names.size() > kMost) some << QStringLiteral("…");
  return some.join(QStringLiteral(", "));
}

QStringList lines_of_project(const workspace::ProjectParts& project) {
  QStringList lines{BrokenPage::tr("The model that the project names: %1").arg(qs(project.model))};
  if (!project.tasks.empty())
    lines << BrokenPage::tr("Schedules of %n kernel(s): %1", nullptr, static_cast<int>(project.tasks.size()))
                 .arg(names_of(project.tasks));
  if (!project.tagged.empty())
    lines << BrokenPage::tr("%n named state(s): %1", nullptr, static_cast<int>(project.tagged.size()))
                 .arg(names_of(project.tagged));
  if (project.states > 0)
    lines << BrokenPage::tr("A history of %n state(s)", nullptr, static_cast<int>(project.states)) +
                 (project.measured > 0
                      ? BrokenPage::tr(", %n of them measured", nullptr, static_cast<int>(project.measured))
                      : QString());
  return lines;
}

QString words_for(const ReadableParts& parts) {
  if (parts.bytes < 0) return BrokenPage::tr("Nothing of it could be read.");
  const QString size = bytes_text(static_cast<double>(parts.bytes));
  QStringList lines{parts.text.empty() ? BrokenPage::tr("%1, no text").arg(size)
                                       : BrokenPage::tr("%1 of text").arg(size)};
  if (parts.bytes == 0) lines = QStringList{BrokenPage::tr("The file is empty.")};
  if (parts.project) lines << lines_of_project(*parts.project);
  if (parts.cut) lines << BrokenPage::tr("Only its beginning is shown.");
  return lines.join(QLatin1Char('\n'));
}

QLabel* words(QWidget* parent, const char* name, Qt::TextFormat format) {
  auto* label = new QLabel(parent);
  label->setObjectName(QString::fromLatin1(name));
  label->setTextFormat(format);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

}  // namespace

BrokenPage::BrokenPage(Workbench& workbench, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      title_(words(this, "title", Qt::PlainText)),
      why_(words(this, "dim", Qt::RichText)),
      heading_(words(this, "heading", Qt::PlainText)),
      found_(words(this, "", Qt::PlainText)),
      text_(new QPlainTextEdit(this)),
      again_(new QPushButton(tr("Read it again"), this)) {
  text_->setReadOnly(true);
  text_->setLineWrapMode(QPlainTextEdit::NoWrap);
  text_->setAccessibleName(tr("What could be read of the file"));
  again_->setToolTip(tr("Once the file is mended, or what it needs is there"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(24, 24, 24, 12);
  column->setSpacing(8);
  column->addWidget(title_);
  column->addWidget(why_);
  column->addWidget(again_, 0, Qt::AlignLeft);
  column->addSpacing(12);
  column->addWidget(heading_);
  column->addWidget(found_);
  column->addWidget(text_, 1);
  column->addStretch(0);
  connect(again_, &QPushButton::clicked, this, &BrokenPage::againWanted);
}

void BrokenPage::show(Shows shows, const OpenDocument& document, const Diagnostics& diagnostics) {
  const QString name = document.file.isEmpty() ? document.title : QFileInfo(document.file).fileName();
  title_->setText(shows == Shows::Nothing   ? tr("%1 cannot be shown").arg(name)
                  : has_errors(diagnostics) ? tr("%1 is shown in part").arg(name)
                                            : name);
  heading_->setText(shows == Shows::Nothing ? tr("What could be read") : tr("The file"));
  QStringList reasons;
  first_ = Diagnostic();
  for (const Diagnostic& each : diagnostics) {
    if (each.severity != Severity::Error) continue;
    if (reasons.empty()) first_ = each;
    reasons << qs(each.message);
    for (const std::string& because : each.because) reasons.back() += QStringLiteral("; ") + qs(because);
    if (reasons.size() == 3) break;  // all are under Problems
  }
  if (reasons.empty() && shows == Shows::Nothing) reasons << tr("The file could not be read.");
  why_->setText(rich_text(reasons.join(QLatin1Char('\n'))));
  again_->setVisible(!document.file.isEmpty());
  found_->clear();
  text_->clear();
  text_->hide();
  workbench_.jobs().run<ReadableParts>(
      QStringLiteral("broken"), tr("Reading what can be read"), this,
      [file = ss(document.file), text = ss(document.text), diagnostics](const CancelToken&) {
        return file.empty() ? workspace::readable_parts_of_text(text) : workspace::readable_parts(file, diagnostics);
      },
      [this](const ReadableParts& parts) { setParts(parts); });
}

void BrokenPage::setTheme(const Theme& theme) {
  text_->setFont(theme.code);
}

QString BrokenPage::found() const {
  return found_->text();
}

void BrokenPage::setParts(const ReadableParts& parts) {
  parts_ = parts;
  found_->setText(words_for(parts));
  text_->setPlainText(qs(parts.text.empty() ? parts.dump : parts.text));
  text_->setVisible(!text_->document()->isEmpty());
  goToPlace(first_);
}

bool BrokenPage::hasPlace(const Diagnostic& diagnostic) {
  return line_of(diagnostic) > 0 ||
         std::ranges::any_of(diagnostic.where, [](const Place& place) { return place.byte_offset >= 0; });
}

void BrokenPage::goToPlace(const Diagnostic& diagnostic) {
  first_ = diagnostic;  // while the file is still being read
  if (!parts_.text.empty()) return goToRow(line_of(diagnostic) - 1);
  for (const Place& place : diagnostic.where)
    if (place.byte_offset >= parts_.dump_from)
      return goToRow(static_cast<int>((place.byte_offset - parts_.dump_from) / ReadableParts::kBytesInRow));
}

void BrokenPage::goToRow(int row) {
  const QTextBlock block = text_->document()->findBlockByNumber(row);
  if (row < 0 || !block.isValid()) return;
  const QTextCursor cursor(block);
  QTextEdit::ExtraSelection lit;
  lit.cursor = cursor;
  lit.format.setBackground(palette().color(QPalette::AlternateBase));
  lit.format.setProperty(QTextFormat::FullWidthSelection, true);
  text_->setExtraSelections({lit});
  text_->setTextCursor(cursor);
  text_->centerCursor();
}

}  // namespace nw::window
