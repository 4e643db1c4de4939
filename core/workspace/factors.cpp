// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/factors.h"

#include <functional>
#include <optional>

#include "workspace/gestures.h"
#include "workspace/nest_figures.h"
#include "workspace/script_steps.h"

namespace nw::workspace {

namespace {

AxisId inner_of_split(const schedule::Stage& stage, AxisId axis) {
  for (const schedule::Relation& relation : stage.relations)
    if (const auto* split = std::get_if<schedule::SplitRelation>(&relation); split && split->parent == axis)
      return split->inner;
  return {};
}

// What one run of the inner loop touches; nothing where the split is refused or the loop is not in the nest.
std::optional<double> bytes_inside(const Gestures& gestures, StageId stage, AxisId axis, int64_t factor,
                                   const MachineFacts& machine, const std::map<std::string, int64_t>& sizes,
                                   const std::function<int(const TextChange&)>& stop) {
  const Result<TextChange> change = gestures.split(stage, axis, factor);
  if (!change.value) return std::nullopt;
  const KernelPreview split = preview(change->text, {{}, stop(*change), {}});
  if (!split.nest || !split.program.schedule) return std::nullopt;
  const AxisId inner = inner_of_split(split.program.schedule->stage(stage), axis);
  const NestFigures figures = nest_figures(split, machine, sizes);
  const LoopFigures* loop = inner.valid() ? figures.of_axis(inner) : nullptr;
  return loop ? std::optional(loop->bytes) : std::nullopt;
}

}  // namespace

std::vector<FittingFactor> fitting_factors(const std::string& text, const script::Program& program, StageId stage,
                                           AxisId axis, const std::vector<int64_t>& factors,
                                           const MachineFacts& machine, const std::map<std::string, int64_t>& sizes,
                                           const CancelToken& cancel) {
  const Gestures gestures(text, program);
  const auto stop = [&](const TextChange& change) { return stop_with(change, text, program); };
  std::map<size_t, double> known;  // a larger factor never touches less, so few need trying
  bool judged = true;
  const auto fits = [&](size_t at, int64_t cache) {
    auto found = known.find(at);
    if (found == known.end()) {
      const std::optional<double> bytes = bytes_inside(gestures, stage, axis, factors[at], machine, sizes, stop);
      judged = judged && bytes;
      found = known.emplace(at, bytes.value_or(0)).first;
    }
    return found->second <= static_cast<double>(cache);
  };
  std::vector<FittingFactor> found;
  const std::pair<const char*, int64_t> caches[] = {
      {"L1", machine.l1_bytes}, {"L2", machine.l2_bytes}, {"L3", machine.l3_bytes}};
  for (const auto& [name, size] : caches) {
    if (size <= 0) continue;
    size_t from = 0, to = factors.size();  // all before `from` fit, none from `to` on does
    while (from < to && judged && !cancel.cancelled()) {
      const size_t middle = (from + to) / 2;
      if (fits(middle, size))
        from = middle + 1;
      else
        to = middle;
    }
    if (!judged || cancel.cancelled()) return {};
    if (from == factors.size()) break;
    if (from > 0 && (found.empty() || found.back().factor != factors[from - 1]))
      found.push_back({factors[from - 1], name});
  }
  return found;
}

}  // namespace nw::workspace
