// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/fusion_view.h"

#include "model/epilogue.h"
#include "op/registry.h"

namespace nw::workspace {

namespace {

fusion::Options options_for(const model::Model& model, const FusionChoices& choices) {
  return fusion_options(choices, model.optimized(), op::registry_of(model.optimized()).traits()).first;
}

}  // namespace

FusionView compute_fusion(std::shared_ptr<const model::Model> model, const FusionChoices& choices,
                          const TargetFacts& target, std::shared_ptr<const fusion::Fusion> before) {
  FusionView view;
  view.model = std::move(model);
  auto [options, diagnostics] =
      fusion_options(choices, view.model->optimized(), op::registry_of(view.model->optimized()).traits());
  auto fusion = std::make_shared<fusion::Fusion>(model::fuse(*view.model, options));
  view.diagnostics = std::move(diagnostics);
  append(view.diagnostics, fusion->diagnostics);
  append(view.diagnostics, model::epilogue_warnings(view.model->optimized(), *fusion, target));
  if (before) view.difference = fusion::difference(*before, *fusion);
  view.before = std::move(before);
  view.fusion = std::move(fusion);
  return view;
}

fusion::Reason compute_why(const model::Model& model, const FusionChoices& choices, const fusion::Fusion& fusion,
                           NodeId a, NodeId b) {
  return fusion::why(model.optimized(), op::registry_of(model.optimized()).traits(), options_for(model, choices),
                     fusion, a, b);
}

fusion::Playback compute_playback(const model::Model& model, const FusionChoices& choices) {
  return fusion::playback(model.optimized(), op::registry_of(model.optimized()).traits(), options_for(model, choices));
}

}  // namespace nw::workspace
