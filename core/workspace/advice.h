// SPDX-License-Identifier: GPL-3.0-or-later
// Which legal step is likely to help most: each offer is carried out on paper, and the nests are compared by an
// estimate of their time (cost/estimate.h). An estimate orders; it promises no time.
#pragma once

#include <string>
#include <vector>

#include "base/cancel.h"
#include "workspace/nest_figures.h"
#include "workspace/offers.h"

namespace nw::workspace {

struct Advice {
  Offer offer;
  double gain = 1;  // estimated time without it through that with it
  std::string why;  // one sentence
};

// The best first. Tiles are tried in several sizes. Steps for GPUs and such as change nothing are left out.
std::vector<Advice> advice(const KernelPreview& preview, const std::vector<Offer>& offers, const MachineFacts& machine,
                           const std::map<std::string, int64_t>& sizes = {}, const CancelToken& cancel = {});

}  // namespace nw::workspace
