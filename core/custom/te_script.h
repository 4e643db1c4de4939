// SPDX-License-Identifier: GPL-3.0-or-later
// The TE script of a declared operator. Its placeholders are the arguments in order, its results those of the kernel.
// A size that the script leaves open (te.var) is an extent of a placeholder, which the call's argument gives, or an
// integer attribute of the call.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "op/registry.h"

namespace nw::custom {

class TeScript {
 public:
  // Diagnostics: NW3114 where the text is no computation of so many placeholders.
  static Result<std::shared_ptr<const TeScript>> read(const std::string& text, int inputs);

  const std::string& text() const { return text_; }
  // The types that it takes; extents that are open are symbols.
  const std::vector<graph::Type>& arguments() const { return arguments_; }
  const std::vector<graph::Type>& results() const { return results_; }  // and gives

  // The type of the call's result. NW1403 where it is for other types; unknown where a size is not known.
  Result<graph::Type> result(const graph::Node& node, const std::vector<graph::Type>& arguments) const;
  // Over these tensors, stages named after `name`. Diagnostics: NW1450 where it is for other types.
  Result<std::vector<te::Tensor>> compute(const graph::Node& node, const std::vector<te::Tensor>& arguments,
                                          const std::string& name) const;
  // Element by element, as the computation says, by the interpreter.
  Result<std::vector<NDArray>> evaluate(const graph::Node& node, const std::vector<NDArray>& arguments) const;
  // With its own schedule; nothing where it has none, or is for other types.
  std::optional<op::ScheduledCall> scheduled(const graph::Node& node, const std::vector<graph::Type>& arguments) const;

 private:
  struct Instance;
  Result<Instance> instance(const graph::Node& node, const std::vector<graph::Type>& arguments) const;

  std::string text_;
  bool open_ = false;       // a size is open
  bool has_steps_ = false;  // a schedule of its own
  std::vector<graph::Type> arguments_, results_;
};

}  // namespace nw::custom
