// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/problems_panel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QIdentityProxyModel>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBrowser>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "common/icons.h"
#include "common/text.h"
#include "common/theme.h"
#include "common/workbench.h"
#include "models/html.h"
#include "models/problems_model.h"

namespace nw::views {

namespace {

// Adds the severity's icon to the model, which has no images.
class SeverityIcons : public QIdentityProxyModel {
 public:
  using QIdentityProxyModel::QIdentityProxyModel;
  QVariant data(const QModelIndex& index, int role) const override {
    if (role == Qt::DecorationRole && index.column() == 0) {
      const int severity = index.data(ProblemsModel::SeverityRole).toInt();
      return severity == 0 ? error : severity == 1 ? warning : note;
    }
    return QIdentityProxyModel::data(index, role);
  }
  QIcon error, warning, note;
};

// Text wider than the cell is wrapped once between words, and elided after that.
QString in_two_lines(const QString& text, const QFontMetrics& metrics, int room) {
  if (metrics.horizontalAdvance(text) <= room) return text;
  qsizetype broken = 0;
  for (qsizetype at = text.indexOf(QLatin1Char(' ')); at > 0; at = text.indexOf(QLatin1Char(' '), at + 1))
    if (metrics.horizontalAdvance(text.left(at)) <= room) broken = at;
  if (broken == 0) return metrics.elidedText(text, Qt::ElideRight, room);
  return text.left(broken) + QLatin1Char('\n') + metrics.elidedText(text.mid(broken + 1), Qt::ElideRight, room);
}

}  // namespace

ProblemsPanel::ProblemsPanel(Workbench& workbench, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      model_(new ProblemsModel(this)),
      tree_(new QTreeView(this)),
      details_(new QTextBrowser(this)),
      fixes_(new QWidget(this)),
      empty_(new QLabel(tr("No problems."), this)) {
  auto* signs = new SeverityIcons(this);
  signs->setObjectName(QStringLiteral("signs"));
  signs->setSourceModel(model_);
  tree_->setModel(signs);
  tree_->setAccessibleName(tr("Problems"));
  tree_->setUniformRowHeights(true);
  tree_->setRootIsDecorated(true);
  tree_->setIndentation(14);
  tree_->header()->setStretchLastSection(false);
  tree_->header()->setSectionResizeMode(ProblemsModel::MessageColumn, QHeaderView::Stretch);
  tree_->header()->resizeSection(ProblemsModel::PlaceColumn, 180);
  tree_->header()->resizeSection(ProblemsModel::CodeColumn, 72);
  details_->setAccessibleName(tr("The chosen problem in full"));
  details_->setFrameShape(QFrame::NoFrame);
  details_->document()->setDocumentMargin(12);
  details_->document()->setUndoRedoEnabled(false);
  fixes_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  fix_row_ = new QHBoxLayout(fixes_);
  fix_row_->setContentsMargins(12, 4, 12, 8);
  empty_->setObjectName(QStringLiteral("dim"));
  empty_->setAlignment(Qt::AlignCenter);
  auto* right = new QWidget(this);
  auto* right_column = new QVBoxLayout(right);
  right_column->setContentsMargins(0, 0, 0, 0);
  right_column->setSpacing(0);
  right_column->addWidget(details_, 1);
  right_column->addWidget(fixes_);
  auto* halves = new QSplitter(this);
  halves->addWidget(tree_);
  halves->addWidget(right);
  halves->setStretchFactor(0, 3);
  halves->setStretchFactor(1, 2);
  halves->setObjectName(QStringLiteral("halves"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(halves);
  column->addWidget(empty_);
  connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this, &ProblemsPanel::showDetailsSoon);
  connect(details_->verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] { read_on_ = true; });
  details_->installEventFilter(this);  // its width is available to the fixes
  connect(tree_, &QTreeView::activated, this, [this, signs](const QModelIndex& index) {
    if (const Diagnostic* diagnostic = model_->diagnostic(signs->mapToSource(index.siblingAtColumn(0))))
      Q_EMIT placeWanted(*diagnostic);
  });
  workbench_.addViewer(this);
  diagnosticsChanged();
}

ProblemsPanel::~ProblemsPanel() {
  workbench_.removeViewer(this);
}

void ProblemsPanel::setTheme(const Theme& theme) {
  auto* signs = static_cast<SeverityIcons*>(tree_->model());
  signs->error = icon(QStringLiteral("error"), theme.error);
  if (signs->error.isNull()) signs->error = icon(QStringLiteral("emblem-error"), theme.error);
  signs->warning = icon(QStringLiteral("dialog-warning"), theme.warning);
  signs->note = icon(QStringLiteral("dialog-information"), theme.accent);
  tree_->viewport()->update();
}

void ProblemsPanel::diagnosticsChanged() {
  model_->setDiagnostics(workbench_.session().diagnostics());
  const bool any = model_->rowCount() > 0;
  findChild<QSplitter*>(QStringLiteral("halves"))->setVisible(any);
  empty_->setVisible(!any);
  constexpr int kFew = 24;  // errors are read one by one; notes can wait
  for (int row = 0; row < model_->rowCount(); ++row) {
    const QModelIndex top = tree_->model()->index(row, 0);
    if (top.data(ProblemsModel::SeverityRole).toInt() < 2 && tree_->model()->rowCount(top) <= kFew) tree_->expand(top);
  }
  if (any)
    tree_->setCurrentIndex(tree_->model()->index(0, 0));  // which shows its details
  else
    showDetailsSoon();
  Q_EMIT summaryChanged();
}

QString ProblemsPanel::summary() const {
  QStringList parts;
  if (model_->errors() > 0) parts << tr("%n error(s)", nullptr, model_->errors());
  if (model_->warnings() > 0) parts << tr("%n warning(s)", nullptr, model_->warnings());
  const int notes = model_->notes();
  if (notes > 0) parts << tr("%n note(s)", nullptr, notes);
  return parts.join(QStringLiteral(", "));
}

// Of a row that counts others, the first of them.
const Diagnostic* ProblemsPanel::chosen() const {
  const auto* signs = static_cast<const QIdentityProxyModel*>(tree_->model());
  const QModelIndex row = signs->mapToSource(tree_->currentIndex().siblingAtColumn(0));
  if (!row.isValid()) return nullptr;
  return model_->rowCount(row) > 0 ? model_->diagnostic(model_->index(0, 0, row)) : model_->diagnostic(row);
}

void ProblemsPanel::showDetailsSoon() {
  details_pending_ = true;
  workbench_.soon().run(this, [this] { showDetails(); });
}

void ProblemsPanel::showDetails() {
  details_pending_ = false;
  const Diagnostic* diagnostic = chosen();
  details_->setHtml(diagnostic ? details_html(*diagnostic) : QString());
  read_on_ = false;
  showFixes();
}

bool ProblemsPanel::eventFilter(QObject* watched, QEvent* event) {
  const bool resized = watched == details_ && event->type() == QEvent::Resize;
  // A panel that is opened has no room at first: what begins out of sight for that comes back. Details that are to be
  // shown begin at the top, and must not be replaced by this update.
  if (resized && !read_on_ && !details_pending_)
    workbench_.soon().run(this, [this] {
      if (!read_on_) details_->verticalScrollBar()->setValue(0);
    });
  if (resized && details_->width() != fixes_width_)
    if (const Diagnostic* diagnostic = chosen(); diagnostic && !diagnostic->fixes.empty()) showFixes();
  return QWidget::eventFilter(watched, event);
}

void ProblemsPanel::showFixes() {
  fixes_width_ = details_->width();
  while (QLayoutItem* item = fix_row_->takeAt(0)) {
    if (item->widget()) {
      item->widget()->hide();
      item->widget()->deleteLater();
    }
    delete item;
  }
  const Diagnostic* diagnostic = chosen();
  fixes_->setVisible(diagnostic != nullptr);
  if (!diagnostic) return;
  auto* explain = new QPushButton(tr("What is %1?").arg(qs(diagnostic->code)), fixes_);
  explain->setFlat(true);
  connect(explain, &QPushButton::clicked, this, [this, code = qs(diagnostic->code)] { Q_EMIT explainWanted(code); });
  addFixes(*diagnostic, explain->sizeHint().width());
  fix_row_->addStretch(1);
  fix_row_->addWidget(explain);
}

// As many as fit beside `reserved`; the rest in a menu. They never make the window wider.
void ProblemsPanel::addFixes(const Diagnostic& diagnostic, int reserved) {
  if (diagnostic.fixes.empty()) return;
  auto* more = new QPushButton(tr("More"), fixes_);
  more->setToolTip(tr("Other fixes of this problem"));
  auto* menu = new QMenu(more);
  more->setMenu(menu);
  const int gap = fix_row_->spacing();
  int left = details_->width() - reserved - 2 * gap - 24;
  if (diagnostic.fixes.size() > 1) left -= more->sizeHint().width();
  for (const Fix& fix : diagnostic.fixes) {
    const auto take = [this, diagnostic, fix] { Q_EMIT fixWanted(diagnostic, fix); };
    auto* button = new QPushButton(qs(fix.title), fixes_);
    const int width = button->sizeHint().width() + gap;
    if (!menu->isEmpty() || (width > left && fix_row_->count() > 0)) {
      delete button;
      menu->addAction(qs(fix.title), this, take);
      continue;
    }
    // The first one is always shown, clipped to the available width.
    const int room = std::max(left, 80) - width + button->fontMetrics().horizontalAdvance(button->text());
    button->setAccessibleName(button->text());
    button->setText(in_two_lines(button->text(), button->fontMetrics(), std::max(room, 40)));
    left -= width;
    button->setToolTip(plain_tip(tr("%1. It can be undone").arg(qs(fix.title))));
    connect(button, &QPushButton::clicked, this, take);
    fix_row_->addWidget(button);
  }
  if (menu->isEmpty())
    delete more;
  else
    fix_row_->addWidget(more);
}

}  // namespace nw::views
