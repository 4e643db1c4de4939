// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/document_session.h"

#include <QStringList>
#include <algorithm>
#include <utility>

#include "common/jobs.h"
#include "common/text.h"

namespace nw::views {

namespace {
// Purposes of the jobs of a session; only one session at a time has any under way.
const QString kSizes = QStringLiteral("sizes"), kFusion = QStringLiteral("fusion"), kWhy = QStringLiteral("why"),
              kWarnings = QStringLiteral("fusion warnings");
}  // namespace

DocumentSession::DocumentSession(std::unique_ptr<workspace::Document> document, Jobs& jobs, const TargetFacts& target)
    : jobs_(jobs), target_(target), document_(std::move(document)) {}

void DocumentSession::clearDerived() {
  for (const QString& purpose : {kSizes, kFusion, kWhy, kWarnings}) jobs_.cancel(purpose);
  trees_ = std::make_shared<ScopeTrees>();
  fusion_.reset();
  fusion_diagnostics_.clear();
  difference_.reset();
  kept_.reset();
  reason_.reset();
}

void DocumentSession::start() {
  snapshot_ = model() && !model()->snapshots.empty() ? model()->snapshots.size() - 1 : 0;
  if (model()) makeFusion(false);
}

void DocumentSession::suspend() {
  clearDerived();
  wanted_.reset();
  reported_.clear();
  selection_.clear();
  stage_ = Stage::Fused;
}

std::vector<std::shared_ptr<const void>> DocumentSession::largeValues() const {
  return {document_ ? document_->model() : nullptr, fusion_, trees_};
}

// ── the model and its fusion ─────────────────────────────────────────────────────────────────────────────────────

const std::map<std::string, int64_t>& DocumentSession::dims() const {
  static const std::map<std::string, int64_t> none;
  return document_ ? document_->model_dims() : none;
}

void DocumentSession::setDims(const std::map<std::string, int64_t>& dims) {
  if (!model() || dims == document_->choices().dims) return;
  QStringList given;
  for (const auto& [name, value] : dims) given << QStringLiteral("%1 = %2").arg(qs(name)).arg(value);
  document_->set_dims(dims, ss(given.isEmpty() ? tr("dynamic dimensions") : given.join(QStringLiteral(", "))));
  choicesHaveChanged();
}

// The current model is shown until the other one is ready. Reading a file that fails is tried once.
void DocumentSession::followModelChoices() {
  if (!model()) return;
  const auto wanted = std::pair(document_->choices().dims, document_->wanted_table());
  const bool there = wanted == std::pair(document_->model_dims(), document_->model_table());
  if (there || wanted_ == wanted) {
    if (there && std::exchange(wanted_, std::nullopt)) jobs_.cancel(kSizes);
    return;
  }
  wanted_ = wanted;
  const bool sizes = wanted.first != document_->model_dims();
  jobs_.run<workspace::Opened>(
      kSizes, sizes ? tr("Opening with other sizes") : tr("Opening with the pattern table"), this,
      [model = document_->model(), dims = wanted.first, table = wanted.second, sizes](const CancelToken& cancel) {
        model::OpenOptions options;
        options.cancel = cancel;
        options.dims = dims;
        return workspace::open_again(*model, options, table, sizes);
      },
      [this](workspace::Opened opened) {
        if (opened.model)
          replaceModel(std::move(opened));
        else
          Q_EMIT message(tr("The file could not be read again; the model stays as it is"));
      });
}

// Nodes are known by their names: the passes may have given them other numbers.
void DocumentSession::replaceModel(workspace::Opened opened) {
  const auto before = graph();
  std::vector<std::shared_ptr<const void>> old = largeValues();
  document_->replace_model(std::move(opened));
  clearDerived();
  const size_t last = model()->snapshots.size() - 1;
  snapshot_ = stage_ == Stage::Source ? 0 : stage_ == Stage::Fused ? last : std::min(snapshot_, last);
  const auto now = graph();
  // Not shown again: the current view is kept.
  selection_.transfer(
      [&](const Selection& selection) { return before ? selection_by_names(selection, *before, *now) : Selection(); });
  makeFusion(false);
  Q_EMIT modelChanged();
  Q_EMIT graphChanged();
  Q_EMIT diagnosticsChanged();
  jobs_.releaseAsync(std::move(old));
}

void DocumentSession::makeFusion(bool compare) {
  fused_with_ = document_->choices().fusion;
  fused_for_ = target_;
  difference_.reset();
  kept_.reset();
  jobs_.cancel(kWarnings);
  jobs_.run<workspace::FusionView>(
      kFusion, tr("Fusing"), this,
      [model = document_->model(), choices = fused_with_, target = target_, before = compare ? fusion_ : nullptr](
          const CancelToken&) { return workspace::compute_fusion(model, choices, target, before); },
      [this, choices = fused_with_](workspace::FusionView view) {
        fusion_ = view.fusion;
        fusion_diagnostics_ = view.diagnostics;
        const workspace::FusionChoices before = std::exchange(shown_with_, choices);
        if (view.before) before_difference_ = before;
        if (view.before) difference_ = std::make_unique<const workspace::FusionView>(std::move(view));
        Q_EMIT graphChanged();
        Q_EMIT differenceChanged();
        Q_EMIT diagnosticsChanged();
        findReason();
        followTarget();  // it may have changed meanwhile
      });
}

void DocumentSession::followTarget() {
  if (!model() || jobs_.busy(kFusion) || fused_for_ == target_) return;
  fused_for_ = target_;
  jobs_.run<Diagnostics>(
      kWarnings, tr("Looking at the groups for another target"), this,
      [model = document_->model(), choices = fused_with_, target = target_](const CancelToken&) {
        return workspace::compute_fusion(model, choices, target).diagnostics;
      },
      [this](Diagnostics diagnostics) {
        fusion_diagnostics_ = std::move(diagnostics);
        Q_EMIT diagnosticsChanged();
      });
}

void DocumentSession::forgetDifference() {
  if (!difference_) return;
  difference_.reset();
  Q_EMIT differenceChanged();
}

void DocumentSession::keepDifference() {
  if (difference_) kept_ = std::move(difference_);
  Q_EMIT differenceChanged();
}

void DocumentSession::dropDifference() {
  if (!difference_) return;
  forgetDifference();
  document_->set_fusion(before_difference_, "what-if dropped");
  choicesHaveChanged();
}

// Computed for the selection only: the search for a change fuses the graph many times.
void DocumentSession::findReason() {
  reason_.reset();
  jobs_.cancel(kWhy);
  if (selection().kind != Selection::Kind::Edge || stage_ != Stage::Fused || !fusion_) return;
  jobs_.run<fusion::Reason>(
      kWhy, tr("Asking why"), this,
      [model = document_->model(), choices = fused_with_, fusion = fusion_, a = selection().node,
       b = selection().to](const CancelToken&) { return workspace::compute_why(*model, choices, *fusion, a, b); },
      [this](fusion::Reason reason) {
        reason_ = std::move(reason);
        Q_EMIT reasonChanged();
      });
}

// ── display ────────────────────────────────────────────────────────────────────────────────────────────────

std::shared_ptr<const graph::Graph> DocumentSession::graph() const {
  if (!model() || snapshot_ >= model()->snapshots.size()) return nullptr;
  return model()->snapshots[snapshot_].graph;
}

std::shared_ptr<const graph::Graph> DocumentSession::graphBeforeRules() const {
  if (!model() || snapshot_ >= model()->snapshots.size()) return nullptr;
  const bool behind = document_->model_table().rules && snapshot_ > 0 && snapshot_ + 1 == model()->snapshots.size();
  return model()->snapshots[behind ? snapshot_ - 1 : snapshot_].graph;
}

void DocumentSession::setStage(Stage stage) {
  if (!model() || model()->snapshots.empty()) return;
  const size_t index = stage == Stage::Source ? 0 : model()->snapshots.size() - 1;
  if (stage != stage_ || index != snapshot_) show(stage, index);
}

void DocumentSession::showSnapshot(size_t index) {
  if (model() && index < model()->snapshots.size()) show(index == 0 ? Stage::Source : Stage::Optimized, index);
}

void DocumentSession::show(Stage stage, size_t index) {
  const Selection transferred = selection_in_snapshot(*model(), selection(), snapshot_, index);
  stage_ = stage;
  snapshot_ = index;
  Q_EMIT graphChanged();
  selection_.replace(transferred);
  selectionHasChanged(nullptr);
}

// ── selection ────────────────────────────────────────────────────────────────────────────────────────────────────

void DocumentSession::selectionHasChanged(Viewer* cause) {
  findReason();
  Q_EMIT selectionChanged(cause);
}

void DocumentSession::select(const Selection& selection, Viewer* from) {
  if (selection == selection_.current()) return;
  selection_.select(selection);
  selectionHasChanged(from);
}

void DocumentSession::selectOptimized(NodeId node, Viewer* from) {
  if (!model()) return;
  const NodeId shown = node_in_snapshot(*model(), node, model()->snapshots.size() - 1, snapshot_);
  if (shown.valid()) select(Selection::of_node(shown), from);
}

NodeId DocumentSession::selectedOptimized() const {
  if (!model() || selection().kind != Selection::Kind::Node) return {};
  return node_in_snapshot(*model(), selection().node, snapshot_, model()->snapshots.size() - 1);
}

GroupId DocumentSession::selectedGroup() const {
  if (selection().kind == Selection::Kind::Group || stage_ != Stage::Fused || !fusion_) return selection().group;
  const auto found = fusion_->group_of.find(selection().node);
  return found == fusion_->group_of.end() ? GroupId() : found->second;
}

void DocumentSession::goBack() {
  if (!canGoBack()) return;
  selection_.goBack();
  selectionHasChanged(nullptr);
}

void DocumentSession::goForward() {
  if (!canGoForward()) return;
  selection_.goForward();
  selectionHasChanged(nullptr);
}

// ── edits ────────────────────────────────────────────────────────────────────────────────────────────────────────

void DocumentSession::choicesHaveChanged(Viewer* cause, bool compare) {
  followModelChoices();
  if (model() && !(document_->choices().fusion == fused_with_)) {
    makeFusion(compare);
    Q_EMIT differenceChanged();
  }
  Q_EMIT choicesChanged(cause);
}

void DocumentSession::setScript(const std::string& task, const std::string& text, const std::string& label, bool typing,
                                Viewer* from) {
  if (!document_) return;
  document_->set_script(task, text, label, typing);
  choicesHaveChanged(from);
}

void DocumentSession::reloadScript(const std::string& text) {
  if (!document_) return;
  document_->reload_script(text, ss(tr("saved by another program")));
  choicesHaveChanged();
}

void DocumentSession::changeKernel(const std::string& task, const std::function<void(workspace::KernelChoice&)>& change,
                                   const std::string& label) {
  if (!document_) return;
  const auto& kernels = document_->choices().kernels;
  const auto now = kernels.find(task);
  workspace::KernelChoice kernel = now == kernels.end() ? workspace::KernelChoice() : now->second;
  change(kernel);
  document_->set_kernel(task, std::move(kernel), label);
  choicesHaveChanged();
}

void DocumentSession::useSchedules(const std::map<std::string, std::string>& scripts, const std::string& name,
                                   const std::string& label) {
  if (!document_) return;
  document_->use_schedules(scripts, name, label);
  choicesHaveChanged();
}

void DocumentSession::editFusion(const workspace::FusionEdit& edit) {
  if (!document_ || document_->choices().fusion == edit.choices) return;
  document_->set_fusion(edit.choices, edit.label);
  choicesHaveChanged(nullptr, true);
}

void DocumentSession::changeFusion(const fusion::Change& change) {
  if (document_) editFusion(workspace::with_change(document_->choices().fusion, change));
}

void DocumentSession::setPatterns(const QString& text, Viewer* from) {
  if (!document_) return;
  document_->set_patterns(ss(text));
  choicesHaveChanged(from);
}

void DocumentSession::setTables(workspace::PatternTables tables, const QString& label, Viewer* from) {
  if (!document_) return;
  document_->set_tables(std::move(tables), ss(label));
  choicesHaveChanged(from);
}

std::string DocumentSession::tableFolderFile() const {
  if (!document_) return {};
  if (!document_->choices().table.empty()) return document_->choices().table;
  return document_->project_path().empty() ? document_->path() : document_->project_path();
}

void DocumentSession::setRules(bool applied) {
  if (!document_ || document_->choices().rules == applied) return;
  document_->set_rules(applied, ss(applied ? tr("rules applied") : tr("rules not applied")));
  choicesHaveChanged();
}

void DocumentSession::undo() {
  if (!canUndo()) return;
  document_->undo();
  choicesHaveChanged();
}

void DocumentSession::redo() {
  if (!canRedo()) return;
  document_->redo();
  choicesHaveChanged();
}

void DocumentSession::restoreLeft() {
  if (!document_) return;
  document_->restore_unsaved(ss(tr("recovered changes")));
  choicesHaveChanged();
}

void DocumentSession::tagState(workspace::StateId state, const std::string& name) {
  if (!document_ || !state.valid() || state.index() >= document_->history().states().size()) return;
  document_->tag(state, name);
  choicesHaveChanged();
}

void DocumentSession::goToState(workspace::StateId state) {
  if (!document_) return;
  document_->go(state);
  choicesHaveChanged();
}

// ── diagnostics ──────────────────────────────────────────────────────────────────────────────────────────────────

Diagnostics DocumentSession::diagnostics() const {
  Diagnostics all;
  // What the model says of a pattern table, the table's own view says too, with the place in the text.
  for (const Diagnostic& d : document_ ? document_->diagnostics() : Diagnostics())
    if (!d.code.starts_with("NW31") || !isReported(d)) all.push_back(d);
  append(all, fusion_diagnostics_);
  // Kernels that share a script have the same to say of it.
  for (auto each = reported_.begin(); each != reported_.end(); ++each)
    if (std::none_of(reported_.begin(), each, [&](const auto& other) { return other.second == each->second; }))
      append(all, each->second);
  return all;
}

bool DocumentSession::isReported(const Diagnostic& diagnostic) const {
  return std::any_of(reported_.begin(), reported_.end(), [&](const auto& source) {
    return std::ranges::any_of(source.second, [&](const Diagnostic& each) {
      return each.code == diagnostic.code && each.message == diagnostic.message;
    });
  });
}

Diagnostics DocumentSession::diagnosticsOf(const QStringList& sources) const {
  Diagnostics all;
  for (const auto& [source, reported] : reported_)
    if (sources.contains(source)) append(all, reported);
  return all;
}

void DocumentSession::report(const QString& source, Diagnostics diagnostics) {
  const auto known = reported_.find(source);
  if (known == reported_.end() ? diagnostics.empty() : known->second == diagnostics) return;
  if (diagnostics.empty())
    reported_.erase(known);
  else
    reported_[source] = std::move(diagnostics);
  Q_EMIT diagnosticsChanged();
}

}  // namespace nw::views
