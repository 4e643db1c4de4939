// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/workbench.h"

#include <algorithm>
#include <utility>

#include "common/text.h"

namespace nw::views {

Workbench::Workbench(QObject* parent) : QObject(parent) {
  connect(&jobs_, &Jobs::changed, this, [this] {
    if (jobs_.idle()) Q_EMIT idle();
  });
}

Workbench::~Workbench() = default;

void Workbench::notify(void (Viewer::*what)(), Viewer* except) {
  const std::vector<Viewer*> listeners = viewers_;  // a view may leave while being told
  for (Viewer* viewer : listeners)
    if (viewer != except && std::find(viewers_.begin(), viewers_.end(), viewer) != viewers_.end()) (viewer->*what)();
  Q_EMIT stateChanged();
}

// ── opening ──────────────────────────────────────────────────────────────────────────────────────────────────────

void Workbench::open(const QString& path, const workspace::Consent& consent) {
  jobs_.run<workspace::Opened>(
      QStringLiteral("open"), tr("Opening %1").arg(path.section(QLatin1Char('/'), -1)), this,
      [file = ss(path), consent](const CancelToken& cancel) {
        model::OpenOptions options;
        options.cancel = cancel;
        return workspace::open(file, options, consent);
      },
      [this](workspace::Opened opened) { adopt(std::move(opened)); });
  Q_EMIT stateChanged();
}

void Workbench::openText(const QString& text, const QString& title) {
  jobs_.run<workspace::Opened>(
      QStringLiteral("open"), tr("Reading %1").arg(title), this,
      [content = ss(text), name = ss(title)](const CancelToken&) { return workspace::open_text(content, name); },
      [this](workspace::Opened opened) { adopt(std::move(opened)); });
}

const std::map<std::string, int64_t>& Workbench::dims() const {
  static const std::map<std::string, int64_t> none;
  return document_ ? document_->model_dims() : none;
}

void Workbench::setDims(const std::map<std::string, int64_t>& dims) {
  if (!model() || dims == document_->choices().dims) return;
  QStringList given;
  for (const auto& [name, value] : dims) given << QStringLiteral("%1 = %2").arg(qs(name)).arg(value);
  document_->set_dims(dims, ss(given.isEmpty() ? tr("dynamic dimensions") : given.join(QStringLiteral(", "))));
  afterChoices();
}

// What is shown stays until the other model is there. A file that could not be read is asked for once.
void Workbench::remakeModel() {
  const auto& wanted = document_->choices().dims;
  const bool there = wanted == document_->model_dims();
  if (there || wanted_dims_ == wanted) {
    if (there && std::exchange(wanted_dims_, std::nullopt)) jobs_.cancel(QStringLiteral("sizes"));
    return;
  }
  wanted_dims_ = wanted;
  jobs_.run<workspace::Opened>(
      QStringLiteral("sizes"), tr("Opening with other sizes"), this,
      [file = document_->path(), dims = wanted](const CancelToken& cancel) {
        model::OpenOptions options;
        options.cancel = cancel;
        options.dims = dims;
        return workspace::open(file, options);
      },
      [this](workspace::Opened opened) {
        if (opened.model)
          takeModel(std::move(opened));
        else
          Q_EMIT message(tr("The file could not be read again; its shapes stay as they are"));
      });
}

// Nodes are known by their names: the passes may have given them other numbers.
void Workbench::takeModel(workspace::Opened opened) {
  const auto before = graph();
  std::vector<std::shared_ptr<const void>> old{document_->model(), fusion_, trees_};
  document_->replace_model(std::move(opened));
  trees_ = std::make_shared<ScopeTrees>();
  fusion_.reset();
  fusion_diagnostics_.clear();
  difference_.reset();
  reason_.reset();
  const size_t last = model()->snapshots.size() - 1;
  snapshot_ = stage_ == Stage::Source ? 0 : stage_ == Stage::Fused ? last : std::min(snapshot_, last);
  const auto now = graph();
  const auto carry = [&](Selection selection) {
    if (!before || selection.kind == Selection::Kind::Group) return Selection();  // groups are made again
    for (NodeId* node : {&selection.node, &selection.to}) {
      if (!node->valid()) continue;
      *node = now->find(before->node(*node).name);
      if (!node->valid()) return Selection();
    }
    return selection;
  };
  for (std::vector<Selection>* way : {&back_, &forward_}) {
    for (Selection& selection : *way) selection = carry(selection);
    std::erase_if(*way, [](const Selection& selection) { return selection.empty(); });
  }
  selection_ = carry(selection_);  // not shown again: what is in sight stays
  makeFusion(false);
  notify(&Viewer::modelChanged);
  notify(&Viewer::graphChanged);
  notify(&Viewer::diagnosticsChanged);
  jobs_.releaseAsync(std::move(old));
}

void Workbench::openAside(const QString& text, const QString& title) {
  jobs_.run<workspace::Opened>(
      QStringLiteral("open"), tr("Reading %1").arg(title), this,
      [content = ss(text), name = ss(title)](const CancelToken&) { return workspace::open_text(content, name); },
      [this](workspace::Opened opened) {
        if (!waiting_ && document_ && !openFailed()) waiting_ = std::move(document_);
        adopt(std::make_unique<workspace::Document>(std::move(opened)));
      });
}

void Workbench::backFromAside() {
  if (waiting_) adopt(std::move(waiting_));
}

void Workbench::adopt(workspace::Opened opened) {
  waiting_.reset();
  adopt(std::make_unique<workspace::Document>(std::move(opened)));
}

void Workbench::adopt(std::unique_ptr<workspace::Document> document) {
  // What goes is held until the views have let it go too, and then taken apart elsewhere.
  std::vector<std::shared_ptr<const void>> old{document_ ? document_->model() : nullptr, fusion_, trees_};
  document_ = std::move(document);
  jobs_.cancel(QStringLiteral("sizes"));
  wanted_dims_.reset();
  trees_ = std::make_shared<ScopeTrees>();
  fusion_.reset();
  fusion_diagnostics_.clear();
  difference_.reset();
  reason_.reset();
  reported_.clear();
  back_.clear();
  forward_.clear();
  selection_ = {};
  stage_ = Stage::Fused;
  snapshot_ = model() && !model()->snapshots.empty() ? model()->snapshots.size() - 1 : 0;
  if (model()) makeFusion(false);
  notify(&Viewer::documentChanged);
  if (!model()) notify(&Viewer::graphChanged);
  notify(&Viewer::diagnosticsChanged);
  if (model()) remakeModel();  // one that waited may have been given sizes meanwhile
  jobs_.releaseAsync(std::move(old));
}

void Workbench::makeFusion(bool compare) {
  fused_with_ = document_->choices().fusion;
  difference_.reset();
  jobs_.run<workspace::FusionView>(
      QStringLiteral("fusion"), tr("Fusing"), this,
      [model = document_->model(), choices = fused_with_, target = target_, before = compare ? fusion_ : nullptr](
          const CancelToken&) { return workspace::compute_fusion(model, choices, target, before); },
      [this](workspace::FusionView view) {
        fusion_ = view.fusion;
        fusion_diagnostics_ = view.diagnostics;
        if (view.before) difference_ = std::make_unique<const workspace::FusionView>(std::move(view));
        notify(&Viewer::graphChanged);
        notify(&Viewer::differenceChanged);
        notify(&Viewer::diagnosticsChanged);
        findReason();
      });
}

void Workbench::forgetDifference() {
  if (!difference_) return;
  difference_.reset();
  notify(&Viewer::differenceChanged);
}

void Workbench::keepDifference() {
  forgetDifference();
}

void Workbench::dropDifference() {
  forgetDifference();
  undo();
}

// Only what is selected is asked for: naming the change that would help fuses the graph again, many times.
void Workbench::findReason() {
  reason_.reset();
  jobs_.cancel(QStringLiteral("why"));
  if (selection_.kind != Selection::Kind::Edge || stage_ != Stage::Fused || !fusion_) return;
  jobs_.run<fusion::Reason>(
      QStringLiteral("why"), tr("Asking why"), this,
      [model = document_->model(), choices = fused_with_, fusion = fusion_, a = selection_.node,
       b = selection_.to](const CancelToken&) { return workspace::compute_why(*model, choices, *fusion, a, b); },
      [this](fusion::Reason reason) {
        reason_ = std::move(reason);
        notify(&Viewer::reasonChanged);
      });
}

// ── what is shown ────────────────────────────────────────────────────────────────────────────────────────────────

std::shared_ptr<const graph::Graph> Workbench::graph() const {
  if (!model() || snapshot_ >= model()->snapshots.size()) return nullptr;
  return model()->snapshots[snapshot_].graph;
}

void Workbench::setStage(Stage stage) {
  if (!model() || model()->snapshots.empty()) return;
  const size_t index = stage == Stage::Source ? 0 : model()->snapshots.size() - 1;
  if (stage == stage_ && index == snapshot_) return;
  const Selection kept = carried(selection_, snapshot_, index);
  stage_ = stage;
  snapshot_ = index;
  notify(&Viewer::graphChanged);
  applySelection(kept, nullptr);
}

void Workbench::showSnapshot(size_t index) {
  if (!model() || index >= model()->snapshots.size()) return;
  const Selection kept = carried(selection_, snapshot_, index);
  stage_ = index == 0 ? Stage::Source : Stage::Optimized;
  snapshot_ = index;
  notify(&Viewer::graphChanged);
  applySelection(kept, nullptr);
}

// The node that computes the same in another snapshot, following the passes one by one.
NodeId Workbench::carried(NodeId node, size_t from, size_t to) const {
  const auto& snapshots = model()->snapshots;
  for (; node.valid() && from < to; ++from) {
    auto next = snapshots[from + 1].from_previous.find(node);
    node = next == snapshots[from + 1].from_previous.end() ? NodeId() : next->second;
  }
  for (; node.valid() && from > to; --from) {
    NodeId origin;
    for (const auto& [before, after] : snapshots[from].from_previous)
      if (after == node) origin = before;
    node = origin;
  }
  return node;
}

Selection Workbench::carried(const Selection& selection, size_t from, size_t to) const {
  Selection result = selection;
  if (selection.kind == Selection::Kind::Group) return {};
  if (selection.node.valid()) result.node = carried(selection.node, from, to);
  if (selection.to.valid()) result.to = carried(selection.to, from, to);
  const bool lost = (selection.node.valid() && !result.node.valid()) || (selection.to.valid() && !result.to.valid());
  return lost ? Selection() : result;
}

// ── selection ────────────────────────────────────────────────────────────────────────────────────────────────────

void Workbench::applySelection(const Selection& selection, Viewer* from) {
  selection_ = selection;
  findReason();
  const std::vector<Viewer*> listeners = viewers_;
  for (Viewer* viewer : listeners)
    if (viewer != from && std::find(viewers_.begin(), viewers_.end(), viewer) != viewers_.end())
      viewer->selectionChanged(selection_);
  Q_EMIT stateChanged();
}

void Workbench::select(const Selection& selection, Viewer* from) {
  if (selection == selection_) return;
  constexpr size_t kRemembered = 200;
  if (!selection_.empty()) back_.push_back(selection_);
  if (back_.size() > kRemembered) back_.erase(back_.begin());
  forward_.clear();
  applySelection(selection, from);
}

void Workbench::selectOptimized(NodeId node, Viewer* from) {
  if (!model()) return;
  const NodeId shown = carried(node, model()->snapshots.size() - 1, snapshot_);
  if (shown.valid()) select(Selection::of_node(shown), from);
}

NodeId Workbench::selectedOptimized() const {
  if (!model() || selection_.kind != Selection::Kind::Node) return {};
  return carried(selection_.node, snapshot_, model()->snapshots.size() - 1);
}

void Workbench::goBack() {
  if (back_.empty()) return;
  const Selection target = back_.back();
  back_.pop_back();
  if (!selection_.empty()) forward_.push_back(selection_);
  applySelection(target, nullptr);
}

void Workbench::goForward() {
  if (forward_.empty()) return;
  const Selection target = forward_.back();
  forward_.pop_back();
  if (!selection_.empty()) back_.push_back(selection_);
  applySelection(target, nullptr);
}

// ── edits ────────────────────────────────────────────────────────────────────────────────────────────────────────

void Workbench::afterChoices(Viewer* from, bool compare) {
  if (model()) remakeModel();
  if (model() && !(document_->choices().fusion == fused_with_)) {
    makeFusion(compare);
    notify(&Viewer::differenceChanged);
  }
  notify(&Viewer::choicesChanged, from);
}

void Workbench::setScript(const std::string& task, const std::string& text, const std::string& label, bool typing,
                          Viewer* from) {
  if (!document_) return;
  document_->set_script(task, text, label, typing);
  afterChoices(from);
}

void Workbench::reloadScript(const std::string& text) {
  if (!document_) return;
  document_->reload_script(text, ss(tr("saved by another program")));
  afterChoices();
}

void Workbench::changeKernel(const std::string& task, const std::function<void(workspace::KernelChoice&)>& change,
                             const std::string& label) {
  if (!document_) return;
  const auto& kernels = document_->choices().kernels;
  const auto now = kernels.find(task);
  workspace::KernelChoice kernel = now == kernels.end() ? workspace::KernelChoice() : now->second;
  change(kernel);
  document_->set_kernel(task, std::move(kernel), label);
  afterChoices();
}

void Workbench::editFusion(const workspace::FusionEdit& edit) {
  if (!document_ || document_->choices().fusion == edit.choices) return;
  document_->set_fusion(edit.choices, edit.label);
  afterChoices(nullptr, true);
}

void Workbench::changeFusion(const fusion::Change& change) {
  if (document_) editFusion(workspace::with_change(document_->choices().fusion, change));
}

void Workbench::setPatterns(const QString& text, Viewer* from) {
  if (!document_) return;
  document_->set_patterns(ss(text));
  afterChoices(from);
}

void Workbench::undo() {
  if (!canUndo()) return;
  document_->undo();
  afterChoices();
}

void Workbench::redo() {
  if (!canRedo()) return;
  document_->redo();
  afterChoices();
}

void Workbench::restoreLeft() {
  if (!document_) return;
  document_->restore_left(ss(tr("recovered changes")));
  afterChoices();
}

void Workbench::tagState(workspace::StateId state, const std::string& name) {
  if (!document_ || !state.valid() || state.index() >= document_->history().states().size()) return;
  document_->tag(state, name);
  afterChoices();
}

void Workbench::goToState(workspace::StateId state) {
  if (!document_) return;
  document_->go(state);
  afterChoices();
}

// ── diagnostics ──────────────────────────────────────────────────────────────────────────────────────────────────

Diagnostics Workbench::diagnostics() const {
  Diagnostics all;
  if (document_) append(all, document_->diagnostics());
  append(all, fusion_diagnostics_);
  // Kernels that share a script have the same to say of it.
  for (auto each = reported_.begin(); each != reported_.end(); ++each)
    if (std::none_of(reported_.begin(), each, [&](const auto& other) { return other.second == each->second; }))
      append(all, each->second);
  return all;
}

void Workbench::report(const QString& source, Diagnostics diagnostics) {
  const auto said = reported_.find(source);
  if (said == reported_.end() ? diagnostics.empty() : said->second == diagnostics) return;
  if (diagnostics.empty())
    reported_.erase(said);
  else
    reported_[source] = std::move(diagnostics);
  notify(&Viewer::diagnosticsChanged);
}

}  // namespace nw::views
