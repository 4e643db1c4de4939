// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/ansor_order.h"

#include <map>
#include <queue>

namespace nw::exporting {

namespace {

struct Reached {
  te::Operation op;
  size_t waiting = 0;                // inputs that are not in the order yet
  std::vector<size_t> readers = {};  // one entry for each tensor that they read
};

}  // namespace

std::vector<te::Operation> ansor_order(const std::vector<te::Tensor>& args) {
  std::vector<Reached> reached;  // in the order of the walk
  std::map<const te::OperationNode*, size_t> place;
  std::vector<te::Operation> stack;
  for (const te::Tensor& arg : args) stack.push_back(arg->op);
  while (!stack.empty()) {
    const te::Operation op = stack.back();
    stack.pop_back();
    if (!place.emplace(op.get(), reached.size()).second) continue;
    reached.push_back({op});
    for (const te::Tensor& input : op->inputs()) stack.push_back(input->op);
  }
  for (size_t i = 0; i < reached.size(); ++i)
    for (const te::Tensor& input : reached[i].op->inputs()) {
      ++reached[i].waiting;
      reached[place.at(input->op.get())].readers.push_back(i);
    }
  std::priority_queue<size_t> ready;
  for (size_t i = 0; i < reached.size(); ++i)
    if (reached[i].waiting == 0) ready.push(i);
  std::vector<te::Operation> order;
  while (!ready.empty()) {
    const size_t next = ready.top();
    ready.pop();
    order.push_back(reached[next].op);
    for (const size_t reader : reached[next].readers)
      if (--reached[reader].waiting == 0) ready.push(reader);
  }
  return order;
}

}  // namespace nw::exporting
