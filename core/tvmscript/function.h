// SPDX-License-Identifier: GPL-3.0-or-later
// A TensorIR function as TVMScript writes it: loops with blocks, before anything is lowered. Blocks are values beside
// the statements; a place where one is computed is an attribute "block" whose value is the block's index.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "tir/stmt.h"

namespace nw::tvmscript {

struct BlockIter {
  tir::IterVar iter;  // its domain, and DataPar (spatial), CommReduce, Ordered (scan) or Opaque
  tir::Expr binding;  // in the variables of the loops around the block, and of the block around it
  TextSpan span;
};

struct Region {
  tir::Buffer buffer;
  std::vector<tir::Range> ranges;  // one a dimension
  TextSpan span;
};

struct Block {
  std::string name;
  TextSpan span;
  int parent = -1;  // the block that it is inside of; -1: the function's own
  std::vector<BlockIter> iters;
  bool declares_reads = false, declares_writes = false;
  std::vector<Region> reads, writes;
  tir::Expr predicate;  // T.where; null: always
  tir::Stmt init;       // T.init; null: none
  tir::Stmt body;
  std::vector<std::pair<std::string, std::string>> annotations;  // T.block_attr, values as they are written
  std::vector<const tir::ForNode*> loops;  // around it, outermost first, up to the block that it is inside of
};

inline constexpr const char* kBlockKey = "block";

struct Function {
  std::string name;
  TextSpan span;
  int first_line = 0, last_line = 0;  // of the file, from its decorators on
  std::vector<tir::Buffer> args;
  std::vector<tir::Var> sizes;         // scalar arguments and symbolic dimensions, in order of first use
  std::vector<tir::Buffer> allocated;  // of all blocks
  std::vector<Block> blocks;           // in the order of the text; a block is behind the one that it is inside of
  tir::Stmt body;                      // null: it is empty
  std::map<const tir::BufferNode*, TextSpan> buffer_spans;  // where each is declared

  const Block* block_of(const tir::AttrNode& place) const;
};

}  // namespace nw::tvmscript
