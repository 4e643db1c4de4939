// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/readable_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/input_file.h"
#include "workspace/project.h"
#include "workspace/saved_history.h"

namespace nw::workspace {

namespace {

constexpr int64_t kMostText = int64_t{1} << 20, kMostDump = 512;

bool is_text(const std::string& bytes) {
  return std::ranges::none_of(
      bytes, [](char c) { return (c >= 0 && c < ' ' && c != '\n' && c != '\r' && c != '\t') || c == '\x7f'; });
}

std::string dump_row(int64_t offset, std::span<const char> bytes) {
  std::string numbers, letters;
  for (const char byte : bytes) {
    numbers += fmt::format("{:02x} ", static_cast<unsigned char>(byte));
    letters += byte >= ' ' && byte < '\x7f' ? byte : '.';
  }
  return fmt::format("{:8}  {:<48} {}\n", offset, numbers, letters);
}

// Of bytes that begin at `offset` of the file.
std::string dump_of(const std::string& bytes, int64_t offset) {
  std::string rows;
  constexpr size_t kRow = ReadableParts::kBytesInRow;
  for (size_t at = 0; at < bytes.size(); at += kRow)
    rows +=
        dump_row(offset + static_cast<int64_t>(at), std::span(bytes).subspan(at, std::min(kRow, bytes.size() - at)));
  return rows;
}

int64_t fault_in(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics)
    for (const Place& place : diagnostic.where)
      if (place.byte_offset >= 0) return place.byte_offset;
  return 0;
}

std::optional<ProjectParts> parts_of_project(const std::string& text) {
  const Result<Project> project = read_project(text);
  if (!project.value) return std::nullopt;
  ProjectParts parts;
  parts.model = project->model_path;
  for (const auto& [task, kernel] : project->choices.kernels)
    if (!kernel.scripts.empty()) parts.tasks.push_back(task);
  for (const NamedState& tag : project->tags) parts.tagged.push_back(tag.name);
  if (project->history.empty()) return parts;
  if (const Result<History> history = read_history(project->history); history.value) {
    parts.states = history->states().size();
    parts.measured = static_cast<size_t>(
        std::ranges::count_if(history->states(), [](const State& state) { return !state.measured.empty(); }));
  }
  return parts;
}

std::string read_some(InputFile& file, int64_t most) {
  std::string bytes(static_cast<size_t>(std::min(most, file.size())), '\0');
  const int64_t got = file.read(bytes);
  bytes.resize(static_cast<size_t>(std::max<int64_t>(0, got)));
  return bytes;
}

}  // namespace

ReadableParts readable_parts(const std::string& path, const Diagnostics& diagnostics) {
  ReadableParts parts;
  Result<InputFile> file = InputFile::open(path);
  if (!file.value) return parts;
  parts.bytes = file->size();
  std::string beginning = read_some(*file, kMostText);
  if (is_text(beginning)) {
    parts.cut = parts.bytes > static_cast<int64_t>(beginning.size());
    if (path.ends_with(".nest") && !parts.cut) parts.project = parts_of_project(beginning);
    parts.text = std::move(beginning);
    return parts;
  }
  // Beyond what was read, the beginning says more than nothing.
  const int64_t fault = fault_in(diagnostics), half = kMostDump / 2;
  const int64_t from = fault < static_cast<int64_t>(beginning.size()) ? std::max<int64_t>(0, fault - half) : 0;
  parts.dump_from = from / ReadableParts::kBytesInRow * ReadableParts::kBytesInRow;
  parts.dump =
      dump_of(beginning.substr(static_cast<size_t>(parts.dump_from), static_cast<size_t>(kMostDump)), parts.dump_from);
  return parts;
}

ReadableParts readable_parts_of_text(const std::string& text) {
  ReadableParts parts;
  parts.bytes = static_cast<int64_t>(text.size());
  parts.text = text.substr(0, static_cast<size_t>(kMostText));
  parts.cut = text.size() > parts.text.size();
  return parts;
}

}  // namespace nw::workspace
