// SPDX-License-Identifier: GPL-3.0-or-later
// A plugin in this process: its table, tested for what every plugin must have; and what it says while it is called.
#pragma once

#include <nestwright/target.h>

#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "plugin_list.h"

namespace nw::runner {

// Its table. Throws Refusal: the library cannot be loaded (not_found), is no plugin or of another version (invalid).
const nwt_target& load_plugin(const Plugin& plugin);

std::string text_of(nwt_text text);
nwt_text text(std::string_view of);
nwt_bytes bytes(std::string_view of);

// Results that a plugin puts, in order.
class Sink {
 public:
  // More than `most_bytes` of names and values together are refused by `check`.
  explicit Sink(size_t most_bytes) : left_(most_bytes) {}
  nwt_sink get();
  const std::vector<std::pair<std::string, std::string>>& results() const { return results_; }
  void check(const char* call) const;

 private:
  std::vector<std::pair<std::string, std::string>> results_;
  size_t left_;
  bool too_much_ = false;
};

// The host's side of the interface. A plugin may call it from any thread.
class HostTable {
 public:
  // `breach` is told of rules of the interface that the plugin broke ("report").
  HostTable(std::function<void(int level, std::string line)> log, std::function<bool()> stop_asked,
            std::function<int64_t()> nanoseconds_left, std::function<void(const char* rule, std::string line)> breach);
  const nwt_host* get() const { return &table_; }

  // Throws Refusal with what was reported since the last call, if `status` is not NWT_OK.
  void check(const char* call, nwt_status status);

 private:
  void report(nwt_text diagnostic);

  std::function<void(int, std::string)> log_;
  std::function<bool()> stop_asked_;
  std::function<int64_t()> nanoseconds_left_;
  std::function<void(const char*, std::string)> breach_;
  std::mutex mutex_;
  nlohmann::json reported_ = nlohmann::json::array();
  nwt_host table_;
};

}  // namespace nw::runner
