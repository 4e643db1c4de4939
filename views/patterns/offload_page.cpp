// SPDX-License-Identifier: GPL-3.0-or-later
#include "patterns/offload_page.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

#include "common/text.h"
#include "common/workbench.h"
#include "models/html.h"
#include "models/node_text.h"
#include "models/rows_model.h"

namespace nw::views {

namespace {

const QString kCutJob = QStringLiteral("offloading"), kTry = QStringLiteral("offloading one more");

QString node_name(const graph::Graph& graph, NodeId id) {
  return id.valid() ? qs(graph.node(id).name) : OffloadPage::tr("a value");
}

// What crosses a border; nothing is the same as an extent that is not known.
QString crossing(int64_t bytes) {
  return bytes > 0 ? bytes_text(static_cast<double>(bytes)) : OffloadPage::tr("not known");
}

bool all_known(const workspace::OffloadView& view) {
  return std::ranges::all_of(view.cut.regions,
                             [](const auto& each) { return each.bytes_in > 0 && each.bytes_out > 0; });
}

}  // namespace

OffloadPage::OffloadPage(Workbench& workbench, QWidget* parent) : QWidget(parent), workbench_(workbench) {
  build();
}

void OffloadPage::build() {
  head_ = new QHBoxLayout;
  head_->setContentsMargins(8, 4, 8, 4);
  head_->setSpacing(6);
  head_->addWidget(new QLabel(tr("Offload to"), this));
  trial_ = new QWidget(this);
  auto* trial = new QHBoxLayout(trial_);
  trial->setContentsMargins(8, 0, 8, 4);
  trial->setSpacing(6);
  trial->addWidget(new QLabel(tr("What if"), trial_));
  target_ = new QComboBox(trial_);
  target_->setAccessibleName(tr("Target that takes one more operator"));
  trial->addWidget(target_);
  trial->addWidget(new QLabel(tr("also took"), trial_));
  operators_ = new QComboBox(trial_);
  operators_->setAccessibleName(tr("Operator that it takes as well"));
  operators_->setToolTip(tr("Operators of this model that no region has"));
  operators_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  operators_->setMaximumWidth(136);
  operators_->view()->setMinimumWidth(200);
  trial->addWidget(operators_);
  what_if_ = new QLabel(trial_);
  what_if_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  trial->addWidget(what_if_, 1);
  add_ = new QPushButton(trial_);
  add_->setText(tr("Add to the table"));
  add_->setAccessibleName(add_->text());
  add_->setToolTip(tr("Write the supports() line; undo takes it out"));
  trial->addWidget(add_);
  head_->addStretch(1);
  rows_ = new RowsModel({tr("Region"), tr("Operators"), tr("In"), tr("Out")}, this);
  list_ = new QTreeView(this);
  list_->setModel(rows_);
  list_->setAccessibleName(tr("Regions and cuts"));
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->setFrameShape(QFrame::NoFrame);
  list_->header()->setStretchLastSection(false);
  list_->header()->setSectionResizeMode(1, QHeaderView::Stretch);
  for (const auto& [section, width] : {std::pair(0, 140), std::pair(2, 84), std::pair(3, 84)})
    list_->header()->resizeSection(section, width);
  empty_ = new QLabel(
      tr("No target: a listed line `target.name: pattern`, or supports(\"target\", [\"op\"]), names one."), this);
  empty_->setObjectName(QStringLiteral("dim"));
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(head_);
  column->addWidget(trial_);
  column->addWidget(list_, 1);
  column->addWidget(empty_, 1);
  connect(operators_, &QComboBox::activated, this, &OffloadPage::tryOperator);
  connect(target_, &QComboBox::activated, this, &OffloadPage::tryOperator);
  connect(add_, &QPushButton::clicked, this, [this] {
    Q_EMIT addWanted(
        QStringLiteral("supports(\"%1\", [\"%2\"])").arg(target_->currentText(), operators_->currentText()));
  });
  connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, &OffloadPage::go);
  take(nullptr);
}

