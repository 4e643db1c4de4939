// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/model_sizes.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <algorithm>
#include <set>

#include "common/text.h"
#include "common/workbench.h"
#include "models/html.h"
#include "models/size_names.h"

namespace nw::views {

namespace {

constexpr int kSizesMargin = 12, kMaxHeight = 168;  // of the fields, which scroll then

// Those of the inputs that are not fixed, and those that were given a value.
std::vector<std::string> dimensions_of(const DocumentSession& session) {
  std::set<std::string> names;
  for (const auto& [name, value] : session.dims()) names.insert(name);
  if (!session.model()) return {};
  const graph::Graph& source = session.model()->source();
  for (const NodeId input : source.inputs) {
    const graph::Type& type = source.node(input).type;
    if (!type.is_tensor() || !type.rank_known) continue;
    for (const graph::Dim& dim : type.shape)
      if (const std::string name = graph::to_string(dim); dim.is_dynamic() && source.symbols.contains(name))
        names.insert(name);
  }
  return {names.begin(), names.end()};
}

}  // namespace

ModelSizes::ModelSizes(Workbench& workbench, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      fields_(new QWidget),
      grid_(new QGridLayout(fields_)),
      apply_(new QPushButton(tr("Apply"), this)),
      dynamic_(new QPushButton(tr("All dynamic"), this)) {
  setAccessibleName(tr("Dynamic dimensions"));
  auto* title = new QLabel(tr("Dynamic dimensions"), this);
  title->setObjectName(QStringLiteral("heading"));
  grid_->setContentsMargins(0, 0, 4, 0);
  grid_->setHorizontalSpacing(8);
  grid_->setVerticalSpacing(4);
  grid_->setColumnStretch(1, 1);
  auto* scroll = new QScrollArea(this);
  scroll->setWidget(fields_);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::NoFocus);  // its fields have it
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setMaximumHeight(kMaxHeight);
  scroll->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
  scroll->setAccessibleName(tr("Dynamic dimensions"));
  apply_->setToolTip(tr("Give all dimensions these values in one step (Enter)"));
  dynamic_->setToolTip(tr("Take all values away: every dimension is symbolic again"));
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  buttons->addWidget(apply_);
  buttons->addWidget(dynamic_);
  buttons->addStretch(1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kSizesMargin, kSizesMargin, kSizesMargin, 4);
  column->setSpacing(6);
  column->addWidget(title);
  column->addWidget(scroll);
  column->addLayout(buttons);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  connect(apply_, &QPushButton::clicked, this, &ModelSizes::apply);
  connect(dynamic_, &QPushButton::clicked, this, &ModelSizes::makeDynamic);
  hide();
  workbench_.addViewer(this);
}

ModelSizes::~ModelSizes() {
  workbench_.removeViewer(this);
}

QSpinBox* ModelSizes::box(const std::string& name) const {
  const auto at = std::ranges::find(names_, name);
  return at == names_.end() ? nullptr : boxes_[static_cast<size_t>(at - names_.begin())];
}

void ModelSizes::documentChanged() {
  build({});
  follow();
}

void ModelSizes::follow() {
  const std::vector<std::string> names = dimensions_of(workbench_.session());
  if (names != names_) build(names);
  if (!boxes_.empty()) showValues();
}

void ModelSizes::build(const std::vector<std::string>& names) {
  names_ = names;
  boxes_.clear();
  while (QLayoutItem* item = grid_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  QWidget* before = nullptr;
  for (const std::string& name : names_) {
    const QString text = qs(name);
    auto* label = new QLabel(short_label(text), fields_);
    label->setTextFormat(Qt::PlainText);
    label->setToolTip(plain_tip(text));
    auto* box = new QSpinBox(fields_);
    box->setRange(0, 1 << 30);
    box->setSpecialValueText(tr("dynamic"));
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    box->setAccessibleName(tr("Size %1").arg(text));
    box->setToolTip(plain_tip(tr("The value of %1; 0: dynamic").arg(text)));
    label->setBuddy(box);
    const int row = static_cast<int>(boxes_.size());
    grid_->addWidget(label, row, 0);
    grid_->addWidget(box, row, 1);
    if (before) setTabOrder(before, box);
    before = box;
    boxes_.push_back(box);
    connect(box, &QSpinBox::valueChanged, this, &ModelSizes::refreshButtons);
    connect(box->findChild<QLineEdit*>(), &QLineEdit::returnPressed, this, &ModelSizes::apply);
  }
  setVisible(!boxes_.empty());
}

// What was typed and not applied gives way only to another value of the document.
void ModelSizes::showValues() {
  const auto& dims = workbench_.session().dims();
  for (size_t i = 0; i < boxes_.size(); ++i) {
    const auto known = dims.find(names_[i]);
    const int value = known == dims.end() ? 0 : static_cast<int>(std::min<int64_t>(known->second, 1 << 30));
    if (boxes_[i]->property("shown").isValid() && boxes_[i]->property("shown").toInt() == value) continue;
    boxes_[i]->setProperty("shown", value);
    boxes_[i]->setValue(value);
  }
  refreshButtons();
}

void ModelSizes::refreshButtons() {
  apply_->setEnabled(values() != workbench_.session().dims());
  dynamic_->setEnabled(!workbench_.session().dims().empty());
}

std::map<std::string, int64_t> ModelSizes::values() const {
  std::map<std::string, int64_t> values;
  for (size_t i = 0; i < boxes_.size(); ++i)
    if (boxes_[i]->value() > 0) values[names_[i]] = boxes_[i]->value();
  return values;
}

void ModelSizes::apply() {
  for (QSpinBox* box : boxes_) box->interpretText();
  workbench_.session().setDims(values());
}

void ModelSizes::makeDynamic() {
  for (QSpinBox* box : boxes_) box->setValue(0);
  workbench_.session().setDims({});
}

}  // namespace nw::views
