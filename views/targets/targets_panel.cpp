// SPDX-License-Identifier: GPL-3.0-or-later
#include "targets/targets_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QIdentityProxyModel>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTreeView>
#include <QVBoxLayout>

#include "common/plain_table.h"
#include "common/text.h"
#include "common/workbench.h"
#include "models/facts_model.h"
#include "models/rows_model.h"
#include "models/target_tree_model.h"
#include "targets/check_page.h"
#include "targets/log_page.h"
#include "targets/queue_page.h"
#include "targets/settings_page.h"
#include "targets/state_icon.h"
#include "targets/target_list.h"

namespace nw::views {

namespace {

// Adds pictures of states, and bold letters of the active target, to the model, which has neither.
class StateIcons : public QIdentityProxyModel {
 public:
  using QIdentityProxyModel::QIdentityProxyModel;
  QVariant data(const QModelIndex& index, int role) const override {
    if (role == Qt::DecorationRole && index.column() == TargetTreeModel::StateColumn) {
      const QVariant state = index.siblingAtColumn(0).data(TargetTreeModel::StateRole);
      return state.isValid() ? QVariant(state_icon(static_cast<TargetState>(state.toInt()), QApplication::palette()))
                             : QVariant();
    }
    if (role == Qt::FontRole && index.siblingAtColumn(0).data(TargetTreeModel::ActiveRole).toBool()) {
      QFont bold = QApplication::font("QTreeView");
      bold.setWeight(QFont::DemiBold);
      return bold;
    }
    return QIdentityProxyModel::data(index, role);
  }
};

void as_tree(QTreeView* tree) {
  tree->setFrameShape(QFrame::NoFrame);
  tree->setUniformRowHeights(true);
  tree->setIndentation(14);
  tree->setSelectionBehavior(QAbstractItemView::SelectRows);
}

// Of the user's files, and of plugins whose manifest says too little for a row of their own.
Diagnostics other_problems(const TargetList& targets) {
  if (!targets.registry()) return {};
  Diagnostics problems = targets.registry()->diagnostics();
  for (const target::Plugin& plugin : targets.registry()->plugins())
    if (plugin.manifest.sha256.empty()) append(problems, plugin.problems);
  return problems;
}

}  // namespace

TargetsPanel::TargetsPanel(Workbench& workbench, TargetList& targets, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      targets_(targets),
      model_(new TargetTreeModel(this)),
      facts_model_(new FactsModel(this)),
      plugin_rows_(new RowsModel({tr("Plugin"), tr("Value"), tr("What it is")}, this)),
      tree_(new QTreeView(this)) {
  auto* icons = new StateIcons(this);
  icons->setSourceModel(model_);
  tree_->setModel(icons);
  tree_->setAccessibleName(tr("Targets"));
  tree_->setToolTip(tr("Enter or a double click schedules, checks and runs kernels for a target"));
  as_tree(tree_);
  tree_->header()->setStretchLastSection(false);
  tree_->header()->setSectionResizeMode(TargetTreeModel::NameColumn, QHeaderView::Stretch);
  auto* halves = new QSplitter(this);
  halves->addWidget(newTree());
  halves->addWidget(newDetails());
  halves->setStretchFactor(0, 1);
  halves->setStretchFactor(1, 1);
  halves->setChildrenCollapsible(false);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(halves);
  connect(tree_, &QTreeView::activated, this, [this] {
    if (const TargetEntry* entry = chosen()) targets_.choose(std::string(entry->id));
  });
  connect(tree_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &TargetsPanel::showDetails);
  connect(&targets_, &TargetList::changed, this, &TargetsPanel::refill);
  connect(&targets_, &TargetList::statesChanged, this, &TargetsPanel::showStates);
  refill();
}

// The tree, and below it what changes the user's list.
QWidget* TargetsPanel::newTree() {
  auto* half = new QWidget(this);
  add_ = new QPushButton(tr("Add…"), half);
  add_->setAccessibleName(tr("Add a target"));
  add_->setToolTip(tr("Adds a target to your list"));
  remove_ = new QPushButton(tr("Remove"), half);
  remove_->setToolTip(tr("Takes the selected target out of your list (Delete)"));
  undo_ = new QPushButton(half);
  connect(add_, &QPushButton::clicked, this, &TargetsPanel::addWanted);
  connect(remove_, &QPushButton::clicked, this, &TargetsPanel::remove);
  connect(undo_, &QPushButton::clicked, this, [this] { targets_.undo(); });
  auto* buttons = new QHBoxLayout;
  buttons->setContentsMargins(12, 4, 12, 4);
  buttons->setSpacing(8);
  for (QPushButton* button : {add_, remove_, undo_}) buttons->addWidget(button);
  buttons->addStretch(1);
  auto* column = new QVBoxLayout(half);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(tree_, 1);
  column->addLayout(buttons);
  return half;
}

QWidget* TargetsPanel::newDetails() {
  auto* details = new QWidget(this);
  why_ = new QLabel(details);
  why_->setWordWrap(true);
  why_->setTextFormat(Qt::PlainText);
  why_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  why_->setContentsMargins(12, 8, 12, 0);
  use_ = new QPushButton(tr("Use this target"), details);
  use_->setToolTip(tr("Schedules, checks and runs kernels for it"));
  trust_ = new QPushButton(tr("Trust this plugin"), details);
  trust_->setToolTip(tr("Its library may be loaded from now on, as it is now; a change of it asks again"));
  try_ = new QPushButton(tr("Try now"), details);
  try_->setToolTip(tr("Connects at once instead of after the pause"));
  connect(try_, &QPushButton::clicked, this, [this] {
    if (const TargetEntry* entry = chosen()) targets_.tryNow(std::string(entry->id));
  });
  connect(use_, &QPushButton::clicked, this, [this] {
    if (const TargetEntry* entry = chosen()) targets_.choose(std::string(entry->id));
  });
  connect(trust_, &QPushButton::clicked, this, &TargetsPanel::trust);
  tabs_ = new QTabWidget(details);
  tabs_->tabBar()->setAccessibleName(tr("Details of the target"));
  tabs_->setDocumentMode(true);
  auto* corner = new QWidget(tabs_);
  auto* buttons = new QHBoxLayout(corner);
  buttons->setContentsMargins(0, 2, 12, 2);
  buttons->addWidget(use_);
  buttons->addWidget(trust_);
  buttons->addWidget(try_);
  tabs_->setCornerWidget(corner);
  tabs_->addTab(newFacts(), tr("Facts"));
  queue_ = new QueuePage(workbench_.jobs(), tabs_);
  log_ = new LogPage(targets_.links(), tabs_);
  check_ = new CheckPage(workbench_, tabs_);
  settings_ = new SettingsPage(targets_, tabs_);
  tabs_->addTab(queue_, tr("Queue"));
  tabs_->addTab(log_, tr("Log"));
  tabs_->addTab(check_, tr("Check"));
  tabs_->addTab(settings_, tr("Settings"));
  auto* plugin = new QTableView(tabs_);
  plugin->setModel(plugin_rows_);
  plugin->setAccessibleName(tr("The target's plugin"));
  as_plain_table(plugin);
  plugin->setColumnWidth(0, 120);
  plugin->setColumnWidth(1, 220);
  tabs_->addTab(plugin, tr("Plugin"));
  auto* column = new QVBoxLayout(details);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(why_);
  column->addWidget(tabs_, 1);
  return details;
}

QWidget* TargetsPanel::newFacts() {
  auto* page = new QWidget(this);
  search_ = new QLineEdit(page);
  search_->setPlaceholderText(tr("Search the facts"));
  search_->setAccessibleName(search_->placeholderText());
  search_->setClearButtonEnabled(true);
  copy_ = new QPushButton(tr("Copy as JSON"), page);
  copy_->setToolTip(tr("All facts, as a file for --target has them"));
  connect(copy_, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(facts_model_->asJson()); });
  found_facts_ = new QSortFilterProxyModel(this);
  found_facts_->setSourceModel(facts_model_);
  found_facts_->setRecursiveFilteringEnabled(true);
  found_facts_->setAutoAcceptChildRows(true);
  found_facts_->setFilterKeyColumn(-1);
  found_facts_->setFilterCaseSensitivity(Qt::CaseInsensitive);
  facts_ = new QTreeView(page);
  facts_->setModel(found_facts_);
  facts_->setAccessibleName(tr("Facts of the target"));
  as_tree(facts_);
  facts_->setRootIsDecorated(true);
  connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
    found_facts_->setFilterFixedString(text);
    facts_->expandAll();
  });
  auto* row = new QHBoxLayout;
  row->setContentsMargins(12, 4, 12, 4);
  row->setSpacing(8);
  row->addWidget(search_, 1);
  row->addWidget(copy_);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(row);
  column->addWidget(facts_, 1);
  return page;
}

