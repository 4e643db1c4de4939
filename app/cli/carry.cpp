// SPDX-License-Identifier: GPL-3.0-or-later
// `carry FROM TO`: the schedule of one script brought to the kernel of another.
#include "edit/transfer.h"

#include "base/atomic_file.h"
#include "commands.h"
#include "settings.h"

namespace nw::cli {

namespace {

struct CarryArguments {
  std::string from, to, output;
};

Outcome carry(const CarryArguments& a) {
  Outcome outcome;
  outcome.file = a.to;
  const std::optional<std::string> from = open_script({a.from, {}}, outcome);
  const std::optional<std::string> to = from ? open_script({a.to, {}}, outcome) : std::nullopt;
  if (!to) return outcome;
  outcome.lines_of_file.clear();  // diagnostics of steps are about the new text
  const Result<edit::TransferredSteps> carried = edit::transfer_steps(*from, *to);
  append(outcome.diagnostics, carried.diagnostics);
  if (!carried.value) return outcome;
  outcome.file = a.output.empty() ? "-" : a.output;  // diagnostics of steps are about the new text
  outcome.json["script"] = carried->text;
  outcome.json["carried"] = carried->carried;
  outcome.json["left_out"] = carried->left_out;
  if (a.output.empty())
    outcome.text = carried->text;
  else
    append(outcome.diagnostics, write_whole_file(a.output, carried->text));
  return outcome;
}

}  // namespace

Run add_carry(CLI::App& app) {
  auto a = std::make_shared<CarryArguments>();
  app.add_option("FROM", a->from, "the TE script whose steps are taken")->required();
  app.add_option("TO", a->to, "the TE script that gets them, in place of its own")->required();
  app.add_option("-o,--output", a->output, "where to write the script; otherwise it is printed");
  return [a] { return carry(*a); };
}

}  // namespace nw::cli
