// SPDX-License-Identifier: GPL-3.0-or-later
// Which functions propose fixes for which diagnostic. One file a family of codes; each gives its rows here.
#pragma once

#include "fixes/context.h"

namespace nw::fixes {

// Proposals made when a diagnostic is reported, while the script runs. Rows of a code are asked in their order.
struct ReportRow {
  std::string_view code;  // empty: any
  void (*propose)(Context& c, const script::Facts& facts);
};

// The row for a function that needs facts of one kind: report_row<undefined_name>("NW2010").
template <auto kPropose>
struct TakesFacts;
template <class F, void (*kPropose)(Context&, const F&)>
struct TakesFacts<kPropose> {
  static void propose(Context& c, const script::Facts& facts) {
    if (const F* given = std::get_if<F>(&facts)) kPropose(c, *given);
  }
};
template <auto kPropose>
ReportRow report_row(std::string_view code) {
  return {code, TakesFacts<kPropose>::propose};
}

// Proposals made when the whole script was read and its schedule checked. `own` are those that come with the diagnostic
// from the step or the rule; without a row, they are all.
struct ReadRow {
  std::string_view code;
  void (*propose)(Context& c, std::vector<Fix> own);
};

std::vector<ReportRow> name_rows();            // names.cpp
std::vector<ReportRow> call_rows();            // calls.cpp
std::vector<ReportRow> type_rows();            // types.cpp
std::vector<ReportRow> reduction_rows();       // reductions.cpp
std::vector<ReportRow> shape_rows();           // shapes.cpp
std::vector<ReportRow> scan_rows();            // scans.cpp
std::vector<ReportRow> output_rows();          // outputs.cpp
std::vector<ReportRow> step_argument_rows();   // step_arguments.cpp
std::vector<ReportRow> step_rows();            // steps.cpp
std::vector<ReportRow> wrong_stage_rows();     // wrong_stage.cpp
std::vector<ReportRow> kernel_rows();          // kernel.cpp
std::vector<ReadRow> moved_step_rows();        // moved_steps.cpp
std::vector<ReadRow> copy_rows();              // copies.cpp
std::vector<ReadRow> guard_rows();             // guards.cpp
std::vector<ReadRow> sum_rows();               // sums.cpp
std::vector<ReadRow> intrinsic_rows();         // intrinsics.cpp
std::vector<ReadRow> inlined_rows();           // inlined.cpp
std::vector<ReadRow> partial_result_rows();    // partial_results.cpp
std::vector<ReadRow> overridden_step_rows();   // overridden_steps.cpp
std::vector<ReadRow> large_expression_rows();  // large_expressions.cpp

void propose_reported(Context& c, const script::Facts& facts);
void propose_read(Context& c, std::vector<Fix> own);

}  // namespace nw::fixes
