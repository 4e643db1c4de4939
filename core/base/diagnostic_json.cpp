// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/diagnostic_json.h"

#include <nlohmann/json.hpp>

namespace nw {

namespace {

nlohmann::json place_json(const Place& place) {
  nlohmann::json json = nlohmann::json::object();
  if (place.span.valid()) {
    json["line"] = place.span.line;
    json["column"] = place.span.column;
    json["length"] = place.span.length;
  }
  if (!place.stage.empty()) json["stage"] = place.stage;
  if (!place.axis.empty()) json["axis"] = place.axis;
  if (!place.node.empty()) json["node"] = place.node;
  if (!place.task.empty()) json["task"] = place.task;
  if (!place.file.empty()) json["file"] = place.file;
  if (place.byte_offset >= 0) json["byte"] = place.byte_offset;
  return json;
}

Place place_from_json(const nlohmann::json& json) {
  Place place;
  place.span = {json.value("line", 0), json.value("column", 0), json.value("length", 0)};
  place.stage = json.value("stage", std::string());
  place.axis = json.value("axis", std::string());
  place.node = json.value("node", std::string());
  place.task = json.value("task", std::string());
  place.file = json.value("file", std::string());
  place.byte_offset = json.value("byte", -1LL);
  return place;
}

const char* key_of(Edit::Kind kind) {
  switch (kind) {
    case Edit::Kind::Insert:
      return "insert";
    case Edit::Kind::Replace:
      return "replace";
    case Edit::Kind::Delete:
      return "delete";
  }
  return "replace";
}

}  // namespace

nlohmann::json to_json(const Diagnostic& whole) {
  const Diagnostic d = shortened(whole);
  nlohmann::json json = {{"code", d.code}, {"severity", std::string(to_string(d.severity))}, {"message", d.message}};
  json["where"] = nlohmann::json::array();
  for (const Place& place : d.where) json["where"].push_back(place_json(place));
  json["because"] = d.because;
  json["legal"] = d.legal;
  json["fixes"] = nlohmann::json::array();
  for (const Fix& fix : d.fixes) json["fixes"].push_back(to_json(fix));
  return json;
}

nlohmann::json to_json(const Fix& fix) {
  nlohmann::json edits = nlohmann::json::array();
  for (const Edit& edit : fix.edits) edits.push_back({{"line", edit.line}, {key_of(edit.kind), edit.text}});
  return {{"title", fix.title}, {"edits", edits}};
}

nlohmann::json to_json(const Diagnostics& diagnostics) {
  nlohmann::json json = nlohmann::json::array();
  for (const Diagnostic& d : diagnostics) json.push_back(to_json(d));
  return json;
}

Diagnostic diagnostic_from_json(const nlohmann::json& json) {
  Diagnostic d;
  d.code = json.value("code", std::string());
  const std::string severity = json.value("severity", std::string("error"));
  d.severity = severity == "warning" ? Severity::Warning : severity == "note" ? Severity::Note : Severity::Error;
  d.message = json.value("message", std::string());
  for (const auto& place : json.value("where", nlohmann::json::array())) d.where.push_back(place_from_json(place));
  d.because = json.value("because", std::vector<std::string>());
  d.legal = json.value("legal", std::vector<std::string>());
  for (const auto& fix_json : json.value("fixes", nlohmann::json::array())) {
    Fix fix{fix_json.value("title", std::string()), {}};
    for (const auto& edit_json : fix_json.value("edits", nlohmann::json::array())) {
      for (Edit::Kind kind : {Edit::Kind::Insert, Edit::Kind::Replace, Edit::Kind::Delete}) {
        if (edit_json.contains(key_of(kind)))
          fix.edits.push_back({kind, edit_json.value("line", 0), edit_json.value(key_of(kind), std::string())});
      }
    }
    d.fixes.push_back(std::move(fix));
  }
  return d;
}

}  // namespace nw
