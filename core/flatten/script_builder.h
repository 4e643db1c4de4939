// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the straight-line script: appends lines, each a call whose results get names, and knows what the names hold.
// A file may make several schedules; each is a kernel, made of the lines that it needs.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "flatten/value.h"
#include "script/live_script.h"

namespace nw::flatten {

struct Line {
  std::string text;                // the whole line
  std::string expression;          // right of '='
  std::vector<std::string> names;  // left of it
  std::vector<int> uses;
  int kernel = -1;  // of a schedule's lines
  int source = 0;   // the line of the file
};

struct KernelDraft {
  std::string schedule;    // its variable
  int create = 0;          // the line of te.create_schedule
  std::vector<int> steps;  // its lines
  int source = 0;
  std::string function;  // of the file, that made it
  std::unique_ptr<script::LiveScript> live;
  std::vector<bool> has;      // lines that `live` has run
  std::optional<Value> args;  // of tvm.lower or tvm.build
  std::string name;           // given there
  int lowered = 0;            // the line of the file; 0: nothing says it
  bool incomplete = false;    // a step of it could not be read
};

class ScriptBuilder {
 public:
  explicit ScriptBuilder(Heap& heap) : heap_(heap) {}

  // What the text is worth now; nothing is added. Diagnostics of a failure are in take_diagnostics().
  Value ask(const ScriptValue& expression);
  // The number that an expression without variables is; nothing for others.
  std::optional<Value> constant(const ScriptValue& expression);
  // Adds a line that evaluates the call; its results get the names that were asked for, as far as they are free, or
  // others like `fallback`.
  // A step that the schedule refuses stays a line, which reports it, if it is to be kept.
  Value add(const ScriptValue& call, const std::vector<std::string>& wanted, const std::string& fallback, int source,
            bool keep_refused = true);
  // Adds a line with a schedule of its own.
  Value create_schedule(const ScriptValue& call, const std::string& wanted, const std::string& function, int source);
  // A computation written elsewhere: `arguments` are names that it has for expressions of the script, `lines` are
  // assignments whose names are made free ones; gives the value of `result`.
  struct Assignment {
    std::string name, expression;
  };
  Value add_all(const std::vector<Assignment>& lines, const std::vector<Assignment>& arguments,
                const std::vector<std::string>& results, std::vector<int> uses, const std::string& wanted, int source);

  // The kernel's placeholders in order and its outputs, as a list for tvm.lower.
  ScriptValue default_arguments(int kernel);
  // Whether the kernel can take these arguments.
  bool takes(int kernel, const ScriptValue& arguments);
  Diagnostics take_diagnostics() { return std::exchange(diagnostics_, {}); }
  std::string free_name(const std::string& wanted);
  void reserve(std::string_view name) { taken_.insert(std::string(name)); }
  const Line* line_of(const std::string& name) const {
    const auto it = line_of_.find(name);
    return it == line_of_.end() ? nullptr : &lines_[static_cast<size_t>(it->second)];
  }
  const std::vector<Line>& lines() const { return lines_; }
  std::deque<KernelDraft>& kernels() { return kernels_; }
  size_t work() const { return work_; }  // lines that were run, also again

 private:
  script::LiveScript& live_of(int kernel, const std::vector<int>& uses);
  void take_over(KernelDraft& kernel, int line);
  Value named(const script::Value& v, const std::vector<std::string>& wanted, const std::string& fallback, Line line,
              script::LiveScript& live);
  Value value_of(const script::Value& v, const ScriptValue& text);
  void call_by_variable(const script::Value& v, ScriptValue& made);

  Heap& heap_;
  script::LiveScript base_;
  std::vector<Line> lines_;
  std::deque<KernelDraft> kernels_;
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, int> next_number_, line_of_;  // of names
  Diagnostics diagnostics_;
  size_t work_ = 0;
};

using Renaming = std::map<std::string, std::string, std::less<>>;  // variables, by the names that they had
// The text with its variables called otherwise; attributes, keyword arguments and strings stay.
std::string renamed(const std::string& text, const Renaming& names);
bool has_word(std::string_view text, std::string_view word);  // outside of strings
std::string identifier(std::string_view text);                // like the text, and free for a variable of the script
void merge_uses(std::vector<int>& into, const std::vector<int>& more);

}  // namespace nw::flatten
