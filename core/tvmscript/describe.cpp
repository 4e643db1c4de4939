// SPDX-License-Identifier: GPL-3.0-or-later
#include "tvmscript/describe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tir/print.h"
#include "tir/visit.h"

namespace nw::tvmscript {

using namespace tir;

namespace {

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return text;
}

std::string axis_text(const BlockIter& i) {
  const std::string value = tir::to_string(i.binding);
  const std::string& name = i.iter->var->name;
  return fmt::format("{}{} ({})", name, value == name ? "" : " = " + value, tir::to_string(i.iter->dom.extent));
}

}  // namespace

std::string sentence_of(const Block& b) {
  std::vector<std::string> written, data, reduce, other;
  walk(
      b.body,
      [&](const Stmt& s) {
        const auto* store = stmt_cast<StoreNode>(s);
        if (store && std::ranges::find(written, store->buffer->name) == written.end())
          written.push_back(store->buffer->name);
        return true;
      },
      nullptr);
  for (const BlockIter& i : b.iters)
    (i.iter->type == IterType::CommReduce ? reduce
     : i.iter->type == IterType::DataPar  ? data
                                          : other)
        .push_back(axis_text(i));
  std::string text =
      fmt::format("Block {} {}", b.name, written.empty() ? "writes nothing" : "writes " + listed(written));
  if (!data.empty()) text += ": for each " + listed(data);
  if (!reduce.empty()) text += ", over " + listed(reduce);
  if (!other.empty()) text += ", with opaque axes " + listed(other);
  if (b.predicate) text += ", where " + tir::to_string(b.predicate);
  return text + ".";
}

}  // namespace nw::tvmscript