// Of the same targets; a column grows with its words and does not shrink.
void TargetsPanel::showStates() {
  model_->setStates(targets_.entries());
  const int width = tree_->columnWidth(TargetTreeModel::StateColumn);
  tree_->resizeColumnToContents(TargetTreeModel::StateColumn);
  if (tree_->columnWidth(TargetTreeModel::StateColumn) < width)
    tree_->setColumnWidth(TargetTreeModel::StateColumn, width);
  showHead(chosen());
}

// What is selected stays so; another active target is selected.
void TargetsPanel::refill() {
  const QString before = tree_->currentIndex().siblingAtColumn(0).data(TargetTreeModel::IdRole).toString();
  model_->setTargets(targets_.entries(), targets_.active(), other_problems(targets_));
  tree_->expandAll();
  tree_->resizeColumnToContents(TargetTreeModel::StateColumn);
  tree_->resizeColumnToContents(TargetTreeModel::KindColumn);
  const bool stays = active_ == targets_.active() && !before.isEmpty();
  active_ = targets_.active();
  const QModelIndex same = model_->find(stays ? ss(before) : active_);
  const QModelIndex shown = same.isValid() ? same : model_->find(targets_.active());
  tree_->setCurrentIndex(static_cast<QIdentityProxyModel*>(tree_->model())->mapFromSource(shown));
  showDetails();
}

