// SPDX-License-Identifier: GPL-3.0-or-later
#include "fusion/playback.h"

#include <algorithm>

#include "fusion/analysis.h"
#include "fusion/words.h"

namespace nw::fusion {

namespace {

class Recorder {
 public:
  explicit Recorder(const Analysis& run) : run_(run) {}

  Playback record() {
    out_.nodes = run_.graph.size();
    tree();
    given();
    for (int phase = -1; phase < 3; ++phase) play(phase);
    return std::move(out_);
  }

 private:
  NodeId ref(int32_t i) const { return i < 0 ? NodeId() : run_.at(i).ref; }

  // A fence is between its node and that node's dominator.
  NodeId dominator_of(int32_t i) const {
    int32_t up = run_.dominator(i).parent;
    while (up >= 0 && !ref(up).valid()) up = run_.dominator(up).parent;
    return ref(up);
  }

  void tree() {
    for (int32_t i = run_.forward.size() - 1; i >= 0; --i) {
      if (!run_.is_member_kind(i)) continue;
      PlayEvent event;
      event.kind = PlayEvent::Kind::Dominator;
      event.node = ref(i);
      event.dominator = dominator_of(i);
      event.pattern = run_.dominator(i).pattern;
      const bool outside = run_.at(run_.forward.exit_of(i)).is_extern();
      if (!event.dominator.valid()) event.rule = outside ? Rule::ExternUse : Rule::NoDominator;
      out_.events.push_back(std::move(event));
    }
  }

  // Groups given by primitive functions of the file.
  void given() {
    std::map<NodeId, PlayEvent> functions;
    for (int32_t i = 0; i < run_.forward.size(); ++i) {
      if (run_.is_member_kind(i) && run_.at(i).fixed.valid()) functions[run_.at(i).fixed].merged.push_back(ref(i));
    }
    for (auto& [function, event] : functions) {
      event.kind = PlayEvent::Kind::Merge;
      event.rule = Rule::PrimitiveFunction;
      event.node = event.merged.front();
      event.dominator = event.merged.back();
      event.merged.pop_back();
      if (!event.merged.empty()) out_.events.push_back(std::move(event));
    }
  }

  // The events of a phase, in the order in which the nodes were visited. Merges of joins come first.
  void play(int phase) {
    if (phase >= 0 && run_.options.opt_level == 0) return;
    PlayEvent begin;
    begin.phase = phase;
    if (phase >= 0) out_.events.push_back(begin);
    std::vector<std::pair<int32_t, PlayEvent>> happened;
    for (const Merge& m : run_.parts.merges) {
      if (m.phase == phase && ref(m.from).valid()) happened.emplace_back(m.from, merge(m));
    }
    for (int32_t i = 0; i < run_.forward.size(); ++i) {
      const MergeFailure& r = run_.merge_failure(i);
      if (r.rule != Rule::Fused && r.phase == phase && run_.is_member_kind(i)) happened.emplace_back(i, refusal(i, r));
    }
    if (phase >= 0) {
      std::stable_sort(happened.begin(), happened.end(),
                       [](const auto& a, const auto& b) { return a.first < b.first; });
    }
    for (auto& [i, event] : happened) out_.events.push_back(std::move(event));
  }

  PlayEvent merge(const Merge& m) const {
    PlayEvent event;
    event.kind = PlayEvent::Kind::Merge;
    event.phase = m.phase;
    event.node = ref(m.from);
    event.dominator = ref(m.sink);
    event.rule = m.phase < 0 ? Rule::Joined : Rule::Fused;
    for (const int32_t i : m.merged) {
      if (ref(i).valid()) event.merged.push_back(ref(i));
    }
    return event;
  }

  PlayEvent refusal(int32_t i, const MergeFailure& r) const {
    PlayEvent event;
    event.kind = PlayEvent::Kind::Refusal;
    event.phase = r.phase;
    event.node = ref(i);
    event.dominator = dominator_of(i);
    event.rule = r.rule;
    event.blocker = ref(r.blocker);
    return event;
  }

