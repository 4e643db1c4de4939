// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers or categories of a graph's nodes, for colouring.
#pragma once

#include <QString>
#include <QStringList>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "fusion/fusion.h"
#include "graph/graph.h"
#include "measure/trace.h"
#include "workspace/network_measurement.h"

namespace nw::views {

enum class OverlayScale : uint8_t { Linear, Log, Quantile };
enum class OverlayKind { None, Flops, Bytes, Intensity, DType, Dynamic, GroupSize, Time, Numbers };

struct Overlay {
  static constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();

  OverlayKind kind = OverlayKind::None;
  QString title;
  QString note;               // a line below the title; empty: none
  std::vector<float> values;  // by node; kNothing: it has none. Of kinds: an index into `kinds`
  QStringList kinds;          // empty: values are numbers
  float low = 0, high = 0;    // of all numbers; for a logarithmic scale the least is above 0
  OverlayScale scale = OverlayScale::Linear;
  bool can_log = false;            // no number is below 0
  std::vector<float> sorted;       // all numbers, ascending
  std::vector<int> histogram;      // how many numbers have their colour in each of kBins equal parts of the ramp
  std::vector<uint32_t> greatest;  // nodes with the greatest numbers, at most kTop; of a group the first
  bool adds_up = false;            // a scope's number is the sum of those inside, else the greatest
  std::vector<float> parts;        // what a node adds to that sum; empty: its number
  bool of_values = false;          // it speaks of what a node gives, so it colours the lines from it too

  static constexpr int kBins = 32, kTop = 10;

  bool has(size_t node) const { return node < values.size() && values[node] == values[node]; }
  // Position of a number on the scale: 0 to 1.
  double share(float value) const;
  QString text(float value) const;  // "1.2 G", "float32"
};

// `fusion` is needed for the size of groups only.
std::shared_ptr<const Overlay> compute_overlay(OverlayKind kind, const graph::Graph& graph,
                                               const fusion::Fusion* fusion, const CancelToken& cancel);

// Of a text {"node": number, …}. `error`: why it cannot be read, or the number of names that the graph does not have.
struct ReadNumbers {
  std::shared_ptr<const Overlay> overlay;
  QString error;
};
ReadNumbers read_numbers(const QByteArray& json, const QString& title, const graph::Graph& graph);

// How long the groups of a network took on one target.
struct NetworkTimes : workspace::NetworkMeasurement {
  std::shared_ptr<const fusion::Fusion> of = {};     // whose groups were timed
  std::shared_ptr<const measure::Trace> trace = {};  // of one run; null: none was recorded
};
// The key of NetworkMeasurement::groups.
std::vector<std::string> names_of(const fusion::Group& group, const graph::Graph& graph);
// The times of the groups of `fusion` that consist of the same nodes as one that was timed.
std::map<GroupId, double> times_of_groups(const NetworkTimes& times, const fusion::Fusion& fusion,
                                          const graph::Graph& graph);
// By node: the part of all groups' times that its group took; NaN: it was not measured.
std::vector<double> time_shares(const NetworkTimes& times, const graph::Graph& graph);
// `fusion`: of the groups that were timed; null: which nodes are one group is not known.
std::shared_ptr<const Overlay> time_overlay(const NetworkTimes& times, const graph::Graph& graph,
                                            const fusion::Fusion* fusion);
// The same numbers on another scale; of kinds, and where a number is below 0 and the scale logarithmic, as it is.
std::shared_ptr<const Overlay> on_scale(std::shared_ptr<const Overlay> overlay, OverlayScale scale);

}  // namespace nw::views
