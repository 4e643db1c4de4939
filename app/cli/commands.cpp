// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

namespace nw::cli {

const std::vector<Command>& commands() {
  static const std::vector<Command> table = {
      {"script", "the TE script of a fused group", add_script},
      {"carry", "the steps of one script applied to the kernel of another", add_carry, true},
      {"flatten", "Python as people write it as straight-line scripts", add_flatten, true},
      {"check", "what is wrong with a script, and how to mend it", add_check, true},
      {"bounds", "the inferred bounds of a script's axes", add_bounds, true},
      {"lower", "a script's loop nest", add_lower, true},
      {"candidates", "the steps that are legal at a stage or loop, and why others are not", add_candidates, true},
      {"advise", "the next steps of a script, ranked by the gain that an estimate promises", add_advise, true},
      {"complete", "what the editor offers at a place of a script", add_complete, true},
      {"bench", "how long things take", add_bench},
      {"run", "compile a script's kernel, run it, time it", add_run},
      {"measure", "run the states of a kernel's history, and keep their times in the project", add_measure},
      {"emit", "write a script's kernel as code", add_emit},
      {"inspect", "what a model holds: nodes, types, what is not known", add_inspect},
      {"fuse", "a model's fusion groups, and why", add_fuse},
      {"plan", "where the values of a model's run lie in memory", add_plan},
      {"tasks", "what of a model a search could make faster, and what not, and why", add_tasks},
      {"tune", "fast schedules of scripts or of a model's tasks, found by measuring", add_tune},
      {"apply", "the best recorded schedules put to use in a script, a model or a project", add_apply},
      {"records", "what the files of `tune` hold; merged, filtered, in the form of another tool", add_records},
      {"find", "the nodes and groups of a model that a query names", add_find},
      {"patterns", "what the patterns of a table take in a model, and why they do not take the rest", add_patterns},
      {"compare", "two models, one before and after a pass or a what-if, or the nests of two kernels", add_compare},
      {"layout", "where a graph's nodes stand, and how its edges run", add_layout},
      {"targets", "the targets that kernels can be made for and run on, and your list of them", add_targets},
      {"explain", "the page of a diagnostic code", add_explain},
  };
  return table;
}

}  // namespace nw::cli
