// SPDX-License-Identifier: GPL-3.0-or-later
#include "nest_cost.h"

#include <fmt/format.h>

#include "cost/estimate.h"
#include "kernel/nest_figures.h"

namespace nw::cli {

void add_cost(const std::string& text, const std::map<std::string, int64_t>& sizes, const TargetFacts& machine,
              Outcome& outcome) {
  const kernel::KernelPreview preview = kernel::preview_of(kernel::analyse(text, {.sizes = sizes}));
  if (!preview.nest || !kernel::sizes_without_value(preview, sizes).empty()) return;
  const kernel::NestFigures figures = kernel::nest_figures(preview, machine, sizes);
  const cost::Estimate estimate = cost::estimate(*preview.nest, machine, cost::sizes_by_name(*preview.nest, sizes));
  nlohmann::json loops = nlohmann::json::array();
  outcome.text += fmt::format("cost    {:.3f} us estimated; {} operations, {} of arguments, {} of buffers inside\n",
                              estimate.seconds * 1e6, kernel::in_counts(figures.flops), kernel::in_bytes(figures.bytes),
                              kernel::in_bytes(figures.allocated_bytes));
  for (const kernel::LoopFigures& loop : figures.loops) {
    loops.push_back({{"nest_line", loop.nest_line + 1},
                     {"runs", loop.runs},
                     {"iterations", loop.iterations},
                     {"flops", loop.flops},
                     {"bytes", loop.bytes},
                     {"memory", loop.memory}});
    outcome.text += fmt::format("{:>8} runs {:>10} operations {:>10} {:<4} {}\n", kernel::in_counts(loop.runs),
                                kernel::in_counts(loop.flops), kernel::in_bytes(loop.bytes), loop.memory,
                                preview.printed.lines[loop.nest_line].text);
  }
  outcome.json["cost"] = {{"estimate_us", estimate.seconds * 1e6},
                          {"flops", figures.flops},
                          {"bytes", figures.bytes},
                          {"allocated_bytes", figures.allocated_bytes},
                          {"loops", std::move(loops)}};
}

}  // namespace nw::cli
