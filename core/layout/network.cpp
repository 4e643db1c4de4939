// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/network.h"

#include <algorithm>

#include "layout/at.h"

namespace nw::layout {
namespace {

// Trunks get points from the shortest on, until there are so many; the rest run outside.
constexpr int64_t points_a_node = 16, points_at_least = 200000;

void send_outside(Network& net) {
  std::vector<int32_t> by_length(net.trunks.size());
  for (size_t t = 0; t < by_length.size(); ++t) by_length[t] = static_cast<int32_t>(t);
  std::stable_sort(by_length.begin(), by_length.end(),
                   [&](int32_t a, int32_t b) { return net.trunks[at(a)].points < net.trunks[at(b)].points; });
  int64_t room = points_a_node * net.real + points_at_least;
  for (const int32_t t : by_length) {
    room -= net.trunks[at(t)].points;
    net.trunks[at(t)].outer = room < 0;
  }
}

struct Segment {
  int32_t from, to, weight;
  float from_port, to_port;
};

float port_share(const Size& size, double dx) {
  return static_cast<float>(size.w > 0 ? std::clamp(0.5 + dx / size.w, 0.0, 1.0) : 0.5);
}

// One trunk for each origin with a reader more than one layer away, down to the layer above its last reader.
void lay_trunks(const Problem& problem, const std::vector<int32_t>& ranks, Network& net) {
  int32_t origins = 0;
  for (const Wire& w : problem.wires) origins = std::max(origins, w.origin + 1);
  std::vector<int32_t> trunk(at(origins), -1);
  net.trunk_of_link.assign(problem.wires.size(), -1);
  for (size_t i = 0; i < problem.wires.size(); ++i) {
    const Wire& w = problem.wires[i];
    const int32_t points = ranks[at(w.to)] - ranks[at(w.from)] - 1;
    if (points <= 0) continue;
    int32_t& t = trunk[at(w.origin)];
    if (t < 0) {
      t = static_cast<int32_t>(net.trunks.size());
      net.trunks.push_back({-1, 0, ranks[at(w.from)] + 1, w.from});
    }
    net.trunks[at(t)].points = std::max(net.trunks[at(t)].points, points);
    net.trunk_of_link[i] = t;
  }
  send_outside(net);
  int32_t next = net.real;
  for (Trunk& t : net.trunks) {
    if (t.outer) continue;
    t.first = next;
    next += t.points;
  }
  net.layer.resize(at(next));
  net.trunk_of_node.assign(at(next), -1);
  for (size_t t = 0; t < net.trunks.size(); ++t)
    for (int32_t k = 0; !net.trunks[t].outer && k < net.trunks[t].points; ++k) {
      net.layer[at(net.trunks[t].first + k)] = net.trunks[t].top + k;
      net.trunk_of_node[at(net.trunks[t].first + k)] = static_cast<int32_t>(t);
    }
}

std::vector<Segment> segments_of(const Problem& problem, const Network& net) {
  std::vector<Segment> segments;
  std::vector<int32_t> load(at(net.size()), 0);  // edges that pass the point
  std::vector<float> source_port(net.trunks.size(), 0.5F);
  for (size_t i = 0; i < problem.wires.size(); ++i) {
    const Wire& w = problem.wires[i];
    const float a = port_share(problem.sizes[at(w.from)], w.from_dx), b = port_share(problem.sizes[at(w.to)], w.to_dx);
    const int32_t t = net.trunk_of_link[i];
    if (t < 0) {
      segments.push_back({w.from, w.to, w.weight, a, b});
      continue;
    }
    source_port[at(t)] = a;
    const Trunk& trunk = net.trunks[at(t)];
    if (trunk.outer) continue;
    const int32_t exit = trunk.first + net.layer[at(w.to)] - 1 - trunk.top;
    load[at(exit)] += w.weight;
    segments.push_back({exit, w.to, w.weight, 0.5F, b});
  }
  for (size_t t = 0; t < net.trunks.size(); ++t) {
    const Trunk& trunk = net.trunks[t];
    if (trunk.outer) continue;
    for (int32_t k = trunk.points; k-- > 1;) {
      const int32_t v = trunk.first + k;
      load[at(v - 1)] += load[at(v)];
      segments.push_back({v - 1, v, load[at(v)], 0.5F, 0.5F});
    }
    segments.push_back({trunk.source, trunk.first, load[at(trunk.first)], source_port[t], 0.5F});
  }
  return segments;
}

}  // namespace

Network make_network(const Problem& problem, const std::vector<int32_t>& ranks) {
  Network net;
  net.real = static_cast<int32_t>(problem.sizes.size());
  net.layer = ranks;
  lay_trunks(problem, ranks, net);
  for (const int32_t l : ranks) net.layers = std::max(net.layers, l + 1);
  const std::vector<Segment> segments = segments_of(problem, net);
  net.up_first.assign(at(net.size()) + 1, 0);
  net.down_first.assign(at(net.size()) + 1, 0);
  for (const Segment& s : segments) ++net.down_first[at(s.from) + 1], ++net.up_first[at(s.to) + 1];
  for (size_t v = 0; v < at(net.size()); ++v) {
    net.down_first[v + 1] += net.down_first[v];
    net.up_first[v + 1] += net.up_first[v];
  }
  net.up.resize(segments.size());
  net.down.resize(segments.size());
  std::vector<int32_t> up(net.up_first.begin(), net.up_first.end() - 1);
  std::vector<int32_t> down(net.down_first.begin(), net.down_first.end() - 1);
  for (const Segment& s : segments) {
    net.down[at(down[at(s.from)]++)] = {s.to, s.weight, s.from_port, s.to_port};
    net.up[at(up[at(s.to)]++)] = {s.from, s.weight, s.to_port, s.from_port};
  }
  return net;
}

}  // namespace nw::layout