  const Analysis& run_;
  Playback out_;
};

NodeId find(std::vector<NodeId>& parent, NodeId id) {
  while (parent[id.index()] != id) {
    const NodeId up = parent[id.index()];
    parent[id.index()] = parent[up.index()];
    id = up;
  }
  return id;
}

}  // namespace

std::string_view to_string(PlayEvent::Kind kind) {
  switch (kind) {
    case PlayEvent::Kind::Dominator:
      return "dominator";
    case PlayEvent::Kind::Phase:
      return "phase";
    case PlayEvent::Kind::Merge:
      return "merge";
    case PlayEvent::Kind::Refusal:
      break;
  }
  return "refusal";
}

std::vector<NodeId> Playback::groups_after(size_t count) const {
  std::vector<NodeId> parent(nodes);
  for (size_t i = 0; i < nodes; ++i) parent[i] = NodeId(i);
  for (size_t k = 0; k < std::min(count, events.size()); ++k) {
    const PlayEvent& event = events[k];
    if (event.kind != PlayEvent::Kind::Merge || !event.dominator.valid()) continue;
    for (const NodeId id : event.merged) {
      const NodeId from = find(parent, id);
      const NodeId into = find(parent, event.dominator);
      if (from != into) parent[from.index()] = into;
    }
  }
  for (size_t i = 0; i < nodes; ++i) parent[i] = find(parent, NodeId(i));
  return parent;
}

size_t deciding_event(const Playback& playback, NodeId from, NodeId to) {
  const auto together = [&](size_t count) {
    const std::vector<NodeId> group = playback.groups_after(count);
    return from.index() < group.size() && to.index() < group.size() && group[from.index()] == group[to.index()];
  };
  const size_t all = playback.events.size();
  if (together(all)) {  // groups only grow
    size_t apart = 0, joined = all;
    while (joined - apart > 1) (together((apart + joined) / 2) ? joined : apart) = (apart + joined) / 2;
    return joined;
  }
  size_t about = 0;
  for (size_t i = 0; i < all; ++i) {
    const PlayEvent& event = playback.events[i];
    if (event.node != from) continue;
    about = i + 1;
    if (event.kind == PlayEvent::Kind::Refusal) return about;
  }
  return about;
}

Playback playback(const graph::Graph& graph, const graph::OpTraitsTable& traits, const Options& options) {
  const Analysis run(graph, traits, options);
  return Recorder(run).record();
}

Sentence sentence(const graph::Graph& graph, const PlayEvent& event) {
  const auto name = [&](NodeId id) { return full_name(graph.node(id)); };
  const auto in_phase = [&](Sentence text) {
    return event.phase >= 0 ? Sentence(NW_TEXT("Fusion", "Phase {0}: {1}"), event.phase, std::move(text)) : text;
  };
  switch (event.kind) {
    case PlayEvent::Kind::Phase: {
      constexpr Template kWhat[] = {
          NW_TEXT("Fusion", "elementwise, broadcast and out_elemwise_fusable operators"),
          NW_TEXT("Fusion", "injective operators and tuples"),
          NW_TEXT("Fusion", "into tuples that were themselves fused into an injective operator")};
      return Sentence(NW_TEXT("Fusion", "Phase {0} begins: {1}."), event.phase, kWhat[std::clamp(event.phase, 0, 2)]);
    }
    case PlayEvent::Kind::Dominator:
      if (event.rule == Rule::ExternUse)
        return Sentence(NW_TEXT("Fusion", "A root of the tree: {0} is needed outside."), name(event.node));
      if (!event.dominator.valid())
        return Sentence(NW_TEXT("Fusion", "A root: the uses of {0} never meet again."), name(event.node));
      return Sentence(NW_TEXT("Fusion", "All uses of {0} meet in {1}; the greatest pattern on the way is {2}."),
                      name(event.node), name(event.dominator), graph::to_string(event.pattern));
    case PlayEvent::Kind::Merge: {
      const size_t between = event.merged.empty() ? 0 : event.merged.size() - 1;
      Sentence text(between == 0   ? NW_TEXT("Fusion", "{0} goes into the group of {1}.")
                    : between == 1 ? NW_TEXT("Fusion", "{0} goes into the group of {1}, with the {2} node between.")
                                   : NW_TEXT("Fusion", "{0} goes into the group of {1}, with the {2} nodes between."),
                    name(event.node), name(event.dominator), between);
      if (event.rule == Rule::PrimitiveFunction)
        text = Sentence(NW_TEXT("Fusion", "As the file says: {0}"), std::move(text));
      if (event.rule == Rule::Joined) text = Sentence(NW_TEXT("Fusion", "A join: {0}"), std::move(text));
      return in_phase(std::move(text));
    }
    case PlayEvent::Kind::Refusal:
      break;
  }
  if (!event.blocker.valid() || event.blocker == event.node)
    return in_phase(Sentence(NW_TEXT("Fusion", "{0} stays: {1}."), name(event.node), to_string(event.rule)));
  return in_phase(Sentence(NW_TEXT("Fusion", "{0} stays: {1} because of {2}."), name(event.node), to_string(event.rule),
                           name(event.blocker)));
}

}  // namespace nw::fusion
