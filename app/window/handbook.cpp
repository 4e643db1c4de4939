// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/handbook.h"

#include <QAction>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextTable>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "base/error_pages.h"
#include "common/text.h"
#include "models/html.h"
#include "window/handbook_search.h"
#include "window/language.h"

namespace nw::window {

using namespace nw::views;

namespace {

constexpr int kUrlRole = Qt::UserRole;

QString text_of(const QString& file) {
  QFile from(file);
  return from.open(QIODevice::ReadOnly) ? QString::fromUtf8(from.readAll()) : QString();
}

// Pages of diagnostics are not among the resources: they are compiled into core/base.
class Page : public QTextBrowser {
 public:
  using QTextBrowser::QTextBrowser;

  QString keys;  // of the window, as Markdown

 protected:
  QVariant loadResource(int type, const QUrl& name) override {
    const QUrl url = source().resolved(name);
    if (url.path().startsWith(QStringLiteral("/nestwright/errors/")))
      return qs(error_page(ss(QFileInfo(url.path()).completeBaseName())));
    if (url.path() == QStringLiteral("/nestwright/keys.md")) return keys;
    if (url.path().startsWith(QStringLiteral("/nestwright/docs/"))) return text_of(QLatin1Char(':') + url.path());
    return QTextBrowser::loadResource(type, name);
  }
};

// As the Markdown reader makes them, tables have double lines and no space around their words.
void open_out_tables(QTextDocument* document, const QColor& line) {
  for (QTextFrame* frame : document->rootFrame()->childFrames()) {
    auto* table = qobject_cast<QTextTable*>(frame);
    if (!table) continue;
    QTextTableFormat format = table->format();
    format.setCellPadding(4);
    format.setCellSpacing(0);
    format.setBorderCollapse(true);
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setBorderBrush(line);
    format.setTopMargin(8);
    format.setBottomMargin(8);
    table->setFormat(format);
  }
}

}  // namespace

std::vector<HelpTopic> help_topics() {
  return {{QStringLiteral("te-script"), Handbook::tr("The TE &script"),
           Handbook::tr("The language of kernels: statements, functions, primitives")},
          {QStringLiteral("tvmscript"), Handbook::tr("&TVMScript"),
           Handbook::tr("Schedules that TVM prints: what is read, checked and compared")},
          {QStringLiteral("patterns"), Handbook::tr("&Pattern tables"),
           Handbook::tr("Composites, offloading, rules and operators of one's own")},
          {QStringLiteral("tuning"), Handbook::tr("T&uning"),
           Handbook::tr("Searches for fast schedules: what is tried, records, taking and applying")},
          {QStringLiteral("glossary"), Handbook::tr("&Glossary"),
           Handbook::tr("Terms of tensor compilers in a sentence or two")},
          {QStringLiteral("tvm-errors"), Handbook::tr("&Messages of TVM"),
           Handbook::tr("What TVM prints when a schedule is wrong, and what it means")},
          {QStringLiteral("architecture"), Handbook::tr("A&rchitecture"),
           Handbook::tr("The modules of the sources, and walks through them")},
          {QStringLiteral("adding"), Handbook::tr("A&dding things"),
           Handbook::tr("Recipes: a primitive, an operator, a pass, a view, …")}};
}

QUrl url_of_topic(const QString& name) {
  return QUrl(QStringLiteral("qrc:/nestwright/docs/") + name + QStringLiteral(".md"));
}

QString anchor_of(const QString& heading) {
  QString anchor;
  for (const QChar c : heading.toLower())
    if (c.isLetterOrNumber() || c == QLatin1Char('-') || c == QLatin1Char('_'))
      anchor += c;
    else if (c == QLatin1Char(' '))
      anchor += QLatin1Char('-');
  return anchor;
}

Handbook::Handbook(QWidget* parent)
    : QDialog(parent), query_(new QLineEdit), results_(new QListWidget), contents_(new QTreeWidget), page_(new Page) {
  setWindowTitle(tr("Handbook"));
  setWindowFlag(Qt::WindowMaximizeButtonHint);
  resize(1100, 760);
  contents_->setHeaderHidden(true);
  contents_->setFrameShape(QFrame::NoFrame);
  contents_->setAccessibleName(tr("Contents"));
  page_->setFrameShape(QFrame::NoFrame);
  page_->setAccessibleName(tr("Page"));
  page_->document()->setDocumentMargin(16);
  query_->setPlaceholderText(tr("Search, or paste a message of TVM"));
  query_->setAccessibleName(tr("Search the handbook"));
  query_->setClearButtonEnabled(true);
  query_->installEventFilter(this);
  results_->setAccessibleName(tr("Found"));
  results_->setFrameShape(QFrame::NoFrame);
  results_->setWordWrap(true);
  results_->hide();
  auto* left = new QWidget;
  auto* column = new QVBoxLayout(left);
  column->setContentsMargins(8, 8, 0, 0);
  column->setSpacing(4);
  column->addWidget(query_);
  column->addWidget(results_, 1);
  column->addWidget(contents_, 1);
  auto* sides = new QSplitter(this);
  sides->addWidget(left);
  sides->addWidget(page_);
  sides->setStretchFactor(1, 1);
  sides->setSizes({300, 800});
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(sides);
  const auto on_key = [this](QKeySequence::StandardKey key, void (QTextBrowser::*go)()) {
    auto* action = new QAction(this);
    action->setShortcuts(key);
    connect(action, &QAction::triggered, page_, go);
    addAction(action);
  };
  on_key(QKeySequence::Back, &QTextBrowser::backward);
  on_key(QKeySequence::Forward, &QTextBrowser::forward);
  fillContents();
  fillErrors();
  connect(query_, &QLineEdit::textChanged, this, &Handbook::find);
  connect(query_, &QLineEdit::returnPressed, this, [this] { openResult(results_->currentItem()); });
  connect(results_, &QListWidget::itemActivated, this, &Handbook::openResult);
  connect(results_, &QListWidget::itemClicked, this, &Handbook::openResult);
  connect(contents_, &QTreeWidget::itemActivated, this,
          [this](const QTreeWidgetItem* item) { open(item->data(0, kUrlRole).toUrl()); });
  connect(contents_, &QTreeWidget::itemClicked, this,
          [this](const QTreeWidgetItem* item) { open(item->data(0, kUrlRole).toUrl()); });
  connect(page_, &QTextBrowser::sourceChanged, this, &Handbook::shown);
}

void Handbook::fillContents() {
  for (const HelpTopic& topic : help_topics()) {
    auto* document = new QTreeWidgetItem(contents_, {without_key(topic.title)});
    document->setToolTip(0, topic.tip);
    document->setData(0, kUrlRole, url_of_topic(topic.name));
    bool code = false;
    for (const QString& line : text_of_topic(topic.name).split(QLatin1Char('\n'))) {
      if (line.startsWith(QStringLiteral("```"))) code = !code;
      if (code || !line.startsWith(QStringLiteral("## "))) continue;
      const QString heading = line.mid(3);
      QUrl url = url_of_topic(topic.name);
      url.setFragment(anchor_of(heading));
      auto* part = new QTreeWidgetItem(document, {heading});
      part->setData(0, kUrlRole, url);
    }
    document->setExpanded(true);
  }
}

Handbook::~Handbook() = default;

void Handbook::fillErrors() {
  errors_ = new QTreeWidgetItem(contents_, {tr("Diagnostics")});
  errors_->setToolTip(0, tr("Every diagnostic with what it means, and how it is mended"));
  for (const std::string_view code : error_codes()) {
    const QString title = qs(error_page(code)).section(QLatin1Char('\n'), 0, 0).mid(2);
    auto* error = new QTreeWidgetItem(errors_, {title});
    error->setData(0, kUrlRole, url_of_error(qs(code)));
  }
}

void Handbook::bringUp() {
  show();
  raise();
  activateWindow();
}

void Handbook::search() {
  if (page_->source().isEmpty()) open(url_of_topic(help_topics().front().name));
  bringUp();
  query_->setFocus(Qt::ShortcutFocusReason);
  query_->selectAll();
}

void Handbook::showErrors() {
  query_->clear();
  errors_->setExpanded(true);
  if (errors_->childCount() > 0) open(errors_->child(0)->data(0, kUrlRole).toUrl());
  contents_->scrollToItem(errors_, QAbstractItemView::PositionAtTop);
  contents_->setCurrentItem(errors_);
  bringUp();
  contents_->setFocus(Qt::ShortcutFocusReason);
}

void Handbook::showKeys(const QString& keys) {
  query_->clear();
  static_cast<Page*>(page_)->keys = keys;
  page_->clearHistory();
  page_->setSource(QUrl(QStringLiteral("qrc:/nestwright/keys.md")));
  page_->reload();
  bringUp();
}

// Answers come while one types; the contents are back when the field is empty.
void Handbook::find(const QString& query) {
  const bool any = !query.trimmed().isEmpty();
  results_->setVisible(any);
  contents_->setVisible(!any);
  results_->clear();
  if (!any) return;
  if (!index_) index_ = std::make_unique<HandbookSearch>();
  for (const HelpPlace& place : index_->find(query)) {
    auto* row = new QListWidgetItem(place.title + QLatin1Char('\n') + place.page, results_);
    row->setToolTip(plain_tip(place.excerpt));
    row->setData(kUrlRole, place.url);
  }
  if (results_->count() > 0) {
    results_->setCurrentRow(0);
    return;
  }
  auto* none = new QListWidgetItem(tr("Nothing is found"), results_);
  none->setFlags(Qt::NoItemFlags);
}

void Handbook::openResult(const QListWidgetItem* result) {
  if (result && result->data(kUrlRole).isValid()) open(result->data(kUrlRole).toUrl());
}

// The arrows go through what was found while one types; Escape empties the field before it closes the window.
bool Handbook::eventFilter(QObject* watched, QEvent* event) {
  if (watched == query_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Escape && !query_->text().isEmpty()) {
      query_->clear();
      return true;
    }
    if ((key == Qt::Key_Down || key == Qt::Key_Up) && results_->isVisible()) {
      const int row = results_->currentRow() + (key == Qt::Key_Down ? 1 : -1);
      results_->setCurrentRow(std::clamp(row, 0, results_->count() - 1));
      return true;
    }
  }
  return QDialog::eventFilter(watched, event);
}

void Handbook::open(const QUrl& url) {
  if (page_->source() == url) return shown(url);
  page_->setSource(url);
}

// Qt's reader of Markdown gives headings no anchors.
void Handbook::shown(const QUrl& url) {
  open_out_tables(page_->document(), palette().color(QPalette::Mid));
  const QString wanted = url.fragment();
  if (wanted.isEmpty()) return page_->verticalScrollBar()->setValue(0);
  for (QTextBlock block = page_->document()->begin(); block.isValid(); block = block.next()) {
    if (block.blockFormat().headingLevel() == 0 || anchor_of(block.text()) != wanted) continue;
    QTextCursor at(block);
    page_->setTextCursor(at);
    page_->verticalScrollBar()->setValue(page_->verticalScrollBar()->value() + page_->cursorRect(at).top());
    return;
  }
}

Handbook& handbook_of(QWidget* window) {
  auto* handbook = window->findChild<Handbook*>();
  return handbook ? *handbook : *new Handbook(window);
}

void show_help(QWidget* window, const QString& topic) {
  Handbook& handbook = handbook_of(window);
  handbook.open(url_of_topic(topic));
  handbook.show();
  handbook.raise();
  handbook.activateWindow();
}

}  // namespace nw::window