void OffloadPage::setTable(std::shared_ptr<const graph::Graph> graph, std::string text) {
  graph_ = std::move(graph);
  text_ = std::move(text);
  outdated_ = true;
  if (isVisible()) compute();
}

void OffloadPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  outdated_ ? compute() : announce();
}

// Frames are on the canvas while this page is in front.
void OffloadPage::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  Q_EMIT regionsFound({}, {});
  Q_EMIT wayChosen({});
}

void OffloadPage::setTargets(const std::vector<std::string>& names) {
  std::set<QString> off;
  for (QToolButton* button : targets_) {
    if (!button->isChecked()) off.insert(button->text());
    delete button;
  }
  targets_.clear();
  const QString tried = target_->currentText();
  target_->clear();
  for (const std::string& name : names) {
    auto* button = new QToolButton(this);
    button->setText(qs(name));
    button->setCheckable(true);
    button->setChecked(!off.contains(qs(name)));
    button->setAccessibleName(tr("Offload to %1").arg(qs(name)));
    button->setToolTip(
        plain_tip(tr("Cut regions for %1; where several targets take a node, the first has it").arg(qs(name))));
    head_->insertWidget(1 + static_cast<int>(targets_.size()), button);
    connect(button, &QToolButton::toggled, this, &OffloadPage::compute);
    targets_.push_back(button);
    target_->addItem(qs(name));
  }
  target_->setCurrentIndex(std::max(0, target_->findText(tried)));
}

std::vector<std::string> OffloadPage::chosen() const {
  std::vector<std::string> names;
  for (const QToolButton* button : targets_)
    if (button->isChecked()) names.push_back(ss(button->text()));
  return names;
}

void OffloadPage::compute() {
  if (std::exchange(outdated_, false)) {
    const std::vector<std::string> names = graph_ ? workspace::targets_of(text_) : std::vector<std::string>();
    std::vector<std::string> shown;
    for (const QToolButton* button : targets_) shown.push_back(ss(button->text()));
    if (names != shown) setTargets(names);
  }
  const std::vector<std::string> names = chosen();
  if (!graph_ || names.empty()) {
    workbench_.jobs().cancel(kCutJob);
    return take(nullptr);
  }
  using View = std::shared_ptr<const workspace::OffloadView>;
  workbench_.jobs().run<View>(
      kCutJob, tr("Cutting regions"), this,
      [graph = graph_, text = text_, names](const CancelToken& cancel) {
        return std::make_shared<const workspace::OffloadView>(
            workspace::compute_offload(*graph, text, names, {}, cancel));
      },
      [this](View view) { take(std::move(view)); });
}

void OffloadPage::take(std::shared_ptr<const workspace::OffloadView> view) {
  view_ = std::move(view);
  std::vector<RowsModel::Row> rows;
  for (size_t i = 0; view_ && i < view_->cut.regions.size(); ++i) {
    const pattern::Region& region = view_->cut.regions[i];
    QStringList ops;
    for (const std::string& op : region.ops) ops << qs(op);
    rows.push_back({{tr("%1, %n call(s)", nullptr, static_cast<int>(region.ops.size())).arg(qs(region.compiler)),
                     ops.join(QStringLiteral(", ")), crossing(region.bytes_in), crossing(region.bytes_out)},
                    {},
                    static_cast<int>(i),
                    false});
  }
  for (size_t i = 0; view_ && i < view_->cut.cuts.size(); ++i) {
    const pattern::Cut& cut = view_->cut.cuts[i];
    QStringList way;
    for (const NodeId id : cut.path) way << node_name(*graph_, id);
    const QString why = way.isEmpty()
                            ? tr("one depends on another target's region")
                            : tr("together they would depend on themselves: %1").arg(way.join(QStringLiteral(" → ")));
    rows.push_back({{tr("cut in %1").arg(qs(cut.compiler)),
                     tr("%1 | %2: %3").arg(node_name(*graph_, cut.from), node_name(*graph_, cut.to), why),
                     {},
                     {}},
                    {},
                    -1 - static_cast<int>(i),
                    true});
  }
  rows_->setRows(std::move(rows));
  list_->setVisible(!targets_.empty());
  trial_->setVisible(!targets_.empty() && graph_ != nullptr);
  empty_->setVisible(targets_.empty());
  fillOperators();
  announce();
}

