// SPDX-License-Identifier: GPL-3.0-or-later
// What a project file keeps of how the graph was looked at: bookmarks and open scopes.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "common/text.h"
#include "common/workbench.h"
#include "graph/graph_view.h"

namespace nw::views {

void GraphView::toggleBookmark(NodeId node) {
  if (!graph_) return;
  const std::string name = graph_->node(node).name;
  const auto at = std::find(bookmarks_.begin(), bookmarks_.end(), name);
  const bool is_new = at == bookmarks_.end();
  if (is_new)
    bookmarks_.push_back(name);
  else
    bookmarks_.erase(at);
  showSelection(false);
  Q_EMIT workbench_.message(is_new ? tr("%1 is bookmarked: Go menu, Bookmarks").arg(qs(name))
                                   : tr("%1 is no longer bookmarked").arg(qs(name)));
}

std::string GraphView::viewState() const {
  nlohmann::json state = {{"bookmarks", bookmarks_}};
  if (tree_ && expanded_ != default_expansion(*tree_)) state["open"] = openScopes();
  return state.dump();
}

std::vector<std::string> GraphView::openScopes() const {
  std::vector<std::string> open;
  for (size_t s = 1; s < tree_->scopes.size() && s < expanded_.size(); ++s)
    if (expanded_[s]) open.push_back(tree_->scopes[s].path);
  return open;
}

void GraphView::restoreViewState() {
  bookmarks_.clear();
  open_scopes_.reset();
  const workspace::Document* document = workbench_.session().document();
  if (!document) return;
  const nlohmann::json state = read_json(document->view_state());
  if (!state.is_object()) return;
  auto texts = [&](const char* key) {
    std::vector<std::string> found;
    if (!state.contains(key) || !state[key].is_array()) return found;
    for (const nlohmann::json& each : state[key])
      if (each.is_string()) found.push_back(each.get<std::string>());
    return found;
  };
  bookmarks_ = texts("bookmarks");
  if (state.contains("open")) open_scopes_ = texts("open");
}

}  // namespace nw::views
