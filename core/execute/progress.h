// SPDX-License-Identifier: GPL-3.0-or-later
// What the run of a network is doing, for who asks why it was stopped. Once its time is up, nothing new begins.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "fusion/fusion.h"
#include "graph/graph.h"
#include "runtime/device.h"
#include "runtime/diagnostics.h"

namespace nw::execute {

class Progress {
 public:
  explicit Progress(const runtime::Device& device) : device_(device) {}

  // "comparing …": as it reads behind "while it was".
  void begin(std::string doing) {
    if (!device_.out_of_time()) doing_ = std::move(doing);
  }
  // With the node whose operator a kernel computes: people know their model, not its kernels.
  void begin(const char* doing, const graph::Graph& graph, const fusion::Group& group, const std::string& task) {
    begin(std::string(doing) + " the kernel of '" + graph.node(group.root).name + "' (" + task + ")");
  }
  // The one kernel of several that a run of all of them had reached.
  void reached(std::string doing) { doing_ = std::move(doing); }

  // Of what is under way ("compiling", "running", "comparing"), so many of so many are done: to whoever listens.
  using Listener = std::function<void(const std::string& doing, int done, int of)>;
  void listen(Listener listener) { listener_ = std::move(listener); }
  void part(const char* doing, size_t done, size_t of) const {
    if (listener_) listener_(doing, static_cast<int>(done), static_cast<int>(of));
  }

  bool out_of_time() const { return device_.out_of_time(); }
  double seconds_left() const { return device_.seconds_left(); }
  Diagnostic stopped() const { return runtime::network_took_too_long(device_.seconds(), doing_); }

 private:
  const runtime::Device& device_;
  std::string doing_;
  Listener listener_;
};

}  // namespace nw::execute
