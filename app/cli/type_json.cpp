// SPDX-License-Identifier: GPL-3.0-or-later
#include "type_json.h"

namespace nw::cli {

using nlohmann::json;

json dim_json(const graph::Dim& dim) {
  const std::optional<int64_t> value = dim.constant();
  return value ? json(*value) : json(graph::to_string(dim));
}

json type_json(const graph::Type& type) {
  if (type.is_sequence() || type.is_optional())
    return {{"type", type.is_sequence() ? "sequence" : "optional"}, {"of", type_json(type.fields[0])}};
  if (type.kind == graph::Type::Kind::Function || type.kind == graph::Type::Kind::Other)
    return {{"type", type.kind == graph::Type::Kind::Function ? "function" : "other"},
            {"text", graph::brief(type)},
            {"shape", nullptr},
            {"dtype", nullptr}};
  json shape = json::array();
  for (const graph::Dim& dim : type.shape) shape.push_back(dim_json(dim));
  const bool known = type.is_tensor();
  return {{"shape", known && type.rank_known ? shape : json()},
          {"dtype", known ? json(to_string(type.dtype)) : json()}};
}

}  // namespace nw::cli
