// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/documents_window.h"

#include <QCloseEvent>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QMenuBar>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QThreadPool>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "common/command_palette.h"
#include "models/html.h"
#include "window/actions.h"
#include "window/document_tab_bar.h"
#include "window/lesson_bar.h"
#include "window/main_window.h"
#include "window/menus.h"
#include "window/start_page.h"
#include "window/window_session.h"

namespace nw::window {

using namespace nw::views;

namespace {

bool same_file(const QString& a, const QString& b) {
  if (a.isEmpty() || b.isEmpty()) return false;
  const QString one = QFileInfo(a).canonicalFilePath();
  return a == b || (!one.isEmpty() && one == QFileInfo(b).canonicalFilePath());
}

}  // namespace

DocumentsWindow::DocumentsWindow(ThemeSource& theme, QSettings* settings, Prepare prepare)
    : theme_(theme),
      settings_(settings),
      prepare_(std::move(prepare)),
      menus_(new QStackedWidget(this)),
      bar_(new DocumentTabBar(this)),
      pages_(new QStackedWidget(this)) {
  setAcceptDrops(true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  for (QWidget* each : std::initializer_list<QWidget*>{menus_, bar_, pages_}) column->addWidget(each);
  menus_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  resize(1440, 900);
  settings_.restoreGeometry(*this);
  connect(bar_, &QTabBar::currentChanged, this, &DocumentsWindow::activate);
  connect(bar_, &QTabBar::tabCloseRequested, this, &DocumentsWindow::closeTab);
  connect(bar_, &QTabBar::tabMoved, this, [this](int from, int to) {
    const Tab moved = tabs_[static_cast<size_t>(from)];
    tabs_.erase(tabs_.begin() + from);
    tabs_.insert(tabs_.begin() + to, moved);
    refresh();
  });
  activate(addTab());
  if (settings) session_ = std::make_unique<WindowSession>(*this);
}

DocumentsWindow::~DocumentsWindow() {
  session_.reset();
  for (const Tab& tab : tabs_) {
    if (tab.page) disconnect(tab.page, nullptr, this, nullptr);
    delete tab.menu;  // it shows what its page has
    delete tab.page;
  }
}

// ── tabs ─────────────────────────────────────────────────────────────────────────────────────────────────────────

int DocumentsWindow::addTab() {
  Tab tab;
  makePage(tab);
  tabs_.push_back(tab);
  const QSignalBlocker quiet(bar_);
  bar_->addTab(QString());
  refresh();
  return count() - 1;
}

void DocumentsWindow::addWaiting(const OpenDocument& document, int number) {
  tabs_.insert(tabs_.begin() + number, {nullptr, nullptr, document});
  const QSignalBlocker quiet(bar_);
  bar_->insertTab(number, QString());
  refresh();
}

// Made where it stays: moved there, all of it would be styled twice.
void DocumentsWindow::makePage(Tab& tab) {
  tab.page = new MainWindow(theme_, settings_.store(), pages_);
  tab.menu = tab.page->menuBar();
  if (prepare_) prepare_(*tab.page);
  tab.page->files().setPlaces(this);
  menus_->addWidget(tab.menu);
  tab.page->resize(pages_->size());
  pages_->addWidget(tab.page);
  connectPage(tab.page);
}

void DocumentsWindow::connectPage(MainWindow* page) {
  const Actions& actions = page->actions();
  connect(page, &MainWindow::stateUpdated, this, &DocumentsWindow::refresh);
  // In an event of its own: the page is deleted by it.
  connect(page, &MainWindow::closeWanted, this, [this, page] { closeTab(numberOf(page)); }, Qt::QueuedConnection);
  connect(actions.new_tab, &QAction::triggered, this, [this] { activate(addTab()); });
  connect(actions.next_document, &QAction::triggered, this, [this] { goBy(1); });
  connect(actions.previous_document, &QAction::triggered, this, [this] { goBy(-1); });
  connect(&page->menus(), &Menus::documentWanted, this, &DocumentsWindow::activate);
  connect(&page->startPage(), &StartPage::recoverWanted, this, &DocumentsWindow::recoverWanted);
  connect(&page->startPage(), &StartPage::leaveWanted, this, &DocumentsWindow::leaveWanted);
  page->palette()->addSource([this] {
    std::vector<Command> commands;
    for (int i = 0; count() > 1 && i < count(); ++i)
      commands.push_back({tr("Document: %1").arg(titles_[i]), {}, [this, i] { activate(i); }});
    return commands;
  });
}

void DocumentsWindow::activate(int number) {
  if (number < 0 || number >= count()) return;
  Tab& tab = tabs_[static_cast<size_t>(number)];
  const OpenDocument waits = std::exchange(tab.waits, {});
  if (!tab.page) makePage(tab);
  {
    const QSignalBlocker quiet(bar_);
    bar_->setCurrentIndex(number);
  }
  if (tab.page != shown_) present(tab);
  if (!waits.empty()) tab.page->files().reopen(waits);
  refresh();
}

// Panels are where they were beside the document before.
void DocumentsWindow::present(const Tab& tab) {
  Docks::Arrangement arrangement;
  if (shown_) {
    arrangement = shown_->docks().arrangement();
    shown_->docks().hideFloating();
  }
  shown_ = tab.page;
  menus_->setCurrentWidget(tab.menu);
  pages_->setCurrentWidget(tab.page);
  if (!(tab.page->docks().arrangement() == arrangement)) tab.page->docks().adopt(arrangement);
  tab.page->activated();
}

void DocumentsWindow::goBy(int step) {
  if (count() > 1) activate((current() + step + count()) % count());
}

int DocumentsWindow::current() const {
  return bar_->currentIndex();
}

MainWindow* DocumentsWindow::page(int number) const {
  return tabs_[static_cast<size_t>(number)].page;
}

int DocumentsWindow::numberOf(const MainWindow* page) const {
  return static_cast<int>(std::ranges::find(tabs_, page, &Tab::page) - tabs_.begin());
}

int DocumentsWindow::numberOf(const QString& file) const {
  const auto found = std::ranges::find_if(
      tabs_, [&](const Tab& tab) { return same_file(tab.page ? tab.page->files().file() : tab.waits.file, file); });
  return static_cast<int>(found - tabs_.begin());
}

// ── opening ──────────────────────────────────────────────────────────────────────────────────────────────────────

void DocumentsWindow::open(const QString& file) {
  shown_->files().open(file);
}

FileSession* DocumentsWindow::placeFor(const QString& file) {
  if (const int there = numberOf(file); there < count()) {
    activate(there);
    // What could not be read, or was stopped, may be read now.
    const bool open = !shown_->vacant() && !shown_->workbench().session().openFailed();
    return open ? nullptr : &shown_->files();
  }
  const auto vacant = [this](const MainWindow* page) { return page && page != offering_ && page->vacant(); };
  if (vacant(shown_)) return &shown_->files();
  const auto free = std::ranges::find_if(tabs_, [&](const Tab& tab) { return vacant(tab.page); });
  activate(free != tabs_.end() ? static_cast<int>(free - tabs_.begin()) : addTab());
  return &shown_->files();
}

QString DocumentsWindow::freeTitle(const QString& title) const {
  const auto taken = [this](const QString& name) {
    return std::ranges::any_of(tabs_, [&](const Tab& tab) { return titleOf(tab) == name; });
  };
  const qsizetype dot = title.lastIndexOf(QLatin1Char('.'));
  const QString stem = dot > 0 ? title.left(dot) : title, ending = dot > 0 ? title.mid(dot) : QString();
  QString name = title;
  for (int n = 2; taken(name); ++n) name = QStringLiteral("%1 %2%3").arg(stem).arg(n).arg(ending);
  return name;
}

void DocumentsWindow::offer(const std::vector<OpenDocument>& documents) {
  if (!documents.empty()) offering_ = tabs_.front().page;
  if (offering_) offering_->startPage().setRecovery(documents);
  if (documents.empty()) offering_ = nullptr;
}

// ── closing ──────────────────────────────────────────────────────────────────────────────────────────────────────

bool DocumentsWindow::mayClose(int number) {
  MainWindow* page = this->page(number);
  if (!page) return true;
  if (page->files().hasUnsaved() || page->lesson()->active()) activate(number);  // a question is about what is seen
  return page->files().mayClose();
}

bool DocumentsWindow::closeTab(int number) {
  if (number < 0 || number >= count() || !mayClose(number)) return false;
  MainWindow* page = this->page(number);
  if (page) page->files().leave();
  if (count() > 1)
    remove(number);
  else
    page->workbench().closeDocument();
  return true;
}

void DocumentsWindow::remove(int number) {
  if (number == current()) activate(number + 1 < count() ? number + 1 : number - 1);
  const Tab tab = tabs_[static_cast<size_t>(number)];
  tabs_.erase(tabs_.begin() + number);
  {
    const QSignalBlocker quiet(bar_);
    bar_->removeTab(number);
  }
  if (tab.page) {
    if (tab.page == offering_) offering_ = nullptr;
    disconnect(tab.page, nullptr, this, nullptr);
    tab.page->workbench().jobs().cancelAll();
    // Taking a large graph apart takes many frames: it is held until the page is gone, and goes on another thread.
    connect(tab.page, &QObject::destroyed, this, [values = tab.page->largeValues()] {
      QThreadPool::globalInstance()->start([held = values]() mutable { held.clear(); });
    });
    menus_->removeWidget(tab.menu);
    pages_->removeWidget(tab.page);
    tab.menu->deleteLater();  // before the page: it shows what that has
    tab.page->deleteLater();
  }
  refresh();
}

// All are asked about before anything is thrown away: somebody may still say no.
void DocumentsWindow::closeEvent(QCloseEvent* event) {
  for (int i = 0; i < count(); ++i)
    if (!mayClose(i)) return event->ignore();
  if (session_) session_->end();
  for (const Tab& tab : tabs_) {
    if (!tab.page) continue;
    tab.page->files().leaveForNextTime();
    tab.page->workbench().jobs().cancelAll();
  }
  settings_.saveGeometry(*this);
  if (settings_.store()) shown_->savePanels();
  event->accept();
}

// ── what is shown of them ────────────────────────────────────────────────────────────────────────────────────────

QString DocumentsWindow::titleOf(const Tab& tab) const {
  const QString file = tab.page ? tab.page->files().file() : tab.waits.file;
  if (tab.page && !tab.page->title().isEmpty()) return tab.page->title();
  if (!file.isEmpty()) return QFileInfo(file).fileName();
  const QString& text = tab.page ? tab.page->files().textTitle() : tab.waits.title;
  return text.isEmpty() ? tr("New tab") : text;
}

// Files of one name in several folders have their folder beside it.
QStringList DocumentsWindow::distinctTitles() const {
  QStringList names, titles;
  for (const Tab& tab : tabs_) names << titleOf(tab);
  for (size_t i = 0; i < tabs_.size(); ++i) {
    const Tab& tab = tabs_[i];
    const QFileInfo file(tab.page ? tab.page->files().file() : tab.waits.file);
    const QString& name = names[static_cast<qsizetype>(i)];
    const bool alone = names.count(name) == 1 || file.filePath().isEmpty();
    titles << (alone ? name : QStringLiteral("%1 — %2").arg(name, file.dir().dirName()));
  }
  return titles;
}

void DocumentsWindow::refresh() {
  titles_ = distinctTitles();
  for (int i = 0; i < count(); ++i) {
    const Tab& tab = tabs_[static_cast<size_t>(i)];
    const bool modified = tab.page ? tab.page->isWindowModified() : tab.waits.unsaved;
    QString text = modified ? titles_[i] + QLatin1Char('*') : titles_[i];
    text.replace(QLatin1Char('&'), QStringLiteral("&&"));
    if (bar_->tabText(i) != text) bar_->setTabText(i, text);
    const QString file = tab.page ? tab.page->files().file() : tab.waits.file;
    bar_->setTabToolTip(i, plain_tip(file.isEmpty() ? titles_[i] : file));
  }
  bar_->setVisible(count() > 1);
  if (shown_) {
    setWindowTitle(shown_->windowTitle());
    setWindowModified(shown_->isWindowModified());
    refreshActions();
  }
  Q_EMIT changed();
}

void DocumentsWindow::refreshActions() {
  const Actions& actions = shown_->actions();
  shown_->menus().setDocuments(titles_, current());
  for (QAction* action : {actions.next_document, actions.previous_document}) action->setEnabled(count() > 1);
  actions.close_document->setEnabled(count() > 1 || !shown_->vacant());
}

OpenSession DocumentsWindow::documents() const {
  OpenSession session;
  for (int i = 0; i < count(); ++i) {
    const Tab& tab = tabs_[static_cast<size_t>(i)];
    OpenDocument document = tab.page ? tab.page->files().opened() : tab.waits;
    if (document.empty()) continue;
    if (i == current()) session.active = static_cast<int>(session.documents.size());
    session.documents.push_back(std::move(document));
  }
  return session;
}

bool DocumentsWindow::settled() const {
  const bool opening =
      std::ranges::any_of(tabs_, [](const Tab& tab) { return tab.page && tab.page->files().isOpening(); });
  return !opening && shown_->settled();
}

// ── events ───────────────────────────────────────────────────────────────────────────────────────────────────────

bool DocumentsWindow::event(QEvent* event) {
  // The menus are outside of the page whose status bar explains them, and the page does not hear that it is in front.
  if (shown_ && (event->type() == QEvent::StatusTip || event->type() == QEvent::ActivationChange))
    QCoreApplication::sendEvent(shown_, event);
  return QWidget::event(event);
}

void DocumentsWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (MainWindow::canOpen(*event->mimeData())) event->acceptProposedAction();
}

void DocumentsWindow::dropEvent(QDropEvent* event) {
  shown_->openDropped(*event->mimeData(), shown_->mapFrom(this, event->position().toPoint()));
  event->acceptProposedAction();
}

}  // namespace nw::window