const TargetEntry* TargetsPanel::chosen() const {
  const auto* icons = static_cast<const QIdentityProxyModel*>(tree_->model());
  return model_->entry(icons->mapToSource(tree_->currentIndex().siblingAtColumn(0)));
}

void TargetsPanel::showDetails() {
  const TargetEntry* entry = chosen();
  showHead(entry);
  const std::string id = entry ? entry->id : std::string();
  queue_->setTarget(id);
  log_->setTarget(id);
  settings_->setTarget(entry);
  facts_model_->setFacts(entry && entry->facts ? &*entry->facts : nullptr);
  copy_->setEnabled(entry && entry->facts);
  facts_->expandAll();
  facts_->resizeColumnToContents(FactsModel::NameColumn);
  showPlugin(entry);
}

// Why it is in its state, and what can be done about it.
void TargetsPanel::showHead(const TargetEntry* entry) {
  QStringList why;
  if (entry) {
    if (!entry->why.isEmpty() && entry->problems.empty()) why << entry->why;
    for (const Diagnostic& problem : entry->problems) {
      why << qs(problem.message);
      for (const std::string& because : problem.because) why << tr("because %1").arg(qs(because));
      for (const std::string& legal : problem.legal) why << tr("legal: %1").arg(qs(legal));
    }
  }
  why_->setText(why.join(QLatin1Char('\n')));
  why_->setVisible(!why.isEmpty());
  const bool active = entry && entry->id == targets_.active();
  use_->setVisible(entry && !active && entry->selectable() && !entry->id.empty());
  check_->setTarget(entry ? entry->id : std::string(), entry && entry->runs());
  remove_->setEnabled(entry && entry->of_user);
  undo_->setVisible(targets_.canUndo());
  undo_->setText(tr("Undo %1").arg(targets_.undoText()));
  undo_->setToolTip(tr("Takes the last change of your list back (%1)")
                        .arg(QKeySequence(QKeySequence::Undo).toString(QKeySequence::NativeText)));
  trust_->setVisible(entry && entry->state == TargetState::NotTrusted);
  const bool retry = entry && entry->kept && (entry->state == TargetState::Lost || entry->state == TargetState::Failed);
  try_->setVisible(retry);
  tabs_->cornerWidget()->setVisible(retry || use_->isVisibleTo(tabs_) || trust_->isVisibleTo(tabs_));
}

void TargetsPanel::showPlugin(const TargetEntry* entry) {
  std::vector<RowsModel::Row> rows;
  if (const target::Plugin* plugin = entry ? targets_.plugin(entry->plugin) : nullptr) {
    const target::Manifest& manifest = plugin->manifest;
    const std::string language = ss(QLocale().name());
    const auto text = [&](const target::Translated& texts) { return qs(target::Manifest::text(texts, language)); };
    const auto add = [&](const QString& name, const QString& value, const QString& what) {
      if (!value.isEmpty()) rows.push_back({{name, value, what}, {}});
    };
    add(tr("name"), text(manifest.name), text(manifest.description));
    add(tr("version"), qs(manifest.version), tr("interface %1").arg(qs(manifest.abi)));
    add(tr("licence"), qs(manifest.licence), {});
    add(tr("trusted"), plugin->trusted ? tr("yes") : tr("no"), {});
    add(tr("manifest"), qs(manifest.path), {});
    add(tr("library"), qs(manifest.library), {});
  }
  plugin_rows_->setRows(std::move(rows));
  tabs_->setTabVisible(tabs_->count() - 1, plugin_rows_->rowCount() > 0);
}

void TargetsPanel::remove() {
  if (const TargetEntry* entry = chosen(); entry && entry->of_user) targets_.remove(std::string(entry->id));
}

// In the panel the key for undo is about the list, not about the document.
bool TargetsPanel::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && targets_.canUndo() &&
      static_cast<QKeyEvent*>(event)->matches(QKeySequence::Undo)) {
    event->accept();
    return true;
  }
  return QWidget::event(event);
}

void TargetsPanel::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Undo)) return targets_.undo();
  if (event->key() == Qt::Key_Delete) return remove();
  QWidget::keyPressEvent(event);
}

void TargetsPanel::trust() {
  if (const TargetEntry* entry = chosen()) targets_.trust(std::string(entry->plugin));
}

}  // namespace nw::views
