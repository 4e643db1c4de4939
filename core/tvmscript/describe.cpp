// SPDX-License-Identifier: GPL-3.0-or-later
#include "tvmscript/describe.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "tir/print.h"
#include "tir/visit.h"

namespace nw::tvmscript {

using namespace tir;

namespace {

std::string axis_text(const BlockIter& i) {
  const std::string value = tir::to_string(i.binding);
  const std::string& name = i.iter->var->name;
  return fmt::format("{}{} ({})", name, value == name ? "" : " = " + value, tir::to_string(i.iter->dom.extent));
}

}  // namespace

Sentence sentence_of(const Block& b) {
  std::vector<std::string> written;
  std::vector<Sentence> data, reduce, other;
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
  const std::map<std::string_view, Sentence> parts = {
      {"block", b.name},
      {"written", Sentence::list({written.begin(), written.end()})},
      {"data", Sentence::list(std::move(data))},
      {"reduce", Sentence::list(std::move(reduce))},
      {"other", Sentence::list(std::move(other))},
      {"predicate", b.predicate ? tir::to_string(b.predicate) : std::string()}};
  return Sentence::named(
      written.empty() ? NW_TEXT("Prose",
                                "Block {block} writes nothing{data?: for each {data}}{reduce?, over {reduce}}"
                                "{other?, with opaque axes {other}}{predicate?, where {predicate}}.")
                      : NW_TEXT("Prose",
                                "Block {block} writes {written}{data?: for each {data}}{reduce?, over {reduce}}"
                                "{other?, with opaque axes {other}}{predicate?, where {predicate}}."),
      [&](std::string_view name) { return parts.at(name); },
      [&](std::string_view name) { return !parts.at(name).empty(); });
}

}  // namespace nw::tvmscript
