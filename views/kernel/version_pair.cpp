// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/version_pair.h"

#include <utility>

#include "kernel/valid_part.h"
#include "models/window_words.h"
#include "script/text.h"

namespace nw::views {

namespace {

tir::PrintedNest code_as_nest(const std::vector<kernel::AssemblyLine>& lines) {
  std::vector<std::string> texts;
  for (const kernel::AssemblyLine& line : lines) texts.push_back(line.text);
  return lines_as_nest(std::move(texts));
}

void find_differences(VersionPair& pair, const std::array<VersionToCompare, 2>& versions) {
  pair.differences = pair.nests.differences;
  if (!pair.differences.empty()) return;
  if (versions[0].script != versions[1].script) {
    pair.of = VersionPair::Of::Scripts;
    pair.differences = pair_nests(lines_as_nest(script::lines_of(versions[0].script)),
                                  lines_as_nest(script::lines_of(versions[1].script)))
                           .differences;
  }
  if (!pair.differences.empty() || pair.lines[0].empty() || pair.lines[1].empty()) return;
  pair.of = VersionPair::Of::Code;
  pair.differences = pair_nests(code_as_nest(pair.lines[0]), code_as_nest(pair.lines[1])).differences;
}

}  // namespace

VersionPair compare_versions(const std::array<VersionToCompare, 2>& versions, worker::WorkerOptions worker,
                             bool intel_syntax) {
  VersionPair pair;
  worker.connection.reset();  // code is made on this computer, whatever it is for
  for (const size_t side : {0u, 1u}) {
    kernel::PreviewOptions options;
    options.fixes = false;
    options.cancel = worker.cancel;
    options.target = versions[side].rules;
    pair.previews[side] =
        std::make_shared<const kernel::KernelPreview>(kernel::preview_valid_part(versions[side].script, options));
    if (worker.cancel.cancelled()) return {};
  }
  pair.nests = pair_nests(pair.previews[0]->printed, pair.previews[1]->printed);
  for (const size_t side : {0u, 1u}) {
    auto lines = kernel::compiled_lines(*pair.previews[side], {}, worker, intel_syntax);
    if (lines.value)
      pair.lines[side] = std::move(*lines.value);
    else if (!lines.diagnostics.empty())
      pair.why_no_code[side] = window_words(lines.diagnostics.front().message);
  }
  find_differences(pair, versions);
  return pair;
}

}  // namespace nw::views