void OffloadPage::announce() {
  std::vector<NamedNodes> regions;
  for (size_t i = 0; view_ && i < view_->cut.regions.size(); ++i) {
    const pattern::Region& region = view_->cut.regions[i];
    const bool known = region.bytes_in > 0 && region.bytes_out > 0;
    regions.push_back(
        {known ? tr("%1  %2 → %3").arg(qs(region.compiler), crossing(region.bytes_in), crossing(region.bytes_out))
               : qs(region.compiler),
         view_->nodes[i]});
  }
  if (isVisible()) Q_EMIT regionsFound(regions, view_ ? view_->cut.cuts : std::vector<pattern::Cut>());
}

void OffloadPage::fillOperators() {
  const QString tried = operators_->currentText();
  operators_->clear();
  std::set<NodeId> inside;
  for (size_t i = 0; view_ && i < view_->nodes.size(); ++i)
    inside.insert(view_->nodes[i].begin(), view_->nodes[i].end());
  std::set<std::string> names;
  for (size_t i = 0; view_ && graph_ && i < graph_->size(); ++i) {
    const NodeId id(static_cast<int32_t>(i));
    const graph::Node& node = graph_->node(id);
    if (node.kind == graph::NodeKind::Call && !inside.contains(id)) names.insert(node.op);
  }
  operators_->addItem(tr("an operator…"));
  for (const std::string& name : names) operators_->addItem(qs(name));
  what_if_->clear();
  add_->hide();
  if (const int at = operators_->findText(tried); at > 0) {
    operators_->setCurrentIndex(at);
    tryOperator();
  }
}

void OffloadPage::tryOperator() {
  what_if_->clear();
  add_->hide();
  if (operators_->currentIndex() <= 0 || !view_ || !graph_) return;
  using View = std::shared_ptr<const workspace::OffloadView>;
  workbench_.jobs().run<View>(
      kTry, tr("Cutting regions with one more operator"), this,
      [graph = graph_, text = text_, names = chosen(),
       also = std::pair(ss(target_->currentText()), ss(operators_->currentText()))](const CancelToken& cancel) {
        return std::make_shared<const workspace::OffloadView>(
            workspace::compute_offload(*graph, text, names, also, cancel));
      },
      [this](const View& now) {
        if (!view_) return;
        QString text = tr("%1 → %2 regions").arg(view_->cut.regions.size()).arg(now->cut.regions.size());
        if (all_known(*view_) && all_known(*now))
          text += tr(", %1 → %2").arg(crossing(view_->bytes), crossing(now->bytes));
        what_if_->setText(text);
        what_if_->setToolTip(tr("%1: regions, and what crosses their borders, now and then").arg(text));
        add_->show();
      });
}

void OffloadPage::go(const QModelIndex& row) {
  if (!view_ || !row.isValid()) return;
  const int key = row.data(RowsModel::KeyRole).toInt();
  NodeId node;
  if (key >= 0 && !view_->nodes[static_cast<size_t>(key)].empty())
    node = view_->nodes[static_cast<size_t>(key)].front();
  std::vector<NodeId> way;
  if (key < 0) {
    const pattern::Cut& cut = view_->cut.cuts[static_cast<size_t>(-1 - key)];
    node = cut.to.valid() ? cut.to : cut.from;
    way = cut.path;
    for (const NodeId end : {cut.from, cut.to})
      if (end.valid()) way.push_back(end);
  }
  if (node.valid()) workbench_.session().select(Selection::of_node(node));
  Q_EMIT wayChosen(way);
}

}  // namespace nw::views
