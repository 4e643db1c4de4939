// SPDX-License-Identifier: GPL-3.0-or-later
// A compute DAG and schedule steps as a script: three parts with comment headings, valid TVM Python, and such that
// reading it gives the same DAG again (te::same_computation).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "schedule/step.h"
#include "te/operation.h"

namespace nw::script {

struct WriteRequest {
  std::vector<te::Tensor> outputs;  // what the schedule is made for; tensors of one operation count once
  std::vector<te::Tensor> args;     // of the kernel, in order
  std::vector<schedule::Step> steps;
  std::string kernel_name = "main";
  std::string metadata;  // JSON for the first line, or empty
};

std::string write(const WriteRequest& request);

// The variables that write() gives to tensors: a tensor's name if it is an identifier that nothing else has. Steps name
// their stages by these.
struct TensorVariable {
  te::Tensor tensor;
  std::string name;
};
std::vector<TensorVariable> tensor_variables(const WriteRequest& request);

// An identifier like `text`: other characters become '_'; Python's words and the modules' names get a '_' behind.
std::string identifier(std::string_view text);

}  // namespace nw::script
