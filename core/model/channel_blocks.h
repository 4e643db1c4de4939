// SPDX-License-Identifier: GPL-3.0-or-later
// Values of a network whose channels lie in blocks, [N, C/b, H, W, b] where the graph has [N, C, H, W]: the lanes of a
// vector are neighbouring channels, and nothing is turned between one convolution and the next. The graph, its groups
// and their tasks stay as they are; only kernels that a network runs one after another agree on it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "base/ndarray.h"
#include "base/target_facts.h"
#include "fusion/fusion.h"
#include "graph/graph.h"

namespace nw::model {

struct GroupComputation;  // group_computation.h

// Channels of a block, by the node whose value lies so.
using ChannelBlocks = std::map<NodeId, int64_t>;

// 0: its channels lie as in the graph.
int64_t block_of(const ChannelBlocks& blocks, NodeId value);

// The values that lie in blocks: results of convolutions, pools, concatenations and elementwise groups of constant
// sizes, where every group that reads them takes them so. Not the network's results. `own_kernel`: groups that a person
// scheduled, whose kernels take and give what the graph has; empty: none.
ChannelBlocks choose_channel_blocks(const graph::Graph& graph, const fusion::Fusion& fusion, const TargetFacts& target,
                                    const std::function<bool(const fusion::Group&)>& own_kernel = {});

// The computation of a group, made for these blocks, over inputs in blocks, with its result in blocks of `result`
// channels, 0: as the graph has it.
// Its stages that are images of as many channels as such blocks fill are laid out likewise, tagged "channel_blocks";
// where sums are computed in tiles of pixels, with joined rows, [N, C/b, H*W, b].
void lay_in_blocks(GroupComputation& computation, const ChannelBlocks& blocks, int64_t result);

// [N, C, H, W] as [N, C/b, H, W, b]: the sizes, and the elements there and back.
std::vector<int64_t> in_blocks(const std::vector<int64_t>& shape, int64_t block);
NDArray in_blocks(const NDArray& plain, int64_t block);
NDArray without_blocks(const NDArray& blocked);

}  // namespace nw::model
